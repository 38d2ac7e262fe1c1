"""Single attacks, overruns, launches and vanishing monks: what they do, and why such lines are lost."""

from typing import Any

import pytest

from protocol.views.zargos_lords.board import TERRAIN
from server.games.zargos_lords.monks import FARTHEST, steps_from
from tests.kit.zargos_lords import codes, events, play

FAR = {"M": {"S04": "F"}}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        pytest.param("F C16 ! D16", "no-single", id="a foot does not strike singly"),
        pytest.param("H E14 ! F14", "ally", id="an ally is no target"),
        pytest.param("H E14 ! I14", "not-adjacent", id="the target is not beside it"),
        pytest.param("H E14 D16 ! D17", "whirlpool", id="the target is held"),
        pytest.param("H E14 ! D13", "too-weak", id="the difference is below -4"),
        pytest.param("H E14 ! D14", "no-target", id="nobody is there"),
        pytest.param("H E14 ! K14", "city", id="a city is no target"),
        pytest.param("L C14 ! D14", "no-piece", id="nobody strikes"),
    ],
)
def test_why_a_single_attack_is_lost(line: str, code: str) -> None:
    """L-SINGLE-5, L-SHEET-6"""
    outcome = play(
        turn="W",
        pacts=["KW"],
        pieces={
            "W": {"E14": "H", "C16": "F"},
            "K": {"F14": "F"},
            "D": {"I14": "F", "D17": "F", "D13": "D"},
            **FAR,
        },
        cities={"D": {"K14": "1F"}},
        orders={"W": [line]},
    )
    assert codes(outcome, "W") == [code]
    assert outcome["pieces"]["W"] == {"C16": "F", "E14": "H"}


@pytest.mark.parametrize(
    ("beyond", "cities", "reason"),
    [
        pytest.param("A14", {}, "no-way", id="the sea"),
        pytest.param("H14", {"H14": "4F"}, "full", id="an own city that is full"),
        pytest.param("I14", {}, "occupied", id="another people's unit"),
    ],
)
def test_who_won_alone_and_finds_its_way_barred_stays(
    beyond: str, cities: dict[str, str], reason: str
) -> None:
    """L-SINGLE-2"""
    outcome = play(
        turn="W",
        pieces={"W": {"E14": "H"}, "K": {"F14": "A", "I14": "F"}, **FAR},
        cities={"W": cities},
        orders={"W": [f"H E14 ! F14 {beyond}"]},
        dice=[6],
    )
    assert codes(outcome, "W") == [None]
    assert events(outcome, "stopped") == [
        {"event": "stopped", "people": "W", "unit": "H", "at": "E14", "reason": reason}
    ]
    assert outcome["pieces"]["W"] == {"E14": "H"}


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        pytest.param(["S K14 >> K11"], "no-piece", id="nobody is there"),
        pytest.param(["S C14 D14 ! E14", "S D14 >> H14"], "moved", id="it has struck"),
        pytest.param(["F C16 >> E16"], "no-single", id="a foot does not overrun"),
        pytest.param(["S C14 >> F15"], "not-straight", id="the line is bent"),
        pytest.param(["S C14 >> L14"], "too-far", id="nine hexes"),
    ],
)
def test_why_an_overrun_is_lost(lines: list[str], code: str) -> None:
    """L-OVER-1, L-OVER-2, L-SHEET-6"""
    outcome = play(
        turn="D",
        pieces={"D": {"C14": "S", "C16": "F"}, "K": {"E14": "A"}, **FAR},
        orders={"D": lines},
        dice=[6],
    )
    assert codes(outcome, "D")[-1] == code


def overrun(line: str, serpent: str, dice: list[int], **scenario: Any) -> dict[str, Any]:
    enemies = scenario.pop("enemies", {})
    pieces = {"D": {serpent: "S"}, "K": enemies, **FAR}
    return play(turn="D", pieces=pieces, orders={"D": [line]}, dice=dice, **scenario)


