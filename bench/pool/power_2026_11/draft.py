"""Sheets that a bot is writing. Every line is tried on the board that the lines above it leave."""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from protocol.ids import Lines
from protocol.views.power import EMPTY, KINDS, Army, Kind, Place, PowerView, Stack, reserve, stack_of
from server.games.power.board import RANGE, REACH, short_name
from server.games.power.field import POWER_OF, Field
from server.games.power.notation import Exchange, Flaw, Move
from server.games.power.orders import MISSILE_PRICE, MOST_ORDERS, UPGRADE, execute

Order: TypeAlias = Move | Exchange
Plan: TypeAlias = dict[Army, tuple[Order, ...]]
"""The orders that a seat plans, for each army."""


class Draft:
    """The sheets of one seat. An order that would be lost is not written."""

    def __init__(self, view: PowerView, armies: Iterable[Army]) -> None:
        self.view = view
        self.field = Field(view.pieces, view.sides, view.mercenary)
        self.orders: dict[Army, list[Order]] = {army: [] for army in armies}

    def left(self, army: Army) -> int:
        return MOST_ORDERS - len(self.orders[army])

    def write(self, army: Army, order: Order) -> bool:
        if not self.left(army) or isinstance(execute(self.field, army, order), Flaw):
            return False
        self.orders[army].append(order)
        return True

    def move(self, army: Army, kind: Kind, origin: Place, to: Place) -> bool:
        return self.write(army, Move(kind, origin, to))

    def buy(self, army: Army, kind: Kind) -> bool:
        """P-EXCH-1."""
        return self.write(army, Exchange(stack_of({"P": POWER_OF[kind]}), reserve(army), kind))

    def merge(self, army: Army, place: Place, kind: Kind) -> bool:
        """P-EXCH-2."""
        if self.field.count(army, place, kind) < 3:
            return False
        return self.write(army, Exchange(stack_of({kind: 3}), place, UPGRADE[kind]))

    def plan(self) -> Plan:
        return {army: tuple(orders) for army, orders in self.orders.items()}


def redraft(view: PowerView, plan: Plan) -> Draft:
    """The plan on new sheets, without the orders that have become impossible."""
    draft = Draft(view, plan)
    for army, orders in plan.items():
        for order in orders:
            draft.write(army, order)
    return draft


def lines(plan: Plan) -> dict[Army, Lines]:
    return {army: tuple(write(order, army) for order in orders) for army, orders in plan.items()}


def write(order: Order, army: Army) -> str:
    """P-SHEET-2: the order as this army writes it."""
    if isinstance(order, Move):
        return f"{order.kind} {short_name(order.origin, army)} {short_name(order.to, army)}"
    terms = [(count, kind) for count, kind in zip(order.used, KINDS, strict=True) if count]
    used = "+".join(kind if count == 1 else f"{count}{kind}" for count, kind in terms)
    return f"{used} E{short_name(order.place, army)} {order.make}"


def moves(draft: Draft, owner: Army) -> Iterator[Move]:
    """Every move that could be ordered now for the pieces of an army."""
    for place, stack in draft.field.fresh[owner].items():
        for kind, count in zip(KINDS, stack, strict=True):
            if count and kind in RANGE:
                for to in REACH[kind][place]:
                    yield Move(kind, place, to)


def exchanges(draft: Draft, army: Army) -> Iterator[Exchange]:
    home = reserve(army)
    for place in tuple(draft.field.places(army)):
        stack = draft.field.stack(army, place)
        for index, small in enumerate(UPGRADE):
            if stack[index] >= 3:
                yield Exchange(stack_of({small: 3}), place, UPGRADE[small])
            if place == home and stack[-1] >= POWER_OF[small]:
                yield Exchange(stack_of({"P": POWER_OF[small]}), home, small)


_DEAREST_FIRST = sorted(range(len(KINDS)), key=lambda index: -POWER_OF[KINDS[index]])


def hundred(stack: Stack) -> Stack | None:
    """P-EXCH-3: the pieces to exchange for a missile, with little waste; None if they are not enough."""
    used = list(EMPTY)
    missing = MISSILE_PRICE
    for index in _DEAREST_FIRST:
        price = POWER_OF[KINDS[index]]
        if price:
            used[index] = min(stack[index], missing // price)
            missing -= used[index] * price
    for index in reversed(_DEAREST_FIRST):
        if missing > 0 and POWER_OF[KINDS[index]] and used[index] < stack[index]:
            used[index] += 1
            missing -= POWER_OF[KINDS[index]]
    return tuple(used) if missing <= 0 else None
