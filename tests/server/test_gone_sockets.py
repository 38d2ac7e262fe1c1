"""S7: a socket that has gone, with or without TLS, stops nobody, and fills neither the log nor the memory."""

import asyncio
import contextlib
import gc
import io
import json
import logging
import socket
import ssl
import struct
import time
import weakref
from asyncio.sslproto import SSLProtocol
from collections.abc import Iterator
from pathlib import Path

import pytest

from protocol import certificates
from protocol.messages import Ping
from server import logs
from server.app import App
from server.net import metrics_page
from server.net.frames import Turns
from server.net.metrics_page import MOST_READERS, Where
from server.net.sockets import RECEIVE_BUFFER, StampedConnection
from tests.kit.callers import FREE, PATIENCE, serving
from tests.kit.wires import BINARY, CLOSE, PING, Wire, frame, http, wire
from tests.server.test_floods import SlowLoop, SlowReader

ENCRYPTED = pytest.mark.parametrize("encrypted", [False, True], ids=["plain", "tls"])
RESET = struct.pack("ii", 1, 0)
"""The end of the connection is not an end of the stream, but an error."""
BOTH_CONTEXTS = tuple[ssl.SSLContext | None, ssl.SSLContext | None]


def contexts(folder: Path, encrypted: bool) -> BOTH_CONTEXTS:
    """How the server encrypts, and how its peers do."""
    if not encrypted:
        return None, None
    certificate, key = certificates.self_signed(folder / "own")
    theirs = ssl.create_default_context(cafile=str(certificate))
    theirs.check_hostname = False
    return certificates.context(certificate, key), theirs


async def is_answered(peer: Wire) -> bool:
    peer.say(Ping(id=7))
    while (answer := await peer.take())[0] != BINARY:  # the server asks with pings whether the peer is there
        pass
    return b"pong" in answer[1]


class FaultyReader(SlowReader):
    """Every slice of it fails."""

    is_ended = False

    def read_slice(self) -> bool:
        raise RuntimeError("this reader has a fault")

    def abort(self) -> None:
        self.is_ended = True


def test_a_reader_that_fails_is_ended_and_the_others_are_read_on(log: io.StringIO) -> None:
    """An error once left all others unread for ever."""
    loop = SlowLoop()
    turns = Turns(loop.time, loop.call_soon)
    faulty = [FaultyReader(loop, 1) for _ in range(5)]
    honest, late = SlowReader(loop, 40), SlowReader(loop, 1)
    for reader in (*faulty, honest):
        turns.add(reader)
    loop.soon.pop()()
    turns.add(late)
    while loop.soon:
        loop.soon.pop()()
    assert (honest.left, late.left) == (0, 0)
    assert all(reader.is_ended for reader in faulty)
    (line,) = log.getvalue().splitlines()
    assert "reading failed" in line
    assert "RuntimeError" in line


@ENCRYPTED
async def test_peers_that_say_goodbye_and_go_at_once_stop_nobody(
    tmp_path: Path, log: io.StringIO, caplog: pytest.LogCaptureFixture, encrypted: bool
) -> None:
    """Bytes that wait are not read once their transport is gone, and nothing is written to it."""
    ours, theirs = contexts(tmp_path, encrypted)
    async with serving(tmp_path, FREE, tls=ours) as app:
        honest = await wire(app.port, hello=True, tls=theirs)
        for _ in range(5):
            rude = await asyncio.gather(*(wire(app.port, hello=True, tls=theirs) for _ in range(20)))
            for one in rude:
                one.put(frame(b"", PING) * 95 + frame(b"", CLOSE))
            for one in rude:
                one.writer.close()
            async with asyncio.timeout(PATIENCE):
                while len(app._connections) > 1:
                    assert await is_answered(honest)
        honest.cut()
    assert "reading failed" not in log.getvalue()
    assert "written to" not in log.getvalue()
    assert not [record for record in caplog.records if record.name == "asyncio"]


