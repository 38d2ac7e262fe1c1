"""Pacts and hostages of Zargo's Lords: what ends an offer, and why such lines are lost."""

from typing import Any

import pytest

from server.games.dice import Dice
from server.games.zargos_lords import ZARGOS_LORDS
from tests.kit.zargos_lords import codes, events, play, state_of

HOMES = {"K": ["I"], "D": ["II"], "W": ["III"]}
ALLIES: dict[str, Any] = {
    "turn": "K",
    "pacts": ["KD"],
    "homes": HOMES,
    "pieces": {
        "K": {"F14": "C", "G14": "F+G", "D17": "F", "S04": "F"},
        "D": {"J14": "F", "H14": "F+K:A"},
        "W": {"T08": "F"},
    },
    "cities": {"K": {"I18": "1F"}, "D": {"E14": "1F"}},
    "hostages": {"I18": {"D": "1F"}},
}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        pytest.param("give A F14", "no-piece", id="no such piece is there"),
        pytest.param("give F D17", "paralysed", id="it is held in a whirlpool"),
        pytest.param("give A H14", "hostage", id="it is a hostage already"),
        pytest.param("give F I18", "city", id="it is in a city"),
        pytest.param("give G G14", "escort", id="it has an escort"),
        pytest.param("give F S04", "no-pact", id="it does not stand on an ally's home"),
        pytest.param("give C F14", None, id="it stands on an ally's home"),
    ],
)
def test_which_pieces_can_be_given(line: str, code: str | None) -> None:
    """L-HOST-1, L-SHEET-6"""
    outcome = play(**ALLIES, orders={"K": [line]})
    assert codes(outcome, "K") == [code]
    assert outcome["offered"] == ([] if code else ["F14"])


def test_a_master_does_not_give_away_his_hostage() -> None:
    """L-HOST-1, L-HOST-3"""
    outcome = play(**{**ALLIES, "turn": "D"}, orders={"D": ["give A H14"]})
    assert codes(outcome, "D") == ["hostage"]


def test_two_players_give_no_hostages() -> None:
    """L-PACT-5"""
    pieces = {"K": {"F14": "C"}, "D": {"J14": "F"}}
    outcome = play(turn="K", homes={"K": ["I"], "D": ["II"]}, pieces=pieces, orders={"K": ["give C F14"]})
    assert codes(outcome, "K") == ["two-players"]


@pytest.mark.parametrize(
    ("offered", "kept"),
    [
        pytest.param({"F14": "K"}, [], id="given to the ally that is one no more"),
        pytest.param({"S04": "K"}, ["S04"], id="given to another ally"),
        pytest.param({"T08": "W"}, ["T08"], id="given by another people"),
    ],
)
def test_what_was_offered_between_two_is_void_when_they_part(
    offered: dict[str, str], kept: list[str]
) -> None:
    """L-HOST-1, L-PACT-4"""
    scene = {**ALLIES, "turn": "D", "pacts": ["KD", "KW", "DW"], "offered": list(offered)}
    outcome = play(**scene, orders={"D": ["break K"]})
    assert codes(outcome, "D") == [None]
    assert outcome["offered"] == kept


def test_an_offer_ends_with_the_next_move_of_its_owner() -> None:
    """L-HOST-1"""
    assert play(**ALLIES, offered=["F14"])["offered"] == []


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        pytest.param(["break W"], ["no-pact"], id="there is no pact"),
        pytest.param(["break M"], ["no-piece"], id="that people does not play"),
        pytest.param(["break K"], ["no-piece"], id="with oneself"),
        pytest.param(["kill C I18"], ["no-piece"], id="no such hostage"),
        pytest.param(["kill F E14"], ["no-piece"], id="the city of another"),
        pytest.param(["kill F I18", "kill F I18"], [None, "no-piece"], id="there was one only"),
    ],
)
def test_why_lines_of_the_first_period_are_lost(lines: list[str], found: list[str | None]) -> None:
    """L-PACT-4, L-HOST-4, L-SHEET-6"""
    assert codes(play(**ALLIES, orders={"K": lines}), "K") == found


