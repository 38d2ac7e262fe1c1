"""What happens at a table. These events make up the numbered stream of a table.

The view, the story and the sheets in an event differ from one receiver to another;
`protocol.chain.common_part` is the part that all of them receive.
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
    """Whether the table has a password."""
    table: str = ""
    """The letters of the table."""


class SeatTaken(Event, frozen=True, tag="seat_taken"):
    """Somebody takes a seat. If it is a bot, `bot` is its level.

    If the seat changes hands while a phase is on, a sheet that is sealed counts; any other is thrown away.
    """

    seat: Seat
    name: str
    bot: str = ""
    by: str = ""
    """Who gave the seat: a seat or "referee". If it is empty, the person did it, or who opened the table."""


class SeatLeft(Event, frozen=True, tag="seat_left"):
    seat: Seat
    by: str = ""
    """Who freed the seat: the seat of the host, or "referee". Empty: the player left."""


class HostChosen(Event, frozen=True, tag="host_chosen"):
    """The player of this seat is the host of the table from now on. A tournament has a referee instead."""

    seat: Seat


class SeatRequested(Event, frozen=True, tag="seat_requested"):
    """Somebody came when every seat was taken, and waits until the host gives them one."""

    name: str


class ClosingAgreed(Event, frozen=True, tag="closing_agreed"):
    """This player wants to close the table. It is void when the next phase closes."""

    seat: Seat


class GameStarted(Event, frozen=True, tag="game_started"):
    view: Any
    """The position as the receiver may see it (see `protocol.views`)."""
    dice: str = ""
    """In a game with secrets: the hash of the dice that were thrown for the set-up."""


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
    """The seats that owe no sheet in this phase but are still in the game."""
    private: bool = False
    """The sheets are shown to nobody but their writers, and nobody is told who wrote or sealed, or when."""
    first_counts: bool = False
    """Only the first line that can be carried out counts. The lines below it are used if it cannot."""
    about: Note | None = None
    """What the players are asked about, such as an order or a unit, as a sentence of the game."""


class Wrote(Event, frozen=True, tag="wrote"):
    """The seat has begun to write. This is told once in a phase, not for every line."""

    seat: Seat


class SheetSealed(Event, frozen=True, tag="sheet_sealed"):
    seat: Seat
    hashes: dict[SheetKey, str]
    """The `protocol.seals.seal_hash` of each sheet. The salts are told when the sheets are read."""


class SheetUnsealed(Event, frozen=True, tag="sheet_unsealed"):
    seat: Seat


class PhaseClosed(Event, frozen=True, tag="phase_closed"):
    phase: int
    hashes: dict[SheetKey, str]
    """The hashes of all sheets, sealed or not. From now on a change of any sheet would be noticed."""


class SheetsRead(Event, frozen=True, tag="sheets_read"):
    phase: int
    sheets: dict[SheetKey, Lines]
    salts: dict[SheetKey, str]
    story: tuple[Any, ...]
    """What happened, as events of the game (see `protocol.views`), in order."""
    view: Any
    """The new position, as the receiver may see it."""
    ruled: bool = False
    """The referee had the phase read again with these sheets."""
    hashes: dict[SheetKey, str] = {}
    """If it was read again: the hashes of the sheets that were used, with new salts."""
    private: bool = False
    """The phase was private: `sheets` and `salts` hold only the sheets of the receiver."""
    dice: str = ""
    """The hash of the dice that were rolled (`protocol.seals.dice_hash`)."""
    head: str = ""
    """The head of the chain over all that was told before this (`protocol.chain`)."""


class Declared(Event, frozen=True, tag="declared"):
    """A seat has said a word that takes effect at once, without a sheet."""

    seat: Seat
    text: str
    story: tuple[Any, ...]
    """What the word led to, as events of the game (see `protocol.views`)."""
    view: Any
    """The new position, as the receiver may see it."""
    phase: PhaseOpened | None = None
    """The current phase, if the word has changed who owes which sheet. New sheets are empty."""
    dice: str = ""
    """The hash of the dice that were rolled (`protocol.seals.dice_hash`)."""


class RolledBack(Event, frozen=True, tag="rolled_back"):
    """The referee has ruled that the game goes back to the position in which that phase opened."""

    phase: int
    view: Any


class PositionAmended(Event, frozen=True, tag="position_amended"):
    """The referee has corrected the position. `lines` say how, in the notation of the game."""

    lines: Lines
    view: Any
    hidden: bool = False
    """True in a game with secrets: only the referee is told the lines."""
    hash: str = ""
    """If they are hidden: their `protocol.seals.seal_hash`, with no name for the sheet."""


class PauseBegun(Event, frozen=True, tag="pause_begun"):
    seat: Seat
    seconds: float


class ClockStopped(Event, frozen=True, tag="clock_stopped"):
    """`why` is "referee", "restart" (the server was started again) or "nobody" (no player is connected)."""

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
    """`sender` is a seat or "referee". `to` is one seat; without it, the line is for everybody."""

    sender: str
    text: str
    to: Seat | None = None


class Masked(Event, frozen=True, tag="masked"):
    """An event that the receiver may not know. It is sent so that the numbers have no gap."""


class GameEnded(Event, frozen=True, tag="game_ended"):
    """`reason` is a code of the game or "referee"; "closed" if the players closed the table without a result;
    or "fault" if an error in the program ended the table.
    """

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
    | HostChosen
    | SeatRequested
    | ClosingAgreed
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
