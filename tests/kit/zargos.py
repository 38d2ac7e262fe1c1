"""Positions of Zargos for tests: scenarios as plain values, states deep in a game, and unseen cards anew."""

import json
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from protocol.ids import Seat
from protocol.views.zargos.board import SEAS
from protocol.views.zargos.view import Offer
from protocol.views.zargos.words import MOST_BOATS, MOST_UNITS, PEOPLES, in_table_order
from server.games.dice import Dice
from server.games.zargos import ZARGOS
from server.games.zargos.setting import read_scenario, read_state
from server.games.zargos.state import ZargosState, full_pile
from server.resolve import resolve_text

FIXED = ("keep", "illusion", "defence", "shelter")
"""Phases whose owing peoples depend on the sizes of hands; hands are not dealt anew in them."""


def play(**scenario: Any) -> dict[str, Any]:
    """The outcome of a scenario."""
    return resolve_text(json.dumps({"game": "zargos", **scenario}).encode(), "en")


def codes(outcome: dict[str, Any], phase: int = 0) -> dict[str, list[str | None]]:
    """The codes of the lines that one phase has lost, people by people."""
    sheets = outcome["phases"][phase]["sheets"]
    return {people: [line["code"] for line in lines] for people, lines in sheets.items()}


def events(outcome: dict[str, Any], *kinds: str) -> list[dict[str, Any]]:
    return [event for event in outcome["events"] if event["kind"] in kinds]


def state_of(**scenario: Any) -> ZargosState:
    return read_state(read_scenario({"game": "zargos", **scenario}))


def deal_anew(state: ZargosState, random: Random) -> ZargosState:
    """The same position with other hands, so that all cards come into play."""
    if not state.turn or state.stage in FIXED or random.random() < 0.7:
        return state
    pool = [*state.pile, *(card for hand in state.hands.values() for card in hand)]
    random.shuffle(pool)
    hands = {}
    for people in (each for each in state.order if each not in state.out):
        size = random.randrange(4)
        if size:
            hands[people] = in_table_order(tuple(pool[:size]))
            del pool[:size]
    dealt = replace(state, hands=hands, pile=tuple(pool))
    return dealt if ZARGOS.phase(dealt).owing else state


def check_position(state: ZargosState) -> None:
    """Z-MAP-6, Z-PEOPLE-1: one people a territory, supplies, and each card in exactly one place."""
    places = [place for held in state.units.values() for place in held]
    assert len(places) == len(set(places))
    assert all(number > 0 for held in state.units.values() for number in held.values())
    assert not {*SEAS} & {place for people, held in state.units.items() if people != "D" for place in held}
    for people in PEOPLES:
        moving = sum(combat.number for combat in state.combats if combat.by == people)
        assert sum(state.units.get(people, {}).values()) + moving <= MOST_UNITS
    assert sum(state.boats.values()) <= MOST_BOATS
    in_force = [wind.split()[0] for wind in state.winds] + [played.card for played in state.played]
    hands = [card for hand in state.hands.values() for card in hand]
    assert Counter([*state.pile, *hands, *in_force]) == Counter(full_pile())
    for people in state.out:
        assert not state.units.get(people)
        assert people not in {*state.hands, *state.boats, *state.kingdoms.values()}


def at_turn_one(players: int, seed: int, **options: Any) -> ZargosState:
    """The start of turn 1, after a set-up in which nobody wrote anything."""
    state = ZARGOS.setup(ZARGOS.read_options({"players": players, **options}), Dice(seed))
    number = 0
    while not state.turn:
        number += 1
        state = ZARGOS.resolve(state, {}, Dice(seed * 1000 + number)).state
    return state


def conceal(state: ZargosState, seat: Seat | None, random: Random) -> ZargosState:
    """Another state that this seat cannot tell from this one: what it has not seen is dealt anew."""
    own = {people for people, leader in state.seats.items() if leader == seat}
    others = [people for people in state.hands if people not in own]
    pool = [*state.pile, *(card for people in others for card in state.hands[people])]
    random.shuffle(pool)
    hands = {people: hand for people, hand in state.hands.items() if people in own}
    for people in others:
        size = len(state.hands[people])
        hands[people] = in_table_order(tuple(pool[:size]))
        del pool[:size]
    return replace(
        state,
        hands={people: hands[people] for people in state.hands},
        pile=tuple(pool),
        curses=shuffle(state.curses, random),
        blue=shuffle(state.blue, random),
        green=shuffle(state.green, random),
        offers=tuple(_other_offer(state, offer, own) for offer in state.offers),
    )


def shuffle(cards: Sequence[str], random: Random) -> tuple[str, ...]:
    return tuple(random.sample(cards, len(cards)))


def _other_offer(state: ZargosState, offer: Offer, own: set[str]) -> Offer:
    """What was offered between two others this seat does not know, only who is asked for a reply."""
    return offer if own & {offer.giver, offer.taker} else replace(offer, given=(), asked=offer.given)
