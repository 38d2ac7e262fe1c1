"""The store of all facts. Facts are only added, and they are on the disk before anybody is told of them.

One thread with one connection to SQLite serves all tables. It stores everything that waits in one commit,
so that tables do not wait for each other.
"""

import asyncio
import contextlib
import os
import queue
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeAlias, TypeVar

import msgspec

from server.crash import crash_point
from server.errors import StorageError
from server.file_lock import lock_database
from server.schema import ROSTER, WRITING, check, prepare
from server.sqlite_reports import described, reason
from server.table.facts import AnyFact, Row

T = TypeVar("T")
MOST_TOGETHER = 512
"""When so many appends are stored together, no more are fetched."""
MOST_LISTED = 1000
"""So many tables are listed at once; a server that starts reads the others later."""

MOST_ROWS = 64
"""So many facts are added with one statement."""
_INSERTS = {
    rows: f"INSERT INTO facts VALUES {', '.join(['(?, ?, ?, ?, ?, ?, ?)'] * rows)}"
    for rows in (1, 2, 4, 8, 16, 32, MOST_ROWS)
}

_COLUMNS = "n, at, spent, played, body"
_decoder: msgspec.msgpack.Decoder[AnyFact] = msgspec.msgpack.Decoder(AnyFact)

Values: TypeAlias = tuple[str, int, float, float, float, str, bytes]


class EventStore(Protocol):
    async def claim(self, table: str) -> None:
        """Hold this table, so that no other server writes its facts. Raises HeldElsewhere."""

    def release(self, table: str) -> None:
        """This table is played no longer; it must be claimed again before anything is added to it."""

    def append(self, table: str, rows: Sequence[Row]) -> "asyncio.Future[None]": ...
    async def load(self, table: str) -> list[Row]: ...
    async def roster(self, after: str = "", most: int = MOST_LISTED) -> dict[str, list[Row]]:
        """The next tables in the order of their ids, each with the facts from which its line is made."""

    async def listed(self, table: str) -> list[Row]:
        """The facts from which the line of this table is made; none if there is no such table."""

    def servers(self) -> tuple[str, ...]:
        """The addresses of all servers that share this store, this one too; none if nobody else can."""

    def server_with_room(self) -> str:
        """The address of the server at which a new table should be opened; empty if it is this one."""

    def share_presence(self, people_here: Callable[[], dict[str, int]]) -> None:
        """Tell other servers now and then how many people are connected at each table, if anybody is."""

    def presence(self) -> dict[str, int]:
        """The same of all servers that share this store, as it was a moment ago."""

    def watch(self, changed: Callable[[str], None]) -> None:
        """Call back with the id of each table whose line another server has changed."""

    def when_cut_off(self, give_up: Callable[[], None]) -> None:
        """Call back when others may have taken all tables of this server, because it cannot be heard."""

    def waiting(self) -> int:
        """How many jobs wait for the disk."""

    def room(self) -> int | None:
        """How many bytes are free on the disk; None if the system does not tell."""

    async def close(self) -> None: ...


def row_of(values: Sequence[Any]) -> Row:
    n, at, spent, played, body = values
    return Row(n, at, spent, played, _decoder.decode(body))


def values_of(table: str, row: Row) -> Values:
    kind = str(row.fact.__struct_config__.tag)
    return (table, row.n, row.at, row.spent, row.played, kind, msgspec.msgpack.encode(row.fact))


def read_rows(connection: sqlite3.Connection, table: str) -> list[Row]:
    found = connection.execute(f"SELECT {_COLUMNS} FROM facts WHERE table_id = ? ORDER BY n", (table,))
    return [row_of(values) for values in found]


_LAST_TOLD = (
    f"SELECT {_COLUMNS} FROM facts WHERE table_id = ? AND kind NOT IN {WRITING} ORDER BY n DESC LIMIT 1"
)


_NEXT_TABLES = (
    f"SELECT DISTINCT table_id FROM facts WHERE kind IN {ROSTER} AND table_id > ? ORDER BY table_id LIMIT ?"
)
_LISTED = (
    f"SELECT table_id, {_COLUMNS} FROM facts WHERE kind IN {ROSTER} AND table_id BETWEEN ? AND ? "
    "ORDER BY table_id, n"
)


