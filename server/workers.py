"""Several server processes behind one address, for a machine with several cores. They share a database."""

import asyncio
import contextlib
import signal
import socket
import sys
from collections.abc import Sequence
from pathlib import Path

from server import logs
from server.databases import Database
from server.errors import StorageError

_OWN = ("--port", "--workers", "--shared-port", "--metrics")
"""Options that each worker is given anew."""
RESTART_SECONDS = 1.0
STOP_SECONDS = 10.0


def check_workers(database: Database, port: int, count: int) -> None:
    """Raises StorageError with a sentence if workers cannot run here."""
    if isinstance(database, Path):
        raise StorageError("workers share a database: give --database postgresql://... with --workers")
    if not hasattr(socket, "SO_REUSEPORT"):
        raise StorageError("this system cannot let several processes listen at one port")
    if not port or port + count > 65535:
        raise StorageError(f"workers need the ports above {port}: choose a lower --port")


def without_own(arguments: Sequence[str]) -> list[str]:
    """What was typed behind `serve`, without the options that each worker is given anew."""
    kept: list[str] = []
    rest = iter(arguments)
    for word in rest:
        if word in _OWN:
            next(rest, None)
        elif not word.startswith(tuple(f"{option}=" for option in _OWN)):
            kept.append(word)
    return kept[kept.index("serve") + 1 :]


class Workers:
    """Each worker has a port of its own behind that of all, where players reach the tables that it plays."""

    def __init__(
        self, arguments: Sequence[str], port: int, count: int, metrics: tuple[str, int] | None = None
    ) -> None:
        self._arguments = without_own(arguments)
        self._port = port
        self._count = count
        self._metrics = metrics
        self._stopping = asyncio.Event()
        self._running: dict[int, asyncio.subprocess.Process] = {}

    async def run(self) -> int:
        """Run all workers until told to stop. A worker that dies is started again."""
        loop = asyncio.get_running_loop()
        for told in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(told, self._stopping.set)
        async with asyncio.TaskGroup() as group:
            for number in range(1, self._count + 1):
                group.create_task(self._keep_running(number), name=f"worker {number}")
            await self._stopping.wait()
            await self._stop_all()
        return 0

    async def _keep_running(self, number: int) -> None:
        while not self._stopping.is_set():
            process = await self._start(number)
            self._running[number] = process
            code = await process.wait()
            if not self._stopping.is_set():
                logs.warning("a worker died; it is started again", worker=number, code=code)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._stopping.wait(), RESTART_SECONDS)

    async def _start(self, number: int) -> asyncio.subprocess.Process:
        own = ["--port", str(self._port + number), "--shared-port", str(self._port)]
        if self._metrics is not None:
            host, port = self._metrics
            own += ["--metrics", f"{host}:{port + number}"]
        command = (sys.executable, "-P", "-m", "server", "serve", *self._arguments, *own)
        return await asyncio.create_subprocess_exec(*command, stdin=asyncio.subprocess.DEVNULL)

    async def _stop_all(self) -> None:
        for process in self._running.values():
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
        waiting = [process.wait() for process in self._running.values()]
        try:
            await asyncio.wait_for(asyncio.gather(*waiting), STOP_SECONDS)
        except TimeoutError:
            for process in self._running.values():
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
