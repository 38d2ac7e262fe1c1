"""The rules pages for players: their text, their tables, their rules and their scenarios."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

PAGES = Path(__file__).parents[2] / "docs" / "rules"
_RULE = re.compile(r"^- \*\*([A-Z]-[A-Z]+-[0-9]+)\*\* (.*)$", re.M)
_HOUSE_RULE = re.compile(
    r"^- \*\((?:house rule|règle de la maison), ([A-Z]-[A-Z]+(?:-[0-9]+)?)\)\* (.*)$", re.M
)
_SCENARIO = re.compile(r"```json\n(.*?)```", re.S)


@cache
def text_of(page: str) -> str:
    return (PAGES / page).read_text("utf-8")


def rows(page: str) -> Iterator[list[str]]:
    """The cells of every row of every table."""
    for line in text_of(page).splitlines():
        if line.startswith("| "):
            yield [cell.strip() for cell in line.strip("|").split("|")]


def rules_of(page: str) -> dict[str, str]:
    """The text of each rule."""
    return dict(_RULE.findall(text_of(page)))


def house_rules_of(page: str) -> list[tuple[str, str]]:
    """How the corners are played that the rules leave open: the rule that each belongs to, and its text."""
    return _HOUSE_RULE.findall(text_of(page))


def scenario_of(page: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The scenario that a page gives, and what the page says comes of it."""
    given, expected = map(json.loads, _SCENARIO.findall(text_of(page)))
    return given, expected


def before_the_scenario(page: str) -> str:
    """What a page tells in words."""
    return text_of(page).split("```json")[0]
