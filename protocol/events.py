"""What happens at a table. These events are the numbered stream of a table.

A receiver's own view, story and sheets differ from what others receive; `protocol.chain.common_part`
is what all of them have in common.
"""

from typing import Any, TypeAlias

from msgspec import Struct

from protocol.ids import Lines, Seat, SheetKey
from protocol.notes import Note


class Event(Struct, frozen=True, omit_defaults=True):
    pass


class TableOpened(Event, frozen=True, tag="table_opened"):
    game: str
    name: str
    seats: tuple[Seat, ...]
    options: dict[str, Any]
    tournament: bool = False
    password: bool = False
    """Whether one is asked for."""


class SeatTaken(Event, frozen=True, tag="seat_taken"):
    """Somebody sits down; `bot` is the level of a bot."""

    seat: Seat
    name: str
    bot: str = ""


class SeatLeft(Event, frozen=True, tag="seat_left"):
    seat: Seat


class GameStarted(Event, frozen=True, tag="game_started"):
    view: Any
    """The position as the receiver may see it (`protocol.views`)."""
    dice: str = ""
    """In a game with secrets: the hash of the dice of the set-up (`protocol.seals.dice_hash`)."""


class PhaseOpened(Event, frozen=True, tag="phase_opened"):
    phase: int
    key: str
    owing: dict[Seat, tuple[SheetKey, ...]]
    seconds: float | None = None
    strict: bool = False
    quiet: bool = False
    lines: int | None = None
    last: bool = False
    waiting: tuple[Seat, ...] = ()
    """Who owes nothing in this phase and is in the game all the same."""
    private: bool = False
    """The sheets are shown to nobody but their writers, and nobody is told who wrote or sealed, or when."""
    first_counts: bool = False
    """Only the first line that will do counts; those below it are for the case that it will not."""
    about: Note | None = None
    """What is being asked about: this order, that unit. In the game's own sentences."""


class Wrote(Event, frozen=True, tag="wrote"):
    """The seat has something on a sheet; told once a phase, whatever is written afterwards."""

    seat: Seat


class SheetSealed(Event, frozen=True, tag="sheet_sealed"):
    seat: Seat
    hashes: dict[SheetKey, str]
    """`protocol.seals.seal_hash` of each sheet; the salts come with the sheets."""


class SheetUnsealed(Event, frozen=True, tag="sheet_unsealed"):
    seat: Seat


class PhaseClosed(Event, frozen=True, tag="phase_closed"):
    phase: int
    hashes: dict[SheetKey, str]
    """Of all sheets, sealed or not: from now on nobody can change them unseen."""


class SheetsRead(Event, frozen=True, tag="sheets_read"):
    phase: int
    sheets: dict[SheetKey, Lines]
    salts: dict[SheetKey, str]
    story: tuple[Any, ...]
    """The game's own events (`protocol.views`), in order."""
    view: Any
    """The new position, as the receiver may see it."""
    ruled: bool = False
    """The referee had the phase read again with these sheets; their salts are of the first reading."""
    private: bool = False
    """The phase was private: `sheets` and `salts` hold the receiver's own only."""
    dice: str = ""
    """In a game with secrets: the hash of the dice that were rolled (`protocol.seals.dice_hash`)."""
    head: str = ""
    """The head of the chain over all that was told before this (`protocol.chain`)."""


class Declared(Event, frozen=True, tag="declared"):
    """A seat has said a word of the game that works at once, outside any sheet."""

    seat: Seat
    text: str
    story: tuple[Any, ...]
    """What came of it (`protocol.views`)."""
    view: Any
    """The new position, as the receiver may see it."""
    phase: PhaseOpened | None = None
    """The phase that is on, if the word has changed who owes which sheet: new sheets are empty."""
    dice: str = ""
    """In a game with secrets: the hash of the dice that were rolled (`protocol.seals.dice_hash`)."""


class RolledBack(Event, frozen=True, tag="rolled_back"):
    """The referee ruled: the game stands again as it did when that phase opened."""

    phase: int
    view: Any


class PositionAmended(Event, frozen=True, tag="position_amended"):
    """The referee ruled: the position was corrected, in the game's own notation."""

    lines: Lines
    view: Any
    hidden: bool = False
    """In a game with secrets only the referee is told the lines."""


class PauseBegun(Event, frozen=True, tag="pause_begun"):
    seat: Seat
    seconds: float


class ClockStopped(Event, frozen=True, tag="clock_stopped"):
    """`why` is "referee", "restart" (the server came back) or "nobody" (no player is connected)."""

    why: str


class ClockStarted(Event, frozen=True, tag="clock_started"):
    """The hourglass runs again; `by` is a seat, "referee" or "server"."""

    by: str


class TimeGranted(Event, frozen=True, tag="time_granted"):
    seconds: float


class ReadingHeld(Event, frozen=True, tag="reading_held"):
    pass


class ReadingReleased(Event, frozen=True, tag="reading_released"):
    pass


class Annotated(Event, frozen=True, tag="annotated"):
    text: str


class Chatted(Event, frozen=True, tag="chatted"):
    """`sender` is a seat, "referee", or a watcher's name; `to` one seat, or everybody."""

    sender: str
    text: str
    to: Seat | None = None


class Masked(Event, frozen=True, tag="masked"):
    """Something between others: it only keeps the count."""


class GameEnded(Event, frozen=True, tag="game_ended"):
    """`reason` is the game's own, "referee" or "fault" (our bug: the table ends with a report)."""

    winners: tuple[Seat, ...]
    reason: str
    partial: tuple[Seat, ...] = ()
    text: str = ""
    head: str = ""
    """The head of the chain over all that was told before this (`protocol.chain`)."""


TableEvent: TypeAlias = (
    TableOpened
    | SeatTaken
    | SeatLeft
    | GameStarted
    | PhaseOpened
    | Wrote
    | SheetSealed
    | SheetUnsealed
    | PhaseClosed
    | SheetsRead
    | Declared
    | RolledBack
    | PositionAmended
    | PauseBegun
    | ClockStopped
    | ClockStarted
    | TimeGranted
    | ReadingHeld
    | ReadingReleased
    | Annotated
    | Chatted
    | Masked
    | GameEnded
)
