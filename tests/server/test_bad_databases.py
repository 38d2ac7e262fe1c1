"""A file that cannot be the database of a server is refused with a sentence that says what to do."""

import contextlib
import sqlite3
from pathlib import Path

import pytest

from server import file_lock
from server.errors import StorageError
from server.sqlite_reports import described
from server.store import SqliteStore, open_readonly
from server.table import facts
from server.table.facts import Row


async def test_two_servers_on_one_file_are_told_apart_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second would write facts under numbers that the first has used."""
    monkeypatch.setattr(file_lock, "WAIT_SECONDS", 0.0)
    first = SqliteStore(tmp_path / "qg.db", is_alone=True)
    with pytest.raises(StorageError, match=r"another server is running on .*qg.db: stop it first"):
        SqliteStore(tmp_path / "qg.db", is_alone=True)
    await first.close()
    second = SqliteStore(tmp_path / "qg.db", is_alone=True)
    await second.close()


async def test_servers_that_clients_start_may_share_a_file(tmp_path: Path) -> None:
    """Two games on one computer. If both play one table, that is told, and no error of the disk."""
    one, two = SqliteStore(tmp_path / "qg.db"), SqliteStore(tmp_path / "qg.db")
    rows = [Row(1, 1.5, 0.25, 0.5, facts.Annotated("said"))]
    await one.append("A", rows)
    await two.append("B", rows)
    with pytest.raises(StorageError) as refused:
        await two.append("A", rows)
    assert refused.value.note.code == "storage.held-elsewhere"
    for store in (one, two):
        await store.close()


async def test_a_file_that_was_refused_is_not_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_lock, "WAIT_SECONDS", 0.0)
    with contextlib.closing(sqlite3.connect(tmp_path / "qg.db")) as newer:
        newer.execute("PRAGMA user_version = 99")
    for _ in range(2):
        with pytest.raises(StorageError, match=r"format 99.*update QG"):
            SqliteStore(tmp_path / "qg.db", is_alone=True)


async def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "qg.db-lock").mkdir()
    with pytest.raises(StorageError, match=r"cannot be written .*another file with --database"):
        SqliteStore(tmp_path / "qg.db", is_alone=True)


def test_a_folder_in_place_of_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "qg.db").mkdir()
    with pytest.raises(StorageError, match=r"there is no database at"):
        open_readonly(tmp_path / "qg.db")


async def test_a_file_that_is_no_database_is_told(tmp_path: Path) -> None:
    (tmp_path / "qg.db").write_bytes(b"a letter to somebody, and no database" * 100)
    with pytest.raises(StorageError, match=r"is no database of QG: name another"):
        SqliteStore(tmp_path / "qg.db")


def test_a_file_that_can_only_be_read_is_told(tmp_path: Path) -> None:
    """Nobody is kept from writing as root, so the error is that of a connection that only reads."""
    with contextlib.closing(sqlite3.connect(tmp_path / "qg.db")) as made:
        made.execute("CREATE TABLE t (x)")
    reading = sqlite3.connect(f"file:{tmp_path}/qg.db?mode=ro", uri=True)
    with contextlib.closing(reading), pytest.raises(sqlite3.Error) as refused:
        reading.execute("INSERT INTO t VALUES (1)")
    error = described(tmp_path / "qg.db", refused.value)
    assert "can only be read: let the user of the server write" in str(error)
    assert error.note.code == "storage.read-only"


def test_a_full_disk_is_told(tmp_path: Path) -> None:
    with contextlib.closing(sqlite3.connect(tmp_path / "qg.db")) as full:
        full.execute("CREATE TABLE t (x)")
        full.execute("PRAGMA max_page_count = 2")
        with pytest.raises(sqlite3.Error) as refused:
            full.execute("INSERT INTO t VALUES (zeroblob(100000))")
    error = described(tmp_path / "qg.db", refused.value)
    assert "the disk is full: make room on it" in str(error)
    assert error.note.code == "storage.full"
