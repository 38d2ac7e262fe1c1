"""A websocket made by hand, for what no correct client would send."""

import asyncio
import contextlib
import socket
import ssl
import struct

from protocol.codec import encode
from protocol.messages import PROTOCOL_VERSION, ClientMessage, Hello
from tests.kit.callers import PATIENCE

CONT, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
DEFLATED = 0x40
HANDSHAKE = (
    "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n{more}\r\n"
)


def frame(payload: bytes, opcode: int = BINARY, *, bits: int = 0, fin: bool = True) -> bytes:
    """One whole frame of a client, masked as they must be; without `fin`, more of its message follows."""
    mask = b"\x01\x02\x03\x04"
    size = len(payload)
    length = b"\xff" + struct.pack("!Q", size)
    if size < 65_536:
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack("!H", size)
    hidden = bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))
    return bytes([0x80 * fin | bits | opcode]) + length + mask + hidden


class Wire:
    """A TCP connection on which a test says whatever it likes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    def put(self, data: bytes) -> None:
        self.writer.write(data)

    def say(self, message: ClientMessage) -> None:
        self.put(frame(encode(message)))

    async def take(self) -> tuple[int, bytes]:
        """The next frame from the server: opcode and payload."""
        async with asyncio.timeout(PATIENCE):
            first, second = await self.reader.readexactly(2)
            size = second & 0x7F
            if size == 126:
                (size,) = struct.unpack("!H", await self.reader.readexactly(2))
            elif size == 127:
                (size,) = struct.unpack("!Q", await self.reader.readexactly(8))
            return first & 0x0F, await self.reader.readexactly(size)

    async def closing(self) -> tuple[int, str]:
        """Read until the server closes: its code and reason; 1006 if it just hung up."""
        try:
            while True:
                opcode, payload = await self.take()
                if opcode == CLOSE:
                    return struct.unpack("!H", payload[:2])[0], payload[2:].decode()
        except (asyncio.IncompleteReadError, ConnectionError):
            return 1006, ""

    def cut(self) -> None:
        """As if the cable were pulled."""
        self.writer.transport.abort()

    async def hang_up(self) -> None:
        self.writer.close()
        with contextlib.suppress(ConnectionError):
            await self.writer.wait_closed()


async def wire(
    port: int,
    *,
    handshake: bool = True,
    hello: bool = False,
    buffer: int = 0,
    more: str = "",
    tls: ssl.SSLContext | None = None,
    source: str = "127.0.0.1",
) -> Wire:
    """Connect; with a `buffer`, the kernel takes no more than about so many bytes unread.

    `source` is the address that the server sees: on Linux any that begins with 127 will do.
    """
    plain = socket.socket()
    if buffer:
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    plain.setblocking(False)
    if source != "127.0.0.1":
        plain.bind((source, 0))
    await asyncio.get_running_loop().sock_connect(plain, ("127.0.0.1", port))
    reader, writer = await asyncio.open_connection(
        sock=plain, ssl=tls, server_hostname="localhost" if tls else None
    )
    made = Wire(reader, writer)
    if handshake:
        made.put(HANDSHAKE.format(more=more).encode())
        async with asyncio.timeout(PATIENCE):
            answer = await reader.readuntil(b"\r\n\r\n")
        assert b"101" in answer.split(b"\r\n")[0], answer
        assert b"Sec-WebSocket-Extensions" not in answer
    if hello:
        made.say(Hello(protocol=PROTOCOL_VERSION))
        await made.take()
    return made


async def http(port: int, method: str, path: str, more: str = "") -> tuple[int, bytes]:
    """Status and body of a plain request."""
    asked = await wire(port, handshake=False)
    asked.put(f"{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{more}\r\n".encode())
    async with asyncio.timeout(PATIENCE):
        answer = await asked.reader.read()
    await asked.hang_up()
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), body
