"""A melee from the reaction of the defender to recoil and follow-up, and blows at a leaving unit. A-MELEE."""

from protocol.views.argad import events as e
from protocol.views.argad.board import BESIDE
from protocol.views.argad.field import contacts, occupied
from protocol.views.argad.view import Unit
from protocol.views.argad.ways import NO_ENTRY, ground_for
from protocol.views.argad.words import Hex, UnitName, is_lone_general
from server.games.argad.battle import Battle
from server.games.argad.blows import Blows, Fighter, Strike, strike_all
from server.games.argad.losses import Hit, fallen, lose_general, mourn, take_off
from server.games.argad.morale import (
    add_wear,
    aftermath_causes,
    check_state,
    check_states,
    recoil_hex,
    test_if_able,
)
from server.games.argad.moving import Way, interrupted_load, take_banner
from server.games.argad.strikes import Encounter, encounter, footing, reaction_causes


def fight(battle: Battle, attacker: UnitName, defender: UnitName, way: Way | None, *, follows: bool) -> None:
    """A-MELEE-1: a melee of a unit that has come by this way, or that fights again if there is none."""
    at = battle.state.units[defender].at
    if _stands(battle, attacker, defender):
        at = battle.state.units[defender].at
        won = _exchange(battle, encounter(battle.state, attacker, defender, way))
    else:
        battle.tell(e.Marked(attacker, fought=True))
        add_wear(battle, attacker, "melee")
        check_state(battle, attacker)
        won = True
    if follows and won:
        _follow(battle, attacker, at)


def _stands(battle: Battle, attacker: UnitName, defender: UnitName) -> bool:
    """The defender's reaction; whether it is still there and in contact."""
    causes = reaction_causes(battle.state, attacker, defender)
    attacked = battle.state.units[defender].attacked
    test_if_able(battle, defender, causes)
    battle.tell(e.Marked(defender, attacked=attacked + 1))
    check_state(battle, defender)
    return defender in battle.state.units and defender in contacts(battle.state, attacker)


def _exchange(battle: Battle, met: Encounter) -> bool:
    """The blows and what follows from them; whether the attacker has won."""
    units = battle.state.units
    one = Fighter(met.attacker, units[met.attacker], units[met.defender])
    other = Fighter(met.defender, units[met.defender], units[met.attacker])
    helpers = [Fighter(name, units[name], units[met.attacker]) for name in met.helpers]
    _begin(battle, met, (one, other, *helpers))
    blows = Blows(battle, met, one, other, helpers)
    blows.strike()
    take_off(battle, other.name, other.hits)
    take_off(battle, one.name, one.hits)
    winner = _winner(one, other, blows.score)
    battle.tell(e.Fought(one.name, other.name, (blows.score[0], blows.score[1]), winner))
    loser = {one.name: other.name, other.name: one.name}.get(winner or "")
    _suffer(battle, one, other, met.helpers, loser)
    if winner and loser:
        _recoil(battle, loser, winner)
    return winner == one.name


def _begin(battle: Battle, met: Encounter, fighters: tuple[Fighter, ...]) -> None:
    """A-SHOOT-7, A-JOK-4: everybody in the melee has fought, and steps of reloading are lost."""
    battle.note(
        e.Clashed(
            met.attacker,
            met.defender,
            met.helpers,
            {each.name: len(each.strikers) for each in fighters},
            met.is_charge,
            met.has_set_spears,
            met.strikes_first,
        )
    )
    for each in fighters:
        die = each.unit.die and not each.has_extra_blow
        battle.tell(e.Marked(each.name, fought=True, load=interrupted_load(each.unit), die=die))


def _winner(one: Fighter, other: Fighter, score: list[int]) -> UnitName | None:
    """A-MELEE-13."""
    if one.is_destroyed != other.is_destroyed:
        return other.name if one.is_destroyed else one.name
    if one.is_destroyed or score[0] == score[1]:
        return None
    return one.name if score[0] > score[1] else other.name


def _suffer(
    battle: Battle, one: Fighter, other: Fighter, helpers: tuple[UnitName, ...], loser: UnitName | None
) -> None:
    """A-MELEE-14: wear, banner and general wear, aftermath tests, then state checks."""
    for name in (one.name, other.name, *helpers):
        add_wear(battle, name, "melee")
    seers = mourn(battle, one.name, one.hits) + mourn(battle, other.name, other.hits)
    is_captured = loser == other.name and is_lone_general(other.name) and not other.is_destroyed
    if is_captured:
        seers += lose_general(battle, other.name, other.unit.at, "captured")
    for each in (one, other):
        test_if_able(battle, each.name, _aftermath(each.unit, each.hits, each.name == loser))
    check_state(battle, one.name)
    if is_captured:
        battle.tell(e.Gone(other.name, "captured"))
    check_states(battle, (other.name, *helpers))
    checked = (one.name, other.name, *helpers)
    check_states(battle, [name for name in seers if name not in checked])


def _aftermath(before: Unit, hits: list[Hit], has_lost: bool) -> tuple[str, ...]:
    return aftermath_causes(len(before.figs), fallen(hits), has_lost=has_lost)


def _recoil(battle: Battle, loser: UnitName, winner: UnitName) -> None:
    """A-MELEE-15."""
    unit = battle.unit(loser)
    if unit is None or unit.is_demoralised:
        return
    to = recoil_hex(battle.state, loser, winner)
    if to is not None:
        battle.tell(e.Recoiled(loser, to))
        return
    battle.tell(e.Pinned(loser))
    add_wear(battle, loser, "pinned")
    check_state(battle, loser)


def _follow(battle: Battle, name: UnitName, at: Hex) -> None:
    """A-MELEE-16."""
    unit = battle.unit(name)
    if unit is None or unit.is_demoralised or at not in BESIDE[unit.at]:
        return
    is_enterable = ground_for(unit.figs)[battle.state.glyph(at)] != NO_ENTRY
    if is_enterable and at not in occupied(battle.state):
        battle.tell(e.Followed(name, at))
        take_banner(battle, name)


def strike_leaving(battle: Battle, name: UnitName) -> None:
    """A-DIS-1: each ready enemy in contact strikes the leaving unit once, without reply."""
    position = battle.state
    leaving = Fighter(name, position.units[name])
    for enemy in contacts(position, name):
        unit = position.units[enemy]
        if not unit.is_ready or is_lone_general(enemy):
            continue
        striking, ground = Fighter(enemy, unit, leaving.unit), footing(position, enemy, name)
        codes = [unit.figs[place] for place in striking.strikers]
        strike_all(battle, [Strike(enemy, code, ground, 0) for code in codes], leaving)
    take_off(battle, name, leaving.hits)
    seers = mourn(battle, name, leaving.hits)
    test_if_able(battle, name, _aftermath(leaving.unit, leaving.hits, has_lost=False))
    check_states(battle, (name, *seers))
