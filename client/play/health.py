"""The host's health in words and figures, for the referee."""

import time

from client.words import figure, say
from protocol.messages import Health

_SIZES = (10**9, 10**6, 10**3)


def health_text(found: Health, language: str) -> str:
    return say(
        language,
        "health.host",
        clock=time.strftime("%H:%M:%S", time.localtime(found.wall)),
        connections=found.connections,
        disk=say(language, "health.unknown") if found.disk is None else amount(found.disk, language),
        memory=say(language, "health.unknown") if found.memory is None else amount(found.memory, language),
        waiting=found.waiting,
        write=milliseconds(found.write_seconds, language),
        bell=milliseconds(found.bell_late, language),
    )


def amount(count: int, language: str) -> str:
    """A number of bytes with the unit that is easy to read."""
    *units, least = say(language, "health.units").split("|")
    for size, unit in zip(_SIZES, units, strict=True):
        if count >= size:
            return f"{figure(count / size, 0 if count >= 10 * size else 1, language)} {unit}"
    return f"{count} {least}"


def milliseconds(seconds: float, language: str) -> str:
    return f"{figure(seconds * 1000, 0 if seconds >= 0.01 else 1, language)} ms"
