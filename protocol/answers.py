"""What the server sends: answers, which carry the `id` of the request as `re`, and news of a table."""

from typing import Any, TypeAlias

from msgspec import Struct

from protocol.events import TableEvent
from protocol.ids import Lines, Seat, SheetKey


class _Answer(Struct, frozen=True, omit_defaults=True, kw_only=True):
    re: int = 0


class Welcome(_Answer, frozen=True, tag="welcome"):
    protocol: int
    server: str
    games: dict[str, tuple[str, ...]]
    """The games on the shelf, and the levels of bots for each."""
    now: float


class Refused(_Answer, frozen=True, tag="refused"):
    """What was asked cannot be: a code for programs, a sentence for people."""

    code: str
    text: str


class Done(_Answer, frozen=True, tag="done"):
    """What was asked has happened, and is stored."""


class TableLine(Struct, frozen=True):
    """A table as the lobby and the network show it."""

    id: str
    name: str
    game: str
    free: tuple[Seat, ...]
    seats: int
    password: bool
    stage: str
    tournament: bool = False


class Tables(_Answer, frozen=True, tag="tables"):
    tables: tuple[TableLine, ...]


class Opened(_Answer, frozen=True, tag="opened"):
    table: str
    referee_key: str = ""
    """For a tournament's referee; shown once."""


class Seated(_Answer, frozen=True, tag="seated"):
    """`token` is the seat's secret, shown once: whoever has it comes back to the seat."""

    table: str
    seat: Seat
    token: str = ""


class SeatKey(_Answer, frozen=True, tag="seat_key"):
    """To whoever replaced a person: the token to hand to the new one."""

    seat: Seat
    token: str


class Advice(Struct, frozen=True):
    """What would be lost of a line, and why; lines and columns count from 0."""

    line: int
    column: int
    code: str
    text: str


class Written(_Answer, frozen=True, tag="written"):
    """This revision is stored."""

    sheet: SheetKey
    revision: int
    advice: tuple[Advice, ...] = ()


class Offer(Struct, frozen=True):
    text: str
    gloss: str


class Suggestions(_Answer, frozen=True, tag="suggestions"):
    offers: tuple[Offer, ...]


class Pong(_Answer, frozen=True, tag="pong"):
    now: float
    """The server's clock, in seconds, as it answers."""


class Exported(_Answer, frozen=True, tag="exported"):
    """`record` is the JSON of `qg-server export`, compressed with zlib (deflate with its header)."""

    record: bytes


class SeatLine(Struct, frozen=True, omit_defaults=True):
    seat: Seat
    name: str = ""
    bot: str = ""
    connected: bool = False
    written: bool = False
    sealed: bool = False
    ready: bool = False
    pause_left: bool = True
    seconds_used: float = 0.0
    """Time from the opening of a phase to the seal, added up over the game."""


class Sheet(Struct, frozen=True, omit_defaults=True):
    """One of the receiver's own sheets."""

    revision: int
    lines: Lines
    advice: tuple[Advice, ...] = ()
    usage: str = ""
    """How a line is written now, with an example that would do."""


class Usage(_Answer, frozen=True, tag="usage"):
    """A phase has opened: how each of the receiver's own sheets is written, with an example that would do."""

    phase: int
    sheets: dict[SheetKey, str]


class Snapshot(_Answer, frozen=True, tag="snapshot"):
    """All of a table as the receiver may know it. The stream goes on behind `seq`."""

    table: str
    seq: int
    name: str
    game: str
    options: dict[str, Any]
    tournament: bool
    role: str
    """A seat, "referee" or "watcher"."""
    stage: str
    """gathering, writing, closed, between or over."""
    seats: tuple[SeatLine, ...]
    phase: Any = None
    """The PhaseOpened of the phase that is on, or was last."""
    view: Any = None
    sheets: dict[SheetKey, Sheet] = {}
    held: bool = False
    outcome: Any = None
    """The GameEnded of a game that is over."""


class Told(_Answer, frozen=True, tag="told"):
    """The next of the table's numbered stream. `at` is the host's wall clock, for the record only."""

    seq: int
    at: float
    event: TableEvent


class Missed(_Answer, frozen=True, tag="missed"):
    """A piece of the stream sent again, in order and without a gap."""

    told: tuple[Told, ...]


class Clock(_Answer, frozen=True, tag="clock"):
    """The hourglass. At the server's time `now`, `left` seconds remain; null is no hourglass."""

    phase: int
    stage: str
    left: float | None
    running: bool
    now: float
    paused_by: str = ""
    """A seat, "referee", "restart" or "nobody"."""
    pause_left: float | None = None
    length: float | None = None
    """What a full hourglass is, for the bar."""
    game_left: float | None = None


class Presence(_Answer, frozen=True, tag="presence"):
    """Who is connected now, and how many watch."""

    connected: tuple[Seat, ...]
    watchers: int
    referee: bool = False
    ready: tuple[Seat, ...] = ()
    """Who is ready for the next phase."""


class LinkLine(Struct, frozen=True, omit_defaults=True):
    """A seat's connection. What its player writes does not show here, nor when."""

    seat: Seat
    lag: float | None = None
    """Seconds to the player's machine and back, as last measured; null is not yet."""
    silent: float = 0.0
    """Seconds since that machine last showed that it is there."""


class Health(_Answer, frozen=True, kw_only=True, tag="health"):
    """How the links and the host are."""

    links: tuple[LinkLine, ...] = ()
    wall: float
    """The host's own clock, as seconds since 1970."""
    connections: int
    memory: int | None = None
    """Bytes the server holds; null where the system does not tell."""
    disk: int | None = None
    """Bytes free where the games are kept; null where the system does not tell."""
    waiting: int
    """Writes that wait for the disk."""
    write_seconds: float
    """What the last write took, until it was safe."""
    bell_late: float
    """How late the last bell was rung, in seconds."""
    warnings: tuple[str, ...] = ()
    """Sentences about what needs care before it hurts."""


class TakenOver(_Answer, frozen=True, tag="taken_over"):
    """Another connection holds this seat now; this one is closed."""

    text: str


class Closing(_Answer, frozen=True, tag="closing"):
    """The server stops or restarts; come back with the token."""

    text: str


ServerMessage: TypeAlias = (
    Welcome
    | Refused
    | Done
    | Tables
    | Opened
    | Seated
    | SeatKey
    | Written
    | Suggestions
    | Pong
    | Exported
    | Snapshot
    | Usage
    | Told
    | Missed
    | Clock
    | Presence
    | Health
    | TakenOver
    | Closing
)
