"""The messages from the server: answers, whose `re` is the `id` of the request, and news of a table."""

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
    """The games that this server knows, each with the levels of its bots."""
    now: float


class Refused(_Answer, frozen=True, tag="refused"):
    """The request was refused. `code` is for programs, `text` is a sentence for the player."""

    code: str
    text: str


class Done(_Answer, frozen=True, tag="done"):
    """The request was carried out, and what it changed is stored."""


class TableLine(Struct, frozen=True, omit_defaults=True):
    """A table as the list of tables shows it."""

    id: str
    name: str
    game: str
    free: tuple[Seat, ...]
    seats: int
    password: bool
    stage: str
    tournament: bool = False
    players: tuple[str, ...] = ()
    """The names of the people who sit there, bots left out."""
    here: int = 0
    """How many of them are connected."""
    quiet_for: float = 0.0
    """For how many seconds nothing has happened there; 0 while somebody is connected."""
    turn: tuple[Seat, ...] = ()
    """The seats that still owe a sheet, as everybody at the table knows it."""


class Tables(_Answer, frozen=True, tag="tables"):
    tables: tuple[TableLine, ...]


class Opened(_Answer, frozen=True, tag="opened"):
    table: str
    referee_key: str = ""
    """The secret key for the referee of a tournament. The server does not show it again."""


class Seated(_Answer, frozen=True, tag="seated"):
    """`token` is the secret with which the player can come back to the seat. It is sent only once."""

    table: str
    seat: Seat
    token: str = ""


class Waiting(_Answer, frozen=True, tag="waiting"):
    """Every seat is taken. The host may give you one; until then you watch. Then `seated` comes by itself."""

    table: str


class SeatKey(_Answer, frozen=True, tag="seat_key"):
    """The token for the person who takes over a seat; the referee who replaced a player hands it on."""

    seat: Seat
    token: str


class Advice(Struct, frozen=True):
    """Why a line would be lost. Lines and columns count from 0."""

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
    """What the clock of the server shows when it answers, in seconds."""


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
    """The player is ready for the game to begin, or for the next phase."""
    pause_left: bool = True
    host: bool = False
    """This player is the host of the table."""
    wants_closing: bool = False
    """This player has agreed to close the table."""
    seconds_used: float = 0.0
    """The time from the opening of each phase to the seal, added up over the game."""


class Sheet(Struct, frozen=True, omit_defaults=True):
    """One of the receiver's own sheets."""

    revision: int
    lines: Lines
    advice: tuple[Advice, ...] = ()
    usage: str = ""
    """How a line is written in this phase, with an example that would be accepted."""
    by_another: bool = False
    """The holder of the seat before you sealed this sheet. It counts; its lines are not shown to you."""


class Usage(_Answer, frozen=True, tag="usage"):
    """A phase has opened. For each of the receiver's sheets: how it is written, with an example."""

    phase: int
    sheets: dict[SheetKey, str]


class Snapshot(_Answer, frozen=True, tag="snapshot"):
    """All that the receiver may know of a table. The next event has the number `seq` + 1."""

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
    """The PhaseOpened of the current phase, or of the last one."""
    view: Any = None
    sheets: dict[SheetKey, Sheet] = {}
    held: bool = False
    outcome: Any = None
    """The GameEnded of a game that is over."""


class Told(_Answer, frozen=True, tag="told"):
    """The next event of the numbered stream. `at` is the time of day at the host; only the record uses it."""

    seq: int
    at: float
    event: TableEvent


class Missed(_Answer, frozen=True, tag="missed"):
    """Events of the stream that are sent again, in order and without a gap."""

    told: tuple[Told, ...]


class Clock(_Answer, frozen=True, tag="clock"):
    """The hourglass. At the server's time `now`, `left` seconds remain; null: no hourglass."""

    phase: int
    stage: str
    left: float | None
    running: bool
    now: float
    paused_by: str = ""
    """A seat, "referee", "restart" or "nobody"."""
    pause_left: float | None = None
    length: float | None = None
    """How many seconds the full hourglass has."""
    game_left: float | None = None


class Presence(_Answer, frozen=True, tag="presence"):
    """Which players are connected now, and how many watchers."""

    connected: tuple[Seat, ...]
    watchers: int
    referee: bool = False
    ready: tuple[Seat, ...] = ()
    """Who is ready for the game to begin, or for the next phase."""
    waiting: tuple[str, ...] = ()
    """The names of those who wait until the host gives them a seat."""


class LinkLine(Struct, frozen=True, omit_defaults=True):
    """The connection of a seat. It does not show whether or when the player writes."""

    seat: Seat
    lag: float | None = None
    """Seconds to the player's machine and back, as last measured; null if it was not measured yet."""
    silent: float = 0.0
    """Seconds since that machine last answered."""


class Health(_Answer, frozen=True, kw_only=True, tag="health"):
    """The state of the connections and of the host."""

    links: tuple[LinkLine, ...] = ()
    wall: float
    """The time of day at the host, in seconds since 1970."""
    connections: int
    memory: int | None = None
    """Bytes of memory that the server uses; null if the system does not tell."""
    disk: int | None = None
    """Free bytes on the disk that holds the games; null if the system does not tell."""
    waiting: int
    """How many writes wait for the disk."""
    write_seconds: float
    """How long the last write took until it was on the disk."""
    bell_late: float
    """How many seconds too late the last phase was closed."""
    warnings: tuple[str, ...] = ()
    """Sentences about what the host should look after before it becomes a problem."""


class TakenOver(_Answer, frozen=True, tag="taken_over"):
    """This connection loses its seat and is closed: another one has taken it, or the seat was given away."""

    text: str


class Closing(_Answer, frozen=True, tag="closing"):
    """The server stops or restarts. The client can come back with its token."""

    text: str


ServerMessage: TypeAlias = (
    Welcome
    | Refused
    | Done
    | Tables
    | Opened
    | Seated
    | Waiting
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
