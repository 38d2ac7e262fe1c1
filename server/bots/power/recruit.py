"""The recruit writes any legal orders, and prefers those that look useful."""

from random import Random

from protocol.ids import Lines, SheetKey
from protocol.views.power import Army, PowerView, headquarters, reserve
from server.bots.assignment import Assignment
from server.bots.power.draft import Draft, Order, exchanges, lines, moves
from server.bots.power.survey import FOOT
from server.games.power.board import TERRITORY
from server.games.power.field import POWER_OF
from server.games.power.notation import Exchange, Move

HIRED = 0.2
"""The weight of any order for the mercenaries that takes nothing and loses nothing."""


def recruit(assignment: Assignment) -> dict[SheetKey, Lines]:
    return any_orders(assignment.view, assignment.sheets, assignment.random)


def any_orders(view: PowerView, sheets: tuple[SheetKey, ...], random: Random) -> dict[SheetKey, Lines]:
    draft = Draft(view, [army for army in sheets if army in view.armies])
    for army in draft.orders:
        for _ in range(random.choice((3, 4, 5, 5))):
            _order(draft, army, random)
    return lines(draft.plan())


def _order(draft: Draft, army: Army, random: Random) -> None:
    options: list[Order] = [*moves(draft, army), *exchanges(draft, army)]
    weights = [_weight(draft, army, order) for order in options]
    mercenary = draft.view.mercenary
    if mercenary:  # P-THREE-2
        hired = [*moves(draft, mercenary)]
        options += hired
        weights += [_weight_of_hiring(draft, army, mercenary, order) for order in hired]
    if options:
        draft.write(army, random.choices(options, weights)[0])


def _weight(draft: Draft, army: Army, order: Order) -> float:
    """How useful an order looks by itself."""
    if isinstance(order, Exchange):
        return 12.0
    view = draft.view
    side = view.sides[army]
    rivals = max(
        (draft.field.strength(other, order.to) for other, s in view.sides.items() if s != side), default=0
    )
    own = draft.field.strength(army, order.to) + POWER_OF[order.kind]
    if rivals >= own:
        return 0.02
    if rivals:
        return 8.0
    if order.origin == reserve(army):
        return 6.0
    owner = order.to[2:] if order.to.startswith("HQ") else TERRITORY.get(order.to, army)
    abroad = view.sides[owner] != side and owner not in view.eliminated
    if abroad and order.to == headquarters(owner):
        return 20.0 if order.kind in FOOT else 1.0
    return 1.5 if abroad else 0.4


def _weight_of_hiring(draft: Draft, army: Army, mercenary: Army, order: Move) -> float:
    """How useful an order for the mercenaries looks: what they capture, the rivals have lost."""
    sides = draft.view.sides
    there = {other: draft.field.strength(other, order.to) for other in sides if other != mercenary}
    is_mine = any(there[own] for own in there if sides[own] == sides[army])
    rivals = max(there.values())
    if is_mine or rivals >= draft.field.strength(mercenary, order.to) + POWER_OF[order.kind]:
        return 0.02
    return 4.0 if rivals else HIRED
