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
    """The first event of every table."""

    game: str
    """The name of the game."""
    name: str
    """What the table is called."""
    seats: tuple[Seat, ...]
    """Every seat, in the order of the game."""
    options: dict[str, Any]
    """All options, those with their default included."""
    tournament: bool = False
    """Whether there is an outside referee."""
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
    """The name of the player or of the bot."""
    bot: str = ""
    """The level of the bot. Empty: it is a person."""
    by: str = ""
    """Who gave the seat: a seat or "referee". If it is empty, the person did it, or who opened the table."""
    character: str = ""
    """How the bot plays, besides its level: one of the characters in `welcome`. Empty: it has none."""


class SeatLeft(Event, frozen=True, tag="seat_left"):
    """The seat is free again."""

    seat: Seat
    by: str = ""
    """Who freed the seat: the seat of the host, or "referee". Empty: the player left."""


class HostChosen(Event, frozen=True, tag="host_chosen"):
    """The player of this seat is the host of the table from now on. A tournament has a referee instead."""

    seat: Seat


class SeatRequested(Event, frozen=True, tag="seat_requested"):
    """Somebody came when every seat was taken, and waits until the host gives them one."""

    name: str
    """Who asks for a seat."""


class ClosingAgreed(Event, frozen=True, tag="closing_agreed"):
    """This player wants to close the table. It is void when the next phase closes."""

    seat: Seat


class GameStarted(Event, frozen=True, tag="game_started"):
    """The game begins."""

    view: Any
    """The position as the receiver may see it (see the views of the games)."""
    dice: str = ""
    """In a game with secrets: the hash of the dice that were thrown for the set-up."""


class PhaseOpened(Event, frozen=True, tag="phase_opened"):
    """Sheets are owed from now on."""

    phase: int
    """The number of the phase; the first has 1."""
    key: str
    """What kind of phase it is, a word of the game."""
    owing: dict[Seat, tuple[SheetKey, ...]]
    """The sheets that each seat owes."""
    seconds: float | None = None
    """How long the hourglass runs; null: there is none."""
    strict: bool = False
    """A sheet with a fault cannot be sealed."""
    quiet: bool = False
    """Nobody may chat."""
    lines: int | None = None
    """How many lines of a sheet can count; null: as many as fit."""
    last: bool = False
    """It is the last phase of the game."""
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
    """The seat has sealed its sheets."""

    seat: Seat
    hashes: dict[SheetKey, str]
    """The hash of each sheet. The salts are told when the sheets are read."""


class SheetUnsealed(Event, frozen=True, tag="sheet_unsealed"):
    """The seat has opened its sheets again. The hashes of its seal are void."""

    seat: Seat


class PhaseClosed(Event, frozen=True, tag="phase_closed"):
    """Nobody can write any more."""

    phase: int
    """The number of the phase."""
    hashes: dict[SheetKey, str]
    """The hashes of all sheets, sealed or not. From now on a change of any sheet would be noticed."""
    sealed: tuple[Seat, ...] | None = None
    """The seats that had sealed. It is left out if the phase was private, and in records of older games."""


class SheetsRead(Event, frozen=True, tag="sheets_read"):
    """The sheets of a phase have been read."""

    phase: int
    """The number of the phase."""
    sheets: dict[SheetKey, Lines]
    """What was on each sheet."""
    salts: dict[SheetKey, str]
    """The salt of each hash."""
    story: tuple[Any, ...]
    """What happened, as events of the game (see the views of the games), in order."""
    view: Any
    """The new position, as the receiver may see it."""
    ruled: bool = False
    """The referee had the phase read again with these sheets."""
    hashes: dict[SheetKey, str] = {}
    """If it was read again: the hashes of the sheets that were used, with new salts."""
    private: bool = False
    """The phase was private: `sheets` and `salts` hold only the sheets of the receiver."""
    dice: str = ""
    """The hash of the dice that were rolled."""
    head: str = ""
    """The head of the chain over all that was told before this."""


