"""The count: points, the new order, kingdom cards, magic cards. Z-POINT, Z-CARD-1, Z-END-4."""

from protocol.ids import Seat
from protocol.views.zargos.board import HOME, KINGDOMS, TERRITORIES
from protocol.views.zargos.events import Counted, Dealt, KingdomCard, Ranked, Rolled
from protocol.views.zargos.view import Position
from protocol.views.zargos.words import MASTERS_HAND, Kingdom, People
from server.games.zargos.peoples import is_touched
from server.games.zargos.ranking import rank
from server.games.zargos.state import Course, living, master_of
from server.games.zargos.windows import end_winds


def is_whole(position: Position, people: People, kingdom: Kingdom) -> bool:
    held = position.units.get(people, {})
    return kingdom != HOME and all(place in held for place in KINGDOMS[kingdom].territories)


def worth(position: Position, people: People) -> int:
    """Z-POINT-1: what the territories of a people count, not halved."""
    held = position.units.get(people, {})
    points = {place: TERRITORIES[place].points for place in held if place in TERRITORIES}
    whole = [kingdom for kingdom in KINGDOMS if is_whole(position, people, kingdom)]
    singly = sum(each for place, each in points.items() if TERRITORIES[place].kingdom not in whole)
    return singly + sum(KINGDOMS[kingdom].value or 0 for kingdom in whole)


def count(course: Course) -> None:
    """The points of this turn. With the last turn the game ends here."""
    peoples = living(course.state)
    is_last = course.state.turn >= course.state.turns
    course.change(order=peoples, points={}, passed=())
    for people in peoples:
        points = worth(course.state, people)
        is_halved = is_touched(course.state, people, "HALF") and not is_last  # Z-POINT-4
        course.tell(Counted(people, points // 2 if is_halved else points))
    course.change(curse=None, exempt=())
    end_winds(course, at_count=True)
    if is_last:
        end_by_points(course, "turns")
        return
    _reorder(course, peoples)
    _hand_out_kingdoms(course)
    _deal(course)
    course.change(stage="keep", why="deal", active=course.state.order[0])


def _reorder(course: Course, peoples: tuple[People, ...]) -> None:
    def throw(people: People) -> int:
        die = course.dice.roll(6)
        course.tell(Rolled(people, die, "order"))
        return die

    points = {people: course.state.points.get(people, 0) for people in peoples}
    course.tell(Ranked(tuple(rank(peoples, points, throw))))


def _hand_out_kingdoms(course: Course) -> None:
    """Z-POINT-3."""
    for code, kingdom in KINGDOMS.items():
        if code == HOME:
            continue
        state, has_it = course.state, course.state.kingdoms.get(code)
        whole = next((people for people in state.order if is_whole(state, people, code)), None)
        if whole and whole != has_it:
            course.tell(KingdomCard(code, whole))
        elif not whole and has_it and kingdom.capital not in state.units.get(has_it, {}):
            course.tell(KingdomCard(code, None))


def _deal(course: Course) -> None:
    """Z-CARD-1, Z-MASTER-4: a people draws a card for each kingdom; under a Master, only the Master draws."""
    master = master_of(course.state)
    for people in course.state.order:
        kingdoms = sum(1 for each in course.state.kingdoms.values() if each == people)
        number = (MASTERS_HAND if people == master else 0) if master else kingdoms
        drawn = course.state.pile[:number]
        if drawn:
            course.change(pile=course.state.pile[len(drawn) :])
            course.set_hand(people, (*course.state.hands.get(people, ()), *drawn))
            course.tell(Dealt(people, len(drawn)))


def leading(position: Position) -> tuple[Seat, ...]:
    """Z-END-4: who has most points, then most units; a player counts the better of two peoples."""
    best: dict[Seat, tuple[int, int]] = dict.fromkeys(position.seating, (0, 0))
    for people in living(position):
        reached = worth(position, people), sum(position.units.get(people, {}).values())
        seat = position.seats[people]
        best[seat] = max(best.get(seat, reached), reached)
    top = max(best.values(), default=None)
    return tuple(sorted(seat for seat, reached in best.items() if reached == top))


def end_by_points(course: Course, why: str) -> None:
    points = {people: worth(course.state, people) for people in living(course.state)}
    course.change(points={people: reached for people, reached in points.items() if reached})
    seats = leading(course.state)
    course.end(seats[0] if len(seats) == 1 else None, why)
