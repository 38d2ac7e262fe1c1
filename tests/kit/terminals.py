"""A kit for tests of `qg` in a real pseudo-terminal, read through an emulator as a person would read it."""

import asyncio
import json
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pexpect
import pyte

from client.games import GAMES
from protocol import messages
from protocol.events import PhaseOpened, SheetSealed, SheetUnsealed
from tests.kit.callers import PATIENCE, Caller, call
from tests.kit.ports import free_port

PACE = 0.03
"""So long a rival rests between two acts, in seconds."""
QG = Path(sys.executable).with_name("qg")
SERVER = Path(sys.executable).with_name("qg-server")
MODES = {"the alternate screen": 1049, "the mouse": 1000, "its figures": 1006, "pasting": 2004}
"""What a full screen switches on, by its number."""


class Terminal:
    """A program in a terminal of its own, with files of its own."""

    def __init__(
        self,
        folder: Path,
        *words: str,
        size: tuple[int, int] = (80, 24),
        cwd: Path | None = None,
        is_new: bool = False,
        **more: str,
    ) -> None:
        """`is_new`: the person has never played, and is greeted."""
        folder.mkdir(exist_ok=True)
        if not is_new and not (folder / "client.json").exists():
            (folder / "client.json").write_text(json.dumps({"greeted": list(GAMES)}))
        env = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "QG_HOME": str(folder),
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
            "QG_WEB": "off",
            **more,
        }
        columns, rows = size
        self.child: Any = pexpect.spawn(
            words[0], list(words[1:]), dimensions=(rows, columns), env=env, cwd=cwd and str(cwd)
        )
        self.child.delaybeforesend = None
        self.screen: Any = pyte.Screen(columns, rows)
        self.raw = b""
        self._shown = -1, ""
        self._stream: Any = pyte.ByteStream(self.screen)

    def read(self, seconds: float = 0.05) -> None:
        try:
            data = self.child.read_nonblocking(65536, timeout=seconds)
        except (pexpect.TIMEOUT, pexpect.EOF):
            return
        self.raw += data
        self._stream.feed(data)

    @property
    def text(self) -> str:
        """What is on the screen. It is put together again only if something has come since."""
        if self._shown[0] != len(self.raw):
            self._shown = len(self.raw), "\n".join(self.screen.display)
        return self._shown[1]

    def wait(self, *texts: str, seconds: float = 2 * PATIENCE) -> None:
        self.until(lambda: all(text in self.text for text in texts), " and ".join(texts), seconds)

    def until(self, wanted: Callable[[], bool], what: str, seconds: float = 2 * PATIENCE) -> None:
        end = time.monotonic() + seconds
        while not wanted():
            assert time.monotonic() < end, f"never shown: {what}\n{self.text}"
            self.read()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.child.send(key)

    def be_ready(self, shown: str = "Enter ready") -> None:
        """Say that this player is ready, as soon as the key bar offers it."""
        self.wait(shown)
        self.press("\r")

    def click(self, text: str) -> None:
        """With the left button, on the first letter of what stands on the screen once."""
        assert self.text.count(text) == 1, f"{text}\n{self.text}"
        row = next(number for number, line in enumerate(self.screen.display) if text in line)
        at = f"{self.screen.display[row].index(text) + 1};{row + 1}"
        self.press(f"\x1b[<0;{at}M", f"\x1b[<0;{at}m")

    def ended(self) -> int:
        """Let it end by itself; its status."""
        end = time.monotonic() + PATIENCE
        while self.child.isalive():
            assert time.monotonic() < end, f"did not end\n{self.text}"
            self.read()
        self.read()
        self.child.close()
        return int(self.child.exitstatus if self.child.exitstatus is not None else -self.child.signalstatus)

    def settings(self) -> list[bytes]:
        """What `stty -g` has said, before and after."""

        def said() -> list[bytes]:
            return re.findall(rb"^[0-9a-f]+(?::[0-9a-f]+){10,}", self.raw, re.MULTILINE)

        self.until(lambda: len(said()) == 2, "stty -g")
        return said()

    def left_on(self) -> list[str]:
        """What was switched on and not off again; and what never was on, which says as little."""
        found = []
        for name, mode in MODES.items():
            on, off = self.raw.rfind(b"\x1b[?%dh" % mode), self.raw.rfind(b"\x1b[?%dl" % mode)
            found += [name] if not 0 <= on < off else []
        hidden, shown = self.raw.rfind(b"\x1b[?25l"), self.raw.rfind(b"\x1b[?25h")
        return found if 0 <= hidden < shown else [*found, "the cursor"]

    def close(self) -> None:
        self.child.close(force=True)


@contextmanager
def opening(folder: Path) -> Iterator[Callable[..., Terminal]]:
    """Opens terminals with `qg` in them, each with a folder of its own name."""
    opened: list[Terminal] = []

    def start(who: str, *words: str, **more: Any) -> Terminal:
        opened.append(Terminal(folder / who, str(QG), *words, **more))
        return opened[-1]

    try:
        yield start
    finally:
        for terminal in opened:
            terminal.close()


class Server:
    """`qg-server serve` as a process that can be killed and comes back on the same port and file."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self._file = folder / "qg.db"
        self.start()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def start(self) -> None:
        words = [str(SERVER), "serve", "--database", str(self._file), "--host", "127.0.0.1", "--rate", "0"]
        words += ["--port", str(self.port), "--no-announce", "--log-level", "error"]
        self._process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert self._process.stdout
        self._said = self._process.stdout
        assert b"QG serves on port" in self._said.readline()

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()
        self._said.close()


@contextmanager
def bustle(server: Server) -> Iterator[Callable[[], int]]:
    """Three more at the only table, who seal and open their sheets time and again until the block is left.

    Tells how many events of that have been sent to everyone.
    """
    done, players = threading.Event(), list[Caller]()
    with ThreadPoolExecutor() as thread:
        work = thread.submit(lambda: asyncio.run(_bustle(server.port, players, done)))
        try:
            yield lambda: sum(
                isinstance(event, SheetSealed | SheetUnsealed)
                for player in players[:1]
                for event in player.events()
            )
        finally:
            done.set()
            work.result(PATIENCE)


async def _bustle(port: int, players: list[Caller], done: threading.Event) -> None:
    for name in ("Bo", "Cy", "Di"):
        player = await call(port)
        tables = await player.ask(messages.ListTables())
        assert isinstance(tables, messages.Tables)
        await player.sit(tables.tables[0].id, name)
        players.append(player)
    await asyncio.gather(*(_fidget(player, done) for player in players))


async def _fidget(player: Caller, done: threading.Event) -> None:
    await player.until_event(PhaseOpened, phase=1)
    while not done.is_set():
        for act in (messages.Seal(phase=1), messages.Unseal(phase=1)):
            answer = await player.ask(act)
            assert not isinstance(answer, messages.Refused), answer
            await asyncio.sleep(PACE)  # so that both states are seen
    await player.close()
