"""Turning in boats and swords, and placing the units of the start. Z-SETUP-7 to Z-SETUP-9."""

from protocol.views.zargos.board import RANK, TERRITORIES, is_sea
from protocol.views.zargos.events import Added, Placed, Ranked, Rolled, TurnedIn
from protocol.views.zargos.story import PositionT
from protocol.views.zargos.words import BOAT, SWORD, People, Place
from server.games.flaw import Flaw
from server.games.zargos.curses import all_curses
from server.games.zargos.notation import Order, Put
from server.games.zargos.peoples import SWORD_UNITS, allotment
from server.games.zargos.ranking import rank
from server.games.zargos.state import Course, full_pile, holder, shuffled
from server.games.zargos.trial import Trial, place_flaw


def turn_in(course: Course) -> None:
    """Z-SETUP-7, Z-SETUP-8: who has most units places first."""
    totals: dict[People, int] = {}
    for people in tuple(course.state.seats):
        cards = course.state.cards.get(people, ())
        boats, swords = cards.count(BOAT), cards.count(SWORD)
        totals[people] = allotment(course.state, people) + SWORD_UNITS * swords
        on_board = sum(course.state.units.get(people, {}).values())
        course.tell(TurnedIn(people, boats, swords, totals[people] - on_board))

    def throw(people: People) -> int:
        die = course.dice.roll(6)
        course.tell(Rolled(people, die, "deploy"))
        return die

    order = tuple(rank(tuple(totals), totals, throw))
    course.tell(Ranked(order))
    course.change(cards={}, wishes={}, round=0, active=order[0] if order else "", stage="deploy")


class Deployment(Trial[PositionT]):
    stage = "deploy"

    @property
    def left(self) -> int:
        return self.position.to_place.get(self.people, 0)

    def judge(self, number: int, order: Order) -> Flaw | None:
        assert isinstance(order, Put)
        flaw = place_flaw((order.place,), 1)
        if flaw:
            return flaw
        if not self.stock(order.place):
            return Flaw("not-own", 1, {"place": order.place})
        wanted = order.count or 1
        if wanted > self.left:
            return Flaw("no-points--place", 0, {"left": self.left})
        self.tell(Placed(self.people, order.place, self.left if order.count is None else order.count))
        return None

    def fill(self) -> None:
        """What is left goes one by one over the own territories, round and round."""
        held = self.position.units.get(self.people, {})
        places: list[Place] = sorted((p for p in held if not is_sea(p)), key=RANK.__getitem__)
        rounds, rest = divmod(self.left, len(places)) if places else (0, 0)
        for number, place in enumerate(places):
            share = rounds + (number < rest)
            if share:
                self.tell(Placed(self.people, place, share))


def start(course: Course) -> None:
    """The demons come, and the piles of the game are shuffled. Z-SETUP-3, Z-SETUP-10."""
    for place, territory in TERRITORIES.items():
        if territory.demons and holder(course.state, place) is None:
            course.tell(Added(place, territory.demons))
    pile = shuffled(full_pile(), course.dice)
    course.change(pile=pile, curses=shuffled(all_curses(), course.dice), to_place={})
