"""Whether an order may be given, and what it comes to. The faults are told in the order of the rules."""

from collections.abc import Callable

from msgspec import Struct

from protocol.ids import Seat
from protocol.views.argad.board import BESIDE, distance
from protocol.views.argad.field import contacts, is_in_reach
from protocol.views.argad.figures import MOUNTED_FOOT, fighting_order, figure, is_mounted, missile_of
from protocol.views.argad.view import Position, Unit
from protocol.views.argad.ways import passage_of
from protocol.views.argad.words import GENERAL_ROLE, FigureCode, Hex, UnitName, side_of
from server.games.argad.faults import fault
from server.games.argad.generals import judge_general
from server.games.argad.notation import HOLD, Command
from server.games.argad.routes import (
    contact_route,
    entry_flaw,
    leaving_route,
    move_route,
    shift_flaw,
)
from server.games.argad.shots import shot_flaw, weapon_flaw
from server.games.argad.strength import LARGEST, SMALLEST, new_number
from server.games.argad.units import Plan, enemy_named, own_named
from server.games.flaw import Flaw

UNIT_WORD = 1


class Asking(Struct, frozen=True):
    """Who is asked for an order, and which unit must carry it out if not any."""

    seat: Seat
    only: UnitName | None = None
    """The unit of an extra activation, or the unit in reserve; empty if there is none in reserve."""


def judge(position: Position, asking: Asking, command: Command) -> Plan | Flaw:
    """The plan of an order, or the first fault that applies. Its form is known to be right."""
    if command.verb in ("P", HOLD):
        return Plan(command)
    if command.verb == "G":
        if asking.only is not None:
            return Flaw("other_unit")
        return judge_general(position, asking.seat, command)
    name = own_named(position, asking.seat, command.unit, UNIT_WORD)
    if isinstance(name, Flaw):
        return name
    if asking.only is not None and name != asking.only:
        return Flaw("other_unit", UNIT_WORD)
    flaw = unit_flaw(position, name, command.verb)
    return flaw or _JUDGES[command.verb](position, asking.seat, name, command)


def unit_flaw(position: Position, name: UnitName, verb: str) -> Flaw | None:
    """Whether the unit is closed, in the right state, and in contact as the order needs it."""
    unit = position.units[name]
    if unit.closed:
        return Flaw("closed", UNIT_WORD)
    flaw = state_flaw(unit, verb)
    if flaw or verb == "T":
        return flaw
    is_in_contact = bool(contacts(position, name))
    if verb in ("F", "D"):
        return None if is_in_contact else Flaw("not_in_contact", UNIT_WORD)
    return Flaw("in_contact", UNIT_WORD) if is_in_contact else None


def state_flaw(unit: Unit, verb: str) -> Flaw | None:
    """A-ACT-6, A-FAT-2, A-DEM-2: the state that an order needs."""
    if verb == "R":
        return None if unit.is_demoralised else Flaw("not_demoralised", UNIT_WORD)
    if unit.is_demoralised:
        return Flaw("demoralised", UNIT_WORD)
    if verb == "T":
        return None if unit.is_fatigued else Flaw("not_fatigued", UNIT_WORD)
    return Flaw("fatigued", UNIT_WORD) if unit.is_fatigued and verb != "O" else None


def _judge_move(position: Position, seat: Seat, name: UnitName, command: Command) -> Plan | Flaw:
    if command.target:
        return _judge_move_and_shot(position, seat, name, command)
    way = move_route(position, name, command.hexes, command.hex_word)
    return way if isinstance(way, Flaw) else Plan(command, name, way=way)


def _judge_move_and_shot(position: Position, seat: Seat, name: UnitName, command: Command) -> Plan | Flaw:
    """A-MOVE-6: the shot must be legal from the last hex that is named."""
    target = enemy_named(position, seat, command.target, command.target_word)
    if isinstance(target, Flaw):
        return target
    flaw = weapon_flaw(position.units[name], UNIT_WORD, moves=True)
    if flaw:
        return flaw
    way = move_route(position, name, command.hexes, command.hex_word)
    if isinstance(way, Flaw):
        return way
    return shot_flaw(position, name, target, command.target_word, way[-1]) or Plan(command, name, target, way)


def _judge_shot(position: Position, seat: Seat, name: UnitName, command: Command) -> Plan | Flaw:
    word = command.target_word
    target = enemy_named(position, seat, command.target, word)
    if isinstance(target, Flaw):
        return target
    flaw = weapon_flaw(position.units[name], UNIT_WORD, moves=bool(command.hexes))
    flaw = flaw or shot_flaw(position, name, target, word)
    if flaw:
        return flaw
    way: tuple[Hex, ...] | Flaw = ()
    if command.hexes:
        way = move_route(position, name, command.hexes, command.hex_word)
    return way if isinstance(way, Flaw) else Plan(command, name, target, way)


def _judge_contact(position: Position, seat: Seat, name: UnitName, command: Command) -> Plan | Flaw:
    target = enemy_named(position, seat, command.target, command.target_word)
    if isinstance(target, Flaw):
        return target
    unit = position.units[name]
    flaw = weapon_flaw(unit, UNIT_WORD, moves=True, throws=True) if command.has_javelins else None
    flaw = flaw or _fighters_flaw(unit)
    if flaw:
        return flaw
    way = contact_route(position, name, target, command.hexes, command.hex_word)
    return way if isinstance(way, Flaw) else Plan(command, name, target, way)


