"""What one seat may know of a state, and a state that looks so to it. Z-SECRET."""

from collections.abc import Mapping

from protocol.ids import Seat, SheetKey
from protocol.views.zargos.board import CAPITALS, PROVINCES, TERRITORIES
from protocol.views.zargos.view import Offer, Position, ZargosView
from protocol.views.zargos.words import BOAT, SWORD, Card, Curse, DraftCard, People
from server.games.api import times_of
from server.games.zargos.count import worth
from server.games.zargos.curses import all_curses
from server.games.zargos.draft import BOATS, SWORDS
from server.games.zargos.peoples import is_friend
from server.games.zargos.phases import hand_sizes, seat_of, sheets_owed
from server.games.zargos.state import TIMES, ZargosOptions, ZargosState, full_pile, living, master_of
from server.games.zargos.trade import secrets_in

_OPEN = tuple(name for name in Position.__struct_fields__ if name not in ("hands", "cards", "offers"))


def owing(state: ZargosState) -> dict[Seat, tuple[SheetKey, ...]]:
    """The sheets that each seat owes."""
    owed: dict[Seat, tuple[SheetKey, ...]] = {}
    if state.stage != "over":
        for sheet in sheets_owed(state):
            seat = seat_of(state, sheet)
            owed[seat] = (*owed.get(seat, ()), sheet)
    return owed


def view(state: ZargosState, seat: Seat | None) -> ZargosView:
    """Z-SECRET-1: a seat knows what its peoples know; after the game everything is open."""
    own = {people for people, leader in state.seats.items() if leader == seat}
    is_over = state.stage == "over"
    known = [people for people in hand_sizes(state) if is_over or people in own]
    return ZargosView(
        **{name: getattr(state, name) for name in _OPEN},
        hands={people: state.hands[people] for people in known},
        cards={people: cards for people, cards in state.cards.items() if people in own},
        offers=tuple(offer for offer in state.offers if own & {offer.giver, offer.taker}),
        seat=seat,
        owing=owing(state),
        master=master_of(state),
        hand_sizes=hand_sizes(state),
        backs={people: secrets_in(cards) for people, cards in state.cards.items()},
        pile=len(state.pile),
        curses=len(state.curses),
        blue=len(state.blue),
        green=len(state.green),
        worth={people: worth(state, people) for people in living(state)},
    )


def imagine(seen: ZargosView, options: ZargosOptions) -> ZargosState:
    """The cards that this seat has not seen are dealt in their order."""
    times = times_of(options, TIMES)
    hands, pile = _imagined_hands(seen)
    cards, blue, green = _imagined_draft(seen)
    return ZargosState(
        **{name: getattr(seen, name) for name in _OPEN},
        hands=hands,
        cards=cards,
        offers=_imagined_offers(seen),
        pile=pile,
        curses=_imagined_curses(seen),
        blue=blue,
        green=green,
        seconds=times["turn"],
        choice_seconds=times["choice"],
        is_slow=options.is_slow,
    )


def _imagined_curses(seen: ZargosView) -> tuple[Curse, ...]:
    left = list(all_curses())
    if seen.curse in left:
        left.remove(seen.curse)
    return tuple(left[: seen.curses])


def _imagined_hands(seen: ZargosView) -> tuple[dict[People, tuple[Card, ...]], tuple[Card, ...]]:
    unseen = list(full_pile())
    in_force = [wind.split()[0] for wind in seen.winds]
    known = [card for hand in seen.hands.values() for card in hand]
    for card in (*in_force, *(played.card for played in seen.played), *known):
        if card in unseen:
            unseen.remove(card)
    hands: dict[People, tuple[Card, ...]] = {}
    for people, size in seen.hand_sizes.items():
        hands[people] = seen.hands[people] if people in seen.hands else tuple(unseen[:size])
        if people not in seen.hands:
            del unseen[:size]
    return hands, tuple(unseen[: seen.pile])


def _imagined_draft(
    seen: ZargosView,
) -> tuple[dict[People, tuple[DraftCard, ...]], tuple[DraftCard, ...], tuple[DraftCard, ...]]:
    """Others have the territories on which they stand, and boats and swords by their backs."""
    cards: dict[People, tuple[DraftCard, ...]] = {}
    for people, (blue, green) in seen.backs.items():
        places = tuple(place for place in TERRITORIES if place in seen.units.get(people, {}))
        cards[people] = seen.cards.get(people, (*places, *(BOAT,) * blue, *(SWORD,) * green))
    taken = [card for held in cards.values() for card in held]
    boats = (BOAT,) * max(BOATS - taken.count(BOAT), 0)
    swords = (SWORD,) * max(SWORDS - taken.count(SWORD), 0)
    provinces = tuple(place for place in PROVINCES if place not in taken)
    capitals = tuple(place for place in CAPITALS if place not in taken)
    return cards, (*provinces, *boats)[: seen.blue], (*capitals, *swords)[: seen.green]


def _imagined_offers(seen: ZargosView) -> tuple[Offer, ...]:
    """Everybody who is asked for a reply has an offer; one that is not known is a gift of nothing."""
    if seen.stage != "reply":
        return seen.offers
    asked = [sheet for sheets in seen.owing.values() for sheet in sheets]
    answered = {offer.taker for offer in seen.offers if not is_friend(seen, offer.giver, offer.taker)}
    unanswered = [taker for taker in asked if taker not in answered]
    unknown = [Offer(giver, taker, (), ()) for taker in unanswered for giver in _third(seen, taker)]
    rank: Mapping[People, int] = {people: number for number, people in enumerate(seen.seats)}
    return tuple(sorted((*seen.offers, *unknown), key=lambda offer: rank[offer.giver]))


def _third(seen: ZargosView, taker: People) -> list[People]:
    """Somebody who may have made an offer of which this seat does not know."""
    known = seen.seat, seen.seats[taker]
    return [people for people, seat in seen.seats.items() if seat not in known][:1]
