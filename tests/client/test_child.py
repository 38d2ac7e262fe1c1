"""Processes of our own end with this program, however it ends."""

import asyncio
import sys
from collections.abc import Awaitable, Callable

from client.launch.child import stop_child
from client.program.process import ProgramProcess

DEAF = (sys.executable, "-c", "import time\nwhile True: time.sleep(1000)")
"""A program that does not notice the end of its input."""
GRACE = 0.01


async def while_cancelled(clean_up: Callable[[], Awaitable[None]]) -> None:
    """Clean up in a task that is being cancelled, as a command does at Ctrl-C."""
    begun = asyncio.Event()

    async def work() -> None:
        try:
            begun.set()
            await asyncio.Event().wait()
        finally:
            await clean_up()

    task = asyncio.create_task(work())
    await begun.wait()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_a_child_that_does_not_stop_is_ended_by_a_task_that_is_being_cancelled() -> None:
    pipe = asyncio.subprocess.PIPE
    child = await asyncio.create_subprocess_exec(*DEAF, stdin=pipe, stdout=pipe)
    await while_cancelled(lambda: stop_child(child, GRACE))
    assert child.returncode


async def test_a_program_that_does_not_stop_is_ended_by_a_task_that_is_being_cancelled() -> None:
    program, last = await ProgramProcess.start(DEAF), []

    async def end() -> None:
        await program.end(GRACE)
        last.append(await program.hear())

    await while_cancelled(end)
    assert last == [None], "its output is closed"
