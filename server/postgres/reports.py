"""What PostgreSQL reports, as an error of ours that says what the host can do."""

import psycopg

from server.errors import StorageError

_REASONS = {"53": "full", "25006": "read-only", "42501": "no-rights"}
"""The code of the sentence for players, by the SQLSTATE of PostgreSQL or the class of it."""
_ADVICE = {
    "": "see that PostgreSQL runs there, that the address is right (postgresql://USER@HOST:PORT/NAME), "
    "and that it lets this user in",
    "25006": "this database can only be read: name the primary and not a standby, or turn "
    "default_transaction_read_only off",
    "28": "see that user and password are right (PGPASSWORD, ~/.pgpass) and that pg_hba.conf lets them in",
    "3D": "create the database first, as docs/hosting.md tells",
    "42501": "give this role the rights that docs/hosting.md lists: SELECT on qg_format, SELECT and INSERT "
    "on facts, SELECT, INSERT, UPDATE and DELETE on servers and leases",
    "42P01": "there are no tables of QG in this database: start qg-server serve on it once, or see that its "
    "name is right",
    "53100": "the disk of the database is full: make room there; what was stored stays",
    "53300": "raise max_connections of PostgreSQL: every server takes four",
    "57P": "the database is starting or stopping: try again in a moment",
}
"""What the host can do, by the SQLSTATE or the class of it. An error of connecting has none."""


def reported(error: psycopg.Error) -> StorageError:
    """What PostgreSQL reported and what to do, for the host, with the sentence for players."""
    state = error.sqlstate or ""
    text = str(error).strip().partition("\n")[0]
    advice = _found(_ADVICE, state)
    return StorageError(f"{text}; {advice}" if advice else text, _found(_REASONS, state) or "failed")


def _found(sentences: dict[str, str], state: str) -> str:
    return next((sentences[key] for key in (state, state[:3], state[:2]) if key in sentences), "")
