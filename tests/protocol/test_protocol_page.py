"""docs/protocol.md describes every message, with an example that decodes."""

import json
import re
from pathlib import Path
from typing import Annotated, Any, get_args

import msgpack
import msgspec
import pytest

from protocol import messages
from protocol.codec import decode_client, decode_server
from protocol.events import TableEvent
from protocol.messages import PROTOCOL_VERSION, ClientMessage, ServerMessage
from protocol.texts import catalogue
from protocol.views import VIEWS
from protocol.views.power import Event
from tests.kit import protocol_page
from tests.kit.types_in_words import default_of, in_words, meaning

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
_ENTRY = re.compile(r"^### (\w+)\n\n(.+?)\n\n```json\n(.+?)\n```$", re.M | re.S)


def tags(union: Any) -> list[str]:
    return [str(kind.__struct_config__.tag) for kind in get_args(union)]


def entries(title: str) -> dict[str, str]:
    """The messages described under a heading, with their examples."""
    section = PAGE.read_text("utf-8").split(f"\n## {title}\n")[1].split("\n## ")[0]
    return {name: example for name, _, example in _ENTRY.findall(section)}


SECTIONS = [
    ("From a client", ClientMessage, decode_client),
    ("From the server", ServerMessage, decode_server),
    ("Events of the stream", TableEvent, None),
]


@pytest.mark.parametrize(("title", "union", "decode"), SECTIONS, ids=[s[0] for s in SECTIONS])
def test_every_message_is_described_with_an_example_that_decodes(title: str, union: Any, decode: Any) -> None:
    found = entries(title)
    assert sorted(found) == sorted(tags(union))
    for name, example in found.items():
        given = json.loads(example)
        assert given["type"] == name
        if decode:
            assert msgspec.to_builtins(decode(msgpack.packb(given)))["type"] == name
        else:
            msgspec.convert(given, union)


def test_the_tables_of_the_page_are_what_the_types_give() -> None:
    text = PAGE.read_text("utf-8")
    assert protocol_page.page_with_tables(text) == text, f"write them anew: {protocol_page.COMMAND}"
    found = protocol_page.tables_in(text)
    assert sorted(found) == sorted(protocol_page.needed_tables())


def test_every_message_has_the_table_of_its_own_fields() -> None:
    for title, union, _ in SECTIONS:
        section = PAGE.read_text("utf-8").split(f"\n## {title}\n")[1].split("\n## ")[0]
        for entry in section.split("\n### ")[1:]:
            assert protocol_page.tables_in(entry) == [entry.split("\n")[0]]
        assert len(section.split("\n### ")) - 1 == len(tags(union))


def test_every_field_and_every_limit_is_explained() -> None:
    kinds = [*protocol_page.STRUCTS.values(), *(view for view, _ in VIEWS.values())]
    fields = [(kind, field.name) for kind in kinds for field in protocol_page.fields_of(kind)]
    assert [(kind.__name__, name) for kind, name in fields if not meaning(kind, name)] == []
    for made in (protocol_page.limits_table(), protocol_page.closing_table()):
        assert "|  |" not in made
    stories = [kind for _, story in VIEWS.values() for kind in get_args(story)]
    assert [kind.__name__ for kind in stories if not kind.__doc__] == []


def test_a_field_that_is_added_changes_the_page() -> None:
    class Later(messages.Ping, frozen=True, tag="ping"):
        count: Annotated[int, msgspec.Meta(ge=1, le=9)] = 1

    (field,) = [field for field in protocol_page.fields_of(Later) if field.name == "count"]
    assert (in_words(field.type), default_of(field)) == (
        "whole number from 1 to 9",
        "`1`",
    )


def test_the_page_names_the_version_and_every_event_of_a_story() -> None:
    text = PAGE.read_text("utf-8")
    assert f"Version {PROTOCOL_VERSION}." in text
    for tag in tags(Event):
        assert f"| `{tag}` |" in text


def test_the_page_lists_every_refusal_with_its_sentence() -> None:
    section = PAGE.read_text("utf-8").split("\n## Refusals\n")[1].split("\n## ")[0]
    listed = dict(re.findall(r"^\| `([a-z-]+)` \| (.+) \|$", section, re.M))
    assert listed == catalogue("table", "en").tables["refused"]


def test_every_refusal_the_server_makes_has_a_sentence_and_none_is_left_over() -> None:
    source = "".join(path.read_text("utf-8") for path in (PAGE.parents[1] / "server").rglob("*.py"))
    made = set(re.findall(r'TableError\(\s*"([a-z-]+)"', source))
    made |= set(re.findall(r'TableError\(\s*"([a-z-]+)" if [^)]*? else "[a-z-]+"', source))
    made |= set(re.findall(r'TableError\(\s*"[a-z-]+" if [^)]*? else "([a-z-]+)"', source))
    assert made == set(catalogue("table", "en").tables["refused"])
