"""The goals of the terminal (U1 to U6) in a real one, and a referee's console at which anything is typed."""

import asyncio
import os
import re
import signal
import subprocess
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from statistics import median

import pytest

from client.link.address import Address
from client.link.session import Session
from client.play.action import REFEREES
from client.play.actions import ACTIONS
from client.play.desk import FULL
from client.play.verbs import verb_of
from tests.kit.callers import serving
from tests.kit.long import TIMES, long
from tests.kit.onscreen import (
    BACKSPACE,
    CTRL_C,
    CTRL_D,
    CTRL_K,
    CTRL_Q,
    CTRL_S,
    CTRL_Y,
    CTRL_Z,
    DOWN,
    ENTER,
    ESC,
    F1,
    F2,
    F3,
    F4,
    F5,
    F6,
    F7,
    F8,
    F9,
    LEFT,
    PAGE_DOWN,
    PAGE_UP,
    RIGHT,
    TAB,
    UP,
    Glass,
    shown,
)
from tests.kit.sessions import sit
from tests.kit.terminals import QG, Server, Terminal, bustle
from tests.kit.timing import timed

pytestmark = pytest.mark.slow

CRASH = """
from client.screens.control.pages import Pages
def open_help(self):
    raise ZeroDivisionError("made for a test")
Pages.open_help = open_help
"""
KEYS = [ENTER, TAB, UP, DOWN, LEFT, RIGHT, ESC, F1, F2, F3, F4, F5, F6, F7, F8, F9, PAGE_UP, PAGE_DOWN]
KEYS += [BACKSPACE, CTRL_C, CTRL_D, CTRL_K, CTRL_Q, CTRL_S, CTRL_Y, CTRL_Z, "y", "n", "?", "/", ":", "q", " "]
KEYS += ["\x1b[<0;9;4M\x1b[<0;9;4m", "\x1b[<65;9;4M", "\x1b[<0;3;24M\x1b[<0;3;24m"]
ODD = ["", "²", "nan", "inf", "-1", "0", "1", "9" * 30, "1e400", "1_0", "V", "v bot", "# why", "/ / /"]
ODD += ["~nosuchuser/x", "/nosuch/folder/x", "v v4 -7S", "日本語", "\u202ee\u0301", "x" * 1000, "a " * 300]
SENSE = {
    "rollback": "1",
    "reread": "V T HQ V8 / S HQ V7 # why",
    "amend": "v v4 7S",
    "grant": "30",
    "rounds": "1",
}
SENSE |= {"tell": "V psst", "replace": "V Eva", "unseat": "B", "invite": "B captain", "cell": "IX"}
LONG = 50
"""What is longer than this is pasted, as people do."""
AWAY = (ESC, ESC, ESC, ESC, BACKSPACE)
"""Out of everything; what is typed right behind an Esc would be read as Alt and that letter."""
SIZES = [(80, 24), (120, 40), (40, 10), (20, 5), (200, 60)]


@pytest.mark.parametrize(
    ("command", "tries", "most"), [timed("watch", 3, 1.0), timed("join", 3, 1.0), timed("solo", 3, 1.5)]
)
def test_the_first_screen_comes_soon(
    terminals: Callable[..., Terminal], server_process: Server, command: str, tries: int, most: float
) -> None:
    """U1: the best of the tries. Solo starts a server of its own."""
    first = terminals("ana", "host", "--server", server_process.address, "--players", "4", "--name", "Ana")
    first.wait("waiting for players")
    where = () if command == "solo" else (server_process.address,)
    taken = []
    for number in range(tries):
        begun = time.monotonic()
        name = ("--name", f"Bo{number}") if command == "join" else ()
        terminal = terminals(f"{command}{number}", command, *where, *name)
        terminal.wait("F1 help", "F4 log")
        taken.append(time.monotonic() - begun)
        terminal.close()
    assert min(taken) < most, taken


