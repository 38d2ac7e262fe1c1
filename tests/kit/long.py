"""How much random play a test does: some in the suite, and many times as much with `make long`.

In the suite the examples are the same in every run. With `make long` they are new each time, and `TIMES=50`
says how many times as many there are.
"""

import os
from collections.abc import Iterable, Sequence
from itertools import product
from typing import TypeVar

import pytest
from hypothesis import settings

S = TypeVar("S")
T = TypeVar("T")
TIMES = int(os.environ.get("QG_LONG", "1"))

long = pytest.mark.long
"""For a test, or for a whole file, that `make long` runs."""


def some_pairs(firsts: Iterable[T], seconds: Iterable[S], start: int = 0) -> list[tuple[T, S]]:
    """Every second pair of these, as the fields of one colour on a chessboard; with `make long` all."""
    every = product(enumerate(firsts), enumerate(seconds))
    return [(first, second) for (x, first), (y, second) in every if TIMES > 1 or (x + y + start) % 2 == 0]


def some(things: Sequence[T], part: int) -> Sequence[T]:
    """One in so many of these; with `make long` all."""
    return things[:: part if TIMES == 1 else 1]


def in_turn(things: Sequence[T], number: int, part: int = 2) -> Sequence[T]:
    """One in so many of these, and others for the next number; with `make long` all."""
    return things[number % part :: part] if TIMES == 1 else things


def some_seeds(count: int) -> range:
    """So many seeds of chance in the suite, and many times as many with `make long`."""
    return range(count * TIMES)


def examples(count: int) -> settings:
    """So many examples in the suite."""
    return settings(deadline=None, max_examples=count * TIMES, derandomize=TIMES == 1)
