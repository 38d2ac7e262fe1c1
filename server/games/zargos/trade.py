"""Trade with the cards of the draft: offers, replies, and the deals that come of them. Z-TRADE."""

import re

from protocol.views.zargos.board import CAPITALS, PROVINCES, TERRITORIES
from protocol.views.zargos.events import Answered, Traded
from protocol.views.zargos.story import PositionT
from protocol.views.zargos.view import Offer, Position
from protocol.views.zargos.words import BOAT, PEOPLES, SWORD, DraftCard, People
from server.games.flaw import Flaw
from server.games.zargos.draft import back_of
from server.games.zargos.notation import Deal, Order, Reply
from server.games.zargos.peoples import allotment, is_friend
from server.games.zargos.state import Course, ZargosState
from server.games.zargos.trial import Trial

NOTHING = "-"
_PART = re.compile(r"([1-9][0-9]?)?([A-Z]\w*)", re.ASCII)
TRADED = frozenset({*PROVINCES, *CAPITALS, BOAT, SWORD})
"""The cards that there are in the draft."""


def read_cards(text: str) -> tuple[DraftCard, ...] | None:
    """The cards in a text such as `BZ1+2SWORD`; None if one of them is no card of the draft."""
    if text == NOTHING:
        return ()
    cards: list[DraftCard] = []
    for part in text.split("+"):
        found = _PART.fullmatch(part)
        if found is None or found[2] not in TRADED:
            return None
        cards += [found[2]] * int(found[1] or 1)
    return tuple(cards)


def lacks(held: tuple[DraftCard, ...], cards: tuple[DraftCard, ...]) -> DraftCard | None:
    """The first card that is not there, or not as often."""
    return next((card for card in cards if cards.count(card) > held.count(card)), None)


class Offering(Trial[PositionT]):
    stage = "offer"

    def __init__(self, position: PositionT, people: People) -> None:
        super().__init__(position, people)
        self.offers: list[Offer] = []

    def judge(self, number: int, order: Order) -> Flaw | None:
        assert isinstance(order, Deal)
        given, asked = read_cards(order.given), read_cards(order.asked)
        if order.people not in PEOPLES:
            return Flaw("no-place--people", 0, {"word": order.people})
        if given is None or asked is None:
            word = order.given if given is None else order.asked
            return Flaw("no-place--draft", 1 if given is None else 3, {"word": word})
        missing = lacks(self.position.cards.get(self.people, ()), given)
        if missing:
            return Flaw("no-card--draft", 1, {"card": missing})
        if order.people == self.people or order.people not in self.position.seats:
            return Flaw("bad-target--absent", 0, {"people": order.people})
        self.offers.append(Offer(self.people, order.people, given, asked))
        return None


def offers_to(position: Position, people: People) -> list[Offer]:
    return [offer for offer in position.offers if offer.taker == people]


def who_replies(state: ZargosState) -> tuple[People, ...]:
    """Z-TRADE-2: those to whom another player has offered something."""
    asked = {offer.taker for offer in state.offers if not is_friend(state, offer.giver, offer.taker)}
    return tuple(people for people in state.seats if people in asked)


class Replying(Trial[PositionT]):
    stage = "reply"

    def __init__(self, position: PositionT, people: People) -> None:
        super().__init__(position, people)
        self.offers = offers_to(position, people)
        self.accepted: set[int] = set()
        """The numbers of the offers that are taken, counted from 1."""

    def judge(self, number: int, order: Order) -> Flaw | None:
        assert isinstance(order, Reply)
        if order.number > len(self.offers):
            return Flaw("no-place--offer", 1, {"word": order.number})
        if order.yes:
            self.accepted.add(order.number)
        else:
            self.accepted.discard(order.number)
        return None


def carry_out(course: Course, accepted: dict[People, set[int]]) -> None:
    """The deals of this round, in the choosing order of those who offered, line by line. Z-TRADE-3."""
    numbers: dict[People, int] = {}
    for offer in course.state.offers:
        number = numbers[offer.taker] = numbers.get(offer.taker, 0) + 1
        is_taken = number in accepted.get(offer.taker, ())
        is_friendly = is_friend(course.state, offer.giver, offer.taker)
        if (is_taken or is_friendly) and _is_possible(course.state, offer):
            _exchange(course, offer)
        else:
            seats = tuple({course.state.seats[each]: None for each in (offer.giver, offer.taker)})
            refused = Answered(offer.giver, offer.taker, offer.given, offer.asked)
            course.tell_only(seats, refused)
    course.change(offers=())


def _is_possible(state: ZargosState, offer: Offer) -> bool:
    both = {offer.giver: (offer.given, offer.asked), offer.taker: (offer.asked, offer.given)}
    for people, (given, received) in both.items():
        held = state.cards.get(people, ())
        if lacks(held, given):
            return False
        territories = len(_places(held)) - len(_places(given)) + len(_places(received))
        if not 1 <= territories <= allotment(state, people):
            return False
    return True


def _places(cards: tuple[DraftCard, ...]) -> tuple[DraftCard, ...]:
    return tuple(card for card in cards if card in TERRITORIES)


def _exchange(course: Course, offer: Offer) -> None:
    cards = dict(course.state.cards)
    for giver, taker, moved in (
        (offer.giver, offer.taker, offer.given),
        (offer.taker, offer.giver, offer.asked),
    ):
        left = list(cards[giver])
        for card in moved:
            left.remove(card)
        cards[giver] = tuple(left)
        cards[taker] = (*cards[taker], *moved)
    course.change(cards=cards)
    course.tell(
        Traded(
            offer.giver,
            offer.taker,
            _places(offer.given),
            _places(offer.asked),
            secrets_in(offer.given),
            secrets_in(offer.asked),
        )
    )


def secrets_in(cards: tuple[DraftCard, ...]) -> tuple[int, int]:
    """How many secret cards are among these: with blue backs, with green ones."""
    backs = [back_of(card) for card in cards if card not in TERRITORIES]
    return backs.count("blue"), backs.count("green")
