"""Carrying out an order: the activation of a unit, and what each order does. A-ACT-3, A-ACT-6."""

from collections.abc import Callable

from protocol.views.argad import events as e
from protocol.views.argad.board import NEIGHBOURS
from protocol.views.argad.field import contacts
from protocol.views.argad.figures import fighting_order, figure, has_banner
from protocol.views.argad.words import GENERAL, SIDE_OF, UnitName, side_of
from server.games.argad.battle import Battle
from server.games.argad.faults import code_of
from server.games.argad.generals import general_in
from server.games.argad.melees import fight, strike_leaving
from server.games.argad.morale import add_wear, check_state, forced_way, rout, take_test
from server.games.argad.moving import arrive, carried, mark_moved, walk
from server.games.argad.routes import leaving_route, move_route
from server.games.argad.shapes import split, unite
from server.games.argad.shots import aim, shot_flaw
from server.games.argad.units import Plan
from server.games.argad.volleys import shoot
from server.games.flaw import Flaw

ASKS_A_RESERVE = frozenset("MCSFDTG")
"""A-JOK-7: the orders after which an enemy in reserve may act."""


def carry_out(battle: Battle, plan: Plan) -> None:
    """One activation with all its parts; the order G activates no unit."""
    if plan.command.verb == "G":
        _move_general(battle, plan)
        return
    begin(battle, plan)
    _ORDERS[plan.command.verb](battle, plan)
    finish(battle, plan)


def begin(battle: Battle, plan: Plan) -> None:
    """A-ACT-3 (1) and (2): pick up a banner; the count goes up, a reserve mark falls."""
    if plan.command.verb != "X":
        _pick_up_banner(battle, plan.unit)
    unit = battle.state.units[plan.unit]
    battle.tell(e.Activated(plan.unit, unit.acts + 1, unit.reserve))


def finish(battle: Battle, plan: Plan) -> None:
    """A-ACT-3 (4) and (5): wear for a later activation, and the state check."""
    unit = battle.unit(plan.unit)
    if unit is None:
        return
    # A-FAT-3: the wear of a retreat is all the wear of its activation.
    if unit.acts > 1 and plan.command.verb != "T":
        add_wear(battle, plan.unit, "again")
    check_state(battle, plan.unit)


def _pick_up_banner(battle: Battle, name: UnitName) -> None:
    """A-BAN-3: on its own hex first, then in direction order."""
    position, unit = battle.state, battle.state.units[name]
    lying = [
        hex_
        for hex_ in (unit.at, *NEIGHBOURS[unit.at])
        if hex_ in position.banners and SIDE_OF[position.banners[hex_]] == side_of(name)
    ]
    if not lying or unit.is_demoralised or has_banner(unit.figs) or contacts(position, name):
        return
    bearers = (place for place in fighting_order(unit.figs) if not figure(unit.figs[place]).role)
    bearer = next(bearers, None)
    if bearer is not None:
        battle.tell(e.BannerUp(name, lying[0], bearer))


def _move(battle: Battle, plan: Plan) -> None:
    walk(battle, plan.unit, plan.way)
    if plan.target:
        flaw = shot_flaw(battle.state, plan.unit, plan.target, 0)
        if flaw:
            battle.tell(e.NoShot(plan.unit, code_of(flaw)))
        else:
            shoot(battle, plan.unit, plan.target, aim(battle.state, plan.unit, plan.target, moves=True))


def _shoot(battle: Battle, plan: Plan) -> None:
    hexes = plan.command.hexes
    shoot(battle, plan.unit, plan.target, aim(battle.state, plan.unit, plan.target, moves=bool(hexes)))
    if hexes:
        # A-MOVE-3: the way is made anew as the move begins.
        way = move_route(battle.state, plan.unit, hexes, 0)
        _go_or_stay(battle, plan.unit, way)


