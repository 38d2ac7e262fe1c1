"""How strong pieces are in a fight: combat, charge, aura, terrain. L-FIGHT-6, L-CHARGE, L-AURA."""

from collections.abc import Iterable

from protocol.views.zargos_lords.board import (
    BESIDE,
    CONSTANTS,
    MAP,
    MOUNTAIN,
    NEIGHBOURS,
    STEPS,
    WHIRLPOOL,
    WOOD,
    Piece,
)
from protocol.views.zargos_lords.words import Hex
from server.games.zargos_lords.field import Field, Target
from server.games.zargos_lords.figures import Body, City, Figure

AURA_PEOPLE = "K"
_COLUMNS = (-1, 3, 7, 11)
"""The greatest difference of each column of the table but the last."""


def aura(field: Field, figure: Figure, at: Hex) -> int:
    """L-AURA-1: a mage beside a Knights' piece, or in the same city, adds 2; two add no more."""
    if figure.people != AURA_PEOPLE:
        return 0
    city = field.cities.get(at)
    if city and any(each is not figure and each.nature.has("aura") for each in city.garrison):
        return CONSTANTS.aura
    return CONSTANTS.aura if any(_has_mage(field, beside) for beside in NEIGHBOURS[at]) else 0


def _has_mage(field: Field, at: Hex) -> bool:
    """L-AURA-2: not while escorted, held or a hostage."""
    body = field.bodies.get(at)
    if body and body.ward is None and body.top.nature.has("aura") and field.terrain[at] != WHIRLPOOL:
        return True
    city = field.cities.get(at)
    return bool(city and any(each.nature.has("aura") for each in city.garrison))


def charge(figure: Figure, is_escort: bool, at: Hex, targets: Iterable[Hex]) -> int:
    """L-CHARGE-1: a knight that is not escorted, after steps in one direction."""
    if figure.heading is None or is_escort:
        return 0
    return charge_bonus(figure.nature, figure.heading, at, targets)


def charge_bonus(nature: Piece, heading: int, at: Hex, targets: Iterable[Hex]) -> int:
    """L-CHARGE-1: straight ahead 3, beside that 1."""
    if not nature.has("charge"):
        return 0
    wanted, ahead = set(targets), STEPS[at]
    if ahead[heading] in wanted:
        return CONSTANTS.charge_front
    sides = ahead[(heading + 1) % 6], ahead[(heading - 1) % 6]
    return CONSTANTS.charge_side if wanted.intersection(sides) else 0


def terrain_help(field: Field, at: Hex) -> int:
    """L-FIGHT-7: only for defenders on the map."""
    terrain = field.terrain[at]
    if terrain == MOUNTAIN:
        return CONSTANTS.mountain_defence
    return CONSTANTS.wood_defence if terrain == WOOD else 0


def defence_of(field: Field, target: Target) -> int:
    """L-CITY-4: a garrison adds up its pieces, without terrain."""
    if isinstance(target, City):
        return sum(each.nature.combat + aura(field, each, target.at) for each in target.garrison)
    return target.nature.combat + terrain_help(field, target.at) + aura(field, target.top, target.at)


def attack_of(field: Field, figure: Figure, is_escort: bool, at: Hex, targets: Iterable[Hex]) -> int:
    return figure.nature.combat + charge(figure, is_escort, at, targets) + aura(field, figure, at)


def result_of(difference: int, die: int) -> str:
    """L-TABLE-1."""
    column = sum(difference > most for most in _COLUMNS)
    return MAP.tables.combat.rows[str(die)][column]


def is_beside(one: Hex, other: Hex) -> bool:
    return other in BESIDE[one]


def solo_difference(field: Field, body: Body, target: Body) -> int:
    """L-ZONE-6: what a unit reaches alone, without a charge."""
    return body.nature.combat + aura(field, body.top, body.at) - defence_of(field, target)
