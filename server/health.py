"""The state of the host, so that the referee sees a problem before it disturbs the game."""

import os
import sys
import time
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from protocol.messages import Health, LinkLine
from protocol.notes import Note
from protocol.texts import catalogue
from server.metrics import Metrics
from server.store import EventStore

MIB = 2**20
LEAST_DISK = 200 * 1024 * 1024
MOST_WAITING = 256
SLOWEST_WRITE = 0.25
LATEST_BELL = 0.1
LONGEST_LAG = 0.5
LONGEST_SILENCE = 8.0


def examine(links: Sequence[LinkLine], store: EventStore, metrics: Metrics, language: str) -> Health:
    """All figures, and a sentence for each that is not as it should be.

    The figures count only what everybody is told, so none of them shows who writes, or when.
    """
    found = Health(
        links=tuple(links),
        wall=time.time(),
        connections=metrics.connections,
        memory=_rounded(memory_held(), 8 * MIB),
        disk=_rounded(store.room(), 64 * MIB),
        waiting=store.waiting(),
        write_seconds=metrics.last_commit_seconds,
        bell_late=metrics.last_bell_late_seconds,
    )
    words = catalogue("table", language)
    warnings = tuple(words.say(note) for note in _warnings(found, metrics.storage_errors_total))
    return replace(found, warnings=warnings)


def _rounded(amount: int | None, step: int) -> int | None:
    """An exact amount would change with every sheet that is written."""
    return None if amount is None else amount - amount % step


def _warnings(found: Health, faults: int) -> Iterator[Note]:
    if found.disk is not None and found.disk < LEAST_DISK:
        yield Note("health.disk", {"free": found.disk // 2**20})
    if faults:
        yield Note("health.faults", {"count": faults})
    if found.waiting > MOST_WAITING:
        yield Note("health.waiting", {"count": found.waiting})
    if found.write_seconds > SLOWEST_WRITE:
        yield Note("health.slow-disk", {"ms": _ms(found.write_seconds)})
    if found.bell_late > LATEST_BELL:
        yield Note("health.late", {"ms": _ms(found.bell_late)})
    for link in found.links:
        if link.silent > LONGEST_SILENCE:
            yield Note("health.silent", {"seat": link.seat, "seconds": round(link.silent)})
        elif link.lag is not None and link.lag > LONGEST_LAG:
            yield Note("health.lag", {"seat": link.seat, "ms": _ms(link.lag)})


def _ms(seconds: float) -> int:
    return round(seconds * 1000)


def memory_held() -> int | None:
    """How many bytes of memory this process uses; None if the system does not tell."""
    try:
        with open("/proc/self/statm", encoding="ascii") as pages:
            return int(pages.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return _most_memory()


def _most_memory() -> int | None:
    """The most memory that this process has used so far."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
