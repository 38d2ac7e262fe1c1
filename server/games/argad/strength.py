"""Sizes of units, and the numbers that new units get. A-ARMY-1, A-UNITE-2."""

from protocol.ids import Seat
from protocol.views.argad.board import TABLES
from protocol.views.argad.view import Position
from protocol.views.argad.words import UnitName

SMALLEST, LARGEST = TABLES.limits.unit_size
NUMBERS = range(1, 10)


def new_number(position: Position, seat: Seat) -> UnitName | None:
    """The name with the lowest number that this seat has never used; None if all are used up."""
    used = {*position.units, *position.gone}
    return next((f"{number}{seat}" for number in NUMBERS if f"{number}{seat}" not in used), None)
