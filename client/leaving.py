"""The program was told to end. It may tidy up first, but only for a few seconds."""

import asyncio
import os

SECONDS = 5.0


def force_exit_soon(status: int) -> None:
    """End the program with that status after SECONDS, even if a task has not finished by then."""
    asyncio.get_running_loop().call_later(SECONDS, os._exit, status)
