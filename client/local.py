"""A server of our own, in a process of its own, for as long as we play."""

import asyncio
import contextlib
import os
import re
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import BinaryIO

from client.address import Address
from client.errors import ClientError
from client.words import say
from protocol.folders import data_folder

START_SECONDS = 20.0
STOP_SECONDS = 5.0
_PORT = re.compile(r"port (\d+)")


@contextlib.asynccontextmanager
async def own_server(
    language: str,
    *,
    public: bool = False,
    port: int = 0,
    tls: bool = False,
    database: Path | None = None,
) -> AsyncIterator[Address]:
    """Listening when the block begins, gone when it ends. Public: every interface, found on the LAN."""
    args = ["serve", "--until-eof", "--port", str(port)]
    args += ["--database", str(database or data_folder() / ("qg.db" if public else "solo.db"))]
    args += [] if public else ["--host", "127.0.0.1", "--no-announce", "--rate", "0"]
    args += ["--tls"] if tls else []
    with _log_file() as log:
        process = await _spawn(args, log)
        try:
            yield Address("127.0.0.1", await _port(process, language, log, port), tls)
        finally:
            await _stop(process)


def _log_file() -> BinaryIO:
    """What our servers have to say."""
    folder = data_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    mode = os.O_CREAT | os.O_RDWR | os.O_APPEND
    return open(os.open(folder / "server.log", mode, 0o600), "rb+", buffering=0)


def _python(*args: str) -> tuple[list[str], dict[str, str]]:
    """This very Python with this very project, wherever we were started from."""
    root = str(Path(__file__).parents[1])
    path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH", "")]))
    env = {name: value for name, value in os.environ.items() if name != "QG_TOKEN"}
    return [sys.executable, "-P", "-m", "server", *args], {**env, "PYTHONPATH": path}


async def _spawn(args: list[str], log: BinaryIO) -> asyncio.subprocess.Process:
    command, env = _python(*args)
    return await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.PIPE,  # never written to: it ends when we do, however we end
        stdout=asyncio.subprocess.PIPE,
        stderr=log,
        env=env,
        start_new_session=True,  # our Ctrl-C is not the server's: it stops when we have left the table
    )


async def _port(process: asyncio.subprocess.Process, language: str, log: BinaryIO, wanted: int) -> int:
    """From the line with which the server says that it listens."""
    assert process.stdout
    try:
        async with asyncio.timeout(START_SECONDS):
            while line := (await process.stdout.readline()).decode("utf-8", "replace"):
                if found := _PORT.search(line):
                    return int(found[1])
    except TimeoutError:
        raise ClientError(say(language, "error.own-server", reason="...")) from None
    reason = _last_words(log)
    if "in use" in reason or "Errno 10048" in reason:
        raise ClientError(say(language, "error.port-taken", port=wanted))
    raise ClientError(say(language, "error.own-server", reason=reason))


def _last_words(log: BinaryIO) -> str:
    log.seek(0)
    lines = log.read().decode("utf-8", "replace").strip().splitlines()
    return lines[-1].removeprefix("qg-server: ") if lines else "-"


async def _stop(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        process.terminate()
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await process.communicate()
        except TimeoutError:
            process.kill()
            await process.communicate()


async def export_record(table: str) -> bytes | None:
    """A game from this machine's own databases, read without touching it; None if they have it not."""
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
