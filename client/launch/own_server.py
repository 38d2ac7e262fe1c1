"""Our own server: a process that runs as long as this program does."""

import asyncio
import contextlib
import os
import re
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import BinaryIO

from client.errors import ClientError
from client.launch.child import stop_child
from client.link.address import Address
from client.link.way_in import LOOPBACK
from client.words import reason_of, say
from protocol.folders import data_folder

START_SECONDS = 20.0
STOP_SECONDS = 5.0
MOST_RESTARTS = 5
RESTART_SECONDS = 0.5
_PORT = re.compile(r"port (\d+)")


@contextlib.asynccontextmanager
async def own_server(
    language: str,
    *,
    public: bool = False,
    port: int = 0,
    tls: bool = False,
    database: Path | None = None,
    lost: Callable[[], None] | None = None,
) -> AsyncIterator[Address]:
    """The server listens when the block begins, and has ended when the block ends.

    A public server listens on every interface and is found on the LAN. If the process dies meanwhile,
    another one takes its port; `lost` is called if that fails time and again.
    """
    args = ["serve", "--until-eof"]
    args += ["--database", str(database or data_folder() / ("qg.db" if public else "solo.db"))]
    args += [] if public else ["--host", LOOPBACK, "--no-announce", "--rate", "0"]
    args += ["--tls"] if tls else []
    with _log_file(language) as log:
        server = _ServerProcess(args, log, language, lost)
        try:
            yield Address(LOOPBACK, await server.start(port or (free_port() if public else 0)), tls)
        finally:
            await server.stop()


def free_port() -> int:
    """A port that is free on every interface. A server that chooses may take another port for each."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.bind(("", 0))
        return int(probe.getsockname()[1])


class _ServerProcess:
    """The process of our server. If it dies, it is started again on the same port."""

    def __init__(
        self, args: list[str], log: BinaryIO, language: str, lost: Callable[[], None] | None
    ) -> None:
        self._args = args
        self._log = log
        self._language = language
        self._lost = lost
        self._process: asyncio.subprocess.Process | None = None
        self._watching: asyncio.Task[None] | None = None

    async def start(self, port: int) -> int:
        """Returns the port on which the server listens; a given port of 0 lets it choose."""
        chosen = await self._spawn(port)
        self._watching = asyncio.create_task(self._restart_when_dead(chosen), name="our own server")
        return chosen

    async def stop(self) -> None:
        if self._watching:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
        if self._process:
            await stop_child(self._process, STOP_SECONDS)

    async def _spawn(self, port: int) -> int:
        self._log.seek(0, os.SEEK_END)
        begun = self._log.tell()
        self._process = await _spawn([*self._args, "--port", str(port)], self._log)
        return await _read_port(self._process, self._language, (self._log, begun), port)

    async def _restart_when_dead(self, port: int) -> None:
        """Seats, sheets and clocks are in the database, so the next process goes on with them."""
        for _ in range(MOST_RESTARTS):
            assert self._process
            await self._process.wait()
            await asyncio.sleep(RESTART_SECONDS)
            with contextlib.suppress(ClientError, OSError):
                await self._spawn(port)
        assert self._process
        await self._process.wait()
        if self._lost:
            self._lost()


def _log_file(language: str) -> BinaryIO:
    """The file into which our servers write their log."""
    folder = data_folder()
    mode = os.O_CREAT | os.O_RDWR | os.O_APPEND
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return open(os.open(folder / "server.log", mode, 0o600), "rb+", buffering=0)
    except OSError as error:
        reason = reason_of(error, language)
        raise ClientError(say(language, "error.no-folder", folder=str(folder), reason=reason)) from None


def _python(*args: str) -> tuple[list[str], dict[str, str]]:
    """The command that runs our server with the same Python and the same code as this program."""
    root = str(Path(__file__).parents[2])
    path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH", "")]))
    env = {name: value for name, value in os.environ.items() if name != "QG_TOKEN"}
    return [sys.executable, "-P", "-m", "server", *args], {**env, "PYTHONPATH": path}


async def _spawn(args: list[str], log: BinaryIO) -> asyncio.subprocess.Process:
    command, env = _python(*args)
    return await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.PIPE,  # we never write to it: it closes when we end, however we end
        stdout=asyncio.subprocess.PIPE,
        stderr=log,
        env=env,
        start_new_session=True,  # Ctrl-C must not reach the server, which stops after we have left the table
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),  # the same on Windows
    )


async def _read_port(
    process: asyncio.subprocess.Process, language: str, log: tuple[BinaryIO, int], wanted: int
) -> int:
    """The port, read from the line with which the server says that it listens."""
    assert process.stdout
    try:
        async with asyncio.timeout(START_SECONDS):
            while line := (await process.stdout.readline()).decode("utf-8", "replace"):
                if found := _PORT.search(line):
                    return int(found[1])
    except TimeoutError:
        reason = say(language, "error.slow-start", seconds=int(START_SECONDS))
        raise ClientError(say(language, "error.own-server", reason=reason)) from None
    reason = _last_log_line(*log)
    if "in use" in reason or "Errno 10048" in reason:
        raise ClientError(say(language, "error.port-taken", port=wanted))
    raise ClientError(say(language, "error.own-server", reason=reason))


def _last_log_line(log: BinaryIO, begun: int) -> str:
    """The last line that this run of the server has logged; `begun` is where the run begins in the file."""
    log.seek(begun)
    lines = log.read().decode("utf-8", "replace").strip().splitlines()
    return lines[-1].removeprefix("qg-server: ") if lines else "-"


async def start_tool(command: str, limit: int) -> asyncio.subprocess.Process:
    """Start a command of our server that reads line by line; `limit` bounds the lines of its output."""
    words, env = _python(command)
    return await asyncio.create_subprocess_exec(
        *words,
        env=env,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        limit=limit,
        start_new_session=True,
    )


async def export_record(table: str) -> bytes | None:
    """The record of a game from the databases of this computer; None if they do not hold it."""
    for database in (data_folder() / "qg.db", data_folder() / "solo.db"):
        if not database.is_file():
            continue
        command, env = _python("export", table, "--database", str(database))
        process = await asyncio.create_subprocess_exec(
            *command,
            env=env,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        record, _ = await process.communicate()
        if process.returncode == 0:
            return record
    return None
