"""Turns the words on a sheet into an order, or tells why they are none. Z-PHASE-6, Z-PHASE-11."""

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

from msgspec import Struct

from protocol.views.zargos.board import ORDER
from protocol.views.zargos.words import CARDS, PEOPLES, Card, People, Place, english_word
from server.games.flaw import LONGEST_LINE, Flaw

ALL = "ALL"
Count: TypeAlias = int | None
"""A number of units or boats; None is ALL of them."""
_COUNT = re.compile(r"[1-9][0-9]?")
_POLICY = re.compile(r"[0-7]")
_WISH = re.compile(r"[GB]+\*?")
_PLACES = frozenset(ORDER)


class Pass(Struct, frozen=True):
    """A line that does nothing; with `all`, the people is not asked again before the count."""

    all: bool = False


class Name(Struct, frozen=True):
    """One word: a people to lead, or a territory that pays a tribute."""

    word: str


class Wish(Struct, frozen=True):
    letters: str


class Deal(Struct, frozen=True):
    people: People
    given: str
    asked: str


class Reply(Struct, frozen=True):
    number: int
    yes: bool


class Put(Struct, frozen=True):
    """Units that are placed, or bought and placed."""

    count: Count
    place: Place


class Boats(Struct, frozen=True):
    count: Count


class WindCall(Struct, frozen=True):
    card: Card
    target: tuple[str, ...]


class Illusion(Struct, frozen=True):
    number: int
    target: tuple[str, ...]


class Move(Struct, frozen=True):
    count: Count
    origin: Place
    to: Place


class Voyage(Struct, frozen=True):
    """A group that crosses the sea, by boat or with the card LAND."""

    count: Count
    origin: Place
    cells: tuple[Place, ...]
    to: Place
    by_card: bool = False


class Elsewhere(Struct, frozen=True):
    count: Count
    origin: Place
    to: Place


class WarCall(Struct, frozen=True):
    at: Place


class CombatOrder(Struct, frozen=True):
    """The order in which combats are fought."""

    places: tuple[Place, ...]


class Vortex(Struct, frozen=True):
    count: Count
    origin: Place
    to: Place


class Reroll(Struct, frozen=True):
    own: int
    foe: int


class Mist(Struct, frozen=True):
    pass


class Keep(Struct, frozen=True):
    cards: tuple[Card, ...]


Order: TypeAlias = (
    Pass
    | Name
    | Wish
    | Deal
    | Reply
    | Put
    | Boats
    | WindCall
    | Illusion
    | Move
    | Voyage
    | Elsewhere
    | WarCall
    | CombatOrder
    | Vortex
    | Reroll
    | Mist
    | Keep
)
Words: TypeAlias = Sequence[str]

TARGETS: dict[Card, int] = {
    "MAD": 1,
    "ICE": 1,
    "STORM": 2,
    "DEMON": 1,
    "DEATH": 0,
    "QUAKE": 0,
    "ECLIPSE": 0,
    "HEAT": 0,
    "TIDE": 0,
    "TYPHOON": 0,
    "FLOOD": 0,
}
"""The red cards, with the number of words that name their target."""


def words_of(text: str) -> list[str]:
    """The words of a line in capitals. The first word of a card stands in English."""
    words = text.upper().split()
    return [english_word(words[0]), *words[1:]] if words else []


def is_count(word: str) -> bool:
    return word == ALL or _COUNT.fullmatch(word) is not None


def _count(word: str) -> Count:
    return None if word == ALL else int(word)


def _is_number(word: str) -> bool:
    return _COUNT.fullmatch(word) is not None


def _pass(words: Words) -> Order | None:
    return Pass() if list(words) == ["PASS"] else None


def _pass_all(words: Words) -> Order | None:
    return Pass(all=True) if list(words) == ["PASS", ALL] else None


def _any_name(words: Words) -> Order | None:
    return Name(words[0]) if len(words) == 1 else None


def _known_people(words: Words) -> Order | None:
    return Name(words[0]) if len(words) == 1 and words[0] in PEOPLES else None


def _known_place(words: Words) -> Order | None:
    return Name(words[0]) if len(words) == 1 and words[0] in _PLACES else None


def _wish(words: Words) -> Order | None:
    return Wish(words[0]) if len(words) == 1 and _WISH.fullmatch(words[0]) else None


def _deal(words: Words) -> Order | None:
    return Deal(words[0], words[1], words[3]) if len(words) == 4 and words[2] == "FOR" else None


def _reply(words: Words) -> Order | None:
    fits = len(words) == 2 and words[0] in ("YES", "NO") and _is_number(words[1])
    return Reply(int(words[1]), words[0] == "YES") if fits else None


def _put(words: Words) -> Order | None:
    return Put(_count(words[0]), words[1]) if len(words) == 2 and is_count(words[0]) else None


