"""The plan of Zargo's Lords: where the lines of a sheet would lead the units, without any rule."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from client.games.api import AIMED, FROM, NO_PLAN, SPENT, TO, Mark, Plan, Route
from client.games.zargos_lords import notation
from client.games.zargos_lords.notation import Order
from protocol.ids import Lines, SheetKey
from protocol.orders import orders_on
from protocol.views.zargos_lords.view import LordsView
from protocol.views.zargos_lords.words import (
    PEOPLES,
    SETUP,
    TURN,
    Hex,
    People,
    UnitText,
    read_garrison,
    read_unit,
    write_garrison,
)


def plan(view: LordsView, sheets: Mapping[SheetKey, Lines]) -> Plan:
    """Each line finds the units where the lines above it have left them."""
    if view.stage not in (SETUP, TURN):
        return NO_PLAN
    marks: list[Mark] = []
    routes: list[Route] = []
    for people in PEOPLES:
        course = _Course(view, people)
        for line in sheets.get(people, ()):
            for order in orders_on(line):
                course.carry_out(order.text)
        view = course.stays(view)
        marks += course.marks()
        routes += course.routes
    return Plan(view, tuple(marks), tuple(routes)) if marks else NO_PLAN


class _Course:
    """The units of one people while its lines are carried out."""

    def __init__(self, view: LordsView, people: People) -> None:
        self._people = people
        self._standing = dict(view.pieces.get(people, {}))
        self._garrisons = dict(view.cities.get(people, {}))
        self._arrived: dict[Hex, UnitText] = {}
        self._left: dict[Hex, UnitText] = {}
        self._spent: dict[Hex, UnitText] = {}
        self._aimed: dict[Hex, UnitText] = {}
        self.routes: list[Route] = []

    def carry_out(self, line: str) -> None:
        if order := notation.read_order(line):
            self._send(order)
        elif cities := notation.read_city(line):
            self._move_city(*cities)
        elif hexes := notation.read_swap(line):
            self._swap(*hexes)

    def _send(self, order: Order) -> None:
        if order.sign == notation.RETURN:
            self._arrive(order.targets[-1] if order.targets else order.start, order.unit)
            return
        if not self._has(order.unit, order.start):
            return
        end = _end_of(order)
        if order.sign == notation.VANISH:
            self._take(order.unit, order.start, is_leaving=False)
            self._spent[order.start] = order.unit
        elif end != order.start:
            self._take(order.unit, order.start)
            self._arrive(end, order.unit)
            self._go(order.start, end, TO, order.unit)
        for target in _aims_of(order):
            self._aimed[target] = order.unit
            self._go(end, target, AIMED, order.unit)

    def _go(self, start: Hex, end: Hex, kind: str, unit: UnitText) -> None:
        self.routes.append(Route(start, end, kind, self._people, unit))

    def _has(self, unit: UnitText, at: Hex) -> bool:
        if at in self._garrisons:
            held = read_garrison(self._garrisons[at])
            wanted = unit.split("+")
            return all(held.count(kind) >= wanted.count(kind) for kind in wanted)
        there = self._arrived.get(at) or self._standing.get(at, "")
        if not there:
            return False
        found = read_unit(there)
        named = f"{found.kind}+{found.ward}" if found.ward else found.kind
        return unit == named or (not found.captive_of and unit in (found.kind, found.ward))

    def _take(self, unit: UnitText, at: Hex, *, is_leaving: bool = True) -> None:
        if at in self._garrisons:
            kinds = list(read_garrison(self._garrisons[at]))
            for kind in unit.split("+"):
                kinds.remove(kind)
            self._garrisons[at] = write_garrison(kinds)
        else:
            pieces = self._arrived if at in self._arrived else self._standing
            there = read_unit(pieces.pop(at))
            if there.ward and unit in (there.kind, there.ward):
                pieces[at] = there.ward if unit == there.kind else there.kind
            if pieces is self._arrived:
                return
        if is_leaving:
            self._left[at] = unit

    def _arrive(self, at: Hex, unit: UnitText) -> None:
        there = self._standing.get(at, "")
        lays = there and "+" not in there and "+" not in unit and "F" in (there, unit)
        self._arrived[at] = f"F+{there if unit == 'F' else unit}" if lays else unit

    def _move_city(self, start: Hex, end: Hex) -> None:
        if start in self._garrisons and end not in self._garrisons:
            self._garrisons[end] = self._garrisons.pop(start)
            self._left[start], self._arrived[end] = "", ""
            self._go(start, end, TO, "")

    def _swap(self, one: Hex, other: Hex) -> None:
        if one in self._standing and other in self._standing and one != other:
            first, second = self._standing.pop(one), self._standing.pop(other)
            self._left |= {one: first, other: second}
            self._arrived |= {one: second, other: first}
            self._go(one, other, TO, first)
            self._go(other, one, TO, second)

    def stays(self, view: LordsView) -> LordsView:
        """The view with only those units that stay where they are. Cities that are moved stay too."""
        kept = {city: self._garrisons.get(city, text) for city, text in self._cities(view).items()}
        pieces = {**view.pieces, self._people: self._standing}
        return replace(view, pieces=pieces, cities={**view.cities, self._people: kept})

    def _cities(self, view: LordsView) -> dict[Hex, str]:
        return view.cities.get(self._people, {})

    def marks(self) -> Iterator[Mark]:
        people = self._people
        yield from (Mark(at, FROM, people, unit) for at, unit in self._left.items())
        yield from (Mark(at, SPENT, people, unit) for at, unit in self._spent.items())
        yield from (Mark(at, TO, people, unit) for at, unit in self._arrived.items())
        yield from (Mark(at, AIMED, people, unit) for at, unit in self._aimed.items())


def _end_of(order: Order) -> Hex:
    """Where the unit stands at the end, if everything goes as it is written."""
    if order.sign == notation.OVERRUN and order.targets:
        return order.targets[-1]
    if order.sign in (notation.STRIKE, notation.LAUNCH) and len(order.targets) > 1:
        return order.targets[-1]
    return order.way[-1]


def _aims_of(order: Order) -> tuple[Hex, ...]:
    """The hexes that are attacked or shot at."""
    if order.sign == notation.FIGHT:
        return order.targets
    return order.targets[:1] if order.sign in (notation.STRIKE, notation.LAUNCH) else ()
