"""The task of a table: it takes what arrives, stores the facts and sends the answers. Table does the rest."""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any, TypeAlias

from protocol.codec import encode
from protocol.ids import Lines, Seat, SheetKey
from protocol.messages import (
    CLOSE_OWN_ERROR,
    CLOSE_RESTART,
    ClientMessage,
    LinkLine,
    Refused,
    ServerMessage,
    Snapshot,
)
from protocol.notes import Note
from server import logs
from server.crash import crash_point
from server.errors import LeaseLost, StorageError, TableError
from server.metrics import Metrics
from server.store import EventStore
from server.table.acts import perform
from server.table.acts.rematch import refuse_rematch, tell_rematch
from server.table.arrivals import Arrived, FoundEmpty, Gone, Item, Reopened, TakenUp, Thought, end_waiting_for
from server.table.audience import BotJob, Connected, Effects, Peer
from server.table.facts import SheetsRead
from server.table.folding import folding
from server.table.inbox import Inbox
from server.table.line import Line
from server.table.rematch import NewTable
from server.table.resending import Again, Delivery, Part, Resending
from server.table.state import TableState
from server.table.stream import Entry
from server.table.table import Table

MOST_AT_ONCE = 32
TURN_SECONDS = 0.004
"""How many messages are handled at once, and for how long, so that other tables do not wait long."""
GRACE = 0.01
"""The bell is rung so many seconds late, so that the inbox holds all that arrived before it."""
LONGEST_WAIT = 0.1
"""The bell waits so many seconds more for what arrived in time and is not read from its socket yet."""
SAME_TIME = 1e-6
"""Two deadlines that differ by less are the same one, computed twice."""
STORAGE_RETRY = 0.5
WRONG_SECRETS = ("wrong-token", "wrong-key", "wrong-password")

Reopen: TypeAlias = Callable[[TableState, frozenset[Seat]], Awaitable[NewTable]]
"""Opens the table of a rematch for the players of these seats."""
Think: TypeAlias = Callable[[str, BotJob], Awaitable[dict[SheetKey, Lines]]]