@pytest.mark.parametrize(
    ("line", "serpent", "scene", "at", "reason"),
    [
        pytest.param(
            "S E14 >> J14", "E14", {"cities": {"K": {"G14": ""}}}, "F14", "city", id="a city, though empty"
        ),
        pytest.param(
            "S G12 >> K12", "G12", {"enemies": {"I12": "F"}}, "H12", "whirlpool", id="an occupied whirlpool"
        ),
        pytest.param(
            "S C15 >> H15",
            "C15",
            {"enemies": {"F15": "C", "F14": "G"}},
            "E15",
            "too-weak",
            id="an enemy below -4",
        ),
    ],
)
def test_what_stops_a_serpent(line: str, serpent: str, scene: dict[str, Any], at: str, reason: str) -> None:
    """L-OVER-2"""
    outcome = overrun(line, serpent, [], **scene)
    assert codes(outcome, "D") == [None]
    (stopped,) = events(outcome, "stopped")
    assert (stopped["at"], stopped["reason"]) == (at, reason)


def test_a_free_whirlpool_takes_a_serpent() -> None:
    """L-OVER-2, L-WHIRL-1"""
    outcome = overrun("S G12 >> K12", "G12", [])
    assert (outcome["pieces"]["D"], outcome["stuck"]) == ({"I12": "S"}, {"I12": 3})


def test_a_beaten_serpent_goes_back_and_is_done() -> None:
    """L-OVER-2"""
    outcome = overrun("S E14 >> J14", "E14", [1], enemies={"F14": "F", "H14": "F"})
    assert [event["result"] for event in events(outcome, "fought")] == ["A3"]
    assert len(events(outcome, "retreated")) == 1


@pytest.mark.parametrize(
    ("line", "code"),
    [
        pytest.param("F C14 * G14", "no-launch", id="a foot launches nothing"),
        pytest.param("A C15 * H15", "ally", id="an ally is no target"),
        pytest.param("D C14 * G14 H14", "no-piece", id="no dragon is there"),
        pytest.param("A C15 D15 * H15 E15", "unreadable", id="nobody moves both before and after a launch"),
        pytest.param("F C14 x D14 D14", "unreadable", id="a target named twice"),
    ],
)
def test_why_a_launch_is_lost(line: str, code: str) -> None:
    """L-SHEET-6, L-ARROW-1, L-FLAME-3"""
    pieces = {"K": {"C14": "F", "C15": "A"}, "D": {"G14": "F"}, "W": {"H15": "F"}, **FAR}
    outcome = play(turn="K", pacts=["KW"], pieces=pieces, orders={"K": [line]})
    assert codes(outcome, "K") == [code]


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        pytest.param(["O C14 ?"], "no-piece", id="no monk is there"),
        pytest.param(["O F14 G14", "O G14 ?"], "moved", id="he has acted"),
        pytest.param(["R D14 ?"], "no-vanish", id="a rider does not vanish"),
    ],
)
def test_why_a_monk_does_not_vanish(lines: list[str], code: str) -> None:
    """L-VAN-1"""
    outcome = play(turn="M", pieces={"M": {"F14": "O", "D14": "R"}, "K": {"S20": "F"}}, orders={"M": lines})
    assert codes(outcome, "M")[-1] == code


def test_a_monk_vanishes_out_of_a_city() -> None:
    """L-VAN-1"""
    outcome = play(
        turn="M", pieces={"K": {"S20": "F"}}, cities={"M": {"F14": "1O 1F"}}, orders={"M": ["O F14 ?"]}
    )
    assert (outcome["cities"], outcome["vanished"]) == ({"M": {"F14": "1F"}}, {"F14": 1})


def test_two_monks_of_one_marker_come_back_one_after_the_other() -> None:
    """L-VAN-2, L-VAN-3"""
    outcome = play(turn="M", pieces={"K": {"S20": "F"}}, vanished={"F14": 2}, orders={"M": ["O F14 = H14"]})
    assert (outcome["pieces"]["M"], outcome["vanished"]) == ({"F14": "O", "H14": "O"}, {})


def test_a_monk_without_a_free_hex_is_eliminated() -> None:
    """L-VAN-3"""
    near = (at for at, far in steps_from(False, "G04").items() if far <= FARTHEST and TERRAIN[at] != "@")
    outcome = play(turn="M", pieces={"K": dict.fromkeys(near, "F")}, vanished={"G04": 1}, players=["K", "M"])
    assert events(outcome, "eliminated") == [
        {"event": "eliminated", "people": "M", "unit": "O", "at": "G04", "cause": "vanished"}
    ]
    assert (outcome["over"], outcome["winner"]) == (True, "K")
