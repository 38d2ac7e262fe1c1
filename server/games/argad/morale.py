"""Morale tests, wear, state checks and rout. A-MORALE, A-WEAR, A-ACT-4, A-DEM, A-FORCE."""

from collections.abc import Iterable

from protocol.views.argad import events as e
from protocol.views.argad.board import BESIDE, STEPS, rows_to_edge
from protocol.views.argad.field import enemies_of, nearest_enemy, occupied
from protocol.views.argad.figures import (
    figure,
    has_banner,
    has_general,
    has_musician,
    steps_of,
)
from protocol.views.argad.view import Position, Unit
from protocol.views.argad.ways import NO_ENTRY, ground_for
from protocol.views.argad.words import BLACK, Hex, UnitName, side_of
from server.games.argad.battle import Battle
from server.games.argad.shots import may_test

SURE, NEVER = 1, 6
"""A-MORALE-1: a natural 1 always passes, a natural 6 always fails."""
_HOMEWARDS = {True: (4, 5), False: (1, 2)}
"""A-FORCE-1: the directions of a forced move, for black and for red."""


def number_for(unit: Unit, causes: tuple[str, ...]) -> dict[str, int]:
    """A-MORALE-1: the parts of the number that the die may not exceed."""
    parts = {
        "class": max(figure(code).rank for code in unit.figs),
        "banner": int(has_banner(unit.figs)),
        "general": int(has_general(unit.figs)),
        "causes": -(len(causes) > 1),
        "musician": -("rally" in causes and not has_musician(unit.figs)),
    }
    return {word: value for word, value in parts.items() if value}


def most_that_passes(unit: Unit, causes: tuple[str, ...]) -> int:
    """A-MORALE-1: the highest die that passes a test; 1 always does, 6 never."""
    return min(max(sum(number_for(unit, causes).values()), SURE), NEVER - 1)


def aftermath_causes(men: int, fallen: float, *, has_lost: bool) -> tuple[str, ...]:
    """A-MORALE-4: why a unit that had so many figures tests after a melee."""
    causes = ("losses",) if 4 * fallen > men else ()
    return (*causes, "lost") if has_lost else causes


def take_test(battle: Battle, name: UnitName, causes: tuple[str, ...]) -> bool:
    """One roll for all the causes of a moment. A failed test wears, but for a rally."""
    unit = battle.unit(name)
    if unit is None or not causes:
        return True
    parts = number_for(unit, causes)
    need, die = sum(parts.values()), battle.roll()
    passed = die == SURE or (die != NEVER and die <= need)
    battle.tell(e.Tested(name, causes, need, die, passed, parts))
    if not passed and "rally" not in causes:
        add_wear(battle, name, "test")
    return passed


def test_if_able(battle: Battle, name: UnitName, causes: tuple[str, ...]) -> None:
    if may_test(name, battle.unit(name)):
        take_test(battle, name, causes)


def add_wear(battle: Battle, name: UnitName, why: str, by: int = 1) -> None:
    """A-WEAR-3: demoralised units and lone generals never get wear."""
    unit = battle.unit(name)
    if unit is not None and may_test(name, unit):
        battle.tell(e.Worn(name, by, why, unit.wear + by))


def check_state(battle: Battle, name: UnitName) -> None:
    """A-ACT-4. That a unit is fatigued is told once, as a check first finds it so."""
    unit = battle.unit(name)
    if unit is None:
        return
    if not unit.figs:
        battle.tell(e.Gone(name, "destroyed"))
    elif may_test(name, unit):
        if unit.wear >= 2 * len(unit.figs):
            battle.tell(e.Demoralised(name))
            rout(battle, name)
        elif unit.is_fatigued and not unit.found_fatigued:
            battle.tell(e.Fatigued(name))


def check_states(battle: Battle, names: Iterable[UnitName]) -> None:
    for name in dict.fromkeys(names):
        check_state(battle, name)


def forced_way(position: Position, name: UnitName, *, leaves: bool) -> tuple[tuple[Hex, ...], bool]:
    """A-FORCE-1, A-FORCE-2: the way of a rout or a retreat, and whether it leads off the table."""
    unit, side = position.units[name], side_of(name)
    standing = occupied(position)
    walked, goes_off = [unit.at], False
    for _ in range(steps_of(unit.figs)):
        if rows_to_edge(side, walked[-1]) == 0:
            goes_off = leaves
            break
        hex_ = _next_hex(position, unit, side, walked[-1])
        if hex_ is None:
            break
        walked.append(hex_)
    if goes_off:
        return tuple(walked), True
    while len(walked) > 1 and walked[-1] in standing:
        walked.pop()
    return tuple(walked), False


def _next_hex(position: Position, unit: Unit, side: str, here: Hex) -> Hex | None:
    """One row nearer to the own edge, of two hexes the one farther from the nearest enemy."""
    ground = ground_for(unit.figs)
    barred = {each.at for each in enemies_of(position, side).values()}
    found = [
        hex_
        for hex_ in (STEPS[here][direction] for direction in _HOMEWARDS[side == BLACK])
        if hex_ is not None and hex_ not in barred and ground[position.glyph(hex_)] != NO_ENTRY
    ]
    return max(found, key=lambda hex_: nearest_enemy(position, side, hex_), default=None)


def rout(battle: Battle, name: UnitName) -> None:
    """A-DEM-1, A-FORCE-2: a demoralised unit flees, perhaps off the table for good."""
    way, has_left = forced_way(battle.state, name, leaves=True)
    battle.tell(e.Routed(name, way, has_left))
    if has_left:
        if has_general(battle.state.units[name].figs):
            battle.tell(e.GeneralLost(name[-1], "left"))
        battle.tell(e.Gone(name, "left"))


def recoil_hex(position: Position, loser: UnitName, winner: UnitName) -> Hex | None:
    """A-MELEE-15: where the loser of a melee goes; None if nowhere."""
    unit, side = position.units[loser], side_of(loser)
    standing, ground = occupied(position), ground_for(unit.figs)
    shunned = BESIDE[position.units[winner].at] if winner in position.units else frozenset[Hex]()
    found = [
        hex_
        for hex_ in STEPS[unit.at]
        if hex_ is not None
        and hex_ not in standing
        and hex_ not in shunned
        and ground[position.glyph(hex_)] != NO_ENTRY
    ]
    return min(
        found,
        key=lambda hex_: (rows_to_edge(side, hex_), -nearest_enemy(position, side, hex_)),
        default=None,
    )