class Declared(Event, frozen=True, tag="declared"):
    """A seat has said a word that takes effect at once, without a sheet."""

    seat: Seat
    text: str
    """The word."""
    story: tuple[Any, ...]
    """What the word led to, as events of the game (see the views of the games)."""
    view: Any
    """The new position, as the receiver may see it."""
    phase: PhaseOpened | None = None
    """The current phase, if the word has changed who owes which sheet. New sheets are empty."""
    dice: str = ""
    """The hash of the dice that were rolled."""


class RolledBack(Event, frozen=True, tag="rolled_back"):
    """The referee has ruled that the game goes back to the position in which that phase opened."""

    phase: int
    """The phase at whose opening the game stands again."""
    view: Any
    """The new position, as the receiver may see it."""


class PositionAmended(Event, frozen=True, tag="position_amended"):
    """The referee has corrected the position. `lines` say how, in the notation of the game."""

    lines: Lines
    """The corrections, in the notation of the game."""
    view: Any
    """The new position, as the receiver may see it."""
    hidden: bool = False
    """True in a game with secrets: only the referee is told the lines."""
    hash: str = ""
    """If they are hidden: their hash, with no name for the sheet."""


class PauseBegun(Event, frozen=True, tag="pause_begun"):
    """A player has stopped the hourglass."""

    seat: Seat
    seconds: float
    """How long the pause may last."""


class ClockStopped(Event, frozen=True, tag="clock_stopped"):
    """The hourglass stands still. `why` says what stopped it."""

    why: str
    """`referee`, `restart` (of the server), `nobody` (is connected), `night` (quiet hours) or `first-key`."""


class ClockStarted(Event, frozen=True, tag="clock_started"):
    """The hourglass runs again; `by` is a seat, "referee" or "server"."""

    by: str
    """A seat, `referee` or `server`."""


class TimeGranted(Event, frozen=True, tag="time_granted"):
    """The referee has given or taken time."""

    seconds: float
    """How much time was given; negative if it was taken."""


class ReadingHeld(Event, frozen=True, tag="reading_held"):
    """The sheets will not be read until the referee says so."""


class ReadingReleased(Event, frozen=True, tag="reading_released"):
    """The sheets can be read again."""


class Annotated(Event, frozen=True, tag="annotated"):
    """A note of the referee."""

    text: str
    """The note."""


class Chatted(Event, frozen=True, tag="chatted"):
    """`sender` is a seat or "referee". `to` is one seat; without it, the line is for everybody."""

    sender: str
    """A seat or `referee`."""
    text: str
    """What was said."""
    to: Seat | None = None
    """The seat for which it is; null: it is for everybody."""


class Masked(Event, frozen=True, tag="masked"):
    """An event that the receiver may not know. It is sent so that the numbers have no gap."""


class GameEnded(Event, frozen=True, tag="game_ended"):
    """`reason` is a code of the game or "referee"; "closed" if the players closed the table without a result;
    or "fault" if an error in the program ended the table.
    """

    winners: tuple[Seat, ...]
    """The seats that have won. None: a draw."""
    reason: str
    """A code of the game, `referee`, `fault` (an error in the program), or `deserted` (nobody sat down)."""
    partial: tuple[Seat, ...] = ()
    """The seats that share in the victory."""
    text: str = ""
    """What the referee has said about it."""
    head: str = ""
    """The head of the chain over all that was told before this."""
    drawn: tuple[Seat, ...] = ()
    """In a draw, the seats that came out equal at the top."""
    rounds: int = 0
    """How many phases were played."""
    figures: dict[Seat, dict[str, int]] = {}
    """What each seat has reached, under words of the game."""


class RematchOpened(Event, frozen=True, tag="rematch_opened"):
    """The players of a game that is over play again, at another table of the same server."""

    table: str
    """The id of the new table."""
    name: str
    """What the new table is called."""


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
    | RematchOpened
)
