"""The event store on PostgreSQL. What waits is stored in one statement, whichever tables it is of.

A connection that is lost is opened again. A commit whose answer was lost is looked up: facts that are there
are not added a second time.
"""

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar
from uuid import uuid4

import psycopg
from psycopg import AsyncConnection, sql
from psycopg.conninfo import make_conninfo

from server import logs
from server.crash import crash_point
from server.errors import HeldElsewhere, LeaseLost, StorageError
from server.metrics import Metrics
from server.postgres import leases
from server.postgres.reading import LINES, NEXT_TABLES, ROWS, sorted_roster
from server.postgres.reports import reported
from server.postgres.schema import Link, prepare
from server.schema import ROSTER
from server.store import MOST_LISTED, MOST_TOGETHER, Values, row_of, values_of
from server.table.facts import Row

T = TypeVar("T")
PATIENCE = 4.0
"""So many seconds a fact waits for a database that is gone, before its writer is told."""
RETRY_SECONDS = 0.05
UNEVEN = 20
"""A server that plays so many tables more than another sends those who open one there."""
CONNECT_SECONDS = 3
LOOKS = 2
"""A server that finds so many times in a row that the database does not hear it gives its tables up."""

_INSERT = """
WITH given AS (SELECT * FROM unnest(
    %(table)b::text[], %(n)b::int[], %(at)b::float8[], %(spent)b::float8[], %(played)b::float8[],
    %(kind)b::text[], %(body)b::bytea[]) AS facts (table_id, n, at, spent, played, kind, body)),
held AS (SELECT leases.table_id FROM leases
    JOIN unnest(%(claimed)b::text[], %(fences)b::bigint[]) AS own (table_id, fence)
    ON leases.table_id = own.table_id AND leases.fence = own.fence
    FOR SHARE OF leases),
stored AS (INSERT INTO facts SELECT given.* FROM given JOIN held USING (table_id)
    RETURNING table_id, kind)
SELECT table_id, CASE WHEN bool_or(kind = ANY(%(roster)b)) THEN pg_notify(%(channel)b, table_id) END
FROM stored GROUP BY table_id
"""
"""Adds the facts of those tables whose fencing number is still the one of this server, and names them.

The share lock lets a takeover wait until the facts are committed; then they are seen by the new holder.
"""

COLUMNS = ("table", "n", "at", "spent", "played", "kind", "body")
BODY = "SELECT body FROM facts WHERE table_id = %s AND n = %s"

LOST = ("08", "57P")
"""SQLSTATE classes: the connection broke, or the database is being stopped."""
KEEPALIVE = {"keepalives_idle": "2", "keepalives_interval": "1", "keepalives_count": "3"}
"""A database whose machine is gone is noticed within seconds, and not after the two hours of the system."""


class Append:
    __slots__ = ("done", "table", "values")

    def __init__(self, table: str, values: list[Values], done: "asyncio.Future[None]") -> None:
        self.table = table
        self.values = values
        self.done = done


