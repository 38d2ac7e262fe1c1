"""Who strikes in a melee, with what modifiers, and what a blow comes to. A-MELEE-2 to A-MELEE-12."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec import Struct

from protocol.views.argad.board import OPEN, TABLES, TERRAIN
from protocol.views.argad.field import contacts
from protocol.views.argad.figures import (
    CAVALRY,
    FOOT,
    Figures,
    class_of,
    fighting_order,
    figure,
    is_mounted,
    mount_of,
)
from protocol.views.argad.view import Position, Unit
from protocol.views.argad.words import FigureCode, Hex, UnitName, is_lone_general

SHORT = 2
LENGTHS = (4, 3, 2, 1)
MISS, RECOIL, KILL = "miss", "recoil", "kill"
NO_CHARGE_ON = frozenset(glyph for glyph, each in TERRAIN.items() if each.obstacle or each.short_only)
"""A-MELEE-9: no charge is made at a unit in a wood, on a bank or in a village."""


class Encounter(Struct, frozen=True):
    """What makes the blows of a melee, before any is struck."""

    attacker: UnitName
    defender: UnitName
    helpers: tuple[UnitName, ...]
    is_charge: bool
    has_set_spears: bool
    has_short_spears: bool
    strikes_first: bool


def encounter(
    position: Position, attacker: UnitName, defender: UnitName, way: tuple[Hex, ...] | None
) -> Encounter:
    """The melee of a unit that has come by this way, or that fights again if there is none."""
    one, other = position.units[attacker], position.units[defender]
    glyphs = {position.glyph(one.at), position.glyph(other.at)}
    is_short = any(TERRAIN[glyph].short_only for glyph in glyphs)
    return Encounter(
        attacker,
        defender,
        helpers_of(position, attacker, defender),
        is_charge=way is not None and _is_charge(position, one, other, way),
        has_set_spears=way is not None and not is_short and is_mounted(one.figs) and _has_stood(other),
        has_short_spears=is_short,
        strikes_first=way is not None and other.fought,
    )


def helpers_of(position: Position, attacker: UnitName, defender: UnitName) -> tuple[UnitName, ...]:
    """A-MELEE-2: the other enemies in contact with the attacker that are ready."""
    return tuple(
        name
        for name in contacts(position, attacker)
        if name != defender and position.units[name].is_ready and not is_lone_general(name)
    )


def _is_charge(position: Position, one: Unit, other: Unit, way: tuple[Hex, ...]) -> bool:
    """A-MELEE-9: cavalry, over at least two hexes, the last two entered being open."""
    if mount_of(one.figs) != CAVALRY or len(way) < 3:
        return False
    return all(position.glyph(hex_) == OPEN for hex_ in way[-2:]) and (
        position.glyph(other.at) not in NO_CHARGE_ON
    )


def _has_stood(unit: Unit) -> bool:
    """A-MELEE-10: foot that has not moved this turn can have set its spears."""
    return not is_mounted(unit.figs) and not unit.moved


def strikers_of(unit: Unit, target: Unit) -> tuple[int, ...]:
    """A-MELEE-3: the places of the figures that strike, in fighting order."""
    return fighting_order(unit.figs)[: min(unit.able, 2 * len(target.figs))]


def length_of(code: FigureCode, has_short_spears: bool) -> int:
    weapon = TABLES.melee[figure(code).melee]
    return SHORT if weapon.settable and has_short_spears else weapon.length


class Footing(Struct, frozen=True):
    """What holds for all blows of one unit on another."""

    common: dict[str, int]
    is_obstacle_defender: bool
    sets_spears: bool = False
    """Whether a spear of the striker is set."""
    meets_spears: bool = False
    """Whether a spear of the figure that is struck is set."""

    def modifiers(self, striker: FigureCode, struck: FigureCode) -> dict[str, int]:
        """A-MELEE-8: the parts of m."""
        by, on = figure(striker), figure(struck)
        found = {
            "weapon": TABLES.melee[by.melee].modifier,
            "foot": -(by.mount == FOOT and on.is_mounted and not self.is_obstacle_defender),
            "set": int(self.sets_spears and TABLES.melee[by.melee].settable),
            "against_set": -(self.meets_spears and TABLES.melee[on.melee].settable and by.is_mounted),
            **self.common,
        }
        return {word: int(value) for word, value in found.items() if value}


def footing(position: Position, by: UnitName, on: UnitName, met: Encounter | None = None) -> Footing:
    """The footing of one unit against another; without an encounter it strikes at a leaving unit."""
    one, other = position.units[by], position.units[on]
    ground, theirs = TERRAIN[position.glyph(one.at)], TERRAIN[position.glyph(other.at)]
    is_obstacle_defender = ground.obstacle and not theirs.obstacle and not is_mounted(one.figs)
    is_attacker, is_defender = (met is not None and by == name for name in _two(met))
    common = {
        "charge": int(is_attacker and met is not None and met.is_charge),
        "obstacle": int(is_obstacle_defender),
        "higher": int(ground.height and not theirs.height),
        "stream": ground.striking_from,
        "demoralised": int(other.is_demoralised),
    }
    has_set_spears = met is not None and met.has_set_spears
    return Footing(
        common, is_obstacle_defender, is_defender and has_set_spears, is_attacker and has_set_spears
    )


def _two(met: Encounter | None) -> tuple[UnitName, UnitName]:
    return (met.attacker, met.defender) if met else ("", "")


def result_of(die: int, mod: int, struck: FigureCode) -> str:
    """A-MELEE-7."""
    on, total = figure(struck), die + mod
    if total < on.rank:
        return MISS
    if total > on.rank and (on.armour <= on.rank or total > on.armour):
        return RECOIL if die == 1 else KILL
    return RECOIL


@lru_cache(maxsize=1024)
def chances(mod: int, struck: FigureCode) -> tuple[float, float]:
    """How likely a blow kills, and how likely it makes the figure recoil."""
    results = [result_of(die, mod, struck) for die in range(1, 7)]
    return results.count(KILL) / 6, results.count(RECOIL) / 6


def reaction_causes(position: Position, attacker: UnitName, defender: UnitName) -> tuple[str, ...]:
    """A-MORALE-3."""
    one, other = position.units[attacker], position.units[defender]
    enemies = contacts(position, defender)
    around = sum(len(position.units[name].figs) for name in enemies)
    found = {
        "cavalry": not is_mounted(other.figs) and mount_of(one.figs) == CAVALRY,
        "double": around >= 2 * len(other.figs),
        "flank": any(name != attacker for name in enemies),
        "class": class_of(one.figs) > class_of(other.figs),
        "several": other.attacked > 0,
    }
    return tuple(cause for cause, is_so in found.items() if is_so)


def living_strikers(figures: Figures, left: Iterable[FigureCode], strikers: Sequence[int]) -> list[int]:
    """A-MELEE-4: of a kind, those who fell are counted first among those not chosen to strike."""
    alive = [same_figure(code) for code in left]
    found: list[int] = []
    for place in strikers:
        kind = same_figure(figures[place])
        if kind in alive:
            alive.remove(kind)
            found.append(place)
    return found


def same_figure(code: FigureCode) -> FigureCode:
    """A general who is wounded is still the same figure."""
    return code.rstrip("!")
