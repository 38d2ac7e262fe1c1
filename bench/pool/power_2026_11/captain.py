"""The captain follows one plan with the same steps every round. It does not guess what others write."""

from random import Random

from bench.pool.power_2026_11 import steps
from bench.pool.power_2026_11.draft import Plan, lines
from bench.pool.power_2026_11.staff import Staff, Style
from bench.pool.power_2026_11.survey import Survey
from protocol.ids import Lines, SheetKey
from protocol.views.power import PowerView

BIG = ("CR", "A", "B", "R")


def captain(
    view: PowerView, sheets: tuple[SheetKey, ...], random: Random, seconds: float = 0.0
) -> dict[SheetKey, Lines]:
    style = Style(caution=random.uniform(0.55, 0.95))
    return lines(campaign(view, sheets, style, random))


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
