"""The board of Zargos, read from map.json beside this module. Z-MAP."""

from importlib import resources

import msgspec
from msgspec import Struct

from protocol.views.zargos.words import Kingdom, Place


class KingdomLand(Struct, frozen=True):
    """A kingdom: its name, the land mass it lies on, its territories and its printed value."""

    name: str
    land: str
    territories: tuple[Place, ...]
    capital: Place
    value: int | None
    """What the whole kingdom counts; null for Zargos itself."""


class Territory(Struct, frozen=True):
    kingdom: Kingdom
    kind: str
    """"province", "capital", "outer", "inner" or "city"."""
    volcano: bool
    points: int
    demons: int
    """How many demons stand there at the start."""
    neighbours: tuple[Place, ...]
    seas: tuple[Place, ...]
    """The sea cells that it borders."""
    x: int
    y: int
    at80: tuple[int, int]
    """Row and column of its label on a board of 80 columns."""
    at120: tuple[int, int]


class Sea(Struct, frozen=True):
    ocean: str
    neighbours: tuple[Place, ...]
    coasts: tuple[Place, ...]
    x: int
    y: int
    at80: tuple[int, int]
    at120: tuple[int, int]


class Map(Struct, frozen=True):
    game: str
    kingdoms: dict[Kingdom, KingdomLand]
    territories: dict[Place, Territory]
    seas: dict[Place, Sea]
    arms: tuple[tuple[Place, Place], ...]
    """The dotted arms that the winged fly along."""
    volcanoes: tuple[Place, ...]
    order: tuple[Place, ...]
    """The board order of all places."""
    canvas: tuple[int, int]


MAP: Map = msgspec.json.decode(
    resources.files("protocol.views.zargos").joinpath("map.json").read_bytes(), type=Map
)
KINGDOMS, TERRITORIES, SEAS = MAP.kingdoms, MAP.territories, MAP.seas
ORDER: tuple[Place, ...] = MAP.order
RANK: dict[Place, int] = {place: number for number, place in enumerate(ORDER)}
"""The number of each place in board order."""
HOME: Kingdom = "ZA"
"""The kingdom of Zargos in the middle of the sea."""
CITY: Place = "ZAC"
INNER_FOUR: tuple[Place, ...] = ("ZAC", "ZI1", "ZI2", "ZI3")
"""Z-END-1: who holds these wins."""
PROVINCES: tuple[Place, ...] = tuple(p for p, land in TERRITORIES.items() if land.kind == "province")
CAPITALS: tuple[Place, ...] = tuple(p for p, land in TERRITORIES.items() if land.kind == "capital")
VOLCANOES = frozenset(MAP.volcanoes)
ARMS: dict[Place, tuple[Place, ...]] = {
    end: tuple(other for arm in MAP.arms if end in arm for other in arm if other != end)
    for arm_ends in MAP.arms
    for end in arm_ends
}
"""The other ends of the dotted arms that begin at a place."""


def is_sea(place: Place) -> bool:
    return place in SEAS


def kingdom_of(place: Place) -> Kingdom | None:
    """The kingdom in which a territory lies; None for a sea cell."""
    territory = TERRITORIES.get(place)
    return territory.kingdom if territory else None