class Actor:
    """Runs one table in one task. Nothing that happens in it can stop another table."""

    def __init__(
        self,
        table: Table,
        store: EventStore,
        think: Think,
        metrics: Metrics,
        resending: Resending,
        reopen: Reopen,
    ) -> None:
        self.table = table
        self._reopen = reopen
        self._resending = resending
        self._deliveries: dict[int, Delivery] = {}
        """What waits for each peer that is being sent events again."""
        self._store = store
        self._think = think
        self._metrics = metrics
        self._lines: dict[int, Line] = {}
        self._inbox: Inbox[Item] = Inbox()
        self._wake = asyncio.Event()
        self._timer: asyncio.TimerHandle | None = None
        self._timer_for = 0.0
        """The deadline for which the timer is set."""
        self._bots: set[asyncio.Task[None]] = set()
        """The tasks of bots that think, and of a rematch that is being opened."""
        self._loop = asyncio.get_running_loop()
        self.broken = False
        self.has_lost_table = False
        """True if another server has taken the table over. Nothing more happens here."""
        self._busy = False
        self._before: Connected | None = None
        self._must_reload = False
        """True if the table holds facts that were not stored; it must be loaded again before it goes on."""

    def submit(
        self,
        peer: Peer,
        line: Line,
        message: ClientMessage,
        at: float,
        answered: asyncio.Event | None = None,
    ) -> None:
        """Hand in a message that arrived at the time `at`. The event is set when it has been answered."""
        if self.broken or self.has_lost_table:
            moved = TableError("storage", text=Note("storage.held-elsewhere"))
            self._refuse(line, peer, message, TableError("table-broken") if self.broken else moved)
            if answered:
                answered.set()
            return
        self._lines[peer.number] = line
        item = Arrived(at, peer, message, answered)
        if message.is_question:
            self._inbox.add_question(peer.number, item)
        else:
            self._inbox.add_change(item)
        self._wake.set()

    def gone(self, peer: Peer) -> None:
        self._inbox.add_change(Gone(self._loop.time(), peer))
        self._wake.set()

    def take_up(self) -> None:
        """The table was opened or loaded. What was interrupted is finished before anything new."""
        self._inbox.add_change(TakenUp(self._loop.time()))
        self._wake.set()

    def close_if_empty(self) -> None:
        """Nobody sits at this table: it is to be closed if that is still so."""
        self._inbox.add_change(FoundEmpty(self._loop.time()))
        self._wake.set()

    def links(self) -> list[LinkLine]:
        """The state of the connections of those who have a seat."""
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
        """Run until cancelled. An error in our program ends this table only."""
        try:
            await self._supervise()
        finally:
            end_waiting_for(self._inbox.empty())

    async def _supervise(self) -> None:
        while True:
            try:
                await self._serve()
            except LeaseLost as error:
                logs.warning("table lost", table=self.table.state.id, error=str(error))
                self.give_up_table(error)
                return
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
            self._set_timer()
            await self._wake.wait()
            self._wake.clear()
            await self._handle_arrived()
            if self._inbox:
                self._wake.set()
                await asyncio.sleep(0)  # it is the turn of the other tables

    async def _handle_arrived(self) -> None:
        """Handle what has arrived and store the facts; only then tell anybody."""
        taken = self._inbox.take_changes(MOST_AT_ONCE)
        self._busy = True
        if len(taken) > 1:  # what was interrupted goes first; then only the time of arrival decides
            taken.sort(key=lambda item: (not isinstance(item, TakenUp), item.at))
        try:
            await self._reload_if_needed()
            self._before = self.table.connected()
            self._handle_for_a_while(taken)
            now = self._loop.time()
            if not self._inbox.has_changes:
                self._do_what_is_due(now)
            await self._deliver(self.table.collect(now))
        except StorageError as error:
            await self._take_back(taken, error)
            raise
        finally:
            self._busy = False
            end_waiting_for(taken)

    def _handle_for_a_while(self, taken: list[Item]) -> None:
        """Handle these changes, then questions, as long as there is time. `taken` is what was handled."""
        until = self._loop.time() + TURN_SECONDS
        for handled, item in enumerate(taken):
            if handled and self._loop.time() >= until:
                self._inbox.put_back(taken[handled:])
                del taken[handled:]
                return
            self._handle(item)
        while (not taken or self._loop.time() < until) and (question := self._inbox.take_question()):
            taken.append(question)
            self._handle(question)

    def _do_what_is_due(self, now: float) -> None:
        """Do what is due by now, and note how late the bell was."""
        due, until = self.table.bell_due(), now - GRACE
        if due is None or due > until:
            self.table.advance_to(until, time.time())
        elif due <= (until := self._all_is_here_until(until)):
            self.table.advance_to(until, time.time())
            self._metrics.last_bell_late_seconds = now - due

    def _all_is_here_until(self, until: float) -> float:
        """What arrived up to this time is here; what arrived later may wait while its socket is read.

        A peer whose bytes never end holds up the bell for LONGEST_WAIT only.
        """
        waiting = (since for line in self._lines.values() if (since := line.waits_since()) is not None)
        return max(until - LONGEST_WAIT, min((until, *waiting)))

    def _handle(self, item: Item) -> None:
        match item:
            case Arrived():
                perform(self.table, item.peer, item.message, item.at, time.time())
            case Gone():
                self._forget_line(item.peer.number)
                self.table.detach(item.peer, item.at, time.time())
            case Thought():
                self.table.bot_wrote(item.job, item.sheets, item.at, time.time())
            case FoundEmpty():
                self.table.close_if_empty(item.at, time.time())
            case Reopened(outcome=TableError() as error):
                refuse_rematch(self.table, error)
            case Reopened(outcome=NewTable() as opened):
                tell_rematch(self.table, opened, item.at, time.time())
            case TakenUp():
                self.table.take_up(item.at, time.time())

    def _set_timer(self) -> None:
        """Set the timer that wakes this task when something is due."""
        deadline = self.table.deadline()
        if self._timer:
            if deadline is not None and abs(self._timer_for - deadline) < SAME_TIME:
                return
            self._timer.cancel()
            self._timer = None
        if deadline is not None:
            self._timer_for = deadline
            self._timer = self._loop.call_at(deadline + GRACE, self._wake_by_timer)

    def _wake_by_timer(self) -> None:
        self._timer = None  # what is due may have to wait for more bytes; then it is set again
        self._wake.set()

    async def _deliver(self, effects: Effects) -> None:
        if effects.rows:
            await self._append(effects)
        crash_point("before-ack")
        self._post(effects.out)
        for peer, code, note in effects.closed:
            line = self._forget_line(peer.number)
            if line is not None:
                line.close(code, note)
        for job in effects.jobs:
            self._start(self._run_job(job))
        if effects.rematch:
            self._start(self._open_rematch(effects.rematch))

    def _forget_line(self, number: int) -> Line | None:
        """Nothing more is sent to this peer than what waits, without the events that it is sent again."""
        delivery, line = self._deliveries.get(number), self._lines.pop(number, None)
        end_waiting_for(self._inbox.forget_questions(number))
        if delivery is not None and line is not None:
            line.post(*delivery.stop())
        return line

    def _post(self, out: list[tuple[Peer, ServerMessage | Entry | Again]]) -> None:
        """Send all messages for a peer together, in their order."""
        packed: dict[Any, bytes] = {}
        parcels: dict[int, list[Part]] = {}
        for peer, item in out:
            if peer.number in self._lines:
                part = item if isinstance(item, Again) else self._packed(peer, item, packed)
                parcels.setdefault(peer.number, []).append(part)
                if isinstance(item, Refused) and item.code in WRONG_SECRETS:
                    self._lines[peer.number].count_wrong_secret()
        for number, parcel in parcels.items():
            self._send(number, parcel)

    def _send(self, number: int, parcel: list[Part]) -> None:
        """Send this now, or behind the events that this peer is being sent again."""
        delivery, line = self._deliveries.get(number), self._lines[number]
        ready = [part for part in parcel if isinstance(part, bytes)]
        if delivery is None and len(ready) == len(parcel):
            line.post(*ready)
            return
        if delivery is None:
            ended = partial(self._deliveries.pop, number, None)
            delivery = Delivery(line, self._resending, self.table.told, ended)
            self._deliveries[number] = delivery
        delivery.add(parcel)

    async def _append(self, effects: Effects) -> None:
        started = self._loop.time()
        if any(isinstance(row.fact, SheetsRead) for row in effects.rows):
            self._metrics.rounds_total += 1
            crash_point("before-reveal")
        await self._store.append(self.table.state.id, effects.rows)
        # Only facts that are told are counted, because the metrics must not show that somebody writes.
        if effects.told:
            self._metrics.facts_total += effects.told
            self._metrics.commits_total += 1
            self._metrics.last_commit_seconds = self._loop.time() - started
            self._metrics.commit_seconds_total += self._metrics.last_commit_seconds

    def _packed(self, peer: Peer, item: ServerMessage | Entry, packed: dict[Any, bytes]) -> bytes:
        """The bytes of a message, encoded once for all who get the same bytes."""
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

    async def _take_back(self, taken: list[Item], error: StorageError) -> None:
        """Nothing could be stored: go back to what the log says, and refuse the requests that were taken."""
        self._must_reload = True
        with contextlib.suppress(StorageError):  # then it is tried again before the next turn
            await self._reload_if_needed()
        refusal = TableError("storage", text=error.note)
        for item in taken:
            line = self._lines.get(item.peer.number) if isinstance(item, Arrived) else None
            if isinstance(item, Arrived) and line is not None:
                self._refuse(line, item.peer, item.message, refusal)
        self._inbox.put_back(item for item in taken if not isinstance(item, Arrived))
        self._wake.set()

    async def _reload_if_needed(self) -> None:
        if self._must_reload:
            await self._reload(self._before)
            self._must_reload = False

    async def _reload(self, connected: Connected | None = None) -> None:
        rows = await self._store.load(self.table.state.id)
        state = await self._resending.slices.run(folding(self.table.state.id, rows))
        self.table.return_to(state, self._loop.time(), connected)

    def _refuse(self, line: Line, peer: Peer, message: ClientMessage, error: TableError) -> None:
        text = error.text(peer.language)
        line.post(encode(Refused(re=message.id, code=error.code, text=text)))

    async def _break_down(self) -> bool:
        """End the table because of an error in our program; False if even that fails."""
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

    def give_up_table(self, error: LeaseLost) -> None:
        """Send everybody away: the server that plays the table now has all that was stored."""
        self.has_lost_table = True
        for line in self._lines.values():
            line.close(CLOSE_RESTART, error.note)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(work)
        self._bots.add(task)
        task.add_done_callback(self._bots.discard)

    async def _run_job(self, job: BotJob) -> None:
        try:
            sheets = await self._think(self.table.state.opened.game, job)
        except Exception:
            logs.failure("bot failed", table=self.table.state.id, level=job.level)
            sheets = {}
        self._inbox.add_change(Thought(self._loop.time(), job, sheets))
        self._wake.set()

    async def _open_rematch(self, seats: frozenset[Seat]) -> None:
        """Open the table of a rematch. It is stored before anybody at this table is told of it."""
        outcome: NewTable | TableError
        try:
            outcome = await self._reopen(self.table.state, seats)
        except TableError as error:
            outcome = error
        except StorageError as error:
            outcome = TableError("storage", text=error.note)
        self._inbox.add_change(Reopened(self._loop.time(), outcome))
        self._wake.set()

    async def stop(self) -> None:
        """Stop the timer and the bots, and send nothing again."""
        if self._timer:
            self._timer.cancel()
        for delivery in list(self._deliveries.values()):
            delivery.stop()
        for task in list(self._bots):
            task.cancel()
        await asyncio.gather(*self._bots, return_exceptions=True)
