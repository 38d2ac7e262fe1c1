"""Passages of the rules of Zargos that a program could read in two ways, on small positions."""

from typing import Any

import pytest

from server.games.api import BadScenario
from tests.kit.zargos import codes, events, play

TWO = {"K": {"BZ1": 5}, "S": {"TA1": 3}}


@pytest.mark.parametrize(
    "scenario",
    [
        {"phase": "people", "seating": ["1", "2"]},
        {"phase": "draft", "choosing": ["K", "S"], "blue": ["BZ1", "BZ2"] * 3, "green": ["BZC"] * 5},
        {"phase": "deploy", "units": TWO, "to_place": {"K": 2, "S": 2}},
    ],
    ids=lambda scenario: scenario["phase"],
)
def test_a_phase_of_the_start_has_turn_one_and_all_cards_in_the_pile(scenario: dict[str, Any]) -> None:
    """Z-SETUP-9: no card is in a hand yet, and turn 1 is the first."""
    outcome = play(**scenario, sheets=[])
    assert (outcome["turn"], len(outcome["pile"])) == (1, 40)


@pytest.mark.parametrize(
    "wrong",
    [
        {"hands": {"K": ["GUN"]}},
        {"hands": {"Q": ["WAR"]}},
        {"kingdoms": {"QQ": "K"}},
        {"units": {"K": {"QQ1": 1}}},
        {"winds": ["ICE QQ"]},
        {"curse": "PLAGUE"},
    ],
    ids=repr,
)
@pytest.mark.parametrize(
    "start",
    [{"phase": "people", "seating": ["1", "2"]}, {"phase": "offer", "choosing": ["K", "S"]}],
    ids=lambda start: start["phase"],
)
def test_what_does_not_exist_is_malformed_in_every_phase(
    start: dict[str, Any], wrong: dict[str, Any]
) -> None:
    """Z-MAP-6"""
    play(**start)
    with pytest.raises(BadScenario):
        play(**start, **wrong)


def test_peoples_that_are_out_leave_the_order_at_the_last_count_too() -> None:
    """Z-END-4"""
    units = {"S": {"BZ1": 1}, "K": {}, "M": {"TA1": 1, "TA2": 1}}
    outcome = play(phase="count", units=units, order=["K", "S", "M"], turn=15)
    assert (outcome["order"], outcome["winner"]) == (["S", "M"], "3")


def test_the_first_in_the_new_order_is_active_when_cards_are_kept() -> None:
    """Z-POINT-2: the new order is that of the cards."""
    units = {"S": {"BZ1": 1}, "M": {"TA1": 1, "TA2": 1}}
    hand = ["WAR", "WAR", "ICE", "MAD"]
    outcome = play(phase="count", units=units, order=["S", "M"], hands={"S": hand})
    assert outcome["next"] == {"phase": "keep", "owing": ["S"]}
    assert outcome["active"] == "M"


@pytest.mark.parametrize("phase", ["deploy", "buy"])
def test_after_the_last_phase_no_other_people_becomes_active(phase: str) -> None:
    """Z-END-5"""
    amounts = {"to_place" if phase == "deploy" else "points": {"K": 8, "S": 8}}
    outcome = play(phase=phase, units=TWO, order=["K", "S"], last=True, sheets=[{}], **amounts)
    assert (outcome["active"], outcome["turn"], outcome["next"]) == ("K", 1, None)


def test_the_turn_of_the_last_purchase_is_the_last_turn() -> None:
    """Z-END-5: no further turn begins."""
    outcome = play(
        phase="buy", units=TWO, order=["S", "K"], active="K", points={"K": 4}, last=True, sheets=[{}]
    )
    assert (outcome["turn"], outcome["units"]["K"]) == (1, {"BZ1": 6})


def test_a_deal_between_peoples_of_one_player_is_finished_after_the_last_offers() -> None:
    """Z-END-5, Z-TRADE-3: the offers open the replies, and this one needs none."""
    outcome = play(
        phase="offer",
        choosing=["K", "S", "M", "W"],
        seats={"K": "1", "S": "2", "M": "1", "W": "2"},
        cards={"K": ["BZ1", "BZ2"], "S": ["TA1", "TA2"], "M": ["PA1"], "W": ["AK1"]},
        last=True,
        sheets=[{"K": ["M BZ2 FOR -", "S BZ1 FOR TA1"]}],
    )
    assert outcome["units"]["M"] == {"PA1": 1, "BZ2": 1}
    assert outcome["units"]["K"] == {"BZ1": 1}
    assert (outcome["next"], outcome["winner"]) == (None, None)


def test_a_people_without_territory_is_helped_after_the_last_lap_of_the_game() -> None:
    """Z-END-5, Z-SETUP-6: the last taking ends with it."""
    outcome = play(
        phase="draft",
        choosing=["K", "S"],
        cards={"K": ["BZ1", "BZ2"], "S": ["SWORD"]},
        blue=["BOAT"],
        green=["BOAT"],
        last=True,
        sheets=[{"K": ["G"], "S": ["B"]}],
        dice=[2],
    )
    assert outcome["units"] == {"K": {"BZ1": 1}, "S": {"BZ2": 1}}


def test_nobody_has_won_when_time_runs_out_before_anybody_has_a_unit() -> None:
    """Z-END-4: all have no points and no units."""
    outcome = play(phase="people", seating=["4", "3", "2"], last=True, sheets=[{"4": ["K"]}])
    assert (outcome["next"], outcome["winner"]) == (None, None)


