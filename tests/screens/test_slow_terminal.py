"""A slow table in a real terminal: days on the hourglass, the night, and a restart of the server."""

import time
from collections.abc import Callable

import pytest

from tests.kit.beside import Beside
from tests.kit.terminals import Server, Terminal

pytestmark = pytest.mark.slow


def hosted(terminals: Callable[..., Terminal], address: str, *options: str) -> Terminal:
    """Ana's screen at a table of two at which Bo has sat down and gone away again."""
    words = ("host", "--server", address, "--players", "2", "--name", "Ana", *options)
    ana = terminals("ana", *words)
    ana.wait("waiting for players")
    bo = terminals("bo", "join", address, "--name", "Bo")
    for each in (bo, ana):
        each.be_ready()
    bo.wait("R1 ORDERS")
    bo.close()
    return ana


def test_a_day_is_shown_as_a_day(terminals: Callable[..., Terminal], server: Beside) -> None:
    ana = hosted(terminals, server.address, "--seconds", "1d")
    ana.wait("R1 ORDERS", "time 1d 00h")
    ana.press(":time\r")
    ana.wait("1d 00h")


def test_the_night_is_named(terminals: Callable[..., Terminal], server: Beside) -> None:
    """The quiet hours are chosen so that it is night now."""
    hour = time.localtime().tm_hour
    ana = hosted(terminals, server.address, "--seconds", "2h", "--quiet-hours", f"{hour}-{(hour + 2) % 24}")
    ana.wait("STOPPED 2h00", "night")


def test_the_hourglass_runs_while_nobody_is_there_and_over_a_restart(
    terminals: Callable[..., Terminal], server_process: Server
) -> None:
    ana = hosted(terminals, server_process.address, "--seconds", "1d")
    ana.wait("time 1d 00h")
    server_process.kill()
    server_process.start()
    ana.wait("The link is back")
    ana.wait("time 1d 00h")
    assert "STOPPED" not in ana.text
