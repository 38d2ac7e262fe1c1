"""Playing again, by one key in real terminals, and what the sessions of clients do meanwhile."""

import json
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from client.link.address import Address
from client.link.session import Session
from protocol.messages import OptionValue
from protocol.vocabulary import OVER, WRITING
from tests.kit.beside import Beside
from tests.kit.callers import serving
from tests.kit.onscreen import CTRL_S, ENTER, ESC, F9, shown
from tests.kit.sessions import sit
from tests.kit.terminals import Terminal

SHORT: dict[str, OptionValue] = {"players": 2, "seconds": 60.0, "limit": 60.0, "interlude": None}
"""The first round is the last, because another one would not end before the limit."""
SIZE = (120, 40)
"""Wide enough for the name of the table in the status line."""


def end_game(*players: Terminal) -> None:
    """Everybody seals an empty sheet; then everybody leaves the story of the only round."""
    for player in players:
        player.wait("R1 ORDERS")
        player.press(CTRL_S)
        player.wait("y / n")
        player.press("y")
    for player in players:
        player.wait("OVER")
        player.press(ESC)
        player.wait("F9 again")


@pytest.mark.slow
def test_one_key_at_the_end_opens_the_next_game(
    terminals: Callable[..., Terminal], server: Beside, tmp_path: Path
) -> None:
    """The seats are turned, nobody types anything, the watcher goes along, and the game counts."""
    words = ("--server", server.address, "--players", "2", "--seconds", "90", "--limit", "90")
    ana = terminals("ana", "host", "Sunday", *words, "--name", "Ana", size=SIZE)
    ana.wait("waiting for players")
    eve = terminals("eve", "watch", server.address, size=SIZE)
    eve.wait("waiting for players")
    bo = terminals("bo", "join", server.address, "--name", "Bo", size=SIZE)
    for player in (ana, bo):
        player.wait("Enter ready")
        player.press(ENTER)
    end_game(ana, bo)
    ana.press(F9)
    ana.wait("waiting for the others")
    bo.wait("Ana (VB) wants to play again: F9 agrees")
    bo.press(F9)
    for player, seat in ((ana, "JR"), (bo, "VB"), (eve, "")):
        player.wait("Sunday 2", "R1 ORDERS")
        assert not seat or f"you  {seat[0]}" in player.text, player.text
    ana.press(":standings", ENTER)
    ana.wait("Ana: games 1, won 0, drawn 1, rounds 1, flags taken 0.", "Bo: games 1")
    kept = json.loads((tmp_path / "bo" / "client.json").read_text())
    assert [place["seat"] for place in kept["places"].values()] == ["JR", "VB"]


async def finished(stack: AsyncExitStack, port: int, *names: str) -> list[Session]:
    """Sessions at a table whose game is over."""
    sessions = [await stack.enter_async_context(Session(Address("127.0.0.1", port))) for _ in names]
    opened = await sessions[0].open_table("power", "Sunday", SHORT)
    for session, name in zip(sessions, names, strict=True):
        await sit(session, opened.table, name)
    for session in sessions:
        await session.until(lambda state: state.may_write)
        await session.seal()
    for session in sessions:
        await session.until(lambda state: state.stage == OVER)
    return sessions


async def test_the_screen_of_the_next_game_has_nothing_of_the_last_one(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, AsyncExitStack() as stack:
        ana, bo = await finished(stack, server.port, "Ana", "Bo")
        async with shown(ana) as glass:
            await glass.wait("OVER")
            glass.press(ESC, F9)
            await ana.until(lambda state: state.seat in state.ready)
            await bo.rematch()
            await glass.wait("R1 ORDERS", "0/2 sealed", "J order 1>")
            await glass.gone("OVER")
            glass.press("t hq j8", ENTER)
            await glass.wait("1 T   HQ  J8")
            assert not ana.state.rounds
            await ana.stored()
            for session in (ana, bo):
                await session.until(lambda state: state.may_write)
                await session.seal()
            await glass.wait("Round 1: the sheets, as they are read")
        assert next(line.note.code for line in ana.state.log if line.note) == "event.seat_taken"
        assert ana.state.table_name == "Sunday 2"


async def test_the_tokens_of_a_rematch_are_kept_and_lead_back_to_it(tmp_path: Path) -> None:
    kept: dict[str, tuple[str, str]] = {}
    async with serving(tmp_path) as server, AsyncExitStack() as stack:
        ana, bo = await finished(stack, server.port, "Ana", "Bo")
        ana.on_token = lambda table, seat, token: kept.update({table: (seat, token)})
        old = ana.state.table
        await ana.rematch()
        await bo.rematch()
        await ana.until(lambda state: state.stage == WRITING)
        assert ana.state.table != old
        seat, token = kept[ana.state.table]
        assert seat == ana.state.seat == "JR"
        async with Session(Address("127.0.0.1", server.port)) as other:
            assert (await other.resume(ana.state.table, token)).seat == "JR"


async def test_standings_come_by_themselves_before_the_next_game(tmp_path: Path) -> None:
    """Kept by the host, and shown while the players gather."""
    async with serving(tmp_path) as server, AsyncExitStack() as stack:
        ana, bo = await finished(stack, server.port, "Ana", "Bo")
        for session in (ana, bo):
            await session.leave()
        address = Address("127.0.0.1", server.port)
        one, two = [await stack.enter_async_context(Session(address)) for _ in range(2)]
        opened = await one.open_table("power", "Monday", {"players": 4})
        await one.join(opened.table, "Ana")
        await two.join(opened.table, "Bo")
        async with shown(one) as glass:
            await glass.wait("STANDINGS", "Ana: games 1, won 0, drawn 1, rounds 1, flags taken 0.")