class PostgresStore:
    """Use `await PostgresStore.open(url)`: a constructor cannot wait for the database."""

    def __init__(self, url: str, address: str, metrics: Metrics) -> None:
        self._metrics = metrics
        self._url = url
        self._server, self._address = uuid4().hex, address
        self._loop = asyncio.get_running_loop()
        self._links: dict[str, Link] = {}
        self._locks = {use: asyncio.Lock() for use in ("read", "write", "beat")}
        self._fences: dict[str, int] = {}
        self._jobs: asyncio.Queue[Append] = asyncio.Queue()
        self._tasks: tuple[asyncio.Task[None], ...] = ()
        self._alive: tuple[leases.Alive, ...] = ()
        self._people_here: Callable[[], dict[str, int]] = dict
        self._changed: Callable[[str], None] = lambda table: None
        self._give_up: Callable[[], None] = lambda: None
        self._heard_at = self._loop.time()
        """When the database last heard that this server is alive."""
        self._is_cut_off = False

    @classmethod
    async def open(cls, url: str, address: str = "", metrics: Metrics | None = None) -> "PostgresStore":
        store = cls(url, address, metrics or Metrics())
        try:
            await store._start()
        except psycopg.Error as error:
            await store._disconnect()
            raise reported(error) from error
        except BaseException:
            await store._disconnect()
            raise
        return store

    async def _start(self) -> None:
        link = await self._link("write")
        await prepare(link)
        self._channel = await _channel(link)
        await self._beat(link)
        self._tasks = (
            asyncio.create_task(self._write_what_waits(), name="store"),
            asyncio.create_task(self._say_alive(), name="heartbeat"),
            asyncio.create_task(self._notice_silence(), name="silence"),
            asyncio.create_task(self._hear_of_changes(), name="changes of tables"),
        )

    def append(self, table: str, rows: Sequence[Row]) -> "asyncio.Future[None]":
        """Store these facts. The future ends when all are on the disk, or with StorageError if none is."""
        done: asyncio.Future[None] = self._loop.create_future()
        self._jobs.put_nowait(Append(table, [values_of(table, row) for row in rows], done))
        return done

    def release(self, table: str) -> None:
        """This server plays the table no longer. The lease stays: whoever comes later is sent here again."""
        self._fences.pop(table, None)

    async def claim(self, table: str) -> None:
        """Hold this table, so that no other server writes its facts. Raises HeldElsewhere."""
        if self._is_cut_off and (others := [other for other in self.servers() if other != self._address]):
            raise HeldElsewhere(random.choice(others))
        while True:
            try:
                taken = await self._ask("read", lambda link: leases.claim(link, self._server, table))
                break
            except HeldElsewhere as held:
                if not held.may_be_dead:
                    raise
            await asyncio.sleep(RETRY_SECONDS)
        self._fences[table] = taken
        self._metrics.tables_taken_total += taken > 1

    async def load(self, table: str) -> list[Row]:
        async def read(link: Link) -> list[Row]:
            return [row_of(values) async for values in await link.execute(ROWS, (table,))]

        return await self._ask("read", read)

    async def roster(self, after: str = "", most: int = MOST_LISTED) -> dict[str, list[Row]]:
        async def read(link: Link) -> dict[str, list[Row]]:
            found = await link.execute(NEXT_TABLES, (after, most))
            return await _lines(link, [table for (table,) in await found.fetchall()])

        return await self._ask("read", read)

    async def listed(self, table: str) -> list[Row]:
        return (await self._ask("read", lambda link: _lines(link, [table]))).get(table, [])

    def servers(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(server.address for server in self._alive))

    def server_with_room(self) -> str:
        """The server that plays so many tables less than this one that a new table should go there."""
        emptiest = min(self._alive, key=lambda server: server.tables, default=None)
        has_room = emptiest is not None and len(self._fences) - emptiest.tables >= UNEVEN
        return emptiest.address if emptiest and has_room else ""

    def share_presence(self, people_here: Callable[[], dict[str, int]]) -> None:
        self._people_here = people_here

    def presence(self) -> dict[str, int]:
        return {table: count for server in self._alive for table, count in server.here.items()}

    def watch(self, changed: Callable[[str], None]) -> None:
        self._changed = changed

    def when_cut_off(self, give_up: Callable[[], None]) -> None:
        self._give_up = give_up

    def waiting(self) -> int:
        return self._jobs.qsize()

    def room(self) -> int | None:
        return None

    async def close(self) -> None:
        """Store what waits, and give up every table, so that another server can take them at once."""
        await self._jobs.join()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(psycopg.Error):
            await leases.leave(await self._link("write"), self._server)
        await self._disconnect()

    async def _disconnect(self) -> None:
        for link in self._links.values():
            await link.close()

    async def _link(self, use: str) -> Link:
        """The connection for this use. Reading must not wait for writing, nor the heartbeat for either."""
        link = self._links.get(use)
        if link is None or link.closed:
            settings = make_conninfo(self._url, connect_timeout=CONNECT_SECONDS, **KEEPALIVE)
            # It is kept before anything is asked of it, so that it is closed whatever happens then.
            link = self._links[use] = await AsyncConnection.connect(settings, autocommit=True)
            await link.execute("SET synchronous_commit = on")
        return link

    async def _ask(self, use: str, question: Callable[[Link], Awaitable[T]]) -> T:
        """Ask the database. If the connection is lost the question is asked again, for a while."""
        until = self._loop.time() + PATIENCE
        async with self._locks[use]:
            while True:
                try:
                    return await question(await self._link(use))
                except psycopg.Error as error:
                    if not self._is_lost(error, use) or self._loop.time() > until:
                        raise reported(error) from error
                await asyncio.sleep(RETRY_SECONDS)

    def _is_lost(self, error: psycopg.Error, use: str) -> bool:
        """Whether the connection is gone, so that nobody knows what became of the statement."""
        link = self._links.get(use)
        return link is None or link.closed or (error.sqlstate or "").startswith(LOST)

    async def _say_alive(self) -> None:
        while True:
            try:
                await self._beat(await self._link("beat"))
            except psycopg.Error as error:
                logs.warning("the database does not hear this server", error=str(reported(error)))
            await asyncio.sleep(leases.BEAT_SECONDS)

    async def _notice_silence(self) -> None:
        """If the database has not heard this server for long, others may take its tables: it gives them up.

        One look is not enough: a process that was frozen looks before it has said that it is alive.
        """
        silent = 0
        while True:
            await asyncio.sleep(leases.BEAT_SECONDS)
            is_silent = self._loop.time() - self._heard_at > leases.ALIVE_SECONDS - leases.BEAT_SECONDS
            silent = silent + 1 if is_silent else 0
            self._is_cut_off = silent >= LOOKS
            if silent == LOOKS:
                logs.warning("cut off from the database: this server gives its tables up")
                self._give_up()

    async def _beat(self, link: Link) -> None:
        began = self._loop.time()
        own = leases.Alive(self._address, len(self._fences), self._people_here())
        await leases.beat(link, self._server, own)
        self._heard_at = self._loop.time()
        self._metrics.database_seconds = self._heard_at - began
        self._metrics.tables_held = len(self._fences)
        self._alive = await leases.alive(link)

    async def _hear_of_changes(self) -> None:
        """Other servers say which tables they have changed. What was said while nobody listened is lost."""
        while True:
            try:
                link = await self._link("listen")
                await link.execute(sql.SQL("LISTEN {}").format(sql.Identifier(self._channel)))
                async for said in link.notifies():
                    if said.pid != self._pid():
                        self._changed(said.payload)
            except psycopg.Error:
                await asyncio.sleep(RETRY_SECONDS)

    def _pid(self) -> int:
        """The process of PostgreSQL that writes for us: what it says we know."""
        return self._links["write"].info.backend_pid

    async def _write_what_waits(self) -> None:
        while True:
            batch = [await self._jobs.get()]
            while len(batch) < MOST_TOGETHER and not self._jobs.empty():
                batch.append(self._jobs.get_nowait())
            try:
                await self._store_together(batch)
            finally:
                for job in batch:
                    fail(job, StorageError("the store was closed"))
                    self._jobs.task_done()

    async def _store_together(self, batch: list[Append]) -> None:
        error = await self._store(batch)
        if error is None:
            return
        if len(batch) == 1:
            fail(batch[0], error)
            return
        # An error of one table must not touch the others, so each is tried by itself.
        for job in batch:
            if alone := await self._store([job]):
                fail(job, alone)

    async def _store(self, batch: list[Append]) -> StorageError | None:
        """Add the facts of these appends and answer those that are stored; what went wrong, if anything."""
        is_doubtful = False

        async def insert(link: Link) -> None:
            nonlocal is_doubtful
            if is_doubtful:
                await answer_stored(link, batch)
            is_doubtful = True
            await self._insert(link, [job for job in batch if not job.done.done()])

        try:
            await self._ask("write", insert)
        except StorageError as error:
            return error
        return None

    async def _insert(self, link: Link, batch: list[Append]) -> None:
        columns = list(zip(*(values for job in batch for values in job.values), strict=True))
        if not columns:
            return
        fences = {job.table: self._fences.get(job.table, 0) for job in batch}
        given = dict(zip(COLUMNS, map(list, columns), strict=True))
        crash_point("before-write")
        given |= {"claimed": [*fences], "fences": [*fences.values()]}
        found = await link.execute(_INSERT, {**given, "roster": [*ROSTER], "channel": self._channel})
        stored = {table for table, _ in await found.fetchall()}
        crash_point("after-commit")
        for job in batch:
            if job.table in stored:
                answer(job)
            else:
                self._metrics.tables_lost_total += 1
                fail(job, LeaseLost(job.table))


async def _lines(link: Link, ids: list[str]) -> dict[str, list[Row]]:
    return sorted_roster(await (await link.execute(LINES, {"ids": ids})).fetchall())


async def _channel(link: Link) -> str:
    """Where the servers of this schema say which tables they have changed."""
    found = await (await link.execute("SELECT current_schema()")).fetchone()
    assert found is not None
    return f"qg_{found[0]}"


def answer(job: Append) -> None:
    if not job.done.done():
        job.done.set_result(None)


def fail(job: Append, error: StorageError) -> None:
    if not job.done.done():
        job.done.set_exception(error)


async def answer_stored(link: Link, batch: Sequence[Append]) -> None:
    """Answer those appends whose facts are in the database: their commit came through, its answer did not."""
    for job in batch:
        first = job.values[0]
        found = await (await link.execute(BODY, (job.table, first[1]))).fetchone()
        if found is not None and found[0] == first[-1]:
            answer(job)
