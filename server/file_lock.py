"""A lock that one process holds as long as it lives, so that two servers never write one file."""

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from server.errors import StorageError

WAIT_SECONDS = 5.0
"""A server that was told to stop may need so long until it has ended."""
RETRY_SECONDS = 0.05
_HELD = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)


def lock_database(database: Path) -> int:
    """Hold the lock that belongs to this database, and return its file descriptor. Raises StorageError.

    The lock has a file of its own. The system gives it up when the process ends, however it ends.
    """
    try:
        lock = os.open(f"{database}-lock", os.O_CREAT | os.O_RDWR, 0o600)
    except OSError as error:
        raise StorageError(
            f"{error.filename} cannot be written ({error.strerror}): let the user of the server write that "
            "folder, or name another file with --database"
        ) from error
    until = time.monotonic() + WAIT_SECONDS
    while not _try(lock):
        if time.monotonic() > until:
            os.close(lock)
            raise StorageError(
                f"another server is running on {database}: stop it first, or name another file for this one "
                "with --database; several servers can share a PostgreSQL, but not a file"
            )
        time.sleep(RETRY_SECONDS)
    return lock


@contextmanager
def locked(database: Path) -> Iterator[None]:
    """Within this block no server runs on this file."""
    lock = lock_database(database)
    try:
        yield
    finally:
        os.close(lock)


def _try(lock: int) -> bool:
    """Whether the lock is ours, or the file system knows no locks."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(lock, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in _HELD
    return True
