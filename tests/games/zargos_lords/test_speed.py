"""How long rules and help of Zargo's Lords may take."""

from statistics import median

import pytest

from bench.zargos_lords import MOST_PIECES, move_times, suggest_times


@pytest.mark.timing
def test_a_move_with_62_pieces_takes_less_than_15_milliseconds() -> None:
    assert median(move_times(MOST_PIECES)) < 15


@pytest.mark.timing
@pytest.mark.parametrize("people", ["K", "D", "W", "M"])
def test_suggestions_in_the_full_game_take_less_than_25_milliseconds(people: str) -> None:
    assert median(suggest_times(people)) < 25
