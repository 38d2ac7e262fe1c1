"""A volley: dice, hits, figures off, and what the target makes of it. A-SHOOT-9."""

from msgspec import Struct

from protocol.views.argad import events as e
from protocol.views.argad.board import TABLES
from protocol.views.argad.figures import JAVELIN
from protocol.views.argad.view import Unit
from protocol.views.argad.words import UnitName
from server.games.argad.battle import Battle
from server.games.argad.losses import Hit, fallen, mourn, take_off
from server.games.argad.morale import check_states, test_if_able
from server.games.argad.shots import Aim, volley_causes


class Struck(Struct, frozen=True):
    """A volley whose figures are off, before the target has made up its mind."""

    target: UnitName
    before: Unit
    hits: tuple[Hit, ...]
    aim: Aim


def shoot(battle: Battle, name: UnitName, target: UnitName, aimed: Aim) -> None:
    """A volley from its dice to the last state check."""
    endure(battle, fire(battle, name, target, aimed))


def fire(battle: Battle, name: UnitName, target: UnitName, aimed: Aim) -> Struck:
    """Dice, the pick of a figure for each hit, and figures off."""
    shooter, before = battle.state.units[name], battle.state.units[target]
    dice = battle.rolls(aimed.dice)
    count = aimed.hits(dice)
    battle.tell(
        e.Volley(
            name,
            target,
            aimed.weapon,
            dice,
            aimed.need,
            count,
            aimed.distance,
            aimed.needed,
            aimed.modifiers,
        )
    )
    weapon = TABLES.missile[aimed.weapon]
    ammo = shooter.ammo - 1 if aimed.weapon == JAVELIN else shooter.ammo
    battle.tell(e.Marked(name, shots=shooter.shots + 1, load=weapon.reload, ammo=ammo, die=False))
    battle.tell(e.Marked(target, attacked=before.attacked + 1))
    hits, picks = _hit_figures(battle, before, count)
    take_off(battle, target, hits, picks)
    return Struck(target, before, hits, aimed)


def _hit_figures(battle: Battle, unit: Unit, count: int) -> tuple[tuple[Hit, ...], tuple[int, ...]]:
    """A-SHOOT-4: different figures at random; surplus hits are lost."""
    left = list(enumerate(unit.figs))
    hits: list[Hit] = []
    picks: list[int] = []
    for _ in range(min(count, len(left))):
        number, die = battle.pick(len({code for _, code in left}) == 1, len(left))
        place, code = left.pop(number)
        hits.append(Hit(place, code))
        picks += [die] if die else []
    return tuple(hits), tuple(picks)


def endure(battle: Battle, struck: Struck) -> None:
    """Banner and general wear, the test under fire, then state checks."""
    seers = mourn(battle, struck.target, struck.hits)
    is_engine = TABLES.missile[struck.aim.weapon].war_machine
    causes = volley_causes(struck.before, fallen(struck.hits), struck.before.attacked, is_engine)
    test_if_able(battle, struck.target, causes)
    check_states(battle, (struck.target, *seers))
