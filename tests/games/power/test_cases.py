"""The conformance cases, each by its name."""

import json
from pathlib import Path
from typing import Any

import pytest

from server.games import GAMES

CASES: list[dict[str, Any]] = json.loads(
    Path(__file__).parents[2].joinpath("cases").joinpath("power.json").read_text("utf-8")
)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_stored_case_comes_out_as_written(case: dict[str, Any]) -> None:
    outcome = GAMES["power"].scenario(case["scenario"], "en")
    expected = case["expect"]
    executed = {army: [order["executed"] for order in orders] for army, orders in outcome["orders"].items()}
    assert list(executed.items()) == list(expected["executed"].items())
    for key in ("pieces", "flags", "eliminated", "winner"):
        assert outcome[key] == expected[key], key


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_case_gives_a_reason_for_each_lost_order_and_no_other(case: dict[str, Any]) -> None:
    """P-SHEET-7"""
    outcome = GAMES["power"].scenario(case["scenario"], "en")
    for army, orders in outcome["orders"].items():
        assert [order["text"] for order in orders] == case["scenario"]["orders"].get(army, [])
        assert all((order["reason"] is None) == order["executed"] for order in orders)


def test_all_the_shared_cases_are_here() -> None:
    assert len({case["name"] for case in CASES}) == len(CASES) >= 63
