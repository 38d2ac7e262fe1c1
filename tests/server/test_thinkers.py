"""How many slow bots think at once, and what becomes of the others when one of them fails."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from server import bots
from server.app import Settings
from server.bots.slow import MOST_THINKERS, NotThought, SlowBots, thinkers
from server.games.dice import Dice
from server.games.power import POWER
from server.games.power.state import PowerOptions
from server.table.audience import BotJob
from tests.kit.callers import PATIENCE, serving

AT_ONCE = 0.001
pause: Any = getattr(signal, "pause", None)
"""A thought that never ends."""
needs_pause = pytest.mark.skipif(pause is None, reason="only POSIX has signal.pause")


@pytest.mark.parametrize(
    ("cores", "expected"), [(None, 1), (1, 1), (2, 1), (3, 2), (8, 7), (64, MOST_THINKERS)]
)
def test_one_core_is_left_to_the_tables(cores: int | None, expected: int) -> None:
    assert thinkers(cores) == expected


def test_the_levels_that_search_think_in_another_process() -> None:
    """No table waits for a bot that uses all its time."""
    assert {"general", "marshal"} <= bots.SLOW


@pytest.fixture
async def slow() -> AsyncIterator[SlowBots]:
    """One process, in which nobody is in a hurry."""
    slow = SlowBots(2.0, count=1)
    slow.waiting = slow.thinking = PATIENCE
    yield slow
    slow.stop()


async def begin_endless(slow: SlowBots, seconds: float) -> asyncio.Task[Any]:
    """A bot that thinks for ever, and may do so for these seconds. The next ones have more time."""
    slow.thinking = seconds
    begun = asyncio.create_task(slow.run(pause))
    await asyncio.sleep(0)
    slow.thinking = PATIENCE
    return begun


@needs_pause
@pytest.mark.slow
async def test_bots_that_wait_behind_one_that_never_ends_think_all_the_same(slow: SlowBots) -> None:
    endless = await begin_endless(slow, seconds=0.2)
    others = [asyncio.create_task(slow.run(os.getpid)) for _ in range(3)]
    with pytest.raises(NotThought, match="thinks too long"):
        await endless
    assert os.getpid() not in await asyncio.gather(*others)


@needs_pause
@pytest.mark.slow
async def test_a_bot_that_gives_up_waiting_ends_nobody_elses_thought(slow: SlowBots) -> None:
    endless = await begin_endless(slow, seconds=PATIENCE)
    slow.waiting = AT_ONCE
    with pytest.raises(NotThought, match="too many bots"):
        await slow.run(os.getpid)
    assert not endless.done()
    slow.stop()
    with pytest.raises(NotThought, match="has ended"):
        await endless


@needs_pause
@pytest.mark.slow
async def test_processes_that_end_take_no_later_ones_with_them() -> None:
    """One of two never ends, so both processes end. The second bot hears of it after the third began."""
    slow = SlowBots(2.0, count=2)
    endless = [await begin_endless(slow, seconds=0.2), await begin_endless(slow, seconds=PATIENCE)]
    third = asyncio.create_task(slow.run(os.getppid))
    for each in endless:
        with pytest.raises(NotThought):
            await each
    assert await third == os.getpid()
    slow.stop()


@needs_pause
@pytest.mark.slow
async def test_a_bot_whose_table_has_gone_stops_thinking_about_it(slow: SlowBots) -> None:
    asked = await begin_endless(slow, seconds=PATIENCE)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked


@needs_pause
@pytest.mark.slow
async def test_a_quick_level_writes_where_a_slow_one_gets_no_turn(tmp_path: Path) -> None:
    state = POWER.setup(PowerOptions(players=2), Dice(1))
    seat, owed = next(iter(POWER.phase(state).owing.items()))
    job = BotJob(1, seat, 1, "marshal", POWER.view(state, seat), owed, 7)
    async with serving(tmp_path) as app:
        slow = app._slow_bots = SlowBots(2.0, count=1)
        endless = await begin_endless(slow, seconds=PATIENCE)
        slow.waiting = AT_ONCE
        written = await app._think("power", job)
        assert written == bots.think("power", "captain", job.view, owed, 7)
        slow.stop()
        with pytest.raises(NotThought):
            await endless


def test_a_slow_level_has_two_seconds() -> None:
    assert Settings(database=Path("qg.db")).bot_seconds == 2.0
