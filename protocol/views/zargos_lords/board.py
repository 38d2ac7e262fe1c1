"""The map, the pieces and the tables of the game, read from map.json beside this module. L-MAP, L-PIECE."""

from functools import cache
from importlib import resources

import msgspec
from msgspec import Struct

from protocol.views.zargos_lords.words import PEOPLES, GarrisonText, Hex, Kind, People, UnitText


class Bridge(Struct, frozen=True):
    joins: tuple[str, str]
    hexes: tuple[Hex, ...]


class Skirmish(Struct, frozen=True):
    continents: tuple[str, ...]
    bridges_open: tuple[str, ...]
    quarters: dict[str, tuple[Hex, ...]]


class Piece(Struct, frozen=True):
    """A kind of piece of one people."""

    people: People
    code: Kind
    count: int
    skirmish_count: int
    movement: int
    combat: int
    resistance: int
    powers: tuple[str, ...]

    def has(self, power: str) -> bool:
        return power in self.powers


class Deployment(Struct, frozen=True):
    """Where the pieces of a people stand at the start."""

    cities: dict[Hex, GarrisonText]
    pieces: dict[Hex, UnitText]


class CombatTable(Struct, frozen=True):
    rows: dict[str, tuple[str, ...]]


class HitTable(Struct, frozen=True):
    rows: dict[str, tuple[int, ...]]


class Tables(Struct, frozen=True):
    combat: CombatTable
    arrows: HitTable
    flames: HitTable
    visions: HitTable


class Constants(Struct, frozen=True):
    months: int
    skirmish_months: int
    cities_per_people: int
    city_min_distance: int
    garrison_max: int
    hostages_per_city: int
    arrow_range: int
    flame_range: int
    vision_range: int
    whirlpool_moves: int
    wood_cost: int
    wood_defence: int
    mountain_defence: int
    charge_front: int
    charge_side: int
    aura: int
    min_difference: int


class Map(Struct, frozen=True):
    game: str
    letters: str
    numbers: int
    rows: dict[str, str]
    bridges: dict[str, Bridge]
    continents: dict[str, tuple[Hex, ...]]
    coast: dict[str, tuple[Hex, ...]]
    city_sites: dict[str, tuple[Hex, ...]]
    skirmish: Skirmish
    pieces: tuple[Piece, ...]
    tables: Tables
    constants: Constants
    deployments: dict[str, dict[People, dict[str, Deployment]]]


MAP: Map = msgspec.json.decode(
    resources.files("protocol.views.zargos_lords").joinpath("map.json").read_bytes(), type=Map
)
CONSTANTS = MAP.constants
LETTERS, NUMBERS = MAP.letters, MAP.numbers
"""The letters across; how many numbers there are down, the last of which is followed by the first."""
HEXES: tuple[Hex, ...] = tuple(f"{letter}{number:02}" for letter in LETTERS for number in range(NUMBERS))
"""All hexes by letter and number."""
RANK: dict[Hex, int] = {hex_: number for number, hex_ in enumerate(HEXES)}
"""The number of each hex by letter and number, for ties."""
PIECES: dict[People, dict[Kind, Piece]] = {
    people: {piece.code: piece for piece in MAP.pieces if piece.people == people} for people in PEOPLES
}

CLEAR, WOOD, MOUNTAIN, WHIRLPOOL, SEA = ".", "f", "^", "@", "~"
LAND = frozenset((CLEAR, WOOD, MOUNTAIN, WHIRLPOOL))
"""L-MAP-5: the terrains that are land; a digit is the bridge of that number."""
TERRAIN: dict[Hex, str] = {
    f"{letter}{number:02}": MAP.rows[letter][number] for letter in LETTERS for number in range(NUMBERS)
}
SKIRMISH_TERRAIN: dict[Hex, str] = {
    hex_: SEA if sign.isdigit() and sign not in MAP.skirmish.bridges_open else sign
    for hex_, sign in TERRAIN.items()
}
"""L-SKIR-2: in the skirmish the other bridges count as sea."""
COAST: frozenset[Hex] = frozenset(hex_ for hexes in MAP.coast.values() for hex_ in hexes)
WHIRLPOOLS: tuple[Hex, ...] = tuple(hex_ for hex_ in HEXES if TERRAIN[hex_] == WHIRLPOOL)

