"""Waiting for something for a limited time, in a task that may be cancelled meanwhile.

On Python 3.11, asyncio.wait_for forgets that it was cancelled if the work ends in the same moment, and the
task goes on for ever; and asyncio.timeout of Python 3.11.2 cancels a task once more that is being cancelled.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any


async def ends_within(seconds: float, work: Coroutine[Any, Any, object]) -> bool:
    """Whether the work ends within so many seconds. If it does not, it is cancelled."""
    task = asyncio.create_task(work)
    try:
        await asyncio.wait({task}, timeout=seconds)
        if not task.done():
            return False
        task.result()
        return True
    finally:
        task.cancel()
