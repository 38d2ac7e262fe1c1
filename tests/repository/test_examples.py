"""The small client of examples/, as a newcomer runs it: a process of its own against a real server."""

import asyncio
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgpack
import pytest

from protocol import messages
from protocol.events import PhaseOpened, SeatTaken, SheetSealed, SheetsRead
from protocol.seals import seal_hash
from tests.kit.callers import PATIENCE, Caller, call, open_table, serving
from tests.kit.relays import relaying
from tests.repository.test_architecture import imports

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "small_client.py"
MOST_LINES = 60


class Run:
    """What an example printed, and how it ended."""

    def __init__(self, out: bytes, err: bytes, status: int | None) -> None:
        self.lines = out.decode().splitlines()
        self.err = err.decode()
        self.status = status


async def run_example(*words: str) -> Run:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-W", "error", str(EXAMPLE), *words),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(PATIENCE):
            out, err = await process.communicate()
    except BaseException:
        process.kill()
        await process.wait()
        raise
    return Run(out, err, process.returncode)


async def the_only_table(caller: Caller) -> messages.TableLine:
    tables = await caller.ask(messages.ListTables())
    assert isinstance(tables, messages.Tables)
    (table,) = tables.tables
    return table


async def reading_of(caller: Caller, table: str) -> SheetsRead:
    """The first reading of a table, as it is told to somebody who comes later."""
    await caller.ask(messages.Watch(table=table))
    await caller.ask(messages.Sync(after=0))
    told = [message for heard in caller.heard if isinstance(heard, messages.Missed) for message in heard.told]
    return next(message.event for message in told if isinstance(message.event, SheetsRead))


def told_lines(read: SheetsRead) -> list[str]:
    """The orders of a story as the example tells them."""
    return [f"  {event['type']}: {event['army']} {event['text']}" for event in read.story if "text" in event]


async def test_the_small_client_plays_a_round_against_bots(tmp_path: Path) -> None:
    async with serving(tmp_path) as app, relaying(app.port) as relay:
        run = await run_example(f"127.0.0.1:{relay.port}")
        caller = await call(app.port)
        table = await the_only_table(caller)
        read = await reading_of(caller, table.id)
        await caller.close()
    assert (run.status, run.err) == (0, "")
    assert run.lines[0].startswith(f"Table {table.id}, sheet V. Write an order as ")
    assert run.lines[1] == "All 4 sheets are as they were sealed."
    assert table.seats == 4
    (order,) = read.sheets["V"]
    assert f"  moved: V {order}" in run.lines
    assert [line for line in run.lines if line in told_lines(read)] == told_lines(read)
    assert len(run.lines) == 2 + len(read.story)
    assert isinstance(relay.asked[-1], messages.Leave)


async def test_the_small_client_plays_with_others_and_a_seal_that_was_opened_again_promises_nothing(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path) as app, asyncio.TaskGroup() as tasks:
        referee, ana = await call(app.port), await call(app.port)
        opened = await open_table(referee, tournament=True, options={"players": 2, "referee": "V"})
        await referee.ask(messages.Referee(table=opened.table, key=opened.referee_key))
        await ana.sit(opened.table, "Ana")
        running = tasks.create_task(run_example(f"127.0.0.1:{app.port}", opened.table))
        await referee.until_event(SeatTaken, name="Small client")
        await referee.ask(messages.Start())
        await ana.until_event(PhaseOpened)
        await ana.write(1, "T HQ V8", sheet="V")
        await ana.seal(1, sheet="V")
        await ana.ask(messages.Unseal(phase=1))
        await ana.write(1, "T HQ V4", sheet="V", revision=2)
        await referee.until_event(SheetSealed, seat="JR")
        await referee.ask(messages.Ring(phase=1))
        run = await running
        await ana.close()
        await referee.close()
    assert (run.status, run.err) == (0, "")
    assert run.lines[0].startswith(f"Table {opened.table}, sheet J. ")
    assert run.lines[1] == "All 4 sheets are as they were sealed."
    assert "  moved: V T HQ V4" in run.lines


def with_another_sheet(event: dict[str, Any]) -> None:
    """A host who cheats when the sheets are read."""
    if event["type"] == "sheets_read":
        event["sheets"]["B"] = ["T HQ B0"]


class CheatBeforeTheBell:
    """A host who changes a sealed sheet before the phase closes: only the hash of the seal shows it."""

    lines, salt = ("T HQ B0",), "0" * 32

    def __call__(self, event: dict[str, Any]) -> None:
        if event["type"] == "phase_closed":
            event["hashes"]["B"] = seal_hash(event["phase"], "B", self.lines, self.salt)
        if event["type"] == "sheets_read":
            event["sheets"]["B"], event["salts"]["B"] = list(self.lines), self.salt


@pytest.mark.parametrize("cheat", [with_another_sheet, CheatBeforeTheBell()], ids=["reading", "bell"])
async def test_the_small_client_notices_a_sheet_that_was_changed(
    cheat: Callable[[dict[str, Any]], None], tmp_path: Path
) -> None:
    def change(data: bytes) -> bytes:
        message = msgpack.unpackb(data)
        if message["type"] == "told":
            cheat(message["event"])
        return msgpack.packb(message)

    async with serving(tmp_path) as app, relaying(app.port, change) as relay:
        run = await run_example(f"127.0.0.1:{relay.port}")
    assert (run.status, run.err.strip()) == (1, "The sheet B was changed after it was sealed!")
    assert len(run.lines) == 1


async def test_the_small_client_says_what_the_server_refused(tmp_path: Path) -> None:
    async with serving(tmp_path) as app:
        run = await run_example(f"127.0.0.1:{app.port}", "NOPE")
    assert (run.status, run.lines) == (1, [])
    assert run.err.startswith("The server refused: there is no table NOPE at this server")


def test_the_small_client_is_short_and_needs_nothing_of_ours() -> None:
    assert len(EXAMPLE.read_text("utf-8").splitlines()) <= MOST_LINES
    packages = {name.partition(".")[0] for name in imports(EXAMPLE)}
    assert packages - sys.stdlib_module_names == {"msgpack", "websockets"}


@pytest.mark.parametrize("page", ["README.md", "docs/protocol.md"])
def test_the_pages_lead_to_the_small_client(page: str) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", (ROOT / page).read_text("utf-8"))
    assert EXAMPLE in [(ROOT / page).parent.joinpath(link).resolve() for link in links]
