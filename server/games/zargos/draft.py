"""The draft of territories, boats and swords, lap after lap. Z-SETUP-4 to Z-SETUP-6."""

from protocol.views.zargos.board import CAPITALS, PROVINCES, RANK
from protocol.views.zargos.events import Drew, Helped, Rolled
from protocol.views.zargos.story import PositionT
from protocol.views.zargos.words import BOAT, SWORD, DraftCard, People
from server.games.flaw import Flaw
from server.games.zargos.notation import Order, Wish
from server.games.zargos.state import Course, ZargosState, shuffled
from server.games.zargos.trial import Trial

BOATS, SWORDS = 3, 10
"""How many boat and sword cards the piles have."""
BLUE_CARDS = 2
"""How many blue cards are one taking."""
FOR_EVER = "*"


def takings(blue: int, green: int) -> int:
    return green + -(-blue // BLUE_CARDS)


def takers(choosing: tuple[People, ...], blue: int, green: int) -> tuple[People, ...]:
    """The peoples that still take in this lap."""
    return choosing[: takings(blue, green)]


def who_wishes(
    choosing: tuple[People, ...], wishes: dict[People, str], blue: int, green: int
) -> tuple[People, ...]:
    """Who is asked in this lap: nobody if only one pile is left."""
    if not blue or not green:
        return ()
    return tuple(people for people in takers(choosing, blue, green) if not wishes.get(people))


def shuffle_piles(course: Course) -> None:
    """Z-SETUP-10."""
    blue = shuffled((*PROVINCES, *(BOAT,) * BOATS), course.dice)
    green = shuffled((*CAPITALS, *(SWORD,) * SWORDS), course.dice)
    course.change(blue=blue, green=green, cards=dict.fromkeys(course.state.seats, ()))


class Wishing(Trial[PositionT]):
    stage = "draft"
    letters = ""

    def judge(self, number: int, order: Order) -> Flaw | None:
        assert isinstance(order, Wish)
        self.letters = order.letters
        return None


def take_lap(course: Course) -> None:
    """Everybody takes once, by the letters that were written or by the default."""
    state = course.state
    for people in takers(tuple(state.seats), len(state.blue), len(state.green)):
        _take(course, people)


def _take(course: Course, people: People) -> None:
    state = course.state
    wish, rest = _next_letter(state.wishes.get(people, ""))
    wishes = {each: letters for each, letters in state.wishes.items() if each != people}
    course.change(wishes=wishes | ({people: rest} if rest else {}))
    is_green = wish == "G" if wish else len(state.green) >= takings(len(state.blue), 0)
    if not (state.green if is_green else state.blue):
        is_green = not is_green
    number = 1 if is_green else BLUE_CARDS
    pile = state.green if is_green else state.blue
    _receive(course, people, pile[:number])
    left = pile[number:]
    course.change(**({"green": left} if is_green else {"blue": left}))
    territories = tuple(card for card in pile[:number] if card in RANK)
    back = "green" if is_green else "blue"
    course.tell(Drew(people, back, territories, len(pile[:number]) - len(territories)))


def _next_letter(letters: str) -> tuple[str, str]:
    """The letter of this lap and those that are left. A star repeats the letter before it for ever."""
    if not letters:
        return "", ""
    is_repeated = letters[1:] == FOR_EVER
    return letters[0], letters if is_repeated else letters[1:]


def _receive(course: Course, people: People, cards: tuple[DraftCard, ...]) -> None:
    held = course.state.cards.get(people, ())
    course.change(cards={**course.state.cards, people: (*held, *cards)})


def territories_of(state: ZargosState, people: People) -> list[DraftCard]:
    return sorted((card for card in state.cards.get(people, ()) if card in RANK), key=RANK.__getitem__)


def back_of(card: DraftCard) -> str:
    return "green" if card == SWORD or card in CAPITALS else "blue"


def help_landless(course: Course) -> None:
    """Z-SETUP-6: who has no territory receives one of the people that has most."""
    for people in tuple(course.state.seats):
        if not territories_of(course.state, people):
            _help(course, people)


def _help(course: Course, people: People) -> None:
    state = course.state
    richest = max(state.seats, key=lambda each: len(territories_of(state, each)))
    places = territories_of(state, richest)
    if not places:
        return
    die = course.dice.roll(len(places))
    place = places[die - 1]
    secret = next((card for card in state.cards.get(people, ()) if card not in RANK), None)
    given, kept = list(state.cards[richest]), list(state.cards.get(people, ()))
    given.remove(place)
    kept.append(place)
    if secret:
        kept.remove(secret)
        given.append(secret)
    course.change(cards={**state.cards, richest: tuple(given), people: tuple(kept)})
    course.tell(Rolled(people, die, "territory"))
    course.tell(Helped(people, richest, place, back_of(secret) if secret else None))
