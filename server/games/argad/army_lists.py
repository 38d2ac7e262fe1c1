"""A list of units, checked outside any game: its cost, and what is wrong with it. A-ARMY, A-PHASE-6."""

from collections.abc import Sequence

from protocol.notes import Arg, Fault, Note
from protocol.views.argad.board import TABLES
from protocol.views.argad.figures import cost_of
from protocol.views.argad.view import Army, ArmyUnit
from protocol.views.argad.words import LEADER_OF, SIDES, read_figures
from server.games.api import Checked
from server.games.argad.armies import ArmySheet, bought_army, read_army


def check_list(lines: Sequence[str]) -> Checked:
    """A sheet of the phase `army`, read as if armies may be bought."""
    read = read_army(LEADER_OF[SIDES[0]], lines, is_bought=True)
    faults = tuple(
        Fault(line.number, line.flaw.column(line.text), line.flaw.code, line.flaw.args)
        for line in read.lines
        if line.flaw
    )
    army = _army(read)
    if army is None:
        return Checked(faults=faults, flaws=(Note("list-fault.units"),))
    flaws = tuple(Note(f"list-fault.{fault}") for fault in read.faults)
    return Checked((*map(_unit_note, army.units), _total(army)), faults, flaws)


def _army(read: ArmySheet) -> Army | None:
    """The army that the legal lines make, whether it breaks the rules or not; None if there is none."""
    if read.units:
        return bought_army(read.units)
    return read.army if any(line.flaw is None for line in read.lines) else None


def _unit_note(unit: ArmyUnit) -> Note:
    figures = read_figures(unit.figs) or ()
    args: dict[str, Arg] = {"number": unit.number, "figs": unit.figs, "men": len(figures)}
    return Note("army-list.unit", {**args, "cost": cost_of(figures)})


def _total(army: Army) -> Note:
    men = sum(len(read_figures(unit.figs) or ()) for unit in army.units)
    args: dict[str, Arg] = {"units": len(army.units), "men": men, "cost": army.cost}
    return Note("army-list.total", {**args, "most": TABLES.limits.budget})
