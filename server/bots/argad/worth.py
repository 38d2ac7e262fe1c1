"""What units are worth to their side: their figures, what wear leaves of them, and that they stand at all."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from protocol.views.argad.figures import Figures, cost_of
from protocol.views.argad.view import Position, Unit
from protocol.views.argad.words import Side, UnitName, is_lone_general, side_of

WEAR_TAKES = 0.8
"""What share of its worth a unit has lost when it is fatigued; at twice that wear it has lost all."""
STANDING, RARER = 55.0, 12.0
"""What it is worth that a unit stands, apart from its figures; each unit lost before makes it worth more."""
FRAGILE = 1.5
"""A unit of so many men counts as half a standing unit."""
BROKEN_LEFT = 0.12
"""The share of a demoralised unit that may be hoped for still."""
GENERAL_LOST = 60.0
LOST_BATTLE = 400.0


def strength(men: float, wear: float) -> float:
    """The share of its worth that wear leaves to a unit of so many men."""
    if men <= 0:
        return 0.0
    tired = max(0.0, wear / men)
    if tired <= 1:
        return 1 - WEAR_TAKES * tired
    return (1 - WEAR_TAKES) * max(0.0, 2 - tired)


def stability(men: float, wear: float) -> float:
    """From 0 to 1: how surely a unit goes on standing."""
    if men <= 0:
        return 0.0
    return max(0.0, 1 - wear / (2 * men)) * men / (men + FRAGILE)


class UnitWorth(NamedTuple):
    """What a unit adds to its side."""

    figures: float
    stands: float
    """From 0 to 1."""
    is_firm: bool
    """Whether it is a unit, and not demoralised."""


def unit_worth(name: UnitName, unit: Unit) -> UnitWorth:
    if is_lone_general(name):
        return UnitWorth(cost_of(unit.figs), 0.0, False)
    return _of_unit(unit.figs, unit.wear, unit.is_demoralised)


def relief_of(name: UnitName, unit: Unit) -> float:
    """What a unit is worth more with one point of wear less."""
    if is_lone_general(name) or unit.is_demoralised or not unit.wear:
        return 0.0
    worn, rested = (_of_unit(unit.figs, wear, False) for wear in (unit.wear, unit.wear - 1))
    return rested.figures - worn.figures + STANDING * (rested.stands - worn.stands)


@lru_cache(maxsize=65536)
def _of_unit(figures: Figures, wear: int, is_demoralised: bool) -> UnitWorth:
    cost, men = cost_of(figures), len(figures)
    if is_demoralised:
        return UnitWorth(cost * BROKEN_LEFT, 0.0, False)
    return UnitWorth(cost * strength(men, wear), stability(men, wear), True)


def side_worth(position: Position, side: Side) -> float:
    """What a side has on the table, less what it has lost by units that stand no more."""
    units = position.units.items()
    return army_worth(
        position, side, [unit_worth(name, unit) for name, unit in units if side_of(name) == side]
    )


def army_worth(position: Position, side: Side, units: Sequence[UnitWorth]) -> float:
    """The worth of these units together, which are all of their side."""
    begun = position.start.get(side, 0)
    shaken = begun - sum([unit.stands for unit in units])
    found = sum([unit.figures for unit in units]) - shaken * (STANDING + RARER * shaken)
    if side in position.generals_lost:
        found -= GENERAL_LOST
    # A-END-1, as the end of the turn would find it.
    firm = sum([unit.is_firm for unit in units])
    is_lost = firm == 0 or 3 * (begun - firm) > 2 * begun
    return found - LOST_BATTLE if is_lost else found
