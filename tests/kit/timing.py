"""Limits of time: a test that has them runs in the suite without them, and with them by `make timing`.

How long something takes says as much of the machine as of the program. So the suite checks that it happens,
and `make timing`, alone on a quiet machine, that it happens soon enough.
"""

import math

import pytest
from _pytest.mark import ParameterSet

ANY_TIME = math.inf


def timed(*values: object) -> ParameterSet:
    """The values of a case that `make timing` alone runs: among them the limits."""
    named = "-".join(str(value) for value in values)
    return pytest.param(*values, marks=pytest.mark.timing, id=f"timed-{named}")