@pytest.mark.parametrize(("usual", "most"), [timed(0.05, 0.08)])
def test_a_key_is_drawn_at_once_while_the_server_sends(
    terminals: Callable[..., Terminal], server_process: Server, usual: float, most: float
) -> None:
    """U2: half within 50 ms, 95 of 100 within 80 ms, while three others seal and open their sheets."""
    ana = terminals("ana", "host", "--server", server_process.address, "--players", "4", "--name", "Ana")
    ana.wait("waiting for players")
    ana.be_ready()
    with bustle(server_process) as sent:
        ana.wait("R1 ORDERS", "order 1>", "/4 sealed")
        taken, before = [], sent()
        for _ in range(12):
            taken += [typing_time(ana, typed) for typed in ("t", "t ", "t h", "t hq", "t hq ")]
            ana.press(ESC)
            ana.until(lambda: shows(ana, ""), "an empty line")
        news, (shown,) = sent() - before, set(re.findall(r"\d/4 sealed", ana.text))
        ana.until(lambda: shown not in ana.text, "another number of sealed sheets")
    assert news > len(taken), "the server had little to send"
    assert median(taken) <= usual, sorted(taken)
    assert sorted(taken)[int(len(taken) * 0.95)] <= most, sorted(taken)


def shows(terminal: Terminal, typed: str) -> bool:
    """The order line holds exactly that, and the cursor is behind it."""
    line = str(terminal.screen.display[terminal.screen.lines - 2])
    prompt = "V order 1> "
    at = int(terminal.screen.cursor.x)
    return line.rstrip() == (prompt + typed).rstrip() and at == len(prompt) + len(typed)


def typing_time(terminal: Terminal, typed: str) -> float:
    """From the last key of this to its being drawn."""
    begun = time.perf_counter()
    terminal.press(typed[-1])
    terminal.until(lambda: shows(terminal, typed), typed)
    return time.perf_counter() - begun


@pytest.mark.parametrize("most", [timed(0.4)])
def test_escape_acts_soon(terminals: Callable[..., Terminal], server_process: Server, most: float) -> None:
    """U4: 0.4 s."""
    ana = terminals("ana", "host", "--server", server_process.address, "--bots", "3", "--name", "Ana")
    ana.be_ready()
    ana.wait("R1 ORDERS")
    taken = []
    for _ in range(3):
        ana.press(F1)
        ana.wait("HERE: WRITING ORDERS")
        begun = time.monotonic()
        ana.press(ESC)
        ana.wait("V order 1>")
        taken.append(time.monotonic() - begun)
    assert min(taken) < most, taken


@pytest.mark.parametrize(("seconds", "most"), [timed(5.0, 0.02)])
def test_an_idle_screen_uses_little_time_and_few_bytes(
    terminals: Callable[..., Terminal], server_process: Server, seconds: float, most: float
) -> None:
    """U5: 2 % of a core and 500 bytes a second while nobody does anything but the hourglass."""
    ana = terminals("ana", "host", "--server", server_process.address, "--bots", "3", "--name", "Ana")
    ana.be_ready()
    ana.wait("R1 ORDERS", "3/4 sealed", "V order 1>")
    used, drawn, begun = seconds_used(ana.child.pid), len(ana.raw), time.monotonic()
    ana.until(lambda: time.monotonic() - begun >= seconds, "the end")
    spent = time.monotonic() - begun
    drawn = len(ana.raw) - drawn
    assert drawn > 0, "the hourglass stands still"
    assert drawn / spent <= 500
    assert (seconds_used(ana.child.pid) - used) / spent <= most


def seconds_used(pid: int) -> float:
    """Of a processor, by that process; the fields behind its name, which may hold blanks."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def in_a_shell(folder: Path, path: str = "") -> Terminal:
    """A game in a shell that tells its status, and the terminal's settings before and after."""
    script = f"stty -g; {QG} solo --name Ana; echo status $?; stty -g"
    return Terminal(folder, "/bin/sh", "-c", script, PYTHONPATH=path)


def leave_by_key(shell: Terminal) -> None:
    shell.press(CTRL_Q)
    shell.wait("Leave?", "qg solo")
    shell.press("y")


def leave_by_two_keys(shell: Terminal) -> None:
    shell.press(CTRL_C)
    shell.wait("Leave?", "qg solo")
    shell.press(CTRL_C)


def leave_by_signal(shell: Terminal) -> None:
    pid = subprocess.check_output(["pgrep", "-P", str(shell.child.pid)], text=True).split()[0]
    os.kill(int(pid), signal.SIGTERM)


@pytest.mark.parametrize(
    ("leave", "status"), [(leave_by_key, 0), (leave_by_two_keys, 0), (leave_by_signal, 143)]
)
def test_leaving_restores_the_terminal(
    tmp_path: Path, leave: Callable[[Terminal], None], status: int
) -> None:
    """U6."""
    shell = in_a_shell(tmp_path / "ana")
    try:
        shell.wait("R1 ORDERS")
        leave(shell)
        shell.wait(f"status {status} ")
        check_restored(shell)
    finally:
        shell.close()


