"""The positions in which the phases of a table opened."""

import zlib
from typing import Any

import msgspec
from msgspec import Struct

from server.table.stream import pack


class PhasePositions:
    """A game may be long, so the positions are kept compressed."""

    def __init__(self, kind: type[Struct]) -> None:
        self._kind = kind
        self._opened: dict[int, bytes] = {}
        self._to_read = b""

    def open_phase(self, phase: int, position: Any) -> None:
        self._opened[phase] = self._to_read = pack(position)

    def change(self, position: Any) -> None:
        """The position has changed while the phase is open."""
        self._to_read = pack(position)

    def before(self, phase: int) -> Any:
        """The position in which that phase opened."""
        return self._unpacked(self._opened[phase])

    def to_read(self) -> Any:
        """The position in which the sheets of the current or last phase are read."""
        return self._unpacked(self._to_read)

    def _unpacked(self, packed: bytes) -> Any:
        return msgspec.msgpack.decode(zlib.decompress(packed), type=self._kind)
