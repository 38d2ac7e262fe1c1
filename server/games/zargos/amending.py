"""A referee's corrections of a position. Z-TABLE-3.

`K BZ1 5` puts 5 Knights there, and 0 none. `X ZAC 10` does so with demons. `BOATS K 2`, `HAND K WAR ICE`,
`KINGDOM BZ K` (or `-` for the bank) and `ORDER K M A` say who has what. `TURN 3 K` begins the own turn of K
in turn 3. No refusal tells what is in a hand or in the pile.
"""

import re
from collections import Counter
from collections.abc import Sequence

from protocol.notes import Arg, Note
from protocol.views.zargos.board import HOME, KINGDOMS, RANK, is_sea
from protocol.views.zargos.story import put
from protocol.views.zargos.words import (
    CARDS,
    DEMONS,
    MOST_BOATS,
    MOST_UNITS,
    SETUP,
    Card,
    People,
    english_word,
    in_table_order,
)
from server.games.api import BadScenario
from server.games.zargos.phases import has_sheets, pass_phase, sheets_owed
from server.games.zargos.state import Course, ZargosState, holder, is_on_board, living
from server.games.zargos.windows import end_winds

_NUMBER = re.compile(r"[0-9]{1,3}")


class DiceWanted(Exception):
    """A correction cannot throw dice."""


class NoDice:
    def roll(self, faces: int) -> int:
        raise DiceWanted


def refuse(code: str, **args: Arg) -> BadScenario:
    return BadScenario("zargos", Note(f"scenario.{code}", args))


def amend(state: ZargosState, lines: Sequence[str]) -> ZargosState:
    course = Course(state, NoDice())
    for line in lines:
        words = line.upper().split()
        if words:
            _amend_one(course, words, line)
    _check(course.state)
    if course.state.stage not in SETUP:
        _send_off(course)
        _open(course)
    return course.state


def _amend_one(course: Course, words: list[str], line: str) -> None:
    state = course.state
    match words:
        case ["BOATS", people, number] if people in state.order and _NUMBER.fullmatch(number):
            boats = {each: held for each, held in state.boats.items() if each != people}
            course.change(boats=boats | ({people: int(number)} if int(number) else {}))
        case ["HAND", people, *cards] if people in state.order:
            _amend_hand(course, people, tuple(_card(word, line) for word in cards))
        case ["KINGDOM", code, people] if code in KINGDOMS and code != HOME and people in (*state.order, "-"):
            kingdoms = {each: who for each, who in state.kingdoms.items() if each != code}
            course.change(kingdoms=kingdoms if people == "-" else kingdoms | {code: people})
        case ["ORDER", *peoples] if len(peoples) == len(set(peoples)) and _is_order(state, peoples):
            course.change(order=(*peoples, *(each for each in state.order if each not in peoples)))
        case ["TURN", number, people] if _NUMBER.fullmatch(number) and int(number) and state.turn:
            if people not in state.order:
                raise refuse("no-amendment", line=line[:40])
            course.change(turn=int(number))
            _begin_own_turn(course, people)
        case [people, place, number] if _is_standing(state, people, place) and _NUMBER.fullmatch(number):
            _amend_units(course, people, place, int(number))
        case _:
            raise refuse("too-early" if state.stage in SETUP else "no-amendment", line=line[:40])


def _card(word: str, line: str) -> Card:
    card = english_word(word)
    if card not in CARDS:
        raise refuse("no-amendment", line=line[:40])
    return card


def _is_order(state: ZargosState, peoples: Sequence[People]) -> bool:
    return set(living(state)) <= set(peoples) <= set(state.order)


def _is_standing(state: ZargosState, people: People, place: str) -> bool:
    """Whether such units could stand there. Before the first turn units follow from cards."""
    is_known = place in RANK and people in (*state.order, DEMONS)
    return is_known and state.turn > 0 and (people == "D" or not is_sea(place))


def _amend_units(course: Course, people: People, place: str, number: int) -> None:
    units = dict(course.state.units)
    put(units, people, place, number - units.get(people, {}).get(place, 0))
    course.change(units=units)


