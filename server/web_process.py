"""The page for browsers beside a server: a process of its own, so that no error in it touches a table."""

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from server import logs

MOST_RESTARTS = 20
RESTART_SECONDS = 2.0
STOP_SECONDS = 3.0


@contextlib.asynccontextmanager
async def web_process(words: Sequence[str]) -> AsyncIterator[None]:
    """The page is served as long as the block lasts. If its process dies, another one takes its place."""
    watching = asyncio.create_task(_keep_running(words), name="page for browsers")
    try:
        yield
    finally:
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)


async def _keep_running(words: Sequence[str]) -> None:
    for _ in range(MOST_RESTARTS):
        process = await _start(words)
        try:
            status = await process.wait()
        except asyncio.CancelledError:
            await _stop(process)
            raise
        logs.info("the page for browsers has ended", status=status)
        await asyncio.sleep(RESTART_SECONDS)


async def _start(words: Sequence[str]) -> asyncio.subprocess.Process:
    root = str(Path(__file__).parents[1])
    path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH", "")]))
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "client", "web", *words, "--until-eof"),
        stdin=asyncio.subprocess.PIPE,  # it closes when we end, however we end
        env={**os.environ, "PYTHONPATH": path},
        start_new_session=True,
    )


async def _stop(process: asyncio.subprocess.Process) -> None:
    assert process.stdin
    process.stdin.close()
    try:
        # Not asyncio.timeout: in a task that is being cancelled, that of Python 3.11.2 cancels it once more.
        await asyncio.wait_for(process.wait(), STOP_SECONDS)
    except TimeoutError:
        process.kill()
        await process.wait()
