"""A server in a thread, with a loop of its own, for tests that call our programs in their own process.

A program runs a loop of its own and handles signals, so it has to be called from the thread of the test.
"""

import asyncio
from collections.abc import Coroutine, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import AbstractAsyncContextManager, AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any, TypeVar

from server.app import App
from tests.kit.callers import PATIENCE, serving

T = TypeVar("T")


class Beside:
    """A server that runs while the test does something else."""

    def __init__(self, app: App, blocks: AsyncExitStack) -> None:
        self.app = app
        self.port = app.port
        self.address = f"127.0.0.1:{app.port}"
        self._blocks = blocks
        self._loop = asyncio.get_running_loop()
        self._is_over = asyncio.Event()

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something in the loop of the server, and wait for what comes of it."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    def open(self, block: AbstractAsyncContextManager[T]) -> T:
        """Enter a block in the loop of the server; it is left before the server ends."""
        return self.do(self._blocks.enter_async_context(block))

    async def until_stopped(self) -> None:
        await self._is_over.wait()

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._is_over.set)


@contextmanager
def serving_beside(folder: Path) -> Iterator[Beside]:
    started: Future[Beside] = Future()
    with ThreadPoolExecutor(1) as thread:
        running = thread.submit(lambda: asyncio.run(_serve(folder, started)))
        either: tuple[Future[Any], ...] = (started, running)
        wait(either, PATIENCE, FIRST_COMPLETED)
        if running.done():
            running.result()
        there = started.result(0)
        try:
            yield there
        finally:
            there.stop()
            running.result(PATIENCE)


async def _serve(folder: Path, started: Future[Beside]) -> None:
    async with serving(folder) as app, AsyncExitStack() as blocks:
        there = Beside(app, blocks)
        started.set_result(there)
        await there.until_stopped()
