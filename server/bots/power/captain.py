"""The captain follows one plan with the same steps every round. It does not guess what others write."""

from random import Random

from protocol.ids import Lines, SheetKey
from protocol.views.power import PowerView
from server.bots.assignment import Assignment
from server.bots.power import income, march, steps
from server.bots.power.characters import style_of
from server.bots.power.draft import Plan, lines
from server.bots.power.staff import Staff, Style
from server.bots.power.survey import Survey

BIG = ("CR", "A", "B", "R")


def captain(assignment: Assignment) -> dict[SheetKey, Lines]:
    style = style_of(assignment.character, assignment.random)
    return lines(campaign(assignment.view, assignment.sheets, style, assignment.random))


def campaign(
    view: PowerView,
    sheets: tuple[SheetKey, ...],
    style: Style,
    random: Random,
    survey: Survey | None = None,
) -> Plan:
    """The sheets of a captain. Important steps come first, because orders are few."""
    armies = tuple(army for army in sheets if army in view.armies)
    if not armies:
        return {}
    staff = Staff(view, armies, style, random, survey)
    steps.storm(staff, caution=1.0)
    steps.hold(staff)
    steps.storm(staff, caution=style.caution)
    steps.watch(staff)
    steps.strike(staff)
    income.post(staff)
    steps.capture(staff, only_intruders=True)
    march.besiege(staff)
    steps.capture(staff)
    steps.withdraw(staff, BIG)
    income.earn(staff)
    steps.grow(staff)
    steps.withdraw(staff, ("D", "C"))
    steps.press(staff)
    march.deploy(staff)
    march.advance(staff)
    income.open_game(staff)
    steps.stir(staff)
    return staff.draft.plan()
