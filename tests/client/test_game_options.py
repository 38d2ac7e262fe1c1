"""Options as they are typed behind `--option`, and as the help lists them."""

import re
from pathlib import Path
from typing import Any

import pytest

from client.errors import ClientError
from client.launch.game_options import help_on, options_of, read_duration, read_options, value_form
from client.words import known_languages, words
from protocol.options import GameOptions, OneOf, OneOfForEach, Option, Seconds, Text, WholeNumber, YesNo
from protocol.texts import catalogue
from protocol.views import DEFAULT_GAME, OPTIONS
from tests.kit.options import right_values

ROOT = Path(__file__).parents[2]
every_language = pytest.mark.parametrize("language", known_languages())
every_game = pytest.mark.parametrize("described", OPTIONS.values(), ids=OPTIONS)
EXAMPLE = GameOptions(
    "example",
    "Example",
    (
        Option("players", WholeNumber(2, 6), default=2),
        Option("fog", YesNo(), default=False),
        Option("motto", Text(12), default="none"),
        Option("side", OneOf(("North", "South"), may_be_none=True), default=None),
        Option("favour", OneOfForEach((("N", ("a", "b")), ("S", ("c",))))),
        Option("seconds", Seconds(), default=90.0),
    ),
)


def typed(value: Any, language: str) -> str:
    """A value as a player of that language writes it."""
    if value is None or isinstance(value, bool):
        meaning = {None: "none", True: "yes", False: "no"}[value]
        return str(words(language).tables["typed"][meaning][0])
    if isinstance(value, dict):
        return ",".join(f"{key}:{word}" for key, word in value.items())
    return str(value)


@every_language
@pytest.mark.parametrize("described", [*OPTIONS.values(), EXAMPLE], ids=[*OPTIONS, "example"])
def test_every_value_of_every_option_can_be_typed(described: GameOptions, language: str) -> None:
    for option in described.options:
        for value in right_values(option.kind):
            given = f"{option.name}={typed(value, language)}"
            assert read_options(described, [given], language) == {option.name: value}


@pytest.mark.parametrize(
    ("given", "name", "value"),
    [
        ("SIDE = north", "side", "North"),
        ("side=NONE", "side", None),
        ("side=aucun", "side", None),
        ("fog=Oui", "fog", True),
        ("fog=n", "fog", False),
        ("motto=a=b", "motto", "a=b"),
        ("favour=n:B, s:c", "favour", {"N": "b", "S": "c"}),
        ("favour=", "favour", {}),
        ("seconds=1.5m", "seconds", 90.0),
    ],
)
def test_capitals_and_blanks_make_no_difference(given: str, name: str, value: Any) -> None:
    assert read_options(EXAMPLE, [given], "en") == {name: value}


def test_the_last_value_of_an_option_counts() -> None:
    assert read_options(EXAMPLE, ["players=3", "fog=yes", "players=5"], "en") == {"players": 5, "fog": True}


@pytest.mark.parametrize(
    ("language", "given", "said"),
    [
        ("en", "players=7", "Example is for 2 to 6 players, not 7"),
        ("fr", "players=7", "Example se joue de 2 à 6, pas à 7"),
        ("en", "players=" + "9" * 5000, "players is a whole number from 2 to 6, not 99999999999999999999"),
        ("en", "players=-1", "players is a whole number from 2 to 6, not -1"),
        ("en", "fog=maybe", "fog is yes or no, not maybe"),
        ("fr", "fog=peut-être", "fog est oui ou non, pas peut-être"),
        ("en", "motto=one two three four", "motto is a text of 12 characters at most"),
        ("en", "side=East", "side is one of North, South, or none, not East"),
        ("fr", "side=Est", "side est à choisir parmi North, South, ou « aucun » ; Est n'en est pas"),
        ("en", "favour=N", "favour is written as in N:a,S:c, not N"),
        ("en", "favour=N:c", "favour N is one of a, b, not c"),
        ("en", "favour=E:c", "favour says nothing about E, only about: N, S"),
        ("en", "seconds=soon", "soon is not a length of time"),
        ("fr", "seconds=soon", "soon n'est pas une durée"),
        ("en", "seconds=9999h", "seconds is a time from 0.05 seconds to 30 days, or none, not 35996400.0"),
        ("en", "colour=red", "Example has no option colour; its options are: players, fog, motto, side,"),
        ("fr", "colour=red", "Example n'a pas d'option colour ; ses options sont : players, fog,"),
        ("en", "players", "players is not an option: write its name and its value, as in --option players=3"),
    ],
)
def test_a_wrong_option_is_refused_with_what_would_do(language: str, given: str, said: str) -> None:
    with pytest.raises(ClientError) as refused:
        read_options(EXAMPLE, [given], language)
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("given", "seconds"), [("180", 180.0), ("3m", 180.0), ("2h", 7200.0), ("none", None), ("0.5s", 0.5)]
)
def test_lengths_of_time_are_read(given: str, seconds: float | None) -> None:
    assert read_duration(given, "en") == seconds


@pytest.mark.parametrize("given", ["", "x", "-3", "0", "nan", "inf", "m"])
def test_a_text_that_is_no_length_of_time_is_refused(given: str) -> None:
    with pytest.raises(ClientError):
        read_duration(given, "en")


@every_language
@every_game
def test_the_help_explains_every_option_with_its_default(described: GameOptions, language: str) -> None:
    listed = help_on(described, language)
    assert [form.partition("=")[0] for form, _ in listed] == list(described.names)
    sentences = catalogue(described.game, language).tables["option"]
    for (form, text), option in zip(listed, described.options, strict=True):
        assert text.startswith(sentences[option.name])
        assert form.partition("=")[2]
        if option.default in (*getattr(option.kind, "words", ()), None):
            assert text.endswith(f": {typed(option.default, language)}.")


def test_the_help_shows_how_each_kind_of_value_is_written() -> None:
    english, french = ([value_form(option, lang) for option in EXAMPLE.options] for lang in ("en", "fr"))
    assert english == ["2..6", "yes|no", "TEXT", "North|South|none", "N:a|b,...", "TIME"]
    assert french == ["2..6", "oui|non", "TEXTE", "North|South|aucun", "N:a|b,...", "DURÉE"]


@every_language
def test_a_game_that_is_not_there_is_refused_with_those_that_are(language: str) -> None:
    with pytest.raises(ClientError, match=", ".join(OPTIONS)):
        options_of("chess", language)
    assert options_of(DEFAULT_GAME, language) is next(iter(OPTIONS.values()))


def test_the_command_line_and_launch_name_no_game() -> None:
    files = [ROOT / "client" / "cli.py", *(ROOT / "client" / "launch").glob("*.py")]
    texts = {str(file): file.read_text("utf-8") for file in files}
    for language in known_languages():
        for table in ("option", "cli", "error", "argparse", "metavar"):
            texts[f"{language} {table}"] = str(words(language).tables[table])
    names = "|".join(re.escape(described.game) for described in OPTIONS.values())
    assert [where for where, text in texts.items() if re.search(rf"\b({names})\b", text, re.I)] == []
