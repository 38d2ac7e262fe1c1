"""What a player is told who wants to close the table."""

import io
from pathlib import Path

import pytest

from client.plain.commands import Commands
from client.plain.console import Console
from client.plain.narrator import Voice
from protocol.vocabulary import OVER
from server.games import GAMES
from tests.client.test_hidden_game import two_players
from tests.kit.hidden_game import HIDDEN


async def test_a_guest_is_told_that_others_must_agree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "hidden", HIDDEN)
    async with two_players(tmp_path) as (_, bo):
        out = io.StringIO()
        commands = Commands(bo, Voice(Console(io.StringIO(), out), "en"))
        for line in ("close", "yes"):
            await commands.obey(line)
        await bo.until(lambda state: any(line.wants_closing for line in state.seats))
        assert bo.state.stage != OVER
        assert "It closes when all who must agree have done so." in out.getvalue()
        assert "It is done." not in out.getvalue()
