"""How much random play a test does: some in the suite, and many times as much with `make long`.

In the suite the examples are the same in every run. With `make long` they are new each time, and `TIMES=50`
says how many times as many there are.
"""

import os

import pytest
from hypothesis import settings

TIMES = int(os.environ.get("QG_LONG", "1"))

long = pytest.mark.long
"""For a test, or for a whole file, that `make long` runs."""


def examples(count: int) -> settings:
    """So many examples in the suite."""
    return settings(deadline=None, max_examples=count * TIMES, derandomize=TIMES == 1)
