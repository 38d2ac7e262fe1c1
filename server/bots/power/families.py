"""The ways in which a side may play: plans of several families, for whichever side they are asked for."""

from collections.abc import Callable, Mapping
from random import Random
from typing import TypeAlias

from msgspec import structs

from protocol.views.power import ARMIES, Army, PowerView
from server.bots.power import steps
from server.bots.power.captain import campaign
from server.bots.power.draft import Plan as Written
from server.bots.power.outcome import Position
from server.bots.power.packed import HQ, Sheet, typed
from server.bots.power.recruit import any_orders
from server.bots.power.staff import Staff, Style
from server.bots.power.survey import ALL_SECTORS, Survey
from server.bots.power.variations import Plan, Variations
from server.games.power.notation import Flaw, parse

Family: TypeAlias = Callable[["Side"], Plan]


class Side:
    """One side of a position, with what is needed to write its plans."""

    def __init__(self, view: PowerView, position: Position, armies: tuple[Army, ...], random: Random) -> None:
        self.view = structs.replace(view, seat=view.sides[armies[0]], armies=armies)
        self.armies = armies
        self.random = random
        self.variations = Variations(position, [ARMIES.index(army) for army in armies], random)
        self.number = self.variations.side
        self.survey = _survey(view, position)
        self.flags = [
            army
            for army, holder in view.flags.items()
            if army == holder and army not in view.eliminated and view.sides[army] != view.sides[armies[0]]
        ]
        """The rivals whose flags are not taken."""

    def packed(self, written: Written) -> Plan:
        return self.variations.plan(
            [tuple(typed(order) for order in written.get(army, ())) for army in self.armies]
        )

    def campaign(self, caution: float, target: Army | None = None) -> Plan:
        style = Style(caution=caution, target=target)
        return self.packed(campaign(self.view, self.armies, style, self.random, self.survey))


def _survey(view: PowerView, position: Position) -> Survey:
    """All sides see the same board, so it is surveyed once."""
    if position.survey is None:
        position.survey = Survey(view.pieces, view.sides, ALL_SECTORS)
    return position.survey


def as_captain(side: Side) -> Plan:
    """A captain of any caution."""
    return side.campaign(side.random.uniform(0.4, 1.0))


def bold(side: Side) -> Plan:
    """A captain who expects little resistance, bent on one HQ."""
    target = side.random.choice(side.flags) if side.flags else None
    return side.campaign(side.random.uniform(0.0, 0.4), target)


def hold(side: Side) -> Plan:
    """Guard the HQs, keep out of reach, and grow."""
    staff = Staff(side.view, side.armies, Style(caution=1.0), side.random, side.survey)
    steps.hold(staff)
    steps.withdraw(staff, ("CR", "A", "B", "R", "D", "C"))
    steps.grow(staff)
    steps.stir(staff)
    return side.packed(staff.draft.plan())


def all_in(side: Side) -> Plan:
    """Send all that reaches one HQ there."""
    rest = side.campaign(side.random.uniform(0.2, 0.8))
    reached = [HQ[ARMIES.index(army)] for army in side.flags]
    reached = [
        place for place in reached if any(side.variations.movers(a, place) for a in side.variations.armies)
    ]
    if not reached:
        return rest
    return side.variations.attack(rest, side.random.choice(reached), 1.0)


def pounce(side: Side) -> Plan:
    """Send all that reaches one stack of a rival there."""
    rest = side.campaign(side.random.uniform(0.2, 0.8))
    targets = side.variations.targets
    return (
        side.variations.attack(rest, side.random.choice(targets), side.random.random()) if targets else rest
    )


def at_random(side: Side) -> Plan:
    """Any orders, as a recruit would write them."""
    written = any_orders(side.view, side.armies, side.random)
    return side.variations.plan([read_lines(written.get(army, ()), army) for army in side.armies])


def read_lines(lines: tuple[str, ...], army: Army) -> Sheet:
    """The orders of a written sheet; lines that are none are left out."""
    orders = [parse(text, army) for text in lines]
    return tuple(typed(order) for order in orders if not isinstance(order, Flaw))


FAMILIES: Mapping[str, Family] = {
    "captain": as_captain,
    "bold": bold,
    "hold": hold,
    "all-in": all_in,
    "pounce": pounce,
    "recruit": at_random,
}
PRIOR: Mapping[str, float] = {
    "captain": 0.3,
    "bold": 0.15,
    "hold": 0.1,
    "all-in": 0.1,
    "pounce": 0.2,
    "recruit": 0.05,
    "reply": 0.25,
}
"""How likely each family is before anything is known of a rival. A `reply` is found by search."""


def sides_of(view: PowerView, position: Position, random: Random) -> dict[int, Side]:
    """Every side that has a sheet, by its number."""
    armies: dict[int, tuple[Army, ...]] = {}
    for army in view.reading:
        number = position.side[ARMIES.index(army)]
        armies[number] = (*armies.get(number, ()), army)
    return {number: Side(view, position, own, random) for number, own in armies.items()}
