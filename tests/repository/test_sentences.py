"""Every sentence that a player can read comes from a catalogue."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from protocol.texts import catalogue
from tests.kit.languages import SUBJECTS, sentences_of, words_of
from tests.kit.sources import ROOT, parsed

SPEAKING = (
    "TableError",
    "ProtocolError",
    "BadScenario",
    "BadOptions",
    "BadField",
    "Refused",
    "Closing",
    "TakenOver",
    "Note",
)
"""What is made by these is read by players."""
COMMON_ENGLISH = {
    *("the", "of", "is", "are", "was", "were", "be", "been", "and", "not", "you", "your", "with", "this"),
    *("that", "there", "for", "has", "have", "must", "only", "nobody", "somebody", "from", "which", "who"),
    *("what", "when", "while", "before", "after", "their", "they", "them", "it", "its", "these", "those"),
}


def sources() -> Iterator[Path]:
    for package in ("server", "protocol"):
        yield from sorted((ROOT / package).rglob("*.py"))


def spoken_calls(tree: ast.AST) -> Iterator[ast.Call]:
    """The calls whose arguments reach a player: those named above, and the closing of a connection."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else ""
            closes = isinstance(node.func, ast.Attribute) and node.func.attr == "close"
            if name in SPEAKING or closes:
                yield node


def is_prose(node: ast.AST) -> bool:
    """Whether an expression is a sentence written into the program, or the text of an exception."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and " " in node.value.strip(", ")
    return ast.unparse(node) == "str(error)"


def prose_in(tree: ast.AST) -> list[str]:
    """Sentences that are passed to a player without a catalogue."""
    found = []
    for call in spoken_calls(tree):
        for argument in (*call.args, *(keyword.value for keyword in call.keywords)):
            found += [ast.unparse(node) for node in ast.walk(argument) if is_prose(node)]
    return found


FOR_THE_COMMAND_LINE = {"str(error)"}
"""Of `qg-server resolve`, which speaks English: why a file is no JSON."""


@pytest.mark.slow
def test_no_sentence_reaches_a_player_without_a_catalogue() -> None:
    found = {(path.name, prose) for path in sources() for prose in prose_in(parsed(path))}
    assert found <= {("resolve.py", prose) for prose in FOR_THE_COMMAND_LINE}


@pytest.mark.parametrize(
    "source",
    [
        'raise TableError("bad-name", text="it needs a letter")',
        'raise TableError("bad-name", text=f"{name} is reserved")',
        'raise TableError("storage", text=str(error))',
        'raise BadScenario("there is no such place")',
        'raise ProtocolError("hello comes once")',
        'self.close(1008, "no hello came in time")',
        'self._server.close(code=1012, reason="the server is stopping")',
        'Refused(code="rate", text="slow down, please")',
    ],
)
def test_a_sentence_in_the_program_is_found(source: str) -> None:
    assert prose_in(ast.parse(source))


def fixed_languages(tree: ast.AST) -> list[str]:
    """Where a sentence is said in a language that is written into the program."""
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    said = (
        call
        for call in calls
        if (isinstance(call.func, ast.Name) and call.func.id == "catalogue")
        or (isinstance(call.func, ast.Attribute) and call.func.attr == "text")
    )
    return [ast.unparse(call) for call in said for arg in call.args if _is_language(arg)]


def _is_language(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value in ("en", "fr")


@pytest.mark.slow
def test_the_server_says_nothing_in_a_language_of_its_own_choice() -> None:
    assert [found for path in sources() for found in fixed_languages(parsed(path))] == []
    assert fixed_languages(ast.parse('TableError("rate").text("en")'))
    assert fixed_languages(ast.parse('catalogue("table", "en")'))


GROUPS = ("closed", "field", "storage", "name", "scenario", "advice", "health", "options")
"""The sentences of the table that are neither a refusal nor an event; other tests hold those."""
GROUP_OF = {"ProtocolError": "closed.", "BadField": "field.", "BadOptions": "options.", "Note": ""}


def codes_in(tree: ast.AST) -> Iterator[str]:
    """The full codes of the sentences that a module says, where they are written out."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in GROUP_OF:
            for code in ast.walk(node.args[0]) if node.args else ():
                if isinstance(code, ast.Constant) and re.fullmatch(r"[a-z_.-]+", str(code.value)):
                    yield GROUP_OF[node.func.id] + str(code.value)


def test_every_code_that_the_table_says_has_a_sentence() -> None:
    generic = [path for path in sources() if not re.search(r"games/\w+/|views/", path.as_posix())]
    said = {code for path in generic for code in codes_in(parsed(path))}
    known = {f"{group}.{code}" for group, table in catalogue("table", "en").tables.items() for code in table}
    assert {code for code in said if code.partition(".")[0] in GROUPS} > {"closed.idle", "name.empty"}
    assert {code for code in said if "." in code and not code.endswith(".")} <= known


def test_no_sentence_of_the_table_is_idle() -> None:
    literals = set(re.findall(r'"([a-z.-]+)"', "".join(path.read_text("utf-8") for path in sources())))
    tables = catalogue("table", "en").tables
    codes = [(group, code) for group in GROUPS for code in tables[group]]
    assert [code for group, code in codes if not {code, f"{group}.{code}"} & literals] == []


@pytest.mark.parametrize("subject", SUBJECTS)
def test_no_french_sentence_has_english_in_it(subject: str) -> None:
    for sentence in sentences_of(catalogue(subject, "fr").tables):
        literal = "".join(text for text, _, _, _ in Formatter().parse(sentence))
        assert not words_of(literal) & COMMON_ENGLISH, sentence


@pytest.mark.parametrize("subject", SUBJECTS)
def test_french_and_english_say_the_same_things_with_the_same_names(subject: str) -> None:
    english, french = (catalogue(subject, language).tables for language in ("en", "fr"))
    assert {name: set(table) for name, table in english.items()} == {
        name: set(table) for name, table in french.items()
    }
    for name, table in english.items():
        for code, sentence in table.items():
            if isinstance(sentence, str):
                assert _arguments(sentence) == _arguments(french[name][code]), (name, code)


def _arguments(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}
