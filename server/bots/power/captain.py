"""The captain follows one plan with the same steps every round. It does not guess what others write."""

from random import Random

from protocol.ids import Lines, SheetKey
from protocol.views.power import PowerView
from server.bots.assignment import Assignment
from server.bots.power import steps
from server.bots.power.draft import Plan, lines
from server.bots.power.staff import Staff, Style
from server.bots.power.survey import Survey

BIG = ("CR", "A", "B", "R")


def captain(assignment: Assignment) -> dict[SheetKey, Lines]:
    style = Style(caution=assignment.random.uniform(0.55, 0.95))
    return lines(campaign(assignment.view, assignment.sheets, style, assignment.random))


def campaign(
    view: PowerView,
    sheets: tuple[SheetKey, ...],
    style: Style,
    random: Random,
    survey: Survey | None = None,
) -> Plan:
    """The sheets of a captain. Important steps come first, because orders are few."""
    staff = Staff(view, tuple(army for army in sheets if army in view.armies), style, random, survey)
    if not staff.armies:
        return {}
    steps.storm(staff, caution=1.0)
    steps.hold(staff)
    steps.storm(staff, caution=style.caution)
    steps.strike(staff)
    steps.post(staff)
    steps.capture(staff)
    steps.withdraw(staff, BIG)
    steps.earn(staff)
    steps.grow(staff)
    steps.withdraw(staff, ("D", "C"))
    steps.press(staff)
    steps.deploy(staff)
    steps.advance(staff)
    steps.stir(staff)
    return staff.draft.plan()
