"""A link that may break and comes back by itself: asking again, and catching up on what was missed."""

import asyncio
import random
import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from client.errors import ClientError, Ended, LinkLost, Refusal
from client.link.address import Address
from client.link.limits import check_limits
from client.link.wire import NoPins, Pins, Wire, open_wire
from client.state import fold as model
from client.state.client_state import ClientState
from client.words import say
from protocol import messages
from protocol.ids import Seat
from protocol.messages import (
    ClientMessage,
    Pong,
    Refused,
    Seated,
    ServerMessage,
    Snapshot,
    TakenOver,
    Welcome,
)
from protocol.vocabulary import REFEREE

FIRST_DELAY, GROWTH, JITTER, LONGEST_DELAY = 0.1, 1.7, 0.2, 2.0
PULSE_SECONDS = 2.0
HEALTH_SECONDS = 3.0
SILENT_SECONDS = 6.0
"""Without a pong for so long the link is held to be cut."""
PATIENCE = 15.0
EVERYTHING = 2**53
"""Asked for what comes behind this number, the server sends a snapshot."""

TRANSIENT = ("rate", "storage", "wait")
"""Refusals that pass with time."""

A = TypeVar("A", bound=ServerMessage)


def delays() -> Iterator[float]:
    """How long to wait before each attempt to come back."""
    delay = FIRST_DELAY
    while True:
        yield delay * random.uniform(1 - JITTER, 1 + JITTER)
        delay = min(delay * GROWTH, LONGEST_DELAY)


