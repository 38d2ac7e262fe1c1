"""The chain of hashes over the stream of a table. It shows whether a record was cut or put together.

Each event of the stream makes a new head out of the head before it. Only the part of an event that is the
same for everybody goes into it. So everybody who has received the stream, in any role, can compute the heads.
"""

import hashlib
from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from protocol import events
from protocol.events import TableEvent

NO_HEAD = "0" * 64
"""The head before the first event."""


def next_head(head: str, at: float, event: TableEvent) -> str:
    """SHA-256, in hexadecimal, of the msgpack array [head, at, event], maps with their keys sorted."""
    linked = msgspec.msgpack.encode([head, at, msgspec.to_builtins(common_part(event))], order="sorted")
    return hashlib.sha256(linked).hexdigest()


def common_part(event: TableEvent) -> TableEvent:
    """The event without the parts that differ from one receiver to another."""
    match event:
        case events.Chatted(to=str()):
            return events.Masked()
        case events.SheetsRead():
            sheets, salts = ({}, {}) if event.private else (event.sheets, event.salts)
            return replace(event, sheets=sheets, salts=salts, story=(), view=None)
        case events.PositionAmended():
            return replace(event, lines=() if event.hidden else event.lines, view=None)
        case events.Declared():
            return replace(event, story=(), view=None)
        case events.GameStarted() | events.RolledBack():
            return replace(event, view=None)
    return event


def heads(told: Iterable[tuple[float, TableEvent]]) -> list[str]:
    """The head before each event, and the head after the last one."""
    found = [NO_HEAD]
    for at, event in told:
        found.append(next_head(found[-1], at, event))
    return found
