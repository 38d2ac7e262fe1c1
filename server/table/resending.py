"""Sends a part of the stream again to a peer that missed it, without holding up anybody else.

What a peer is sent again is packed in slices. Messages that come up for the peer meanwhile wait behind it,
so the peer receives one stream without gaps, in its order.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeAlias

import msgpack
from msgspec import Struct

from protocol.codec import encode
from protocol.messages import Told
from server import logs
from server.slices import Slices, Work
from server.table.stream import Entry

RESENT_TOGETHER = 64
RESENT_BYTES = 65_536 - 64
"""One message holds so many events at most, and so many bytes of them; one longer event goes by itself."""
MOST_KEPT = 8_000_000
"""How many bytes of packed events the server keeps for the next who asks."""
MOST_HELD, MOST_HELD_BYTES = 256, 1_000_000
"""What may wait behind events that are sent again. A peer that makes more than that wait is dropped."""


class Again(Struct, eq=False):
    """Events of the stream that are to be sent again, as this role may know them."""

    role: str
    knower: str
    """Who holds the place of this role. The next holder of a seat may not know all that this one may."""
    entries: tuple[Entry, ...]
    sent: Callable[[], None]
    """Called when all of them have been sent."""


class Reader(Protocol):
    """The way to a peer that is sent events again."""

    def post(self, *data: bytes) -> None: ...
    def drop(self) -> None:
        """End the connection at once, because the peer does not read what it is sent."""

    async def drained(self) -> None:
        """Wait until the peer has taken what it was sent."""


Tell: TypeAlias = Callable[[Entry, str], Told]
Part: TypeAlias = bytes | Again


class PackedEvents:
    """The bytes of events that were sent again, so that a repeated question costs little.

    The events that were not asked for the longest time are forgotten first.
    """

    def __init__(self, most_bytes: int = MOST_KEPT) -> None:
        self._most = most_bytes
        self._kept: OrderedDict[tuple[Entry, str | None], bytes] = OrderedDict()
        self.size = 0
        self.made = 0
        """How many events have been packed."""

    def packed(self, entry: Entry, role: str, knower: str, tell: Tell) -> bytes:
        key = (entry, knower if entry.is_personal else None)
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        found = encode(tell(entry, role))
        self.made += 1
        self._kept[key] = found
        self.size += len(found)
        while self.size > self._most:
            _, forgotten = self._kept.popitem(last=False)
            self.size -= len(forgotten)
        return found


class Resending:
    """What all tables of a server share for sending again."""

    def __init__(self, slices: Slices | None = None) -> None:
        self.slices = slices or Slices()
        self.events = PackedEvents()

    async def pieces(self, again: Again, tell: Tell, reader: Reader) -> None:
        """Send these events to this peer, as fast as the peer takes them."""
        entries = deque(again.entries)
        while entries:
            piece = await self.slices.run(self._next_piece(entries, again, tell))
            await reader.drained()
            reader.post(missed(piece))

    def _next_piece(self, entries: deque[Entry], again: Again, tell: Tell) -> Work[list[bytes]]:
        piece: list[bytes] = []
        size = 0
        while entries and len(piece) < RESENT_TOGETHER:
            packed = self.events.packed(entries[0], again.role, again.knower, tell)
            size += len(packed)
            if piece and size > RESENT_BYTES:
                break
            entries.popleft()
            piece.append(packed)
            yield
        return piece


def missed(told: list[bytes]) -> bytes:
    """The message Missed, made from events that are packed already."""
    packer = msgpack.Packer()
    start = (packer.pack_map_header(2), packer.pack("type"), packer.pack("missed"), packer.pack("told"))
    return b"".join((*start, packer.pack_array_header(len(told)), *told))


class Delivery:
    """What waits for one peer while events are sent to it again."""

    def __init__(self, reader: Reader, resending: Resending, tell: Tell, ended: Callable[[], object]) -> None:
        self._reader = reader
        self._resending = resending
        self._tell = tell
        self._ended = ended
        self._parts: deque[Part] = deque()
        self._held = 0
        self._task = asyncio.get_running_loop().create_task(self._run())

    def add(self, parts: Iterable[Part]) -> None:
        """Send these after all that waits already."""
        for part in parts:
            self._parts.append(part)
            self._held += len(part) if isinstance(part, bytes) else 0
        if len(self._parts) > MOST_HELD or self._held > MOST_HELD_BYTES:
            self.stop()
            self._reader.drop()

    def stop(self) -> Iterator[bytes]:
        """End at once. What waited, without the events that were to be sent again, is returned."""
        self._task.cancel()
        self._ended()
        waiting = [part for part in self._parts if isinstance(part, bytes)]
        self._parts.clear()
        return iter(waiting)

    async def _run(self) -> None:
        try:
            await self._send_all()
        except Exception:
            logs.failure("sending again failed")
            self._reader.drop()
        self._ended()

    async def _send_all(self) -> None:
        while self._parts:
            part = self._parts.popleft()
            if isinstance(part, Again):
                await self._resending.pieces(part, self._tell, self._reader)
                part.sent()
            else:
                self._held -= len(part)
                self._reader.post(part)
