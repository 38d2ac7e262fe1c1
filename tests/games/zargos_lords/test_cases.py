"""The conformance cases of Zargo's Lords, each by its name, and the worked example of the rules."""

import json
from pathlib import Path
from typing import Any

import pytest

from server.games.api import BadScenario
from server.resolve import resolve_text
from tests.kit.zargos_lords import play

CASES: list[dict[str, Any]] = json.loads(
    Path(__file__).parents[2].joinpath("cases").joinpath("zargos_lords.json").read_text("utf-8")
)
PLAYED = [case for case in CASES if not case["expect"].get("error")]
MALFORMED = [case for case in CASES if case["expect"].get("error")]


def outcome_of(case: dict[str, Any]) -> dict[str, Any]:
    return resolve_text(json.dumps(case["scenario"]).encode(), "en")


def verdicts(lines: dict[str, Any]) -> dict[str, list[tuple[bool, str | None]]]:
    return {people: [(line["executed"], line["code"]) for line in found] for people, found in lines.items()}


def check_events(wanted: list[dict[str, Any]], told: list[dict[str, Any]]) -> None:
    """The events come in this order, perhaps with others between."""
    left = iter(told)
    for event in wanted:
        assert any(event.items() <= each.items() for each in left), event


@pytest.mark.parametrize("case", PLAYED, ids=[case["name"] for case in PLAYED])
def test_a_stored_case_comes_out_as_written(case: dict[str, Any]) -> None:
    outcome = outcome_of(case)
    for key, expected in case["expect"].items():
        if key == "events":
            check_events(expected, outcome["events"])
        elif key == "lines":
            assert verdicts(outcome["lines"]) == verdicts(expected)
        else:
            assert outcome[key] == expected, key


@pytest.mark.parametrize("case", PLAYED, ids=[case["name"] for case in PLAYED])
def test_a_lost_line_has_a_sentence_and_no_other_has_one(case: dict[str, Any]) -> None:
    """L-SHEET-6"""
    for line in (line for lines in outcome_of(case)["lines"].values() for line in lines):
        assert line["executed"] == (line["code"] is None) == (line["reason"] is None)
        assert not (line["reason"] or "").startswith(line["code"] or "?")


@pytest.mark.parametrize("case", MALFORMED, ids=[case["name"] for case in MALFORMED])
def test_a_malformed_case_is_refused(case: dict[str, Any]) -> None:
    with pytest.raises(BadScenario):
        outcome_of(case)


def test_all_the_shared_cases_are_here() -> None:
    assert len({case["name"] for case in CASES}) == len(CASES) >= 100


def test_the_worked_example_is_told_to_the_letter() -> None:
    """L-FIGHT-6"""
    outcome = play(
        turn="K",
        month=3,
        cities={"K": {"I18": "2F"}, "D": {"D09": "1F 1T"}},
        pieces={"K": {"C14": "C", "C15": "A", "H16": "F+G"}, "D": {"G14": "F", "H14": "D"}},
        orders={"K": ["C C14 F14 x G14", "A C15 C14 * H14", "F+G H16 G15", "F D02 D03 ; C F14 F13"]},
        dice=[6, 3],
    )
    lines = [(line["text"], line["code"]) for line in outcome.pop("lines")["K"]]
    assert lines == [
        ("C C14 F14 x G14", None),
        ("A C15 C14 * H14", None),
        ("F+G H16 G15", "zone"),
        ("F D02 D03", "no-piece"),
        ("C F14 F13", "moved"),
    ]
    said = {"retreat": "home", "push": "cheaper"}
    assert outcome == {
        "pieces": {"K": {"C14": "A", "F14": "C", "H16": "F+G"}, "D": {"H11": "F", "H14": "D"}},
        "cities": {"K": {"I18": "2F"}, "D": {"D09": "1F 1T"}},
        **{"hostages": {}, "vanished": {}, "stuck": {}, "pacts": [], "offered": [], "acted": []},
        "standing": {"K": said, "D": said},
        "count": {"K": 1, "D": 1},
        "next": {"phase": "turn", "seats": ["D"], "turn": "D", "month": 3, "part": 1},
        **{"over": False, "winner": None, "dice_used": 2, "dice_left": 0},
        "events": [
            {"event": "moved", "people": "K", "unit": "C", "from": "C14", "to": "F14", "cost": 3},
            {"event": "moved", "people": "K", "unit": "A", "from": "C15", "to": "C14", "cost": 1},
            {
                **{"event": "volley", "kind": "arrows", "from": ["C14"], "target": "H14", "dice": [6]},
                **{"hits": 3, "needed": 6, "eliminated": False},
            },
            {
                **{"event": "fought", "attackers": ["F14"], "targets": ["G14"], "attack": 12},
                **{"defence": 3, "difference": 9, "die": 3, "result": "D3"},
            },
            {"event": "retreated", "people": "D", "unit": "F", "from": "G14", "to": "H11"},
        ],
    }
