"""The whole numbered stream of a table. `knowledge` decides what a role may know of it."""

import zlib
from typing import Any, TypeAlias, get_args

import msgspec
from msgspec import Struct

from protocol import events
from protocol.events import TableEvent
from protocol.ids import Seat, SheetKey
from server.games.api import Phase, Private

_WithView: TypeAlias = (
    events.GameStarted | events.SheetsRead | events.Declared | events.RolledBack | events.PositionAmended
)
WITH_VIEW = get_args(_WithView)
"""The events that have a view of the position."""
_large_events: msgspec.msgpack.Decoder[_WithView] = msgspec.msgpack.Decoder(_WithView)


class Step(Struct, frozen=True, array_like=True):
    """One event of a story. It is for everybody, or only for `seats`; then all others are told `instead`.

    An event that quotes a private sheet names that `sheet`, and is only for the person who wrote it.
    """

    event: Any
    seats: tuple[Seat, ...] | None = None
    instead: Any = None
    sheet: SheetKey = ""


_steps: msgspec.msgpack.Decoder[tuple[Step, ...]] = msgspec.msgpack.Decoder(tuple[Step, ...])


def steps_of(story: tuple[Any, ...]) -> tuple[Step, ...]:
    """The story of a game, with its events turned into plain values."""
    return tuple(
        Step(msgspec.to_builtins(part.event), part.seats, msgspec.to_builtins(part.instead), part.sheet)
        if isinstance(part, Private)
        else Step(msgspec.to_builtins(part))
        for part in story
    )


class Entry:
    """One event of the stream with its number. Large events are kept compressed."""

    __slots__ = ("_event", "_position", "_story", "at", "private_to", "seq", "writers")

    def __init__(
        self,
        seq: int,
        at: float,
        event: TableEvent,
        *,
        position: Any = None,
        story: tuple[Step, ...] = (),
        private_to: frozenset[Seat] | None = None,
        writers: dict[SheetKey, int] | None = None,
    ) -> None:
        self.seq = seq
        self.at = at
        self.private_to = private_to
        """Only these seats are told the event; all others get a Masked. None: it is for everybody."""
        self.writers = writers
        """In the reading of a private phase: the number of the holder of a seat who wrote each sheet.

        None: everybody may see all sheets.
        """
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
        """Whether roles are told different things."""
        return self._position is not None or self.private_to is not None

    def position(self, kind: type[Struct]) -> Any:
        """The position from which the view in the event is made."""
        assert self._position is not None
        return msgspec.msgpack.decode(zlib.decompress(self._position), type=kind)


def pack(value: Any) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(value), 1)


def phase_event(number: int, phase: Phase, *, last: bool) -> events.PhaseOpened:
    """A phase of the rules as it is told."""
    return events.PhaseOpened(
        phase=number,
        key=phase.key,
        owing=phase.owing,
        seconds=phase.seconds,
        strict=phase.strict,
        quiet=phase.quiet,
        lines=phase.lines,
        last=last,
        waiting=phase.waiting,
        private=phase.private,
        first_counts=phase.first_counts,
        about=phase.about,
    )
