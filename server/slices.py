"""Long work of the server, done in slices, so that nobody else waits longer than a few milliseconds."""

import asyncio
import time
from collections.abc import Generator
from typing import TypeAlias, TypeVar

SLICE_SECONDS = 0.001

T = TypeVar("T")
Work: TypeAlias = Generator[None, None, T]
"""Work that yields wherever it may be interrupted, and returns its result."""


class Slices:
    """Does one slice of one work in each round of the loop. Several works take turns."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def run(self, work: Work[T]) -> T:
        """The result of this work. All that waits in the loop goes on between two slices of it."""
        while True:
            async with self._turn:
                until = time.perf_counter() + SLICE_SECONDS
                try:
                    next(work)
                    while time.perf_counter() < until:
                        next(work)
                except StopIteration as ended:
                    result: T = ended.value
                    return result
                await asyncio.sleep(0)


def at_once(work: Work[T]) -> T:
    """The result of this work, for a program that has nobody else to serve."""
    while True:
        try:
            next(work)
        except StopIteration as ended:
            result: T = ended.value
            return result
