"""The table server under load, side by side in one run with a bare websockets echo of the same messages."""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from msgspec import Struct
from websockets.asyncio.client import connect

from bench.peers import (
    OWN_SERVER,
    Player,
    allow_many_files,
    call,
    open_table,
    open_where_there_is_room,
    running,
    sit,
    table_server,
    watch,
)
from protocol.codec import encode
from protocol.messages import Ready, Seal, Write, Written

SHEET = ("T HQ {0}8", "T HQ {0}4", "C HQ {0}0", "S HQ {0}8", "S HQ {0}6")
SECONDS = 3.0
ROUNDS = 5
Round = Callable[[int], Awaitable[None]]


def draft(seat: str, revision: int) -> Write:
    """A sheet as it grows under a player's hand, one to five orders."""
    lines = tuple(line.format(seat) for line in SHEET[: 1 + revision % 5])
    return Write(phase=1, sheet=seat, revision=revision, lines=lines)


async def closed_loop(count: int, ask: Callable[[int], Awaitable[None]]) -> tuple[float, list[float]]:
    """Each client asks again as soon as it is answered: messages a second, and each one's time."""
    times: list[float] = []
    end = time.perf_counter() + SECONDS

    async def client(number: int) -> None:
        while (begun := time.perf_counter()) < end:
            await ask(number)
            times.append(time.perf_counter() - begun)

    begun = time.perf_counter()
    await asyncio.gather(*(client(number) for number in range(count)))
    return len(times) / (time.perf_counter() - begun), times


async def echo_loop(port: int, count: int) -> tuple[float, list[float]]:
    url = f"ws://127.0.0.1:{port}/ws"
    options = {"compression": None, "proxy": None, "ping_interval": None}
    sockets = [await connect(url, **options) for _ in range(count)]  # type: ignore[arg-type]  # one dict
    data = [encode(draft("V", revision)) for revision in range(5)]
    sent = [0] * count

    async def ask(number: int) -> None:
        sent[number] += 1
        await sockets[number].send(data[sent[number] % 5])
        await sockets[number].recv()

    measured = await closed_loop(count, ask)
    await asyncio.gather(*(socket.close() for socket in sockets))
    return measured


