"""What `--database` names: a file of SQLite, or a PostgreSQL database that several servers share."""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol, TypeAlias
from urllib.parse import urlsplit

from protocol.folders import data_folder
from server.errors import StorageError
from server.metrics import Metrics
from server.store import MOST_LISTED, EventStore, SqliteReader, SqliteStore
from server.table.facts import Row

Database: TypeAlias = Path | str
"""A file, or the address of a PostgreSQL database."""
_SCHEMES = ("postgresql://", "postgres://")


class Reader(Protocol):
    """Reads the facts of a database, also while servers write in it."""

    def rows(self, table: str) -> list[Row]: ...
    def roster(self, after: str = "", most: int = MOST_LISTED) -> dict[str, list[Row]]: ...
    def close(self) -> None: ...


def all_listed(reader: Reader) -> Iterator[tuple[str, list[Row]]]:
    """Every table, page by page, with the facts from which its line is made."""
    after = ""
    while page := reader.roster(after):
        yield from page.items()
        after = max(page)


def named(text: str) -> Database:
    return text if text.startswith(_SCHEMES) else Path(text)


def folder_of(database: Database) -> Path:
    """Where files beside the database are kept, such as a certificate."""
    return database.parent if isinstance(database, Path) else data_folder()


def shown(database: Database) -> str:
    """The database as it may be printed and logged: without a password."""
    if isinstance(database, Path):
        return str(database)
    parts = urlsplit(database)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="").geturl()


async def open_store(
    database: Database, address: str, metrics: Metrics | None = None, *, is_alone: bool = False
) -> EventStore:
    """The store of a server at this address; `is_alone` lets no other use a file. Raises StorageError."""
    if isinstance(database, Path):
        return SqliteStore(database, is_alone=is_alone)
    _check_driver()
    from server.postgres.store import PostgresStore

    try:
        return await PostgresStore.open(database, address, metrics)
    except StorageError as error:
        raise StorageError(f"{shown(database)}: {error}") from error


def open_reader(database: Database) -> Reader:
    """For commands that run beside a server. Raises StorageError."""
    if isinstance(database, Path):
        return SqliteReader(database)
    _check_driver()
    from server.postgres.reading import PostgresReader

    try:
        return PostgresReader(database)
    except StorageError as error:
        raise StorageError(f"{shown(database)}: {error}") from error


def _check_driver() -> None:
    try:
        import psycopg  # noqa: F401  # it is only asked whether it is there
    except ImportError as error:
        raise StorageError(
            "PostgreSQL needs one more package here: pip install 'quartier-general[postgres]'"
        ) from error