def _amend_hand(course: Course, people: People, cards: tuple[Card, ...]) -> None:
    """The people gets these cards; whoever had one of them gets another one from the pile instead."""
    state = course.state
    old = state.hands.get(people, ())
    open_cards = Counter(wind.split()[0] for wind in state.winds) + Counter(c.card for c in state.played)
    for card, number in Counter(cards).items():
        if number > CARDS[card] - open_cards[card]:
            raise refuse("hand", card=card)
    if len(cards) > len(old) + len(state.pile):
        raise refuse("hand-size", most=len(old) + len(state.pile))
    pool = [*state.pile, *old]
    hands = {each: list(hand) for each, hand in state.hands.items() if each != people}
    robbed: list[People] = []
    for card in cards:
        if card in pool:
            pool.remove(card)
        else:
            robbed.append(_rob(hands, card))
    for other in robbed:
        hands[other].append(pool.pop(0))
    course.change(pile=tuple(pool), hands={each: in_table_order(tuple(hand)) for each, hand in hands.items()})
    course.set_hand(people, cards)


def _rob(hands: dict[People, list[Card]], card: Card) -> People:
    found = next((people for people, hand in hands.items() if card in hand), None)
    if found is None:
        raise refuse("hand", card=card)
    hands[found].remove(card)
    return found


def _check(state: ZargosState) -> None:
    """What cannot be, in the sentences of scenarios."""
    seen: dict[str, People] = {}
    for people, places in state.units.items():
        for place in places:
            if place in seen:
                raise refuse("two-peoples", place=place, one=seen[place], other=people)
            seen[place] = people
        if people != DEMONS and sum(places.values()) > MOST_UNITS:
            raise refuse("too-many-units", people=people, most=MOST_UNITS)
    if sum(state.boats.values()) > MOST_BOATS:
        raise refuse("too-many-boats", most=MOST_BOATS)
    if any(holder(state, combat.at) == combat.by for combat in state.combats):
        raise refuse("combat", place=state.combats[0].at, people=state.combats[0].by)


def _send_off(course: Course) -> None:
    """Who has no unit is out; who has one again is not."""
    out = tuple(people for people in course.state.order if not is_on_board(course.state, people))
    for people in out:
        course.bury(*course.state.hands.get(people, ()))
        course.set_hand(people, ())
    course.change(
        out=out,
        boats={each: number for each, number in course.state.boats.items() if each not in out},
        kingdoms={code: each for code, each in course.state.kingdoms.items() if each not in out},
    )
    if not living(course.state):
        raise refuse("nobody")


def _open(course: Course) -> None:
    """Let a phase be on in which somebody owes a sheet. A game that was over goes on with an own turn.

    A correction throws no dice, counts nothing and draws no curse: that would tell what nobody may know yet.
    Where the game would go on with that, the own turn begins anew, in which somebody is always asked.
    """
    if course.state.stage == "over" and not course.state.turn:
        raise refuse("no-turn")
    start = course.state
    try:
        is_open = _pass_empty_phases(course)
    except DiceWanted:
        is_open = False
    if not is_open:
        course.change(**{name: getattr(start, name) for name in start.__struct_fields__})
        _begin_own_turn(course, start.active)
        _pass_empty_phases(course)


def _pass_empty_phases(course: Course) -> bool:
    """Whether a phase comes in which somebody owes a sheet, before anything happens between the phases."""
    while has_sheets(course.state) and not sheets_owed(course.state):
        pass_phase(course)
    return has_sheets(course.state)


def _begin_own_turn(course: Course, people: People) -> None:
    """Combats still to come are dropped; cards on the table and winds of the turn go under the pile."""
    course.bury(*(played.card for played in course.state.played))
    end_winds(course, at_count=False)
    alive = living(course.state)
    active = people if people in alive or not alive else alive[0]
    course.change(
        stage="winds",
        active=active,
        combats=(),
        attacked=(),
        played=(),
        why="",
        points={},
        winner=None,
        ending="",
    )
