"""The curses of Zargos: drawing one, what it does at once, and the tribute. Z-CURSE."""

from protocol.views.zargos.board import HOME, KINGDOMS, PROVINCES, RANK, is_sea, kingdom_of
from protocol.views.zargos.events import Added, Cursed, Lost, Rolled
from protocol.views.zargos.story import PositionT
from protocol.views.zargos.view import Position
from protocol.views.zargos.words import CURSES, DEMONS, Curse, People, Place
from server.games.flaw import Flaw
from server.games.zargos.notation import Name, Order
from server.games.zargos.peoples import is_touched
from server.games.zargos.state import Course, holder, living, shuffled
from server.games.zargos.trial import Trial, place_flaw

COPIES = 3
"""How many cards there are of each curse but the storms."""
LEGION_SIZE = 2
LEAST_TRIBUTE = 2
"""Z-CURSE-7: a territory that pays must have so many units."""


def all_curses() -> tuple[Curse, ...]:
    storms = tuple(f"STORM {place}" for place in PROVINCES)
    return storms + tuple(curse for curse in CURSES[1:] for _ in range(COPIES))


def draw(course: Course) -> None:
    """Z-CURSE-1: if none is left, all are shuffled anew. Who stands on Zargos is exempt."""
    curses = course.state.curses or shuffled(all_curses(), course.dice)
    units = course.state.units
    exempt = tuple(
        people
        for people in living(course.state)
        if any(kingdom_of(place) == HOME for place in units.get(people, {}))
    )
    course.change(curses=curses[1:], exempt=exempt)
    course.tell(Cursed(curses[0]))
    if curses[0].startswith("STORM "):
        _storm(course, curses[0].split()[1])
    elif curses[0] == "LEGION":
        _raise_legion(course)


def _storm(course: Course, place: Place) -> None:
    """Z-CURSE-2."""
    found = holder(course.state, place)
    if found is None or found == DEMONS or found in course.state.exempt:
        return
    number = course.state.units[found][place]
    if number > 1:
        die = course.dice.roll(6)
        course.tell(Rolled(found, die, "STORM"))
        course.tell(Lost(found, place, min((die + 1) // 2, number - 1), "STORM"))


def _raise_legion(course: Course) -> None:
    """Z-CURSE-4."""
    for place in KINGDOMS[HOME].territories:
        if holder(course.state, place) in (None, DEMONS):
            course.tell(Added(place, LEGION_SIZE))


def payable(position: Position, people: People) -> list[Place]:
    """The territories that a people may choose for its tribute, in board order."""
    places = position.units.get(people, {})
    fit = (place for place, number in places.items() if number >= LEAST_TRIBUTE and not is_sea(place))
    return sorted(fit, key=RANK.__getitem__)


def who_pays(position: Position) -> tuple[People, ...]:
    return tuple(
        people
        for people in living(position)
        if is_touched(position, people, "TRIBUTE") and payable(position, people)
    )


class Tribute(Trial[PositionT]):
    stage = "curse"
    chosen: Place | None = None

    def judge(self, number: int, order: Order) -> Flaw | None:
        assert isinstance(order, Name)
        flaw = place_flaw((order.word,), 0)
        if flaw:
            return flaw
        if is_sea(order.word) or not self.stock(order.word):
            return Flaw("not-own", 0, {"place": order.word})
        if self.stock(order.word) < LEAST_TRIBUTE:
            return Flaw("too-few--tribute", 0, {"place": order.word})
        self.chosen = order.word
        return None

    def paying(self) -> Place:
        """The chosen territory, or the smallest that will do."""
        if self.chosen:
            return self.chosen
        return min(payable(self.position, self.people), key=self.stock)


def pay(course: Course, people: People, place: Place) -> None:
    """One unit stays."""
    course.tell(Lost(people, place, course.state.units[people][place] - 1, "TRIBUTE"))
