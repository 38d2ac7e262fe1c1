"""What the rules of Zargo's Lords say where they are easily read too fast, each by its rule."""

from typing import Any

import pytest

from server.games.api import BadScenario, Private
from server.games.dice import Dice
from server.games.zargos_lords import ZARGOS_LORDS
from tests.kit.zargos_lords import codes, events, play, state_of

FAR_AWAY = {"M": {"S04": "O"}}


@pytest.mark.parametrize(
    ("enemy", "code"),
    [
        pytest.param({"E12": "F"}, "zone", id="the mountain lies in a zone"),
        pytest.param({"E11": "F"}, "no-way", id="an enemy stands on the mountain"),
        pytest.param({}, "too-far", id="nobody is there, but it takes all points"),
    ],
)
def test_a_leg_onto_a_mountain_is_judged_like_any_other(enemy: dict[str, str], code: str) -> None:
    """L-SHEET-6, L-MOVE-6"""
    pieces = {"K": {"D11": "C"}, "D": enemy, **FAR_AWAY}
    outcome = play(turn="K", pieces=pieces, orders={"K": ["C D11 E11 F10"]}, dice=[6])
    assert codes(outcome, "K") == [code]


def test_a_leg_behind_zones_that_is_too_long_as_well_is_too_far() -> None:
    """L-SHEET-6: it is counted as if there were no zones."""
    wall = {f"G{number:02}": "F" for number in range(8, 20, 2)}
    pieces = {"K": {"E13": "F", "E14": "C"}, "D": wall, **FAR_AWAY}
    outcome = play(turn="K", pieces=pieces, orders={"K": ["F E13 J13", "C E14 H14"]}, dice=[6] * 4)
    assert codes(outcome, "K") == ["too-far", "zone"]
    assert outcome["lines"]["K"][0]["reason"] == "5 points, has 4"


def test_a_leg_onto_a_mountain_with_a_foreign_city_is_none() -> None:
    """L-SHEET-6, L-MOVE-8: an empty enemy city is only the end of a way."""
    outcome = play(
        turn="K",
        pieces={"K": {"D11": "C"}, **FAR_AWAY},
        cities={"D": {"E11": ""}},
        orders={"K": ["C D11 E11 F10"]},
    )
    assert codes(outcome, "K") == ["no-way"]


def test_a_flier_is_told_how_far_a_leg_over_a_foreign_city_is() -> None:
    """L-SHEET-6, L-FLY-1: fliers pass over any city, so there is a way, but too long a one."""
    outcome = play(
        turn="W",
        pieces={"W": {"D09": "H"}, **FAR_AWAY},
        cities={"D": {"I18": "1F"}},
        orders={"W": ["H D09 I18 I19"]},
    )
    assert codes(outcome, "W") == ["too-far"]


@pytest.mark.parametrize(
    ("start", "more", "code"),
    [
        pytest.param("H12", {}, "occupied", id="beside it"),
        pytest.param("E16", {}, "too-far", id="too far from it"),
        pytest.param("G12", {"H13": "F", "H11": "F"}, "zone", id="behind zones"),
    ],
)
def test_ones_own_unit_in_a_whirlpool_occupies_it(start: str, more: dict[str, str], code: str) -> None:
    """L-WHIRL-3, L-SHEET-6: the leg comes first, then who of one's own stands at its end."""
    outcome = play(
        turn="K",
        pieces={"K": {start: "F", "I12": "C"}, "D": more, **FAR_AWAY},
        orders={"K": [f"F {start} I12"]},
    )
    assert codes(outcome, "K") == [code]


def test_no_month_begins_when_the_setup_is_the_last_phase() -> None:
    """L-END-4, L-TURN-2"""
    scenario = {"phase": "setup", "homes": {"K": ["I", "III"], "D": ["II", "IV"]}}
    told = [event["event"] for event in play(**scenario, last=True)["events"]]
    assert told == ["placed", "placed", "ended"]
    assert events(play(**scenario), "month") == [{"event": "month", "month": 1}]


def test_who_strikes_singly_after_a_way_to_its_own_hex_has_no_way() -> None:
    """L-MOVE-3: a leg from a hex to itself is none; the piece is not in its own way."""
    outcome = play(
        turn="W",
        pieces={"W": {"E14": "H"}, "K": {"D14": "F"}, **FAR_AWAY},
        orders={"W": ["H E14 E14 ! D14"]},
        dice=[6],
    )
    assert codes(outcome, "W") == ["no-way"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        pytest.param("S I11 I13", "hostage", id="the hostage alone"),
        pytest.param("F+S I11 I13", "hostage", id="a foot of the garrison with the hostage"),
        pytest.param("F+G I11 I13", "no-piece", id="a foot with nobody"),
    ],
)
def test_hostages_in_a_city_are_named_by_nobody(line: str, code: str) -> None:
    """L-SHEET-1, L-HOST-3"""
    outcome = play(
        turn="K",
        players=["K", "D", "M"],
        pieces={"D": {"T20": "F"}, **FAR_AWAY},
        cities={"K": {"I11": "1F"}},
        hostages={"I11": {"D": "1S"}},
        orders={"K": [line]},
    )
    assert codes(outcome, "K") == [code]


