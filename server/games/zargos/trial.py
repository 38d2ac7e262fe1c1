"""A sheet that is read line by line, each on the position the lines above have left. It changes no state."""

from collections.abc import Sequence
from typing import Generic

from protocol.views.zargos.board import TERRITORIES, is_sea
from protocol.views.zargos.events import Event
from protocol.views.zargos.story import PositionT, step
from protocol.views.zargos.words import Card, People, Place
from server.games.flaw import Flaw
from server.games.zargos.notation import Count, Order, Pass, parse
from server.games.zargos.peoples import is_silenced

ROOM: dict[str, int] = {
    "people": 6,
    "draft": 1,
    "offer": 4,
    "reply": 10,
    "deploy": 60,
    "curse": 1,
    "winds": 5,
    "illusion": 2,
    "shelter": 12,
    "attack": 40,
    "defence": 12,
    "keep": 1,
    "reorganise": 40,
    "buy": 60,
}
"""How many lines the sheets of each phase have room for."""


class Trial(Generic[PositionT]):
    """What the lines of one people's sheet have done so far, on a state or on a view."""

    stage = ""

    def __init__(self, position: PositionT, people: People) -> None:
        self.position = position
        self.people = people
        self.hand: list[Card] = list(position.hands.get(people, ()))
        """The cards that no line has named yet."""
        self.played: list[Card] = []
        """The green cards that have been played, in their order."""
        self.events: list[Event] = []
        self.has_lines = False
        """Whether a line has been read, good or lost."""

    def tell(self, event: Event) -> None:
        self.events.append(event)
        self.position = step(self.position, event)

    def read(self, lines: Sequence[str]) -> list[tuple[int, Flaw]]:
        """Read a whole sheet; the lines that are lost, with the reasons."""
        self.has_lines = bool(lines)
        flaws = ((number, self.read_line(number, text)) for number, text in enumerate(lines))
        return [(number, flaw) for number, flaw in flaws if flaw is not None]

    def read_line(self, number: int, text: str) -> Flaw | None:
        room = ROOM[self.stage]
        if number >= room:
            return Flaw("too-many", 0, {"most": room})
        order = parse(self.stage, self.people, text)
        if isinstance(order, Flaw):
            return order
        if order == Pass():
            return None
        return self.judge(number, order)

    def judge(self, number: int, order: Order) -> Flaw | None:
        """Carry the order out, or tell why it cannot be."""
        raise NotImplementedError

    def card_flaw(self, card: Card) -> Flaw | None:
        if card not in self.hand:
            return Flaw("no-card", 0, {"card": card})
        if is_silenced(self.position, self.people):
            return Flaw("silenced")
        return None

    def stock(self, place: Place) -> int:
        """How many units of the people stand on a place."""
        return self.position.units.get(self.people, {}).get(place, 0)

    def sendable(self, place: Place) -> int:
        """Z-MOVE-3: one unit stays in a territory; a sea cell may be left empty."""
        return self.stock(place) - (not is_sea(place))

    def shortage(self, count: Count, place: Place, word: int) -> Flaw | None:
        there = self.sendable(place)
        if there < (count or 1):
            return Flaw("too-few", word, {"place": place, "most": max(there, 0)})
        return None


def place_flaw(places: Sequence[str], first_word: int) -> Flaw | None:
    """Whether one of these words is no place at all."""
    for number, place in enumerate(places):
        if place not in TERRITORIES and not is_sea(place):
            return Flaw("no-place", first_word + number, {"word": place})
    return None
