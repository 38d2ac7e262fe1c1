"""The letters in which a reader sees the codes of a game."""

import re

import pytest

from protocol.letters import Letters, beginning_with, known_sets, letters_of, meaning_of, meanings_of, sets_of
from protocol.notes import Note
from protocol.texts import catalogue, known_language, languages, with_letters
from protocol.views import OPTIONS
from protocol.views.power import KINDS
from server.games.power.board import PLACES

FRENCH, ENGLISH, ORIGINAL = (letters_of("power", tag) for tag in ("fr", "en@english", "en"))

LINES = {
    "T HQ V8": ("T QG V8", "T HQ V8"),
    "t qg v8": ("T QG V8", "T HQ V8"),
    "C BHQ IW": ("C QGB IO", "F HQB IW"),
    "f hqb io": ("C QGB IO", "F HQB IW"),
    "2P EHQ S": ("2P EQG S", "2P EHQ S"),
    "CR+A+20P ERV M": ("CR+A+20P ERV M", "CR+H+20P ERV M"),
    "3f eqgv b": ("3C EQGV B", "3F EHQV B"),
    "T H": ("T A", "T H"),
    "c": ("C", "F"),
}


@pytest.mark.parametrize("written", LINES)
def test_an_order_is_shown_in_one_spelling_however_it_was_written(written: str) -> None:
    """P-SHEET-2"""
    assert (FRENCH.line(written), ENGLISH.line(written)) == LINES[written]
    assert (
        ORIGINAL.line(FRENCH.line(written)) == ORIGINAL.line(ENGLISH.line(written)) == ORIGINAL.line(written)
    )


@pytest.mark.parametrize("junk", ["", "hello there", "T HQ nowhere", "é→", "T  V9 V10", "2X ERV S"])
def test_what_is_no_order_is_shown_as_it_was_written(junk: str) -> None:
    assert [letters.line(junk) for letters in sets_of("power")] == [junk] * 3


def test_no_letters_mean_two_things() -> None:
    """P-SHEET-2: so an order can be read in the letters of any set, and nobody has to say which."""
    for codes, write in ((KINDS, "piece"), (PLACES, "place")):
        meanings: dict[str, set[str]] = {}
        for letters in sets_of("power"):
            for code in codes:
                meanings.setdefault(getattr(letters, write)(code), set()).add(code)
        assert all(len(meant) == 1 for meant in meanings.values())


SENTENCES = {
    "a place is written as V4, IX, S12, HQ or RV": "a place is written as V4, IX, S12, QG or RV",
    "such as t hq v8.": "such as t qg v8.",
    "V 1T > HQV, B 2C > IW": "V 1T > QGV, B 2C > IO",
    "A tank is in a headquarters": "A tank is in a headquarters",
}


@pytest.mark.parametrize("sentence", SENTENCES)
def test_the_codes_in_a_sentence_are_written_in_the_letters_of_the_reader(sentence: str) -> None:
    assert FRENCH.text(sentence) == SENTENCES[sentence]
    assert ORIGINAL.text(sentence) == sentence


def test_english_letters_are_in_every_sentence_about_pieces() -> None:
    words = catalogue("power", "en@english")
    assert "S T F D R H B CR M and P" in words.say(Note("no-such-piece", {"word": "X"}))
    assert words.say(Note("price", {"kind": "C", "price": 5})).endswith("5P ERV F")
    assert ENGLISH.text("A bomber (B) or 2C and 1A") == "A bomber (B) or 2F and 1H"


def test_a_french_reader_meets_no_english_headquarters_in_any_sentence() -> None:
    words = catalogue("power", "fr")
    for group in ("fault", "gloss", "event", "usage"):
        for code in words.tables[group]:
            said = words.say(
                Note(code if group == "fault" else f"{group}.{code}", {"place": "HQV", "to": "IW"})
            )
            assert not re.search(r"\bHQ|\bIW\b", said), said


@pytest.mark.parametrize(
    ("asked", "given"),
    [("fr", "fr"), ("fr@original", "fr@original"), ("EN_gb@english", "en@english"), ("fr_FR@euro", "fr")],
)
def test_a_language_may_name_the_letters_of_the_reader(asked: str, given: str) -> None:
    assert known_language(asked) == given
    assert catalogue("power", asked).language == given


def test_a_chosen_set_of_letters_counts_in_every_language() -> None:
    assert letters_of("power", "fr@original").place("HQV") == "HQV"
    assert letters_of("power", "en@french").place("HQV") == "QGV"
    assert letters_of("power", "fr@nothing").place("HQV") == "QGV"
    assert with_letters("en", "nothing") == "en"
    assert known_sets() == ("english", "french", "original")


def test_a_game_without_sets_of_letters_is_shown_as_it_is() -> None:
    plain = letters_of("strategiksa", "fr")
    assert plain.line("3i  c3 c4") == "3i  c3 c4"
    assert (plain.text("HQ"), plain.piece("C"), plain.place("HQV")) == ("HQ", "C", "HQV")


@pytest.mark.parametrize(
    ("written", "french", "english"),
    [
        ("oui", "oui", "yes"),
        ("YES", "oui", "yes"),
        ("renvoyer b", "renvoyer b", "dismiss b"),
        ("Direct V B", "diriger V B", "direct V B"),
        ("soigner i*", "soigner i*", "heal i*"),
        ("nonsense", "nonsense", "nonsense"),
    ],
)
def test_the_words_of_an_order_are_those_of_the_reader(written: str, french: str, english: str) -> None:
    """In whichever language they were written, and whichever set of letters the reader has chosen."""
    assert letters_of("strategiksa", "fr").line(written) == french
    assert letters_of("strategiksa", "fr@original").line(written) == french
    assert letters_of("strategiksa", "en").line(written) == english


def test_words_and_codes_may_stand_in_one_line() -> None:
    described = {
        "piece": "[ST]",
        "place": "HQ|QG",
        "sets": {"french": {"places": {"HQ": "QG"}}},
        "words": {"fr": {"WAR": "GUERRE", "help": "renfort\u00e9"}},
    }
    french, english = Letters(described, "french", "fr"), Letters(described, "", "en")
    assert french.line("war s hq") == "GUERRE S QG"
    assert english.line("guerre s hq") == "WAR S HQ"
    assert english.line("RENFORTE t hq") == english.line("renfort\u00e9 t hq") == "help T HQ"
    assert english.line("guerre nowhere") == "guerre nowhere"


def test_a_word_that_is_begun_is_known_in_every_language() -> None:
    assert beginning_with("strategiksa", "re") == {"dismiss", "recall"}
    assert beginning_with("power", "re") == frozenset()
    assert meaning_of("strategiksa", "Laisser") == "leave"
    assert meaning_of("strategiksa", "ta\u212ae") is None, "a foreign letter does not turn into a plain one"


@pytest.mark.parametrize("game", OPTIONS)
def test_no_word_of_an_order_means_two_things(game: str) -> None:
    meant = meanings_of(game)
    for language in languages("table"):
        letters = letters_of(game, language)
        for word in set(meant.values()):
            assert meant[letters.line(word).lower()] == word
