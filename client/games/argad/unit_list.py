"""The list of the units of Argad! beside the board, and before the battle the armies.

A unit is one row: name, kind, figures and wear, state, activations this turn, marks and hex.
"""

from collections.abc import Iterator

from client.games.api import TO, WIDE, Panel, PanelRow, Plan
from client.games.argad.army_list import BOUGHT, figures_in, has_leader, limits_of
from client.games.argad.seats import style_of, units_of
from client.games.argad.signs import kind_sign, marks_of, state_sign, strength
from protocol.ids import Seat
from protocol.notes import Arg, Note
from protocol.texts import Catalogue
from protocol.views.argad.board import TABLES
from protocol.views.argad.figures import figure
from protocol.views.argad.ready_armies import ready_army
from protocol.views.argad.view import ArgadView, Army, Unit
from protocol.views.argad.words import ARMY, DEPLOY, LEADER_OF, SEATS, SIDE_OF, SIDES, Hex, UnitName

USUAL_WIDTH = 22
"""A box that is narrower has rows without blanks between their parts."""
USUAL_MARKS = 3
"""So many marks have room in a narrow row; more of them stand closer."""
COMES = ">"
"""Stands before the hex to which the sheet would lead a unit."""


def panels(view: ArgadView, words: Catalogue, width: int, plan: Plan) -> tuple[Panel, ...]:
    """The units; before there are any, the armies that can be taken, or the one that is written.

    The heads of the columns are left out where a narrow box has no room for them.
    """
    if view.stage == ARMY:
        return tuple(_army_panels(view, plan.stays, words, width))
    has_title = width >= WIDE or (view.stage != DEPLOY and len(view.seats) <= len(SIDES))
    title = words.say(Note("panel.units")) if has_title else ""
    goals = {mark.unit: mark.place for mark in plan.marks if mark.kind == TO}
    units = Panel(tuple(_unit_rows(view, goals, width)), title)
    return tuple(panel for panel in (units, *_enemy_army(view, words, width)) if panel.rows)


def _unit_rows(view: ArgadView, goals: dict[UnitName, Hex], width: int) -> Iterator[PanelRow]:
    """The units of all seats; with enough room there is a gap between the sides."""
    last = ""
    for seat in SEATS:
        units = {name: unit for name, unit in units_of(view).items() if name[-1] == seat}
        if units and last and SIDE_OF[last] != SIDE_OF[seat] and width >= WIDE:
            yield PanelRow((("", ""),))
        yield from (unit_row(name, unit, width, goals.get(name, "")) for name, unit in units.items())
        last = seat if units else last


def unit_row(name: UnitName, unit: Unit, width: int, goal: Hex = "") -> PanelRow:
    marks, kind, state = marks_of(name, unit), kind_sign(name, unit), state_sign(unit)
    at = f"{COMES}{goal}" if goal else unit.at
    if width < USUAL_WIDTH:
        text = f"{kind}{strength(unit):>5}{state}{unit.acts}{marks} {at}"
    elif len(marks) > USUAL_MARKS and width < WIDE:
        text = f" {kind}{strength(unit):>5} {state} {unit.acts} {marks} {at}"
    else:
        text = f" {kind}{strength(unit):>5}  {state}  {unit.acts} {marks:<{USUAL_MARKS}} {at}"
    if width >= WIDE:
        text = f"{text:<23}{_kinds(unit)}"[: width - len(name)]
    return PanelRow(((style_of(name[-1]), name), ("", text)), unit.at)


def _kinds(unit: Unit) -> str:
    """How many figures of each type, whatever their role; the marks tell the roles: `6MK`."""
    kinds = [figure(code).kind for code in unit.figs]
    return " ".join(f"{kinds.count(kind)}{kind}" for kind in dict.fromkeys(kinds))


def _enemy_army(view: ArgadView, words: Catalogue, width: int) -> Iterator[Panel]:
    """A-SETUP-1: the armies are shown before they are deployed."""
    if view.stage != DEPLOY:
        return
    for side, army in view.armies.items():
        if SIDE_OF.get(view.seat or "") != side:
            seat = LEADER_OF[side]
            rows = [((style_of(seat), seat), ("", f" {text}"[: width - 1])) for text in army_units(army)]
            title = words.say(Note("panel.army", {"name": army.name}))[:width]
            yield Panel(tuple(PanelRow(row) for row in rows), title)


def _army_panels(view: ArgadView, written: ArgadView | None, words: Catalogue, width: int) -> Iterator[Panel]:
    """The army that the reader writes, and those that can be taken."""
    own = _own_army(written, view.seat)
    if own:
        rows = tuple(PanelRow((("", text[:width]),)) for text in army_lines(own, words))
        yield Panel(rows, words.say(Note("panel.army", {"name": own.name}))[:width])
    yield Panel(tuple(PanelRow((("", _army_row(view, key, words, width)),)) for key in TABLES.armies))


def _own_army(written: ArgadView | None, seat: Seat | None) -> Army | None:
    return written.armies.get(SIDE_OF[seat]) if written and seat in SIDE_OF and seat else None


def army_units(army: Army) -> list[str]:
    return [f"{unit.number} {unit.figs}" for unit in army.units]


def army_lines(army: Army, words: Catalogue) -> list[str]:
    """What an army costs and its units. Of one that is bought, what it may have: `!` marks what is wrong."""
    cost: dict[str, Arg] = {"cost": army.cost, "budget": TABLES.limits.budget, "units": len(army.units)}
    if army.name != BOUGHT:
        return [words.say(Note("army.cost-ready", cost)), *army_units(army)]
    return [words.say(Note("army.cost", cost)), *_limit_lines(army, words), *army_units(army)]


def _limit_lines(army: Army, words: Catalogue) -> Iterator[str]:
    least, most = TABLES.limits.units
    if not least <= len(army.units) <= most:
        yield words.say(Note("army.units", {"least": least, "most": most}))
    yield words.say(Note("army.general" if has_leader(army) else "army.no-general"))
    for limit in limits_of(army):
        text = words.say(Note(f"army.{limit.name}", {"count": limit.count, "most": limit.most}))
        yield text if limit.count <= limit.most else f"!{text}"


def _army_row(view: ArgadView, key: str, words: Catalogue, width: int) -> str:
    """How a ready-made army is taken, and what it has."""
    army = ready_army(key, is_even=view.is_even)
    args: dict[str, Arg] = {
        "line": f"take {key:<9}",
        "figures": len(figures_in(army)),
        "cost": army.cost,
        "units": len(army.units),
    }
    return words.say(Note("panel.ready-army-wide" if width >= WIDE else "panel.ready-army", args))[:width]
