"""What each command of `qg` does, from the first word to the last."""

import argparse
import asyncio
import contextlib
import signal

from client.launch.host import Host
from client.launch.visit import Visit
from client.leaving import go_soon


async def run(args: argparse.Namespace) -> int:
    """The exit status."""
    _leave_when_told()
    if not args.command:
        args.command = await Visit(args).look_round()
    if not args.command:
        return 0
    who = Host(args) if args.command in ("solo", "host", "hotseat") else Visit(args)
    status: int = await getattr(who, args.command)()
    return status


def _leave_when_told() -> None:
    """A closed window or a polite kill ends the program in order: our own server must not outlive us."""
    task, loop = asyncio.current_task(), asyncio.get_running_loop()
    assert task

    def leave(number: int) -> None:
        task.cancel()
        go_soon(128 + number)

    for name in ("SIGTERM", "SIGHUP"):
        with contextlib.suppress(AttributeError, NotImplementedError):  # Windows has neither
            number = getattr(signal, name)
            loop.add_signal_handler(number, leave, number)