DIRECTIONS: tuple[str, ...] = ("W", "SW", "SE", "E", "NE", "NW")
_EVEN = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
_ODD = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))


def terrain_of(is_skirmish: bool) -> dict[Hex, str]:
    return SKIRMISH_TERRAIN if is_skirmish else TERRAIN


def _neighbours(rank: int) -> tuple[Hex | None, ...]:
    """L-MAP-2, L-MAP-3: the numbers go round, the letters do not."""
    letter, number = divmod(rank, NUMBERS)
    return tuple(
        HEXES[(letter + across) * NUMBERS + (number + down) % NUMBERS]
        if 0 <= letter + across < len(LETTERS)
        else None
        for down, across in (_ODD if number % 2 else _EVEN)
    )


STEPS: dict[Hex, tuple[Hex | None, ...]] = {hex_: _neighbours(rank) for hex_, rank in RANK.items()}
"""The hex in each of the six directions; None beyond the edge."""
NEIGHBOURS: dict[Hex, tuple[Hex, ...]] = {
    hex_: tuple(each for each in steps if each is not None) for hex_, steps in STEPS.items()
}
"""The hexes beside each hex, in the order of the directions."""
BESIDE: dict[Hex, frozenset[Hex]] = {hex_: frozenset(found) for hex_, found in NEIGHBOURS.items()}


def _axial(rank: int) -> tuple[int, int]:
    letter, number = divmod(rank, NUMBERS)
    return letter - number // 2, number


_AXIAL: dict[Hex, tuple[int, int]] = {hex_: _axial(rank) for hex_, rank in RANK.items()}


def distance(one: Hex, other: Hex) -> int:
    """L-MAP-4: the least number of steps over any terrain, through the seam too."""
    (q, r), (to_q, to_r) = _AXIAL[one], _AXIAL[other]
    across, down = to_q - q, to_r - r
    half = NUMBERS // 2
    if down > half:
        across, down = across + half, down - NUMBERS
    elif down < -half:
        across, down = across - half, down + NUMBERS
    straight = max(abs(across), abs(down), abs(across + down))
    if abs(down) != half:
        return straight
    turned = (across + half, down - NUMBERS) if down > 0 else (across - half, down + NUMBERS)
    return min(straight, max(abs(turned[0]), abs(turned[1]), abs(sum(turned))))


@cache
def ray(start: Hex, direction: int) -> tuple[Hex, ...]:
    """The hexes in a straight line from a hex, the hex itself left out, to the edge or once round."""
    found: list[Hex] = []
    here = STEPS[start][direction]
    while here is not None and here != start and len(found) < NUMBERS:
        found.append(here)
        here = STEPS[here][direction]
    return tuple(found)


@cache
def line_between(start: Hex, end: Hex) -> tuple[int, int] | None:
    """The direction and the number of steps of the straight line between two hexes, the shortest if two."""
    found = (
        (ray(start, direction).index(end) + 1, direction)
        for direction in range(len(DIRECTIONS))
        if end in ray(start, direction)
    )
    steps, direction = min(found, default=(0, 0))
    return (direction, steps) if steps else None


@cache
def home_hexes(homes: tuple[str, ...]) -> frozenset[Hex]:
    """The land of a home: continents by their number, or a quarter of the skirmish by its word."""
    known = {**MAP.continents, **MAP.skirmish.quarters}
    return frozenset(hex_ for home in homes for hex_ in known.get(home, ()))


def deployment_of(people: People, homes: tuple[str, ...]) -> Deployment:
    """L-SETUP-6: the default deployment of a people on its home."""
    key = "+".join(homes)
    for deployments in MAP.deployments.values():
        if key in deployments[people]:
            return deployments[people][key]
    raise KeyError(key)
