"""One run of the program: its lines come in and go out, neither faster nor longer than is good for us."""

import asyncio
import contextlib
import os
import signal
from collections.abc import Sequence

from client.limited import ends_within
from client.program.lines import ToProgram, write_line

LONGEST_LINE = 2**20
"""How many bytes a line of a program may have."""
MOST_UNREAD = 2**21
"""How many bytes may wait for a program that does not read, besides what the system keeps for it."""
END_SECONDS = 3.0
"""How long a process that was ended may take to disappear."""


class TooLong(Exception):
    """The program wrote a line that is too long."""


class ProgramProcess:
    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin
        assert process.stdout
        self._process = process
        self._input = process.stdin
        self._output = process.stdout

    @classmethod
    async def start(cls, command: Sequence[str]) -> "ProgramProcess":
        """Start the program. Its error output is that of this program, for its owner to read."""
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
            env={name: value for name, value in os.environ.items() if name != "QG_TOKEN"},
            start_new_session=True,  # Ctrl-C is for us, and we end the program with all that it has started
        )
        return cls(process)

    def send(self, line: ToProgram) -> bool:
        """Send a line without waiting. Returns False if too much waits for a program that does not read."""
        if self._input.is_closing():  # the program has closed its input, or has ended
            return True
        self._input.write(write_line(line))
        return self._input.transport.get_write_buffer_size() <= MOST_UNREAD

    def close_input(self) -> None:
        self._input.close()

    async def hear(self) -> bytes | None:
        """The next line of the program, or None at the end of its output."""
        try:
            return await self._output.readline() or None
        except ValueError:
            raise TooLong from None

    def kill(self) -> None:
        end_with_children(self._process)

    async def end(self, grace: float = 0.0) -> int | None:
        """Close the input, let the program end by itself for so many seconds, and then end it.

        Returns its status, or None if it had to be ended.
        """
        self._input.close()
        await ends_within(grace, self._process.wait())
        status = self._process.returncode
        self.kill()
        await ends_within(END_SECONDS, self._gone())
        return status

    async def _gone(self) -> None:
        """Its pipe is closed when what the program wrote last has been taken out of it."""
        while await self._output.read(LONGEST_LINE):
            pass
        await self._process.wait()


def end_with_children(process: asyncio.subprocess.Process) -> None:
    """End a process that leads its own session, and everything that it has started there."""
    with contextlib.suppress(ProcessLookupError):  # all of them have ended
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
