"""A sheet of a move, read by periods: each line is carried out whole or lost whole. L-TURN-3, L-SHEET."""

from collections.abc import Sequence

from protocol.orders import orders_on
from protocol.views.zargos_lords.events import Held
from protocol.views.zargos_lords.words import Hex
from server.games.flaw import Flaw
from server.games.zargos_lords.actors import Actor
from server.games.zargos_lords.bargains import bargain, give, withdraw
from server.games.zargos_lords.course import Course
from server.games.zargos_lords.field import FREE
from server.games.zargos_lords.fights import add_duties, resolve_fight
from server.games.zargos_lords.launches import Launches, throw
from server.games.zargos_lords.monks import call_all_back, come_back, vanish
from server.games.zargos_lords.notation import (
    ALLY,
    FLAME,
    GIVE,
    MORE,
    PERIOD_1,
    PERIOD_2A,
    PERIOD_2B,
    RETURN,
    SINGLE,
    VANISH,
    Order,
    parse_turn,
)
from server.games.zargos_lords.orders import Movement
from server.games.zargos_lords.singles import overrun, strike_singly

ROOM = {"setup": 64, "turn": 64, "answer": 1}
"""L-PHASE-3: how many lines the sheets of each phase have room for."""


class Entry:
    """One order of a sheet: where it stands, what it says, and what became of it."""

    __slots__ = ("column", "flaw", "line", "order", "text")

    def __init__(self, line: int, column: int, text: str, order: Order | Flaw) -> None:
        self.line = line
        self.column = column
        self.text = text
        self.order = order if isinstance(order, Order) else Order("")
        self.flaw = order if isinstance(order, Flaw) else None


def entries_of(lines: Sequence[str], room: int = ROOM["turn"]) -> list[Entry]:
    """The orders of a sheet, each with its line; empty ones count for nothing."""
    found: list[Entry] = []
    for number, line in enumerate(lines):
        for order in orders_on(line):
            read = parse_turn(order.text) if number < room else Flaw("unreadable--room", 0, {"most": room})
            found.append(Entry(number, order.column, order.text, read))
    return found


class SheetReading:
    """The reading of one sheet of a move."""

    def __init__(self, course: Course, entries: Sequence[Entry], part: int) -> None:
        self.course = course
        self._entries = entries
        self._part = part
        self.movement = Movement(course, [entry.order for entry in entries])
        self.is_part = False
        """L-SHEET-5: whether the same people writes again."""

    def read(self) -> None:
        """The whole sheet. A trial ends before the launches."""
        self._period_1()
        self._period_2a()
        if self.is_part:
            for entry in self._of(*PERIOD_2B):
                entry.flaw = Flaw("part")
            return
        self._period_2b()
        if not self.course.is_trial:
            self._period_3()

    def read_until(self, period: str) -> None:
        """Only what comes before the single attacks ("2a"), or before all other movement ("2b")."""
        self._period_1()
        if period == "2a":
            self._call_back()
            return
        self._period_2a()
        if not self.is_part:
            self._first_flames()

    def lines_of_2b(self) -> list[Entry]:
        return self._of(*PERIOD_2B)

    def _of(self, *verbs: str) -> list[Entry]:
        return [entry for entry in self._entries if entry.flaw is None and entry.order.verb in verbs]

    def _period_1(self) -> None:
        for entry in self._of(*PERIOD_1):
            entry.flaw = bargain(self.course, entry.order, self._part)
            self.is_part |= entry.flaw is None and entry.order.verb in (MORE, ALLY)

    def _call_back(self) -> None:
        for entry in self._of(RETURN):
            entry.flaw = come_back(self.course, entry.order)

    def _period_2a(self) -> None:
        self._call_back()
        if not self.is_part:
            call_all_back(self.course)
        for entry in self._of(*PERIOD_2A[1:]):
            strikes = strike_singly if entry.order.verb == SINGLE else overrun
            entry.flaw = strikes(self.course, entry.order)

    def _period_2b(self) -> None:
        flamed = self._first_flames()
        for entry in self._of(*PERIOD_2B):
            if entry.order.verb == FLAME:
                self.movement.move_after_flame(flamed[id(entry)], entry.order)
            elif entry.order.verb == VANISH:
                entry.flaw = vanish(self.course, entry.order)
            elif entry.order.verb != GIVE:
                entry.flaw = self.movement.carry_out(entry.order)
        if not self.course.is_trial:
            add_duties(self.course, self.movement.fights)
        for entry in self._of(GIVE):
            entry.flaw = give(self.course, entry.order)

    def _first_flames(self) -> dict[int, Actor]:
        """L-FLAME-3: all first flames are thrown before anybody moves."""
        flamed: dict[int, Actor] = {}
        volleys: list[Launches] = []
        for entry in self._of(FLAME):
            actor = self.movement.flame_first(volleys, entry.order)
            if isinstance(actor, Flaw):
                entry.flaw = actor
            else:
                flamed[id(entry)] = actor
        if not self.course.is_trial:
            for volley in volleys:
                throw(self.course, volley)
        return flamed

    def _period_3(self) -> None:
        for launches in self.movement.launches:
            throw(self.course, launches)
        for fight in self.movement.fights:
            resolve_fight(self.course, fight)


def begin_move(course: Course) -> None:
    """L-WHIRL-2, L-HOST-1: what is held counts down, and pieces that were offered are so no more."""
    field = course.field
    for at in sorted(field.stuck):
        if _is_own(course, at):
            left = field.stuck[at]
            field.stuck[at] = FREE if left == 0 else left - 1
            course.tell(Held(at, field.stuck[at]))
    for at in sorted(field.offered):
        if _is_own(course, at):
            withdraw(course, at)


def end_move(course: Course, moves: int) -> None:
    """L-WHIRL-2: who was free and is still there begins anew."""
    field = course.field
    for at in sorted(field.stuck):
        if field.stuck[at] == FREE:
            field.stuck[at] = moves
            course.tell(Held(at, moves))


def _is_own(course: Course, at: Hex) -> bool:
    body = course.field.bodies.get(at)
    return bool(body and body.people == course.people)


def struck(course: Course) -> list[str]:
    """L-SHEET-5: the pieces that have struck singly, and may not be named again in later parts."""
    field = course.field
    on_map = [(figure, body.at) for body in field.bodies_of(course.people) for figure in body.figures]
    inside = [(figure, city.at) for city in field.cities_of(course.people) for figure in city.garrison]
    return [f"{figure.kind} {at}" for figure, at in (*on_map, *inside) if figure.has_acted]
