"""The choice of peoples, in the order that the dice gave. Z-SETUP-1, Z-SETUP-2."""

from protocol.ids import Seat
from protocol.views.zargos.events import Chose
from protocol.views.zargos.story import PositionT
from protocol.views.zargos.view import Position
from protocol.views.zargos.words import PEOPLES, People
from server.games.flaw import Flaw
from server.games.zargos.notation import Name, Order
from server.games.zargos.state import Course
from server.games.zargos.trial import Trial

MOST_WITH_TWO = 3
"""With so many players or fewer, each leads two peoples."""


def laps(players: int) -> int:
    return 2 if players <= MOST_WITH_TWO else 1


def free_peoples(position: Position) -> list[People]:
    return [people for people in PEOPLES if people not in position.seats]


def chooser(position: Position) -> Seat | None:
    """The seat whose choice it is; None when everybody has chosen."""
    seats = position.seating * laps(len(position.seating))
    number = len(position.seats)
    return seats[number] if number < min(len(seats), len(PEOPLES)) else None


class Choosing(Trial[PositionT]):
    """The sheet of a seat: its first good line counts."""

    stage = "people"
    chosen: People | None = None

    def judge(self, number: int, order: Order) -> Flaw | None:
        assert isinstance(order, Name)
        if order.word not in PEOPLES:
            return Flaw("no-place--people", 0, {"word": order.word})
        if order.word in self.position.seats:
            return Flaw("bad-target--taken", 0, {"people": order.word})
        self.chosen = self.chosen or order.word
        return None


def choose(course: Course, seat: Seat, people: People | None) -> None:
    course.tell(Chose(seat, people or free_peoples(course.state)[0]))
