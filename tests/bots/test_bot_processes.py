"""The processes of slow levels: none is left behind by a server that ends, however it ends."""

import gc
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from server.bots import LEVELS, SLOW, think
from server.games import GAMES
from server.games.dice import Dice
from server.garbage import unsearched
from tests.kit.callers import PATIENCE

SERVER = """
import os, signal
from server.bots.processes import thinking_processes
if __name__ == "__main__":
    pool = thinking_processes(1)
    print(pool.submit(os.getpid).result(), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def is_there(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes as Linux lists them")
def test_a_killed_server_leaves_no_process_that_thinks(tmp_path: Path) -> None:
    """With kill -9, which no program can hear."""
    script = tmp_path / "killed.py"
    script.write_text(SERVER)
    root = str(Path(__file__).parents[2])
    env = {**os.environ, "PYTHONPATH": root}
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, env=env, check=False, timeout=PATIENCE
    )
    end = time.monotonic() + PATIENCE
    while is_there(int(done.stdout)):
        assert time.monotonic() < end, "the process still waits"


@pytest.mark.parametrize(
    ("game", "level"), [(game, level) for game in LEVELS for level in LEVELS[game] if level in SLOW]
)
def test_a_thought_leaves_no_garbage(game: str, level: str) -> None:
    """Python does not search for garbage while a slow level thinks, so nothing may need such a search."""
    rules = GAMES[game]
    state = rules.setup(rules.read_options({}), Dice(5))
    seat, owed = next(iter(rules.phase(state).owing.items()))
    think(game, level, rules.view(state, seat), owed, 1, 0.05)
    gc.collect()
    with unsearched():
        think(game, level, rules.view(state, seat), owed, 2, 0.05)
        assert gc.collect() == 0
