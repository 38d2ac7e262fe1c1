"""Servers as processes of their own, and clients fast enough to load them."""

import asyncio
import os
import re
import resource
import ssl
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import IO

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from protocol.codec import decode_server, encode
from protocol.messages import (
    PROTOCOL_VERSION,
    ClientMessage,
    Hello,
    Join,
    Opened,
    OpenTable,
    OptionValue,
    Ready,
    Refused,
    Seated,
    ServerMessage,
    Watch,
)

OWN_SERVER = ("-m", "server", "serve", "--host", "127.0.0.1", "--port", "0", "--no-announce")
UNLIMITED = ("--rate", "0", "--newcomers", "5000", "--log-level", "error")


class Process:
    """A server under measurement."""

    def __init__(self, process: asyncio.subprocess.Process, port: int, started: float) -> None:
        self.pid = process.pid
        self.port = port
        self.seconds_to_start = started
        self._process = process

    def memory(self) -> float:
        """Resident megabytes."""
        return self._megabytes("VmRSS")

    def peak_memory(self) -> float:
        """The most resident megabytes there have been so far."""
        return self._megabytes("VmHWM")

    def _megabytes(self, field: str) -> float:
        text = Path(f"/proc/{self.pid}/status").read_text()
        found = re.search(rf"{field}:\s+(\d+)", text)
        return int(found[1]) / 1024 if found else 0.0

    def cpu(self) -> float:
        """Seconds of processor time used so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def waited(self) -> float:
        """Seconds that the main thread was ready to run while other programs had the cores."""
        return int(Path(f"/proc/{self.pid}/schedstat").read_text().split()[1]) / 1e9


@asynccontextmanager
async def running(
    *arguments: str, log: IO[bytes] | None = None, most_files: int | None = None
) -> AsyncIterator[Process]:
    """`python ARGUMENTS`, up to the line in which it names its port."""

    def limit_files() -> None:
        if most_files is not None:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most_files, most_files))

    begun = time.perf_counter()
    process = await asyncio.create_subprocess_exec(
        sys.executable, *arguments, stdout=asyncio.subprocess.PIPE, stderr=log, preexec_fn=limit_files
    )
    assert process.stdout
    line = (await process.stdout.readline()).decode()
    if line.startswith("certificate"):  # an encrypting server shows its fingerprint first
        line = (await process.stdout.readline()).decode()
    found = re.search(r"port (\d+)", line)
    assert found, line
    try:
        yield Process(process, int(found[1]), time.perf_counter() - begun)
    finally:
        with suppress(ProcessLookupError):  # it may have been ended in the block
            process.terminate()
        await process.wait()


@asynccontextmanager
async def table_server(folder: str | None = None) -> AsyncIterator[Process]:
    with tempfile.TemporaryDirectory() as made:
        database = Path(folder or made) / "qg.db"
        async with running(*OWN_SERVER, *UNLIMITED, "--database", str(database)) as process:
            yield process


def trusting() -> ssl.SSLContext:
    """Encrypts, and takes every certificate: the server under measurement has made its own."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def allow_many_files() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 20_000), hard))


class Player:
    """A connection at a table; knows its seat, the seat's token and its last revision."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.seat = ""
        self.token = ""
        self.revision = 0
        self._id = 0

    async def send(self, message: ClientMessage) -> int:
        self._id += 1
        await self.socket.send(encode(msgspec.structs.replace(message, id=self._id)))
        return self._id

    async def hear(self) -> ServerMessage:
        return decode_server(await self.socket.recv())

    async def ask(self, message: ClientMessage) -> ServerMessage:
        number = await self.send(message)
        while (answer := await self.hear()).re != number:
            pass
        return answer

    async def until(self, event: str) -> ServerMessage:
        """Skip to the event of this type, decoding no more than its tag."""
        mark = event.encode()
        while True:
            data = await self.socket.recv()
            assert isinstance(data, bytes)
            if mark in data:
                return decode_server(data)


async def call(port: int) -> Player:
    socket = await connect(
        f"ws://127.0.0.1:{port}/ws", compression=None, proxy=None, max_queue=None, ping_interval=None
    )
    player = Player(socket)
    await player.ask(Hello(protocol=PROTOCOL_VERSION))
    return player


def opening(name: str, password: str, options: dict[str, OptionValue]) -> OpenTable:
    key = f"a secret key of {name}"
    return OpenTable(game="power", name=name, key=key, password=password, options=options)


async def open_table(opener: Player, name: str, password: str = "", **options: OptionValue) -> str:
    opened = await opener.ask(opening(name, password, options))
    assert isinstance(opened, Opened), opened
    return opened.table


async def open_where_there_is_room(port: int, name: str, **options: OptionValue) -> tuple[int, str]:
    """A new table at this server, or at the one to which it sends us: the port and the table."""
    opener = await call(port)
    opened = await opener.ask(opening(name, "", options))
    await opener.socket.close()
    if isinstance(opened, Refused) and opened.server:
        return await open_where_there_is_room(int(opened.server.rpartition(":")[2]), name, **options)
    assert isinstance(opened, Opened), opened
    return port, opened.table


async def sit(port: int, table: str, name: str) -> Player:
    player = await call(port)
    seated = await player.ask(Join(table=table, name=name, key=f"a secret key of {name} at {table}"))
    assert isinstance(seated, Seated), seated
    player.seat, player.token = seated.seat, seated.token
    await player.ask(Ready(phase=0))
    return player


async def watch(port: int, table: str) -> Player:
    player = await call(port)
    await player.ask(Watch(table=table))
    return player
