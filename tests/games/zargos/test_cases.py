"""The conformance cases of Zargos, each by its name, and the worked example of the rules."""

import json
from pathlib import Path
from typing import Any

import pytest

from server.games.api import BadScenario
from server.resolve import resolve_text

CASES: list[dict[str, Any]] = json.loads(
    Path(__file__).parents[2].joinpath("cases").joinpath("zargos.json").read_text("utf-8")
)
PLAYED = [case for case in CASES if not case["expect"].get("error")]
MALFORMED = [case for case in CASES if case["expect"].get("error")]
AS_SETS = ("out", "exempt")


def outcome_of(case: dict[str, Any]) -> dict[str, Any]:
    """The outcome, with the verdicts on lines as the cases write them."""
    outcome = resolve_text(json.dumps(case["scenario"]).encode(), "en")
    verdicts = {"executed": "executed", "codes": "code"}
    for key, field in verdicts.items():
        outcome[key] = [
            {people: [line[field] for line in lines] for people, lines in phase["sheets"].items()}
            for phase in outcome["phases"]
        ]
    outcome["keys"] = [phase["phase"] for phase in outcome["phases"]]
    return outcome


def comparable(key: str, value: Any) -> Any:
    if key == "next" and value is not None:
        return value | {"owing": set(value["owing"])}
    return set(value) if key in AS_SETS else value


@pytest.mark.parametrize("case", PLAYED, ids=[case["name"] for case in PLAYED])
def test_a_stored_case_comes_out_as_written(case: dict[str, Any]) -> None:
    outcome = outcome_of(case)
    for key, expected in case["expect"].items():
        assert comparable(key, outcome[key]) == comparable(key, expected), key


@pytest.mark.parametrize("case", PLAYED, ids=[case["name"] for case in PLAYED])
def test_a_case_gives_a_reason_for_each_lost_line_and_no_other(case: dict[str, Any]) -> None:
    """Z-PHASE-9"""
    for phase in outcome_of(case)["phases"]:
        for line in (line for lines in phase["sheets"].values() for line in lines):
            assert line["executed"] == (line["code"] is None) == (line["reason"] is None)
            assert not (line["reason"] or "").startswith(line["code"] or "?")


@pytest.mark.parametrize("case", MALFORMED, ids=[case["name"] for case in MALFORMED])
def test_a_malformed_case_is_refused(case: dict[str, Any]) -> None:
    with pytest.raises(BadScenario):
        outcome_of(case)


def test_all_the_shared_cases_are_here() -> None:
    assert len({case["name"] for case in CASES}) == len(CASES) >= 117


def test_the_worked_example_is_told_to_the_letter() -> None:
    """Z-COMBAT-5"""
    scenario = {
        "game": "zargos",
        "phase": "attack",
        "active": "K",
        "order": ["K", "S"],
        "turn": 3,
        "units": {"K": {"BZ5": 8}, "S": {"TA1": 3, "TA3": 4}},
        "hands": {"S": ["WAR"]},
        "sheets": [{"K": ["ALL BZ5 TA1", "2 BZ5 TA3"]}, {"S": ["WAR TA1"]}],
        "dice": [6, 5, 1, 2, 3, 4, 4, 5, 2, 1],
    }
    outcome = resolve_text(json.dumps(scenario).encode(), "en")
    pile = outcome.pop("pile")
    assert (len(pile), pile[:1], pile[-1:]) == (40, ["WAR"], ["WAR"])
    good = {"executed": True, "code": None, "reason": None}
    far = {"executed": False, "code": "too-far", "reason": "TA3 is no neighbour of BZ5"}
    assert json.loads(json.dumps(outcome)) == {
        "phases": [
            {
                "phase": "attack",
                "sheets": {"K": [{"text": "ALL BZ5 TA1", **good}, {"text": "2 BZ5 TA3", **far}]},
            },
            {"phase": "defence", "sheets": {"S": [{"text": "WAR TA1", **good}]}},
        ],
        "units": {"K": {"BZ5": 1, "TA1": 7}, "S": {"TA3": 4}},
        "boats": {},
        "hands": {},
        "kingdoms": {},
        "master": None,
        "order": ["K", "S"],
        "active": "K",
        "turn": 3,
        "curse": None,
        "exempt": [],
        "winds": [],
        "reroll": [2, 5],
        "points": {},
        "combats": [],
        "out": [],
        "next": {"phase": "attack", "owing": ["K"]},
        "winner": None,
        "dice_left": 0,
        "events": [
            {"kind": "moved", "people": "K", "number": 7, "from": "BZ5", "to": "TA1", "over": []},
            {"kind": "war", "people": "S", "at": "TA1"},
            {
                **{"kind": "round", "at": "TA1", "striker": "S", "dice": [[6, 5], [1, 2, 3]]},
                **{"rerolled": None, "strike": 9, "parry": 10, "loss": 0},
            },
            {
                **{"kind": "round", "at": "TA1", "striker": "K", "dice": [[4, 4, 5], [2, 1]]},
                **{"rerolled": None, "strike": 12, "parry": 3, "loss": 3},
            },
            {"kind": "captured", "at": "TA1", "by": "K", "from": "S", "left": 7},
        ],
    }
