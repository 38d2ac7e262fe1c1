"""Servers that share a PostgreSQL, beside one process with SQLite: drafts, hand-overs, and a large start."""

import asyncio
import os
import sqlite3
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path

import msgspec
import psycopg

from bench.load import closed_loop, draft, seat_players, spread
from bench.peers import OWN_SERVER, UNLIMITED, Player, Process, allow_many_files, call, open_table, running
from client.link.address import Address
from client.link.session import Session
from protocol.messages import OpenTable, OptionValue, Ping, Pong, Written
from server.databases import named, open_reader
from tests.kit.postgres import Cluster, start_cluster

CONNECTIONS = 1000
STORED_TABLES = 100_000
TIMES = 5


@asynccontextmanager
async def servers(database: str, count: int) -> AsyncIterator[list[Process]]:
    async with AsyncExitStack() as stack:
        serving = running(*OWN_SERVER, *UNLIMITED, "--host", "127.0.0.1", "--database", database)
        found = [await stack.enter_async_context(serving)]
        for _ in range(count - 1):
            serving = running(*OWN_SERVER, *UNLIMITED, "--host", "127.0.0.1", "--database", database)
            found.append(await stack.enter_async_context(serving))
        yield found


async def measure_drafts(name: str, database: str, count: int, connections: int) -> float:
    """Drafts a second over all servers; the connections are spread over them evenly."""
    async with servers(database, count) as running_servers:
        players: list[Player] = []
        for number in range((connections + 3) // 4):
            players += await seat_players(running_servers[number % count].port, 4, f"{name} {number}")

        async def ask(number: int) -> None:
            player = players[number]
            player.revision += 1
            answer = await player.ask(draft(player.seat, player.revision))
            assert isinstance(answer, Written), answer

        rate, times = await closed_loop(min(connections, len(players)), ask)
        await asyncio.gather(*(player.socket.close() for player in players))
    print(f"  {name:22} {connections:5} connections  {rate:7,.0f} a second  {spread(times)}")
    return rate


async def measure_hand_over(cluster: Cluster, end: Callable[[Process], None]) -> float:
    """How long a player waits from the end of the server to the next draft that is acknowledged."""
    async with servers(cluster.schema(), 2) as (one, _), Session(Address("127.0.0.1", one.port)) as ana:
        options: dict[str, OptionValue] = {"players": 2, "referee": "V", "seconds": None, "limit": None}
        opened = await ana.open_table("power", "Hand over", options)
        await ana.join(opened.table, "Ana")
        await ana.invite(next(seat.seat for seat in ana.state.seats if not seat.name), "recruit")
        await ana.ready()
        state = await ana.until(lambda state: state.may_write)
        sheet = next(iter(state.sheets))
        while len(ana.servers.told) < 2:  # new servers learn of each other in half a second
            ana.servers.hear((await ana.ask_for(Pong, Ping())).servers)
        begun = time.perf_counter()
        end(one)
        await ana.until(lambda state: state.link != "ok")
        await ana.until(lambda state: state.link == "ok")
        await ana.write(sheet, ("T HQ V8",))
        return time.perf_counter() - begun


async def measure_start(name: str, database: str, tables: int) -> None:
    async with servers(database, 1) as (server,):
        opener = await call(server.port)
        table = await open_table(opener, "One of many")
    with closing(open_reader(named(database))) as reader:
        body = msgspec.msgpack.encode(reader.rows(table)[0].fact)
    (_fill_postgres if database.startswith("postgres") else _fill_sqlite)(database, body, tables)
    async with servers(database, 1) as (server,):
        begun = time.perf_counter()
        # The answer, whichever it is, waits for the whole list.
        await (await call(server.port)).ask(OpenTable(game="power", name="New", key="a secret key of ours"))
        listed = server.seconds_to_start + time.perf_counter() - begun
        print(
            f"  {name:22} listens with {tables:,} stored tables after {server.seconds_to_start:.2f} s,"
            f" has listed all after {listed:.1f} s, and has {server.memory():.0f} MB"
        )


def _fill_sqlite(database: str, body: bytes, tables: int) -> None:
    with closing(sqlite3.connect(database)) as link, link:
        rows = ((f"T{n:08}", 1, time.time(), 0.0, 0.0, "table_opened", body) for n in range(tables))
        link.executemany("INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?, ?)", rows)


def _fill_postgres(database: str, body: bytes, tables: int) -> None:
    with psycopg.connect(database, autocommit=True) as link:
        link.execute(
            "INSERT INTO facts SELECT 'T' || lpad(n::text, 8, '0'), 1, extract(epoch FROM now()), 0, 0,"
            " 'table_opened', %s FROM generate_series(1, %s) AS n",
            (body, tables),
        )
        link.execute("ANALYZE facts")


def stop(server: Process) -> None:
    os.kill(server.pid, 15)


def kill(server: Process) -> None:
    os.kill(server.pid, 9)


async def measure_all_drafts() -> None:
    allow_many_files()
    with tempfile.TemporaryDirectory() as folder, start_cluster(Path(folder)) as cluster:
        print("drafts, checked and stored durably")
        for connections in (1, CONNECTIONS):
            await measure_drafts("SQLite, one server", f"{folder}/{connections}.db", 1, connections)
            for count in (1, 2, 4) if connections > 1 else (1,):
                await measure_drafts(f"PostgreSQL, {count} servers", cluster.schema(), count, connections)


async def measure_hand_overs() -> None:
    with tempfile.TemporaryDirectory() as folder, start_cluster(Path(folder)) as cluster:
        print("from the end of a server to the next draft that another acknowledges, as a player sees it")
        for name, end in (("planned stop", stop), ("kill", kill)):
            seconds = sorted([await measure_hand_over(cluster, end) for _ in range(TIMES)])
            each = ", ".join(f"{one:.2f}" for one in seconds)
            print(f"  {name:22} median {statistics.median(seconds):.2f} s of {TIMES} times: {each}")


async def measure_starts() -> None:
    with tempfile.TemporaryDirectory() as folder, start_cluster(Path(folder)) as cluster:
        print("start with many tables: a page of them is listed before the server listens")
        await measure_start("SQLite", f"{folder}/qg.db", STORED_TABLES)
        await measure_start("PostgreSQL", cluster.schema(), STORED_TABLES)


def main() -> None:
    asyncio.run(measure_all_drafts())


def main_of_hand_overs() -> None:
    asyncio.run(measure_hand_overs())


def main_of_starts() -> None:
    asyncio.run(measure_starts())
