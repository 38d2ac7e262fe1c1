"""The asyncio shell of a table: arrival, storage and delivery around the pure Table."""

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Protocol, TypeAlias

from msgspec import Struct

from protocol.codec import encode
from protocol.ids import Lines, SheetKey
from protocol.messages import (
    CLOSE_OWN_ERROR,
    ClientMessage,
    LinkLine,
    Refused,
    ServerMessage,
    Snapshot,
)
from protocol.notes import Note
from server import logs
from server.crash import crash_point
from server.errors import StorageError, TableError
from server.metrics import Metrics
from server.store import EventStore
from server.table.acts import perform
from server.table.audience import BotJob, Effects, Live, Peer
from server.table.facts import SheetsRead
from server.table.stream import Entry
from server.table.table import Table, fold_facts

MOST_AT_ONCE = 32
"""So that no table keeps the others waiting for long."""
GRACE = 0.01
"""The bell is rung this much late, so that what arrived before it is in the inbox."""
STORAGE_RETRY = 0.5
WRONG_SECRETS = ("wrong-token", "wrong-key", "wrong-password")

Think: TypeAlias = Callable[[str, BotJob], Awaitable[dict[SheetKey, Lines]]]


class Line(Protocol):
    """The way to one peer: posting never waits."""

    def post(self, *data: bytes) -> None: ...
    def close(self, code: int, note: Note | None = None) -> None:
        """Close the connection; the note is the reason, said in the peer's language."""

    def struck(self) -> None:
        """The peer gave a wrong secret."""

    def link(self) -> tuple[float | None, float]:
        """The lag in seconds, if it is known, and since when nothing has come from there."""


class _Arrived(Struct):
    at: float
    peer: Peer
    message: ClientMessage
    answered: asyncio.Event


class _Gone(Struct):
    at: float
    peer: Peer


class _Thought(Struct):
    at: float
    job: BotJob
    sheets: dict[SheetKey, Lines]


class _TakenUp(Struct):
    at: float


class _FoundEmpty(Struct):
    at: float


_Item: TypeAlias = _Arrived | _Gone | _Thought | _TakenUp | _FoundEmpty


def _let_go(items: Iterable[_Item]) -> None:
    """Whoever waits for an answer to one of these need not wait any longer."""
    for item in items:
        if isinstance(item, _Arrived):
            item.answered.set()


