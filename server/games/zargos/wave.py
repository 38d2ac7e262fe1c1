"""The combats of a wave one after the other, and what taking the City brings. Z-MASTER, Z-END-1."""

from protocol.views.zargos.board import CITY, INNER_FOUR
from protocol.views.zargos.events import Gathered, Master
from protocol.views.zargos.words import MASTERS_HAND, PEOPLES, Card, People
from server.games.zargos.combat import fight_one
from server.games.zargos.peoples import has_power
from server.games.zargos.state import Course, master_of


def fight_on(course: Course) -> None:
    """Fight what is still to be fought, up to the moment when a new Master has to choose cards."""
    while course.state.combats and not course.is_over:
        combat = course.state.combats[0]
        before = master_of(course.state)
        fight_one(course, combat)
        winner = holder_of_the_middle(course)
        if winner:
            course.end(course.state.seats[winner], "city")
            return
        master = master_of(course.state)
        if combat.at == CITY and master == combat.by and master != before:
            _gather(course, combat.by)
        course.settle(before)
        if not course.is_over and _must_choose(course, before):
            course.change(stage="keep", why="master")
            return
    if not course.is_over:
        _end_wave(course)


def _must_choose(course: Course, before: People | None) -> bool:
    master = master_of(course.state)
    is_new = master is not None and master != before
    return is_new and len(course.state.hands.get(master or "", ())) > MASTERS_HAND


def holder_of_the_middle(course: Course) -> People | None:
    """Z-END-1: the people that holds the City and the three territories round it."""
    master = master_of(course.state)
    if master is None:
        return None
    held = course.state.units[master]
    return master if all(place in held for place in INNER_FOUR) else None


def _gather(course: Course, master: People) -> None:
    """Z-MASTER-2: the new Master receives all hands."""
    course.tell(Master(master))
    cards: list[Card] = []
    for people in PEOPLES:
        hand = course.state.hands.get(people, ())
        if hand:
            cards += hand
            course.tell(Gathered(people, len(hand)))
            course.set_hand(people, ())
    course.set_hand(master, tuple(cards))


def _end_wave(course: Course) -> None:
    """Z-K-1: Knights attack again while their power works; all others reorganise."""
    active = course.state.active
    is_again = active == "K" and "K" not in course.state.out and has_power(course.state, "K")
    course.change(stage="attack" if is_again else "reorganise", why="")
