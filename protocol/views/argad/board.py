"""The hexes of the board, and the tables of the game read from tables.json beside this module. A-BOARD."""

from functools import cache
from importlib import resources

import msgspec
from msgspec import Struct, field

from protocol.views.argad.words import BLACK, RED, FiguresText, Hex, Side


class Melee(Struct, frozen=True):
    """A melee weapon."""

    length: int
    modifier: int
    cost: int
    settable: bool = False


class Missile(Struct, frozen=True):
    """A missile weapon."""

    bands: tuple[tuple[int, int], ...]
    """The farthest distance of each band and the number needed there."""
    armour: dict[int, int]
    """What is added against each armour."""
    move: str
    """"free", "minus1" or "still": whether it shoots in an order with hexes."""
    reload: int
    cost: int
    counts: bool
    """Whether its bearers count as shooters when an army is bought."""
    min: int = 0
    group: int = 0
    war_machine: bool = False
    ammo: int | None = None
    shots: int = 1


class TroopType(Struct, frozen=True):
    """A type of figures. A-FIG."""

    rank: int = field(name="class")
    armour: int
    mount: str
    melee: str
    cost: int
    rate_cm: int
    missile: str = ""
    dismounts_to: str = ""
    pavise: bool = False
    medic: bool = False


class Terrain(Struct, frozen=True):
    name: str
    foot: str
    mounted: str
    heavy: str
    cover: str = ""
    hides: bool = False
    height: bool = False
    obstacle: bool = False
    blocks_sight: bool = False
    short_only: bool = False
    striking_from: int = 0


class Costs(Struct, frozen=True):
    rank: dict[int, int] = field(name="class")
    armour: dict[int, int]
    mount: dict[str, float]
    armour_above_class: int
    command: dict[str, int]
    medic: int


class ArmyLimits(Struct, frozen=True):
    budget: int
    units: tuple[int, int]
    unit_size: tuple[int, int]
    elite: tuple[int, int]
    cavalry: tuple[int, int]
    missile: tuple[int, int]


class ReadyUnit(Struct, frozen=True):
    """A unit of a ready-made army."""

    number: int
    figs: FiguresText
    wing: int
    deploy: Hex


class ReadyArmy(Struct, frozen=True):
    units: tuple[ReadyUnit, ...]
    cost: int


class MapRows(Struct, frozen=True):
    rows: tuple[str, ...]


class Tables(Struct, frozen=True):
    terrain: dict[str, Terrain]
    melee: dict[str, Melee]
    missile: dict[str, Missile]
    costs: Costs
    limits: ArmyLimits
    types: dict[str, TroopType]
    armies: dict[str, ReadyArmy]
    default_armies: dict[Side, str]
    maps: dict[str, MapRows]
    default_map: str


TABLES: Tables = msgspec.json.decode(
    resources.files("protocol.views.argad").joinpath("tables.json").read_bytes(), type=Tables, strict=False
)
TERRAIN: dict[str, Terrain] = TABLES.terrain
"""A-BOARD: what each glyph of a map means."""
OPEN = "."
WOOD = "%"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
COLUMNS, ROWS = 26, 16
CM_PER_HEX = 4
HEXES: tuple[Hex, ...] = tuple(f"{letter}{row}" for row in range(1, ROWS + 1) for letter in LETTERS)
"""All hexes in reading order: row by row from the north, each from A to Z."""
PLACE: dict[Hex, tuple[int, int]] = {
    hex_: (number % COLUMNS, number // COLUMNS) for number, hex_ in enumerate(HEXES)
}
"""Column and row of each hex, counted from 0."""
RANK: dict[Hex, int] = {hex_: number for number, hex_ in enumerate(HEXES)}
"""The number of each hex in reading order, for ties."""
MAPS: dict[str, dict[Hex, str]] = {
    name: {hex_: each.rows[row][column] for hex_, (column, row) in PLACE.items()}
    for name, each in TABLES.maps.items()
}
"""The glyph of each hex on each map."""
DEFAULT_MAP = TABLES.default_map

DIRECTIONS: tuple[str, ...] = ("E", "SE", "SW", "W", "NW", "NE")
_ODD_ROWS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1))
_EVEN_ROWS = ((1, 0), (1, 1), (0, 1), (-1, 0), (0, -1), (1, -1))


def hex_at(column: int, row: int) -> Hex | None:
    """The hex in this column and row, counted from 0; None beyond the edge."""
    if 0 <= column < COLUMNS and 0 <= row < ROWS:
        return HEXES[row * COLUMNS + column]
    return None


def _steps(hex_: Hex) -> tuple[Hex | None, ...]:
    column, row = PLACE[hex_]
    # The rows 2, 4, 6 ... stand half a hex to the right; counted from 0 they are the odd ones.
    around = _EVEN_ROWS if row % 2 else _ODD_ROWS
    return tuple(hex_at(column + across, row + down) for across, down in around)


STEPS: dict[Hex, tuple[Hex | None, ...]] = {hex_: _steps(hex_) for hex_ in HEXES}
"""A-BOARD-2: the hex in each of the six directions; None beyond the edge."""
NEIGHBOURS: dict[Hex, tuple[Hex, ...]] = {
    hex_: tuple(each for each in steps if each is not None) for hex_, steps in STEPS.items()
}
"""The hexes beside each hex, in direction order."""
BESIDE: dict[Hex, frozenset[Hex]] = {hex_: frozenset(found) for hex_, found in NEIGHBOURS.items()}


def axial_of(hex_: Hex) -> tuple[int, int]:
    column, row = PLACE[hex_]
    return column - row // 2, row


_AXIAL: dict[Hex, tuple[int, int]] = {hex_: axial_of(hex_) for hex_ in HEXES}


@cache
def distance(one: Hex, other: Hex) -> int:
    """A-BOARD-2: the least number of steps."""
    (q, r), (to_q, to_r) = _AXIAL[one], _AXIAL[other]
    across, down = to_q - q, to_r - r
    return max(abs(across), abs(down), abs(across + down))


EDGE_ROW: dict[Side, int] = {BLACK: 0, RED: ROWS - 1}
"""A-BOARD-4: the row of each side's own edge, counted from 0."""


def rows_to_edge(side: Side, hex_: Hex) -> int:
    return abs(PLACE[hex_][1] - EDGE_ROW[side])


def turned(hex_: Hex) -> Hex:
    """A-BOARD-5: the hex on the map turned by half a circle."""
    return HEXES[len(HEXES) - 1 - RANK[hex_]]


_HALF_OF: dict[str, range] = {"S": range(13), "D": range(13), "C": range(13, 26), "H": range(13, 26)}
"""A-SETUP-5: the columns in which the seats of a side of two deploy."""


@cache
def zone_of(seat: str, side: Side, is_shared: bool) -> tuple[Hex, ...]:
    """A-BOARD-4, A-SETUP-5: where a seat may deploy, in reading order."""
    rows = (0, 1) if side == BLACK else (ROWS - 2, ROWS - 1)
    columns = _HALF_OF[seat] if is_shared else range(COLUMNS)
    return tuple(hex_ for hex_ in HEXES if PLACE[hex_][1] in rows and PLACE[hex_][0] in columns)
