"""A link to a server that reconnects by itself: it asks again, and fetches the events that it missed."""

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from client.errors import ClientError, Ended, LinkLost, NoServer, Refusal
from client.link.address import Address, read_address
from client.link.limits import check_limits
from client.link.patience import delays, patience
from client.link.servers import Servers
from client.link.wire import CertificatesOfThisRun, KnownCertificates, Wire, open_wire
from client.state.client_state import ClientState, ClockFace
from client.state.fold import dismiss, fold, set_clock_offset, tell
from client.state.history import is_another_history
from client.words import say
from protocol import messages
from protocol.events import RematchOpened
from protocol.ids import Seat
from protocol.messages import (
    ClientMessage,
    Pong,
    Refused,
    RematchSeat,
    Seated,
    ServerMessage,
    Snapshot,
    TakenOver,
    Told,
    Welcome,
)
from protocol.vocabulary import GATHERING, OVER, REFEREE, WATCHER

PULSE_SECONDS = 2.0
HEALTH_SECONDS = 3.0
SILENT_SECONDS = 6.0
"""If no answer to a ping comes for so long, the link counts as lost."""
EVERYTHING = 2**53
"""When we ask for the events after this number, the server sends a snapshot instead."""

TRANSIENT = ("rate", "storage", "wait")
"""The codes of refusals for which it is worth trying again later."""

A = TypeVar("A", bound=ServerMessage)


class Answering(Protocol):
    """What answers requests: the wire to a server, or what stands in for a server."""

    async def ask(self, message: ClientMessage) -> ServerMessage: ...
    async def close(self) -> None: ...


def _needs_standings(asked: tuple[str, ...], state: ClientState) -> bool:
    """Whether the standings are shown and may be others than when they were asked for."""
    return state.stage in (GATHERING, OVER) and len(state.people) > 1 and _asked_for(state) != asked


def _asked_for(state: ClientState) -> tuple[str, ...]:
    """What the standings depend on, so that they are asked for again only if it has changed."""
    return (state.table, state.stage, *state.people)


