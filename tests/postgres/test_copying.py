"""A backup of a database that is in use, and the way from SQLite to PostgreSQL."""

import stat
from contextlib import closing
from pathlib import Path

import pytest

from server.copying import back_up, move
from server.databases import open_reader
from server.errors import StorageError
from server.store import SqliteStore
from server.table.facts import Row
from tests.kit.callers import serving, start_game
from tests.kit.replay import scripted_log, store_log


def rows_of(database: Path | str, table: str) -> list[Row]:
    with closing(open_reader(database)) as reader:
        return reader.rows(table)


async def test_a_running_server_can_be_backed_up(tmp_path: Path) -> None:
    """The copy holds everything that was acknowledged before it, and only its owner can read it."""
    async with serving(tmp_path) as app:
        table, players = await start_game(app.port, seconds=600.0, interlude=600.0, limit=None)
        await players[0].write(1, "S HQ V8")
        assert back_up(tmp_path / "qg.db", tmp_path / "copy.db") == 1
        stored = rows_of(tmp_path / "qg.db", table)
    assert rows_of(tmp_path / "copy.db", table) == stored[: len(rows_of(tmp_path / "copy.db", table))]
    assert any("S HQ V8" in repr(row) for row in rows_of(tmp_path / "copy.db", table))
    assert stat.S_IMODE((tmp_path / "copy.db").stat().st_mode) == 0o600


async def test_a_backup_replaces_no_file(tmp_path: Path) -> None:
    await store_log(tmp_path / "qg.db", "ABCDE", scripted_log(1))
    (tmp_path / "copy.db").write_text("a letter")
    with pytest.raises(StorageError, match="is there already"):
        back_up(tmp_path / "qg.db", tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_text() == "a letter"


@pytest.mark.slow
async def test_a_move_carries_every_fact_over_and_can_be_repeated(tmp_path: Path, schema: str) -> None:
    for table, rounds in (("ABCDE", 2), ("FGHJK", 1)):
        await store_log(tmp_path / "qg.db", table, scripted_log(rounds))
    for _ in range(2):
        assert await move(tmp_path / "qg.db", schema) == 2
    for table in ("ABCDE", "FGHJK"):
        assert rows_of(schema, table) == rows_of(tmp_path / "qg.db", table)


@pytest.mark.slow
async def test_a_move_goes_on_where_it_was_interrupted(tmp_path: Path, schema: str) -> None:
    log = scripted_log(2)
    await store_log(tmp_path / "part.db", "ABCDE", log[:5])
    await store_log(tmp_path / "qg.db", "ABCDE", log)
    assert await move(tmp_path / "part.db", schema) == 1
    assert await move(tmp_path / "qg.db", schema) == 1
    assert rows_of(schema, "ABCDE") == log


@pytest.mark.slow
async def test_a_move_over_another_table_of_that_name_is_refused(tmp_path: Path, schema: str) -> None:
    await store_log(tmp_path / "one.db", "ABCDE", scripted_log(2))
    other = SqliteStore(tmp_path / "two.db")
    await other.append("ABCDE", scripted_log(1, seconds=30.0))
    await other.close()
    await move(tmp_path / "one.db", schema)
    with pytest.raises(StorageError, match="another table ABCDE"):
        await move(tmp_path / "two.db", schema)
    assert rows_of(schema, "ABCDE") == rows_of(tmp_path / "one.db", "ABCDE")
