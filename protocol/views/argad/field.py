"""Who stands where, who is in contact with whom, and who reaches whom. A-BOARD-3, A-REACH-1."""

from protocol.views.argad.board import BESIDE, distance
from protocol.views.argad.figures import steps_of
from protocol.views.argad.view import Position, Unit
from protocol.views.argad.words import Hex, Side, UnitName, is_lone_general, side_of


def occupied(position: Position) -> dict[Hex, UnitName]:
    """The unit on each hex that is taken."""
    return {unit.at: name for name, unit in position.units.items()}


def units_of(position: Position, side: Side) -> dict[UnitName, Unit]:
    """The units of a side in order, a lone general too."""
    return {name: unit for name, unit in position.units.items() if side_of(name) == side}


def enemies_of(position: Position, side: Side) -> dict[UnitName, Unit]:
    """The units of the other side in order, a lone general too."""
    return {name: unit for name, unit in position.units.items() if side_of(name) != side}


def contacts(position: Position, name: UnitName) -> tuple[UnitName, ...]:
    """The enemies on the hexes beside a unit, in order."""
    beside, side = BESIDE[position.units[name].at], side_of(name)
    return tuple(each for each, unit in position.units.items() if unit.at in beside and side_of(each) != side)


def hexes_beside_enemies(position: Position, side: Side) -> frozenset[Hex]:
    """The hexes beside any enemy of this side."""
    return frozenset(hex_ for unit in enemies_of(position, side).values() for hex_ in BESIDE[unit.at])


def can_reach(name: UnitName, unit: Unit, hex_: Hex) -> bool:
    """A-REACH-1: whether a unit reaches this hex, terrain and other units ignored."""
    if not unit.is_ready or is_lone_general(name):
        return False
    return distance(unit.at, hex_) - 1 <= steps_of(unit.figs)


def is_in_reach(position: Position, name: UnitName) -> bool:
    """Whether any enemy reaches this unit."""
    at = position.units[name].at
    return any(can_reach(each, unit, at) for each, unit in enemies_of(position, side_of(name)).items())


def nearest_enemy(position: Position, side: Side, hex_: Hex) -> int:
    """How far the nearest enemy of this side is from a hex; more than any distance if there is none."""
    return min((distance(hex_, unit.at) for unit in enemies_of(position, side).values()), default=99)
