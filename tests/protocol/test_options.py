"""Options as data: each kind takes its own values, and says in every language which those are."""

from string import Formatter

import pytest

from protocol.options import BadOptions, Kind, OneOf, OneOfForEach, Seconds, Text, WholeNumber, YesNo
from protocol.texts import catalogue, languages
from tests.kit.options import right_values, wrong_values

KINDS: list[Kind] = [
    WholeNumber(2, 4),
    OneOf(("red", "blue")),
    OneOf(("red", "blue"), may_be_none=True),
    Seconds(),
    YesNo(),
    Text(8),
    OneOfForEach((("north", ("red", "blue")), ("south", ("green",)))),
]
every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: type(kind).__name__)


@every_kind
def test_a_kind_takes_its_own_values_and_no_others(kind: Kind) -> None:
    for value in right_values(kind):
        kind.check("colour", value)
    for value in wrong_values(kind):
        with pytest.raises(BadOptions, match="colour"):
            kind.check("colour", value)


def placeholders(language: str) -> dict[str, set[str]]:
    """For each sentence about options, what is put into it."""
    sentences = catalogue("table", language).tables["options"]
    return {
        f"options.{code}": {name for _, name, _, _ in Formatter().parse(sentence) if name}
        for code, sentence in sentences.items()
    }


@every_kind
@pytest.mark.parametrize("language", languages("table"))
def test_a_refused_value_gets_a_whole_sentence_in_every_language(kind: Kind, language: str) -> None:
    for value in wrong_values(kind):
        with pytest.raises(BadOptions) as refused:
            kind.check("colour", value)
        note = refused.value.note
        assert placeholders(language)[note.code] == set(note.args)


@pytest.mark.parametrize("language", languages("table"))
def test_every_language_has_the_same_sentences_about_options(language: str) -> None:
    assert placeholders(language) == placeholders("en")


def test_a_long_value_is_repeated_in_short() -> None:
    with pytest.raises(BadOptions) as refused:
        Seconds().check("seconds", "x" * 1000)
    assert str(refused.value).endswith(f"not {'x' * 20}")
