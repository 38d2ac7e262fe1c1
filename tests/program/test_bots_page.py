"""docs/bots.md describes every line as it is, and what it shows is what happens."""

import json
import re
import sys
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from client.program.lines import VERSION, FromProgram, ToProgram
from server.net.limits import Limits
from tests.kit import bots_page
from tests.kit.callers import serving
from tests.kit.programs import against_bots
from tests.kit.protocol_page import fields_of, page_with_tables, tables_in
from tests.kit.types_in_words import meaning, name_of

ROOT = Path(__file__).parents[2]
TEXT = bots_page.PAGE.read_text("utf-8")
(PROGRAM,) = re.findall(r"```python\n(.*?)```", TEXT, re.S)
TALK = re.findall(r"^([<>]) (.*)$", TEXT, re.M)


def test_the_tables_of_the_page_are_what_the_structs_give() -> None:
    assert page_with_tables(TEXT, bots_page.table) == TEXT, f"write them anew: {bots_page.COMMAND}"
    assert sorted(tables_in(TEXT)) == sorted([*bots_page.LINES, "limits"])


def test_every_line_has_its_own_entry_and_every_field_is_explained() -> None:
    for title, union in (("Lines to the program", ToProgram), ("Lines from the program", FromProgram)):
        section = TEXT.split(f"\n## {title}\n")[1].split("\n## ")[0]
        for entry in section.split("\n### ")[1:]:
            assert tables_in(entry) == [entry.split("\n")[0]]
        assert len(section.split("\n### ")) - 1 == len(get_args(union))
    fields = [(kind, field.name) for kind in bots_page.LINES.values() for field in fields_of(kind)]
    assert [(kind.__name__, name) for kind, name in fields if not meaning(kind, name)] == []


def test_every_line_of_the_whole_example_is_one_of_the_protocol_and_has_every_field() -> None:
    for sign, text in TALK:
        if text == "hello?":
            continue
        line = msgspec.json.decode(text.encode(), type=ToProgram if sign == "<" else FromProgram)
        if sign == "<":
            assert set(json.loads(text)) == {"type", *line.__struct_fields__}
    shown = {json.loads(text)["type"] for _, text in TALK if text.startswith("{")}
    assert shown == set(bots_page.LINES)


def test_the_page_names_the_limits_of_a_server() -> None:
    limits = Limits()
    assert f"{limits.asking_rate:g} questions a second, after {limits.asking_burst} at once" in TEXT


def test_the_page_names_the_version() -> None:
    assert f"This page describes version {VERSION}." in TEXT
    assert {json.loads(text)["version"] for _, text in TALK if '"hello"' in text} == {VERSION}


@pytest.mark.parametrize("page", ["README.md", "docs/protocol.md"])
def test_other_pages_lead_to_it(page: str) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", (ROOT / page).read_text("utf-8"))
    assert bots_page.PAGE in [(ROOT / page).parent.joinpath(link).resolve() for link in links]


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)#:]+)", TEXT))
def test_its_links_lead_somewhere(link: str) -> None:
    assert (bots_page.PAGE.parent / link).is_file()


@pytest.mark.slow
async def test_the_program_of_the_page_plays(tmp_path: Path) -> None:
    file = tmp_path / "page.py"
    file.write_text(PROGRAM)
    bots = {"J": "recruit", "R": "recruit", "B": "recruit"}
    async with (
        serving(tmp_path) as app,
        against_bots(app, [sys.executable, str(file)], "power", bots, players=4) as mine,
    ):
        await mine.told.until("Phase 2: the program has sealed V.")
        told = mine.session.state.rounds[0]
        assert len(told.sheets["V"]) == 1
        assert "moved" in [name_of(type(event)) for event in told.story]
        assert mine.told.count("would be lost") == 0
