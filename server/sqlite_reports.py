"""What SQLite reports, as an error of ours that says what the host can do."""

import sqlite3
from pathlib import Path

from server.errors import StorageError

_REASONS = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_CONSTRAINT: "held-elsewhere",
}
"""The code of the sentence for players. If the number of a fact is taken, two servers play the table."""
_ADVICE = {
    sqlite3.SQLITE_FULL: "the disk is full: make room on it; what was stored stays",
    sqlite3.SQLITE_BUSY: "another program uses the file: end it, or try again in a moment",
    sqlite3.SQLITE_READONLY: "the file or its folder can only be read: let the user of the server write "
    "both, or name another file with --database",
    sqlite3.SQLITE_CANTOPEN: "see that this is a file and that the user of the server may write its folder, "
    "or name another with --database",
    sqlite3.SQLITE_NOTADB: "this file is no database of QG: name another with --database",
    sqlite3.SQLITE_CORRUPT: "the file is damaged: put the last backup in its place",
}
"""What the host can do, by what SQLite reports when a file is opened."""


def reason(error: Exception) -> str:
    """The code of the sentence that tells a player what SQLite reported."""
    return _REASONS.get(_primary_code(error), "failed")


def _primary_code(error: Exception) -> int:
    # The low byte is the primary result code; the bytes above it only say more exactly where it happened.
    return int(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)) & 0xFF


def described(path: Path, error: Exception) -> StorageError:
    """What SQLite reported when it opened this file, for the host, and what can be done."""
    advice = _ADVICE.get(_primary_code(error), "")
    return StorageError(f"{path}: {error}; {advice}" if advice else f"{path}: {error}", reason(error))
