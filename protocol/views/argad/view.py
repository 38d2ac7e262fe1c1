"""The position of the game, and the position as one seat sees it. Only a secret reserve is hidden."""

from msgspec import Struct

from protocol.ids import Seat, SheetKey
from protocol.views.argad.board import MAPS
from protocol.views.argad.words import FigureCode, FiguresText, Hex, Side, UnitName


class Unit(Struct, frozen=True, omit_defaults=True):
    """A unit on the table, or a general who stands alone."""

    at: Hex
    """Where it stands."""
    figs: tuple[FigureCode, ...]
    """Its figures in their fixed order, one code each."""
    wear: int = 0
    """Its wear, W. A unit that is not demoralised is fatigued while W is at least the number of figures."""
    is_demoralised: bool = False
    """Whether it has broken and not rallied."""
    broke: int = 0
    """The turn in which it broke last; 0 if it has not."""
    acts: int = 0
    """How often it was activated this turn."""
    attacked: int = 0
    """How often it was attacked this turn."""
    shots: int = 0
    """How many volleys it has shot this turn."""
    load: int = 0
    """How many steps of reloading it has still to do; 0 if it is loaded."""
    march: int = 0
    """The cm of a forced march that it has not used."""
    fought: bool = False
    """Whether it has fought this turn."""
    moved: bool = False
    """Whether it has moved this turn by an own order."""
    closed: bool = False
    """Whether it takes no more orders this turn."""
    reserve: bool = False
    """Whether it is in reserve, as far as the reader may know."""
    routed: bool = False
    """Whether it has routed this turn."""
    die: bool = False
    """Whether it has one more die in its next volley or melee."""
    ammo: int = 2
    """How many throws of javelins are left."""
    found_fatigued: bool = False
    """Whether a state check has told that it is fatigued, and it still is."""
    lost: tuple[FigureCode, ...] = ()
    """The plain figures that fell and could be healed, oldest first."""

    @property
    def is_fatigued(self) -> bool:
        """A-ACT-4: a lone general has no wear and is never fatigued."""
        return not self.is_demoralised and self.wear >= len(self.figs) > 0

    @property
    def is_ready(self) -> bool:
        return not self.is_demoralised and self.wear < len(self.figs)

    @property
    def able(self) -> int:
        """A-WEAR-5: how many figures wear leaves for shooting and fighting; nobody if it is demoralised."""
        return 0 if self.is_demoralised else max(0, len(self.figs) - self.wear)


class ArmyUnit(Struct, frozen=True):
    """A unit of an army, before it is deployed."""

    number: int
    """Its number."""
    figs: FiguresText
    """Its figures."""
    wing: int
    """1 or 2: which seat of a side of two commands it."""
    default: Hex
    """Where it stands if nobody says otherwise; for red the hex is turned by half a circle."""


class Army(Struct, frozen=True):
    """The army of a side."""

    name: str
    """The key of a ready-made army, or "bought"."""
    cost: int
    """What all its figures cost."""
    units: tuple[ArmyUnit, ...]
    """Its units in the order of their numbers."""


class Order(Struct, frozen=True):
    """An order that is known and not carried out yet, while enemies are asked whether a reserve acts."""

    seat: Seat
    """Who gave it."""
    phase: str
    """The phase in which it was given: "card" or "extra"."""
    text: str
    """The line as it was written."""


class Position(Struct, frozen=True, kw_only=True):
    """A position of the game."""

    stage: str
    """The kind of the phase that is on (PHASES), or "over"."""
    seats: tuple[Seat, ...]
    """The seats of the game, in seat order."""
    map: str
    """The name of the map."""
    terrain: dict[Hex, str] = {}
    """The glyphs of hexes that differ from the map."""
    turns: int = 12
    """The number of the last turn."""
    is_bought: bool = False
    """Whether armies may be bought."""
    is_even: bool = False
    """Whether ready-made armies have the figures that make them even."""
    is_blind: bool = False
    """Whether the orders of a turn are planned together."""
    hides_reserve: bool = False
    """Whether a unit in reserve is known to its own side only."""
    turn: int = 1
    """The number of the turn."""
    armies: dict[Side, Army] = {}
    """The armies as they were chosen; empty before."""
    units: dict[UnitName, Unit] = {}
    """The units on the table, in seat order and by number."""
    banners: dict[Hex, Seat] = {}
    """Where banners lie on the ground, and whose they were."""
    gone: dict[UnitName, str] = {}
    """The units that are off the table, and how: "destroyed", "left", "merged" or "captured"."""
    losses: dict[Side, int] = {}
    """What the figures cost that each side has lost."""
    generals_lost: dict[Side, str] = {}
    """The sides whose general is lost, and how: "killed", "captured" or "left"."""
    held: dict[Side, int] = {}
    """How many enemy banners each side has taken."""
    start: dict[Side, int] = {}
    """With how many units each side began."""
    deck: dict[str, int] = {}
    """How many cards of each seat are left in the deck of this turn; "J" is the Joker."""
    jokers: int = 0
    """How many Jokers wait for the next card."""
    asked: tuple[Seat, ...] = ()
    """The seats that are asked for a reserve after each enemy order, if reserves are secret."""
    playing: Seat = ""
    """The seat whose card it is; empty outside cards."""
    choosing: tuple[Seat, ...] = ()
    """The seats that owe a sheet now."""
    extra: UnitName = ""
    """The unit that acts once more, in the phase "extra" and while its order waits for a reserve."""
    extras: tuple[UnitName, ...] = ()
    """The units that act once more after this card."""
    order: Order | None = None
    """The order that waits while a reserve is asked."""
    is_first: bool = False
    """Whether this is the first question of a turn."""
    broken: tuple[Side, ...] = ()
    """The sides that were broken at the end of the turn."""
    winner: Side | None = None
    """The side that has won; null for a draw, or if the game is not over."""
    ending: str = ""
    """Why the game ended ("broken", "turns" or "time"); empty if it is not over."""

    def glyph(self, hex_: Hex) -> str:
        """The terrain of a hex."""
        return self.terrain.get(hex_) or MAPS[self.map][hex_]


class ArgadView(Position, frozen=True, kw_only=True):
    """The position as one seat may know it."""

    seat: Seat | None
    """The seat of the receiver; null for those who have none."""
    owing: dict[Seat, tuple[SheetKey, ...]]
    """Who owes which sheets now."""
