"""`qg notify`: tell a player that a table waits for their sheet, by a command or on the desktop."""

import asyncio
import html
import os
import shlex
import shutil
from pathlib import Path

import msgspec

from client.errors import ClientError
from client.launch.finder import FoundTable, find_tables
from client.launch.launch import Launch
from client.launch.private_file import write_private_file
from client.launch.saved import Memory
from client.link.address import Address, read_address
from client.program.process import end_with_children
from client.words import reason_of
from protocol.folders import data_folder
from protocol.messages import TableLine
from protocol.views import title_of

EVERY_SECONDS = 60.0
"""The servers are asked once in so many seconds."""
COMMAND_SECONDS = 60.0
"""A command that runs longer than this is ended."""
MOST_SERVERS = 16
_APPLE_SCRIPT = (
    "on run argv",
    "display notification (item 2 of argv) with title (item 1 of argv)",
    "end run",
)


class Noticed:
    """For each table the last phase of which its player was told, in a file of its own.

    Other runs of `qg` write the file with the seats, so that this one must not write it.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file = file or data_folder() / "noticed.json"

    def phases(self) -> dict[str, int]:
        try:
            return msgspec.json.decode(self._file.read_bytes(), type=dict[str, int])
        except (OSError, msgspec.DecodeError):
            return {}

    def keep(self, phases: dict[str, int]) -> None:
        write_private_file(self._file, msgspec.json.encode(phases))


class Notify(Launch):
    async def notify(self) -> int:
        """Look at the tables of this player again and again, or only once."""
        command = self._command()
        if not self.args.once:
            self.say("cli.notify-waits")
        while True:
            self.memory = Memory()  # the player may have taken a seat meanwhile
            for line in await self._awaited():
                await self._tell(line, command)
            if self.args.once:
                return 0
            await asyncio.sleep(EVERY_SECONDS)

    def _command(self) -> list[str]:
        """The player's own command, for the player's shell. What others have chosen is no part of it."""
        typed = self.args.run.strip()
        try:
            shlex.split(typed)
        except ValueError:
            raise ClientError(self.text("error.bad-command", command=typed[:40])) from None
        return _for_shell(typed) if typed else []

    async def _awaited(self) -> list[TableLine]:
        """The tables that wait for a sheet of this player, and of whose phase they were not told yet."""
        found = await find_tables(self.language, self.memory, self._servers())
        noticed = Noticed()
        before = noticed.phases()
        lines = [table.line for table in found if self._waits(table)]
        new = {line.id: line for line in lines if before.get(line.id) != line.phase}
        if new:
            noticed.keep({**before, **{table: line.phase for table, line in new.items()}})
        return list(new.values())

    def _waits(self, table: FoundTable) -> bool:
        held = self.memory.place(table.line.id)
        return held is not None and held.seat in table.line.turn

    def _servers(self) -> tuple[Address, ...]:
        """The servers at which the player holds a seat, the latest first."""
        typed = dict.fromkeys(place.server for place in reversed(self.memory.kept.places.values()))
        return tuple(read_address(server, self.language)[0] for server in list(typed)[:MOST_SERVERS])

    async def _tell(self, line: TableLine, command: list[str]) -> None:
        name = _printable(line.name)
        text = self.text("cli.notify-turn", name=name, table=_printable(line.id), game=title_of(line.game))
        self.console.print(text)
        wanted = command or _desktop_command(text)
        if wanted:
            variables = {"QG_TABLE": line.id, "QG_NAME": name, "QG_GAME": line.game, "QG_TEXT": text}
            await self._run(wanted, {key: _printable(value) for key, value in variables.items()})

    async def _run(self, command: list[str], variables: dict[str, str]) -> None:
        """Run the command. What others have chosen, such as names, is only in its environment."""
        try:
            process = await asyncio.create_subprocess_exec(
                *command,
                env={**os.environ, **variables},
                stdin=asyncio.subprocess.DEVNULL,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            self.say("cli.notify-failed", command=command[0], reason=reason_of(error, self.language))
            return
        try:
            async with asyncio.timeout(COMMAND_SECONDS):
                status = await process.wait()
            if status:
                self.say("cli.notify-status", command=(self.args.run or command[0])[:40], status=status)
        except TimeoutError:
            end_with_children(process)
            await process.wait()


def _for_shell(command: str) -> list[str]:
    """The words that have the player's shell run the command."""
    if os.name == "nt":
        return [os.environ.get("COMSPEC", "cmd.exe"), "/c", command]
    return [os.environ.get("SHELL") or "/bin/sh", "-c", command]


def _printable(text: str) -> str:
    """The text without characters that could end a line or an argument."""
    return "".join(char for char in text if char.isprintable())


def _desktop_command(text: str) -> list[str]:
    """The command that shows a notification on this desktop; nothing if it has none."""
    if found := shutil.which("notify-send"):
        return [found, "--", "QG", html.escape(text)]  # some desktops read the text as HTML
    if found := shutil.which("osascript"):
        lines = [word for line in _APPLE_SCRIPT for word in ("-e", line)]
        return [found, *lines, "QG", text]
    return []
