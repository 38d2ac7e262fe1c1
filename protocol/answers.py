"""The messages from the server: answers, whose `re` is the `id` of the request, and news of a table."""

from typing import Any, TypeAlias

from msgspec import Struct

from protocol.answer_parts import (
    Advice,
    LinkLine,
    Offer,
    SeatLine,
    Sheet,
    SheetProgress,
    StandingLine,
    TableLine,
)
from protocol.events import TableEvent
from protocol.ids import Lines, Seat, SheetKey


class _Answer(Struct, frozen=True, omit_defaults=True, kw_only=True):
    re: int = 0
    """The `id` of the request that is answered; 0 if it is no answer."""


class Welcome(_Answer, frozen=True, tag="welcome"):
    """The answer to `hello`."""

    protocol: int
    """The version of the protocol that the server speaks."""
    server: str
    """The version of the server program."""
    games: dict[str, tuple[str, ...]]
    """The games that this server knows, each with the levels of its bots."""
    now: float
    """The clock of the server, in seconds."""
    servers: tuple[str, ...] = ()
    """The addresses of all servers that play these tables, if there are several. If this one is gone, go to
    another of them with your token."""
    characters: dict[str, dict[str, tuple[str, ...]]] = {}
    """For each game whose bots have characters: those of each level that has any."""


class Refused(_Answer, frozen=True, tag="refused"):
    """The request was refused. `code` is for programs, `text` is a sentence for the player."""

    code: str
    """Why, for programs: one of the list of refusals."""
    text: str
    """Why, as a sentence in the player's language."""
    server: str = ""
    """With the code `elsewhere`: the address of the server that plays this table. Ask there."""


class Done(_Answer, frozen=True, tag="done"):
    """The request was carried out, and what it changed is stored."""


class Tables(_Answer, frozen=True, tag="tables"):
    """The tables that are not over."""

    tables: tuple[TableLine, ...]
    """At most 200 of them, those with free seats first."""


class Opened(_Answer, frozen=True, tag="opened"):
    """The table is open."""

    table: str
    """The id of the new table."""
    referee_key: str = ""
    """The secret key for the referee of a tournament. The server does not show it again."""


class Seated(_Answer, frozen=True, tag="seated"):
    """`token` is the secret with which the player can come back to the seat. It is sent only once."""

    table: str
    """The id of the table."""
    seat: Seat
    """The seat that the player has."""
    token: str = ""
    """The secret of the seat. After `resume` it is left out, because the client has it."""


class Waiting(_Answer, frozen=True, tag="waiting"):
    """Every seat is taken. The host may give you one; until then you watch. Then `seated` comes by itself."""

    table: str
    """The id of the table."""


class SeatKey(_Answer, frozen=True, tag="seat_key"):
    """The token for the person who takes over a seat; the referee who replaced a player hands it on."""

    seat: Seat
    """The seat that was given away."""
    token: str
    """The new secret of the seat."""


class RematchSeat(_Answer, frozen=True, tag="rematch_seat"):
    """The seat of the receiver at the table of the rematch. `leave` this table, then `resume` there."""

    table: str
    """The id of the new table."""
    seat: Seat
    """The seat that the player has there."""
    token: str
    """The secret of that seat."""


class Standings(_Answer, frozen=True, tag="standings"):
    """The standings of the people at this table, the best first."""

    lines: tuple[StandingLine, ...]
    """One for each person who has finished such a game."""
    games: int
    """How many games count: of this game, with at least two of these people, or with the only one."""


class Written(_Answer, frozen=True, tag="written"):
    """This revision is stored."""

    sheet: SheetKey
    """The sheet that was written."""
    revision: int
    """The revision that is stored now."""
    advice: tuple[Advice, ...] = ()
    """What would be lost, and why."""
    progress: SheetProgress = SheetProgress()
    """How far the sheet is written, and what happens in place of what it leaves out."""


class Suggestions(_Answer, frozen=True, tag="suggestions"):
    """How a line may go on."""

    offers: tuple[Offer, ...]
    """At most 200 ways to go on."""


class Supposed(_Answer, frozen=True, tag="supposed"):
    """What the supposed sheets would lead to, with dice that are not those of the table."""

    phase: int
    """The phase that is open."""
    sheets: dict[SheetKey, Lines]
    """All sheets as they were read."""
    story: tuple[Any, ...]
    """What would happen, as the asker would be told."""
    view: Any
    """The position afterwards, as the asker would see it."""