def test_nobody_is_asked_in_the_last_part_of_a_move() -> None:
    """L-SHEET-5"""
    assert codes(play(**ALLIES, part=4, orders={"K": ["ally W", "more"]}), "K") == ["parts", "parts"]


def test_a_hostage_whose_guard_is_eliminated_is_free_and_flees() -> None:
    """L-HOST-3, L-ESC-4"""
    outcome = play(
        turn="W",
        pieces={"W": {"G14": "L"}, "D": {"H14": "F+K:F", "J18": "F"}, "K": {"S04": "F"}},
        orders={"W": ["L G14 x H14"]},
        dice=[6],
    )
    told = [event["event"] for event in events(outcome, "eliminated", "freed", "retreated")]
    assert told == ["eliminated", "freed", "retreated"]
    assert events(outcome, "retreated")[0]["people"] == "K"
    assert len(outcome["pieces"]["K"]) == 2


def test_a_piece_in_the_hands_of_another_takes_no_orders() -> None:
    """L-SHEET-1, L-HOST-3"""
    assert codes(play(**ALLIES, orders={"K": ["A H14 H13"]}), "K") == ["hostage"]


def test_a_unit_still_in_the_whirlpool_after_its_free_move_is_held_anew() -> None:
    """L-WHIRL-2"""
    scene = {"pieces": {"K": {"D17": "F"}, "D": {"S20": "F"}}, "stuck": {"D17": 0}}
    assert play(turn="K", **scene)["stuck"] == {"D17": 3}


def test_a_line_with_a_kind_of_another_people_adds_nothing_to_a_fight() -> None:
    """L-FIGHT-4"""
    pieces = {"M": {"F13": "F"}, "K": {"G13": "C"}, "D": {"S20": "F"}}
    outcome = play(turn="M", pieces=pieces, orders={"M": ["F F13 x G13", "D G14 x G13"]})
    assert codes(outcome, "M") == ["too-weak", "no-piece"]


def test_a_fight_that_turns_out_too_weak_lapses_without_a_throw() -> None:
    """L-FIGHT-4"""
    pieces = {"M": {"F13": "F"}, "K": {"G13": "C"}, "D": {"S20": "F"}}
    outcome = play(turn="M", pieces=pieces, orders={"M": ["F F13 x G13", "O G14 x G13"]})
    assert codes(outcome, "M") == [None, "no-piece"]
    assert [event["reason"] for event in events(outcome, "lapsed")] == ["too-weak"]


def test_a_mage_in_the_same_city_helps_the_others_there() -> None:
    """L-AURA-1"""
    outcome = play(
        turn="K",
        pieces={"D": {"E14": "F", "S20": "F"}},
        cities={"K": {"F14": "1F 1G"}},
        orders={"K": ["F F14 x E14"]},
        dice=[6],
    )
    assert events(outcome, "fought")[0]["attack"] == 6


def test_without_any_pieces_the_cities_decide() -> None:
    """L-END-3"""
    outcome = play(turn="K", players=["K", "D"], cities={"K": {"F14": "", "I18": ""}, "D": {"E18": ""}})
    assert (outcome["over"], outcome["winner"]) == (True, "K")


def test_the_outcome_names_the_winner_and_the_figures_count_cities() -> None:
    """L-END-1"""
    state = state_of(turn="K", players=["K", "D"], cities={"K": {"F14": ""}, "D": {}})
    ended = ZARGOS_LORDS.resolve(state, {}, Dice(1)).state
    outcome = ZARGOS_LORDS.outcome(ended)
    assert outcome is not None
    assert (outcome.winners, ZARGOS_LORDS.figures(ended)) == (
        ("K",),
        {"K": {"cities": 1}, "D": {"cities": 0}},
    )
    assert ZARGOS_LORDS.resolve(ended, {"K": ("more",)}, Dice(1)).state == ended


def test_what_acted_and_is_no_more_makes_no_difference() -> None:
    """L-SHEET-5"""
    pieces = {"W": {"E14": "H", "F16": "F"}, "K": {"S20": "F"}}
    outcome = play(
        turn="W", pieces=pieces, part=2, acted=["H C14", "H F16"], orders={"W": ["H E14 F14", "F F16 E16"]}
    )
    assert codes(outcome, "W") == [None, None]
