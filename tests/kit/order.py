"""In which order the suite runs where several workers share it.

Each worker begins with an equal part of the tests in their order, and takes over tests from the end of
another's part when its own are done. So the parts begin with the files that take long, each file in one part,
and end with quick tests, which are easily shared out.
"""

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Protocol, TypeVar


class Test(Protocol):
    """As much of a test of pytest as is needed here."""

    @property
    def path(self) -> Path: ...

    def get_closest_marker(self, name: str, /) -> object: ...


T = TypeVar("T", bound=Test)
TOGETHER = ("web", "postgres", "repository")
"""Folders whose tests one worker runs: every other would start a browser and a database of its own, and read
all sources again."""


def dealt_out(items: Sequence[T], workers: int) -> list[T]:
    """The same tests, so that every worker's part has some of the long files at its beginning.

    Every second worker has its long files in reverse. So while one calculates, as bots do, another waits, as
    servers do, and the processor is idle less often.
    """
    heads: list[list[list[T]]] = [[] for _ in range(workers)]
    quick: list[T] = []
    turn = 0
    for _, group in groupby(items, key=lambda item: item.path):
        tests = list(group)
        if tests[0].path.parent.name in TOGETHER:
            heads[0].append(tests)
        elif any(test.get_closest_marker("slow") for test in tests):
            turn += 1
            heads[turn % (workers - 1) + 1 if workers > 1 else 0].append(tests)
        else:
            quick += tests
    for head in heads[1::2]:
        head.reverse()
    return _filled_up([[test for tests in head for test in tests] for head in heads], quick)


def _filled_up(heads: list[list[T]], quick: list[T]) -> list[T]:
    """Parts of one size: each head, and behind it as many quick tests as have room."""
    total = len(quick) + sum(map(len, heads))
    ordered: list[T] = []
    for number, head in enumerate(heads, start=1):
        ordered += head
        room = max(0, total * number // len(heads) - len(ordered))
        ordered += quick[:room]
        del quick[:room]
    return ordered + quick
