"""Websocket frames written by hand, because a library would not send what an attacker sends.

An attacker makes its bytes once and writes them again and again, so that attacking costs it almost nothing.
"""

import struct

CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
MASK = b"\x5a\xc3\x96\x0f"
"""Every frame of a client must be masked. Any mask will do."""
CLOSE_HEAD = bytes([0x80 | CLOSE])
LONGEST_CLOSE = 127
"""How many bytes a close frame has at most: 2 for its head, 2 for the code, 123 for the reason."""


def frame(opcode: int, payload: bytes = b"", *, is_last: bool = True) -> bytes:
    """One masked frame. A message is complete when its last frame has come."""
    head = bytes([opcode | (0x80 if is_last else 0)])
    size = len(payload)
    if size < 126:
        head += bytes([0x80 | size])
    elif size < 65536:
        head += struct.pack("!BH", 0x80 | 126, size)
    else:
        head += struct.pack("!BQ", 0x80 | 127, size)
    return head + MASK + _masked(payload)


def _masked(payload: bytes) -> bytes:
    size = len(payload)
    key = (MASK * (size // 4 + 1))[:size]
    return (int.from_bytes(payload) ^ int.from_bytes(key)).to_bytes(size)


def upgrade_request(port: int) -> bytes:
    """The request that turns a TCP connection into a websocket."""
    return (
        f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()


def close_code(received: bytes) -> str:
    """The code with which the server closes the connection, if that is the last thing it said; else empty.

    Only the end is looked at. To read every answer would cost more than the attack.
    """
    tail = received[-LONGEST_CLOSE:]
    start = tail.find(CLOSE_HEAD)
    while 0 <= start < len(tail) - 3:
        if start + 2 + tail[start + 1] == len(tail):
            return str(int.from_bytes(tail[start + 2 : start + 4]))
        start = tail.find(CLOSE_HEAD, start + 1)
    return ""


def how_it_ended(first: bytes) -> str:
    """How a connection ended that was not closed with a code: with an HTTP status, or `cut`."""
    if first.startswith(b"HTTP/1.1 ") and not is_upgraded(first):
        return f"HTTP {first[9:12].decode()}"
    return "cut"


def is_upgraded(first: bytes) -> bool:
    return first.startswith(b"HTTP/1.1 101")
