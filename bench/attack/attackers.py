"""The process of the attackers. A line on standard input is a plan, and another line ends it.

It answers with a line when all attackers have begun, and with a line that holds the result.
It is not the process of the players, so that the work of attacking is not measured as a delay of the players.
"""

import contextlib
import os
import resource
import select
import selectors
import socket
import ssl
import time
from collections import Counter
from collections.abc import Sequence

import msgpack
import msgspec
from msgspec import Struct

from bench.attack import frames
from bench.attack.floods import FLOODS, NOBODY, SILENT, Flood, Target, coming_in
from bench.peers import trusting

LATER = BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError
"""Errors that mean that a socket has to wait. With TLS, the first bytes wait for its handshake."""
TLS = trusting()
MOST_READ = 262_144
TURN_SECONDS = 0.005
"""How often the attackers look at the time."""
BEGUN = "begun"
MANY_ANSWERS = 4
"""After so many the server has certainly read some of what the attacker sends again and again."""
NICENESS = 10
"""The attackers give way to the players when both want the same core."""


class Plan(Struct, frozen=True):
    title: str
    target: Target
    seconds: float
    """The attack lasts at least so long, and then until it is told to end."""
    most_seconds: float
    closing_seconds: float
    """If the server has to close attackers and has not done so yet, the attack lasts so long."""
    connections: int
    addresses: tuple[str, ...]
    share: float
    """How much of one core the attackers may use, from 0 to 1."""
    tls: bool = False


class Result(Struct, frozen=True):
    opened: int
    """How many connections were opened, counting those that came back."""
    closed: dict[str, int]
    """How many the server ended, by close code."""
    megabytes: float
    share: float


class Tally:
    """What all attackers together have done."""

    def __init__(self) -> None:
        self.opened = 0
        self.sent = 0
        self.closed: Counter[str] = Counter()
        self._has_told = False

    def tell_begun(self, attackers: Sequence["Attacker"] = ()) -> None:
        """Say once that all attackers have begun."""
        if not self._has_told and all(attacker.has_begun for attacker in attackers):
            self._has_told = True
            print(BEGUN, flush=True)


class Attacker:
    """One connection. When the server ends it, it comes back."""

    def __init__(self, plan: Plan, number: int, selector: selectors.BaseSelector, tally: Tally) -> None:
        self._plan = plan
        self._flood = flood_called(plan.title)
        self._number = number
        self._selector = selector
        self._tally = tally
        self._socket: socket.socket | None = None
        self._back_at = self._next_at = 0.0
        self._turn = self._phase = 0
        self._first = self._last = b""
        self._is_told_to_close = False
        self.has_begun = False
        """Whether this attacker has come as far as it wants and was answered, or was turned away."""
        self._answers = 0
        self._entered: float | None = None
        self._outgoing = memoryview(b"")

    def look_at_time(self, now: float) -> None:
        flood = self._flood
        if self._socket is None:
            if now >= self._back_at:
                self._open(now)
        elif self._entered is not None and flood.lasts and now > self._entered + flood.lasts:
            self._end(now)
        elif flood.every and now >= self._next_at and self._entered is not None:
            self._next_at = now + flood.every
            self._send_more(now)

    def serve(self, mask: int, now: float) -> None:
        if mask & selectors.EVENT_READ and self._socket:
            self._read(now)
        if mask & selectors.EVENT_WRITE and self._socket:
            self._write(now)

    def _open(self, now: float) -> None:
        self._first = self._last = b""
        self._is_told_to_close = False
        self._phase = 0
        self._next_at = now
        is_silent = self._flood.standing == SILENT
        self._entered = now if is_silent else None
        self._outgoing = memoryview(
            self._flood.first if is_silent else frames.upgrade_request(self._plan.target.port)
        )
        self._socket = self._new_socket()
        # What waits on either side is thrown away at the end, so that no port is kept for a minute.
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        addresses = self._plan.addresses
        self._socket.bind((addresses[self._number % len(addresses)], 0))
        self._socket.connect_ex(("127.0.0.1", self._plan.target.port))
        self._tally.opened += 1
        self.has_begun = self.has_begun or is_silent
        self._selector.register(self._socket, self._wanted(), self)

    def _new_socket(self) -> socket.socket:
        made = socket.socket()
        made.setblocking(False)
        return TLS.wrap_socket(made, do_handshake_on_connect=False) if self._plan.tls else made

    def _wanted(self) -> int:
        floods = self._entered is not None and self._flood.sent and not self._flood.every
        return selectors.EVENT_READ | (selectors.EVENT_WRITE if self._outgoing or floods else 0)

    def _end(self, now: float, *, by_server: bool = False) -> None:
        assert self._socket is not None
        if by_server and not self._is_told_to_close:
            self._tally.closed[frames.how_it_ended(self._first)] += 1
        self.has_begun = True
        self._selector.unregister(self._socket)
        self._socket.close()
        self._socket = None
        self._back_at = now + self._flood.back_after

    def _read(self, now: float) -> None:
        assert self._socket is not None
        try:
            data = self._socket.recv(MOST_READ)
        except LATER:
            return
        except OSError:
            data = b""
        if not data:
            self._end(now, by_server=True)
            return
        self._first = self._first or data[:12]
        self._last = (self._last + data)[-1024:]
        self._answers += 1
        self.has_begun = self.has_begun or self._answers >= MANY_ANSWERS
        self._look_for_close()
        if self._flood.follows_phase:
            self._phase = phase_in(data) or self._phase
        if self._entered is None:
            self._enter(now)
        elif self._flood.lasts == 0.0 and not self._outgoing:
            self._end(now)

    def _look_for_close(self) -> None:
        """A polite client would answer and stop. An attacker goes on until the server ends the connection."""
        code = frames.close_code(self._last)
        if code and not self._is_told_to_close:
            self._is_told_to_close = self.has_begun = True
            self._tally.closed[code] += 1

    def _enter(self, now: float) -> None:
        if b"\r\n\r\n" in self._last and frames.is_upgraded(self._first):
            self._entered = now
            sent = coming_in(self._flood, self._plan.target, self._number) + self._flood.first
            self._outgoing = memoryview(sent)
            self.has_begun = self.has_begun or self._flood.sent is None
            self._want()

    def _write(self, now: float) -> None:
        if not self._outgoing and self._entered is not None and not self._flood.every:
            self._fill()
        self._flush(now)

    def _send_more(self, now: float) -> None:
        if not self._outgoing:
            self._fill()
        self._flush(now)

    def _fill(self) -> None:
        if self._flood.sent:
            self._outgoing = memoryview(self._flood.sent(self._plan.target, self._phase, self._turn))
            self._turn += 1

    def _flush(self, now: float) -> None:
        assert self._socket is not None
        try:
            count = self._socket.send(self._outgoing) if self._outgoing else 0
        except LATER:
            count = 0
        except OSError:
            self._read(now)  # what the server said before it ended the connection is still there
            if self._socket:
                self._end(now, by_server=True)
            return
        self._tally.sent += count
        self._outgoing = self._outgoing[count:]
        self._want()

    def _want(self) -> None:
        assert self._socket is not None
        if self._selector.get_key(self._socket).events != self._wanted():
            self._selector.modify(self._socket, self._wanted(), self)

    def leave(self) -> None:
        if self._socket:
            self._end(0.0)