async def test_peers_that_break_the_protocol_do_not_fill_the_log(tmp_path: Path, log: io.StringIO) -> None:
    began = time.monotonic()
    async with serving(tmp_path) as app:
        for _ in range(30):
            rude = await wire(app.port, hello=True)
            rude.put(frame(b"\xc1"))
            await rude.closing()
            rude.cut()
        assert app.metrics.protocol_errors_total == 30
    told = [json.loads(line) for line in log.getvalue().splitlines() if "protocol error" in line]
    assert told[0]["level"] == "info"
    assert sum(1 + line.get("more", 0) for line in told) <= 30
    assert len(told) <= 1 + (time.monotonic() - began) / logs.SELDOM_SECONDS


@pytest.mark.parametrize("warning", ["socket.send() raised exception.", "SSL connection is closed"])
def test_the_loop_warns_of_gone_sockets_once_a_second(
    log: io.StringIO, caplog: pytest.LogCaptureFixture, warning: str
) -> None:
    loop = logging.getLogger("asyncio")
    for _ in range(1000):
        loop.warning(warning)
    loop.warning("something else")
    assert [record.message for record in caplog.records if record.name == "asyncio"] == ["something else"]
    assert log.getvalue().count("a socket that has gone was written to") == 1


@contextlib.contextmanager
def without_collector() -> Iterator[None]:
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def encrypting(app: App) -> tuple[StampedConnection, SSLProtocol]:
    """The only socket before the opening handshake, when the server has begun to encrypt it."""
    async with asyncio.timeout(PATIENCE):
        while True:
            for one in app._room._unfinished.members:
                assert isinstance(one, StampedConnection)
                if one._tcp and isinstance(layer := one._tcp.get_protocol(), SSLProtocol):
                    return one, layer
            await asyncio.sleep(0)


def client_hello(context: ssl.SSLContext) -> bytes:
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    with contextlib.suppress(ssl.SSLWantReadError):
        context.wrap_bio(incoming, outgoing, server_hostname="localhost").do_handshake()
    return outgoing.read()


@pytest.mark.parametrize("end", ["silent", "reset", "half a handshake", "not TLS", "greeted"])
async def test_an_encrypted_socket_is_small_and_leaves_no_garbage(tmp_path: Path, end: str) -> None:
    """A flood of half handshakes once took 600 MB, and kept them."""
    ours, theirs = contexts(tmp_path, encrypted=True)
    assert theirs
    sent = {"half a handshake": client_hello(theirs), "not TLS": b"GET / HTTP/1.1\r\n\r\n"}.get(end, b"")
    async with serving(tmp_path, tls=ours) as app:
        with without_collector():
            opening = asyncio.create_task(encrypting(app))
            if end == "greeted":
                peer = await wire(app.port, hello=True, tls=theirs)
            else:
                peer = await wire(app.port, handshake=False)
            connection, layer = await opening
            assert len(layer.get_buffer(-1)) <= RECEIVE_BUFFER
            freed = [asyncio.Event() for _ in range(3)]
            for one, gone in zip((connection, connection.protocol, layer), freed, strict=True):
                weakref.finalize(one, gone.set)
            del opening, connection, layer, one
            if sent:
                peer.put(sent)
                await peer.reader.read(1)
            if end == "reset":
                peer.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            peer.cut()
            async with asyncio.timeout(PATIENCE):
                for gone in freed:
                    await gone.wait()


async def test_the_page_with_the_counts_has_few_sockets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The oldest makes room, so that whoever comes next can read the page."""
    monkeypatch.setattr(metrics_page, "OPEN_SECONDS", 10 * PATIENCE)
    async with serving(tmp_path, metrics_at=Where()) as app:
        silent = [await wire(app.metrics_port, handshake=False) for _ in range(5 * MOST_READERS)]
        async with asyncio.timeout(PATIENCE):
            for one in silent[:-MOST_READERS]:
                with contextlib.suppress(ConnectionError):
                    assert await one.reader.read() == b""
        status, _ = await http(app.metrics_port, "GET", "/metrics")
        assert status == 200
        assert not silent[-1].reader.at_eof()
        for one in silent:
            one.cut()
