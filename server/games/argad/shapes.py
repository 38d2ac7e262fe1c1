"""Units that unite, split or dismount. A-UNITE."""

from msgspec import structs

from protocol.views.argad import events as e
from protocol.views.argad.figures import JAVELIN, figure
from protocol.views.argad.view import Unit
from protocol.views.argad.words import UnitName
from server.games.argad.battle import Battle
from server.games.argad.judging import taken_from
from server.games.argad.morale import check_state
from server.games.argad.strength import new_number
from server.games.argad.units import Plan

ALL_THROWS = 2


def unite(battle: Battle, name: UnitName, other: UnitName) -> None:
    """A-UNITE-1: the marks of both hold, the higher number of each."""
    one, two = battle.state.units[name], battle.state.units[other]
    becomes = structs.replace(
        one,
        figs=(*one.figs, *two.figs),
        wear=one.wear + two.wear,
        broke=max(one.broke, two.broke),
        acts=max(one.acts, two.acts + 1),
        attacked=max(one.attacked, two.attacked),
        shots=max(one.shots, two.shots),
        load=max(one.load, two.load),
        march=max(one.march, two.march),
        fought=one.fought or two.fought,
        moved=one.moved or two.moved,
        routed=one.routed or two.routed,
        die=one.die or two.die,
        reserve=False,
        ammo=min(_throws(one), _throws(two)),
        lost=(*one.lost, *two.lost),
    )
    battle.tell(e.Merged(name, other, becomes))


def _throws(unit: Unit) -> int:
    """A unit without javelins counts as one that has all its throws."""
    return unit.ammo if any(figure(code).missile == JAVELIN for code in unit.figs) else ALL_THROWS


def split(battle: Battle, plan: Plan) -> None:
    """A-UNITE-2: each part gets its share of the wear, rounded up; the new one the marks of the old."""
    unit, command = battle.state.units[plan.unit], plan.command
    places = taken_from(unit.figs, command.figures) or ()
    new = new_number(battle.state, plan.unit[-1]) or ""
    whole, taken = len(unit.figs), tuple(unit.figs[place] for place in places)
    kept = tuple(code for place, code in enumerate(unit.figs) if place not in places)
    keeps = structs.replace(unit, figs=kept, wear=-(-unit.wear * len(kept) // whole))
    makes = structs.replace(
        unit,
        at=command.hexes[0],
        figs=taken,
        wear=-(-unit.wear * len(taken) // whole),
        march=0,
        die=False,
        reserve=False,
        lost=(),
    )
    battle.tell(e.Split(plan.unit, new, makes.at, keeps, makes))
    check_state(battle, new)
