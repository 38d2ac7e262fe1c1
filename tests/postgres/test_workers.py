"""`qg-server serve --workers`: several processes behind one port, none of which is missed."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from client.link.address import Address
from client.link.session import Session
from client.state import sheets as desk
from server.errors import StorageError
from server.workers import check_workers, without_own
from tests.kit.chaos import ROOT
from tests.kit.ports import free_port

OPTIONS = {"players": 2, "seconds": 600.0, "interlude": 600.0, "limit": None}


@asynccontextmanager
async def working(database: str, port: int, count: int) -> AsyncIterator[asyncio.subprocess.Process]:
    command = [sys.executable, "-m", "server", "serve", "--database", database, "--host", "127.0.0.1"]
    command += ["--port", str(port), "--workers", str(count), "--no-announce", "--log-level", "error"]
    process = await asyncio.create_subprocess_exec(
        *command, cwd=ROOT, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(60):
            for _ in range(count + 1):  # the first line is that of the process that starts the workers
                assert b"QG serves" in await process.stdout.readline()
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        assert await process.wait() == 0


async def workers_of(process: asyncio.subprocess.Process) -> list[int]:
    listed = await asyncio.create_subprocess_exec(
        "ps", "-o", "pid=", "--ppid", str(process.pid), stdout=asyncio.subprocess.PIPE
    )
    found, _ = await listed.communicate()
    return [int(pid) for pid in found.split()]


@pytest.mark.slow
async def test_workers_share_a_port_and_players_survive_the_death_of_one(schema: str) -> None:
    """R4: whoever sat at the worker that was killed is back at another by itself, and the draft is there."""
    port = free_port()
    async with working(schema, port, 2) as process, Session(Address("127.0.0.1", port)) as ana:
        opened = await ana.open_table("power", "Cup", OPTIONS)
        async with Session(Address("127.0.0.1", port)) as bo:
            for session, name in ((ana, "Ana"), (bo, "Bo")):
                await session.join(opened.table, name)
                await session.ready()
            state = await ana.until(lambda state: state.may_write)
            sheet = next(iter(state.sheets))
            await ana.write(sheet, ("t hq v4",))
            os.kill((await workers_of(process))[0], signal.SIGKILL)
            ana.edit(lambda state: desk.write_line(state, sheet, "s hq v8"))
            async with asyncio.timeout(60):
                await ana.until(lambda state: state.link == "ok" and state.is_stored)
            assert ana.state.sheets[sheet].lines == ("t hq v4", "s hq v8")


def test_each_worker_is_given_its_own_port_and_all_else_that_was_typed() -> None:
    typed = ["serve", "--port", "7000", "--name", "Club", "--workers=4", "--metrics", "9000", "--tls"]
    assert without_own(typed) == ["--name", "Club", "--tls"]


@pytest.mark.parametrize(
    ("database", "port", "said"),
    [
        (Path("qg.db"), 7878, "postgresql://"),
        ("postgresql://h/d", 0, "lower --port"),
        ("postgresql://h/d", 65534, "lower --port"),
    ],
)
def test_workers_that_cannot_run_are_refused_in_words(database: Path | str, port: int, said: str) -> None:
    with pytest.raises(StorageError, match=said):
        check_workers(database, port, 4)
