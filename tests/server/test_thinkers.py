"""How many slow bots think at once."""

import pytest

from server import bots
from server.bots.processes import MOST_THINKERS, thinkers


@pytest.mark.parametrize(
    ("cores", "expected"), [(None, 1), (1, 1), (2, 1), (3, 2), (8, 7), (64, MOST_THINKERS)]
)
def test_one_core_is_left_to_the_tables(cores: int | None, expected: int) -> None:
    assert thinkers(cores) == expected


def test_the_levels_that_search_think_in_another_process() -> None:
    """No table waits for a bot that uses all its time."""
    assert {"general", "marshal"} <= bots.SLOW
