"""Processes of our own that run beside this program, and stop at the end of their input."""

import asyncio


async def stop_child(process: asyncio.subprocess.Process, seconds: float) -> None:
    """Close its input, and end it if it has not stopped by itself after so many seconds."""
    if process.returncode is not None:
        return
    assert process.stdin
    process.stdin.close()
    try:
        # Not asyncio.timeout: in a task that is being cancelled, that of Python 3.11.2 cancels it once more.
        await asyncio.wait_for(process.communicate(), seconds)
    except TimeoutError:
        process.kill()
        await process.communicate()
