"""The floods: who sends what, how often, and from where."""

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from msgspec import Struct

from bench.attack import frames
from protocol.codec import encode
from protocol.messages import (
    PROTOCOL_VERSION,
    ClientMessage,
    Export,
    Hello,
    ListTables,
    Ping,
    Resume,
    Suggest,
    Sync,
    Watch,
    Write,
)

AT_ONCE = 65_536
"""About how many bytes an attacker gives to its socket in one piece."""
SILENT, CONNECTED, NEWCOMER, WATCHER, SEATED = "silent", "connected", "newcomer", "watcher", "seated"
"""How far an attacker goes before it attacks: TCP, a websocket without a hello, a hello, a table, a seat.

Of those who are seated, the first has the seat; a seat has one connection, so the others watch.
"""
LONG_DRAFT = tuple(f"S HQ V8 and some more words {number:2}" for number in range(64))
"""A draft with 64 lines that are all wrong, so that each is explained to its writer."""


class Target(Struct, frozen=True):
    """Where the attackers go. The token is that of a seat at the table."""

    port: int
    table: str
    seat: str
    token: str
    locked_table: str
    """A table with a password that the attackers do not know."""


Sent: TypeAlias = Callable[[Target, int, int], bytes]


class Flood(Struct, frozen=True):
    """One way to attack. `sent` makes the next bytes, from the phase that is open and a number that grows."""

    name: str
    standing: str
    sent: Sent | None = None
    first: bytes = b""
    """Sent once, before all that is repeated."""
    every: float = 0.0
    """Seconds between two pieces from one connection; 0 sends as fast as the server reads."""
    back_after: float = 0.1
    """Seconds after which a connection that was closed is opened again."""
    lasts: float | None = None
    """Seconds after which an attacker closes its own connection."""
    is_crowd: bool = False
    """Many connections do nothing, instead of few that do much."""
    is_neighbour: bool = False
    """The attackers have the same address as the players."""
    follows_phase: bool = False
    """What is sent depends on the phase, so the attackers read which phase is open."""
    must_be_closed: bool = False
    """The server has to close attackers like these, because they break the protocol or its limits."""

    @property
    def title(self) -> str:
        return f"{self.name}, {self.standing}"


def message(content: ClientMessage) -> bytes:
    return frames.frame(frames.BINARY, encode(content))


