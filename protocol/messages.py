"""Every message between a client and the server. docs/protocol.md explains each with an example.

A client's message has an `id` of its own choosing; the answer carries it as `re`.
"""

from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct

from protocol.events import TableEvent
from protocol.ids import Lines, Seat, SheetKey

PROTOCOL_VERSION = 1

MOST_LINES = 64
LONGEST_LINE = 200
Line = Annotated[str, Meta(max_length=LONGEST_LINE)]
Draft = Annotated[tuple[Line, ...], Meta(max_length=MOST_LINES)]
Name = Annotated[str, Meta(max_length=80)]
Secret = Annotated[str, Meta(max_length=128)]
OwnSecret = Annotated[str, Meta(min_length=16, max_length=128)]
Key = Annotated[str, Meta(max_length=16)]
Chatter = Annotated[str, Meta(max_length=500)]
Count = Annotated[int, Meta(ge=0, le=2**53)]
Scalar = str | int | float | bool | None
OptionValue = Scalar | Annotated[dict[str, Scalar], Meta(max_length=16)]


class _Request(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    id: Count = 0


class Hello(_Request, frozen=True, tag="hello"):
    """The first message of a connection."""

    protocol: int
    client: Name = ""
    language: Key = "en"


class ListTables(_Request, frozen=True, tag="list_tables"):
    pass


class OpenTable(_Request, frozen=True, tag="open_table"):
    """`key` is a secret of the client's own: sent again, it opens no second table."""

    game: Key
    name: Name
    key: OwnSecret
    options: Annotated[dict[str, OptionValue], Meta(max_length=32)] = {}
    password: Secret = ""
    tournament: bool = False
    bots: Annotated[dict[Key, Key], Meta(max_length=16)] = {}
    """Seats that bots take from the start, with their levels."""


class Join(_Request, frozen=True, tag="join"):
    """Take a seat. `key` is a secret of the client's own: sent again, it takes no second seat."""

    table: Name
    name: Name
    key: OwnSecret
    seat: Key = ""
    """Left out: the first one free."""
    password: Secret = ""


class Resume(_Request, frozen=True, tag="resume"):
    """Come back to a seat; with `after`, the stream goes on behind that number."""

    table: Name
    token: Secret
    after: Count | None = None


class Watch(_Request, frozen=True, tag="watch"):
    table: Name
    password: Secret = ""
    after: Count | None = None


class Officiate(_Request, frozen=True, tag="officiate"):
    """Take the outside referee's place at a tournament table."""

    table: Name
    key: Secret
    after: Count | None = None


class Leave(_Request, frozen=True, tag="leave"):
    """Give up the seat (before the game) or stop watching."""


class Invite(_Request, frozen=True, tag="invite"):
    """Let a bot take a free seat."""

    seat: Key
    level: Key


class Write(_Request, frozen=True, tag="write"):
    """The whole sheet as it now stands. Revisions count up; the server keeps the highest."""

    phase: Count
    sheet: Key
    revision: Count
    lines: Draft


class Seal(_Request, frozen=True, tag="seal"):
    """Close the envelope on exactly these revisions; a sheet left out is one never written."""

    phase: Count
    revisions: Annotated[dict[Key, Count], Meta(max_length=16)] = {}


class Unseal(_Request, frozen=True, tag="unseal"):
    phase: Count


class Suggest(_Request, frozen=True, tag="suggest"):
    """How may this line go on, below those above it?"""

    sheet: Key
    above: Draft = ()
    text: Line = ""


class Ready(_Request, frozen=True, tag="ready"):
    """The story has been read: the next phase may open."""

    phase: Count


class Pause(_Request, frozen=True, tag="pause"):
    """Stop the hourglass: once a game, three minutes at most."""


class Continue(_Request, frozen=True, tag="continue"):
    """End one's own pause, or start a clock that stopped because the server restarted."""


class Chat(_Request, frozen=True, tag="chat"):
    text: Chatter
    to: Key = ""


class Replace(_Request, frozen=True, tag="replace"):
    """Give a seat to a bot (`level`), or to another person (`name`), who gets a new token."""

    seat: Key
    level: Key = ""
    name: Name = ""


class Start(_Request, frozen=True, tag="start"):
    """Referee: start the game, or the next phase without waiting."""


class Hold(_Request, frozen=True, tag="hold"):
    """Referee: once the phase is closed, do not read the sheets yet."""


class Release(_Request, frozen=True, tag="release"):
    pass


class StopClock(_Request, frozen=True, tag="stop_clock"):
    pass


class StartClock(_Request, frozen=True, tag="start_clock"):
    pass


class Grant(_Request, frozen=True, tag="grant"):
    seconds: Annotated[float, Meta(ge=-3600, le=3600)]


class Annotate(_Request, frozen=True, tag="annotate"):
    text: Chatter


class RollBack(_Request, frozen=True, tag="roll_back"):
    """Referee: the game goes back to where it stood when that phase opened."""

    phase: Count


class Reread(_Request, frozen=True, tag="reread"):
    """Referee: read the last phase again with these sheets in place of those handed in."""

    sheets: Annotated[dict[Key, Draft], Meta(max_length=16)]


class Amend(_Request, frozen=True, tag="amend"):
    """Referee: correct the position, in the game's own notation, before the next phase opens."""

    lines: Draft


class Finish(_Request, frozen=True, tag="finish"):
    """Referee: end the game now. `winners` may name seats; nobody is a draw."""

    text: Chatter = ""
    winners: Annotated[tuple[Key, ...], Meta(max_length=8)] = ()


class Sync(_Request, frozen=True, tag="sync"):
    """Send the stream again from behind this number, or a snapshot if that is too long ago."""

    after: Count


class Export(_Request, frozen=True, tag="export"):
    """The game so far as a record, with all that everybody may know."""


class Ping(_Request, frozen=True, tag="ping"):
    pass


ClientMessage: TypeAlias = (
    Hello
    | ListTables
    | OpenTable
    | Join
    | Resume
    | Watch
    | Officiate
    | Leave
    | Invite
    | Write
    | Seal
    | Unseal
    | Suggest
    | Ready
    | Pause
    | Continue
    | Chat
    | Replace
    | Start
    | Hold
    | Release
    | StopClock
    | StartClock
    | Grant
    | Annotate
    | RollBack
    | Reread
    | Amend
    | Finish
    | Sync
    | Export
    | Ping
)


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
    in_play: bool = True
    seconds_used: float = 0.0
    """Time from the opening of a phase to the seal, added up over the game."""


class Sheet(Struct, frozen=True, omit_defaults=True):
    """One of the receiver's own sheets."""

    revision: int
    lines: Lines
    advice: tuple[Advice, ...] = ()


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
    | Told
    | Missed
    | Clock
    | Presence
    | TakenOver
    | Closing
)

REFEREE_ACTS = (Start, Hold, Release, StopClock, StartClock, Grant, Annotate, RollBack, Reread, Amend, Finish)

CLOSE_LIMITS = 1008
CLOSE_TOO_BIG = 1009
CLOSE_RESTART = 1012
CLOSE_TAKEN_OVER = 4002
CLOSE_VERSION = 4003
