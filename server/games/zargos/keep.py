"""Which magic cards a people keeps that has too many. Z-CARD-1, Z-MASTER-2."""

from protocol.views.zargos.events import Kept
from protocol.views.zargos.story import PositionT
from protocol.views.zargos.view import Position
from protocol.views.zargos.words import HAND, MASTERS_HAND, Card, People, in_table_order
from server.games.flaw import Flaw
from server.games.zargos.notation import Keep, Order
from server.games.zargos.state import Course, living, master_of
from server.games.zargos.trial import Trial

VALUED: tuple[Card, ...] = (
    *("WAR", "DEMON", "MAD", "DEATH", "ICE", "ELSE", "LAND", "MIST", "ILL", "STORM"),
    *("QUAKE", "ECLIPSE", "HEAT", "TIDE", "TYPHOON", "FLOOD"),
)
"""The cards in the order in which they are kept if nobody chooses."""


def limit_of(position: Position, people: People) -> int:
    return MASTERS_HAND if people == master_of(position) else HAND


def overfull(position: Position, sizes: dict[People, int]) -> tuple[People, ...]:
    """The peoples that must choose now. `sizes` are the numbers of cards in the hands, which are open."""
    if position.why == "master":
        master = master_of(position)
        return (master,) if master and sizes.get(master, 0) > MASTERS_HAND else ()
    return tuple(people for people in living(position) if sizes.get(people, 0) > limit_of(position, people))


class Keeping(Trial[PositionT]):
    stage = "keep"

    def __init__(self, position: PositionT, people: People) -> None:
        super().__init__(position, people)
        self.limit = limit_of(position, people)
        self.chosen: list[Card] = []

    def judge(self, number: int, order: Order) -> Flaw | None:
        assert isinstance(order, Keep)
        if len(order.cards) > self.limit:
            return Flaw("too-many--cards", 0, {"most": self.limit})
        left = list(self.hand)
        for word, card in enumerate(order.cards):
            if card not in left:
                return Flaw("no-card", word, {"card": card})
            left.remove(card)
        self.hand, self.chosen = left, list(order.cards)
        return None

    def kept(self) -> tuple[Card, ...]:
        """The cards that stay: those that were chosen, filled up in the order of VALUED."""
        rest = sorted(self.hand, key=VALUED.index)
        return tuple(self.chosen + rest[: max(self.limit - len(self.chosen), 0)])


def keep(course: Course, people: People, kept: tuple[Card, ...]) -> None:
    """The rest of the hand goes under the pile, in the order of the table. Z-CARD-2."""
    rest = list(course.state.hands.get(people, ()))
    for card in kept:
        rest.remove(card)
    course.set_hand(people, kept)
    course.bury(*in_table_order(tuple(rest)))
    course.tell(Kept(people, len(kept)))