def read_roster(
    connection: sqlite3.Connection, after: str = "", most: int = MOST_LISTED
) -> dict[str, list[Row]]:
    """For the next tables the facts from which their lines are made, and the last one that was told."""
    ids = [table for (table,) in connection.execute(_NEXT_TABLES, (after, most))]
    return read_lines(connection, ids[0], ids[-1]) if ids else {}


def read_lines(connection: sqlite3.Connection, first: str, last: str) -> dict[str, list[Row]]:
    """The same for all tables from the first id to the last."""
    tables: dict[str, list[Row]] = {}
    for table, *values in connection.execute(_LISTED, (first, last)):
        tables.setdefault(table, []).append(row_of(values))
    for table, rows in tables.items():
        told = connection.execute(_LAST_TOLD, (table,)).fetchone()
        if told[0] > rows[-1].n:
            rows.append(row_of(told))
    return tables


def _statements(rows: Iterable[Values]) -> Iterator[tuple[str, list[Any]]]:
    """Statements that add these rows, many with each.

    With every statement this thread gives the interpreter away and has to wait until it gets it back.
    """
    waiting = list(rows)
    most = MOST_ROWS
    while waiting:
        while most > len(waiting):
            most //= 2  # so few different statements are used that each is prepared once
        yield _INSERTS[most], [value for row in waiting[:most] for value in row]
        del waiting[:most]


def open_readonly(path: Path) -> sqlite3.Connection:
    """A connection that can only read, for tools that run beside a server."""
    if not path.is_file():
        raise StorageError(f"there is no database at {path}")
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    try:
        connection.execute("SELECT 1 FROM facts LIMIT 1")
        check(connection)
    except (sqlite3.Error, StorageError) as error:
        connection.close()
        raise described(path, error) from error
    return connection


class SqliteReader:
    """Reads the facts of a file in which a server may be writing."""

    def __init__(self, path: Path) -> None:
        self._connection = open_readonly(path)

    def rows(self, table: str) -> list[Row]:
        return read_rows(self._connection, table)

    def roster(self, after: str = "", most: int = MOST_LISTED) -> dict[str, list[Row]]:
        return read_roster(self._connection, after, most)

    def close(self) -> None:
        self._connection.close()


