"""The events of a story. Everybody is told all of them, but for the lines of setup sheets that are lost."""

from typing import TypeAlias

from msgspec import UNSET, Struct, UnsetType

from protocol.ids import SheetKey
from protocol.notes import Note
from protocol.views.zargos_lords.words import GarrisonText, Hex, People, UnitText


class Told(Struct, frozen=True, tag_field="event", rename={"origin": "from", "ally": "with"}):
    """An event as stories and scenarios write it."""


class LineLost(Told, frozen=True, tag="line_lost"):
    """An order of a sheet was lost. `reason` begins with one of the codes of L-SHEET-6 or L-SETUP-7."""

    sheet: SheetKey
    line: int
    text: str
    """The order; a line may hold several."""
    column: int
    """Where in the line the reason lies."""
    reason: Note


class MonthBegun(Told, frozen=True, tag="month"):
    """A month begins."""

    month: int


class TurnBegun(Told, frozen=True, tag="turn"):
    """A people writes a sheet next."""

    people: People
    part: int
    """Which sheet of its move it is, counted from 1."""


class Placed(Told, frozen=True, tag="placed"):
    """A people has set up its pieces."""

    people: People


class Ended(Told, frozen=True, tag="ended"):
    """The game is over. Without a winner it is a draw."""

    winner: People | None
    cities: dict[People, int]
    why: str = ""
    """"months", "alone", "nobody" or "time"; scenarios do not say it."""


class Offered(Told, frozen=True, tag="offered"):
    """A people offers another a pact."""

    people: People
    to: People


class Allied(Told, frozen=True, tag="allied"):
    """The people that was asked said yes."""

    people: People
    ally: People


class Refused(Told, frozen=True, tag="refused"):
    """The people that was asked did not say yes."""

    people: People
    by: People


class Broken(Told, frozen=True, tag="broken"):
    """A people ended a pact."""

    people: People
    ally: People


class Words(Told, frozen=True, tag="words"):
    """A people changed its standing words."""

    people: People
    retreat: str
    push: str


class Moved(Told, frozen=True, tag="moved"):
    """A unit went from one hex to another."""

    people: People
    unit: UnitText
    origin: Hex
    to: Hex
    cost: int


class Reappeared(Told, frozen=True, tag="reappeared"):
    """A vanished monk came back."""

    people: People
    origin: Hex
    to: Hex


class Vanished(Told, frozen=True, tag="vanished"):
    """A monk vanished."""

    people: People
    at: Hex


class Paralysed(Told, frozen=True, tag="paralysed"):
    """A whirlpool holds a unit."""

    people: People
    unit: UnitText
    at: Hex


class Held(Told, frozen=True, tag="held"):
    """How many moves a unit in a whirlpool has still to miss, as its owner's move begins or ends."""

    at: Hex
    moves: int


class Stopped(Told, frozen=True, tag="stopped"):
    """A unit went no further. `reason` is one of the codes of lost lines."""

    people: People
    unit: UnitText
    at: Hex
    reason: str


class Duty(Told, frozen=True, tag="duty"):
    """A unit that had done nothing must attack its neighbour. L-ZONE-6."""

    people: People
    unit: UnitText
    at: Hex
    target: Hex


class Fought(Told, frozen=True, tag="fought"):
    """A fight. There is a hex for each attacking piece."""

    attackers: tuple[Hex, ...]
    targets: tuple[Hex, ...]
    attack: int
    defence: int
    difference: int
    die: int | None
    """Null if none was thrown."""
    result: str
    """"A1", "D3", "AE", "DE" and so on."""


class Volley(Told, frozen=True, tag="volley"):
    """Arrows or flames at one unit."""

    kind: str
    """"arrows" or "flames"."""
    origin: tuple[Hex, ...]
    target: Hex
    dice: tuple[int, ...]
    hits: int
    needed: int
    eliminated: bool


class Vision(Told, frozen=True, tag="vision"):
    """A vision sent to one unit."""

    origin: Hex
    target: Hex
    distance: int
    die: int
    flight: int


class Lapsed(Told, frozen=True, tag="lapsed"):
    """A fight or a launch did not take place."""

    kind: str
    """"fight", "arrows", "flames" or "visions"."""
    reason: str
    """"gone", "no-attackers", "too-weak" or "too-few"."""
    targets: tuple[Hex, ...] | UnsetType = UNSET
    """The targets of a fight."""
    target: Hex | UnsetType = UNSET
    """The target of a launch."""


class Revealed(Told, frozen=True, tag="revealed"):
    """A garrison that is attacked is shown to all for this moment."""

    city: Hex
    people: People
    garrison: GarrisonText


class Taken(Told, frozen=True, tag="taken"):
    """A people entered the empty city of another."""

    city: Hex
    people: People
    origin: People


class Garrisoned(Told, frozen=True, tag="garrisoned"):
    """There is somebody in a city now, or nobody any more."""

    city: Hex
    people: People
    is_manned: bool


class Pushed(Told, frozen=True, tag="pushed"):
    """A unit was pushed by one that went back."""

    people: People
    unit: UnitText
    origin: Hex
    to: Hex


class Retreated(Told, frozen=True, tag="retreated"):
    """A unit went back."""

    people: People
    unit: UnitText
    origin: Hex
    to: Hex


class Eliminated(Told, frozen=True, tag="eliminated"):
    """A piece is out of the game; of a pair it is the escort."""

    people: People
    unit: UnitText
    at: Hex
    """Where it stood; if it was pushed, where it stood before."""
    cause: str
    """"combat", "siege", "arrows", "flames", "no-retreat", "pushed", "sacrificed", "hostage" or
    "vanished"."""


class Given(Told, frozen=True, tag="given"):
    """A piece is offered as a hostage."""

    people: People
    unit: UnitText
    at: Hex
    to: People


class Withdrawn(Told, frozen=True, tag="withdrawn"):
    """A piece is not offered as a hostage any more."""

    at: Hex


class Custody(Told, frozen=True, tag="custody"):
    """A foot took charge of a hostage."""

    people: People
    unit: UnitText
    at: Hex
    hostage: str
    """People and kind, as in `K:C`."""


class Freed(Told, frozen=True, tag="freed"):
    """A hostage is free."""

    people: People
    unit: UnitText
    at: Hex


PactEvent: TypeAlias = Offered | Allied | Refused | Broken | Words
CourseEvent: TypeAlias = MonthBegun | TurnBegun | Placed | Ended
MoveEvent: TypeAlias = Moved | Reappeared | Vanished | Paralysed | Held | Stopped | Duty
FightEvent: TypeAlias = Fought | Volley | Vision | Lapsed | Revealed | Taken | Garrisoned
LossEvent: TypeAlias = Pushed | Retreated | Eliminated
HostageEvent: TypeAlias = Given | Withdrawn | Custody | Freed
Event: TypeAlias = LineLost | PactEvent | CourseEvent | MoveEvent | FightEvent | LossEvent | HostageEvent

FOR_THE_TABLE = (LineLost, TurnBegun, Words, Held, Garrisoned, Withdrawn)
"""The events that scenarios do not list."""
