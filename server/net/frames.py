"""Counts the frames and bytes of each peer, and shares the time of the loop among those who send much."""

from collections import deque
from collections.abc import Callable
from typing import Protocol

from websockets.frames import DATA_OPCODES, Frame, Opcode

from server import logs
from server.net.limits import Bucket, Limits

SLICE = 256
"""So many bytes are read at once, which is at most 42 frames; then it is another peer's turn."""
TURN_SECONDS = 0.0005
"""For so long the loop reads from peers who have sent much, before it does everything else that is due."""
MOST_FRAGMENTS = 64
CONTROL_BURST, CONTROL_RATE = 100, 20.0
"""Pings, pongs and fragments of messages: so many at once, then so many in a second."""
BYTES_BURST, BYTES_RATE = 4 * 2**20, 2**19
"""Bytes of every kind: so many at once, then so many in a second."""


class FrameBudget:
    """What one peer may still send. Frames of whole messages are free if the host has set no rate.

    A message that comes too fast is refused with an answer, and only later its connection is closed. So this
    budget allows more whole messages than the limits do, and it stops those who do not read any answer.
    """

    def __init__(self, limits: Limits, now: float) -> None:
        at_once = 3 * (limits.burst + limits.asking_burst)
        in_a_second = 2 * (limits.rate + limits.asking_rate) if limits.rate else 0.0
        self._messages = Bucket(at_once, in_a_second, now)
        self._control = Bucket(CONTROL_BURST, CONTROL_RATE, now)
        self._bytes = Bucket(BYTES_BURST, BYTES_RATE if limits.rate else 0, now)
        self._fragments = 0

    def allows_bytes(self, count: int, now: float) -> bool:
        return self._bytes.take(now, count)

    def allows(self, frame: Frame, now: float) -> bool:
        """Whether the peer may send this frame, which is counted."""
        if frame.opcode is Opcode.CLOSE:
            return True
        if frame.opcode not in DATA_OPCODES:
            return self._control.take(now)
        if frame.fin and frame.opcode is not Opcode.CONT:
            return self._messages.take(now)
        self._fragments = 0 if frame.fin else self._fragments + 1
        return self._fragments <= MOST_FRAGMENTS and self._control.take(now)


class Reader(Protocol):
    """Somebody with bytes that wait to be read."""

    address: str

    @property
    def is_opening(self) -> bool:
        """Whether the next bytes belong to the opening handshake, which makes much work when it is over."""

    def read_slice(self) -> bool:
        """Read some of them, and tell whether more wait."""

    def abort(self) -> None:
        """End the connection at once."""


class Openings:
    """Readers whose opening handshake waits to be read. The next one comes from the next address."""

    def __init__(self) -> None:
        self._by_address: dict[str, deque[Reader]] = {}

    def __bool__(self) -> bool:
        return bool(self._by_address)

    def add(self, reader: Reader) -> None:
        self._by_address.setdefault(reader.address, deque()).append(reader)

    def pop(self) -> Reader:
        address = next(iter(self._by_address))
        readers = self._by_address.pop(address)
        reader = readers.popleft()
        if readers:
            self._by_address[address] = readers
        return reader


class Turns:
    """Reads from all peers whose bytes wait, in turn, and lets the loop do its other work in between.

    Whoever is connected never waits behind the opening handshakes of others: of those, one is read in a turn.
    """

    def __init__(self, time: Callable[[], float], call_soon: Callable[[Callable[[], None]], object]) -> None:
        self._time = time
        self._call_soon = call_soon
        self._waiting: deque[Reader] = deque()
        self._openings = Openings()
        self._is_due = False
        self._round_began: float | None = None
        """When something was first read at once in this round of the loop."""

    def has_time(self, now: float) -> bool:
        """Whether what has just arrived may be read at once: nobody waits, and this round is short so far."""
        if self._is_due:
            return False
        if self._round_began is None:
            self._round_began = now
            self._call_soon(self._begin_round)
        return now - self._round_began < TURN_SECONDS

    def _begin_round(self) -> None:
        self._round_began = None

    def add(self, reader: Reader) -> None:
        """The reader has bytes to read. It is added once, until `read_slice` has told that none are left."""
        self._queue(reader)
        self._go_on()

    def _queue(self, reader: Reader) -> None:
        if reader.is_opening:
            self._openings.add(reader)
        else:
            self._waiting.append(reader)

    def _go_on(self) -> None:
        if (self._waiting or self._openings) and not self._is_due:
            self._is_due = True
            self._call_soon(self._read)

    def _read(self) -> None:
        until = self._time() + TURN_SECONDS
        try:
            while self._waiting and self._time() < until:
                self._read_from(self._waiting.popleft())
            if self._openings:
                self._read_from(self._openings.pop())
        finally:
            self._is_due = False
            self._go_on()

    def _read_from(self, reader: Reader) -> None:
        """Read a slice."""
        try:
            if reader.read_slice():
                self._queue(reader)
        except Exception:
            end_after_failure(reader)


def end_after_failure(reader: Reader) -> None:
    """An error in our program, while it reads from this peer, ends only this connection."""
    logs.seldom_failure("reading failed")
    reader.abort()
