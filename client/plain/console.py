"""Read lines from a terminal or a pipe, and print lines. No escape character is ever printed."""

import asyncio
import codecs
import contextlib
import getpass
import os
import sys
import threading
import unicodedata
from collections.abc import Iterator
from typing import TextIO

from client.plain.wrapping import wrapped_for
from client.words import in_ascii

_HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def printable(text: str) -> str:
    """The text with a number in place of each control character, invisible or direction character."""
    return "".join(c if unicodedata.category(c) not in _HIDDEN else f"\\u{ord(c):04x}" for c in text)


async def ask_line(*, hidden: bool = False) -> str | None:
    """One line from the person at this terminal, before a Console or a screen reads from it; None at the end.

    If the task is cancelled, nothing goes on reading from the terminal.
    """
    loop = asyncio.get_running_loop()
    number = sys.stdin.fileno()
    ready = asyncio.Event()
    try:
        loop.add_reader(number, ready.set)
    except (NotImplementedError, OSError):  # on Windows, or without a terminal
        line = await asyncio.to_thread(getpass.getpass, "") if hidden else None
        return line if hidden else (await asyncio.to_thread(sys.stdin.readline) or None)
    try:
        with _without_echo(number) if hidden else contextlib.nullcontext():
            await ready.wait()
            data = os.read(number, 65536)
    finally:
        loop.remove_reader(number)
    return data.decode(sys.stdin.encoding or "utf-8", "replace").rstrip("\r\n") if data else None


@contextlib.contextmanager
def _without_echo(number: int) -> Iterator[None]:
    import termios  # Windows has no termios, and never calls this

    before = termios.tcgetattr(number)
    silent = [*before[:3], before[3] & ~termios.ECHO, *before[4:]]
    termios.tcsetattr(number, termios.TCSADRAIN, silent)
    try:
        yield
    finally:
        termios.tcsetattr(number, termios.TCSADRAIN, before)
        print(flush=True)  # the terminal has not shown the Enter key


class Console:
    def __init__(
        self, source: TextIO | None = None, out: TextIO | None = None, *, is_ascii: bool = False
    ) -> None:
        self._source = source or sys.stdin
        self._out = out or sys.stdout
        self._is_ascii = is_ascii
        """Print ASCII characters only."""
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._reader: threading.Thread | None = None
        self.is_closed = False
        """The other end of the output is closed."""

    @property
    def is_interactive(self) -> bool:
        """Whether a person types here and can be asked something."""
        return self._source.isatty()

    def print(self, *lines: str) -> None:
        if self.is_closed:
            return
        try:
            for text in lines or ("",):
                for line in text.split("\n"):
                    shown = in_ascii(printable(line)) if self._is_ascii else printable(line)
                    self._out.writelines(f"{part}\n" for part in wrapped_for(shown, self._out))
            self._out.flush()
        except BrokenPipeError:
            self.is_closed = True
            self._lines.put_nowait(None)
            os.dup2(os.open(os.devnull, os.O_WRONLY), self._out.fileno())

    async def read(self) -> str | None:
        """The next line, or None at the end of the input. If the task is cancelled, no line is lost."""
        if self._reader is None:
            loop = asyncio.get_running_loop()
            # We need a thread, because no other way to wait for a line works on every system.
            self._reader = threading.Thread(target=self._pump, args=(loop,), name="input", daemon=True)
            self._reader.start()
        return await self._lines.get()

    def _pump(self, loop: asyncio.AbstractEventLoop) -> None:
        try:
            for line in _lines(self._source):
                loop.call_soon_threadsafe(self._lines.put_nowait, line.strip())
            loop.call_soon_threadsafe(self._lines.put_nowait, None)
        except (RuntimeError, ValueError, OSError):
            return  # the program has ended, or somebody has closed the input


def _lines(source: TextIO) -> Iterator[str]:
    """Read from the file itself: a waiting thread would lock Python's buffer when the program ends."""
    try:
        number = source.fileno()
    except OSError:
        yield from source
        return
    decoder = codecs.getincrementaldecoder(source.encoding or "utf-8")("replace")
    rest = ""
    while data := os.read(number, 65536):
        *lines, rest = (rest + decoder.decode(data)).split("\n")
        yield from lines
    if rest:
        yield rest
