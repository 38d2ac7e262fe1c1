"""What a server needs of its store holds for a file and for PostgreSQL alike."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from server.databases import Database, open_reader, open_store
from server.errors import StorageError
from server.store import EventStore
from server.table.facts import Row
from tests.kit.replay import scripted_log
from tests.postgres.test_postgres_store import noted

pytestmark = pytest.mark.slow


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    if request.param == "sqlite":
        return tmp_path / "qg.db"
    schema: str = request.getfixturevalue("schema")
    return schema


@asynccontextmanager
async def storing(database: Database) -> AsyncIterator[EventStore]:
    store = await open_store(database, "127.0.0.1:7878")
    try:
        yield store
    finally:
        await store.close()


async def fill(store: EventStore, table: str, rows: list[Row]) -> None:
    await store.claim(table)
    await store.append(table, rows)


async def test_what_was_stored_is_there_for_others_at_once_and_after_a_restart(database: Database) -> None:
    """R1."""
    log = scripted_log(2)
    async with storing(database) as store:
        await fill(store, "ABCDE", log)
        reader = open_reader(database)
        assert reader.rows("ABCDE") == log
        reader.close()
    async with storing(database) as store:
        assert await store.load("ABCDE") == log
        assert await store.load("ZZZZZ") == []


async def test_a_number_that_is_taken_is_refused_and_harms_no_other_table(database: Database) -> None:
    """One fact too many leaves nothing of its append, though all were stored in one go."""
    async with storing(database) as store:
        for table in ("A", "B"):
            await fill(store, table, [noted(1)])
        good, bad = store.append("B", [noted(2)]), store.append("A", [noted(2), noted(1, "again")])
        await good
        with pytest.raises(StorageError):
            await bad
        assert await store.load("A") == [noted(1)]
        assert await store.load("B") == [noted(1), noted(2)]


async def test_many_facts_of_many_tables_come_back_in_their_order(database: Database) -> None:
    async with storing(database) as store:
        tables = [f"T{number}" for number in range(30)]
        for table in tables:
            await store.claim(table)
        lots = {table: [noted(n, f"{table} {n}") for n in range(1, 8)] for table in tables}
        await asyncio.gather(*(store.append(table, rows) for table, rows in lots.items()))
        for table, rows in lots.items():
            assert await store.load(table) == rows


async def test_the_roster_comes_in_pages_with_what_a_line_needs(database: Database) -> None:
    log = scripted_log(1)
    async with storing(database) as store:
        for table in ("A", "B", "C"):
            await fill(store, table, log)
        first, second = await store.roster(most=2), await store.roster("B", 2)
        assert (list(first), list(second)) == (["A", "B"], ["C"])
        assert first["A"] == second["C"] == await store.listed("B")
        assert set(map(repr, first["A"])) < set(map(repr, log))
        assert await store.roster("C") == {}


async def test_a_store_that_closes_has_stored_all_that_waited(database: Database) -> None:
    async with storing(database) as store:
        await store.claim("A")
        waiting = [store.append("A", [noted(n)]) for n in range(1, 50)]
    await asyncio.gather(*waiting)
    reader = open_reader(database)
    assert [row.n for row in reader.rows("A")] == list(range(1, 50))
    reader.close()
