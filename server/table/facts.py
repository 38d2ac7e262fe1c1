"""The facts of which the log of a table consists. Each is stored before anybody is told of it.

Most facts are the events of `protocol.events` themselves. A fact is defined here if the log holds something
that is not told (a seed, digests, drafts, salts, dice), or if the event holds something that is computed from
the facts (hashes, a story, a view). It has the same name as its event.
"""

from typing import Any, TypeAlias

from msgspec import Struct

from protocol.events import Annotated as Annotated
from protocol.events import Chatted as Chatted
from protocol.events import ClockStarted as ClockStarted
from protocol.events import ClockStopped as ClockStopped
from protocol.events import ClosingAgreed as ClosingAgreed
from protocol.events import GameEnded as GameEnded
from protocol.events import HostChosen as HostChosen
from protocol.events import PauseBegun as PauseBegun
from protocol.events import ReadingHeld as ReadingHeld
from protocol.events import ReadingReleased as ReadingReleased
from protocol.events import RematchOpened as RematchOpened
from protocol.events import SeatLeft as SeatLeft
from protocol.events import SeatRequested as SeatRequested
from protocol.events import SheetUnsealed as SheetUnsealed
from protocol.events import TimeGranted as TimeGranted
from protocol.events import Wrote as Wrote
from protocol.ids import Lines, Seat, SheetKey


class Fact(Struct, frozen=True, omit_defaults=True):
    pass


class TableOpened(Fact, frozen=True, tag="table_opened"):
    game: str
    rules_version: int
    name: str
    options: dict[str, Any]
    seed: str
    """A random secret. All dice of the table and the salts of their hashes are made from it."""
    key: str
    """The digest of the opener's secret, so that a repeated request opens no second table."""
    tournament: bool = False
    password: str = ""
    referee: str = ""
    """Digests of the table's password and of the referee's key."""
    waits: bool = False
    """The hourglass waits for the first key of the only person who plays."""
    number: int = 1
    """Which game of the same people this is: 2 for the first rematch."""


class SeatTaken(Fact, frozen=True, tag="seat_taken"):
    seat: Seat
    name: str
    bot: str = ""
    token: str = ""
    key: str = ""
    """Digests of the seat's token and of the player's own secret."""
    by: str = ""
    character: str = ""
    """The character of the bot. Facts that are older do not have it."""


class GameStarted(Fact, frozen=True, tag="game_started"):
    dice: tuple[int, ...]


class PhaseOpened(Fact, frozen=True, tag="phase_opened"):
    phase: int
    last: bool = False


class Drafted(Fact, frozen=True, tag="drafted"):
    """A sheet as it is now. Only its writer is told."""

    seat: Seat
    sheet: SheetKey
    revision: int
    lines: Lines


class SheetSealed(Fact, frozen=True, tag="sheet_sealed"):
    seat: Seat
    salts: dict[SheetKey, str]


class SheetsDiscarded(Fact, frozen=True, tag="sheets_discarded"):
    """The seat has changed hands, and its sheets, which were not sealed, are thrown away.

    Nobody is told whether there was something on them.
    """

    seat: Seat


class GlassMarked(Fact, frozen=True, tag="glass_marked"):
    """At a slow table: how much of the hourglass is spent, so that a restart gives little of it back.

    The hourglass alone decides when it is stored. Nobody is told of it.
    """


class PhaseClosed(Fact, frozen=True, tag="phase_closed"):
    phase: int
    salts: dict[SheetKey, str]
    """The salts of the sheets that were not sealed."""
    sealed: tuple[Seat, ...] | None = None
    """The seats that had sealed, unless the phase was private. Facts that are older do not have it."""


class SheetsRead(Fact, frozen=True, tag="sheets_read"):
    phase: int
    dice: tuple[int, ...] = ()


class SheetsReread(Fact, frozen=True, tag="sheets_reread"):
    """The referee had the phase read again with these sheets."""

    phase: int
    sheets: dict[SheetKey, Lines]
    dice: tuple[int, ...] = ()
    salts: dict[SheetKey, str] = {}


class Declared(Fact, frozen=True, tag="declared"):
    seat: Seat
    text: str
    dice: tuple[int, ...] = ()


class RolledBack(Fact, frozen=True, tag="rolled_back"):
    phase: int


class PositionAmended(Fact, frozen=True, tag="position_amended"):
    lines: Lines
    salt: str = ""


AnyFact: TypeAlias = (
    TableOpened
    | SeatTaken
    | SeatLeft
    | HostChosen
    | SeatRequested
    | ClosingAgreed
    | GameStarted
    | PhaseOpened
    | Drafted
    | Wrote
    | SheetSealed
    | SheetUnsealed
    | SheetsDiscarded
    | GlassMarked
    | PhaseClosed
    | SheetsRead
    | SheetsReread
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
    | GameEnded
    | RematchOpened
)

WritingFact: TypeAlias = Drafted | Wrote | SheetSealed | SheetUnsealed | SheetsDiscarded
GlassFact: TypeAlias = PauseBegun | ClockStopped | ClockStarted | TimeGranted | ReadingHeld | ReadingReleased


class Row(Struct, frozen=True):
    """A fact as it is stored: with the time of day at the host, and how far the hourglass had run."""

    n: int
    at: float
    spent: float
    played: float
    fact: AnyFact