def phase_in(data: bytes) -> int:
    """The number of the last phase that is opened in these bytes, or 0."""
    place = data.find(b"\xa5phase", data.rfind(b"\xacphase_opened") + 13)
    if b"\xacphase_opened" not in data or place < 0:
        return 0
    unpacker = msgpack.Unpacker()
    unpacker.feed(data[place + 6 : place + 16])
    with contextlib.suppress(msgpack.UnpackException):
        found = unpacker.unpack()
        return found if isinstance(found, int) else 0
    return 0


def flood_called(title: str) -> Flood:
    return next(flood for flood in (NOBODY, *FLOODS) if flood.title == title)


def has_ended(plan: Plan, tally: Tally, passed: float, *, is_told: bool) -> bool:
    if passed < plan.seconds:
        return False
    if flood_called(plan.title).must_be_closed and not tally.closed and passed < plan.closing_seconds:
        return False
    return is_told or passed >= plan.most_seconds


def is_told_to_end() -> bool:
    ready, _, _ = select.select([0], [], [], 0)
    return bool(ready)


def attack(plan: Plan) -> Result:
    tally = Tally()
    began, used = time.monotonic(), time.process_time()
    with selectors.DefaultSelector() as selector:
        attackers = [Attacker(plan, number, selector, tally) for number in range(plan.connections)]
        looked = 0.0
        while not has_ended(plan, tally, (now := time.monotonic()) - began, is_told=is_told_to_end()):
            if now > looked + TURN_SECONDS:
                looked = now
                for attacker in attackers:
                    attacker.look_at_time(now)
                tally.tell_begun(attackers)
            for key, mask in selector.select(TURN_SECONDS):
                key.data.serve(mask, now)
            if time.process_time() - used > plan.share * (now - began):
                time.sleep(TURN_SECONDS)
        tally.tell_begun()
        for attacker in attackers:
            attacker.leave()
    share = (time.process_time() - used) / (time.monotonic() - began)
    return Result(tally.opened, dict(tally.closed), tally.sent / 1e6, share)


def main() -> None:
    os.nice(NICENESS)
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    print("ready", flush=True)
    # Not sys.stdin: it would read on into the line that ends the plan.
    while line := read_line():
        result = attack(msgspec.json.decode(line, type=Plan))
        print(msgspec.json.encode(result).decode(), flush=True)
        read_line()


def read_line() -> bytes:
    line = b""
    while not line.endswith(b"\n") and (byte := os.read(0, 1)):
        line += byte
    return line


if __name__ == "__main__":
    main()
