"""The plan of Argad!: where the lines of a sheet would lead the units, without any rule."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from client.games.api import AIMED, FROM, NO_PLAN, TO, Mark, Plan, Route
from client.games.argad import notation
from client.games.argad.army_list import with_written_army
from client.games.argad.notation import Order
from client.games.argad.seats import units_of
from protocol.ids import Lines, Seat, SheetKey
from protocol.views.argad.figures import has_general
from protocol.views.argad.view import ArgadView, Unit
from protocol.views.argad.words import (
    ARMY,
    CARD,
    DEPLOY,
    EXTRA,
    GENERAL,
    PLAN,
    RESERVE,
    SEATS,
    Hex,
    UnitName,
)

ONE_ORDER = (CARD, EXTRA, RESERVE)
"""In these phases only the first line counts that can be carried out."""


def plan(view: ArgadView, sheets: Mapping[SheetKey, Lines]) -> Plan:
    """Each line finds the units where the lines above it have left them."""
    if view.stage == ARMY:
        return Plan(with_written_army(view, sheets)) if any(sheets.values()) else NO_PLAN
    if view.stage not in (DEPLOY, PLAN, *ONE_ORDER):
        return NO_PLAN
    marks: list[Mark] = []
    routes: list[Route] = []
    standing = units_of(view)
    for seat in SEATS:
        course = _Course(standing, seat, view.stage)
        for order in _orders(view, sheets.get(seat, ())):
            course.carry_out(order)
        standing = course.stays()
        marks += course.marks()
        routes += course.routes
    return Plan(replace(view, units=standing), tuple(marks), tuple(routes)) if marks else NO_PLAN


def _orders(view: ArgadView, lines: Lines) -> Iterator[Order]:
    found = [order for line in lines if (order := notation.read_order(line))]
    yield from found[:1] if view.stage in ONE_ORDER else found


class _Course:
    """The units while the lines of one seat are carried out."""

    def __init__(self, standing: Mapping[UnitName, Unit], seat: Seat, stage: str) -> None:
        self._standing = dict(standing)
        self._seat = seat
        self._at: dict[UnitName, Hex] = {name: unit.at for name, unit in standing.items()}
        self._is_deploying = stage == DEPLOY
        self._aimed: dict[Hex, UnitName] = {}
        self.routes: list[Route] = []

    def carry_out(self, order: Order) -> None:
        if (order.verb == notation.PLACE_UNIT) != self._is_deploying and order.verb != notation.LEAD:
            return
        name = self._general() if order.verb == notation.LEAD else self._named(order.unit)
        if not name or name[-1] != self._seat:
            return
        if order.verb == notation.UNITE:
            self._unite(name, self._named(order.other))
        elif order.verb == notation.SPLIT:
            self._go(f"+{self._seat}", self._at[name], order.end)
        elif end := order.end or self._place(order.other):
            self._go(name, self._at.get(name) or self._led_from(), end)
        if target := notation.enemy_unit(order.target, self._seat, self._standing):
            self._aimed[self._at[target]] = name
            self.routes.append(Route(self._at[name], self._at[target], AIMED, self._seat, name))

    def _go(self, name: UnitName, start: Hex, end: Hex) -> None:
        self._at[name] = end
        if start != end:
            self.routes.append(Route(start, end, TO, self._seat, name))

    def _named(self, word: str) -> UnitName:
        return notation.own_unit(word, self._seat, self._standing) if word else ""

    def _place(self, word: str) -> Hex:
        return self._at.get(self._named(word), "") if word else ""

    def _general(self) -> UnitName:
        """The general as a piece of his own; he leaves his unit where it stands."""
        return f"{GENERAL}{self._seat}" if self._led_from() else ""

    def _led_from(self) -> Hex:
        """Where the general stands, alone or in a unit; an empty text without one."""
        led = (name for name, unit in self._standing.items() if has_general(unit.figs))
        return next((self._at[name] for name in led if name[-1] == self._seat), "")

    def _unite(self, name: UnitName, other: UnitName) -> None:
        if other and other[-1] == self._seat and other != name:
            self._go(other, self._at[other], self._at[name])

    def _left(self) -> dict[UnitName, Hex]:
        """The units that go elsewhere, with the hexes that they leave."""
        return {name: unit.at for name, unit in self._standing.items() if self._at[name] != unit.at}

    def stays(self) -> dict[UnitName, Unit]:
        left = self._left()
        return {name: unit for name, unit in self._standing.items() if name not in left}

    def marks(self) -> Iterator[Mark]:
        left = self._left()
        yield from (Mark(at, FROM, self._seat, name) for name, at in left.items())
        come = {name: at for name, at in self._at.items() if name in left or name not in self._standing}
        yield from (Mark(at, TO, self._seat, name) for name, at in come.items())
        yield from (Mark(at, AIMED, self._seat, name) for at, name in self._aimed.items())
