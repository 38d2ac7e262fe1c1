"""Copies of a database: a backup of a file that is in use, and the way from a file to PostgreSQL."""

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec

from server.databases import Database, Reader, all_listed, open_reader, open_store, shown
from server.errors import StorageError
from server.file_lock import locked
from server.store import open_readonly
from server.table.facts import Row

ADDRESS = "being copied"
"""What players would be told of who plays the tables meanwhile."""


def back_up(source: Path, copy: Path) -> int:
    """Copy a file of SQLite as it is at one moment, also while a server writes in it. Returns its tables."""
    if copy.exists():
        raise StorageError(f"{copy} is there already; choose another name, or move it away")
    with closing(open_readonly(source)) as original, closing(sqlite3.connect(copy)) as made:
        copy.chmod(0o600)
        original.backup(made)
        (state,) = made.execute("PRAGMA integrity_check").fetchone()
    if state != "ok":
        raise StorageError(f"the copy is damaged, so the database may be too: {state}")
    with closing(open_reader(copy)) as reader:
        return sum(1 for _ in all_listed(reader))


async def move(source: Path, target: Database) -> int:
    """Carry all tables of a file over to another database, and compare. Returns their number.

    A table that is in the target already must be equal, so that a move that was interrupted can be repeated.
    """
    with closing(open_reader(source)) as reader, locked(source):
        await _copy(reader, target)
        with closing(open_reader(target)) as made:
            return _compare(reader, made, target)


async def _copy(reader: Reader, target: Database) -> None:
    store = await open_store(target, ADDRESS)
    try:
        for table, _ in all_listed(reader):
            rows = reader.rows(table)
            there = await store.load(table)
            if there != rows[: len(there)]:
                raise StorageError(f"{shown(target)} has another table {table}; nothing of it was changed")
            if rows[len(there) :]:
                await store.claim(table)
                await store.append(table, rows[len(there) :])
    finally:
        await store.close()


def _compare(original: Reader, made: Reader, target: Database) -> int:
    count = 0
    for table, _ in all_listed(original):
        if _digest(original.rows(table)) != _digest(made.rows(table)):
            raise StorageError(f"table {table} is not the same in {shown(target)}")
        count += 1
    return count


def _digest(rows: list[Row]) -> str:
    return hashlib.sha256(b"".join(_bytes(rows))).hexdigest()


def _bytes(rows: list[Row]) -> Iterator[bytes]:
    for row in rows:
        yield msgspec.msgpack.encode((row.n, row.at, row.spent, row.played, row.fact))
