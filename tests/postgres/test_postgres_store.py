"""The store on PostgreSQL: durable before acknowledged, append-only, and one server for each table."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import psycopg
import pytest

from server.databases import open_reader
from server.errors import HeldElsewhere, LeaseLost, StorageError
from server.postgres import leases
from server.postgres.schema import Link
from server.postgres.store import Append, PostgresStore
from server.table import facts
from server.table.facts import Row
from tests.kit.postgres import forget, run

pytestmark = pytest.mark.slow


def noted(n: int, text: str = "said") -> Row:
    return Row(n, 1.5, 0.25, 0.5, facts.Annotated(text))


@asynccontextmanager
async def storing(url: str, address: str = "127.0.0.1:7878") -> AsyncIterator[PostgresStore]:
    store = await PostgresStore.open(url, address)
    try:
        yield store
    finally:
        await store.close()


def rows_of(url: str, table: str) -> list[Row]:
    reader = open_reader(url)
    try:
        return reader.rows(table)
    finally:
        reader.close()


async def test_what_an_append_has_answered_another_process_can_read(schema: str) -> None:
    """R1: the answer comes after the commit."""
    async with storing(schema) as store:
        await store.claim("A")
        for n in range(1, 20):
            await store.append("A", [noted(n)])
            assert rows_of(schema, "A") == [noted(k) for k in range(1, n + 1)]
        assert await store.load("A") == rows_of(schema, "A")


async def test_many_tables_share_one_statement(schema: str) -> None:
    """All that waits is stored in one round trip."""
    async with storing(schema) as store:
        for number in range(50):
            await store.claim(f"T{number}")
        await asyncio.gather(*(store.append(f"T{number}", [noted(1), noted(2)]) for number in range(50)))
        with psycopg.connect(schema) as link:
            assert link.execute("SELECT count(*), count(DISTINCT xmin::text) FROM facts").fetchone() == (
                100,
                1,
            )


@pytest.mark.parametrize("change", ["UPDATE facts SET at = 0", "DELETE FROM facts", "TRUNCATE facts"])
async def test_a_stored_fact_can_be_neither_changed_nor_taken_away(schema: str, change: str) -> None:
    """Append-only, also for the owner of the tables."""
    async with storing(schema) as store:
        await store.claim("A")
        await store.append("A", [noted(1)])
        with pytest.raises(psycopg.errors.RaiseException, match="append only"):
            run(schema, change)
        assert await store.load("A") == [noted(1)]


async def test_an_append_that_fails_leaves_nothing_of_itself_and_harms_no_other_table(schema: str) -> None:
    """R10: all the facts of a command or none."""
    async with storing(schema) as store:
        for table in ("A", "B", "C"):
            await store.claim(table)
        await store.append("B", [noted(1), noted(2)])
        given = {"A": [noted(1)], "B": [noted(3), noted(2, "again"), noted(4)], "C": [noted(1)]}
        done = await asyncio.gather(
            *(store.append(table, rows) for table, rows in given.items()), return_exceptions=True
        )
        assert [type(result) for result in done] == [type(None), StorageError, type(None)]
        assert await store.load("B") == [noted(1), noted(2)]
        assert await store.load("C") == [noted(1)]


async def test_the_roster_is_the_same_as_on_sqlite(schema: str) -> None:
    opened = facts.TableOpened(
        game="power", rules_version=1, name="x", options={}, seed="1", key="k", tournament=False,
        password="", referee="", waits=False,
    )  # fmt: skip
    rows = [Row(1, 1.0, 0.0, 0.0, opened), noted(2), noted(3, "last")]
    async with storing(schema) as store:
        await store.claim("A")
        await store.append("A", rows)
        assert await store.roster() == {"A": [rows[0], rows[2]]}


async def test_a_table_of_a_server_that_is_alive_is_held_by_it(schema: str) -> None:
    """One table, one writer; whoever asks is told who plays it."""
    async with storing(schema, "one:1") as one, storing(schema, "two:2") as two:
        await one.claim("A")
        with pytest.raises(HeldElsewhere) as held:
            await two.claim("A")
        assert held.value.address == "one:1"
        with pytest.raises(LeaseLost):
            await two.append("A", [noted(1)])
        await one.append("A", [noted(1)])


async def test_a_server_that_stops_gives_its_tables_up_at_once(schema: str) -> None:
    async with storing(schema, "two:2") as two:
        async with storing(schema, "one:1") as one:
            await one.claim("A")
            await one.append("A", [noted(1)])
        await two.claim("A")
        await two.append("A", [noted(2)])
        assert await two.load("A") == [noted(1), noted(2)]


async def test_a_server_that_was_frozen_cannot_write_a_table_that_was_taken_over(schema: str) -> None:
    """Every append carries the fencing number of its lease."""
    async with storing(schema, "one:1") as one, storing(schema, "two:2") as two:
        await one.claim("A")
        await one.append("A", [noted(1)])
        forget(schema, "one:1")
        await two.claim("A")
        with pytest.raises(LeaseLost):
            await one.append("A", [noted(2, "from the dead")])
        await two.append("A", [noted(2)])
        assert await two.load("A") == [noted(1), noted(2)]


async def test_a_server_that_was_not_heard_goes_on_if_nobody_took_its_table(schema: str) -> None:
    async with storing(schema) as store:
        await store.claim("A")
        forget(schema, "127.0.0.1:7878")
        await store.append("A", [noted(1)])


async def test_one_of_two_servers_gets_the_table_of_a_dead_one(schema: str) -> None:
    async with storing(schema, "two:2") as two, storing(schema, "three:3") as three:
        dead = await PostgresStore.open(schema, "one:1")
        await dead.claim("A")
        await dead.close()
        done = await asyncio.gather(two.claim("A"), three.claim("A"), return_exceptions=True)
        assert sorted(type(result).__name__ for result in done) == ["HeldElsewhere", "NoneType"]


def cut(schema: str) -> None:
    """Break every connection that a server has to the database."""
    run(
        schema,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE pid <> pg_backend_pid() AND application_name = current_setting('application_name')",
    )


async def test_a_lost_connection_costs_no_fact_and_doubles_none(schema: str) -> None:
    """R10: the facts that were on their way are stored once."""
    async with storing(schema) as store:
        await store.claim("A")
        for n in range(1, 60):
            waiting = store.append("A", [noted(n)])
            if n % 10 == 0:
                await asyncio.sleep(0)  # the statement is on its way when the connection breaks
                cut(schema)
            await waiting
        assert await store.load("A") == [noted(n) for n in range(1, 60)]


async def test_a_commit_whose_answer_was_lost_is_looked_up(
    schema: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R10: the facts are there, so they are not added again, and the append is answered."""
    async with storing(schema) as store:
        await store.claim("A")
        insert, lost = store._insert, []

        async def insert_and_lose(link: Link, batch: list[Append]) -> None:
            unheard = [
                Append(job.table, job.values, asyncio.get_running_loop().create_future()) for job in batch
            ]
            await insert(link, unheard)
            lost.append(len(batch))
            monkeypatch.setattr(store, "_insert", insert)
            await link.close()
            raise psycopg.OperationalError("the connection is lost")

        monkeypatch.setattr(store, "_insert", insert_and_lose)
        await store.append("A", [noted(1), noted(2)])
        assert lost == [1]
        assert await store.load("A") == [noted(1), noted(2)]


async def test_a_server_says_that_it_is_alive_again_and_again(
    schema: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "BEAT_SECONDS", 0.02)
    async with storing(schema, "one:1"), storing(schema) as other:
        forget(schema, "one:1")
        async with asyncio.timeout(10):
            while not await other._ask("read", _alive):  # each question takes a round trip
                pass


async def _alive(link: psycopg.AsyncConnection[tuple[object, ...]]) -> bool:
    found = await link.execute("SELECT every(alive_until > clock_timestamp()) FROM servers")
    return bool((await found.fetchone() or (False,))[0])
