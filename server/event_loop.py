"""Which event loop a server runs on: that of uvloop where it is installed and keeps our promises."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")
MakeLoop: TypeAlias = Callable[[], asyncio.AbstractEventLoop]


def run(work: Coroutine[Any, Any, T], *, is_encrypted: bool) -> T:
    """Run a server to its end."""
    with asyncio.Runner(loop_factory=None if is_encrypted else quick_loop()) as runner:
        return runner.run(work)


def quick_loop() -> MakeLoop | None:
    """Makes a loop of uvloop, which takes less time for each message; None if it is not installed.

    It is not for a server that encrypts: the TLS of uvloop keeps large buffers for each socket, and leaves
    the socket of a peer behind that goes away in the middle of it.
    """
    try:
        import uvloop
    except ImportError:
        return None

    class ExactLoop(uvloop.Loop):
        """The clock of uvloop counts whole milliseconds, but turns are shorter than that."""

        def time(self) -> float:
            return time.monotonic()

    return ExactLoop


def name_of_loop() -> str:
    """The name of the loop that runs now, for the log."""
    return type(asyncio.get_running_loop()).__name__
