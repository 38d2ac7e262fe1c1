"""What a figure is, and what a unit is by most of its figures. A-FIG, A-ARMY-5."""

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from protocol.views.argad.board import CM_PER_HEX, TABLES, TroopType
from protocol.views.argad.words import (
    BANNER_ROLE,
    GENERAL_ROLE,
    MUSICIAN_ROLE,
    ROLES,
    WOUNDED_ROLE,
    FigureCode,
)

FOOT, CAVALRY, MOUNTED_FOOT = "foot", "cavalry", "mounted_foot"
ENGINE = "engine"
JAVELIN = "javelin"
GENERAL_CLASS = 5
HARNESS = 5
Figures = tuple[FigureCode, ...]


class Figure(Struct, frozen=True):
    """A figure as its code says it."""

    kind: str
    """The code of its type."""
    role: str
    """"b", "m", "g", "g!" or nothing."""
    rank: int
    """Its class, from 1 to 5."""
    armour: int
    mount: str
    melee: str
    missile: str
    rate: int
    """In cm."""
    cost: int
    is_medic: bool
    has_pavise: bool

    @property
    def is_mounted(self) -> bool:
        return self.mount != FOOT

    @property
    def is_general(self) -> bool:
        return self.role in (GENERAL_ROLE, WOUNDED_ROLE)


@lru_cache(maxsize=512)
def figure(code: FigureCode) -> Figure:
    """The figure of a code whose type is known."""
    kind, _, role = code.partition("+")
    made = TABLES.types[kind]
    is_general = role in (GENERAL_ROLE, WOUNDED_ROLE)
    return Figure(
        kind=kind,
        role=role,
        rank=GENERAL_CLASS if is_general else made.rank,
        armour=made.armour,
        mount=made.mount,
        melee=made.melee,
        missile=made.missile,
        rate=made.rate_cm,
        cost=_cost(made, role, is_general),
        is_medic=made.medic,
        has_pavise=made.pavise,
    )


def is_known(code: FigureCode) -> bool:
    return code.partition("+")[0] in TABLES.types


def _cost(made: TroopType, role: str, is_general: bool) -> int:
    """A-ARMY-5."""
    if not role:
        return made.cost
    scale, rank = TABLES.costs, GENERAL_CLASS if is_general else made.rank
    above = max(0, made.armour - rank) * scale.armour_above_class
    weapon = TABLES.melee[made.melee].cost + (TABLES.missile[made.missile].cost if made.missile else 0)
    on_foot = scale.rank[rank] + scale.armour[made.armour] + above + weapon
    return on_foot * scale.command["foot" if made.mount == FOOT else "mounted"]


@lru_cache(maxsize=4096)
def cost_of(figures: Figures) -> int:
    return sum(figure(code).cost for code in figures)


def _of_most(values: Sequence[int]) -> int:
    """A-FIG-3: the value that most have; of equally many the higher."""
    return max(set(values), key=lambda value: (values.count(value), value))


@lru_cache(maxsize=4096)
def class_of(figures: Figures) -> int:
    return _of_most([figure(code).rank for code in figures])


@lru_cache(maxsize=4096)
def armour_of(figures: Figures) -> int:
    return _of_most([figure(code).armour for code in figures])


@lru_cache(maxsize=4096)
def rate_of(figures: Figures) -> int:
    """A-FIG-3: the rate of the slowest figure, in cm."""
    return min(figure(code).rate for code in figures)


def steps_of(figures: Figures) -> int:
    """The rate in whole hexes."""
    return rate_of(figures) // CM_PER_HEX


@lru_cache(maxsize=4096)
def mount_of(figures: Figures) -> str:
    """Foot, cavalry or mounted foot. A unit that mixes horsemen of both kinds is cavalry if most of it is."""
    mounts = [figure(code).mount for code in figures]
    return max(dict.fromkeys(mounts), key=mounts.count)


@lru_cache(maxsize=4096)
def is_mounted(figures: Figures) -> bool:
    return any(figure(code).is_mounted for code in figures)


@lru_cache(maxsize=4096)
def is_heavy(figures: Figures) -> bool:
    """A-BOARD-6: a mounted unit with any figure in armour 5, and mounted foot."""
    if not is_mounted(figures):
        return False
    return any(figure(code).armour >= HARNESS or figure(code).mount == MOUNTED_FOOT for code in figures)


@lru_cache(maxsize=4096)
def missile_of(figures: Figures) -> str:
    """A-SHOOT-1: the unit's missile weapon, the commonest; of equally many the first by name. "" for none."""
    weapons = sorted(figure(code).missile for code in figures if figure(code).missile)
    return max(dict.fromkeys(weapons), key=weapons.count, default="")


@lru_cache(maxsize=4096)
def has_role(figures: Figures, role: str) -> bool:
    return any(figure(code).role == role for code in figures)


def has_banner(figures: Figures) -> bool:
    return has_role(figures, BANNER_ROLE)


def has_musician(figures: Figures) -> bool:
    return has_role(figures, MUSICIAN_ROLE)


@lru_cache(maxsize=4096)
def has_general(figures: Figures) -> bool:
    return any(figure(code).is_general for code in figures)


@lru_cache(maxsize=4096)
def has_medic(figures: Figures) -> bool:
    return any(figure(code).is_medic for code in figures)


@lru_cache(maxsize=4096)
def fighting_order(figures: Figures) -> tuple[int, ...]:
    """A-FIG-4: the places of the figures in the list, in fighting order; medics are left out."""
    able = [place for place, code in enumerate(figures) if not figure(code).is_medic]
    return tuple(sorted(able, key=lambda place: _fighting_rank(figure(figures[place]))))


def _fighting_rank(each: Figure) -> tuple[int, int, int]:
    role = ROLES.index(each.role) if each.role else len(ROLES)
    return role, -each.rank, -each.armour


@lru_cache(maxsize=4096)
def kind_of(figures: Figures) -> str:
    """The letter of a unit's kind: i foot, a foot that shoots, c cavalry, m mounted foot, e engine."""
    if is_mounted(figures):
        return "m" if mount_of(figures) == MOUNTED_FOOT else "c"
    weapon = missile_of(figures)
    shooters = sum(figure(code).missile == weapon for code in figures) if weapon else 0
    if weapon == ENGINE:
        return "e"
    return "a" if weapon not in ("", JAVELIN) and 2 * shooters >= len(figures) else "i"
