"""What the inbox of a table can hold: each with the time that decides its order."""

import asyncio
from collections.abc import Iterable
from typing import TypeAlias

from msgspec import Struct

from protocol.ids import Lines, SheetKey
from protocol.messages import ClientMessage
from server.errors import TableError
from server.table.audience import BotJob, Peer
from server.table.rematch import NewTable


class Arrived(Struct):
    """A request of a peer. `answered` is set when nobody needs to wait for its answer any longer."""

    at: float
    peer: Peer
    message: ClientMessage
    answered: asyncio.Event | None = None


class Gone(Struct):
    """The connection of a peer has ended."""

    at: float
    peer: Peer


class Thought(Struct):
    """A bot has written its sheets."""

    at: float
    job: BotJob
    sheets: dict[SheetKey, Lines]


class TakenUp(Struct):
    """The table was opened or loaded."""

    at: float


class FoundEmpty(Struct):
    """Nobody sits at the table."""

    at: float


class Reopened(Struct):
    """The table of a rematch was opened, or it could not be."""

    at: float
    outcome: NewTable | TableError


Item: TypeAlias = Arrived | Gone | Thought | TakenUp | FoundEmpty | Reopened


def end_waiting_for(items: Iterable[Item]) -> None:
    """Nobody needs to wait for an answer to these items any longer."""
    for item in items:
        if isinstance(item, Arrived) and item.answered:
            item.answered.set()