async def seat_players(port: int, count: int, name: str = "Bench") -> list[Player]:
    """Tables of four for `count` connections; the seats of those too many are taken and left."""
    players: list[Player] = []
    for number in range((count + 3) // 4):
        where, table = await open_where_there_is_room(port, f"{name} {count} {number}", seconds=None)
        players += [await sit(where, table, f"P{seat}") for seat in range(4)]
    return players


async def draft_loop(players: Sequence[Player], count: int) -> tuple[float, list[float]]:
    async def ask(number: int) -> None:
        player = players[number]
        player.revision += 1
        answer = await player.ask(draft(player.seat, player.revision))
        assert isinstance(answer, Written), answer

    measured = await closed_loop(count, ask)
    await asyncio.gather(*(player.socket.close() for player in players))
    return measured


def spread(times: Sequence[float]) -> str:
    ordered = sorted(times)
    median, high = statistics.median(ordered), ordered[int(len(ordered) * 0.99)]
    return f"median {median * 1e3:7.2f} ms  p99 {high * 1e3:7.2f} ms"


class Compared(Struct, frozen=True):
    """The bare echo and our drafts, one after the other."""

    echoes: float
    drafts: float
    """How many in a second."""
    echo_times: list[float]
    draft_times: list[float]
    echo_cost: float
    draft_cost: float
    """Seconds of processor time for each."""

    @property
    def share(self) -> float:
        return self.drafts / self.echoes


async def compare_drafts(count: int) -> Compared:
    """Both servers are new, so that nothing is left of what was measured before."""
    async with running("-m", "bench.echo") as echo, table_server() as server:
        used = echo.cpu()
        echoes, echo_times = await echo_loop(echo.port, count)
        echo_cost = (echo.cpu() - used) / len(echo_times)
        players = await seat_players(server.port, count)
        used = server.cpu()
        drafts, draft_times = await draft_loop(players, count)
        draft_cost = (server.cpu() - used) / len(draft_times)
        return Compared(echoes, drafts, echo_times, draft_times, echo_cost, draft_cost)


async def measure_drafts(counts: Sequence[int]) -> None:
    """Other programs disturb each comparison, so the one in the middle of several is told."""
    print(f"drafts, checked and stored durably, beside a bare echo of the same messages, {ROUNDS} times")
    for count in counts:
        rounds = sorted([await compare_drafts(count) for _ in range(ROUNDS)], key=lambda each: each.share)
        told = rounds[ROUNDS // 2]
        _print_compared(count, told, f"{rounds[0].share:.2f} to {rounds[-1].share:.2f}")


def _print_compared(count: int, told: Compared, shares: str) -> None:
    echo, ours = spread(told.echo_times), spread(told.draft_times)
    print(f"  {count:5} connections  echo   {told.echoes:7,.0f} a second  {echo}", end="")
    print(f"  {told.echo_cost * 1e6:4.0f} us of processor time each")
    print(f"  {'':5}              drafts {told.drafts:7,.0f} a second  {ours}", end="")
    print(f"  {told.draft_cost * 1e6:4.0f} us: {told.share:.2f} of echo ({shares}),", end="")
    print(f" by processor time {told.echo_cost / told.draft_cost:.2f}")


async def measure_reveal(watchers: int, rounds: int = 40) -> None:
    """From the last seal to the new position at the last client, then from the last `ready` to the phase."""
    async with table_server() as server:
        opener = await call(server.port)
        table = await open_table(opener, "Reveal", seconds=None, interlude=None)
        players = [await sit(server.port, table, f"P{seat}") for seat in range(4)]
        others = [await watch(server.port, table) for _ in range(watchers)]
        reveals, openings = [], []
        for phase in range(1, rounds + 1):
            reveals.append(await _reveal(players, others, phase))
            openings.append(await _open_next(players, others, phase))
    everyone = 4 + watchers
    print(f"  last seal to the new position at the last of {everyone:3} clients: {spread(reveals)}")
    print(f"  last ready to the next phase at the last of {everyone:4} clients: {spread(openings)}")


async def _reveal(players: list[Player], others: list[Player], phase: int) -> float:
    for player in players:
        lines = (f"T HQ {player.seat}8", f"C HQ {player.seat}0")
        await player.ask(Write(phase=phase, sheet=player.seat, revision=1, lines=lines))
    for player in players[:-1]:
        await player.ask(Seal(phase=phase, revisions={player.seat: 1}))
    everyone = players + others
    begun = time.perf_counter()
    arrivals = asyncio.gather(*(peer.until("sheets_read") for peer in everyone))
    await players[-1].send(Seal(phase=phase, revisions={players[-1].seat: 1}))
    await arrivals
    return time.perf_counter() - begun


async def _open_next(players: list[Player], others: list[Player], phase: int) -> float:
    for player in players[:-1]:
        await player.ask(Ready(phase=phase))
    begun = time.perf_counter()
    arrivals = asyncio.gather(*(peer.until("phase_opened") for peer in players + others))
    await players[-1].send(Ready(phase=phase))
    await arrivals
    return time.perf_counter() - begun


async def measure_memory(tables: int = 1000) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with table_server(folder) as server:
            print(f"  started empty in {server.seconds_to_start:.2f} s with {server.memory():.0f} MB")
            empty = server.memory()
            opener = await call(server.port)
            for number in range(tables):
                await open_table(opener, f"Idle {number}")
            full = server.memory()
            print(f"  {tables} idle tables: {full:.0f} MB, {(full - empty) / tables * 1024:.1f} KB a table")
            idle = [await call(server.port) for _ in range(500)]
            more = server.memory()
            print(f"  500 idle connections: {(more - full) / 500 * 1024:.1f} KB a connection")
            await asyncio.gather(*(peer.socket.close() for peer in idle))
        async with running(*OWN_SERVER, "--database", str(Path(folder) / "qg.db")) as again:
            print(
                f"  started with {tables} stored tables in {again.seconds_to_start:.2f} s"
                f" with {again.memory():.0f} MB"
            )


async def measure_clocks(tables: int = 1000, seconds: float = 60.0) -> None:
    """Many tables, one player listening at each: how late does a bell reach a client?"""
    async with table_server() as server:
        opener = await call(server.port)
        cpu, begun = server.cpu(), time.perf_counter()
        listening = []
        for number in range(tables):
            table = await open_table(opener, f"Clock {number}", seconds=seconds, interlude=None)
            players = [await sit(server.port, table, f"P{seat}") for seat in range(4)]
            listening.append(asyncio.create_task(_lateness(players[0], seconds)))
            await asyncio.gather(*(player.socket.close() for player in players[1:]))
        late = await asyncio.gather(*listening)
        load = (server.cpu() - cpu) / (time.perf_counter() - begun)
    print(
        f"  {tables} tables of four, bells after {seconds:.0f} s: {spread(late)} late, {load:.0%} of a core"
    )


async def _lateness(player: Player, seconds: float) -> float:
    """By the client's own clock, from hearing that the phase is open to hearing that it is closed."""
    await player.until("phase_opened")
    opened = time.perf_counter()
    await player.until("phase_closed")
    return time.perf_counter() - opened - seconds


async def measure(counts: Sequence[int] = (1, 10, 100, 1000)) -> None:
    allow_many_files()
    await measure_drafts(counts)
    print("the reveal")
    await measure_reveal(0)
    await measure_reveal(100)
    print("memory and start")
    await measure_memory()
    print("clocks")
    await measure_clocks()


def main() -> None:
    asyncio.run(measure())
