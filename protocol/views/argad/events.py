"""The events of a story. Everybody is told all of them, but for the choice of a secret reserve."""

from typing import TypeAlias

from msgspec import UNSET, Struct, UnsetType

from protocol.ids import Seat, SheetKey
from protocol.notes import Note
from protocol.views.argad.view import Army, Order, Unit
from protocol.views.argad.words import FigureCode, FiguresText, Hex, Side, UnitName


class Told(Struct, frozen=True, tag_field="e"):
    """An event as stories and scenarios write it."""


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


class Volley(Told, frozen=True, tag="volley"):
    """A unit shot at another."""

    unit: UnitName
    target: UnitName
    weapon: str
    dice: tuple[int, ...]
    need: int
    """The effective number. From 7 on each full set of so many sixes less 5 is one hit."""
    hits: int
    distance: int = 0
    needed: int = 0
    """The number of the table for this distance, without the modifiers."""
    modifiers: dict[str, int] = {}
    """"armour", "cover", "class", "moving", "group", "pavise", "demoralised"."""


class NoShot(Told, frozen=True, tag="no_shot"):
    """A unit that moved could not shoot from where it stands. `code` is one of the fault codes."""

    unit: UnitName
    code: str


class Losses(Told, frozen=True, tag="losses"):
    """Figures of a unit were hit."""

    unit: UnitName
    figs: FiguresText
    """Every hit that told, by the code before the hit; a general's first wound too."""
    left: int
    """How many figures the unit has left."""
    places: tuple[int, ...] = ()
    """Where each hit figure stood in the list of the unit, counted from 0, in the order of the hits."""
    picks: tuple[int, ...] = ()
    """The dice that picked the figures, in a volley."""


class GeneralHurt(Told, frozen=True, tag="general_hurt"):
    """A general has lost the first of his lives."""

    unit: UnitName


class GeneralLost(Told, frozen=True, tag="general"):
    """A general is lost."""

    seat: Seat
    how: str
    """"killed", "captured" or "left"."""


class GeneralLeft(Told, frozen=True, tag="general_leaves"):
    """A general left his unit and stands alone."""

    unit: UnitName


class GeneralJoined(Told, frozen=True, tag="general_joins"):
    """A general joined a unit."""

    unit: UnitName


class BannerDown(Told, frozen=True, tag="banner_down"):
    """The banner of a unit lies on the ground."""

    unit: UnitName
    at: Hex


class BannerUp(Told, frozen=True, tag="banner_up"):
    """A unit picked up a banner of its side."""

    unit: UnitName
    at: Hex = ""
    """Where it lay."""
    place: int = 0
    """Which figure of the unit bears it now, counted from 0."""


class BannerTaken(Told, frozen=True, tag="banner_taken"):
    """A unit took an enemy banner for good."""

    unit: UnitName
    of: Seat


class Tested(Told, frozen=True, tag="test"):
    """A unit tested its morale."""

    unit: UnitName
    causes: tuple[str, ...]
    need: int
    """The number that the die may not exceed."""
    die: int
    passed: bool
    parts: dict[str, int] = {}
    """What the number is made of: "class", "banner", "general", "causes", "musician"."""


class Worn(Told, frozen=True, tag="wear"):
    """The wear of a unit changed."""

    unit: UnitName
    by: int
    why: str
    """"test", "again", "melee", "pinned", "retreat", "banner", "general", "rest" or "joker"."""
    now: int


class Fatigued(Told, frozen=True, tag="fatigued"):
    """A unit is found to be fatigued."""

    unit: UnitName


class Demoralised(Told, frozen=True, tag="demoralised"):
    """A unit breaks."""

    unit: UnitName


class Routed(Told, frozen=True, tag="routed"):
    """A unit fled towards its own edge."""

    unit: UnitName
    path: tuple[Hex, ...]
    left: bool
    """Whether it went off the table."""


class Retreated(Told, frozen=True, tag="retreated"):
    """A fatigued unit went back."""

    unit: UnitName
    path: tuple[Hex, ...]
    left: bool
    """It is always false: a retreat ends at the edge."""


class Rallied(Told, frozen=True, tag="rallied"):
    """A demoralised unit rallied."""

    unit: UnitName
    now: int
    """Its wear."""


class Gone(Told, frozen=True, tag="gone"):
    """A unit is off the table."""

    unit: UnitName
    how: str
    """"destroyed", "left", "merged" or "captured"."""


class Clashed(Told, frozen=True, tag="clash"):
    """The blows of a melee begin."""

    attacker: UnitName
    defender: UnitName
    helpers: tuple[UnitName, ...]
    """Enemies in contact with the attacker, who strike it too."""
    strikers: dict[UnitName, int]
    """How many figures of each unit strike."""
    is_charge: bool
    has_set_spears: bool
    strikes_first: bool
    """Whether the attacker strikes all its blows before the others."""


class Blow(Told, frozen=True, tag="blow"):
    """A figure struck at another."""

    by: UnitName
    on: UnitName
    die: int
    mod: int
    result: str
    """"miss", "recoil" or "kill"."""
    striker: FigureCode = ""
    struck: FigureCode = ""
    pick: int = 0
    """The die that picked the figure that is struck; 0 if none was needed."""
    length: int = 0
    """The length of the step in which it fell; 0 for a blow at a leaving unit."""
    modifiers: dict[str, int] = {}
    """"weapon", "foot", "set", "against_set", "charge", "obstacle", "higher", "stream", "demoralised"."""


class Fought(Told, frozen=True, tag="melee"):
    """The result of a melee."""

    attacker: UnitName
    defender: UnitName
    score: tuple[int, int]
    winner: UnitName | None
    """Null if it is drawn."""


class Recoiled(Told, frozen=True, tag="recoiled"):
    """The loser of a melee went back one hex."""

    unit: UnitName
    to: Hex


class Pinned(Told, frozen=True, tag="pinned"):
    """The loser of a melee could not go back."""

    unit: UnitName


class Followed(Told, frozen=True, tag="followed"):
    """The winner of a melee entered the hex that the loser left."""

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
