"""The points of both sides, as anybody who sees the board can count them. A-END-3."""

from protocol.views.argad.figures import cost_of
from protocol.views.argad.view import Position
from protocol.views.argad.words import ENEMY_OF, SIDES, Side, side_of

GENERAL_POINTS, BANNER_POINTS, LEAD = 20, 10, 28


def points_of(position: Position) -> dict[Side, int]:
    return {side: _points(position, side) for side in SIDES}


def _points(position: Position, side: Side) -> int:
    enemy = ENEMY_OF[side]
    demoralised = sum(
        cost_of(unit.figs)
        for name, unit in position.units.items()
        if unit.is_demoralised and side_of(name) == enemy
    )
    general = GENERAL_POINTS if enemy in position.generals_lost else 0
    banners = BANNER_POINTS * position.held.get(side, 0)
    return position.losses.get(enemy, 0) + demoralised + general + banners


def leader(position: Position) -> Side | None:
    """The side that leads by enough to win; None if neither does."""
    points = points_of(position)
    for side in SIDES:
        if points[side] - points[ENEMY_OF[side]] >= LEAD:
            return side
    return None
