"""The recruit writes any legal orders, and prefers those that look useful."""

from random import Random

from bench.pool.power_2026_11.draft import Draft, Order, exchanges, lines, moves
from bench.pool.power_2026_11.survey import FOOT
from protocol.ids import Lines, SheetKey
from protocol.views.power import Army, PowerView, headquarters, reserve
from server.games.power.board import TERRITORY
from server.games.power.field import POWER_OF
from server.games.power.notation import Exchange


def recruit(
    view: PowerView, sheets: tuple[SheetKey, ...], random: Random, seconds: float = 0.0
) -> dict[SheetKey, Lines]:
    draft = Draft(view, [army for army in sheets if army in view.armies])
    for army in draft.orders:
        for _ in range(random.choice((3, 4, 5, 5))):
            _order(draft, army, random)
    return lines(draft.plan())


def _order(draft: Draft, army: Army, random: Random) -> None:
    options: list[Order] = [*moves(draft, army), *exchanges(draft, army)]
    weights = [_weight(draft, army, order) for order in options]
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
