"""The conformance cases of Argad, each by its name, and the worked example of the rules."""

import json
from pathlib import Path
from typing import Any

import pytest

from server.games.api import BadScenario
from server.resolve import resolve_text
from tests.kit.argad import play

CASES: list[dict[str, Any]] = json.loads(
    Path(__file__).parents[2].joinpath("cases").joinpath("argad.json").read_text("utf-8")
)
PLAYED = [case for case in CASES if not case["expect"].get("error")]
MALFORMED = [case for case in CASES if case["expect"].get("error")]


def outcome_of(case: dict[str, Any]) -> dict[str, Any]:
    return resolve_text(json.dumps(case["scenario"]).encode(), "en")


def check(expected: Any, found: Any, where: str) -> None:
    """An object holds at least these keys; a list has this length, element by element."""
    if isinstance(expected, dict):
        for key, value in expected.items():
            assert key in found, f"{where}.{key}"
            check(value, found[key], f"{where}.{key}")
    elif isinstance(expected, list):
        assert len(expected) == len(found), where
        for number, value in enumerate(expected):
            check(value, found[number], f"{where}[{number}]")
    else:
        assert found == expected, where


def is_like(expected: dict[str, Any], event: dict[str, Any]) -> bool:
    return all(event.get(key, ...) == value for key, value in expected.items())


def check_events(wanted: list[dict[str, Any]], told: list[dict[str, Any]]) -> None:
    """The events come in this order, perhaps with others between."""
    left = iter(told)
    for event in wanted:
        assert any(is_like(event, each) for each in left), event


@pytest.mark.parametrize("case", PLAYED, ids=[case["name"] for case in PLAYED])
def test_a_stored_case_comes_out_as_written(case: dict[str, Any]) -> None:
    outcome = outcome_of(case)
    for key, expected in case["expect"].items():
        if key == "events":
            check_events(expected, outcome["events"])
        elif key == "absent":
            assert not set(expected) & set(outcome["units"])
        else:
            check(expected, outcome[key], key)


@pytest.mark.parametrize("case", MALFORMED, ids=[case["name"] for case in MALFORMED])
def test_a_malformed_case_is_refused(case: dict[str, Any]) -> None:
    with pytest.raises(BadScenario):
        outcome_of(case)


def test_all_the_shared_cases_are_here() -> None:
    assert len({case["name"] for case in CASES}) == len(CASES) == 173


def blows(by: str, on: str, *dice: tuple[int, str]) -> list[dict[str, Any]]:
    return [{"e": "blow", "by": by, "on": on, "die": die, "mod": 0, "result": result} for die, result in dice]


def test_the_worked_example_is_told_to_the_letter() -> None:
    """A-MELEE-10: set spears cancel the charge."""
    outcome = play(
        seat="H",
        dice=[2, 1, 2, 3, 4, 6, 5, 4, 3, 1],
        units={"1S": {"at": "K5", "figs": "4SP"}, "1H": {"at": "K9", "figs": "4MS"}},
        sheets=[{"seat": "H", "lines": ["C 1 1S +"]}],
    )
    test = {"e": "test", "passed": True}
    assert outcome == {
        "lines": [{"seat": "H", "phase": "card", "text": "C 1 1S +", "executed": True, "code": None}],
        "units": {
            "1H": {
                **{"at": "K7", "figs": "2MS", "wear": 1, "state": "ready", "acts": 1},
                **{"fought": True, "moved": True, "lost": ["MS", "MS"]},
            },
            "1S": {
                **{"at": "K5", "figs": "3SP", "wear": 1, "state": "ready", "acts": 0},
                **{"attacked": 1, "fought": True, "lost": ["SP"]},
            },
        },
        **{"gone": {}, "banners": {}, "vp": {"black": 24, "red": 5}, "next": {"phase": "draw"}},
        **{"winner": None, "over": False, "dice_left": 0, "jokers": 0},
        "events": [
            {"e": "moved", "unit": "1H", "path": ["K9", "J8", "J7", "J6"]},
            {**test, "unit": "1S", "causes": ["cavalry"], "need": 3, "die": 2},
            *blows("1H", "1S", (1, "miss"), (2, "miss"), (3, "recoil"), (4, "kill")),
            *blows("1S", "1H", (6, "kill"), (5, "kill"), (4, "recoil"), (3, "recoil")),
            {"e": "losses", "unit": "1S", "figs": "SP", "left": 3},
            {"e": "losses", "unit": "1H", "figs": "2MS", "left": 2},
            {"e": "melee", "attacker": "1H", "defender": "1S", "score": [3, 6], "winner": "1S"},
            {"e": "wear", "unit": "1H", "by": 1, "why": "melee", "now": 1},
            {"e": "wear", "unit": "1S", "by": 1, "why": "melee", "now": 1},
            {**test, "unit": "1H", "causes": ["losses", "lost"], "need": 2, "die": 1},
            {"e": "recoiled", "unit": "1H", "to": "K7"},
        ],
    }
