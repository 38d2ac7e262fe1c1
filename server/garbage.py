"""When Python searches for garbage: when no bell is near, because a full search holds up all tables, and not
while a bot thinks."""

import asyncio
import gc
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager

SEARCH_SECONDS = 600.0
"""A full search comes after so many seconds. Connections that end leave no garbage for it."""
QUIET_SECONDS = 2.0
"""No bell rings for so long after the moment that is chosen."""
YOUNG, MIDDLE, NEVER = 700, 10, 1_000_000
"""Young objects are searched after so many new ones, as Python does; a full search never comes by itself."""
SWITCH_SECONDS = 0.0005
"""After so long a thread that reads the disk lets the loop go on, which has to ring bells and to answer."""


@asynccontextmanager
async def spared_loop(next_bell: Callable[[], float | None]) -> AsyncIterator[None]:
    """Within this block neither the collector nor a thread holds up the loop for long at a bad moment.

    `next_bell` tells the time of the loop at which the next bell of any table rings.
    """
    before, switching = gc.get_threshold(), sys.getswitchinterval()
    gc.freeze()  # what was loaded at the start stays: it need not be searched, not even now
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    sys.setswitchinterval(SWITCH_SECONDS)
    searching = asyncio.create_task(_search_now_and_then(next_bell), name="garbage")
    try:
        yield
    finally:
        searching.cancel()
        sys.setswitchinterval(switching)
        gc.set_threshold(*before)
        gc.unfreeze()


@contextmanager
def unsearched() -> Iterator[None]:
    """Within this block Python does not search for garbage.

    A bot that searches for a plan makes a hundred thousand objects and keeps them until it has found one. To
    look through them again and again would take a tenth of its time, and there is no garbage among them.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


async def _search_now_and_then(next_bell: Callable[[], float | None]) -> None:
    wait = SEARCH_SECONDS
    while True:
        await asyncio.sleep(wait)
        if is_near(next_bell(), asyncio.get_running_loop().time()):
            wait = QUIET_SECONDS
        else:
            gc.collect()
            wait = SEARCH_SECONDS


def is_near(bell: float | None, now: float) -> bool:
    return bell is not None and bell - now < QUIET_SECONDS
