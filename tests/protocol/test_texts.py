"""The catalogues: the same in every language, and a sentence for all that can be said."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any, get_args

import pytest

from protocol.notes import Note
from protocol.texts import Catalogue, catalogue, languages
from protocol.texts.joining import can_join
from protocol.views.power import (
    ARMIES,
    KINDS,
    Captured,
    Collected,
    Eliminated,
    Ended,
    Event,
    Exchanged,
    FellBack,
    FlagTaken,
    Fought,
    Launched,
    Lost,
    Moved,
    Penalised,
    Shared,
    Struck,
    Withdrawal,
    note_of,
)
from server.games.power.board import GROUND, MEDIUM, PLACES, RANGE
from tests.kit.factories import Round, play, stack
from tests.kit.sources import nodes

ENGINE = Path(__file__).parents[2] / "server" / "games" / "power"
GENERIC = {"scenario.form"}
"""Said in the words of the table, not of the game."""
every_language = pytest.mark.parametrize("language", languages("power"))


def keys(tables: Any) -> set[tuple[str, str]]:
    return {(table, key) for table, entries in tables.items() for key in entries}


def placeholders(sentence: Any) -> set[str]:
    return (
        {str(name) for _, name, _, _ in Formatter().parse(sentence) if name}
        if isinstance(sentence, str)
        else set()
    )


def test_there_is_english_and_french() -> None:
    assert {"en", "fr"} <= set(languages("power"))


@every_language
def test_every_language_has_the_same_tables_keys_and_placeholders(language: str) -> None:
    english, other = catalogue("power", "en").tables, catalogue("power", language).tables
    assert keys(english) == keys(other)
    for table, entries in english.items():
        for key, sentence in entries.items():
            assert placeholders(sentence) == placeholders(other[table][key]), (table, key)
            assert type(sentence) is type(other[table][key]), (table, key)


@every_language
def test_table_names_in_placeholders_exist(language: str) -> None:
    tables = catalogue("power", language).tables
    sentences = [s for name in ("fault", "gloss", "scenario", "event") for s in tables[name].values()]
    specs = [spec.rstrip("^") for s in sentences for _, _, spec, _ in Formatter().parse(s) if spec]
    named = {name for spec in specs for name in spec.split(":") if not can_join(language, name)}
    assert named <= set(tables)


@every_language
def test_every_piece_and_place_has_a_name_of_its_own(language: str) -> None:
    words = catalogue("power", language)
    for count in (1, 2):
        names = [words.word("piece", kind, count) for kind in KINDS]
        assert len(set(names)) == len(KINDS)
        assert not set(names) & (set(KINDS) - {"P"})
    places = [words.word("place", place) for place in PLACES]
    assert len(set(places)) == len(PLACES) == 61
    assert not set(places) & set(PLACES)
    assert all("#" not in name for name in places)
    assert len({words.word("army", army) for army in ARMIES} - set(ARMIES)) == 4


@every_language
def test_every_ground_range_and_plural_has_words(language: str) -> None:
    tables = catalogue("power", language).tables
    assert set(tables["ground"]) >= set(GROUND.values())
    assert set(tables["steps"]) >= {str(steps) for steps in RANGE.values()}
    assert set(tables["plural"]) >= set(RANGE) | {"M"}


def test_the_singular_and_the_plural_follow_the_count() -> None:
    note = {count: Note("gloss.from", {"place": "V4", "kind": "A", "count": count}) for count in (0, 1, 2)}
    english = [catalogue("power", "en").say(note[count]) for count in (0, 1, 2)]
    french = [catalogue("power", "fr").say(note[count]) for count in (0, 1, 2)]
    assert ["heavy tanks" in said for said in english] == [True, False, True]
    assert ["chars d'assaut" in said for said in french] == [False, False, True]


@pytest.mark.parametrize(
    ("asked", "given"), [("fr_CA", "fr"), ("fr-FR", "fr"), ("FR", "fr"), ("tlh", "en"), ("", "en")]
)
def test_a_language_we_have_not_is_answered_in_english(asked: str, given: str) -> None:
    assert catalogue("power", asked).language == given


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("wood", "in a wood"),
        ("wood hill2", "in a wood, on hill 2"),
        ("hill2 hill13", "on hill 2, on hill 13"),
        ("wood moor", "wood moor"),
        ("moor", "moor"),
    ],
)
def test_an_argument_of_several_keys_is_all_their_words(given: str, said: str) -> None:
    """An argument of which a part is not in the table stays as it is."""
    ground = {"wood": "in a wood", "hill": "on hill #"}
    words = Catalogue("en", {"ground": ground, "say": {"so": "{it:ground}"}})
    assert words.say(Note("say.so", {"it": given})) == said


def test_a_code_without_a_sentence_is_shown_as_it_is() -> None:
    assert catalogue("power", "en").say(Note("nothing.like-it")) == "nothing.like-it"


def constants(node: ast.AST) -> Iterator[str]:
    for child in ast.walk(node):
        if isinstance(child, ast.Constant) and isinstance(child.value, str):
            yield child.value


def spelled(node: ast.expr, function: ast.AST) -> set[str]:
    """The codes an expression may stand for: a text, a choice, a name given one above, a medium."""
    match node:
        case ast.Constant(value=str(code)):
            return {code}
        case ast.IfExp():
            return spelled(node.body, function) | spelled(node.orelse, function)
        case ast.Name(id=name):
            given = [
                child.value
                for child in ast.walk(function)
                if isinstance(child, ast.Assign)
                and any(isinstance(t, ast.Name) and t.id == name for t in child.targets)
            ]
            return {code for value in given for code in spelled(value, function)}
        case ast.JoinedStr():
            return {medium + "".join(constants(node)) for medium in MEDIUM.values()}
    return set()


def codes_in(path: Path) -> Iterator[str]:
    for function in nodes(path):
        if isinstance(function, ast.FunctionDef):
            for node in ast.walk(function):
                if (
                    isinstance(node, ast.Call)
                    and isinstance(node.func, ast.Name)
                    and node.func.id in ("Flaw", "Note")
                ):
                    yield from spelled(node.args[0], function)


SPOKEN = ("gloss", "usage", "otherwise", "scenario")
"""The tables of sentences that the engine gives besides faults."""


def test_every_code_the_engine_can_give_has_a_sentence_and_no_sentence_is_idle() -> None:
    given = {code for path in ENGINE.glob("*.py") for code in codes_in(path)} - GENERIC
    tables = catalogue("power", "en").tables
    others = (f"{table}.{code}" for table in SPOKEN for code in tables[table])
    assert given == {*tables["fault"], *others}


FAULTY = [
    ("", "blank"),
    ("x" * 121, "too-long"),
    ("T V8", "three-words"),
    ("X V8 V4", "no-such-piece"),
    ("2T V8 V4", "count-on-move"),
    ("T V9 V4", "no-such-place"),
    ("C V8 V4", "no-piece"),
    ("P RV HQ", "never-moves"),
    ("T V8 V8", "same-place"),
    ("T V8 RV", "into-reserve"),
    ("S RV V8", "reserve-to-hq"),
    ("T V8 S5", "land-ground"),
    ("C HQ S5", "air-ground"),
    ("D HQ V4", "sea-ground"),
    ("T V8 B0", "too-far"),
    ("T V0 B0", "must-stop"),
    ("3P ERV S", "price"),
    ("2T EV8 A", "three-of"),
    ("2P ERV P", "cannot-make"),
    ("9P ERV M", "under-hundred"),
    ("3T EV8 A", "not-enough"),
]
LATER = {"sixth", "moved-already", "made-here", "rivals"}
PIECES = {"V": {"V8": "1T", "V0": "1T", "HQV": "3C 1D 1S", "RVV": "9P 1S"}, "R": {"R0": "1T"}}


def faults() -> dict[str, Note]:
    """Each reason for which an order can be lost, as the engine gives it."""
    rounds = [
        *(play(PIECES, {"V": [line]}) for line, _ in FAULTY),
        play(PIECES, {"V": ["T V8 V4", "T V4 V8", "3C EHQ B", "B HQ V8", "", "T V0 V1"]}),
        play(PIECES, {"V": ["T R0 IX"], "J": ["T R0 R4"]}, mercenary="R"),
    ]
    return {lost.reason.code: lost.reason for done in rounds for lost in done.told(Lost)}


@pytest.mark.parametrize(("line", "code"), FAULTY, ids=[code for _, code in FAULTY])
def test_each_fault_has_its_own_code(line: str, code: str) -> None:
    assert play(PIECES, {"V": [line]}).fates("V") == [code]


@every_language
def test_every_fault_the_engine_gives_is_said_in_full(language: str) -> None:
    given = faults()
    assert (
        set(given)
        == {code for _, code in FAULTY} | LATER
        == set(catalogue("power", language).tables["fault"])
    )
    for note in given.values():
        assert is_said(note, language)


def is_said(note: Note, language: str) -> bool:
    said = catalogue("power", language).say(note)
    return said != note.code and not any(mark in said for mark in ("?", "{", "}"))


EVENTS: list[Event] = [
    Moved("V", 0, "T V8 V4", "V", "T", "V8", "V4"),
    Moved("V", 0, "T R0 R4", "R", "T", "R0", "R4"),
    Shared("V", 0, "T R0 R4", "R", "T", "R0", "R4"),
    Exchanged("V", 0, "3T EV4 A", "V", "V4", stack("3T"), "A"),
    Launched("V", 0, "M RV IX", "V", "RVV", "IX"),
    Lost("V", 0, "attack", 0, Note("three-words")),
    Penalised("V", None, None, stack("")),
    Penalised("V", "S", "V4", stack("1P")),
    Struck("IX", ("V", "B"), {"J": stack("2S 1CR")}),
    Struck("IX", ("V",), {}),
    FellBack("IX", 1, {"V": 3, "B": 3}, (Withdrawal("V", "T", "V0", 1), Withdrawal("B", "T", "B0", 1))),
    Fought("IX", {"V": 5, "B": 3}, "V"),
    Captured("IX", "V", {"B": stack("1T")}),
    Collected("V", ("B", "J")),
    FlagTaken("V", "B", ("B", "J"), stack("2S")),
    FlagTaken("V", "B", ("B",), stack("")),
    Eliminated("B", "V"),
    Ended("last-side", "V", {"V": 9}, {"V": 4}),
    Ended("last-round", "V", {"V": 9, "B": 3}, {"V": 2, "B": 2}),
    Ended("last-round", None, {"V": 9, "B": 9}, {"V": 2, "B": 2}),
]


def test_there_is_an_example_of_every_kind_of_event() -> None:
    assert {type(event) for event in EVENTS} == set(get_args(Event))
    assert {note_of(event).code.removeprefix("event.") for event in EVENTS} == set(
        catalogue("power", "en").tables["event"]
    )


@every_language
@pytest.mark.parametrize("event", EVENTS, ids=lambda event: note_of(event).code)
def test_every_event_is_said_in_full(event: Event, language: str) -> None:
    assert is_said(note_of(event), language)


@every_language
def test_a_story_is_told_with_the_names_of_armies_and_pieces(language: str) -> None:
    done: Round = play({"V": {"V0": "1A"}}, {"V": ["A V0 IX"]})
    said = catalogue("power", language).say(note_of(done.story[0]))
    words = catalogue("power", language)
    assert words.word("piece", "A") in said
    assert words.word("army", "V")[1:] in said
    assert said[0].isupper()