class Pong(_Answer, frozen=True, tag="pong"):
    """The clock of the server."""

    now: float
    """What the clock of the server shows when it answers, in seconds."""
    servers: tuple[str, ...] = ()
    """As in `welcome`, and as it is now."""


class Exported(_Answer, frozen=True, tag="exported"):
    """`record` is the JSON of `qg-server export`, compressed with zlib (deflate with its header)."""

    record: bytes
    """The JSON of `qg-server export`, compressed with zlib (deflate with its header)."""


class Usage(_Answer, frozen=True, tag="usage"):
    """A phase has opened. For each of the receiver's sheets: how it is written, with an example."""

    phase: int
    """The phase that has opened."""
    sheets: dict[SheetKey, str]
    """For each of the receiver's sheets: how a line is written, with an example."""
    progress: dict[SheetKey, SheetProgress] = {}
    """How far each of these sheets is written, and so what happens if it stays empty."""


class Snapshot(_Answer, frozen=True, tag="snapshot"):
    """All that the receiver may know of a table. The next event has the number `seq` + 1."""

    table: str
    """The id of the table."""
    seq: int
    """The number of the last event that this snapshot contains."""
    name: str
    """What the table is called."""
    game: str
    """The name of the game."""
    options: dict[str, Any]
    """All options, those with their default included."""
    tournament: bool
    """Whether there is an outside referee."""
    role: str
    """The seat of the receiver, `referee` or `watcher`."""
    stage: str
    """`gathering`, `writing`, `closed`, `between` or `over`."""
    seats: tuple[SeatLine, ...]
    """Every seat."""
    phase: Any = None
    """The `phase_opened` of the current phase, or of the last one; null before the first."""
    view: Any = None
    """The position as the receiver may know it; null before the game."""
    sheets: dict[SheetKey, Sheet] = {}
    """The receiver's own drafts."""
    held: bool = False
    """Whether the referee holds the reading."""
    outcome: Any = None
    """The `game_ended` of a game that is over; null before."""


class Told(_Answer, frozen=True, tag="told"):
    """The next event of the numbered stream. `at` is the time of day at the host; only the record uses it."""

    seq: int
    """The number of the event. The first one of a table has 1."""
    at: float
    """The time of day at the host, in seconds since 1970. Only the record uses it."""
    event: TableEvent
    """One of the events below."""


class Missed(_Answer, frozen=True, tag="missed"):
    """Events of the stream that are sent again, in order and without a gap."""

    told: tuple[Told, ...]
    """At most 64 `told`, in order and without a gap."""


class Clock(_Answer, frozen=True, tag="clock"):
    """The hourglass. At the server's time `now`, `left` seconds remain; null: no hourglass."""

    phase: int
    """The number of the phase."""
    stage: str
    """As in `snapshot`."""
    left: float | None
    """How many seconds remain at the time `now`; null: no hourglass."""
    running: bool
    """Whether it runs."""
    now: float
    """The clock of the server, in seconds."""
    paused_by: str = ""
    """A seat, `referee`, `restart`, `nobody`, `night` or `first-key`. Empty: nothing stopped it."""
    pause_left: float | None = None
    """How many seconds remain of a player's pause; null: there is none."""
    length: float | None = None
    """How many seconds the full hourglass has."""
    game_left: float | None = None
    """How many seconds remain until the last round is due; null: no limit."""


class Presence(_Answer, frozen=True, tag="presence"):
    """Which players are connected now, and how many watchers."""

    connected: tuple[Seat, ...]
    """The seats whose players are connected."""
    watchers: int
    """How many watch."""
    referee: bool = False
    """Whether the referee is connected."""
    ready: tuple[Seat, ...] = ()
    """Who is ready for the game to begin, or for the next phase."""
    waiting: tuple[str, ...] = ()
    """The names of those who wait until the host gives them a seat."""


class Health(_Answer, frozen=True, kw_only=True, tag="health"):
    """The state of the connections and of the host."""

    links: tuple[LinkLine, ...] = ()
    """The connection of each seat that is connected."""
    wall: float
    """The time of day at the host, in seconds since 1970."""
    connections: int
    """How many connections the server has."""
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
    """Why, as a sentence in the player's language."""


class Closing(_Answer, frozen=True, tag="closing"):
    """The server stops or restarts. The client can come back with its token."""

    text: str
    """Why, as a sentence in the player's language."""


ServerMessage: TypeAlias = (
    Welcome
    | Refused
    | Done
    | Tables
    | Opened
    | Seated
    | Waiting
    | SeatKey
    | RematchSeat
    | Standings
    | Written
    | Suggestions
    | Supposed
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
