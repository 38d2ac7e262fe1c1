"""Reads the position that a scenario sets. What cannot be is refused with one sentence."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from protocol.ids import Lines
from protocol.notes import Arg, Note
from protocol.options import BadOptions
from protocol.views.zargos.board import KINGDOMS, ORDER, PROVINCES, RANK, TERRITORIES, is_sea
from protocol.views.zargos.view import Combat, Offer, PlayedCard
from protocol.views.zargos.words import (
    BOAT,
    CARDS,
    CURSES,
    DEMONS,
    MOST_UNITS,
    PEOPLES,
    PHASES,
    SETUP,
    SWORD,
    Card,
    People,
    Place,
    Units,
    english_word,
    in_table_order,
)
from protocol.views.zargos_options import ZARGOS_OPTIONS
from server.games.api import BadScenario
from server.games.zargos.notation import TARGETS
from server.games.zargos.scenario_form import LETTERS, Scenario
from server.games.zargos.state import SEATS, ZargosState, full_pile
from server.games.zargos.windows import target_flaw

BETWEEN = ("count", "turn")
"""What a scenario may begin with besides phases: nobody writes then."""
DRAFTING = ("draft", "offer", "reply")
LASTING = ("ICE", "STORM", "QUAKE", "ECLIPSE", "HEAT", "TIDE", "TYPHOON", "FLOOD")
"""The winds that stay in force for a time."""


def refuse(code: str, **args: Arg) -> BadScenario:
    return BadScenario("zargos", Note(f"scenario.{code}", args))


def read_scenario(given: Any) -> Scenario:
    try:
        scenario = msgspec.convert(given, Scenario)
    except msgspec.ValidationError as error:
        text = str(error).replace(f"Expected `str` matching regex {LETTERS!r}", "expected letters G and B")
        raise BadScenario("table", Note("scenario.form", {"text": text})) from None
    if scenario.game != "zargos":
        raise refuse("other-game", game=scenario.game[:20])
    if scenario.phase not in (*PHASES, *BETWEEN):
        raise refuse("no-phase", phase=scenario.phase[:20])
    options = msgspec.structs.asdict(scenario.options)
    try:
        ZARGOS_OPTIONS.check(options)
    except BadOptions as error:
        raise BadScenario("table", error.note) from None
    return scenario


def read_state(scenario: Scenario) -> ZargosState:
    _check_names(scenario)
    if scenario.phase == "people":
        return _choosing(scenario)
    if scenario.phase in DRAFTING:
        return _drafting(scenario)
    return _playing(scenario)


def sheets_of(scenario: Scenario) -> tuple[dict[str, Lines], ...]:
    sheets = scenario.sheets if isinstance(scenario.sheets, tuple) else (scenario.sheets,)
    for each in sheets:
        for name in each:
            if name not in PEOPLES and name not in SEATS:
                raise refuse("no-people", word=name[:20])
    return sheets


def _table(scenario: Scenario) -> dict[str, Any]:
    return msgspec.structs.asdict(scenario.options)


def _choosing(scenario: Scenario) -> ZargosState:
    seats = (*scenario.seating, *scenario.taken.values())
    if len(set(scenario.seating)) < len(scenario.seating) or not 2 <= len(scenario.seating) <= len(SEATS):
        raise refuse("seating")
    if not set(seats) <= set(SEATS) or not set(scenario.taken.values()) <= set(scenario.seating):
        raise refuse("seating")
    _check_peoples(scenario.taken)
    return ZargosState(
        **_table(scenario),
        stage="people",
        turn=scenario.turn,
        seating=scenario.seating,
        seats=scenario.taken,
        units={},
        pile=_weather(scenario)["pile"],
    )


def _drafting(scenario: Scenario) -> ZargosState:
    """The units of the draft follow from the cards."""
    peoples = scenario.choosing or tuple(scenario.seats or scenario.cards)
    _check_peoples(peoples)
    if len(set(peoples)) < len(peoples) or not peoples or not set(scenario.cards) <= set(peoples):
        raise refuse("choosing")
    seats = _seats(scenario, peoples)
    for cards in (*scenario.cards.values(), scenario.blue, scenario.green):
        for card in cards:
            if card not in (BOAT, SWORD) and (card not in TERRITORIES or TERRITORIES[card].kingdom == "ZA"):
                raise refuse("no-card", word=card[:20])
    units: Units = {
        people: {card: 1 for card in scenario.cards.get(people, ()) if card in TERRITORIES}
        for people in peoples
    }
    _check_places(units)
    return ZargosState(
        **_table(scenario),
        stage=scenario.phase,
        turn=scenario.turn,
        seating=tuple(dict.fromkeys(seats.values())),
        seats=seats,
        units=units,
        pile=_weather(scenario)["pile"],
        cards={people: scenario.cards.get(people, ()) for people in peoples},
        blue=scenario.blue,
        green=scenario.green,
        wishes={people: letters.upper() for people, letters in scenario.wishes.items() if letters},
        round=scenario.round if scenario.phase != "draft" else 0,
        offers=tuple(_offer(each, peoples) for each in scenario.offers),
    )


def _offer(
    given: tuple[People, People, tuple[str, ...], tuple[str, ...]], peoples: Iterable[People]
) -> Offer:
    offer = Offer(*given)
    if not {offer.giver, offer.taker} <= set(peoples) or offer.giver == offer.taker:
        raise refuse("offers")
    return offer


def _playing(scenario: Scenario) -> ZargosState:
    units = _units(scenario)
    order = _order(scenario, units)
    active = scenario.active if scenario.active is not None else order[0]
    if active not in order:
        raise refuse("active", people=active[:20])
    seats = _seats(scenario, order)
    combats = _combats(scenario, units) if scenario.phase in ("defence", "keep") else ()
    _check_numbers(units, combats)
    is_setup = scenario.phase in SETUP
    standing = {people for people in order if units.get(people)} | {combat.by for combat in combats}
    if not standing:
        raise refuse("nobody")
    return ZargosState(
        **_table(scenario),
        **_wealth(scenario),
        **_weather(scenario),
        stage=scenario.phase,
        turn=scenario.turn,
        seating=tuple(dict.fromkeys(seats.values())),
        seats=seats,
        order=order,
        active=order[0] if scenario.phase in ("curse", "turn") else active,
        units=units,
        combats=combats,
        attacked=_attacked(scenario, combats),
        why=_why(scenario),
        to_place=scenario.to_place if is_setup else {},
        out=() if is_setup else tuple(people for people in order if people not in standing),
    )


def _units(scenario: Scenario) -> Units:
    return {
        people: {place: number for place, number in places.items() if number}
        for people, places in scenario.units.items()
    }


def _wealth(scenario: Scenario) -> dict[str, Any]:
    return {
        "boats": {people: number for people, number in scenario.boats.items() if number},
        "kingdoms": scenario.kingdoms,
        "points": {people: number for people, number in scenario.points.items() if number},
        "passed": scenario.passed,
        "reroll": scenario.reroll,
    }


def _weather(scenario: Scenario) -> dict[str, Any]:
    """Hands, winds, curses and their piles."""
    hands = {people: _hand(cards) for people, cards in scenario.hands.items() if cards}
    winds = tuple(_wind(wind) for wind in scenario.winds)
    played = tuple(_played(*each) for each in scenario.played)
    return {
        "hands": hands,
        "winds": winds,
        "played": played if scenario.phase == "illusion" else (),
        "pile": _pile(scenario, hands, winds, played),
        "curse": _curse(scenario.curse) if scenario.curse is not None else None,
        "curses": tuple(_curse(curse) for curse in scenario.curses),
        "exempt": scenario.exempt,
    }


def _check_names(scenario: Scenario) -> None:
    """What does not exist is refused in every phase, also where the phase makes no use of it."""
    _check_peoples(people for people in scenario.units if people != DEMONS)
    _check_places(_units(scenario))
    _check_peoples((*scenario.boats, *scenario.hands, *scenario.points, *scenario.kingdoms.values()))
    _check_peoples((*scenario.exempt, *scenario.passed, *scenario.to_place))
    _check_kingdoms(scenario.kingdoms)
    _check_known(scenario.attacked, TERRITORIES)


def _why(scenario: Scenario) -> str:
    if scenario.phase != "keep":
        return ""
    return scenario.why or ("master" if scenario.combats else "deal")


def _attacked(scenario: Scenario, combats: tuple[Combat, ...]) -> tuple[Place, ...]:
    besides = tuple(combat.at for combat in combats if combat.by == "K")
    return tuple(dict.fromkeys((*scenario.attacked, *besides)))


def _order(scenario: Scenario, units: Units) -> tuple[People, ...]:
    """The play order as it is given, or the peoples of the scenario in their usual order."""
    named = {people for people in units if people != DEMONS}
    _check_peoples(named)
    order = scenario.order if scenario.order is not None else tuple(p for p in PEOPLES if p in named)
    _check_peoples(order)
    if not order or len(set(order)) < len(order) or set(order) != named:
        raise refuse("order")
    return order


def _seats(scenario: Scenario, peoples: tuple[People, ...]) -> dict[People, str]:
    """Who leads each people: as it is given, or each people its own player."""
    if scenario.seats is None:
        return dict(zip(peoples, SEATS, strict=False))
    _check_peoples(scenario.seats)
    if not set(peoples) <= set(scenario.seats) or not set(scenario.seats.values()) <= set(SEATS):
        raise refuse("seats")
    return {people: scenario.seats[people] for people in peoples}


def _check_peoples(names: Iterable[str]) -> None:
    for name in names:
        if name not in PEOPLES:
            raise refuse("no-people", word=name[:20])


def _check_known(names: Iterable[str], known: Iterable[str]) -> None:
    for name in names:
        if name not in known:
            raise refuse("no-place", word=name[:20])


def _check_kingdoms(kingdoms: Mapping[str, People]) -> None:
    for code in kingdoms:
        if code not in KINGDOMS:
            raise refuse("no-kingdom", word=code[:20])


def _check_places(units: Units) -> None:
    """Z-MAP-6: one people a territory, and only Dragons at sea."""
    seen: dict[Place, People] = {}
    for people, places in units.items():
        _check_known(places, RANK)
        for place in places:
            if place in seen:
                raise refuse("two-peoples", place=place, one=seen[place], other=people)
            if is_sea(place) and people != "D":
                raise refuse("at-sea", place=place, people=people)
            seen[place] = people


def _check_numbers(units: Units, combats: tuple[Combat, ...]) -> None:
    """Z-PEOPLE-1; demons are unlimited."""
    for people in PEOPLES:
        moving = sum(combat.number for combat in combats if combat.by == people)
        if sum(units.get(people, {}).values()) + moving > MOST_UNITS:
            raise refuse("too-many-units", people=people, most=MOST_UNITS)


def _combats(scenario: Scenario, units: Units) -> tuple[Combat, ...]:
    combats = []
    for each in scenario.combats:
        _check_known((each.at,), TERRITORIES)
        vortex = each.defence.vortex
        if vortex:
            _check_known(vortex[:1], ORDER)
        if each.by not in units or each.by == DEMONS or each.at in units[each.by]:
            raise refuse("combat", place=each.at, people=each.by[:20])
        combats.append(Combat(each.at, each.by, each.number, each.war, each.defence.war, vortex))
    if len({combat.at for combat in combats}) < len(combats):
        raise refuse("combat-twice")
    return tuple(combats)


def _card(word: str) -> Card:
    card = english_word(word.upper())
    if card not in CARDS:
        raise refuse("no-card", word=word[:20])
    return card


def _hand(words: Iterable[str]) -> tuple[Card, ...]:
    return in_table_order(tuple(_card(word) for word in words))


def _call(text: str) -> tuple[Card, tuple[str, ...]]:
    """A red card with its target."""
    words = text.upper().split() or [""]
    card, target = _card(words[0]), tuple(words[1:])
    if TARGETS.get(card) != len(target) or target_flaw(card, target, 0):
        raise refuse("no-wind", word=text[:20])
    return card, target


def _wind(text: str) -> str:
    card, target = _call(text)
    if card not in LASTING:
        raise refuse("no-wind", word=text[:20])
    return " ".join((card, *target))


def _played(people: str, text: str) -> PlayedCard:
    _check_peoples((people,))
    card, target = _call(text)
    return PlayedCard(people, card, " ".join(target))


def _curse(text: str) -> str:
    words = text.upper().split() or [""]
    is_storm = words[0] == "STORM" and len(words) == 2 and words[1] in PROVINCES
    if not is_storm and not (len(words) == 1 and words[0] in CURSES[1:]):
        raise refuse("no-curse", word=text[:20])
    return " ".join(words)


def _pile(
    scenario: Scenario,
    hands: Mapping[People, tuple[Card, ...]],
    winds: tuple[str, ...],
    played: tuple[PlayedCard, ...],
) -> tuple[Card, ...]:
    """The magic pile as it is given, or all cards that are nowhere else."""
    if scenario.pile is not None:
        return tuple(_card(word) for word in scenario.pile)
    elsewhere = [card for hand in hands.values() for card in hand]
    elsewhere += [wind.split()[0] for wind in winds] + [each.card for each in played]
    pile = list(full_pile())
    for card in elsewhere:
        if card in pile:
            pile.remove(card)
    return tuple(pile)
