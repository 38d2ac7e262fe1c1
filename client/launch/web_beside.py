"""The page for browsers beside a table of ours: a process of its own, which no table depends on."""

import asyncio
import contextlib
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import BinaryIO

from client.launch.child import stop_child
from client.link.address import Address
from client.web.links import table_link
from protocol.folders import data_folder

START_SECONDS = 4.0
STOP_SECONDS = 3.0
_LINK = re.compile(r"https?://\S+/")
OFF = ("off", "no", "0")
"""What the environment variable QG_WEB says if this person never wants the page."""


def is_wanted() -> bool:
    return os.environ.get("QG_WEB", "").lower() not in OFF


class WebBeside:
    """`link_to` waits a short time for the page to be there. Without the page, the table goes on as ever."""

    def __init__(self, process: asyncio.subprocess.Process | None) -> None:
        self._process = process
        self._base = ""

    async def link_to(self, table: str) -> str:
        """The link that leads to this table in a browser; empty if there is no page."""
        if self._process and not self._base:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(START_SECONDS):
                    self._base = await _read_link(self._process)
        return table_link(self._base, table) if self._base else ""


async def _read_link(process: asyncio.subprocess.Process) -> str:
    assert process.stdout
    while line := (await process.stdout.readline()).decode("utf-8", "replace"):
        if found := _LINK.search(line):
            return found[0]
    return ""


@contextlib.asynccontextmanager
async def web_beside(server: Address, *, wanted: bool = True) -> AsyncIterator[WebBeside]:
    """The page is served as long as the block lasts, unless it cannot be or is not wanted."""
    process = await _start(server) if wanted and is_wanted() else None
    try:
        yield WebBeside(process)
    finally:
        if process:
            await stop_child(process, STOP_SECONDS)


async def _start(server: Address) -> asyncio.subprocess.Process | None:
    root = str(Path(__file__).parents[2])
    path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH", "")]))
    env = {name: value for name, value in os.environ.items() if name != "QG_TOKEN"}
    words = ["web", server.typed, "--until-eof", *(["--tls"] if server.tls else [])]
    try:
        with _log_file() as log:
            return await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", "client", *words),
                stdin=asyncio.subprocess.PIPE,  # it closes when we end, however we end
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
                env={**env, "PYTHONPATH": path},
                start_new_session=True,  # Ctrl-C must not reach it
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
    except OSError:
        return None


def _log_file() -> BinaryIO:
    """What goes wrong with the page is written here. Only its owner may read it."""
    folder, how = data_folder(), os.O_CREAT | os.O_WRONLY | os.O_TRUNC
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # the page starts before the first table is stored
    return open(os.open(folder / "web.log", how, 0o600), "wb")
