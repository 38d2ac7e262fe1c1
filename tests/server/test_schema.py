"""The database's form: an older file is brought up to date whole, a newer one is refused."""

import contextlib
import sqlite3
from pathlib import Path

import msgspec
import pytest

from protocol import messages
from server.errors import StorageError
from server.schema import _KINDS_OF_1, FORMAT
from server.store import SqliteStore, open_readonly, read_rows
from server.table.facts import Row
from tests.kit.sittings import Sitting

OLD_NAMES = {now: before for before, now in _KINDS_OF_1.items()}


def played() -> list[Row]:
    """A game with facts of many kinds."""
    sitting = Sitting(2, tournament=True)
    players = [sitting.sit("Ana"), sitting.sit("Bo")]
    referee = sitting.referee()
    referee.ask(messages.Start(reason="all are here"))
    for player in players:
        for sheet in sitting.state.owed_by(player.sheet):
            player.write("T HQ V4", sheet=sheet)
        player.seal()
    return list(sitting.rows)


async def write_format_1(database: Path, rows: list[Row]) -> None:
    store = SqliteStore(database)
    await store.append("TABLE", rows)
    await store.close()
    with contextlib.closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("DROP TRIGGER no_update")
        connection.execute("DROP INDEX roster")
        for n, kind, body in connection.execute("SELECT n, kind, body FROM facts").fetchall():
            before = OLD_NAMES.get(kind, kind)
            old = msgspec.msgpack.encode({**msgspec.msgpack.decode(body), "type": before})
            connection.execute("UPDATE facts SET kind = ?, body = ? WHERE n = ?", (before, old, n))
        connection.execute("PRAGMA user_version = 0")


def kinds(database: Path) -> set[str]:
    with contextlib.closing(sqlite3.connect(database)) as connection:
        return {kind for (kind,) in connection.execute("SELECT kind FROM facts")}


async def test_a_database_of_format_1_is_brought_up_to_date_without_losing_a_fact(tmp_path: Path) -> None:
    database, rows = tmp_path / "qg.db", played()
    await write_format_1(database, rows)
    assert {"opened", "taken", "sealed", "read"} <= kinds(database)
    store = SqliteStore(database)
    try:
        assert await store.load("TABLE") == rows
        assert list(await store.roster()) == ["TABLE"]
    finally:
        await store.close()
    with contextlib.closing(open_readonly(database)) as reading:
        assert read_rows(reading, "TABLE") == rows
    with (
        contextlib.closing(sqlite3.connect(database)) as connection,
        pytest.raises(sqlite3.Error, match="append only"),
    ):
        connection.execute("DELETE FROM facts")


async def test_a_reader_leaves_an_older_database_as_it_is(tmp_path: Path) -> None:
    database = tmp_path / "qg.db"
    await write_format_1(database, played())
    with pytest.raises(StorageError, match="let qg-server serve it once"):
        open_readonly(database)
    assert "opened" in kinds(database)


async def test_a_database_of_a_newer_format_is_refused_with_a_sentence(tmp_path: Path) -> None:
    database = tmp_path / "qg.db"
    with contextlib.closing(sqlite3.connect(database)) as connection:
        connection.execute(f"PRAGMA user_version = {FORMAT + 1}")
    with pytest.raises(StorageError, match=f"format {FORMAT + 1}"):
        SqliteStore(database)
