"""The state of a game of Zargos between two phases, its options, and the course of a phase that is read."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from protocol.ids import Seat, SheetKey
from protocol.views.zargos.board import CITY
from protocol.views.zargos.events import Event, LineLost, Master, Out, Won
from protocol.views.zargos.story import step
from protocol.views.zargos.view import Position
from protocol.views.zargos.words import (
    CARDS,
    DEMONS,
    PRIVATE,
    Card,
    Curse,
    DraftCard,
    People,
    Place,
    in_table_order,
)
from protocol.views.zargos_options import ZARGOS_OPTIONS
from server.games.api import Options, Private, convert_options
from server.games.dice import Roller
from server.games.flaw import Flaw

PLAYERS = range(2, 7)
SEATS: tuple[Seat, ...] = ("1", "2", "3", "4", "5", "6")
TIMES = {"turn": 180.0, "choice": 40.0}
"""Z-PHASE-7: seconds for deploy, attack, reorganise and buy, and for the rest."""
TRADE_TIMES = {"offer": 150.0, "reply": 50.0}
INTERLUDE = 20.0


class ZargosOptions(Options, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    players: int = 6
    turns: Annotated[int, Meta(ge=1, le=200)] = 15
    """Z-END-4: the number of the last game turn."""
    buying: Literal["turn", "together"] = "turn"
    trade: Annotated[int, Meta(ge=0, le=3)] = 3
    """How many rounds of trade there are at most."""
    zargos_powers: bool = True
    """Whether powers work inside the kingdom of Zargos."""
    choice_seconds: float | UnsetType | None = UNSET
    """Seconds for a choice; `seconds` is for what takes longer."""
    interlude: float | None = INTERLUDE


class ZargosState(Position, frozen=True, kw_only=True):
    pile: tuple[Card, ...] = ()
    """The magic pile, top first."""
    curses: tuple[Curse, ...] = ()
    """The curses that are left, top first."""
    blue: tuple[DraftCard, ...] = ()
    green: tuple[DraftCard, ...] = ()
    """The piles of the draft, top first."""
    begins: bool = False
    """Whether the phase is the first of its game turn, so that there is time to read before it."""
    seconds: float | None = TIMES["turn"]
    choice_seconds: float | None = TIMES["choice"]
    is_slow: bool = False


def read_options(given: Mapping[str, Any]) -> ZargosOptions:
    return convert_options(ZARGOS_OPTIONS, given, ZargosOptions)


def seating(options: ZargosOptions) -> tuple[Seat, ...]:
    ZARGOS_OPTIONS.check({"players": options.players})
    return SEATS[: options.players]


class Course:
    """A state that changes while a phase is read. Units, boats and order change only by events."""

    def __init__(self, state: ZargosState, dice: Roller) -> None:
        self.state = state
        self.dice = dice
        self.story: list[Event | Private] = []

    def tell(self, *events: Event) -> None:
        for event in events:
            self.story.append(event)
            self.state = step(self.state, event)

    def tell_only(self, seats: tuple[Seat, ...], event: Event) -> None:
        """Tell these seats alone; the event changes nothing."""
        self.story.append(Private(seats, event))

    def change(self, **fields: object) -> None:
        self.state = msgspec.structs.replace(self.state, **fields)

    def lose_line(self, sheet: SheetKey, number: int, text: str, flaw: Flaw, *, is_secret: bool) -> None:
        """Z-SECRET-2: of a private sheet only its writer is told, and of what tells of a hand."""
        event = LineLost(sheet, number, text, flaw.column(text), flaw.note)
        if is_secret:
            quoted = sheet if self.state.stage in PRIVATE else ""
            self.story.append(Private((self.state.seats.get(sheet, sheet),), event, sheet=quoted))
        else:
            self.tell(event)

    def set_hand(self, people: People, cards: tuple[Card, ...]) -> None:
        hands = {each: hand for each, hand in self.state.hands.items() if each != people}
        if cards:
            hands[people] = in_table_order(cards)
        self.change(hands=hands)

    def take_card(self, people: People, card: Card) -> None:
        """Take a card out of a hand; it goes nowhere yet."""
        hand = list(self.state.hands[people])
        hand.remove(card)
        self.set_hand(people, tuple(hand))

    def bury(self, *cards: Card) -> None:
        """Put cards under the pile."""
        self.change(pile=(*self.state.pile, *cards))

    def play_green(self, people: People, card: Card) -> None:
        """Z-CARD-2: a green card goes under the pile as it is played."""
        self.take_card(people, card)
        self.bury(card)

    @property
    def is_over(self) -> bool:
        return self.state.stage == "over"

    def end(self, seat: Seat | None, why: str) -> None:
        self.tell(Won(seat, why))
        self.change(stage="over")

    def settle(self, master: People | None) -> None:
        """Z-END-2, Z-MASTER-6: who has no unit left is out; `master` is who was Master before."""
        if master is not None and master_of(self.state) is None:
            self.tell(Master(None))
        gone = [people for people in living(self.state) if not is_on_board(self.state, people)]
        for people in gone:
            self.bury(*self.state.hands.get(people, ()))
            self.set_hand(people, ())
            self.tell(Out(people))
        if gone:
            self._decide()

    def _decide(self) -> None:
        """Z-END-3."""
        left = {self.state.seats[people] for people in living(self.state)}
        if not left:
            self.end(None, "nobody")
        elif len(left) == 1:
            self.end(left.pop(), "alone")


def living(state: Position) -> tuple[People, ...]:
    """The peoples that are not out, in play order, or in choosing order before there is one."""
    return tuple(people for people in state.order or state.seats if people not in state.out)


def is_on_board(state: Position, people: People) -> bool:
    """Whether a people has a unit on any place or on its way to a combat."""
    return bool(state.units.get(people)) or any(combat.by == people for combat in state.combats)


def holder(state: Position, place: Place) -> People | None:
    """The people that has units on a place, or the demons; None if it is empty."""
    for people, places in state.units.items():
        if place in places:
            return people
    return None


def master_of(state: Position) -> People | None:
    """The Master of the Winds. Z-MASTER-2."""
    found = holder(state, CITY)
    return None if found == DEMONS else found


def from_active_on(state: Position) -> tuple[People, ...]:
    """Play order read from the active people and round to the one before it."""
    order = state.order
    if state.active not in order:
        return living(state)
    start = order.index(state.active)
    return tuple(people for people in (*order[start:], *order[:start]) if people not in state.out)


def full_pile() -> tuple[Card, ...]:
    return tuple(card for card, number in CARDS.items() for _ in range(number))


def shuffled(cards: tuple[str, ...], dice: Roller) -> tuple[str, ...]:
    """Z-SETUP-10: for i from n down to 2, one throw of i faces; the first card is the top."""
    pile = list(cards)
    for last in range(len(pile) - 1, 0, -1):
        other = dice.roll(last + 1) - 1
        pile[last], pile[other] = pile[other], pile[last]
    return tuple(pile)
