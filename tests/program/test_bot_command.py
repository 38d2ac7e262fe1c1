"""`qg bot` as it is typed: a process of its own that seats a program."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from client.launch.saved import Memory
from protocol import messages
from protocol.events import SeatTaken, SheetSealed
from protocol.messages import SeatLine, Snapshot
from server.app import App
from tests.client.test_cli import environment, is_one_sentence, without_process
from tests.kit.beside import Beside, serving_beside
from tests.kit.callers import PATIENCE, Caller, call, open_table, serving
from tests.kit.programs import answering, heard, program, until_true

pytestmark = pytest.mark.slow

PYTHON = sys.executable
NOWHERE = ("--table", "127.0.0.1:1")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ((), ("this is missing: PROGRAM",)),
        (("--", "no-such-program"), ("no program called no-such-program", "behind --")),
        ((*NOWHERE, "--", PYTHON), ("nobody answers at 127.0.0.1:1",)),
        ((*NOWHERE, "--lang", "fr", "--", PYTHON), ("personne ne répond",)),
        ((*NOWHERE, "--", PYTHON, "--lang", "fr", "--table", "::::"), ("nobody answers at 127.0.0.1:1",)),
    ],
)
def test_what_is_wrong_is_one_sentence_and_what_is_behind_the_dashes_is_for_the_program(
    tmp_path: Path, args: tuple[str, ...], words: tuple[str, ...]
) -> None:
    assert is_one_sentence(without_process(tmp_path, "bot", *args), *words)


@asynccontextmanager
async def running(home: Path, *args: str) -> AsyncIterator[asyncio.subprocess.Process]:
    process = await asyncio.create_subprocess_exec(
        *(PYTHON, "-m", "client", "bot", *args),
        env=environment(home),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def table_of_two(app: App) -> tuple[str, Caller]:
    """A table at which Ana sits and is ready. She is its host."""
    ana = await call(app.port)
    opened = await open_table(ana, key="own secret of Ana", options={"players": 2, "interlude": None})
    await ana.sit(opened.table, "Ana")
    return opened.table, ana


def play_shortly(home: Path, there: Beside, *args: str) -> tuple[CompletedProcess[str], SeatLine]:
    """The program plays at a table whose time is over at once. Returns its seat, too."""
    caller = there.do(call(there.port))
    options = {"players": 2, "limit": 0.05, "interlude": None, "referee": "V"}  # the lot chooses no order
    opened = there.do(open_table(caller, options=options, bots={"VB": "recruit"}))
    command = program(home, answering())
    done = without_process(home, "bot", "--table", f"{there.address}/{opened.table}", *args, "--", *command)
    there.do(caller.ask(messages.Watch(table=opened.table)))
    seat = next(line for heard in caller.heard if isinstance(heard, Snapshot) for line in heard.seats[1:])
    there.do(caller.close())
    return done, seat


def test_a_program_sits_down_under_its_own_name_and_plays_one_game(tmp_path: Path) -> None:
    with serving_beside(tmp_path / "server") as there:
        done, seat = play_shortly(tmp_path, there, "--name", "Deep Sheet")
    assert (done.returncode, done.stderr) == (0, "")
    seated, *played = done.stdout.splitlines()
    assert seated.startswith("The program has seat JR at table ")
    assert (played[0], played[-1]) == ("Phase 1: the program has sealed J, R.", "The game is over.")
    assert (seat.name, seat.bot) == ("Deep Sheet", ""), "it is no bot of the server"


def test_without_a_name_the_name_says_whose_program_it_is(tmp_path: Path) -> None:
    Memory(tmp_path / "client.json").keep(name="Zoe")
    with serving_beside(tmp_path / "server") as there:
        done, seat = play_shortly(tmp_path, there, "--lang", "fr")
    assert done.stdout.splitlines()[-1] == "La partie est finie."
    assert seat.name == "Programme de Zoe"
    assert Memory(tmp_path / "client.json").kept.name == "Zoe"


def test_a_name_that_looks_like_a_bot_of_the_server_is_refused(tmp_path: Path) -> None:
    with serving_beside(tmp_path / "server") as there:
        done, _ = play_shortly(tmp_path, there, "--name", "captain")
    assert is_one_sentence(done, "captain")


async def test_a_program_comes_back_to_its_own_seat_and_not_to_that_of_its_owner(tmp_path: Path) -> None:
    home = tmp_path / "home"
    body = 'question = receive("write")\nwhile not os.path.exists("go"):\n    time.sleep(0.01)\n'
    body += 'send(type="sheets", ask=question["ask"], sheets={"J": ["T HQ J4"]})\nreceive("over")\n'
    command = program(tmp_path, body)
    async with serving(tmp_path) as app:
        table, ana = await table_of_two(app)
        where = ("--table", f"127.0.0.1:{app.port}/{table}", "--name", "Deep Sheet", "--", *command)
        async with running(home, *where) as process:
            await until_true(lambda: bool(heard(tmp_path, "write")))
            process.kill()
            (tmp_path / "go").touch()
        async with running(home, *where):
            await ana.until_event(SheetSealed, seat="JR")
        await ana.close()
    assert [event.name for event in ana.events() if isinstance(event, SeatTaken)] == ["Deep Sheet"]
    assert Memory(home / "client.json").kept.places == {}
    (kept,) = (home / "bots").iterdir()
    assert kept.stat().st_mode & 0o777 == 0o600
    assert list(Memory(kept).kept.places) == [table]
    assert not (home / "seen").exists(), "what a program knows is not shown to its owner"


async def test_the_program_ends_with_the_command(tmp_path: Path) -> None:
    body = 'open("process", "w").write(str(os.getpid()))\nwhile True:\n    time.sleep(1)\n'
    file = tmp_path / "process"
    async with serving(tmp_path) as app:
        table, ana = await table_of_two(app)
        where = ("--table", f"127.0.0.1:{app.port}/{table}")
        async with running(tmp_path / "home", *where, "--", *program(tmp_path, body)) as process:
            await until_true(lambda: file.exists() and bool(file.read_text()))
            process.send_signal(signal.SIGTERM)
            await asyncio.wait_for(process.wait(), PATIENCE)
        with pytest.raises(ProcessLookupError):
            os.kill(int(file.read_text()), 0)
        await ana.close()