def _fighters_flaw(unit: Unit) -> Flaw | None:
    return None if fighting_order(unit.figs) else Flaw("no_fighters", UNIT_WORD)


def _judge_fight(position: Position, seat: Seat, name: UnitName, command: Command) -> Plan | Flaw:
    word = command.target_word
    target = enemy_named(position, seat, command.target, word)
    if isinstance(target, Flaw):
        return target
    if target not in contacts(position, name):
        return Flaw("not_in_contact", word)
    return _fighters_flaw(position.units[name]) or Plan(command, name, target)


def _judge_leaving(position: Position, seat: Seat, name: UnitName, command: Command) -> Plan | Flaw:
    way = leaving_route(position, name, command.hexes, command.hex_word)
    return way if isinstance(way, Flaw) else Plan(command, name, way=way)


def _judge_load(position: Position, seat: Seat, name: UnitName, command: Command) -> Plan | Flaw:
    unit = position.units[name]
    if not missile_of(unit.figs):
        return Flaw("no_weapon", UNIT_WORD)
    return Plan(command, name) if unit.load else Flaw("loaded", UNIT_WORD)


def _judge_reorganising(position: Position, seat: Seat, name: UnitName, command: Command) -> Plan | Flaw:
    if position.units[name].acts:
        return Flaw("already_active", UNIT_WORD)
    if is_in_reach(position, name):
        return Flaw("in_reach", UNIT_WORD)
    flaw = shift_flaw(position, name, command.hexes[0], command.hex_word) if command.hexes else None
    return flaw or Plan(command, name)


def _judge_retreat(position: Position, seat: Seat, name: UnitName, command: Command) -> Plan | Flaw:
    return Plan(command, name)


def _judge_rally(position: Position, seat: Seat, name: UnitName, command: Command) -> Plan | Flaw:
    """A-RALLY-1."""
    unit = position.units[name]
    if unit.broke == position.turn:
        return Flaw("broke_this_turn", UNIT_WORD)
    if unit.routed:
        return Flaw("already_routed", UNIT_WORD)
    return Flaw("in_reach", UNIT_WORD) if is_in_reach(position, name) else Plan(command, name)


def _judge_uniting(position: Position, seat: Seat, name: UnitName, command: Command) -> Plan | Flaw:
    """A-UNITE-1: every failing of this rule is the same fault."""
    word = command.target_word
    other = own_named(position, seat, command.other, word)
    if isinstance(other, Flaw):
        return other
    one, two = position.units[name], position.units[other]
    is_good = (
        two.at in BESIDE[one.at]
        and two.is_ready
        and not two.closed
        and not contacts(position, other)
        and is_mounted(one.figs) == is_mounted(two.figs)
        and len(one.figs) + len(two.figs) <= LARGEST
    )
    return Plan(command, name, other=other) if is_good else Flaw("bad_merge", word)


def _judge_splitting(position: Position, seat: Seat, name: UnitName, command: Command) -> Plan | Flaw:
    """A-UNITE-2."""
    unit, hex_ = position.units[name], command.hexes[0]
    taken = taken_from(unit.figs, command.figures)
    side = side_of(name)
    here = sum(each[0] != "G" and side_of(each) == side for each in position.units)
    if (
        taken is None
        or min(len(taken), len(unit.figs) - len(taken)) < SMALLEST
        or here >= position.start.get(side, 0)
        or new_number(position, seat) is None
    ):
        return Flaw("bad_split", command.target_word)
    flaw = entry_flaw(passage_of(position, name, unit.figs), (hex_,), command.hex_word)
    if flaw is None and distance(unit.at, hex_) > 1:
        flaw = fault("too_far", command.hex_word, at=hex_, far=distance(unit.at, hex_), steps=1)
    return flaw or Plan(command, name)


def taken_from(figures: tuple[FigureCode, ...], named: tuple[FigureCode, ...]) -> tuple[int, ...] | None:
    """The places of the figures that are named, the first of each kind; None if they are not all there."""
    left = dict(enumerate(figures))
    found: list[int] = []
    for code in named:
        # A-FIG-2: `+g` names a wounded general too.
        meant = (code, f"{code}!") if code.endswith(GENERAL_ROLE) else (code,)
        place = next((each for each, kind in left.items() if kind in meant), None)
        if place is None:
            return None
        del left[place]
        found.append(place)
    return tuple(found)


def _judge_dismounting(position: Position, seat: Seat, name: UnitName, command: Command) -> Plan | Flaw:
    figures = position.units[name].figs
    if all(figure(code).mount == MOUNTED_FOOT for code in figures):
        return Plan(command, name)
    return Flaw("wrong_kind", UNIT_WORD)


_JUDGES: dict[str, Callable[[Position, Seat, UnitName, Command], Plan | Flaw]] = {
    "M": _judge_move,
    "S": _judge_shot,
    "C": _judge_contact,
    "F": _judge_fight,
    "D": _judge_leaving,
    "L": _judge_load,
    "O": _judge_reorganising,
    "T": _judge_retreat,
    "R": _judge_rally,
    "U": _judge_uniting,
    "X": _judge_splitting,
    "B": _judge_dismounting,
}
