"""Boards whose places have labels anywhere: find the next label in a direction."""

from collections.abc import Iterable
from math import acos, hypot, pi, sqrt

from msgspec import Struct

from client.games.api import Arrow

ROW_HEIGHT = 2
"""A row of the screen is about as high as two columns together are wide."""
STRAIGHT, DIAGONAL = pi / 5, pi / 8
"""The largest angle between a direction and the way to a label that counts as in that direction.

Every label is within DIAGONAL of one of the eight directions. A person who always takes that direction
comes nearer to the label with every step, because of these angles and because distance to the side counts
double. So every label can be reached from every other one.
"""


class Label(Struct, frozen=True):
    """Where the name of a place is written on the board, and how many columns it takes."""

    place: str
    column: int
    row: int
    width: int = 1

    @property
    def middle(self) -> tuple[float, float]:
        return self.column + (self.width - 1) / 2, float(self.row * ROW_HEIGHT)


def next_label(labels: Iterable[Label], start: Label, arrow: Arrow) -> Label:
    """The nearest label in that direction, or else the nearest one on that side, or else the same one."""
    others = [label for label in labels if label.place != start.place]
    reach = DIAGONAL if arrow[0] and arrow[1] else STRAIGHT
    ahead = [label for label in others if _angle(start, label, arrow) <= reach]
    beside = [label for label in others if _angle(start, label, arrow) < pi / 2 - 0.01]
    return min(ahead or beside, key=lambda label: (_detour(start, label, arrow), label.place), default=start)


def _distance(start: Label, end: Label) -> float:
    return hypot(end.middle[0] - start.middle[0], end.middle[1] - start.middle[1])


def _angle(start: Label, end: Label, arrow: Arrow) -> float:
    """The angle between the direction and the way to the other label."""
    along = _along(start, end, arrow)
    distance = _distance(start, end)
    return acos(max(-1.0, min(1.0, along / distance))) if distance else pi


def _along(start: Label, end: Label, arrow: Arrow) -> float:
    across, down = end.middle[0] - start.middle[0], end.middle[1] - start.middle[1]
    return (across * arrow[0] + down * arrow[1]) / hypot(*arrow)


def _detour(start: Label, end: Label, arrow: Arrow) -> float:
    """The distance to a label; its part to the side of the direction counts double."""
    along, distance = _along(start, end, arrow), _distance(start, end)
    return along + 2 * sqrt(max(0.0, distance * distance - along * along))
