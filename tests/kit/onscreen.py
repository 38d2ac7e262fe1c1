"""A full screen in memory: keys go in through a pipe, what is drawn is read off a terminal emulator."""

import asyncio
import io
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

import pyte
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from client.link.address import Address
from client.link.session import Session
from client.look import Look
from client.play.supposition import AskRules
from client.play.verbs import listed
from client.screens.app import Screen
from client.screens.control.controller import Controller
from client.screens.control.display import Display
from client.state.client_state import ClientState
from protocol.vocabulary import REFEREE
from tests.kit.callers import PATIENCE

UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
ENTER, TAB, ESC, BACKSPACE = "\r", "\t", "\x1b", "\x7f"
F1, F2, F3, F4, F6, F8 = "\x1bOP", "\x1bOQ", "\x1bOR", "\x1bOS", "\x1b[17~", "\x1b[19~"
F5, F7, F9 = "\x1b[15~", "\x1b[18~", "\x1b[20~"
PAGE_UP, PAGE_DOWN = "\x1b[5~", "\x1b[6~"
CTRL_C, CTRL_D, CTRL_K, CTRL_Q, CTRL_S, CTRL_Y, CTRL_Z = (
    "\x03",
    "\x04",
    "\x0b",
    "\x11",
    "\x13",
    "\x19",
    "\x1a",
)
ALT_UP, ALT_DOWN = "\x1b\x1b[A", "\x1b\x1b[B"


class NoTerminal:
    """A display of nothing, for what is drawn without a terminal."""

    text = ""
    table_count = 1

    def set_text(self, text: str) -> None:
        self.text = text

    def refresh(self) -> None: ...

    def settle_focus(self) -> None: ...

    def shows(self, controller: object) -> bool:
        return True

    def go_to_table(self, wanted: str) -> None: ...

    def suppose(self, controller: Controller, wanted: str) -> None: ...

    def stop_supposing(self) -> None: ...

    def spawn(self, act: Coroutine[Any, Any, None]) -> None:
        act.close()

    def leave(self, status: int) -> None: ...


def controller_of(state: ClientState, look: Look, display: Display | None = None) -> Controller:
    """The controller of a table in that state; it is not connected to any server."""
    session = Session(Address("", 0), language=look.language)
    session.state = state
    return Controller(session, look, display or NoTerminal())


def commands_of(state: ClientState, look: Look) -> tuple[tuple[str, str], ...]:
    """The commands as the help page lists them."""
    return listed(controller_of(state, look), "" if state.role == REFEREE else ":")


class Glass:
    """One screen that can be typed at and read."""

    def __init__(self, keys: PipeInput, columns: int, rows: int) -> None:
        self.size = Size(rows=rows, columns=columns)
        self._keys = keys
        self._sink = io.StringIO()
        self._emulator = pyte.Screen(columns, rows)
        self._stream = pyte.Stream(self._emulator)
        self._drawn = asyncio.Event()
        self.output = Vt100_Output(self._sink, lambda: self.size, term="xterm-256color", enable_cpr=False)
        self.app: Screen | None = None
        self.bells = 0

    def watch(self, app: Screen) -> None:
        self.app = app
        app.app.after_render += self._note_frame

    def _note_frame(self, _: object) -> None:
        self._read()  # at once: the frames of a whole game together would take seconds on a busy machine
        self._drawn.set()

    def _read(self) -> None:
        drawn = self._sink.getvalue()
        self._sink.seek(0)
        self._sink.truncate()
        self.bells += drawn.count("\a")
        self._stream.feed(drawn)

    def press(self, *keys: str) -> None:
        for key in keys:
            self._keys.send_text(key)

    @property
    def lines(self) -> list[str]:
        self._read()
        return [str(line) for line in self._emulator.display]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def has(self, *texts: str) -> bool:
        shown = self.text
        return all(text in shown for text in texts)

    async def wait(self, *texts: str) -> None:
        """Until all of these stand on the screen."""
        await self.until(lambda: self.has(*texts), " and ".join(texts))

    async def gone(self, text: str) -> None:
        await self.until(lambda: text not in self.text, f"no {text}")

    async def until(self, wanted: Callable[[], bool], what: str = "") -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                while not wanted():
                    self._drawn.clear()
                    with suppress(TimeoutError):
                        await asyncio.wait_for(self._drawn.wait(), 0.5)
        except TimeoutError:
            raise AssertionError(f"never shown: {what}\n{self.text}") from None

    def resize(self, columns: int, rows: int) -> None:
        assert self.app
        self.size = Size(rows=rows, columns=columns)
        self._emulator.resize(rows, columns)
        self.app.app._on_resize()


@asynccontextmanager
async def shown(
    *sessions: Session,
    columns: int = 80,
    rows: int = 24,
    kind: type[Screen] = Screen,
    ask_rules: AskRules | None = None,
    **look: Any,
) -> AsyncIterator[Glass]:
    """The screen over these sessions; it is left when the block is."""
    with create_pipe_input() as keys:
        glass = Glass(keys, columns, rows)
        screen = kind(sessions, Look(**look), ask_rules=ask_rules, input=keys, output=glass.output)
        glass.watch(screen)
        running = asyncio.create_task(screen.run())
        try:
            yield glass
        finally:
            if screen.app.is_running and not screen.app.is_done:
                screen.app.exit(result=0)
            await running