class ReconnectingLink:
    """`state` is what is known now, `listen` tells when it has changed."""

    def __init__(
        self,
        address: Address,
        *,
        language: str = "en",
        pins: Pins | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.address = address
        self.language = language
        self.clock = clock
        self.state = ClientState()
        self.welcome: Welcome | None = None
        """The server's greeting: its games, and the levels of bots for each."""
        self.ended = ""
        """Why the link will not come back, once that is so."""
        self.token = ""
        """The seat's secret: with it one comes back from anywhere."""
        self.on_token: Callable[[str, Seat, str], None] | None = None
        """Told the table, the seat and its token, so that they can be remembered."""
        self._pins = pins or NoPins()
        self._listeners: list[Callable[[], None]] = []
        self._waiting: list[tuple[Callable[[ClientState], Any], asyncio.Future[ClientState]]] = []
        self._wire: Wire | None = None
        self._entrance: Callable[[], ClientMessage] | None = None
        self._keeping: asyncio.Task[None] | None = None
        self._is_closed = False
        self._seen = asyncio.Event()
        """A snapshot has come since we last knocked."""
        self._pulses: deque[tuple[float, float]] = deque(maxlen=10)

    async def open(self) -> None:
        """The first connection; if it fails, the error says why."""
        wire = await self._dial()
        self._wire = wire
        self._set(replace(self.state, link="ok"))
        self._keeping = asyncio.create_task(self._keep(wire), name=f"link to {self.address.name}")

    async def close(self) -> None:
        fault = None
        self._stop_keeping()
        if self._keeping:
            (fault,) = await asyncio.gather(self._keeping, return_exceptions=True)
        if self._wire:
            await self._wire.close()
        if isinstance(fault, Exception):  # our own bug: it is not to be hidden
            raise fault

    @property
    def now(self) -> float:
        """Our own clock, as `state.clock.left_at` wants it."""
        return self.clock()

    def listen(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back after every change of `state`; the result ends that."""
        self._listeners.append(callback)
        return lambda: self._listeners.remove(callback)

    async def until(self, wanted: Callable[[ClientState], Any]) -> ClientState:
        """Wait until the state is as wanted; returns that state, even if it has moved on since."""
        if wanted(self.state):
            return self.state
        if self.ended:
            raise Ended(self.ended)
        future: asyncio.Future[ClientState] = asyncio.get_running_loop().create_future()
        self._waiting.append((wanted, future))
        return await future

    async def ask(self, message: ClientMessage) -> ServerMessage:
        """The answer, or the refusal as an error. Over a broken link it waits, and asks again if it may."""
        check_limits(message, self.language)
        if self.state.link == "lost":  # done when it is back, it may no longer be what is meant
            raise LinkLost(say(self.language, "error.not-sent"))
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    await self.until(lambda state: state.link == "ok")
                    assert self._wire
                    try:
                        answer = await self._wire.ask(message)
                        break
                    except LinkLost:
                        if not message.is_repeatable:
                            raise
        except TimeoutError:
            raise ClientError(say(self.language, "error.silent", address=self.address.name)) from None
        if isinstance(answer, Refused):
            raise Refusal(answer.code, answer.text)
        return answer

    async def ask_for(self, kind: type[A], message: ClientMessage) -> A:
        answer = await self.ask(message)
        if not isinstance(answer, kind):
            raise ClientError(say(self.language, "error.not-understood"))
        return answer

    def tell(self, text: str) -> None:
        """Put a sentence where the player sees it."""
        self._set(model.tell(self.state, text))

    def give_up(self, text: str) -> None:
        """There is nothing to come back to, for that reason."""
        self._stop_keeping()
        self._end(text)

    def _stop_keeping(self) -> None:
        """Cancelling alone would not do.

        Before Python 3.13 a TaskGroup forgets that it was cancelled if one of its tasks fails in the same
        moment. The link would then be mended for ever.
        """
        self._is_closed = True
        if self._keeping:
            self._keeping.cancel()

    def dismiss(self) -> None:
        """The notice has been read."""
        if self.state.notice:
            self._set(model.dismiss(self.state))

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

    async def _dial(self) -> Wire:
        wire, welcome = await open_wire(self.address, self.language, self._pins)
        self.address = wire.address
        self.welcome = welcome
        self._pulses.clear()
        self.state = model.fold(self.state, welcome, self.clock())
        return wire

    async def _keep(self, wire: Wire | None) -> None:
        """Until closed, or until there is no coming back."""
        try:
            while not self._is_closed:
                if wire is None:
                    wire = await self._come_back()
                await self._live(wire)
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
        for delay in delays():
            await asyncio.sleep(delay)
            try:
                return await self._dial()
            except Ended:
                raise
            except ClientError:
                continue
        raise AssertionError("delays never end")

    async def _live(self, wire: Wire) -> None:
        """One connection, to its end."""
        self._wire = wire
        final: list[BaseException] = []
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._listen(wire))
                group.create_task(self._pulse(wire))
                group.create_task(self._mend(wire))
                group.create_task(self._look_after(wire))
                group.create_task(self._settle(wire))
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
            message = await wire.hear()
            try:
                self._take(wire, message)
            except msgspec.ValidationError:
                raise Ended(say(self.language, "error.not-understood")) from None
            wire.answer(message)
            if isinstance(message, TakenOver):
                raise Ended(message.text)

    def _take(self, wire: Wire, message: ServerMessage) -> None:
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
            self._seen.set()
        state = model.fold(self.state, message, self.clock())
        if state is not self.state:
            self._set(state)

    async def _pulse(self, wire: Wire) -> None:
        """Ask the time now and then: it corrects our clock, and shows a link that has gone dead."""
        while True:
            sent = self.clock()
            try:
                async with asyncio.timeout(SILENT_SECONDS):
                    answer = await wire.ask(messages.Ping())
            except TimeoutError:
                raise LinkLost(say(self.language, "error.link-lost")) from None
            if isinstance(answer, Pong):
                self._tune(sent, self.clock(), answer.now)
            await asyncio.sleep(PULSE_SECONDS)

    def _tune(self, sent: float, heard: float, theirs: float) -> None:
        """The quickest answer of late is the truest."""
        self._pulses.append((heard - sent, theirs - (sent + heard) / 2))
        _, offset = min(self._pulses)
        if abs(offset - self.state.clock.offset) > 0.001:
            self._set(model.tune(self.state, offset))

    async def _mend(self, wire: Wire) -> None:
        """Ask for what is missing of the stream; if that does not fill the gap, for all as it stands."""
        while True:
            await self.until(lambda state: state.gap)
            await wire.ask(messages.Sync(after=self.state.seq))
            if self.state.gap:
                await wire.ask(messages.Sync(after=EVERYTHING))

    async def _look_after(self, wire: Wire) -> None:
        """A referee sees how links and host are, without asking."""
        while True:
            await self.until(lambda state: state.role == REFEREE and state.link == "ok")
            await wire.ask(messages.Inspect())
            await asyncio.sleep(HEALTH_SECONDS)

    async def _settle(self, wire: Wire) -> None:
        """Back at the table, then whatever is to be done there."""
        if self._entrance:
            self._seen.clear()
            answer = await wire.ask(self._entrance())
            if isinstance(answer, Refused):
                raise LinkLost(answer.text) if answer.code in TRANSIENT else Ended(answer.text)
            await self._seen.wait()
        if self.state.link != "ok":
            self._set(replace(self.state, link="ok", lost_at=None))
        await self._work(wire)

    async def _work(self, wire: Wire) -> None:
        """What goes on for as long as this connection lives."""
