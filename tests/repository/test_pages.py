"""What README and docs show is what the program does."""

import ast
import json
import re
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import client.cli
import server.cli
from server.games import GAMES
from tests.kit.commands import called
from tests.kit.sources import ROOT, nodes

pytestmark = pytest.mark.slow

SCRIPTS = Path(sys.executable).parent
PROGRAMS = {"qg": client.cli.main, "qg-server": server.cli.main}


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", (ROOT / page).read_text("utf-8"), re.S)


def shell_lines(page: str) -> list[str]:
    lines = "\n".join(blocks(page, "sh")).splitlines()
    return [line.split("  #")[0].strip() for line in lines if line.strip()]


@pytest.mark.parametrize(("page", "language"), [("power.md", "en"), ("power.fr.md", "fr")])
def test_the_scenario_of_the_rules_page_comes_out_as_it_says(page: str, language: str) -> None:
    given, expected = map(json.loads, blocks(f"docs/rules/{page}", "json"))
    outcome = GAMES["power"].scenario(given, language)
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
        run = called(PROGRAMS[script], command, "--help")
        assert run.returncode == 0, f"{script} {command}: {run.stderr}"


@pytest.mark.parametrize("script", PROGRAMS)
def test_every_program_is_installed(script: str) -> None:
    asked = ["resolve", "--help"] if script == "qg-server" else ["solo", "--help"]
    run = subprocess.run([SCRIPTS / script, *asked], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith(f"usage: {script} {asked[0]}")


PAGES = ("README.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/adding-a-game.md")
"""The pages that lead a newcomer to the code."""
every_page = pytest.mark.parametrize("page", PAGES)
FOLDERS = ("client", "server", "protocol", "tests", "docs", "examples", "bench")
FILE = re.compile(rf"(?:{'|'.join(FOLDERS)})(?:/[\w.-]+)*/?|\w+\.(?:py|md)")
"""A file or a folder, as it is written between backquotes."""
NAME = re.compile(r"[A-Za-z]\w+(?:\.[a-z]\w+)?")
"""A function, a struct, a constant or a field."""
CODE = (".py", ".toml")
NO_NAMES = {"Manager", "Handler", "Base", "utils", "is_", "has_", "KIND_seconds"}
"""Names that a page forbids, and parts of names."""
PLACEHOLDERS = re.compile(r"GAME|yourgame")


def code_of(page: str) -> list[str]:
    """What stands between backquotes, and every line of a block of commands."""
    text = (ROOT / page).read_text("utf-8")
    return [*re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.S)), *shell_lines(page)]


def links_of(page: str) -> list[tuple[str, Path]]:
    """Every link to a file of ours, with its text."""
    found = re.findall(r"\[([^\]]+)\]\(([^):]+)\)", (ROOT / page).read_text("utf-8"))
    return [(text, (ROOT / page).parent / target) for text, target in found]


def headings(page: Path) -> set[str]:
    """The headings of a page, as a link names them."""
    found = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.M)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in found}


def leads_somewhere(target: Path) -> bool:
    path, _, heading = str(target).partition("#")
    return Path(path).exists() and (not heading or heading in headings(Path(path)))


def is_there(name: str) -> bool:
    """Whether there is such a file or folder. A bare name may be anywhere in our packages."""
    pattern = PLACEHOLDERS.sub("*", name).rstrip("/")
    is_bare = "/" not in name
    return any(ROOT.glob(pattern)) or (is_bare and any(any((ROOT / f).rglob(name)) for f in FOLDERS))


def names_in(module: Path) -> set[str]:
    """What a module defines: functions, classes, constants, fields, and the methods of its classes."""
    found: set[str] = set()
    for node in nodes(module):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return found


@every_page
def test_every_make_target_that_a_page_names_exists(page: str) -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = [line.split()[1] for line in code_of(page) if line.startswith("make ")]
    assert targets or page not in ("README.md", "CONTRIBUTING.md")
    assert [target for target in targets if not re.search(rf"^{target}:", makefile, re.M)] == []


@every_page
def test_every_file_that_a_page_names_exists(page: str) -> None:
    named = [name for code in code_of(page) for name in code.split() if FILE.fullmatch(name)]
    assert len(named) > 10
    assert [name for name in named if not is_there(name)] == []


@every_page
def test_every_link_leads_to_a_file_and_its_heading(page: str) -> None:
    assert [str(target) for _, target in links_of(page) if not leads_somewhere(target)] == []


def test_every_name_that_the_map_links_to_is_defined_there() -> None:
    """`[`Table.emit`](../server/table/table.py)` says that this module has both names."""
    named = [(text.strip("`").split("."), at) for text, at in links_of("docs/architecture.md") if "`" in text]
    assert len(named) > 50
    missing = [(name, at.name) for name, at in named if at.suffix == ".py" and set(name) - names_in(at)]
    assert missing == []


@cache
def words_of_the_code() -> frozenset[str]:
    sources = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in CODE]
    return frozenset(word for path in sources for word in re.findall(r"\w+", path.read_text("utf-8")))


@every_page
def test_every_name_between_backquotes_is_a_word_of_the_code(page: str) -> None:
    found = [code for code in code_of(page) if NAME.fullmatch(code) and not is_there(code)]
    names = {name for code in found for name in code.split(".")}
    assert sorted(names - words_of_the_code() - NO_NAMES) == []


def test_every_package_is_on_the_map() -> None:
    linked = {target.resolve() for _, target in links_of("docs/architecture.md")}
    packages = [path.parent for side in ("client", "server") for path in (ROOT / side).glob("*/__init__.py")]
    assert [str(package.relative_to(ROOT)) for package in packages if package not in linked] == []
