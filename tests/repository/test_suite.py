"""The suite itself: what has a limit of time stays out of it, and repeated runs are told in a line each."""

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.kit.order import dealt_out
from tests.kit.timing import timed

ROOT = Path(__file__).parents[2]
TESTS = """
from pathlib import Path
def test_that_holds():
    pass
def test_that_holds_once():
    with Path({mark!r}).open("x"):
        pass
"""


def test_a_case_with_a_limit_of_time_is_left_to_make_timing() -> None:
    case = timed("solo", 1.5)
    assert case.values == ("solo", 1.5)
    assert [mark.name for mark in case.marks if not isinstance(mark, tuple)] == ["timing"]


class Collected(NamedTuple):
    """A test as pytest collects it."""

    path: Path
    name: str
    is_slow: bool = False

    def get_closest_marker(self, name: str) -> object:
        return self.is_slow if name == "slow" and self.is_slow else None


def test_parts_of_the_suite_begin_with_long_files_and_end_with_quick_ones() -> None:
    """One worker alone gets the tests that need a browser or a database."""
    quick = [Collected(Path("games/test_a.py"), str(number)) for number in range(20)]
    played = [Collected(Path("screens/test_b.py"), str(number), number == 1) for number in range(3)]
    server = [Collected(Path("server/test_c.py"), "0", True)]
    web = [Collected(Path("web/test_d.py"), str(number)) for number in range(4)]
    dealt = dealt_out([*quick, *played, *server, *web], 3)
    assert sorted(dealt) == sorted([*quick, *played, *server, *web])
    third = len(dealt) // 3
    assert dealt[: len(web)] == web
    assert dealt[third : third + 1] == server
    assert dealt[2 * third : 2 * third + len(played)] == played
    assert dealt_out([*quick, *server], 1) == [*server, *quick]


@pytest.mark.slow
def test_repeated_runs_are_told_in_a_line_each_with_what_failed(tmp_path: Path) -> None:
    """The reports are kept in the folder for files of a moment."""
    file = tmp_path / "test_twice.py"
    file.write_text(TESTS.format(mark=str(tmp_path / "mark")))
    command = [sys.executable, "-m", "tests.kit.steady", "2", str(file), "--rootdir", str(tmp_path)]
    env = {**os.environ, "TMPDIR": str(tmp_path), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    first, second, summary, where = done.stdout.splitlines()
    assert (first.split()[:2], "2 passed" in first) == (["run", "1"], True)
    assert (second.split()[:2], "1 failed, 1 passed" in second) == (["run", "2"], True)
    assert second.endswith("test_twice.py::test_that_holds_once")
    assert summary.endswith("1 of 2 runs passed")
    assert "FileExistsError" in (Path(where.split()[-1]) / "run-2.txt").read_text()
    assert done.returncode == 1
