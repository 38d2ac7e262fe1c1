"""The limit of open files, which is also a limit of connections, and what happens if it is reached."""

import asyncio
import contextlib
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from server import logs
from server.net.limits import Limits

KEPT_FREE = 64
"""So many files are left for the database, the logs and everything else that is not a connection."""
LEAST_SOCKETS = 16
_WANTED = (65_536, 10_240, 4_096)
_OUT_OF_FILES = "socket.accept() out of system resource"


def allow_many_files() -> None:
    """Raise this process's limit of open files as far as the system allows."""
    with contextlib.suppress(ImportError):  # Windows has no such limit
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        for wanted in (hard, *_WANTED):  # some systems say that there is no limit, and allow less
            if wanted == resource.RLIM_INFINITY or wanted < soft:
                continue
            with contextlib.suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
                return


def most_files() -> int | None:
    """How many files this process may have open, or None if there is no limit."""
    try:
        import resource
    except ImportError:
        return None
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if soft == resource.RLIM_INFINITY else soft


def most_sockets(files: int | None) -> int | None:
    """How many of the files may be sockets of peers, or None if there is no limit."""
    return None if files is None else max(LEAST_SOCKETS, files - KEPT_FREE)


def within_files(limits: Limits, files: int | None) -> Limits:
    """The same limits, made smaller together if the process may not open so many files."""
    allowed = most_sockets(files)
    if allowed is None or limits.connections + limits.newcomers + limits.unfinished <= allowed:
        return limits
    newcomers, unfinished = min(limits.newcomers, allowed // 4), min(limits.unfinished, allowed // 4)
    return replace(
        limits,
        connections=min(limits.connections, allowed - newcomers - unfinished),
        newcomers=newcomers,
        newcomers_from_one=min(limits.newcomers_from_one, newcomers // 2),
        unfinished=unfinished,
        unfinished_from_one=min(limits.unfinished_from_one, unfinished // 2),
    )


@contextlib.contextmanager
def quiet_without_files(loop: asyncio.AbstractEventLoop) -> Iterator[None]:
    """Meanwhile, a socket that cannot be accepted is one line in the log each second, without a traceback.

    The loop itself waits a second after such an error, and then accepts again.
    """
    before = loop.get_exception_handler()

    def report(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if context.get("message") == _OUT_OF_FILES:
            logs.seldom("no more files can be opened", error=str(context.get("exception")))
        elif before is not None:
            before(loop, context)
        else:
            loop.default_exception_handler(context)

    loop.set_exception_handler(report)
    try:
        yield
    finally:
        loop.set_exception_handler(before)
