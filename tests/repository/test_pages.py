"""What README and docs show is what the program does."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from server.games import GAMES

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
SCRIPTS = Path(sys.executable).parent


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", (ROOT / page).read_text("utf-8"), re.S)


def shell_lines(page: str) -> list[str]:
    lines = "\n".join(blocks(page, "sh")).splitlines()
    return [line.split("  #")[0].strip() for line in lines if line.strip()]


def test_the_scenario_of_the_rules_page_comes_out_as_it_says() -> None:
    given, expected = map(json.loads, blocks("docs/rules/power.md", "json"))
    outcome = GAMES["power"].scenario(given, "en")
    assert outcome.pop("events")
    assert outcome == expected
    assert list(outcome["orders"]) == list(expected["orders"])


def test_the_readme_settles_its_dispute() -> None:
    command = next(line for line in shell_lines("README.md") if line.startswith("echo"))
    given, tool = command.split(" | ")
    assert tool == "qg-server resolve"
    run = subprocess.run(
        [SCRIPTS / "qg-server", "resolve"],
        input=shlex.split(given)[1],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert json.loads(run.stdout)["pieces"] == {"V": {"V0": "1T"}, "B": {"B0": "1T"}}


@pytest.mark.parametrize("page", ["README.md", "docs/hosting.md"])
def test_every_command_a_page_names_exists(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    for script, command in set(re.findall(r"\b(qg-server|qg) ([a-z]+)\b", text)):
        run = subprocess.run(
            [SCRIPTS / script, command, "--help"], capture_output=True, text=True, timeout=60
        )
        assert run.returncode == 0, f"{script} {command}: {run.stderr}"


def test_every_make_target_the_readme_names_exists() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for line in shell_lines("README.md"):
        if line.startswith("make "):
            assert re.search(rf"^{line.split()[1]}:", makefile, re.M), line
