"""Slow levels think in other processes, one bot in each, and no bot that fails takes the work of another."""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

MOST_THINKERS = 8
"""More processes than this would take memory for bots that are seldom all asked at once."""
PATIENCE = 4
"""A bot may think so many times longer than it was told to, before its process is ended."""
STARTING = 5.0
"""So many seconds are allowed besides: a process has to start first."""
QUEUE = 10
"""A bot waits for so many others to think before it, if each takes its time."""

Written = TypeVar("Written")


class NotThought(Exception):
    """A slow bot has written nothing. The text says why."""


def thinkers(cores: int | None) -> int:
    """How many slow bots think at once: one core is left to the tables, and there is at least one thinker."""
    return min(MOST_THINKERS, max(1, (cores or 1) - 1))


class SlowBots:
    """The processes of one server. They are started when the first bot is to think in them.

    A process gets the next bot when it has done with the last one. So the time in which a bot thinks is
    measured without that in which it waits, and if processes are ended, no bot is in a queue of theirs.
    """

    def __init__(self, seconds: float, count: int | None = None) -> None:
        self._count = count or thinkers(os.cpu_count())
        self._places = asyncio.Semaphore(self._count)
        self.waiting = QUEUE * seconds + STARTING
        """After so many seconds a bot gives up waiting for its turn."""
        self.thinking = PATIENCE * seconds + STARTING
        """After so many seconds in which a bot has thought, its process is ended."""
        self._pool: ProcessPoolExecutor | None = None

    async def run(self, think: Callable[..., Written], *work: Any) -> Written:
        """What the bot writes. NotThought if it waits or thinks for too long, or if its process ends."""
        try:
            async with asyncio.timeout(self.waiting):
                await self._places.acquire()
        except TimeoutError:
            raise NotThought("too many bots think already") from None
        try:
            return await self._think(self._processes(), think, *work)
        finally:
            self._places.release()

    async def _think(self, pool: "ProcessPoolExecutor", think: Callable[..., Written], *work: Any) -> Written:
        try:
            async with asyncio.timeout(self.thinking):
                return await asyncio.get_running_loop().run_in_executor(pool, think, *work)
        except TimeoutError:
            reason = "a bot thinks too long"
        except BrokenExecutor:
            reason = "a process in which bots think has ended"
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task and task.cancelling():
                raise
            reason = "processes were ended before the bot could begin"
        self._end(pool)
        raise NotThought(reason)

    def _processes(self) -> "ProcessPoolExecutor":
        if self._pool is None:
            from server.bots.processes import thinking_processes  # most servers never need them

            self._pool = thinking_processes(self._count)
        return self._pool

    def _end(self, pool: "ProcessPoolExecutor", *, wait: bool = False) -> None:
        """End these processes. Others that were started since go on."""
        if self._pool is pool:
            self._pool = None
        for process in list((pool._processes or {}).values()):
            process.terminate()
        pool.shutdown(wait=wait, cancel_futures=True)

    def stop(self) -> None:
        if self._pool:
            self._end(self._pool, wait=True)