def test_what_a_defender_named_is_told_only_while_the_master_chooses() -> None:
    """Z-PHASE-8: a wave that waits holds the cards named for it; a game that is over holds none."""
    wave: dict[str, Any] = {
        "phase": "keep",
        "units": {"S": {"ZI2": 1, "ZI3": 1, "ZAC": 2}, "K": {"ZA2": 3}},
        "order": ["S", "K"],
        "why": "master",
        "combats": [
            {"at": "ZI1", "by": "S", "with": 6, "war": False},
            {"at": "ZA2", "by": "S", "with": 1, "war": False, "defence": {"war": True}},
        ],
    }
    over = play(**wave)
    assert over["winner"] == "1"
    assert over["combats"] == [{"at": "ZA2", "by": "S", "with": 1, "war": False}]
    waiting = play(**wave, hands={"S": ["WAR"] * 6})
    assert waiting["combats"] == wave["combats"]


def test_pass_all_does_not_outlast_the_game_turn() -> None:
    """Z-PHASE-1: a people is asked unless it has written PASS ALL in this game turn."""
    outcome = play(phase="turn", units=TWO, passed=["K"], hands={"K": ["WAR"]}, curses=["HALF"])
    assert outcome["next"] == {"phase": "winds", "owing": ["K"]}


def test_there_is_no_window_before_the_turn_of_a_people_that_is_out() -> None:
    """Z-TURN-2"""
    outcome = play(
        phase="winds", units={**TWO, "M": {}}, order=["M", "K", "S"], hands={"S": ["TYPHOON", "WAR"]}
    )
    assert (outcome["next"], outcome["active"]) == ({"phase": "winds", "owing": ["S"]}, "K")


def test_words_that_name_nothing_come_before_a_missing_illusion() -> None:
    """Z-PHASE-2, Z-PHASE-9: a word that is no place and no kingdom is no-place, whatever the card."""
    outcome = play(
        phase="illusion",
        units={**TWO, "W": {"OZ1": 1}},
        played=[["S", "DEATH"], ["S", "MAD BZ"]],
        hands={"K": ["ICE"], "W": ["ILL"]},
        order=["K", "S", "W"],
        sheets=[{"K": ["ILL 1 QQ", "ILL 1 TA"], "W": ["ILL 1 WAR", "ILL 1 TA"]}],
        dice=[1],
    )
    assert codes(outcome) == {"K": ["no-place", "no-card"], "W": ["no-place", "bad-target"]}


def test_a_sea_cell_that_all_dragons_have_left_is_held_no_more() -> None:
    """Z-PHASE-9: not-own comes before too-few."""
    outcome = play(
        phase="shelter",
        units={"D": {"NN": 4}, "K": {"IT2": 6}},
        order=["K", "D"],
        winds=["STORM NN NE"],
        sheets=[{"D": ["5 NN TN", "ALL NN TN", "2 NN NW"]}],
    )
    assert codes(outcome) == {"D": ["too-few", None, "not-own"]}


def test_units_that_elsewhere_moved_do_not_move_again() -> None:
    """Z-CARD-6, Z-PHASE-5: they have moved, although it was no step."""
    outcome = play(
        phase="reorganise",
        units={"M": {"BZ3": 21, "KA1": 7, "KA3": 2}, "K": {"OH1": 1}},
        order=["M", "K"],
        hands={"M": ["ELSE"]},
        sheets=[{"M": ["ELSE 20 BZ3 KA3", "5 KA3 KA1", "2 KA3 KA1"]}],
    )
    assert codes(outcome) == {"M": [None, "no-steps", None]}


def test_the_second_step_takes_up_units_that_elsewhere_moved() -> None:
    """Z-REORG-1: it takes any units that stand where the first ended."""
    outcome = play(
        phase="reorganise",
        units={"M": {"BZ3": 6, "KA1": 2, "KA3": 2, "KAC": 1}, "K": {"OH1": 1}},
        order=["M", "K"],
        hands={"M": ["ELSE"]},
        sheets=[{"M": ["1 KA1 KA3", "ELSE 5 BZ3 KA3", "7 KA3 KAC"]}],
    )
    assert codes(outcome) == {"M": [None, None, None]}


@pytest.mark.parametrize(
    ("card", "lines"), [("ELSE", ["ELSE 2 BZ1 BZ1"]), ("MIST", ["MIST", "2 BZ1 BZ1"])], ids=["ELSE", "MIST"]
)
def test_no_card_takes_a_group_to_where_it_is(card: str, lines: list[str]) -> None:
    """Z-CARD-6, Z-CARD-7"""
    outcome = play(
        phase="reorganise", units=TWO, order=["K", "S"], hands={"K": [card]}, sheets=[{"K": lines}]
    )
    assert codes(outcome)["K"][-1] == "bad-target"


def test_a_new_master_gathers_the_hands_of_all_peoples() -> None:
    """Z-MASTER-2"""
    outcome = play(
        phase="attack",
        units={"S": {"ZI1": 3, "BZ1": 1}, "K": {}, "M": {"TA1": 1}},
        order=["S", "K", "M"],
        hands={"K": ["ICE"], "M": ["WAR"]},
        sheets=[{"S": ["2 ZI1 ZAC"]}],
    )
    assert outcome["hands"] == {"S": ["WAR", "ICE"]}


def test_cards_that_have_not_worked_when_the_game_ends_go_under_the_pile() -> None:
    """Z-CARD-2: no card is lost."""
    outcome = play(
        phase="winds",
        units={"S": {"KAC": 1}, "W": {"KA1": 12}},
        order=["W", "S"],
        hands={"S": ["TYPHOON"], "W": ["DEMON"]},
        sheets=[{"W": ["DEMON KAC"], "S": ["TYPHOON"]}],
    )
    assert events(outcome, "won") == [{"kind": "won", "seat": "1", "why": "alone"}]
    assert outcome["pile"][-2:] == ["DEMON", "TYPHOON"]
    assert len(outcome["pile"]) == 40