def repeated(piece: bytes) -> Sent:
    whole = piece * max(1, AT_ONCE // len(piece))
    return lambda target, phase, turn: whole


def _suggest(target: Target, phase: int, turn: int) -> bytes:
    """Below four orders that can be carried out there are many ways to go on, and all of them are offered."""
    above = (f"S HQ {target.seat}8", f"S {target.seat}8 HQ") * 2
    return message(Suggest(id=1, sheet=target.seat, above=above)) * 64


def _drafts(target: Target, phase: int, turn: int) -> bytes:
    return b"".join(
        message(Write(id=1, phase=phase, sheet=target.seat, revision=8 * turn + n, lines=LONG_DRAFT))
        for n in range(1, 9)
    )


def _wrong_tokens(target: Target, phase: int, turn: int) -> bytes:
    return message(Resume(id=1, table=target.table, token="not the token of this seat")) * 8


def _wrong_passwords(target: Target, phase: int, turn: int) -> bytes:
    return b"".join(message(Watch(id=1, table=target.locked_table, password=f"guess {n}")) for n in range(8))


def _junk(target: Target, phase: int, turn: int) -> bytes:
    """Something else each time: noise, half a message, text, an unmasked frame, a frame of no known kind."""
    random = Random(turn)
    noise = random.randbytes(random.randrange(1, 2000))
    return random.choice(
        (
            frames.frame(frames.BINARY, noise),
            frames.frame(frames.BINARY, encode(Sync(after=0))[:-3]),
            frames.frame(frames.BINARY, b"\xdf\xff\xff\xff\xff" + noise),
            frames.frame(frames.BINARY, b"\x91" * 1024),
            frames.frame(frames.TEXT, b"let me in"),
            frames.frame(0x3, noise[:100]),
            b"\x82\x05plain",
            noise,
        )
    )


def _slow_request(target: Target, phase: int, turn: int) -> bytes:
    return f"X-{turn}: slow\r\n".encode()


_open_fragment = frames.frame(frames.BINARY, is_last=False)
_next_fragment = repeated(frames.frame(frames.CONTINUED, is_last=False))
_one_byte_fragment = repeated(frames.frame(frames.CONTINUED, b"\x81", is_last=False))
_pong = repeated(frames.frame(frames.PONG))
_ping = repeated(frames.frame(frames.PING))
_pings_and_goodbye = frames.frame(frames.PING) * 95 + frames.frame(frames.CLOSE)
_asks = repeated(message(Ping(id=1)) + message(ListTables(id=2)))

FLOODS = (
    Flood("pong", CONNECTED, _pong, must_be_closed=True),
    Flood("pong", NEWCOMER, _pong, must_be_closed=True),
    Flood("pong", SEATED, _pong, must_be_closed=True),
    Flood("ping", NEWCOMER, _ping, must_be_closed=True),
    Flood("ping", SEATED, _ping, must_be_closed=True),
    Flood("goodbye", NEWCOMER, first=_pings_and_goodbye, back_after=0.0, lasts=0.0),
    Flood("fragments", CONNECTED, _next_fragment, first=_open_fragment, must_be_closed=True),
    Flood("fragments", NEWCOMER, _next_fragment, first=_open_fragment, must_be_closed=True),
    Flood("fragments", SEATED, _one_byte_fragment, first=_open_fragment, must_be_closed=True),
    Flood("asks", NEWCOMER, _asks),
    Flood("asks", SEATED, _asks),
    Flood("sync", WATCHER, repeated(message(Sync(id=1, after=0)))),
    Flood("sync", SEATED, lambda target, phase, turn: message(Sync(id=1, after=0)) * 23, lasts=0.3),
    Flood("suggest", SEATED, _suggest, lasts=0.5),
    Flood("export", WATCHER, lambda target, phase, turn: message(Export(id=1)), every=0.005, lasts=0.5),
    Flood("export", SEATED, lambda target, phase, turn: message(Export(id=1)), every=0.005, lasts=0.5),
    Flood("drafts", SEATED, _drafts, follows_phase=True),
    Flood("junk", CONNECTED, _junk, back_after=0.01, must_be_closed=True),
    Flood("junk", NEWCOMER, _junk, back_after=0.01, must_be_closed=True),
    Flood("wrong passwords", NEWCOMER, _wrong_passwords),
    Flood("reconnecting", NEWCOMER, back_after=0.0, lasts=0.0),
    Flood("reconnecting", SEATED, back_after=0.0, lasts=0.0),
    Flood(
        "slow handshakes",
        SILENT,
        _slow_request,
        first=b"GET /ws HTTP/1.1\r\n",
        every=0.25,
        is_crowd=True,
        back_after=1.0,
    ),
    Flood("silence", SILENT, is_crowd=True, back_after=1.0),
    Flood("idling", NEWCOMER, is_crowd=True, back_after=1.0),
    Flood("wrong tokens", NEWCOMER, _wrong_tokens, is_neighbour=True),
)
NOBODY = Flood("nobody", SILENT)
"""For comparison: no attacker at all, so that what the machine itself does to the figures can be seen."""


def coming_in(flood: Flood, target: Target, number: int) -> bytes:
    """What the connection with this number sends before it attacks."""
    sent = b""
    if flood.standing in (NEWCOMER, WATCHER, SEATED):
        sent += message(Hello(protocol=PROTOCOL_VERSION))
    if flood.standing == SEATED and number == 0:
        sent += message(Resume(table=target.table, token=target.token))
    elif flood.standing in (WATCHER, SEATED):
        sent += message(Watch(table=target.table))
    return sent
