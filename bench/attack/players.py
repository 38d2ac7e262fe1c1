"""Players who write, hear the bell and note everything that disturbs them."""

import asyncio
import contextlib
import ssl
import time

from msgspec import Struct
from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from bench.attack.game import Game, orders
from protocol.codec import decode_server, encode
from protocol.events import PhaseClosed, PhaseOpened, SheetsRead
from protocol.ids import Lines, Seat
from protocol.messages import (
    PROTOCOL_VERSION,
    ClientMessage,
    Clock,
    Hello,
    Refused,
    Resume,
    ServerMessage,
    Snapshot,
    TakenOver,
    Told,
    Watch,
    Write,
    Written,
)
from protocol.vocabulary import WRITING

RACES = ("phase-closed", "phase-not-open")
"""Refusals that mean that the bell was first. They are part of every game."""
PATIENCE = 10.0
LOOK_SECONDS = 0.02


class Patience(Struct, frozen=True):
    """How much a player puts up with, in seconds."""

    back: float = 2.0
    """R4: so soon a player whose connection was cut is back in the seat."""
    race: float = 0.05
    """A draft that is sent so long before the bell must not be refused as too late."""


class Answered(Struct, frozen=True):
    """A draft that was answered: when it was sent, and how many seconds later the answer came."""

    at: float
    seconds: float


class _Sent(Struct, frozen=True):
    at: float
    deadline: float | None
    """When the bell rings, as far as the player knew."""


class Bell(Struct, frozen=True):
    at: float
    late: float
    """Seconds from the end of the hourglass to the moment at which the player heard of it."""


class Door(Struct, frozen=True):
    """Where players come in: the port of the server, and how to encrypt if it wants that."""

    port: int
    tls: ssl.SSLContext | None = None


async def enter(door: Door, address: str, entrance: ClientMessage) -> tuple[ClientConnection, Snapshot]:
    """Connect and come to a table. A refusal or an end of the connection is raised."""
    url = f"{'wss' if door.tls else 'ws'}://127.0.0.1:{door.port}/ws"
    local = (address, 0)
    socket = await connect(
        url,
        compression=None,
        proxy=None,
        max_queue=None,
        ping_interval=None,
        local_addr=local,
        ssl=door.tls,
    )
    await socket.send(encode(Hello(id=1, protocol=PROTOCOL_VERSION)))
    await socket.send(encode(replace(entrance, id=2)))
    while True:
        message = decode_server(await socket.recv())
        if isinstance(message, Refused):
            await socket.close()
            raise PermissionError(message.code)
        if isinstance(message, Snapshot):
            return socket, message


async def enter_in_time(
    door: Door, address: str, entrance: ClientMessage, seconds: float
) -> tuple[ClientConnection, Snapshot] | str:
    """Try again and again, as the client does. Returns why the last try failed if none succeeds in time."""
    why = "no answer"
    try:
        async with asyncio.timeout(seconds):
            while True:
                try:
                    return await enter(door, address, entrance)
                except ConnectionClosed as end:
                    why = f"closed with {end.rcvd.code if end.rcvd else 'no code'}"
                except (OSError, WebSocketException) as error:  # PermissionError is an OSError
                    why = str(error) or type(error).__name__
                await asyncio.sleep(0.05)
    except TimeoutError:
        return why