class Actor:
    """One table, one task. Nothing that happens in it can stop another table."""

    def __init__(self, table: Table, store: EventStore, think: Think, metrics: Metrics) -> None:
        self.table = table
        self._store = store
        self._think = think
        self._metrics = metrics
        self._lines: dict[int, Line] = {}
        self._inbox: deque[_Item] = deque()
        self._stir = asyncio.Event()
        self._timer: asyncio.TimerHandle | None = None
        self._bots: set[asyncio.Task[None]] = set()
        self._loop = asyncio.get_running_loop()
        self.broken = False
        self._busy = False
        self._before: Live | None = None
        self._undone = False
        """The table holds facts that were not stored, and must not go on from them."""

    def submit(self, peer: Peer, line: Line, message: ClientMessage, at: float) -> asyncio.Event:
        """A message that arrived at `at`, for this table. The event comes when it has been answered."""
        answered = asyncio.Event()
        if self.broken:
            self._refuse(line, peer, message, TableError("table-broken"))
            answered.set()
            return answered
        self._lines[peer.number] = line
        self._inbox.append(_Arrived(at, peer, message, answered))
        self._stir.set()
        return answered

    def gone(self, peer: Peer) -> None:
        self._inbox.append(_Gone(self._loop.time(), peer))
        self._stir.set()

    def take_up(self) -> None:
        """Back from the log: what was interrupted is finished before anything new."""
        self._inbox.append(_TakenUp(self._loop.time()))
        self._stir.set()

    def close_if_empty(self) -> None:
        """Nobody came: the table is over before it began."""
        self._inbox.append(_FoundEmpty(self._loop.time()))
        self._stir.set()

    def links(self) -> list[LinkLine]:
        """How those who sit here are connected."""
        found = []
        for peer in self.table.peers.values():
            line = self._lines.get(peer.number)
            if peer.seat and line is not None:
                lag, silent = line.link()
                found.append(LinkLine(seat=peer.seat, lag=lag, silent=silent))
        return found

    @property
    def idle(self) -> bool:
        return not self.table.peers and not self._inbox and not self._bots and not self._busy

    async def run(self) -> None:
        """Until cancelled. A supervisor: our own bug ends this table with a report, and no other."""
        try:
            await self._supervise()
        finally:
            _let_go(self._inbox)

    async def _supervise(self) -> None:
        while True:
            try:
                await self._serve()
            except StorageError as error:
                self._metrics.storage_errors_total += 1
                logs.warning("storage failed", table=self.table.state.id, error=str(error))
                await asyncio.sleep(STORAGE_RETRY)
            except Exception:
                self._metrics.table_faults_total += 1
                logs.failure("table failed", table=self.table.state.id)
                if not await self._break_down():
                    return

    async def _serve(self) -> None:
        while True:
            self._arm()
            await self._stir.wait()
            self._stir.clear()
            await self._turn()

    async def _turn(self) -> None:
        """Take what has arrived, store what it comes to, and only then tell anyone."""
        taken: list[_Item] = []
        while self._inbox and len(taken) < MOST_AT_ONCE:
            taken.append(self._inbox.popleft())
        self._busy = True
        # What was interrupted goes first; then arrival decides, whichever connection was read first.
        taken.sort(key=lambda item: (not isinstance(item, _TakenUp), item.at))
        try:
            await self._reload_if_undone()
            self._before = self.table.live()
            for item in taken:
                self._handle(item)
            now = self._loop.time()
            if self._inbox:
                self._stir.set()
            else:
                self._ring(now)
            await self._deliver(self.table.collect(now))
        except StorageError as error:
            await self._undo(taken, error)
            raise
        finally:
            self._busy = False
            _let_go(taken)

    def _ring(self, now: float) -> None:
        """Whatever is due by now."""
        due = self.table.deadline()
        self.table.advance_to(now - GRACE, time.time())
        if due is not None and due <= now - GRACE:
            self._metrics.last_bell_late_seconds = now - due

    def _handle(self, item: _Item) -> None:
        match item:
            case _Arrived():
                perform(self.table, item.peer, item.message, item.at, time.time())
            case _Gone():
                self._lines.pop(item.peer.number, None)
                self.table.detach(item.peer, item.at, time.time())
            case _Thought():
                self.table.bot_wrote(item.job, item.sheets, item.at, time.time())
            case _FoundEmpty():
                self.table.close_if_empty(item.at, time.time())
            case _TakenUp():
                self.table.take_up(item.at, time.time())

    def _arm(self) -> None:
        """Let the bell stir this task when it is due."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        deadline = self.table.deadline()
        if deadline is not None:
            self._timer = self._loop.call_at(deadline + GRACE, self._stir.set)

    async def _deliver(self, effects: Effects) -> None:
        if effects.rows:
            await self._append(effects)
        crash_point("before-ack")
        self._post(effects.out)
        for peer, code, note in effects.closed:
            line = self._lines.pop(peer.number, None)
            if line is not None:
                line.close(code, note)
        for job in effects.jobs:
            self._start_job(job)

    def _post(self, out: list[tuple[Peer, ServerMessage | Entry]]) -> None:
        """Everything for one peer goes out together, in its order."""
        packed: dict[Any, bytes] = {}
        parcels: dict[int, list[bytes]] = {}
        for peer, item in out:
            if peer.number in self._lines:
                parcels.setdefault(peer.number, []).append(self._packed(peer, item, packed))
                if isinstance(item, Refused) and item.code in WRONG_SECRETS:
                    self._lines[peer.number].struck()
        for number, parcel in parcels.items():
            self._lines[number].post(*parcel)

    async def _append(self, effects: Effects) -> None:
        started = self._loop.time()
        if any(isinstance(row.fact, SheetsRead) for row in effects.rows):
            self._metrics.rounds_total += 1
            crash_point("before-reveal")
        await self._store.append(self.table.state.id, effects.rows)
        # What is not told is not counted: the figures must not tell a rival that a line was written.
        if effects.told:
            self._metrics.facts_total += effects.told
            self._metrics.commits_total += 1
            self._metrics.last_commit_seconds = self._loop.time() - started
            self._metrics.commit_seconds_total += self._metrics.last_commit_seconds

    def _packed(self, peer: Peer, item: ServerMessage | Entry, packed: dict[Any, bytes]) -> bytes:
        """Encoded once for all who get the same bytes."""
        if isinstance(item, Entry):
            key: Any = (item.seq, peer.role if item.is_personal else None)
            if key not in packed:
                packed[key] = encode(self.table.told(item, peer.role))
                if item.is_personal:
                    crash_point("during-reveal")
            return packed[key]
        if id(item) not in packed:
            packed[id(item)] = encode(item)
            if isinstance(item, Snapshot):
                crash_point("during-snapshot")
        return packed[id(item)]

    async def _undo(self, taken: list[_Item], error: StorageError) -> None:
        """Nothing was stored: the table goes back to what its log says, and everyone who asked is told."""
        self._undone = True
        with contextlib.suppress(StorageError):  # then before the next turn
            await self._reload_if_undone()
        refusal = TableError("storage", text=error.note)
        for item in taken:
            line = self._lines.get(item.peer.number) if isinstance(item, _Arrived) else None
            if isinstance(item, _Arrived) and line is not None:
                self._refuse(line, item.peer, item.message, refusal)
        self._inbox.extendleft(item for item in reversed(taken) if not isinstance(item, _Arrived))
        self._stir.set()

    async def _reload_if_undone(self) -> None:
        if self._undone:
            await self._reload(self._before)
            self._undone = False

    async def _reload(self, live: Live | None = None) -> None:
        rows = await self._store.load(self.table.state.id)
        self.table.return_to(fold_facts(self.table.state.id, rows), self._loop.time(), live)

    def _refuse(self, line: Line, peer: Peer, message: ClientMessage, error: TableError) -> None:
        text = error.text(peer.language)
        line.post(encode(Refused(re=message.id, code=error.code, text=text)))

    async def _break_down(self) -> bool:
        """End the table with a report everybody at it can read; False if even that fails."""
        try:
            await self._reload()
            self.table.break_down(self._loop.time(), time.time())
            await self._deliver(self.table.collect(self._loop.time()))
        except Exception:
            logs.failure("table could not be ended", table=self.table.state.id)
            self.broken = True
            for line in self._lines.values():
                line.close(CLOSE_OWN_ERROR, Note("refused.table-broken"))
            return False
        return True

    def _start_job(self, job: BotJob) -> None:
        task = self._loop.create_task(self._run_job(job))
        self._bots.add(task)
        task.add_done_callback(self._bots.discard)

    async def _run_job(self, job: BotJob) -> None:
        try:
            sheets = await self._think(self.table.state.opened.game, job)
        except Exception:
            logs.failure("bot failed", table=self.table.state.id, level=job.level)
            sheets = {}
        self._inbox.append(_Thought(self._loop.time(), job, sheets))
        self._stir.set()

    async def stop(self) -> None:
        """No new work; bots are called off."""
        if self._timer:
            self._timer.cancel()
        for task in list(self._bots):
            task.cancel()
        await asyncio.gather(*self._bots, return_exceptions=True)
