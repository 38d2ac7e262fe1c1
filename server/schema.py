"""The format of the database, and how a database of an older format is converted."""

import sqlite3

import msgspec

from server.errors import StorageError

FORMAT = 2
"""The number of the format. The file holds it as `user_version` of SQLite."""

ROSTER = (
    *("table_opened", "seat_taken", "seat_left", "game_started", "game_ended"),
    *("sheets_reread", "rolled_back", "position_amended"),
)
"""The kinds of facts from which the lobby's list of tables is made."""

WRITING = ("drafted", "wrote", "sheet_sealed", "sheet_unsealed")
"""The kinds of facts whose times would show when somebody wrote."""

_TABLE = """
CREATE TABLE IF NOT EXISTS facts (
    table_id TEXT NOT NULL, n INTEGER NOT NULL, at REAL NOT NULL, spent REAL NOT NULL, played REAL NOT NULL,
    kind TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY (table_id, n)
) WITHOUT ROWID;
"""
_GUARDS = f"""
CREATE INDEX IF NOT EXISTS roster ON facts (table_id, n) WHERE kind IN {ROSTER};
CREATE TRIGGER IF NOT EXISTS no_update BEFORE UPDATE ON facts BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER IF NOT EXISTS no_delete BEFORE DELETE ON facts BEGIN SELECT RAISE(ABORT, 'append only'); END;
"""
SCHEMA = _TABLE + _GUARDS

_KINDS_OF_1 = {
    **{"opened": "table_opened", "taken": "seat_taken", "left": "seat_left", "started": "game_started"},
    **{"phase_begun": "phase_opened", "wrote_first": "wrote", "sealed": "sheet_sealed"},
    **{"unsealed": "sheet_unsealed", "closed": "phase_closed", "read": "sheets_read"},
    **{"reread": "sheets_reread", "amended": "position_amended", "paused": "pause_begun"},
    **{"stopped": "clock_stopped", "resumed": "clock_started", "granted": "time_granted"},
    **{"held": "reading_held", "released": "reading_released", "noted": "annotated"},
    **{"spoken": "chatted", "ended": "game_ended"},
}
"""The names of facts in format 1, and their names now. Their fields are the same."""


def prepare(connection: sqlite3.Connection) -> None:
    """Prepare a new file, convert an older one wholly or not at all, or refuse a newer one."""
    found = connection.execute("PRAGMA user_version").fetchone()[0]
    if found > FORMAT:
        raise StorageError(
            f"this database has format {found}, and this program knows formats up to {FORMAT}: update QG"
        )
    if found < FORMAT and _has_facts(connection):
        _rename_kinds(connection)
    connection.executescript(SCHEMA)
    connection.execute(f"PRAGMA user_version = {FORMAT}")


def check(connection: sqlite3.Connection) -> None:
    """Refuse a file of another format. Only `qg-server serve` converts an older one."""
    found = connection.execute("PRAGMA user_version").fetchone()[0]
    if found != FORMAT:
        raise StorageError(
            f"this database has format {found}, and this program reads format {FORMAT}: "
            "let qg-server serve it once, which converts an older format"
        )


def _has_facts(connection: sqlite3.Connection) -> bool:
    return bool(connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'facts'").fetchone())


def _rename_kinds(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        for guard in ("TRIGGER IF EXISTS no_update", "TRIGGER IF EXISTS no_delete", "INDEX IF EXISTS roster"):
            connection.execute(f"DROP {guard}")
        for table, n, kind, body in connection.execute(
            "SELECT table_id, n, kind, body FROM facts"
        ).fetchall():
            now = _KINDS_OF_1.get(kind, kind)
            fact = {**msgspec.msgpack.decode(body), "type": now}
            if "seed" in fact:
                fact["seed"] = str(fact["seed"])  # it was a number
            renamed = msgspec.msgpack.encode(fact)
            connection.execute(
                "UPDATE facts SET kind = ?, body = ? WHERE table_id = ? AND n = ?", (now, renamed, table, n)
            )
        connection.execute(f"PRAGMA user_version = {FORMAT}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