class MeasuredPlayer:
    """A player who writes at a steady pace, whether or not the answers come."""

    def __init__(self, door: Door, game: Game, seat: Seat, address: str, patience: Patience) -> None:
        self.seat = seat
        self.address = address
        self.answered: list[Answered] = []
        self.bells: list[Bell] = []
        self.disturbed: list[str] = []
        self._door = door
        self._patience = patience
        self._entrance = Resume(table=game.table, token=game.tokens[seat])
        self._socket: ClientConnection | None = None
        self._listening: asyncio.Task[None] | None = None
        self._id = 2
        self._waiting: dict[int, _Sent] = {}
        """The drafts that have no answer yet, by the number of the request."""
        self._phase: int | None = None
        self._drafts: dict[int, Lines] = {}
        self._acknowledged = 0
        self._revision = 0
        self._deadline: float | None = None

    async def come(self) -> bool:
        found = await enter_in_time(self._door, self.address, self._entrance, self._patience.back)
        if isinstance(found, str):
            self.disturbed.append(f"was not let in: {found}")
            return False
        self._socket, snapshot = found
        self._take_up(snapshot)
        self._listening = asyncio.create_task(self._listen(self._socket))
        return True

    async def go(self) -> None:
        """Leave without a word, as if the cable were cut."""
        listening, socket = self._listening, self._socket
        self._listening = self._socket = None
        self._waiting.clear()
        if listening and socket:
            listening.cancel()
            await asyncio.wait([listening])
            socket.transport.abort()

    async def come_back(self) -> float | None:
        """Be cut off and come back. Returns how many seconds that took, or None if it did not succeed."""
        began = time.monotonic()
        await self.go()
        return time.monotonic() - began if await self.come() else None

    def forget(self) -> None:
        """Begin to measure anew."""
        self.answered, self.bells, self.disturbed = [], [], []

    def has_heard(self, since: float) -> bool:
        """Whether the player was answered and heard a bell since that time."""
        return any(done.at >= since for done in self.answered) and any(b.at >= since for b in self.bells)

    async def write_until(self, end: float, pause: float, first: float) -> None:
        """Write a draft every `pause` seconds, the first one after `first` seconds."""
        await asyncio.sleep(first)
        while (now := time.monotonic()) < end:
            due = now + (pause if await self._write() else LOOK_SECONDS)
            await asyncio.sleep(max(0.0, min(due, end) - time.monotonic()))

    async def hear_all(self) -> None:
        """Wait for the answers that are still missing and for a bell that is due. All of them must come."""
        for _ in range(int(PATIENCE / LOOK_SECONDS)):
            if not self._is_waiting():
                return
            await asyncio.sleep(LOOK_SECONDS)
        if self._is_waiting():
            self.disturbed.append(f"waits in vain for {len(self._waiting)} answers or for the bell")

    def _is_waiting(self) -> bool:
        is_bell_due = self._deadline is not None and self._deadline < time.monotonic()
        return self._socket is not None and (bool(self._waiting) or is_bell_due)

    async def _write(self) -> bool:
        """Write the next draft, if a phase is open."""
        if self._phase is None or self._socket is None:
            return False
        self._revision += 1
        self._id += 1
        lines = (*orders(self.seat, self._phase), f"memo {self._revision}")
        self._drafts[self._revision] = lines
        draft = Write(id=self._id, phase=self._phase, sheet=self.seat, revision=self._revision, lines=lines)
        self._waiting[self._id] = _Sent(time.monotonic(), self._deadline)
        with contextlib.suppress(ConnectionClosed):  # the listening task notes it
            await self._socket.send(encode(draft))
        return True

    async def _listen(self, socket: ClientConnection) -> None:
        try:
            while True:
                data = await socket.recv()
                self._hear(decode_server(data), time.monotonic())
        except ConnectionClosed as end:
            code = end.rcvd.code if end.rcvd else "no code"
            self._socket = None
            self.disturbed.append(f"was disconnected with {code}")

    def _hear(self, message: ServerMessage, now: float) -> None:
        match message:
            case Written():
                self._acknowledged = max(self._acknowledged, message.revision)
                self._answer(message.re, now)
            case Refused():
                sent = self._answer(message.re, now)
                if message.code not in RACES:
                    self.disturbed.append(f"was refused: {message.code}")
                elif sent and sent.deadline and sent.at < sent.deadline - self._patience.race:
                    self.disturbed.append("lost a draft that was sent in time")
            case TakenOver():
                self._waiting.clear()
            case Clock() if message.stage == WRITING and message.running and message.left is not None:
                # Both processes read the monotonic clock of the same machine.
                self._deadline = message.now + message.left
            case Told(event=PhaseOpened(phase=phase)):
                self._open(phase)
            case Told(event=PhaseClosed()):
                self._ring(now)
            case Told(event=SheetsRead(sheets=sheets)):
                self._check_sheet(sheets.get(self.seat, ()), "the reading")

    def _answer(self, number: int, now: float) -> _Sent | None:
        """Note how long the answer took. A refusal because the bell was first is an answer too."""
        sent = self._waiting.pop(number, None)
        if sent:
            self.answered.append(Answered(sent.at, now - sent.at))
        return sent

    def _take_up(self, snapshot: Snapshot) -> None:
        sheet = snapshot.sheets.get(self.seat)
        phase = snapshot.phase["phase"] if snapshot.stage == WRITING else None
        if phase is not None and phase == self._phase and sheet:
            self._check_sheet(sheet.lines, "the snapshot")
            self._revision = max(self._revision, sheet.revision)
        elif phase is not None:
            self._open(phase)
            self._revision = sheet.revision if sheet else 0
            self._drafts[self._revision] = sheet.lines if sheet else ()
            self._acknowledged = self._revision
        else:
            self._phase = None

    def _open(self, phase: int) -> None:
        self._phase = phase
        self._revision = self._acknowledged = 0
        self._drafts = {0: ()}
        self._deadline = None

    def _ring(self, now: float) -> None:
        if self._deadline is not None:
            self.bells.append(Bell(now, now - self._deadline))
        self._phase = self._deadline = None

    def _check_sheet(self, lines: Lines, where: str) -> None:
        """What was acknowledged counts. A later draft may have arrived without its answer."""
        if self._drafts and lines not in [
            draft for revision, draft in self._drafts.items() if revision >= self._acknowledged
        ]:
            self.disturbed.append(f"lost a sheet: revision {self._acknowledged} is not in {where}")


async def time_to_watch(door: Door, game: Game, address: str, patience: Patience) -> float | str:
    """How many seconds it takes a newcomer to come to the table, or why the newcomer is not let in."""
    began = time.monotonic()
    found = await enter_in_time(door, address, Watch(table=game.table), patience.back)
    if isinstance(found, str):
        return found
    await found[0].close()
    return time.monotonic() - began
