"""A bot writes the same sheets for the same seed, in whatever process it thinks."""

import os
import subprocess
import sys

import pytest

from server.bots import LEVELS, SLOW, think
from server.games import GAMES
from server.games.dice import Dice

PHASES = {"power": 6, "strategiksa": 30, "zargos": 40, "zargos_lords": 5, "argad": 12}


def played() -> str:
    """All sheets of the first phases of a game of each kind, between bots of each level that is no search."""
    found = []
    for name, game in GAMES.items():
        for level in set(LEVELS[name]) - SLOW:
            state = game.setup(game.read_options({}), Dice(5))
            for number in range(PHASES[name]):
                owing = game.phase(state).owing.items()
                written = [think(name, level, game.view(state, seat), owed, number) for seat, owed in owing]
                sheets = {key: lines for each in written for key, lines in each.items()}
                found.append((name, level, number, sorted(sheets.items())))
                state = game.resolve(state, sheets, Dice(number)).state
    return str(sorted(found))


@pytest.mark.slow
def test_the_same_seed_writes_the_same_sheets_in_another_process() -> None:
    """The process has other hashes of strings, so no order of a set may matter."""
    script = "from tests.bots.test_same_sheets import played; print(played())"
    environment = {**os.environ, "PYTHONHASHSEED": "12345", "PYTHONPATH": os.pathsep.join(sys.path)}
    ran = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, check=True)
    assert ran.stdout.decode().strip() == played()
