"""S17: a server that may open only few files keeps those it needs, and its log stays short."""

import asyncio
import json
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from protocol.messages import Done, Refused, Watch, Written
from server.net.files import KEPT_FREE, LEAST_SOCKETS, within_files
from server.net.limits import Limits
from tests.kit.callers import PATIENCE, call, serving, start_game
from tests.kit.wires import wire

ROOT = Path(__file__).parents[2]
FILES = 160
STARVED = """
import asyncio, os, resource, sys
from pathlib import Path
from server import logs
from server.app import App, Settings

async def serve(folder, files):
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    logs.set_up("info")
    async with App(Settings(database=folder / "qg.db", host="127.0.0.1", port=0, announce=False)) as app:
        taken = []
        loop = asyncio.get_running_loop()
        print(app.port, flush=True)
        while order := (await loop.run_in_executor(None, sys.stdin.readline)).strip():
            if order == "take":
                try:
                    while True:
                        taken.append(os.dup(0))
                except OSError:
                    pass
            else:
                while taken:
                    os.close(taken.pop())
            print(order, flush=True)

asyncio.run(serve(Path(sys.argv[1]), int(sys.argv[2])))
"""
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit of open files")


class Starved:
    """A server in a process of its own with few files, which can also be left without any."""

    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self.process, self.port = process, port

    async def order(self, word: str) -> None:
        """`take` uses up all files that are left, `give` frees them again."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{word}\n".encode())
        async with asyncio.timeout(PATIENCE):
            assert (await self.process.stdout.readline()).decode() == f"{word}\n"

    async def stop(self) -> list[dict[str, object]]:
        """Its log, which is nothing but JSON."""
        async with asyncio.timeout(PATIENCE):
            _, log = await self.process.communicate(b"\n")
        assert self.process.returncode == 0
        return [json.loads(line) for line in log.decode().splitlines()]


@asynccontextmanager
async def starved(folder: Path) -> AsyncIterator[Starved]:
    pipe = asyncio.subprocess.PIPE
    command = (sys.executable, "-c", STARVED, str(folder), str(FILES))
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, stderr=pipe, cwd=ROOT)
    try:
        assert process.stdout
        async with asyncio.timeout(PATIENCE):
            port = int(await process.stdout.readline())
        yield Starved(process, port)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


@pytest.mark.slow
@pytest.mark.parametrize("handshake", [False, True], ids=["silent", "opened"])
async def test_more_sockets_than_files_leave_the_tables_alone(tmp_path: Path, handshake: bool) -> None:
    """S17: the server ends the oldest itself, long before the system refuses a file."""
    async with starved(tmp_path) as server:
        _, players = await start_game(server.port)
        many = [await wire(server.port, handshake=handshake) for _ in range(3 * FILES)]
        assert isinstance(await players[0].write(1, "stored"), Written)
        newcomer = await call(server.port)
        await newcomer.close()
        for one in many:
            one.cut()
        log = await server.stop()
    assert {line["event"] for line in log} == {"table opened"}


@pytest.mark.slow
async def test_without_files_the_log_gets_a_line_a_second_and_the_server_recovers(tmp_path: Path) -> None:
    """S17: here everything but the server has used up the files."""
    async with starved(tmp_path) as server:
        _, players = await start_game(server.port)
        await server.order("take")
        started = time.monotonic()
        waiting = [await wire(server.port, handshake=False) for _ in range(60)]
        assert isinstance(await players[0].write(1, "stored"), Written)
        await server.order("give")
        newcomer = await call(server.port)
        seconds = time.monotonic() - started
        await newcomer.close()
        for one in waiting:
            one.cut()
        log = await server.stop()
    assert not any("traceback" in line for line in log)
    short = [line for line in log if line["event"] == "no more files can be opened"]
    assert 1 <= len(short) <= seconds + 2
    assert isinstance(players[0].heard[-1], Written)


@pytest.mark.parametrize("files", [None, 20, 100, 256, 1024, 4096, 10**6])
def test_the_limits_fit_into_the_files_of_the_process(files: int | None) -> None:
    """S17."""
    limits = within_files(Limits(), files)
    used = limits.connections + limits.newcomers + limits.unfinished
    assert files is None or used <= max(LEAST_SOCKETS, files - KEPT_FREE)
    assert limits.connections >= used // 2
    assert 1 <= limits.newcomers_from_one < limits.newcomers
    assert 1 <= limits.unfinished_from_one < limits.unfinished
    if files in (None, 4096, 10**6):
        assert limits == Limits()


async def test_a_server_takes_no_more_than_its_files_allow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S17."""
    monkeypatch.setattr("server.app.most_files", lambda: 100)
    async with serving(tmp_path, Limits()) as app:
        _, players = await start_game(app.port)
        table, limits = players[0].table, within_files(Limits(), 100)
        answers = [await (await call(app.port)).ask(Watch(table=table)) for _ in range(limits.connections)]
        assert [type(answer) for answer in answers[-5:]] == [Done, *[Refused] * 4]