class ReconnectingLink:
    """`state` is what the client knows now; `listen` calls back whenever it changes."""

    def __init__(
        self,
        address: Address,
        *,
        language: str = "en",
        pins: KnownCertificates | None = None,
        clock: Callable[[], float] = time.monotonic,
        others: Iterable[str] = (),
    ) -> None:
        self.servers = Servers(address, others)
        self.language = language
        self.clock = clock
        self.state = ClientState(language=language)
        self.welcome: Welcome | None = None
        """The server's greeting: its games, and the levels of the bots for each of them."""
        self.ended = ""
        """Why the link will not come back; empty as long as it may."""
        self.token = ""
        """The secret of our seat: with it the player can come back from any computer."""
        self.on_token: Callable[[str, Seat, str], None] | None = None
        """Called with the table, the seat and its token, so that they can be saved."""
        self.heard: dict[str, int] = {}
        """By table, the number of the last event that was told in earlier runs."""
        self.on_message: Callable[[ServerMessage], None] | None = None
        """Called with every message that is not the answer to a question."""
        self._pins = pins or CertificatesOfThisRun()
        self._listeners: list[Callable[[], None]] = []
        self._waiting: list[tuple[Callable[[ClientState], Any], asyncio.Future[ClientState]]] = []
        self._wire: Answering | None = None
        self._make_entry: Callable[[], ClientMessage] | None = None
        self._connection_task: asyncio.Task[None] | None = None
        self._is_closed = False
        self._snapshot_came = asyncio.Event()
        """Set when a snapshot has come since we last entered the table."""
        self._pulses: deque[tuple[float, float]] = deque(maxlen=10)
        self._next_seat: RematchSeat | None = None
        self._seat_came = asyncio.Event()
        """Set when we have got a seat at the table of a rematch."""

    @property
    def address(self) -> Address:
        """The server that we use."""
        return self.servers.current

    async def open(self) -> None:
        """Connect for the first time. If that fails, the error says why."""
        wire = await self._dial_first()
        self._wire = wire
        self._set(replace(self.state, link="ok"))
        name = f"link to {self.address.name}"
        self._connection_task = asyncio.create_task(self._stay_connected(wire), name=name)

    async def close(self) -> None:
        fault = None
        self._stop_reconnecting()
        if self._connection_task:
            (fault,) = await asyncio.gather(self._connection_task, return_exceptions=True)
        if self._wire:
            await self._wire.close()
        if isinstance(fault, Exception):  # this is a bug of ours, so we do not hide it
            raise fault

    @property
    def now(self) -> float:
        """The time of our own clock, which `state.clock.left_at` needs."""
        return self.clock()

    def listen(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call `callback` after every change of `state`. Call the returned function to stop that."""
        self._listeners.append(callback)
        return lambda: self._listeners.remove(callback)

    async def until(self, wanted: Callable[[ClientState], Any]) -> ClientState:
        """Wait until the state is as wanted, and return that state, even if it has changed again since."""
        if wanted(self.state):
            return self.state
        if self.ended:
            raise Ended(self.ended)
        future: asyncio.Future[ClientState] = asyncio.get_running_loop().create_future()
        self._waiting.append((wanted, future))
        return await future

    async def ask(self, message: ClientMessage) -> ServerMessage:
        """Return the answer; a refusal is raised as an error.

        If the link breaks meanwhile, wait for it, and ask again if the message may be sent twice.
        """
        check_limits(message, self.language)
        if self.state.link == "lost":  # when the link is back, the player may no longer want it
            raise LinkLost(say(self.language, "error.not-sent"))
        try:
            async with asyncio.timeout(patience(message)):
                while True:
                    await self.until(lambda state: state.link == "ok")
                    assert self._wire
                    wire = self._wire
                    try:
                        answer = await wire.ask(message)
                        if not self._is_sent_elsewhere(answer):
                            break
                        await self._leave(wire)
                    except LinkLost:
                        if not message.is_repeatable:
                            raise
                        await self._until_lost(wire)
        except TimeoutError:
            raise ClientError(say(self.language, "error.silent", address=self.address.name)) from None
        if isinstance(answer, Refused):
            raise Refusal(answer.code, answer.text)
        return answer

    def _is_sent_elsewhere(self, answer: ServerMessage) -> bool:
        """Whether another server plays our table. Then it is the next that we try."""
        if not (isinstance(answer, Refused) and answer.server):
            return False
        self.servers.go_to(answer.server)
        return True

    async def _leave(self, wire: Answering) -> None:
        """Leave this server for the one that plays our table."""
        await wire.close()
        await self._until_lost(wire)

    async def _until_lost(self, wire: Answering) -> None:
        """Wait until the task of the connection knows that this wire is lost.

        A closed socket refuses messages before that. Asking it again and again would never let that task run.
        """
        await self.until(lambda state: state.link != "ok" or self._wire is not wire)

    async def ask_for(self, kind: type[A], message: ClientMessage) -> A:
        answer = await self.ask(message)
        if not isinstance(answer, kind):
            raise ClientError(say(self.language, "error.not-understood"))
        return answer

    def tell(self, text: str) -> None:
        """Show a sentence to the player."""
        self._set(tell(self.state, text))

    def give_up(self, text: str) -> None:
        """Do not try to reconnect any more, for that reason."""
        self._stop_reconnecting()
        self._end(text)

    def _stop_reconnecting(self) -> None:
        """Cancelling alone would not do.

        Before Python 3.13 a TaskGroup forgets that it was cancelled if one of its tasks fails in the same
        moment. The client would then reconnect for ever.
        """
        self._is_closed = True
        if self._connection_task:
            self._connection_task.cancel()

    def dismiss(self) -> None:
        """Take the notice away, because the player has read it."""
        if self.state.notice:
            self._set(dismiss(self.state))

    def _set(self, state: ClientState) -> None:
        self.state = state
        waiting, self._waiting = self._waiting, []
        for wanted, future in waiting:
            if future.done():
                continue
            if wanted(state):
                future.set_result(state)
            elif self.ended:
                future.set_exception(Ended(self.ended))
            else:
                self._waiting.append((wanted, future))
        for callback in tuple(self._listeners):
            callback()

    async def _dial_first(self) -> Wire:
        """Connect to the server that was named; if nobody is there, to one that plays the same tables."""
        try:
            return await self._dial(self.address)
        except NoServer as gone:
            for text in self.servers.told:
                with contextlib.suppress(ClientError):
                    return await self._dial(read_address(text)[0])
            raise gone

    async def _dial(self, address: Address) -> Wire:
        wire, welcome = await open_wire(address, self.language, self._pins)
        self.servers.learn(wire.address, welcome.servers)
        self.welcome = welcome
        self._pulses.clear()
        self.state = fold(self.state, welcome, self.clock())
        return wire

    async def _stay_connected(self, wire: Wire | None) -> None:
        """Stay connected until the link is closed or cannot come back."""
        try:
            while not self._is_closed:
                if wire is None:
                    wire = await self._come_back()
                await self._use_connection(wire)
                wire = None
        except Ended as ended:
            self._end(str(ended))
        except asyncio.CancelledError:
            raise
        except BaseException:
            self._end(say(self.language, "error.own-fault"))
            raise

    def _end(self, text: str) -> None:
        self.ended = text or say(self.language, "error.taken-over")
        lost_at = self.state.lost_at if self.state.link == "lost" else self.clock()
        self._set(replace(self.state, link="over", lost_at=lost_at, notice=self.ended))

    async def _come_back(self) -> Wire:
        for delay, address in zip(delays(), self.servers.to_try(), strict=False):
            await asyncio.sleep(delay)
            try:
                return await self._dial(address)
            except Ended:
                raise
            except ClientError:
                continue
        raise AssertionError("delays never end")

    async def _use_connection(self, wire: Wire) -> None:
        """Use one connection until it ends."""
        self._wire = wire
        final: list[BaseException] = []
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._listen(wire))
                group.create_task(self._pulse(wire))
                group.create_task(self._fill_gaps(wire))
                group.create_task(self._watch_health(wire))
                group.create_task(self._watch_standings(wire))
                group.create_task(self._follow_rematch(wire))
                group.create_task(self._return_to_table(wire))
        except* Ended as ends:
            final += ends.exceptions
        except* LinkLost:
            pass
        finally:
            wire.lose()
        if final:
            raise final[0]
        if not self._is_closed and self.state.link not in ("lost", "over"):
            self._set(replace(self.state, link="lost", lost_at=self.clock()))

    async def _listen(self, wire: Wire) -> None:
        while True:
            message = await wire.receive()
            try:
                self._take_message(wire, message)
            except msgspec.ValidationError:
                raise Ended(say(self.language, "error.not-understood")) from None
            wire.answer(message)
            if isinstance(message, TakenOver):
                raise Ended(message.text)

    def _take_message(self, wire: Wire, message: ServerMessage) -> None:
        is_behind = False
        question = wire.asked(message.re) if message.re else None
        if isinstance(message, Pong) or (
            isinstance(message, Refused) and question is not None and question.is_question
        ):
            return
        if isinstance(message, Seated) and message.token:
            self.token = message.token
            if self.on_token:
                self.on_token(message.table, message.seat, message.token)
        if isinstance(message, Snapshot):
            self._snapshot_came.set()
            is_behind = message.seq < self._heard_of(message.table)
        if isinstance(message, RematchSeat):
            self._take_rematch_seat(message)
        elif isinstance(message, Told) and isinstance(message.event, RematchOpened):
            self._watch_rematch(message.event)
        is_other = isinstance(message, Told) and is_another_history(self.state.chain, message)
        state = fold(self.state, message, self.clock())
        if is_behind or is_other:
            state = tell(state, say(self.language, "error.behind" if is_behind else "error.other-history"))
        if self.on_message:
            self.on_message(message)
        if state is not self.state:
            self._set(state)

    def _heard_of(self, table: str) -> int:
        """The number of the last event of this table that we were told, now or in an earlier run."""
        own = self.state.seq if self.state.table == table else 0
        return max(own, self.heard.get(table, 0))

    def _take_rematch_seat(self, message: RematchSeat) -> None:
        """Keep the token of our seat at the new table, and let the task of the connection go there."""
        if self.on_token:
            self.on_token(message.table, message.seat, message.token)
        self._next_seat = message
        self._seat_came.set()

    def _watch_rematch(self, opened: RematchOpened) -> None:
        """A watcher goes along with the players, and needs no token."""
        if self.state.role == WATCHER:
            self._next_seat = RematchSeat(table=opened.table, seat="", token="")
            self._seat_came.set()

    async def _follow_rematch(self, wire: Wire) -> None:
        """Go to the table of a rematch when our seat there has come."""
        while True:
            await self._seat_came.wait()
            self._seat_came.clear()
            assert self._next_seat
            await self._move_to(wire, self._next_seat)

    async def _move_to(self, wire: Wire, seat: RematchSeat) -> None:
        """Leave this table, and take that seat. If the link breaks meanwhile, it returns to the new table."""

    def _forget_table(self) -> None:
        """Nothing is known yet of the table to which we go now."""
        self._set(
            ClientState(language=self.language, link="ok", clock=ClockFace(offset=self.state.clock.offset))
        )

    async def _watch_standings(self, wire: Wire) -> None:
        """Before and after a game of several people, ask how they have done in their games."""
        asked: tuple[str, ...] = ()
        while True:
            asked = _asked_for(await self.until(partial(_needs_standings, asked)))
            await wire.ask(messages.ListStandings())

    async def _pulse(self, wire: Wire) -> None:
        """Ping the server now and then: that measures its clock, and shows when the link is dead."""
        while True:
            sent = self.clock()
            try:
                async with asyncio.timeout(SILENT_SECONDS):
                    answer = await wire.ask(messages.Ping())
            except TimeoutError:
                raise LinkLost(say(self.language, "error.link-lost")) from None
            if isinstance(answer, Pong):
                self.servers.hear(answer.servers)
                self._measure_clock_offset(sent, self.clock(), answer.now)
            await asyncio.sleep(PULSE_SECONDS)

    def _measure_clock_offset(self, sent: float, heard: float, theirs: float) -> None:
        """Of the latest answers, the quickest one measures the server's clock best."""
        self._pulses.append((heard - sent, theirs - (sent + heard) / 2))
        _, offset = min(self._pulses)
        if abs(offset - self.state.clock.offset) > 0.001:
            self._set(set_clock_offset(self.state, offset))

    async def _fill_gaps(self, wire: Wire) -> None:
        """Ask for the missing events of the stream; if that does not fill the gap, ask for a snapshot."""
        while True:
            await self.until(lambda state: state.gap)
            await wire.ask(messages.Sync(after=self.state.seq))
            if self.state.gap:
                await wire.ask(messages.Sync(after=EVERYTHING))

    async def _watch_health(self, wire: Wire) -> None:
        """For a referee, ask now and then how the links and the host are."""
        while True:
            await self.until(lambda state: state.role == REFEREE and state.link == "ok")
            await wire.ask(messages.Inspect())
            await asyncio.sleep(HEALTH_SECONDS)

    async def _return_to_table(self, wire: Wire) -> None:
        """Enter the table again, then do what has to be done as long as this connection lives."""
        if self._make_entry:
            self._snapshot_came.clear()
            answer = await wire.ask(self._make_entry())
            if isinstance(answer, Refused):
                is_passing = self._is_sent_elsewhere(answer) or answer.code in TRANSIENT
                raise LinkLost(answer.text) if is_passing else Ended(answer.text)
            await self._snapshot_came.wait()
        if self.state.link != "ok":
            self._set(replace(self.state, link="ok", lost_at=None))
        await self._work_while_connected(wire)

    async def _work_while_connected(self, wire: Wire) -> None:
        """What has to be done as long as this connection lives; a session posts its sheets here."""
