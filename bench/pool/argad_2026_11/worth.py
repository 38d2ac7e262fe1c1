"""What units are worth to their side: their figures, what wear leaves of them, and that they stand at all."""

from functools import lru_cache

from protocol.views.argad.figures import Figures, cost_of
from protocol.views.argad.view import Position
from protocol.views.argad.words import Side, is_lone_general, side_of

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


@lru_cache(maxsize=65536)
def _of_unit(figures: Figures, wear: int, is_demoralised: bool) -> tuple[float, float]:
    cost, men = cost_of(figures), len(figures)
    if is_demoralised:
        return cost * BROKEN_LEFT, 0.0
    return cost * strength(men, wear), stability(men, wear)


def side_worth(position: Position, side: Side) -> float:
    """What a side has on the table, less what it has lost by units that stand no more."""
    figures = standing = 0.0
    firm = 0
    for name, unit in position.units.items():
        if side_of(name) != side:
            continue
        if is_lone_general(name):
            figures += cost_of(unit.figs)
            continue
        worth, stands = _of_unit(unit.figs, unit.wear, unit.is_demoralised)
        figures += worth
        standing += stands
        firm += not unit.is_demoralised
    begun = position.start.get(side, 0)
    shaken = begun - standing
    figures -= shaken * (STANDING + RARER * shaken)
    if side in position.generals_lost:
        figures -= GENERAL_LOST
    # A-END-1, as the end of the turn would find it.
    is_lost = firm == 0 or 3 * (begun - firm) > 2 * begun
    return figures - LOST_BATTLE if is_lost else figures