def _go_or_stay(battle: Battle, name: UnitName, way: tuple[str, ...] | Flaw) -> None:
    """A-MOVE-3: if there is no way by then, it stays, and no dice are rolled."""
    if isinstance(way, Flaw):
        battle.tell(e.Stayed(name))
    else:
        walk(battle, name, way)


def _contact(battle: Battle, plan: Plan) -> None:
    name, target = plan.unit, plan.target
    if walk(battle, name, plan.way) != plan.way:
        return
    if plan.command.has_javelins:
        shoot(battle, name, target, aim(battle.state, name, target, moves=True, near=True))
        if target not in contacts(battle.state, name):
            return
    fight(battle, name, target, plan.way, follows=plan.command.follows)


def _fight(battle: Battle, plan: Plan) -> None:
    fight(battle, plan.unit, plan.target, None, follows=plan.command.follows)


def _disengage(battle: Battle, plan: Plan) -> None:
    """A-DIS-2: if it is still ready, it moves to the hex named."""
    strike_leaving(battle, plan.unit)
    unit = battle.unit(plan.unit)
    if unit is not None and unit.is_ready:
        _go_or_stay(battle, plan.unit, leaving_route(battle.state, plan.unit, plan.command.hexes, 0))


def _load(battle: Battle, plan: Plan) -> None:
    battle.tell(e.Reloaded(plan.unit, battle.state.units[plan.unit].load - 1))


def _reorganise(battle: Battle, plan: Plan) -> None:
    """A-REORG."""
    if plan.command.hexes:
        battle.tell(e.Shifted(plan.unit, plan.command.hexes[0]))
        mark_moved(battle, plan.unit)
    battle.tell(e.Reorganised(plan.unit, battle.state.units[plan.unit].wear // 2))


def _retreat(battle: Battle, plan: Plan) -> None:
    """A-FAT-3: under the blows of enemies in contact, to the own edge at most."""
    if contacts(battle.state, plan.unit):
        strike_leaving(battle, plan.unit)
    unit = battle.unit(plan.unit)
    if unit is None or unit.is_demoralised:
        return
    way, _ = forced_way(battle.state, plan.unit, leaves=False)
    battle.tell(e.Retreated(plan.unit, way, left=False))
    if len(way) > 1:
        mark_moved(battle, plan.unit)
    add_wear(battle, plan.unit, "retreat")


def _rally(battle: Battle, plan: Plan) -> None:
    """A-RALLY-2."""
    if take_test(battle, plan.unit, ("rally",)):
        battle.tell(e.Rallied(plan.unit, len(battle.state.units[plan.unit].figs)))
    else:
        rout(battle, plan.unit)


def _unite(battle: Battle, plan: Plan) -> None:
    unite(battle, plan.unit, plan.other)


def _dismount(battle: Battle, plan: Plan) -> None:
    battle.tell(e.Dismounted(plan.unit))


def _move_general(battle: Battle, plan: Plan) -> None:
    """A-GEN-4: dice; he leaves, moves, joins; state checks of the unit joined, then of the one left."""
    name, seat = plan.unit, plan.unit[-1]
    alone = f"{GENERAL}{seat}"
    went = carried(battle, alone, (general_in(battle.state.units[name]),), plan.way)
    if len(went) == 1:
        battle.tell(e.Stayed(alone))
        return
    if name != alone:
        battle.tell(e.GeneralLeft(name))
    arrive(battle, alone, went)
    if plan.other and went == plan.way:
        battle.tell(e.GeneralJoined(plan.other))
        check_state(battle, plan.other)
    if name != alone:
        check_state(battle, name)


_ORDERS: dict[str, Callable[[Battle, Plan], None]] = {
    "M": _move,
    "S": _shoot,
    "C": _contact,
    "F": _fight,
    "D": _disengage,
    "L": _load,
    "O": _reorganise,
    "T": _retreat,
    "R": _rally,
    "U": _unite,
    "X": split,
    "B": _dismount,
}
