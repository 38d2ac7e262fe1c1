"""The plan of Zargos: what the lines of a sheet would do to the units, as far as it can be counted."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from client.games.api import AIMED, NO_PLAN, SPENT, Mark, Plan, Spot
from client.games.plans import Effect, Holding, carry_out
from protocol.ids import Lines, SheetKey
from protocol.views.zargos import Position
from protocol.views.zargos.board import KINGDOMS, ORDER, is_sea
from protocol.views.zargos.words import People, Place, Units, english_word

MOST = 99
"""Z-PHASE-6: the largest number in a line."""
MOVES = ("attack", "reorganise", "shelter")
PUTS = ("deploy", "buy")
WINDS = ("winds", "illusion")
CARDS_OF_MOVES = ("LAND", "ELSE")


def plan(view: Position, sheets: Mapping[SheetKey, Lines], spot: Callable[[str], Spot | None]) -> Plan:
    """Lines are carried out from the top, so that ALL takes what the lines above it have left."""
    standing = _holding(view)
    effects: list[Effect] = []
    aimed: list[Mark] = []
    for people, lines in sheets.items():
        course = _Course(view, people)
        for line in lines:
            words = [english_word(word) for word in line.upper().split()]
            effects += course.effects(words)
            aimed += _aims(view.stage, people, words)
    stays, marks, routes = carry_out(standing, effects, spot)
    if not marks and not aimed:
        return NO_PLAN
    return Plan(replace(view, units=_units(stays)), (*marks, *aimed), routes)


class _Course:
    """The units of one people while its lines are carried out."""

    def __init__(self, view: Position, people: People) -> None:
        self._stage = view.stage
        self._people = people
        self._units = Counter(view.units.get(people, {}))
        self._left = view.to_place.get(people, 0)

    def effects(self, words: list[str]) -> Iterator[Effect]:
        match words:
            case [card, *move] if card in CARDS_OF_MOVES and self._stage in MOVES:
                yield from self._moved(move)
            case ["VORTEX", count, start, end] if self._stage == "defence":
                yield from self._moved([count, start, end])
            case [count, place] if self._stage in PUTS and place in ORDER:
                yield from self._put(count, place)
            case [place] if self._stage == "curse" and self._units[place] > 1:
                yield Effect((self._people,), place, self._taken(self._units[place] - 1), leaving=SPENT)
            case [_, _, _, *_] if self._stage in MOVES:
                yield from self._moved(words)

    def _moved(self, words: list[str]) -> Iterator[Effect]:
        """A count, the place where the group starts, sea cells on its way, and where it goes."""
        count, start, *way, end = [*words, "", ""][: max(3, len(words))]
        if start not in ORDER or end not in ORDER or start == end or not all(map(is_sea, way)):
            return
        most = self._units[start] - (0 if is_sea(start) else 1)
        number = most if count == "ALL" else _number(count)
        if not 0 < number <= most:
            return
        self._units[start] -= number
        yield Effect((self._people,), start, self._taken(number), end, self._taken(number))
        if self._stage != "attack":
            self._units[end] += number

    def _put(self, count: str, place: Place) -> Iterator[Effect]:
        """New units; `ALL` is counted only where it is known how many are left."""
        number = self._left if count == "ALL" else _number(count)
        if number and self._units[place]:
            self._left -= number
            yield Effect((self._people,), end=place, put=self._taken(number))
        elif count == "ALL" and self._units[place]:
            yield Effect((self._people,), end=place, put=self._taken(1))

    def _taken(self, number: int) -> tuple[tuple[str, int], ...]:
        return ((self._people, number),)


def _aims(stage: str, people: People, words: list[str]) -> Iterator[Mark]:
    """The places that a card hits, and the combat for which WAR is named."""
    targets: list[str] = []
    match words:
        case ["WAR", place] if stage in ("attack", "defence"):
            targets = [place]
        case [card, *named] if stage == "winds" and card in ("MAD", "ICE", "STORM", "DEMON"):
            targets = named
        case ["ILL", _, *named] if stage == "illusion":
            targets = named
    for target in targets:
        kingdom = KINGDOMS.get(target)
        places = kingdom.territories if kingdom else (target,)
        yield from (Mark(place, AIMED, people) for place in places if place in ORDER)


def _number(word: str) -> int:
    return int(word) if word.isascii() and word.isdigit() and len(word) < 3 and int(word) <= MOST else 0


def _holding(view: Position) -> Holding:
    return {
        (people, place): Counter({people: count})
        for people, places in view.units.items()
        for place, count in places.items()
    }


def _units(holding: Holding) -> Units:
    found: Units = {}
    for (people, place), counts in holding.items():
        if counts[people] > 0:
            found.setdefault(people, {})[place] = counts[people]
    return found
