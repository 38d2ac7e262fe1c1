"""The ready-made armies, and the figures that make them even. A-ARMY-6."""

from functools import cache
from typing import Final

from protocol.views.argad.board import TABLES
from protocol.views.argad.figures import cost_of
from protocol.views.argad.view import Army, ArmyUnit
from protocol.views.argad.words import read_figures

EVEN_FIGURES: Final[dict[str, dict[int, str]]] = {
    "vikings": {3: "9AX", 5: "9SB"},
    "welsh": {2: "6LB", 5: "6JV"},
    "flemish": {1: "4MA MA+b MA+g", 2: "8GD", 4: "8CB", 5: "8BI"},
    "montfort": {4: "6BI"},
    "blois": {2: "5MS", 4: "8SP SP+m"},
}
"""The figures of units that have more or fewer where armies are even, by army and number.

They were found by battles of captains, in which each army should win as often as any other.
"""


@cache
def ready_army(name: str, *, is_even: bool = False) -> Army:
    """A ready-made army; with `is_even`, with the figures that make it even."""
    changed = EVEN_FIGURES.get(name, {}) if is_even else {}
    units = tuple(
        ArmyUnit(unit.number, changed.get(unit.number, unit.figs), unit.wing, unit.deploy)
        for unit in TABLES.armies[name].units
    )
    return Army(name, sum(cost_of(read_figures(unit.figs) or ()) for unit in units), units)
