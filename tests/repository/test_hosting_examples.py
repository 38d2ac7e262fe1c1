"""What examples/hosting names is there: files, extras, and options that `qg-server serve` takes."""

import re
import shlex
import tomllib
from pathlib import Path

import pytest

from server.cli import _parser

ROOT = Path(__file__).parents[2]
CONTAINER = (ROOT / "examples/hosting/Containerfile").read_text()
UNIT = (ROOT / "examples/hosting/qg-server.service").read_text()


def test_the_container_copies_what_the_package_is_made_of() -> None:
    copied = {word for line in re.findall(r"^COPY (.+) \S+$", CONTAINER, re.M) for word in line.split()}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert {"pyproject.toml", "README.md", "LICENSE"} <= copied
    assert set(project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]) <= copied
    assert all((ROOT / name).exists() for name in copied)


@pytest.mark.parametrize("text", [CONTAINER, UNIT], ids=["container", "unit"])
def test_the_extras_are_those_of_the_package(text: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    (named,) = re.findall(r"\"\.\[([a-z,]+)\]\"", text)
    assert set(named.split(",")) <= set(project["project"]["optional-dependencies"])


def commands() -> list[list[str]]:
    entry = re.search(r"ENTRYPOINT \[(.+)\]", CONTAINER)
    started = re.search(r"ExecStart=\S+qg-server (.+)", UNIT)
    instead = re.search(r"instead: (serve .+)", UNIT)
    assert entry
    assert started
    assert instead
    container = [word.strip(' "') for word in entry[1].split(",")][1:]
    return [container, shlex.split(started[1]), shlex.split(instead[1])]


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_the_commands_are_taken(words: list[str]) -> None:
    assert _parser().parse_args(words).run
