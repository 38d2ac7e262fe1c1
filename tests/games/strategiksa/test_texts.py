"""The catalogues of Strategiksa: the same in every language, and a sentence for all that can be said."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any, get_args

import pytest

from protocol.notes import Note
from protocol.texts import LINE, catalogue, languages
from protocol.texts.joining import can_join
from protocol.views.strategiksa import (
    COLOURS,
    UNITS,
    Answered,
    BattleBegun,
    BattleEnded,
    Choice,
    Chosen,
    Clashed,
    Crowned,
    Cured,
    Directed,
    Duelled,
    Ended,
    Event,
    KingFell,
    Lost,
    Moved,
    Mutated,
    Offered,
    Placed,
    Reinforced,
    Served,
    Slain,
    TurnBegun,
    TurnEnded,
    Vanished,
    note_of,
    one,
)
from tests.kit.sources import nodes

ENGINE = Path(__file__).parents[3] / "server" / "games" / "strategiksa"
every_language = pytest.mark.parametrize("language", languages("strategiksa"))


def placeholders(sentence: Any) -> set[str]:
    return {str(name) for _, name, _, _ in Formatter().parse(sentence) if name}


def test_there_is_english_and_french() -> None:
    assert {"en", "fr"} <= set(languages("strategiksa"))


@every_language
def test_every_language_has_the_same_tables_keys_and_placeholders(language: str) -> None:
    english = catalogue("strategiksa", "en").tables
    other = catalogue("strategiksa", language).tables
    assert {t: set(entries) for t, entries in english.items()} == {t: set(e) for t, e in other.items()}
    for table in ("fault", "gloss", "scenario", "event"):
        for code, sentence in english[table].items():
            assert placeholders(sentence) == placeholders(other[table][code]), (table, code)


@every_language
def test_every_colour_and_unit_has_a_name_and_every_table_named_exists(language: str) -> None:
    tables = catalogue("strategiksa", language).tables
    assert set(tables["colour"]) == set(COLOURS)
    assert set(tables["piece"]) == set(tables["a"]) == set(UNITS)
    sentences = [s for name in ("fault", "gloss", "scenario", "event") for s in tables[name].values()]
    specs = [spec.rstrip("^") for s in sentences for _, _, spec, _ in Formatter().parse(s) if spec]
    named = {name for spec in specs for name in spec.split(":") if not can_join(language, name)}
    assert named <= {*tables, LINE}


def spelled(node: ast.expr) -> set[str]:
    match node:
        case ast.Constant(value=str(code)):
            return {code}
        case ast.IfExp():
            return spelled(node.body) | spelled(node.orelse)
    return set()


def calls(name: str) -> Iterator[ast.Call]:
    for path in ENGINE.glob("*.py"):
        for node in nodes(path):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                yield node


@pytest.mark.parametrize(("name", "table"), [("Flaw", "fault"), ("gloss", "gloss")])
def test_every_code_the_engine_can_give_has_a_sentence_and_no_sentence_is_idle(name: str, table: str) -> None:
    given = {code for call in calls(name) for code in spelled(call.args[0])}
    assert given == set(catalogue("strategiksa", "en").tables[table])


def test_every_code_of_a_bad_scenario_has_a_sentence_and_no_sentence_is_idle() -> None:
    given = {code for call in calls("Note") for code in spelled(call.args[0]) if code.startswith("scenario.")}
    sentences = catalogue("strategiksa", "en").tables["scenario"]
    assert given - {"scenario.form"} == {f"scenario.{code}" for code in sentences}


@every_language
def test_every_gloss_is_given_what_its_sentence_says(language: str) -> None:
    sentences = catalogue("strategiksa", language).tables["gloss"]
    for call in calls("gloss"):
        for code in spelled(call.args[0]):
            assert placeholders(sentences[code]) <= {keyword.arg for keyword in call.keywords}, code


@every_language
def test_every_flaw_is_given_what_its_sentence_says(language: str) -> None:
    """Where the arguments are written out; the tests of the rules see the others said."""
    sentences = catalogue("strategiksa", language).tables["fault"]
    for call in calls("Flaw"):
        args = call.args[2] if len(call.args) > 2 else None
        if args is None or isinstance(args, ast.Dict):
            keys = {key.value for key in args.keys if isinstance(key, ast.Constant)} if args else set()
            for code in spelled(call.args[0]):
                assert placeholders(sentences[code]) <= keys, code


FOOT, HORSE, PAIR = one("I"), one("C"), {"V": one("I"), "B": one("C*")}
FIRST, SECOND = Choice("V", "I"), Choice("B", "C")
EVENTS: list[Event] = [
    Placed("V", "A1", {"A1": FOOT}),
    Placed("V", "A1", {"A1": FOOT}, True),
    TurnBegun("V", 1, "V", 1),
    TurnBegun("V", 1, "B", 0),
    Offered("V", 0, "vassal B", "B"),
    Answered("V", "B", "A1"),
    Answered("V", "B", None),
    Directed("V", 0, "direct B O", "B", "O"),
    Served("V", 0, "recall B", "B", True),
    Served("V", 0, "dismiss B", "B", False),
    Reinforced("V", 0, "+I A1", "A1", FOOT),
    Mutated("V", 0, "C>I A1", "A1", HORSE, FOOT),
    Moved("V", 0, "I A1 A2", FOOT, "A1", "A2"),
    Lost("V", 0, "charge", 0, Note("turn-words")),
    Clashed("E5", "V", "B"),
    BattleBegun("E5", "V", "B", PAIR),
    Chosen("E5", Choice("V", "I*")),
    Duelled("E5", FIRST, SECOND, 1, {"B": HORSE}, {"V": FOOT}),
    Duelled("E5", SECOND, Choice("V", "I*"), 2, {"B": HORSE, "V": one("I*")}, {}),
    Duelled("E5", FIRST, Choice("B", "I"), 0, {"B": FOOT, "V": FOOT}, {}),
    Cured("E5", "V", "I"),
    Slain("E5", {"V": one("S")}),
    BattleEnded("E5", "V", {}),
    BattleEnded("E5", None, {}),
    KingFell("V", "B", "E5", ("V", "O")),
    Crowned("V", "B", True, "V"),
    Crowned("V", "B", False, "B"),
    Vanished(("V", "B")),
    TurnEnded("V", 1, {"V": 2, "B": 1}),
    *(Ended(reason, "V", (), {"V": 2}) for reason in ("supremacy", "terrain", "turns", "time")),
    *(Ended(reason, None, (), {}) for reason in ("supremacy", "turns", "time")),
]


def test_there_is_an_example_of_every_kind_of_event() -> None:
    assert {type(event) for event in EVENTS} == set(get_args(Event))
    codes = {note_of(event).code.removeprefix("event.") for event in EVENTS}
    assert codes == set(catalogue("strategiksa", "en").tables["event"])


@every_language
@pytest.mark.parametrize("event", EVENTS, ids=lambda event: note_of(event).code)
def test_every_event_is_said_in_full(event: Event, language: str) -> None:
    note = note_of(event)
    said = catalogue("strategiksa", language).say(note)
    assert said != note.code
    assert not any(mark in said for mark in ("?", "{", "}"))


def test_a_duel_is_told_from_the_winners_side() -> None:
    say = catalogue("strategiksa", "en").say
    told = [say(note_of(event)) for event in EVENTS if isinstance(event, Duelled)]
    assert told == [
        "E5: the green foot soldier beats the blue horseman and is wounded",
        "E5: the wounded green foot soldier beats the blue horseman, and both are gone",
        "E5: foot soldier against foot soldier, green and blue both fall",
    ]
