"""Every sentence that a player can see comes from a catalogue: the client's code holds no sentences."""

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

from tests.kit.sources import ROOT, parsed

CLIENT = ROOT / "client"
TWO_WORDS = re.compile(r"[^\W\d_]{2,}[^\w{}]*\s+[^\w{}]*[^\W\d_]{2,}")
WORD = re.compile(r"[^\W\d_]{2,}")
HOLE = "{}"
"""Stands for a value in an f-string."""

SHOWING = {"ClientError", "Refusal", "LinkLost", "Ended", "print", "wrapped_for", "tell", "give_up"}
SHOWING |= {"write_text"}
"""The names of what shows its first argument to the player."""
STYLES = ("class:", "bold", "reverse")
"""How the style of a fragment of a drawn line begins; it may be empty, too."""

COMMANDS = {
    ("client/cli.py", "qg: {}"),
    ("client/launch/host.py", "qg solo"),
    ("client/launch/host.py", "qg solo --game {}"),
    ("client/launch/host.py", "qg host"),
    ("client/launch/host.py", "qg hotseat"),
    ("client/launch/host.py", "qg referee"),
    ("client/launch/host.py", "qg join"),
    ("client/launch/host.py", "qg join {}"),
    ("client/launch/host.py", "qg join {}/{}"),
    ("client/launch/pick_table.py", "qg join"),
    ("client/launch/pick_table.py", "qg referee"),
    ("client/launch/pick_table.py", "qg watch"),
    ("client/launch/visit.py", "qg join"),
    ("client/launch/visit.py", "qg replay"),
    ("client/launch/visit.py", "qg bot --table"),
    ("client/play/requests.py", "qg join {} --token {}"),
}
"""Commands that are typed: they are the same in every language."""

NEVER_SHOWN = {
    ("client/launch/notify.py", "on run argv"),
    ("client/launch/notify.py", "display notification (item 2 of argv) with title (item 1 of argv)"),
    ("client/launch/notify.py", "end run"),
    ("client/games/hexes.py", "{} rows cannot be closed to a ring: an even number of them can"),
    ("client/launch/web.py", "the last port is tried or refused"),
    ("client/web/server.py", "a tab has failed"),
    ("client/web/server.py", "list of tables"),
    ("client/launch/own_server.py", "in use"),
    ("client/launch/own_server.py", "our own server"),
    (
        "client/link/limits.py",
        r"(?P<kind>str|array|object|int|float)` (?:of length )?(?P<sign>[<>]=) (?P<bound>-?[\d.]+)",
    ),
    ("client/link/reconnecting.py", "delays never end"),
    ("client/link/reconnecting.py", "link to {}"),
    ("client/screens/control/key_bar.py", "Up/Dn PgUp/PgDn"),
    ("client/screens/control/keys.py", "escape up"),
    ("client/screens/control/keys.py", "escape down"),
    ("client/state/record_file.py", "the log tells of more rounds than there are"),
    ("client/state/record_file.py", "the time is outside the calendar"),
}
"""Names of tasks and keys, patterns, and the texts of errors that are always caught or are our own bugs."""

ONLY_STYLES = {"client/screens/draw/style.py"}
"""Files whose texts are the names of styles and colours."""


def literals(tree: ast.AST) -> Iterator[str]:
    """Every text in the code but docstrings; the values in an f-string are holes."""
    left_out = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            left_out |= {id(part) for part in node.values}
    return (text for node in ast.walk(tree) if id(node) not in left_out and (text := text_of(node)))


def text_of(node: ast.AST) -> str:
    """The text of a literal, or nothing."""
    if isinstance(node, ast.JoinedStr):
        return "".join(
            HOLE if isinstance(part, ast.FormattedValue) else text_of(part) for part in node.values
        )
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def shown_words(tree: ast.AST) -> Iterator[str]:
    """Literals with a word that are shown directly: given to what shows them, or drawn with a style."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args:
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            shown = node.args[0] if name in SHOWING else None
        else:
            shown = node.elts[1] if is_fragment(node) and isinstance(node, ast.Tuple) else None
        if shown is not None and WORD.search(text_of(shown)):
            yield text_of(shown)


def is_fragment(node: ast.AST) -> bool:
    """Whether this is a pair of a style and a text."""
    if not isinstance(node, ast.Tuple) or len(node.elts) != 2 or not isinstance(node.elts[0], ast.Constant):
        return False
    style = node.elts[0].value
    return isinstance(style, str) and (style == "" or style.startswith(STYLES))


@cache
def found() -> set[tuple[str, str]]:
    return {
        (path.relative_to(ROOT).as_posix(), text)
        for path in sorted(CLIENT.rglob("*.py"))
        for tree in (parsed(path),)
        for text in (*(text for text in literals(tree) if TWO_WORDS.search(text)), *shown_words(tree))
    }


@pytest.mark.slow
def test_no_sentence_stands_in_the_code_of_the_client() -> None:
    excused = COMMANDS | NEVER_SHOWN
    assert {(path, text) for path, text in found() - excused if path not in ONLY_STYLES} == set()


def test_every_excused_text_is_really_there() -> None:
    assert found() >= COMMANDS | NEVER_SHOWN
    assert {path for path, _ in found()} >= ONLY_STYLES


@pytest.mark.parametrize(
    "code",
    [
        'raise ClientError("no such table")',
        'raise ClientError(f"{name} is wrong")',
        'said = "Well done" + name',
        'print("Done")',
        'session.tell("Sealed")',
        'line = (("class:title", "Orders"),)',
        'line = ("", f" {count} orders")',
        'hint = f"{count}: no orders"',
    ],
)
def test_a_sentence_in_the_code_is_noticed(code: str) -> None:
    tree = ast.parse(code)
    assert [*(text for text in literals(tree) if TWO_WORDS.search(text)), *shown_words(tree)]


@pytest.mark.parametrize(
    "code",
    [
        'def seal() -> None:\n    """Seal the sheet now."""',
        'raise ClientError(say(language, "error.no-server"))',
        'line = ("class:title", f" {name}: {count} ")',
        'links = ("lost", "over")',
    ],
)
def test_a_code_of_a_catalogue_or_a_docstring_is_no_sentence(code: str) -> None:
    tree = ast.parse(code)
    assert not [*(text for text in literals(tree) if TWO_WORDS.search(text)), *shown_words(tree)]
