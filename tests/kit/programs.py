"""Programs for `qg bot` that behave well or badly, each a real process, at the seat of a real table."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from client.launch.rules_process import RulesProcess
from client.link.address import Address
from client.link.session import Session
from client.play.supposition import AskRules
from client.program.run import run_program
from protocol import messages
from protocol.events import PhaseOpened, SheetsRead
from server.app import App
from tests.kit.callers import PATIENCE, Caller, call, open_table

BEGINNING = """\
import json, os, sys, time
def send(**line):
    print(json.dumps(line), flush=True)
def receive(*kinds):
    while True:
        line = sys.stdin.readline()
        if not line:
            sys.exit()
        heard = json.loads(line)
        with open("heard", "a") as file:
            file.write(line)
        if not kinds or heard["type"] in kinds:
            return heard
"""
"""What these programs begin with. They write down every line that they read."""


def program(folder: Path, body: str) -> list[str]:
    """The command that runs this program in that folder."""
    file = folder / "program.py"
    file.write_text(f"import os\nos.chdir({str(folder)!r})\n{BEGINNING}{body}")
    return [sys.executable, "-I", "-S", str(file)]


def heard(folder: Path, *kinds: str) -> list[Any]:
    """The lines that the programs of this folder have read."""
    file = folder / "heard"
    lines = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    return [line for line in lines if not kinds or line["type"] in kinds]


class Told:
    """The sentences that the owner was told, to wait for."""

    def __init__(self) -> None:
        self.sentences: list[str] = []
        self._more = asyncio.Event()

    def __call__(self, sentence: str) -> None:
        self.sentences.append(sentence)
        self._more.set()

    def count(self, words: str) -> int:
        return sum(words in sentence for sentence in self.sentences)

    async def until(self, words: str, count: int = 1) -> None:
        """Wait until so many sentences have these words."""
        try:
            async with asyncio.timeout(PATIENCE):
                while self.count(words) < count:
                    self._more.clear()
                    await self._more.wait()
        except TimeoutError:
            raise AssertionError(f"{words} was not told {count} times: {self.sentences}") from None


class Seated:
    """A program at a seat: the session through which it plays, and what its owner was told."""

    def __init__(self, session: Session, running: asyncio.Task[int], told: Told) -> None:
        self.session = session
        self.running = running
        self.told = told

    async def status(self) -> int:
        """Wait for the end of the game."""
        async with asyncio.timeout(PATIENCE):
            return await self.running


@asynccontextmanager
async def seated(
    app: App, table: str, command: list[str], *, ask_rules: AskRules | None = None, patience: float = PATIENCE
) -> AsyncIterator[Seated]:
    """The program has a seat when the block begins, and has ended when the block ends."""
    rules, told = RulesProcess("en", sees_seat=True), Told()
    async with Session(Address("127.0.0.1", app.port)) as session:
        await session.join(table, "Mine")
        work = run_program(session, command, told, ask_rules or rules.ask, patience=patience)
        running = asyncio.create_task(work)
        try:
            yield Seated(session, running, told)
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            await rules.stop()


@asynccontextmanager
async def against_bots(
    app: App, command: list[str], game: str, bots: dict[str, str], **options: Any
) -> AsyncIterator[Seated]:
    """A table of the program and bots of these levels, which begins at once."""
    opener = await call(app.port)
    opened = await open_table(opener, game=game, options=options, bots=bots)
    await opener.close()
    async with seated(app, opened.table, command) as program:
        yield program


class Sitting:
    """A tournament of two: Ana, and a program at the seat JR. The referee rings when the test wants it."""

    def __init__(self, program: Seated, referee: Caller, ana: Caller) -> None:
        self.program = program
        self.session = program.session
        self.told = program.told
        self.referee = referee
        self.ana = ana
        self.phase = 0

    async def next_phase(self) -> None:
        await self.referee.ask(messages.Start())
        self.phase = (await self.ana.until_event(PhaseOpened)).phase

    async def ring(self) -> SheetsRead:
        """End the phase now. Returns what is read."""
        await self.referee.ask(messages.Ring(phase=self.phase))
        return await self.ana.until_event(SheetsRead)

    async def read(self) -> SheetsRead:
        """Ana seals empty sheets, and so the phase ends when the program seals."""
        await self.ana.ask(messages.Seal(phase=self.phase))
        return await self.ana.until_event(SheetsRead)


@asynccontextmanager
async def sitting_with(
    app: App, command: list[str], *, ask_rules: AskRules | None = None, patience: float = PATIENCE
) -> AsyncIterator[Sitting]:
    """The first phase is open when the block begins."""
    referee, ana = await call(app.port), await call(app.port)
    opened = await open_table(referee, tournament=True, options={"players": 2, "referee": "V"})
    await referee.ask(messages.Referee(table=opened.table, key=opened.referee_key))
    await ana.sit(opened.table, "Ana")
    async with seated(app, opened.table, command, ask_rules=ask_rules, patience=patience) as program:
        sitting = Sitting(program, referee, ana)
        await sitting.next_phase()
        yield sitting
    for caller in (referee, ana):
        await caller.close()


def answering(how: str = "") -> str:
    """A program that answers every question with one order for each army; `how` comes before the answer."""
    return f"""\
while True:
    question = receive("write")
{how}
    sheets = {{sheet: ["T HQ " + sheet + "4"] for sheet in question["owed"]}}
    send(type="sheets", ask=question["ask"], sheets=sheets)
"""


async def until_true(fact: Callable[[], bool]) -> None:
    """Wait for a fact outside this process, of which nothing tells us."""
    async with asyncio.timeout(PATIENCE):
        while not fact():  # noqa: ASYNC110  # another process makes it true, and no event can tell us so
            await asyncio.sleep(0.01)
