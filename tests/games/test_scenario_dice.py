"""Scenarios take dice: faces in the order in which they are thrown."""

import json
from typing import Any

import pytest

from server.games.api import BadScenario
from server.games.scenario_dice import ScenarioDice, read_dice
from server.resolve import resolve_text

ROUND: dict[str, Any] = {
    "game": "power",
    "referee": "V",
    "pieces": {"V": {"V0": "1T"}},
    "orders": {"V": ["T V0 IX"]},
}


def test_dice_show_the_faces_given_in_their_order() -> None:
    dice = ScenarioDice([6, 1, 3])
    assert [dice.roll(6) for _ in range(3)] == [6, 1, 3]
    assert dice.left == 0


def test_running_out_of_dice_is_a_sentence() -> None:
    dice = ScenarioDice([6])
    dice.roll(6)
    with pytest.raises(BadScenario, match='"dice" has 1 faces, and throw 2 needs one more, from 1 to 4'):
        dice.roll(4)


@pytest.mark.parametrize("face", [0, 7, -1])
def test_a_face_that_the_die_does_not_have_is_a_sentence(face: int) -> None:
    with pytest.raises(BadScenario, match=f"throw 1 is from 1 to 6, and {face} is given"):
        ScenarioDice([face]).roll(6)


@pytest.mark.parametrize("given", [None, 6, "6", {"a": 1}, [1.5], ["1"], [True], [1] * 10_001], ids=repr)
def test_what_are_no_dice_is_refused(given: object) -> None:
    with pytest.raises(BadScenario, match="must be a list"):
        read_dice(given)


def test_resolve_tells_how_many_dice_were_not_thrown() -> None:
    """POWER throws none."""
    plain = resolve_text(json.dumps(ROUND).encode(), "en")
    with_dice = resolve_text(json.dumps({**ROUND, "dice": [6, 6]}).encode(), "en")
    assert with_dice == {**plain, "dice_left": 2}
