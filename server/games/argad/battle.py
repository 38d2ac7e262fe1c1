"""A battle while sheets are read: the position, the dice, and the story that comes of it."""

from protocol.views.argad.events import Event
from protocol.views.argad.steps import step
from protocol.views.argad.view import Unit
from protocol.views.argad.words import SIDE_OF, UnitName
from server.games.api import Private
from server.games.argad.state import ArgadState, seats_of
from server.games.dice import Roller


class Battle:
    """What has happened so far. The position changes only by events that are told."""

    def __init__(self, state: ArgadState, dice: Roller) -> None:
        self.state = state
        self._dice = dice
        self.story: list[Event | Private] = []

    def tell(self, event: Event) -> None:
        self.story.append(event)
        self.state = step(self.state, event)

    def tell_side(self, seat: str, event: Event, instead: Event) -> None:
        """Tell an event to the side of a seat only, and something else to all others."""
        self.story.append(Private(seats_of(self.state, SIDE_OF[seat]), event, instead))
        self.state = step(self.state, event)

    def note(self, part: Event | Private) -> None:
        """Put something into the story that changes nothing."""
        self.story.append(part)

    def roll(self, faces: int = 6) -> int:
        return self._dice.roll(faces)

    def rolls(self, number: int) -> tuple[int, ...]:
        return tuple(self.roll() for _ in range(number))

    def pick(self, alike: bool, number: int) -> tuple[int, int]:
        """Any of several at random: which one, counted from 0, and the die; no die if all are alike."""
        if alike:
            return 0, 0
        die = self.roll(number)
        return die - 1, die

    def unit(self, name: UnitName) -> Unit | None:
        return self.state.units.get(name)

    def has(self, name: UnitName) -> bool:
        return name in self.state.units
