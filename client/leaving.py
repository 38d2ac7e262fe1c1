"""Told to go: in order if it does not take long, and in any case soon."""

import asyncio
import os

SECONDS = 5.0


def go_soon(status: int) -> None:
    """Whatever still waits then, the program ends."""
    asyncio.get_running_loop().call_later(SECONDS, os._exit, status)
