"""The programs of examples/bots, as a newcomer runs them, at real tables against bots of the server."""

import json
import re
import shutil
import sys
from pathlib import Path

import msgspec
import pytest

from client.state.client_state import RoundTold
from tests.kit.callers import serving
from tests.kit.programs import against_bots, heard, until_true
from tests.repository.test_architecture import imports

pytestmark = pytest.mark.slow

BOTS = Path(__file__).parents[2] / "examples" / "bots"
IN_PYTHON = BOTS / "tries_sheets.py"
IN_JAVASCRIPT = BOTS / "offered_lines.js"
needs_node = pytest.mark.skipif(
    shutil.which("node") is None, reason="Node.js is not installed, and this example is written for it."
)
HARMLESS = re.compile(r"has sealed|has seat|The game is over")


async def test_the_python_program_plays_a_game_to_its_end(tmp_path: Path) -> None:
    """P-END-3: when the time of the game is over, the next round is the last."""
    command = [sys.executable, "-W", "error", str(IN_PYTHON)]
    options = {"players": 2, "limit": 2.0, "interlude": None}
    async with (
        serving(tmp_path) as app,
        against_bots(app, command, "power", {"JR": "recruit"}, **options) as mine,
    ):
        assert await mine.status() == 0
        state = mine.session.state
        assert state.outcome
        assert state.phase
        assert state.phase.last
        assert state.outcome.rounds == len(state.rounds)
        assert all(told.sheets["V"] for told in state.rounds if "V" in told.sheets)
        assert [text for text in mine.told.sentences if not HARMLESS.search(text)] == []


@needs_node
async def test_the_javascript_program_plays_and_knows_only_what_its_seat_may_know(tmp_path: Path) -> None:
    """Zargos has secret hands and private sheets."""
    command = ["sh", "-c", f'tee "{tmp_path}/heard" | node "{IN_JAVASCRIPT}"']
    async with (
        serving(tmp_path) as app,
        against_bots(app, command, "zargos", {"2": "recruit"}, players=2) as mine,
    ):
        state = await mine.session.until(lambda state: any(map(has_hidden_sheets, state.rounds)))
        await until_true(lambda: len(heard(tmp_path, "read")) >= len(state.rounds))
        for line, told in zip(heard(tmp_path, "read"), state.rounds, strict=False):
            known = json.loads(msgspec.json.encode((told.sheets, told.story, told.after)))
            assert [line["sheets"], line["story"], line["view"]] == known
        assert [text for text in mine.told.sentences if not HARMLESS.search(text)] == []


def has_hidden_sheets(told: RoundTold) -> bool:
    """Whether somebody else wrote a sheet that our seat may not read."""
    return set(told.sheets) < {sheet for owed in told.owing.values() for sheet in owed}


def test_the_examples_need_nothing_of_ours() -> None:
    assert {name.partition(".")[0] for name in imports(IN_PYTHON)} <= sys.stdlib_module_names
    assert re.findall(r'require\("([^"]+)"\)', IN_JAVASCRIPT.read_text("utf-8")) == ["node:readline"]
    assert all(len(path.read_text("utf-8").splitlines()) < 90 for path in (IN_PYTHON, IN_JAVASCRIPT))