def check_restored(shell: Terminal) -> None:
    before, after = shell.settings()
    assert before == after
    assert shell.left_on() == []
    assert not shell.screen.cursor.hidden
    assert b"Traceback" not in shell.raw


def test_a_crash_of_our_own_restores_the_terminal(tmp_path: Path) -> None:
    """U6: a sentence on the normal screen, the rest in a file."""
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "sitecustomize.py").write_text(CRASH)
    shell = in_a_shell(tmp_path / "ana", str(tmp_path / "broken"))
    try:
        shell.wait("R1 ORDERS")
        shell.press(F1)
        shell.wait("status 70")
        check_restored(shell)
        said = shell.raw[shell.raw.rfind(b"\x1b[?1049l") :].decode()
        log = tmp_path / "ana" / "client.log"
        assert "qg: this program made a mistake and has stopped" in " ".join(said.split())
        assert f"{log} tells what happened" in " ".join(said.split())
        assert "Traceback" in log.read_text()
        assert "ZeroDivisionError: made for a test" in log.read_text()
    finally:
        shell.close()


@asynccontextmanager
async def office(folder: Path, language: str) -> AsyncIterator[Session]:
    """A referee's session at a tournament of bots that has begun."""
    async with serving(folder) as server:
        address = Address("127.0.0.1", server.port)
        async with Session(address, language=language) as chief, Session(address) as player:
            opened = await chief.open_table("power", "Cup", {"players": 4}, tournament=True)
            await chief.referee(opened.table, opened.referee_key)
            await sit(player, opened.table, "Ana")
            for seat in chief.state.free:
                await chief.invite(seat, "recruit")
            yield chief


def typed_at_random(random: Random, words: list[str]) -> Iterator[str]:
    """Verbs with these words in any order, while orders are written and after the bell.

    With `make long` it is every verb with all of the words.
    """
    able = [action for action in ACTIONS.values() if REFEREES in action.who and FULL in action.kinds]
    verbs = [verb_of(action.name, "en") for action in able if action.name not in ("quit", "finish")]
    typed = [f"{random.choice(['', ':'])}{verb} {word}" for verb in verbs for word in words]
    typed = random.sample(typed, min(len(typed), len(typed) * TIMES // 8))
    typed += [f"{verb} {word}" for verb, word in SENSE.items()] * 2
    for number, command in enumerate(random.sample(typed, len(typed))):
        if number % 25 == 0:
            yield from ("go", "release", "bell") if number % 50 else ("start",)
        yield command
    yield from (f"finish {word}" for word in random.sample(words, len(words)))


def pasted(text: str) -> str:
    """The text as a terminal sends it that was pasted: it is read at once, not key by key."""
    return f"\x1b[200~{text}\x1b[201~"


async def play_at_random(random: Random, glass: Glass, chief: Session, command: str) -> None:
    """A command, an answer to its question, and a few keys; then everything has been heard and answered."""
    answer = random.choice(["y", "o", "n", ENTER]) if " " in command else "y"
    glass.press(*AWAY, pasted(command) if len(command) > LONG else command, ENTER, answer)
    glass.press(*random.choices(KEYS, k=random.randrange(4)))
    if random.random() < 0.1:
        glass.resize(*random.choice(SIZES))
    for _ in range(30):
        await asyncio.sleep(0)  # lets the keys be read and the screen be drawn
    await chief.tables()


@long
@pytest.mark.parametrize(("seed", "language"), [(0, "en"), (1, "fr")])
async def test_whatever_a_referee_does_nothing_breaks(
    tmp_path: Path, seed: int, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every command with odd words, keys at random between them; the screen still answers afterwards."""
    monkeypatch.chdir(tmp_path)  # where `export` writes
    random = Random(seed)
    async with office(tmp_path, language) as chief, shown(chief, language=language) as glass:
        assert glass.app
        glass.app.leave = lambda status: None  # type: ignore[method-assign]
        for command in typed_at_random(random, ODD[seed::2]):
            await play_at_random(random, glass, chief, command)
            assert glass.app.app.is_running, command
        glass.resize(80, 24)
        glass.app.controller.prompt.question, glass.app.controller.pages.overlay = None, ""
        glass.press(F1)
        await glass.wait("HERE: THE REFEREE'S CONSOLE" if language == "en" else "ICI : LE PUPITRE")
        assert len(chief.state.rounds) > 1, "hardly anything was obeyed"
