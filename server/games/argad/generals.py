"""The general who goes alone, or joins a unit. A-GEN-4."""

from protocol.ids import Seat
from protocol.views.argad.field import contacts
from protocol.views.argad.figures import figure, has_general, is_mounted
from protocol.views.argad.view import Position, Unit
from protocol.views.argad.ways import NO_ENTRY, Passage, passage_of, steps_with
from protocol.views.argad.words import FigureCode, Hex, UnitName
from server.games.argad.faults import fault
from server.games.argad.notation import Command
from server.games.argad.routes import entry_flaw, route
from server.games.argad.strength import LARGEST
from server.games.argad.units import Plan, own_named
from server.games.flaw import Flaw


def unit_of_general(position: Position, seat: Seat) -> UnitName | None:
    """The unit in which the general of a seat stands, or he himself if he stands alone."""
    return next(
        (name for name, unit in position.units.items() if name[-1] == seat and has_general(unit.figs)), None
    )


def general_in(unit: Unit) -> FigureCode:
    return next(code for code in unit.figs if figure(code).is_general)


def judge_general(position: Position, seat: Seat, command: Command) -> Plan | Flaw:
    name = unit_of_general(position, seat)
    if name is None:
        return Flaw("no_general")
    unit = position.units[name]
    if unit.is_demoralised:
        return Flaw("demoralised--general")
    if contacts(position, name):
        return Flaw("in_contact--general")
    if name[0] != "G" and len(unit.figs) == 1:
        return Flaw("bad_split--general")
    code = general_in(unit)
    if command.hexes:
        return _alone(position, name, code, command)
    other = own_named(position, seat, command.other, command.target_word)
    if isinstance(other, Flaw):
        return other
    flaw = _joining_flaw(position, name, other, code, command.target_word)
    return flaw or _joining(position, name, other, code, command)


def _alone(position: Position, name: UnitName, code: FigureCode, command: Command) -> Plan | Flaw:
    passage = passage_of(position, name, (code,))
    flaw = entry_flaw(passage, command.hexes, command.hex_word)
    if flaw:
        return flaw
    return _way(position, name, passage, command.hexes[0], code, command, "")


def _joining_flaw(
    position: Position, name: UnitName, other: UnitName, code: FigureCode, word: int
) -> Flaw | None:
    joined = position.units[other]
    if joined.is_demoralised:
        return Flaw("demoralised", word)
    if contacts(position, other):
        return Flaw("in_contact", word)
    is_right = other != name and is_mounted(joined.figs) == figure(code).is_mounted
    return None if is_right and len(joined.figs) < LARGEST else Flaw("wrong_kind--general", word)


def _joining(
    position: Position, name: UnitName, other: UnitName, code: FigureCode, command: Command
) -> Plan | Flaw:
    """His way ends on the hex of the unit, that last step counted and slow like any other."""
    passage, end = passage_of(position, name, (code,)), position.units[other].at
    if passage.ground_at(end) == NO_ENTRY:
        return fault("no_entry", command.hex_word, at=end)
    return _way(position, name, passage, end, code, command, other)


def _way(
    position: Position,
    name: UnitName,
    passage: Passage,
    end: Hex,
    code: FigureCode,
    command: Command,
    other: UnitName,
) -> Plan | Flaw:
    start = position.units[name].at
    way = route(passage, start, (end,), steps_with((code,)), command.hex_word)
    return way if isinstance(way, Flaw) else Plan(command, name, way=way, other=other)
