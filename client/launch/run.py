"""Run one command of `qg`, from the command line to the exit status."""

import argparse
import asyncio
import contextlib
import signal

from client.launch.host import Host
from client.launch.notify import Notify
from client.launch.visit import Visit
from client.leaving import force_exit_soon

OPENING_COMMANDS = ("learn", "solo", "host", "hotseat")
"""These commands open a new table; the others come to a table that exists already."""


async def run(args: argparse.Namespace) -> int:
    """Returns the exit status."""
    _end_on_signals()
    command = args.command
    if command in OPENING_COMMANDS:
        return await _run_command(Host(args), command)
    if command == "web":
        from client.launch.web import Web  # it loads a web server, which no other command needs

        return await Web(args).web()
    if command == "notify":
        return await Notify(args).notify()
    visit = Visit(args)
    command = command or await visit.list_tables()
    if not command:
        return 0
    return await _run_command(Host(args) if command in OPENING_COMMANDS else visit, command)


async def _run_command(launch: Host | Visit, command: str) -> int:
    status: int = await getattr(launch, command)()
    return status


def _end_on_signals() -> None:
    """If the window is closed or SIGTERM comes, end the program, but first stop our own server."""
    task, loop = asyncio.current_task(), asyncio.get_running_loop()
    assert task

    def leave(number: int) -> None:
        task.cancel()
        force_exit_soon(128 + number)

    for name in ("SIGTERM", "SIGHUP"):
        with contextlib.suppress(AttributeError, NotImplementedError):  # Windows has neither of these signals
            number = getattr(signal, name)
            loop.add_signal_handler(number, leave, number)
