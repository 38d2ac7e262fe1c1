"""Processes of our own that run beside this program, and stop at the end of their input."""

import asyncio

from client.limited import ends_within


async def stop_child(process: asyncio.subprocess.Process, seconds: float) -> None:
    """Close its input, and end it if it has not stopped by itself after so many seconds."""
    if process.returncode is not None:
        return
    assert process.stdin
    process.stdin.close()
    if not await ends_within(seconds, process.communicate()):
        process.kill()
        await process.communicate()