def _boats(words: Words) -> Order | None:
    fits = len(words) == 2 and words[0] == "BOAT" and is_count(words[1])
    return Boats(_count(words[1])) if fits else None


def _wind(words: Words) -> Order | None:
    fits = TARGETS.get(words[0]) == len(words) - 1
    return WindCall(words[0], tuple(words[1:])) if fits else None


def _illusion(words: Words) -> Order | None:
    fits = len(words) in (3, 4) and words[0] == "ILL" and _is_number(words[1])
    return Illusion(int(words[1]), tuple(words[2:])) if fits else None


def _move(words: Words) -> Order | None:
    fits = len(words) == 3 and is_count(words[0])
    return Move(_count(words[0]), words[1], words[2]) if fits else None


def _voyage(words: Words) -> Order | None:
    by_card = words[0] == "LAND"
    rest = words[1:] if by_card else words
    if len(rest) < 4 or not is_count(rest[0]):
        return None
    return Voyage(_count(rest[0]), rest[1], tuple(rest[2:-1]), rest[-1], by_card)


def _elsewhere(words: Words) -> Order | None:
    fits = len(words) == 4 and words[0] == "ELSE" and is_count(words[1])
    return Elsewhere(_count(words[1]), words[2], words[3]) if fits else None


def _war(words: Words) -> Order | None:
    return WarCall(words[1]) if len(words) == 2 and words[0] == "WAR" else None


def _sequence(words: Words) -> Order | None:
    return CombatOrder(tuple(words[1:])) if len(words) > 1 and words[0] == "ORDER" else None


def _vortex(words: Words) -> Order | None:
    fits = len(words) == 4 and words[0] == "VORTEX" and is_count(words[1])
    return Vortex(_count(words[1]), words[2], words[3]) if fits else None


def _reroll(words: Words) -> Order | None:
    fits = len(words) == 3 and words[0] == "REROLL" and all(map(_POLICY.fullmatch, words[1:]))
    return Reroll(int(words[1]), int(words[2])) if fits else None


def _mist(words: Words) -> Order | None:
    return Mist() if list(words) == ["MIST"] else None


def _keep(words: Words) -> Order | None:
    cards = tuple(map(english_word, words))
    return Keep(cards) if all(card in CARDS for card in cards) else None


Form: TypeAlias = Callable[[Words], Order | None]
_OWN: dict[str, tuple[Form, ...]] = {
    "people": (_any_name,),
    "draft": (_wish,),
    "offer": (_deal,),
    "reply": (_reply,),
    "deploy": (_put,),
    "curse": (_any_name,),
    "winds": (_wind, _pass_all),
    "illusion": (_illusion,),
    "shelter": (_move,),
    "attack": (_move, _voyage, _elsewhere, _war, _sequence, _reroll),
    "defence": (_war, _vortex, _reroll),
    "keep": (_keep,),
    "reorganise": (_move, _voyage, _elsewhere, _mist, _reroll),
    "buy": (_put, _boats),
}
"""The forms of the lines of each phase. PASS is a line of all."""
_ALL: tuple[Form, ...] = (
    *(_known_people, _known_place, _wish, _deal, _reply, _put, _boats, _wind, _pass_all, _illusion),
    *(_move, _voyage, _elsewhere, _war, _sequence, _vortex, _reroll, _mist, _keep),
)
"""The forms of lines of any phase, as they are known in another phase."""
ONLY: dict[type, People] = {Reroll: "M", Vortex: "S"}
"""The lines that only one people has."""


_BEFORE_HANDS = ("too-many", "unreadable", "not-now", "no-place")
"""The reasons that are found before anybody looks at a hand."""


def tells_of_hand(stage: str, people: str, text: str, flaw: Flaw) -> bool:
    """Whether the reason why a line is lost depends on the cards in a hand."""
    order = parse(stage, people, text)
    is_card = isinstance(order, WindCall | Illusion | WarCall | Elsewhere | Mist)
    is_card = is_card or (isinstance(order, Voyage) and order.by_card)
    return is_card and flaw.code.partition("--")[0] not in _BEFORE_HANDS


def parse(stage: str, people: str, text: str) -> Order | Flaw:
    """The order on a line of this people's sheet, or why there is none."""
    if len(text) > LONGEST_LINE:
        return Flaw("unreadable--long", 0, {"most": LONGEST_LINE})
    words = words_of(text)
    if not words:
        return Flaw("unreadable")
    order = _first((_pass, *_OWN[stage]), words)
    if order is None:
        return Flaw("unreadable" if _first(_ALL, words) is None else "not-now")
    owner = ONLY.get(type(order), people)
    return order if owner == people else Flaw("not-now--people", 0, {"people": owner})


def _first(forms: Sequence[Form], words: Words) -> Order | None:
    for form in forms:
        order = form(words)
        if order is not None:
            return order
    return None
