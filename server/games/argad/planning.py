"""A turn of blind orders, played from the plans of all seats. A-PHASE-5."""

from collections.abc import Mapping, Sequence

from protocol.ids import Lines, Seat
from protocol.views.argad import events as e
from protocol.views.argad.view import Position
from protocol.views.argad.words import PLAN, UnitName
from server.games.argad.course import Course
from server.games.argad.jokers import default_help, judge_help
from server.games.argad.judging import Asking, judge
from server.games.argad.notation import HELPS, JOKER_WORD, Command, parse_help, parse_order, words_of
from server.games.argad.orders import carry_out
from server.games.argad.sheets import TOO_MANY, UNUSED, Judged
from server.games.argad.state import ROOM
from server.games.argad.turns import is_side_empty
from server.games.argad.units import Plan
from server.games.flaw import Flaw

MOST_JOKERS = 2


def is_joker_line(text: str) -> bool:
    return words_of(text)[:1] == [JOKER_WORD]


def _is_extra(text: str) -> bool:
    words = words_of(text)
    return len(words) > 1 and HELPS.get(words[1]) == "X"


class PlannedSheet:
    """The plan of one seat: which of its lines are still to come, and what became of the others."""

    def __init__(self, seat: Seat, lines: Sequence[str], cards: int) -> None:
        self.seat = seat
        self._lines = lines
        self._flaws: dict[int, Flaw | None] = {}
        self.orders: list[int] = []
        self.helps: list[int] = []
        self._sort(cards)

    def _sort(self, cards: int) -> None:
        """What is beyond the room, the Jokers or the cards is too many."""
        within = range(min(len(self._lines), ROOM[PLAN]))
        jokers = [number for number in within if is_joker_line(self._lines[number])]
        orders = [number for number in within if number not in jokers]
        self.helps = jokers[:MOST_JOKERS]
        room = cards + sum(_is_extra(self._lines[number]) for number in self.helps)
        self.orders = orders[:room]
        kept = {*self.helps, *self.orders}
        self._flaws = {number: UNUSED if number in kept else TOO_MANY for number, _ in enumerate(self._lines)}

    def text(self, number: int) -> str:
        return self._lines[number]

    def settle(self, number: int, flaw: Flaw | None) -> None:
        self._flaws[number] = flaw

    def next_order(self) -> int | None:
        """The next line that is not used; it is used now."""
        return self.orders.pop(0) if self.orders else None

    def next_help(self) -> int | None:
        return self.helps.pop(0) if self.helps else None

    def judged(self) -> list[Judged]:
        return [
            Judged(self.seat, PLAN, number, text, self._flaws[number])
            for number, text in enumerate(self._lines)
        ]


def play_plans(course: Course, sheets: Mapping[Seat, Lines], cards: Mapping[Seat, int]) -> None:
    """The whole deck, up to the end of the turn. `cards` says how many each seat has in it."""
    battle, seats = course.battle, course.battle.state.seats
    plans = {seat: PlannedSheet(seat, sheets.get(seat, ()), cards.get(seat, 0)) for seat in seats}
    while not course.is_deck_empty and not is_side_empty(battle.state):
        seat = course.draw_card()
        if not seat:
            continue
        while battle.state.jokers:
            _help(course, plans[seat])
        _play_card(course, plans[seat], None)
        for unit in course.take_extras():
            if not is_side_empty(battle.state):
                _play_extra(course, plans[seat], unit)
    for plan in plans.values():
        course.judge_lines(plan.judged())


def _help(course: Course, plan: PlannedSheet) -> None:
    """The next line of the Joker, or the default if there is none or it is illegal."""
    state, number = course.battle.state, plan.next_help()
    letter, unit = default_help(state, plan.seat)
    if number is not None:
        read = _chosen_help(state, plan, number)
        if isinstance(read, Flaw):
            plan.settle(number, read)
        else:
            plan.settle(number, None)
            letter, unit = read
    course.use_joker(plan.seat, letter, unit)


def _chosen_help(position: Position, plan: PlannedSheet, number: int) -> tuple[str, UnitName] | Flaw:
    chosen = parse_help(plan.text(number), is_planned=True)
    if isinstance(chosen, Flaw):
        return chosen
    unit = judge_help(position, plan.seat, chosen)
    return unit if isinstance(unit, Flaw) else (chosen.letter, unit)


def _play_card(course: Course, plan: PlannedSheet, only: UnitName | None) -> None:
    """The seat's next line; if it is illegal by then, it and the card are lost."""
    battle, number = course.battle, plan.next_order()
    if number is None:
        battle.tell(e.Passed(plan.seat))
        return
    read = _judged(battle.state, plan, number, only)
    plan.settle(number, read if isinstance(read, Flaw) else None)
    if isinstance(read, Flaw) or read.command.verb == "P":
        battle.tell(e.Passed(plan.seat))
    else:
        battle.note(e.Ordered(plan.seat, PLAN, plan.text(number)))
        carry_out(battle, read)


def _judged(position: Position, plan: PlannedSheet, number: int, only: UnitName | None) -> Plan | Flaw:
    command: Command | Flaw = parse_order(plan.text(number))
    return command if isinstance(command, Flaw) else judge(position, Asking(plan.seat, only), command)


def _play_extra(course: Course, plan: PlannedSheet, unit: UnitName) -> None:
    """The next line at once, if its second word is that unit; else the help is lost and the line waits."""
    words = words_of(plan.text(plan.orders[0])) if plan.orders else []
    if course.battle.has(unit) and len(words) > 1 and words[1] in (unit[0], unit):
        _play_card(course, plan, unit)
