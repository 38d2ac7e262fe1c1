"""A move while its sheet is read: the map, the dice, and the story that comes of it."""

from protocol.views.zargos_lords.board import CONSTANTS, WHIRLPOOL
from protocol.views.zargos_lords.events import Event, Garrisoned, Paralysed
from protocol.views.zargos_lords.words import People
from server.games.dice import Roller
from server.games.zargos_lords.field import Field
from server.games.zargos_lords.figures import Body, City


class Course:
    """What a people's move has come to so far. Without dice it is a trial, in which attackers win."""

    def __init__(self, field: Field, people: People, dice: Roller | None) -> None:
        self.field = field
        self.people = people
        self.dice = dice
        self.story: list[Event] = []
        self.done: list[str] = []
        """What may not be done again in the later parts of this move: `ally D`, `kill I14`."""

    @property
    def is_trial(self) -> bool:
        return self.dice is None

    def tell(self, event: Event) -> None:
        self.story.append(event)

    def throw(self) -> int:
        """One die. A trial, which asks for none, would see the best face."""
        return self.dice.roll(6) if self.dice else 6

    def hold(self, body: Body) -> None:
        """L-WHIRL-1: whoever enters a whirlpool is held there."""
        if self.field.terrain[body.at] == WHIRLPOOL:
            self.field.stuck[body.at] = CONSTANTS.whirlpool_moves
            self.tell(Paralysed(body.people, body.text, body.at))

    def note_garrison(self, city: City, was_manned: bool) -> None:
        """Everybody sees whether a city has a garrison."""
        if city.is_manned != was_manned:
            self.field.changed(city.people)
            self.tell(Garrisoned(city.at, city.people, city.is_manned))


def leave_city(course: Course, city: City, *bodies: Body) -> None:
    """These pieces are in the garrison no more."""
    gone = {id(figure) for body in bodies for figure in body.figures}
    was_manned = city.is_manned
    city.garrison = [figure for figure in city.garrison if id(figure) not in gone]
    course.note_garrison(city, was_manned)
