"""The events around a battle: armies and deployment, turns, and how it ends."""

from protocol.views.argad.fight_events import Told
from protocol.views.argad.view import Army
from protocol.views.argad.words import FigureCode, Hex, Side, UnitName


class Chosen(Told, frozen=True, tag="chosen"):
    """A side has its army."""

    side: Side
    army: Army


class ListVoid(Told, frozen=True, tag="list_void"):
    """A list of bought units breaks the rules as a whole, and the side gets its default army."""

    side: Side
    faults: tuple[str, ...]


class Placed(Told, frozen=True, tag="placed"):
    """A unit stands on the table for the first time."""

    unit: UnitName
    at: Hex
    figs: tuple[FigureCode, ...]


class Begun(Told, frozen=True, tag="begun"):
    """All units stand, and the battle begins."""

    start: dict[Side, int]
    """With how many units each side begins."""


class TurnBegun(Told, frozen=True, tag="turn"):
    """A turn begins; the marks of the last turn fall."""

    number: int


class TurnEnded(Told, frozen=True, tag="turn_end"):
    """A turn is over."""

    number: int


class SideBroken(Told, frozen=True, tag="broken"):
    """A side is broken."""

    side: Side


class Decided(Told, frozen=True, tag="decided"):
    """Points decide."""

    why: str
    """"broken", "turns" or "time"."""


class Ended(Told, frozen=True, tag="ended"):
    """The game is over. Without a winner it is a draw."""

    winner: Side | None
    why: str
    """"broken", "turns" or "time"."""
    points: dict[Side, int]
