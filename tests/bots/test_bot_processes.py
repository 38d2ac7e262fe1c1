"""The processes of slow levels: none is left behind by a server that ends, however it ends."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

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