class SqliteStore:
    def __init__(self, path: Path, *, is_alone: bool = False) -> None:
        """With `is_alone`, a file is refused on which another such server runs.

        The servers that clients start for themselves may share a file, because each plays other tables.
        """
        self._path = path
        self._is_alone = is_alone
        self._jobs: queue.SimpleQueue[list[_Append] | _Read | None] = queue.SimpleQueue()
        self._appends: list[_Append] = []
        """What was appended in this turn of the loop. The thread is woken once for all of it."""
        self._handed_in = self._taken = 0
        """How many appends there were, counted by the loop, and how many the thread has begun with."""
        self._loop = asyncio.get_running_loop()
        self._connection = self._connect()
        self._thread = threading.Thread(target=self._run, name="store")
        self._thread.start()

    def _connect(self) -> sqlite3.Connection:
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._lock = lock_database(self._path) if self._is_alone else None
        try:
            return self._open_file()
        except BaseException:
            self._unlock()
            raise

    def _unlock(self) -> None:
        if self._lock is not None:
            os.close(self._lock)

    def _open_file(self) -> sqlite3.Connection:
        # The file holds secret sheets, so from the start only its owner may read it.
        with contextlib.suppress(FileExistsError):
            os.close(os.open(self._path, os.O_CREAT | os.O_EXCL, 0o600))
        try:
            connection = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
        except sqlite3.Error as error:
            raise described(self._path, error) from error
        try:
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=2000"):
                connection.execute(f"PRAGMA {pragma}")
            prepare(connection)
        except (sqlite3.Error, StorageError) as error:
            connection.close()
            raise described(self._path, error) from error
        return connection

    def append(self, table: str, rows: Sequence[Row]) -> "asyncio.Future[None]":
        """Store these facts. The future ends when all are on the disk, or with StorageError if none is."""
        done: asyncio.Future[None] = self._loop.create_future()
        if not self._appends:
            self._loop.call_soon(self._hand_over)
        self._appends.append(_Append([values_of(table, row) for row in rows], done))
        self._handed_in += 1
        return done

    def _hand_over(self) -> None:
        """Hand all that was appended to the thread."""
        if self._appends:
            self._jobs.put(self._appends)
            self._appends = []

    async def claim(self, table: str) -> None:
        """One process writes the file, so nobody else can hold a table of it."""

    def release(self, table: str) -> None:
        """Nobody else could take it."""

    async def load(self, table: str) -> list[Row]:
        return await self._read(lambda connection: read_rows(connection, table))

    async def roster(self, after: str = "", most: int = MOST_LISTED) -> dict[str, list[Row]]:
        return await self._read(lambda connection: read_roster(connection, after, most))

    async def listed(self, table: str) -> list[Row]:
        found = await self._read(lambda connection: read_lines(connection, table, table))
        return found.get(table, [])

    def servers(self) -> tuple[str, ...]:
        return ()

    def server_with_room(self) -> str:
        return ""

    def share_presence(self, people_here: Callable[[], dict[str, int]]) -> None:
        """There is nobody to tell."""

    def presence(self) -> dict[str, int]:
        return {}

    def watch(self, changed: Callable[[str], None]) -> None:
        """Nobody else writes the file."""

    def when_cut_off(self, give_up: Callable[[], None]) -> None:
        """The file is here."""

    def waiting(self) -> int:
        return self._handed_in - self._taken

    def room(self) -> int | None:
        try:
            return shutil.disk_usage(self._path.parent).free
        except OSError:
            return None

    async def _read(self, job: Callable[[sqlite3.Connection], T]) -> T:
        done: asyncio.Future[T] = self._loop.create_future()
        self._hand_over()  # what was appended before is to be read
        self._jobs.put(_Read(job, done))
        return await done

    async def close(self) -> None:
        self._hand_over()
        self._jobs.put(None)
        await self._loop.run_in_executor(None, self._thread.join)
        self._connection.close()
        self._unlock()

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            if isinstance(job, _Read):
                self._answer([self._perform(job)])
                continue
            batch, after = self._batch(job)
            self._taken += len(batch)
            self._answer(self._commit(batch))
            if after is None:
                continue
            if after is _STOP:
                return
            self._answer([self._perform(after)])

    def _batch(self, batch: "list[_Append]") -> "tuple[list[_Append], Any]":
        """These and all other appends that wait now, and the job after them, if there is one."""
        while len(batch) < MOST_TOGETHER:
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                break
            if job is None:
                return batch, _STOP
            if isinstance(job, _Read):
                return batch, job
            batch += job
        return batch, None

    def _commit(self, batch: "list[_Append]") -> "list[_Answer]":
        error = self._insert(values for job in batch for values in job.values)
        if error is None:
            return [(job.done, None, None) for job in batch]
        if len(batch) == 1:
            return [(batch[0].done, None, error)]
        # An error of one table must not touch the others, so each is tried by itself.
        return [(job.done, None, self._insert(job.values)) for job in batch]

    def _insert(self, values: Iterable[Values]) -> Exception | None:
        connection = self._connection
        try:
            crash_point("before-write")
            connection.execute("BEGIN IMMEDIATE")
            for statement, together in _statements(values):
                connection.execute(statement, together)
            crash_point("after-write")
            connection.execute("COMMIT")
            crash_point("after-commit")
        except sqlite3.Error as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            return StorageError(str(error), reason(error))
        return None

    def _perform(self, job: "_Read") -> "_Answer":
        try:
            return (job.done, job.work(self._connection), None)
        except (sqlite3.Error, msgspec.DecodeError) as error:
            return (job.done, None, StorageError(str(error), reason(error)))

    def _answer(self, answers: "list[_Answer]") -> None:
        with contextlib.suppress(RuntimeError):  # the loop may be closing
            self._loop.call_soon_threadsafe(_resolve, answers)


class _Append:
    __slots__ = ("done", "values")

    def __init__(self, values: list[Values], done: "asyncio.Future[None]") -> None:
        self.values = values
        self.done = done


class _Read:
    __slots__ = ("done", "work")

    def __init__(self, work: Callable[[sqlite3.Connection], Any], done: "asyncio.Future[Any]") -> None:
        self.work = work
        self.done = done


_STOP = object()
_Answer: TypeAlias = tuple["asyncio.Future[Any]", Any, Exception | None]


def _resolve(answers: list[_Answer]) -> None:
    for done, result, error in answers:
        if done.cancelled():
            continue
        if error is None:
            done.set_result(result)
        else:
            done.set_exception(error)
