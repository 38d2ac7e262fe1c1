"""The labels on the board of Zargos: what they say, and where they stand in both sizes.

A territory is its code, the letter of who holds it and the number of units: `BZ1K12`, or `TA2-` if it is
empty. A sea cell is `~NN~`, or `~NND4` with Dragons on it. The large board has a sign behind the code.
"""

from functools import cache

from msgspec import Struct

from client.games.api import Fragment
from client.games.graph import Label
from client.games.zargos.peoples import style_of, units_at
from protocol.views.zargos import Position
from protocol.views.zargos.board import ARMS, MAP, ORDER, SEAS, TERRITORIES, is_sea
from protocol.views.zargos.words import Place

WIDTH = 6
"""The most columns that a label takes on the small board; on the large one it is one more."""
MOST = 99
"""A larger number of units is written as MANY."""
MANY = "++"
EMPTY = "-"
SEA = "~"
CAPITAL, VOLCANO, ARM = "*", "^", "="


class Chart(Struct, frozen=True):
    """One of the sizes in which the whole board can be drawn."""

    size: tuple[int, int]
    has_signs: bool
    """Whether capitals and volcanoes are marked behind their codes."""

    @property
    def width(self) -> int:
        """The most columns that a label takes."""
        return WIDTH + self.has_signs


SMALL = Chart((80, 17), has_signs=False)
LARGE = Chart((118, 34), has_signs=True)


def corner(chart: Chart, place: Place) -> tuple[int, int]:
    """The column and the row where the label of a place begins."""
    drawn = SEAS[place] if is_sea(place) else TERRITORIES[place]
    row, column = drawn.at120 if chart.has_signs else drawn.at80
    return column, row


@cache
def labels_of(chart: Chart) -> dict[Place, Label]:
    return {place: Label(place, *corner(chart, place), chart.width) for place in ORDER}


@cache
def room_of(chart: Chart, place: Place) -> int:
    """How many columns there are from the beginning of a label to the next one, or to the edge."""
    column, row = corner(chart, place)
    others = [label.column for label in labels_of(chart).values() if label.row == row]
    return min((other - 1 for other in others if other > column), default=chart.size[0]) - column


def sign_of(place: Place) -> str:
    """The sign behind a code on the large board: a capital or a volcano."""
    if is_sea(place):
        return ""
    land = TERRITORIES[place]
    return CAPITAL if land.kind in ("capital", "city") else VOLCANO if land.volcano else " "


def list_sign(place: Place) -> str:
    """The sign in the list of kingdoms, which marks the ends of dotted arms too."""
    sign = sign_of(place)
    return ARM if place in ARMS and sign == " " else sign


def number(count: int) -> str:
    return str(count) if count <= MOST else MANY


def label(view: Position, place: Place, chart: Chart = SMALL) -> list[Fragment]:
    """The code of a place, then who holds it with how many units."""
    sign = sign_of(place) if chart.has_signs else ""
    code = ("class:sea", SEA + place) if is_sea(place) else ("class:label", place + sign)
    standing = units_at(view, place)
    if standing is None:
        return [code, ("class:sea", SEA) if is_sea(place) else ("class:dim", EMPTY)]
    people, count = standing
    return [code, (style_of(people), people + number(count))]


def written(place: Place) -> str:
    """A place as a list of neighbours writes it: a sea cell has its sign before it."""
    return SEA + place if is_sea(place) else place


def neighbours(place: Place) -> tuple[Place, ...]:
    """All places that border this one, the land before the sea."""
    if is_sea(place):
        return (*SEAS[place].coasts, *SEAS[place].neighbours)
    return (*TERRITORIES[place].neighbours, *TERRITORIES[place].seas)


def land_of(place: Place) -> str:
    """The name of the table entry for the land mass or the ocean of a place."""
    return SEAS[place].ocean if is_sea(place) else MAP.kingdoms[TERRITORIES[place].kingdom].land
