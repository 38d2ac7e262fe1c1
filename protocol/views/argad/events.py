"""The events of a story. Everybody is told all of them, but for the choice of a secret reserve."""

from typing import TypeAlias

from msgspec import UNSET, UnsetType

from protocol.ids import Seat, SheetKey
from protocol.notes import Note
from protocol.views.argad.fight_events import (
    BannerDown,
    BannerTaken,
    BannerUp,
    Blow,
    Clashed,
    Demoralised,
    Fatigued,
    Followed,
    Fought,
    GeneralHurt,
    GeneralJoined,
    GeneralLeft,
    GeneralLost,
    Gone,
    Losses,
    NoShot,
    Pinned,
    Rallied,
    Recoiled,
    Retreated,
    Routed,
    Tested,
    Told,
    Volley,
    Worn,
)
from protocol.views.argad.frame_events import (
    Begun,
    Chosen,
    Decided,
    Ended,
    ListVoid,
    Placed,
    SideBroken,
    TurnBegun,
    TurnEnded,
)
from protocol.views.argad.view import Order, Unit
from protocol.views.argad.words import FigureCode, Hex, UnitName


class LineLost(Told, frozen=True, tag="line_lost"):
    """A line of a sheet was lost. `reason` begins with one of the fault codes of the rules."""

    sheet: SheetKey
    line: int
    text: str
    column: int
    """Where in the line the reason lies."""
    reason: Note


class Ordered(Told, frozen=True, tag="ordered"):
    """A line of a sheet is carried out, or is known and waits for a reserve."""

    seat: Seat
    phase: str
    text: str


class Held(Told, frozen=True, tag="held"):
    """A seat that was asked for its reserve lets it hold."""

    seat: Seat


class Asked(Told, frozen=True, tag="asked"):
    """Somebody owes a sheet next. It is the last event of a story, unless the game is over."""

    stage: str
    choosing: tuple[Seat, ...]
    playing: Seat = ""
    extra: UnitName = ""
    extras: tuple[UnitName, ...] = ()
    order: Order | None = None
    is_first: bool = False


class DeckMade(Told, frozen=True, tag="deck"):
    """The deck is made up, or the rest of it is void."""

    cards: dict[str, int]
    """How many cards of each seat are in it; "J" is the Joker."""


class CardDrawn(Told, frozen=True, tag="card"):
    """A card of a seat was drawn."""

    seat: Seat


class CardLost(Told, frozen=True, tag="card_lost"):
    """Nobody can use this card."""

    seat: Seat


class JokerDrawn(Told, frozen=True, tag="joker_drawn"):
    """The Joker was drawn and waits for the next card."""


class JokerUsed(Told, frozen=True, tag="joker"):
    """A seat chose a help of the Joker."""

    seat: Seat
    benefit: str
    """"WEAR", "MARCH", "DIE", "EXTRA", "CRY", "HEAL", "RESERVE" or "NONE"."""
    unit: UnitName | UnsetType = UNSET
    """The unit that is helped; left out with "NONE"."""


class JokerHidden(Told, frozen=True, tag="joker_hidden"):
    """A seat chose a reserve or nothing, and the enemy may not know which."""

    seat: Seat


class Marched(Told, frozen=True, tag="march"):
    """The forced march of a unit was rolled."""

    unit: UnitName
    cm: int


class Healed(Told, frozen=True, tag="healed"):
    """A figure that had fallen came back."""

    unit: UnitName
    fig: FigureCode


class ReserveActs(Told, frozen=True, tag="reserve"):
    """A unit in reserve acts before an enemy order is carried out."""

    unit: UnitName


class Passed(Told, frozen=True, tag="passed"):
    """A card was not used."""

    seat: Seat


class Activated(Told, frozen=True, tag="activated"):
    """An activation of a unit begins."""

    unit: UnitName
    acts: int
    """How many activations it has had this turn, this one counted."""
    was_reserve: bool = False
    """Whether its reserve mark falls by it."""


class Marked(Told, frozen=True, tag="marked"):
    """Marks of a unit changed; what is left out stays as it was."""

    unit: UnitName
    attacked: int | UnsetType = UNSET
    shots: int | UnsetType = UNSET
    load: int | UnsetType = UNSET
    march: int | UnsetType = UNSET
    ammo: int | UnsetType = UNSET
    fought: bool | UnsetType = UNSET
    moved: bool | UnsetType = UNSET
    die: bool | UnsetType = UNSET


class Slowed(Told, frozen=True, tag="slowed"):
    """Dice were rolled for slow ground."""

    unit: UnitName
    dice: tuple[int, ...]
    ground: str
    """"D" for difficult, "V" for very difficult."""
    cm: int
    """What is left of the allowance."""
    blocked: bool


class Moved(Told, frozen=True, tag="moved"):
    """A unit moved by an order."""

    unit: UnitName
    path: tuple[Hex, ...]
    """From the hex on which it stood to the hex on which it stands now."""


