"""The helps of the Joker: which may be chosen, and what each does. A-JOK."""

from protocol.ids import Seat
from protocol.views.argad import events as e
from protocol.views.argad.field import can_reach, enemies_of
from protocol.views.argad.figures import has_medic
from protocol.views.argad.view import Position, Unit
from protocol.views.argad.words import BENEFITS, UnitName, is_lone_general, side_of
from server.games.argad.battle import Battle
from server.games.argad.judging import state_flaw
from server.games.argad.morale import add_wear, check_states, take_test
from server.games.argad.notation import Help
from server.games.argad.shots import may_test
from server.games.argad.units import own_named
from server.games.flaw import Flaw


def judge_help(position: Position, seat: Seat, chosen: Help) -> UnitName | Flaw:
    """The unit that is helped, or the first fault that applies; no unit with `N`."""
    if chosen.letter == "N":
        return ""
    name = own_named(position, seat, chosen.unit, chosen.unit_word)
    if isinstance(name, Flaw):
        return name
    return _help_flaw(position.units[name], chosen.letter, chosen.unit_word) or name


def _help_flaw(unit: Unit, letter: str, word: int) -> Flaw | None:
    if letter in "XR" and unit.closed:
        return Flaw("closed", word)
    if letter in "MDCR":
        flaw = state_flaw(unit, "M")
        if flaw:
            return Flaw(flaw.code, word)
    if letter == "W" and not unit.wear:
        return Flaw("no_wear", word)
    if letter == "H" and not has_medic(unit.figs):
        return Flaw("no_medic", word)
    if letter == "H" and not unit.lost:
        return Flaw("nobody_lost", word)
    return None


def default_help(position: Position, seat: Seat) -> tuple[str, UnitName]:
    """At the bell: wear off the most worn unit, of equals the lowest number; else nothing."""
    worn = {
        name: unit.wear
        for name, unit in position.units.items()
        if name[-1] == seat and not unit.is_demoralised and unit.wear
    }
    return ("W", max(worn, key=worn.__getitem__)) if worn else ("N", "")


def help_with(battle: Battle, seat: Seat, letter: str, name: UnitName) -> None:
    """Carry out a help that may be chosen."""
    event = e.JokerUsed(seat, BENEFITS[letter], name) if name else e.JokerUsed(seat, BENEFITS[letter])
    if letter in "RN" and battle.state.hides_reserve:
        battle.tell_side(seat, event, e.JokerHidden(seat))
    else:
        battle.tell(event)
    if letter == "W":
        add_wear(battle, name, "joker", -1)
    elif letter == "M":
        battle.tell(e.Marched(name, battle.roll()))
    elif letter == "C":
        _cry(battle, name)
    elif letter == "H":
        battle.tell(e.Healed(name, battle.state.units[name].lost[-1]))


def _cry(battle: Battle, name: UnitName) -> None:
    """A-JOK-6: every enemy within reach tests at once, in order, then state checks."""
    position, unit = battle.state, battle.state.units[name]
    heard = [
        each
        for each, enemy in enemies_of(position, side_of(name)).items()
        if can_reach(name, unit, enemy.at) and may_test(each, enemy)
    ]
    for each in heard:
        take_test(battle, each, ("cry",))
    check_states(battle, heard)


def reserve_of(position: Position, seats: tuple[Seat, ...]) -> UnitName | None:
    """The unit in reserve of these seats; None if there is none."""
    return next(
        (
            name
            for name, unit in position.units.items()
            if unit.reserve and unit.is_ready and name[-1] in seats and not is_lone_general(name)
        ),
        None,
    )