@pytest.mark.parametrize("order", ["F E14 " + "F14 " * 40, "F E14 F14 é"])
def test_an_order_that_is_too_long_or_has_strange_signs_is_unreadable(order: str) -> None:
    """L-SHEET"""
    outcome = play(turn="K", pieces={"K": {"E14": "F"}, **FAR_AWAY}, orders={"K": [order]})
    assert codes(outcome, "K") == ["unreadable"]


def test_of_several_hostages_that_fit_the_first_in_people_order_dies() -> None:
    """L-HOST-4"""
    outcome = play(
        turn="M",
        pieces={"K": {"E14": "F"}, "D": {"G14": "F"}, **FAR_AWAY},
        cities={"M": {"I11": ""}},
        hostages={"I11": {"D": "1F", "K": "1F"}},
        orders={"M": ["kill F I11"]},
        dice=[6],
    )
    assert outcome["hostages"] == {"I11": {"D": "1F"}}


def test_without_homes_any_ally_may_take_charge_of_an_offered_piece() -> None:
    """L-HOST-2"""
    outcome = play(
        turn="D",
        pacts=["KD"],
        pieces={"K": {"E14": "C"}, "D": {"G14": "F"}, **FAR_AWAY},
        offered=["E14"],
        orders={"D": ["F G14 E14"]},
    )
    assert outcome["pieces"]["D"] == {"E14": "F+K:C"}


@pytest.mark.parametrize(("answer", "pacts"), [("sì ; no", ["KD"]), ("no ; sì", []), ("perhaps ; yes", [])])
def test_only_the_first_order_of_an_answer_counts(answer: str, pacts: list[str]) -> None:
    """L-PACT-2"""
    pieces = {"K": {"E14": "C"}, "D": {"G14": "F"}, **FAR_AWAY}
    outcome = play(phase="answer", turn="K", asked=["D"], pieces=pieces, orders={"D": [answer]})
    assert outcome["pacts"] == pacts


def test_a_lost_line_of_a_city_tells_its_reason_to_its_writer_alone() -> None:
    """L-CITY-3"""
    pieces = {"K": {"E14": "F"}, **FAR_AWAY}
    state = state_of(turn="K", pieces=pieces, cities={"K": {"F14": "4F"}})
    (lost, *_) = ZARGOS_LORDS.resolve(state, {"K": ("F E14 F14",)}, Dice(1)).story
    assert isinstance(lost, Private)
    assert (lost.event.reason.code, lost.instead.reason.code) == ("full", "unseen")


def test_fellow_defenders_have_no_zones_while_they_go_back() -> None:
    """L-ZONE-3, L-RET-2: the zones of a fight's defenders are on again only for the attackers' retreat."""
    outcome = play(
        turn="K",
        pieces={"K": {"E14": "C"}, "D": {"F14": "F"}, "W": {"E13": "F"}, **FAR_AWAY},
        cities={"D": {"F10": ""}},
        orders={"K": ["C E14 x F14 E13"]},
        dice=[4],
    )
    assert [event["result"] for event in events(outcome, "fought")] == ["D1"]
    assert events(outcome, "retreated")[0]["to"] == "F13"  # beside the foot on E13, towards its city


def test_an_enemy_pushed_by_a_friend_has_its_zone_where_it_is_now() -> None:
    """L-PUSH-1, L-RET-2: hex by hex, so the rider driven ahead does not bar the hex beside its old one."""
    outcome = play(
        turn="M",
        pieces={
            "D": {"E14": "F"},
            "K": {"F14": "F", "G14": "F"},
            "M": {"H14": "R", "C11": "R", "C17": "I"},
        },
        pacts=["KD", "KM"],
        orders={"M": ["I C17 * E14"]},
        dice=[5],
    )
    assert [event["flight"] for event in events(outcome, "vision")] == [3]
    pushed = [(event["unit"], event["from"], event["to"]) for event in events(outcome, "pushed", "retreated")]
    assert pushed == [("R", "H14", "K14"), ("F", "G14", "J14"), ("F", "F14", "I14"), ("F", "E14", "H14")]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        pytest.param({"pieces": {"K": {"C14": ""}}}, '"" is no unit of K', id="no unit"),
        pytest.param({"pieces": {"K": {" ": "C"}}}, '" " is no hex', id="no hex"),
        pytest.param({"pieces": {"": {"C14": "C"}}}, '"" is no people', id="no people"),
        pytest.param({"cities": {"K": {"A01": ""}}}, "A01: a city stands on land", id="a city in the sea"),
    ],
)
def test_an_impossible_position_is_refused_in_a_sentence_with_a_subject(
    given: dict[str, Any], sentence: str
) -> None:
    """L-SETUP-3, L-SETUP-4"""
    with pytest.raises(BadScenario) as refused:
        play(turn="K", **given)
    assert str(refused.value).startswith(sentence)