class Stayed(Told, frozen=True, tag="stayed"):
    """A unit that was to move did not go a single hex."""

    unit: UnitName


class Shifted(Told, frozen=True, tag="shifted"):
    """A unit shifted as it reorganised."""

    unit: UnitName
    to: Hex


class Reloaded(Told, frozen=True, tag="reloaded"):
    """A unit did a step of reloading."""

    unit: UnitName
    left: int
    """How many steps are left; 0 if it is loaded."""


class Reorganised(Told, frozen=True, tag="reorganised"):
    """A unit reorganised and takes no more orders this turn."""

    unit: UnitName
    now: int
    """Its wear."""


class Merged(Told, frozen=True, tag="merged"):
    """A unit joined another."""

    unit: UnitName
    other: UnitName
    """The unit that is gone."""
    becomes: Unit | None = None
    """The unit as it is now."""


class Split(Told, frozen=True, tag="split"):
    """Figures of a unit became a new unit."""

    unit: UnitName
    new: UnitName
    at: Hex
    keeps: Unit | None = None
    """The old unit as it is now."""
    makes: Unit | None = None
    """The new unit."""


class Dismounted(Told, frozen=True, tag="dismounted"):
    """A unit of mounted foot went on foot for good."""

    unit: UnitName


class Frustrated(Told, frozen=True, tag="frustrated"):
    """An order could not be carried out any more after a reserve had acted. `code` is a fault code."""

    seat: Seat
    code: str


SheetEvent: TypeAlias = LineLost | Ordered | Held | Asked | Passed | Frustrated
SetupEvent: TypeAlias = Chosen | ListVoid | Placed | Begun
TurnEvent: TypeAlias = TurnBegun | TurnEnded | DeckMade | CardDrawn | CardLost
EndEvent: TypeAlias = SideBroken | Decided | Ended
JokerEvent: TypeAlias = JokerDrawn | JokerUsed | JokerHidden | Marched | Healed | ReserveActs
MoveEvent: TypeAlias = Slowed | Moved | Stayed | Shifted | Recoiled | Followed | Routed | Retreated
MarkEvent: TypeAlias = Activated | Marked | Reloaded | Reorganised | Worn
FightEvent: TypeAlias = Volley | NoShot | Clashed | Blow | Fought | Losses | Pinned
MoraleEvent: TypeAlias = Tested | Fatigued | Demoralised | Rallied | Gone
CommandEvent: TypeAlias = (
    GeneralHurt | GeneralLost | GeneralLeft | GeneralJoined | BannerDown | BannerUp | BannerTaken
)
ShapeEvent: TypeAlias = Merged | Split | Dismounted
Event: TypeAlias = (
    SheetEvent
    | SetupEvent
    | TurnEvent
    | EndEvent
    | JokerEvent
    | MoveEvent
    | MarkEvent
    | FightEvent
    | MoraleEvent
    | CommandEvent
    | ShapeEvent
)

FOR_THE_TABLE = (
    *(LineLost, Ordered, Held, Asked, Chosen, ListVoid, Placed, Begun),
    *(DeckMade, Activated, Marked, Clashed, Ended),
)
"""The events that scenarios do not list."""
ONLY_AT_THE_TABLE: dict[type, tuple[str, ...]] = {
    Volley: ("distance", "needed", "modifiers"),
    Losses: ("places", "picks"),
    BannerUp: ("at", "place"),
    Tested: ("parts",),
    Blow: ("striker", "struck", "pick", "length", "modifiers"),
    Merged: ("becomes",),
    Split: ("keeps", "makes"),
}
"""The fields that scenarios do not list."""

__all__ = [
    "FOR_THE_TABLE",
    "ONLY_AT_THE_TABLE",
    "Activated",
    "Asked",
    "BannerDown",
    "BannerTaken",
    "BannerUp",
    "Begun",
    "Blow",
    "CardDrawn",
    "CardLost",
    "Chosen",
    "Clashed",
    "Decided",
    "DeckMade",
    "Demoralised",
    "Dismounted",
    "Ended",
    "Event",
    "Fatigued",
    "Followed",
    "Fought",
    "Frustrated",
    "GeneralHurt",
    "GeneralJoined",
    "GeneralLeft",
    "GeneralLost",
    "Gone",
    "Healed",
    "Held",
    "JokerDrawn",
    "JokerHidden",
    "JokerUsed",
    "LineLost",
    "ListVoid",
    "Losses",
    "Marched",
    "Marked",
    "Merged",
    "Moved",
    "NoShot",
    "Ordered",
    "Passed",
    "Pinned",
    "Placed",
    "Rallied",
    "Recoiled",
    "Reloaded",
    "Reorganised",
    "ReserveActs",
    "Retreated",
    "Routed",
    "Shifted",
    "SideBroken",
    "Slowed",
    "Split",
    "Stayed",
    "Tested",
    "TurnBegun",
    "TurnEnded",
    "Volley",
    "Worn",
]
