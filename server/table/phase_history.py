"""The phases of a table: the positions in which they opened, and the sheets that were read in them."""

import zlib
from collections import deque
from typing import Any

import msgspec
from msgspec import Struct

from protocol.ids import Lines, SheetKey
from server.games.api import Phase
from server.table.stream import pack

MOST_REMEMBERED = 24
"""How many of the phases that were read are kept with their sheets."""


class ReadPhase(Struct, frozen=True):
    """A phase that was read. Its sheets may be secret; `knowledge` decides who is told."""

    number: int
    key: str
    sheets: dict[SheetKey, Lines]
    writers: dict[SheetKey, int] | None
    """In a private phase: the number of the holder of a seat who wrote each sheet."""


class PhaseHistory:
    """A game may be long, so the positions are kept compressed."""

    def __init__(self, kind: type[Struct]) -> None:
        self._kind = kind
        self._opened: dict[int, bytes] = {}
        self._to_read = b""
        self.read: deque[ReadPhase] = deque(maxlen=MOST_REMEMBERED)
        """The last phases that were read and not taken back, the oldest first."""

    def open_phase(self, phase: int, position: Any) -> None:
        self._opened[phase] = self._to_read = pack(position)

    def change(self, position: Any) -> None:
        """The position has changed while the phase is open."""
        self._to_read = pack(position)

    def remember(
        self, number: int, phase: Phase, sheets: dict[SheetKey, Lines], writers: dict[SheetKey, int]
    ) -> None:
        """The phase was read, perhaps once more with other sheets."""
        self._forget_from(number)
        self.read.append(ReadPhase(number, phase.key, sheets, writers if phase.private else None))

    def _forget_from(self, phase: int) -> None:
        while self.read and self.read[-1].number >= phase:
            self.read.pop()

    def go_back(self, phase: int) -> Any:
        """Take that phase and all later ones back. Returns the position in which it opened."""
        self._forget_from(phase)
        return self.before(phase)

    def before(self, phase: int) -> Any:
        """The position in which that phase opened."""
        return self._unpacked(self._opened[phase])

    def to_read(self) -> Any:
        """The position in which the sheets of the current or last phase are read."""
        return self._unpacked(self._to_read)

    def _unpacked(self, packed: bytes) -> Any:
        return msgspec.msgpack.decode(zlib.decompress(packed), type=self._kind)
