"""The messages that wait to be sent on one connection. Their number is limited.

So a peer that does not read what it is sent costs the others nothing.
"""

import asyncio
from collections import deque

from websockets.asyncio.connection import Connection
from websockets.exceptions import ConnectionClosed
from websockets.protocol import State

MOST_MESSAGES = 256
MOST_BYTES = 1_000_000
DIRECT_BYTES = 16_384
MOST_AT_ONCE = 262_144
SEND_SECONDS = 5.0
WHOLE_BINARY = 0x82
"""How a frame begins that holds a whole binary message."""


class Outbox:
    def __init__(self, socket: Connection) -> None:
        self._socket = socket
        self._waiting: deque[bytes] = deque()
        self._size = 0
        self._wake = asyncio.Event()
        self._closing: tuple[int, str] | None = None
        self._drained = asyncio.Event()
        self._ended = False
        self.dropped = False

    def post(self, *messages: bytes) -> None:
        """Send these messages without waiting. If too many wait already, the connection is dropped."""
        if self.dropped or self._closing or self._socket.state is not State.OPEN:
            return
        size = sum(map(len, messages))
        buffered = self._socket.transport.get_write_buffer_size()
        if not self._waiting and buffered < DIRECT_BYTES and size < MOST_AT_ONCE:
            self._write(messages)
            return
        self._waiting += messages
        self._size += size
        if len(self._waiting) > MOST_MESSAGES or self._size > MOST_BYTES:
            self.drop()
        self._wake.set()

    def _write(self, messages: tuple[bytes, ...]) -> None:
        """Nothing waits: write all to the socket in one piece, without waking the pump."""
        self._socket.transport.write(b"".join(map(_framed, messages)))

    def close(self, code: int, reason: str) -> None:
        """Send the messages that wait, then close the connection."""
        if self._closing is None:
            self._closing = (code, reason)
            self._wake.set()
            self._drained.set()

    def drop(self) -> None:
        """End the connection at once, without a closing handshake, which this peer would not answer."""
        self.dropped = True
        self._waiting.clear()
        self._size = 0
        self._wake.set()
        self._drained.set()
        transport = self._socket.transport
        if transport is not None:
            transport.abort()

    async def drained(self) -> None:
        """Wait until no message waits any more, or until the connection ends."""
        while self._waiting and not (self.dropped or self._closing or self._ended):
            self._drained.clear()
            await self._drained.wait()

    async def pump(self) -> None:
        """Send the messages as fast as the peer takes them, until the connection ends."""
        try:
            while not self.dropped:
                await self._wake.wait()
                self._wake.clear()
                await self._flush()
                if self._closing and not self._waiting:
                    code, reason = self._closing
                    await self._socket.close(code, _short(reason))
                    return
        except ConnectionClosed:
            pass
        except TimeoutError:
            self.drop()
        finally:
            self._ended = True
            self._drained.set()

    async def _flush(self) -> None:
        while self._waiting:
            data = self._waiting.popleft()
            self._size -= len(data)
            async with asyncio.timeout(SEND_SECONDS):
                await self._socket.send(data)
        self._drained.set()


def _framed(data: bytes) -> bytes:
    """A binary message as one frame of a server, which is not masked."""
    size = len(data)
    if size < 126:
        return bytes((WHOLE_BINARY, size)) + data
    if size < 65_536:
        return bytes((WHOLE_BINARY, 126)) + size.to_bytes(2) + data
    return bytes((WHOLE_BINARY, 127)) + size.to_bytes(8) + data


def _short(reason: str) -> str:
    """The reason, cut to the 123 bytes that a close frame can hold."""
    return reason.encode()[:120].decode("utf-8", "ignore")
