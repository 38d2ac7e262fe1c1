"""The server killed with SIGKILL at random instants, under players who only trust what was acknowledged."""

from pathlib import Path
from random import Random

import pytest

from protocol.views.power import ARMIES
from tests.kit import chaos

pytestmark = pytest.mark.slow

KILLS = 6
"""`make chaos` kills more often."""


@pytest.mark.timeout(240)
async def test_no_kill_loses_repeats_or_changes_anything(tmp_path: Path) -> None:
    """R1: against the file, against what each player heard, and against the undisturbed game."""
    random = Random(20261116)
    game, figures = await chaos.tormented(tmp_path, KILLS, random)
    print(figures)
    assert figures.faults == {}
    assert figures.rounds >= KILLS, "less than a round between two kills"
    assert figures.resent, "no kill ever fell between a command and its answer"
    assert game.server.errors() == []
    assert game.server.tables() == [game.table.result()]
    (tmp_path / "calm").mkdir()
    calm = await chaos.undisturbed(tmp_path / "calm", figures.rounds)
    for disturbed, quiet in zip(game.players, calm.players, strict=True):
        assert disturbed.views == quiet.views
        assert len(disturbed.views) == figures.rounds
        assert disturbed.sheets == quiet.sheets


async def test_the_undisturbed_game_is_the_one_the_scripts_tell(tmp_path: Path) -> None:
    """R1: in the game for comparison nothing is sent twice, and every sheet is as scripted."""
    game = await chaos.undisturbed(tmp_path, 8)
    figures = chaos.judge(game, game.server.rows(game.table.result()))
    assert figures.faults == {}
    assert (figures.rounds, figures.resent, figures.sessions) == (8, 0, 4)
    assert figures.acks == sum(
        len(chaos.drafts(seat, n)) + (3 if chaos.wavers(seat, n) else 1)
        for seat in ARMIES
        for n in range(1, 9)
    )
