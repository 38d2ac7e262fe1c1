"""How long rules and help of Zargos may take."""

from statistics import median

import pytest

from bench.zargos import suggest_times, turn_times


@pytest.mark.timing
def test_a_game_turn_with_six_peoples_takes_less_than_20_milliseconds() -> None:
    assert max(turn_times(1)) < 20


@pytest.mark.timing
@pytest.mark.parametrize("phase", ["attack", "reorganise"])
@pytest.mark.parametrize("people", ["D", "W", "S", "K"])
def test_suggestions_with_60_places_held_take_less_than_20_milliseconds(people: str, phase: str) -> None:
    assert median(suggest_times(people, phase)) < 20
