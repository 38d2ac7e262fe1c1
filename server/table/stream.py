"""The numbered stream of a table, whole. What of it a role may know is decided in `knowledge`."""

import zlib
from typing import Any, TypeAlias, get_args

import msgspec
from msgspec import Struct

from protocol import events
from protocol.events import TableEvent
from protocol.ids import Seat, SheetKey
from server.games.api import Private

_WithView: TypeAlias = (
    events.GameStarted | events.SheetsRead | events.Declared | events.RolledBack | events.PositionAmended
)
WITH_VIEW = get_args(_WithView)
"""The events that come with a position."""
_large_events: msgspec.msgpack.Decoder[_WithView] = msgspec.msgpack.Decoder(_WithView)


class Step(Struct, frozen=True, array_like=True):
    """One event of a story: for everybody, or for `seats` only, with `instead` for all others."""

    event: Any
    seats: tuple[Seat, ...] | None = None
    instead: Any = None


_steps: msgspec.msgpack.Decoder[tuple[Step, ...]] = msgspec.msgpack.Decoder(tuple[Step, ...])


def steps_of(story: tuple[Any, ...]) -> tuple[Step, ...]:
    """A story as a game tells it, with its events as plain values."""
    return tuple(
        Step(msgspec.to_builtins(part.event), part.seats, msgspec.to_builtins(part.instead))
        if isinstance(part, Private)
        else Step(msgspec.to_builtins(part))
        for part in story
    )


class Entry:
    """One number of the stream. The large ones, with a story and a position, are kept packed."""

    __slots__ = ("_event", "_position", "_story", "at", "owners", "private_to", "seq")

    def __init__(
        self,
        seq: int,
        at: float,
        event: TableEvent,
        *,
        position: Any = None,
        story: tuple[Step, ...] = (),
        private_to: frozenset[Seat] | None = None,
        owners: dict[SheetKey, Seat] | None = None,
    ) -> None:
        self.seq = seq
        self.at = at
        self.private_to = private_to
        """Only these are told; for all others it only keeps the count. None: it is for everybody."""
        self.owners = owners
        """Whose each sheet is, in the reading of a private phase. None: the sheets are open."""
        self._event: TableEvent | bytes = event if position is None else pack(event)
        self._position: bytes | None = None if position is None else pack(position)
        self._story: bytes | None = pack(story) if story else None

    @property
    def event(self) -> TableEvent:
        if isinstance(self._event, bytes):
            return _large_events.decode(zlib.decompress(self._event))
        return self._event

    @property
    def story(self) -> tuple[Step, ...]:
        return _steps.decode(zlib.decompress(self._story)) if self._story else ()

    @property
    def is_personal(self) -> bool:
        """Whether what is told differs from one role to another."""
        return self._position is not None or self.private_to is not None

    def position(self, kind: type[Struct]) -> Any:
        """The position that the event's view is to be taken from."""
        assert self._position is not None
        return msgspec.msgpack.decode(zlib.decompress(self._position), type=kind)


def pack(value: Any) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(value), 1)
