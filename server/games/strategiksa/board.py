"""The board: cells, zones, mountains, how far a piece can go, and who controls a zone. K-BOARD, K-TURN-6."""

from collections.abc import Mapping
from itertools import product
from operator import mul

from protocol.views.strategiksa import UNITS, Cell, Colour, Kind, Pieces, Position, Stack, Unit, Zone

COLUMNS = "ABCDEFGHIJ"
SIZE = len(COLUMNS)
CELLS: tuple[Cell, ...] = tuple(f"{column}{row}" for row in range(1, SIZE + 1) for column in COLUMNS)
"""All cells, row by row from the top left."""
_SPOT: Mapping[Cell, tuple[int, int]] = {cell: (at % SIZE, at // SIZE) for at, cell in enumerate(CELLS)}

ZONE_OF: Mapping[Cell, Zone] = {
    cell: CELLS[(row - row % 2) * SIZE + column - column % 2] for cell, (column, row) in _SPOT.items()
}
ZONES: tuple[Zone, ...] = tuple(dict.fromkeys(ZONE_OF.values()))
CELLS_OF: Mapping[Zone, tuple[Cell, ...]] = {
    zone: tuple(cell for cell in CELLS if ZONE_OF[cell] == zone) for zone in ZONES
}

MOUNTAINS: Mapping[str, frozenset[Cell]] = {
    "classic": frozenset(),
    "peaks": frozenset({"D4", "G4", "D7", "G7", "E1", "F10", "A6", "J5"}),
}
"""K-BOARD-2: the mountains of each map."""

RANGE: Mapping[Kind, int] = {"R": 2, "I": 1, "C": 2, "A": 1, "S": 1}
WEIGHT: Mapping[Kind, int] = {"R": 0, "I": 1, "C": 2, "A": 1, "S": 1}
"""How much each kind counts; a king counts nothing."""
_UNIT_WEIGHTS = tuple(WEIGHT[unit[0]] for unit in UNITS)
HELD_CELLS = 2
"""K-TURN-6: on how many cells of a zone a side must stand to control it."""


def distance(one: Cell, other: Cell) -> int:
    (left, top), (right, bottom) = _SPOT[one], _SPOT[other]
    return max(abs(left - right), abs(top - bottom))


def _around(cell: Cell) -> tuple[Cell, ...]:
    column, row = _SPOT[cell]
    near = product(
        range(max(0, row - 1), min(SIZE, row + 2)), range(max(0, column - 1), min(SIZE, column + 2))
    )
    return tuple(CELLS[y * SIZE + x] for y, x in near if (x, y) != (column, row))


NEIGHBOURS: Mapping[Cell, tuple[Cell, ...]] = {cell: _around(cell) for cell in CELLS}


def units_of(kind: Kind) -> tuple[Unit, ...]:
    """The units of a kind: unwounded and, if the kind can be wounded, wounded."""
    return (kind, kind + "*") if kind + "*" in UNITS else (kind,)


def weight(stack: Stack) -> int:
    """The sum of what the pieces count: a horseman two, a king nothing."""
    return sum(map(mul, stack, _UNIT_WEIGHTS))


def total_weight(pieces: Pieces, colours: tuple[Colour, ...]) -> int:
    return sum(weight(stack) for colour in colours for stack in pieces.get(colour, {}).values())


def king_cell(pieces: Pieces, colour: Colour) -> Cell | None:
    """The cell of the king of this colour; None if it has no king."""
    cells = pieces.get(colour, {})
    return next(
        (cell for cell, stack in cells.items() if any(has(stack, unit) for unit in units_of("R"))), None
    )


def has(stack: Stack, unit: Unit) -> int:
    return stack[UNITS.index(unit)]


def sides_at(position: Position, cell: Cell) -> tuple[Colour, ...]:
    """The suzerains of the pieces on this cell."""
    present = (position.lords[colour] for colour in position.order if cell in position.pieces.get(colour, {}))
    return tuple(dict.fromkeys(present))


def enemy_cells(position: Position, side: Colour) -> frozenset[Cell]:
    return frozenset(
        cell for colour, cells in position.pieces.items() if position.lords[colour] != side for cell in cells
    )


def reach(position: Position, colour: Colour, kind: Kind, origin: Cell) -> tuple[Cell, ...]:
    """K-TURN-4: where such a piece can go. The first of two steps may not lead to mountains or enemies."""
    mountains = MOUNTAINS[position.map]
    enemies = enemy_cells(position, position.lords[colour])
    near = [cell for cell in NEIGHBOURS[origin] if cell not in mountains]
    found = set(near)
    if RANGE[kind] > 1:
        for between in near:
            if between not in enemies:
                found.update(cell for cell in NEIGHBOURS[between] if cell not in mountains)
    return tuple(cell for cell in CELLS if cell in found and cell != origin)


def controlled(position: Position) -> dict[Zone, Colour]:
    """K-TURN-6: the zones that only one side stands on, on at least two cells, each with its suzerain."""
    sides: dict[Zone, set[Colour]] = {}
    cells: dict[Zone, set[Cell]] = {}
    for colour, standing in position.pieces.items():
        for cell in standing:
            zone = ZONE_OF[cell]
            sides.setdefault(zone, set()).add(position.lords[colour])
            cells.setdefault(zone, set()).add(cell)
    return {
        zone: min(sides[zone])
        for zone in ZONES
        if len(sides.get(zone, ())) == 1 and len(cells[zone]) >= HELD_CELLS
    }


def zone_counts(position: Position) -> dict[Colour, int]:
    """How many zones each side that is still there controls, in the order of turns."""
    held = list(controlled(position).values())
    sides = {position.lords[colour] for colour in position.order if position.pieces.get(colour)}
    return {colour: held.count(colour) for colour in position.order if colour in sides}
