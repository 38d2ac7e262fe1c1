"""Pieces while a sheet is read: each remembers what it has done in this move."""

from protocol.views.zargos_lords.board import PIECES, Piece
from protocol.views.zargos_lords.words import FOOT, KIND_RANK, Hex, Kind, People, Unit, UnitText


class Figure:
    """One piece. What it has done counts for this move only."""

    __slots__ = ("has_acted", "has_attacked", "heading", "kind", "people", "spent", "was_laid", "was_lifted")

    def __init__(self, people: People, kind: Kind) -> None:
        self.people = people
        self.kind = kind
        self.has_acted = False
        """Whether an order of this move has named it."""
        self.has_attacked = False
        """Whether it fights or launches, or has done so, in this move."""
        self.spent = 0
        """The points that it has spent."""
        self.was_laid = False
        self.was_lifted = False
        """L-ESC-2: whether it became one of a pair, or ceased to be."""
        self.heading: int | None = None
        """L-CHARGE-1: the direction of all its steps in this move, if it was the same."""

    @property
    def nature(self) -> Piece:
        return PIECES[self.people][self.kind]

    @property
    def rank(self) -> int:
        return KIND_RANK[self.kind]


class Body:
    """A unit on the map: a piece alone, or an escort with a ward or a hostage below it."""

    __slots__ = ("at", "is_fresh", "top", "ward")

    def __init__(self, at: Hex, top: Figure, ward: Figure | None = None) -> None:
        self.at = at
        self.top = top
        """The piece, or the escort."""
        self.ward = ward
        self.is_fresh = False
        """L-SHEET-2: whether it is a pair that was laid in this move and has had no order of its own yet."""

    @property
    def people(self) -> People:
        return self.top.people

    @property
    def figures(self) -> tuple[Figure, ...]:
        return (self.top,) if self.ward is None else (self.top, self.ward)

    @property
    def captive_of(self) -> People:
        """The people of the hostage below; empty if there is none."""
        return self.ward.people if self.ward and self.ward.people != self.top.people else ""

    @property
    def unit(self) -> Unit:
        return Unit(self.top.kind, self.ward.kind if self.ward else "", self.captive_of)

    @property
    def text(self) -> UnitText:
        return self.unit.text

    @property
    def nature(self) -> Piece:
        """L-ESC-1: the escort alone fights and is hit."""
        return self.top.nature

    @property
    def is_flier(self) -> bool:
        """L-FLY-2: under escort they travel as foot."""
        return self.ward is None and self.top.nature.has("fly")

    @property
    def has_acted(self) -> bool:
        return any(figure.has_acted for figure in self.figures)


class City:
    """A city with its garrison and its hostages, each in type order."""

    __slots__ = ("at", "garrison", "hostages", "is_hidden", "people")

    def __init__(self, at: Hex, people: People) -> None:
        self.at = at
        self.people = people
        self.garrison: list[Figure] = []
        self.hostages: list[Figure] = []
        self.is_hidden = False
        """Whether somebody is inside of whom the reader knows no more."""

    @property
    def is_manned(self) -> bool:
        return bool(self.garrison) or self.is_hidden

    def admit(self, *figures: Figure) -> None:
        self.garrison = sorted((*self.garrison, *figures), key=lambda figure: figure.rank)

    def hold(self, figure: Figure) -> None:
        self.hostages = sorted((*self.hostages, figure), key=lambda each: each.rank)


def is_foot(figure: Figure) -> bool:
    return figure.kind == FOOT
