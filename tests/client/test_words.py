"""The words of the client: what a typed word means, and why a file cannot be used."""

import errno

import pytest
from prompt_toolkit.utils import get_cwidth

from client.plain.narrator import next_mark
from client.play.health import milliseconds
from client.words import (
    all_of,
    figure,
    in_ascii,
    known_languages,
    means,
    minutes,
    reason_of,
    sentence,
    unbroken,
    words,
)


@pytest.mark.parametrize("language", known_languages())
def test_a_typed_word_has_one_meaning_in_all_languages(language: str) -> None:
    for meaning, typed in words(language).tables["typed"].items():
        for word in typed:
            assert means(meaning, word.upper())
            others = [other for other in words(language).tables["typed"] if means(other, word)]
            assert others == [meaning]


def test_yes_is_understood_in_every_language() -> None:
    assert [word for word in ("y", "Oui", "o", "yes") if not means("yes", word)] == []
    assert not means("yes", "no")
    assert not means("no", "yes")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "le disque est plein"),
        (OSError(errno.EMFILE, "Too many open files"), "le système l'a refusé (erreur EMFILE)"),
        (OSError(99999, "Unknown error"), "le système l'a refusé (erreur 99999)"),
        (ValueError("embedded null byte"), "ce nom n'existe pas"),
    ],
)
def test_the_reason_of_the_system_is_never_given_in_english_to_others(error: OSError, said: str) -> None:
    assert reason_of(error, "fr") == said


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (3599, "59:59"),
        (3599.5, "1h00"),
        (3601, "1h01"),
        (86_340, "23h59"),
        (86_341, "1d 00h"),
        (86_400, "1d 00h"),
        (90_001, "1d 02h"),
        (30 * 86_400, "30d 00h"),
    ],
)
def test_a_long_time_is_shown_in_hours_or_days(seconds: float, shown: str) -> None:
    assert minutes(seconds) == shown
    assert minutes(seconds, "fr") == shown.replace("d", "j")


def test_more_than_an_hour_before_the_bell_only_the_last_hour_is_announced() -> None:
    assert [next_mark(left) for left in (86_400.0, 3700.0, 3600.0)] == [60, 60, 59]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("personne n'attend de place", "Personne n'attend de place."),
        ("c'est votre propre place", "C'est votre propre place."),
        ("quelle place ? par exemple « renvoyer V »", "Quelle place ? par exemple « renvoyer V »"),
        ("x7 is not a seat", "x7 is not a seat."),
        ("Done.", "Done."),
        ("", ""),
    ],
)
def test_a_notice_is_a_whole_sentence(text: str, said: str) -> None:
    assert sentence(text) == said


def test_french_figures_have_a_comma() -> None:
    assert figure(2.5, 1, "fr") == "2,5"
    assert figure(2.5, 1, "en") == "2.5"
    assert milliseconds(0.0004, "fr") == "0,4 ms"


def test_names_are_listed_as_in_a_sentence() -> None:
    assert all_of([], "fr") == ""
    assert all_of(["Bo"], "fr") == "Bo"
    assert all_of(["Ana", "Bo", "Cy"], "fr") == "Ana, Bo et Cy"
    assert all_of(["Ana", "Bo", "Cy"], "en") == "Ana, Bo and Cy"


def test_ascii_keeps_the_width_of_every_text() -> None:
    """é becomes e; what has no letter alike becomes ? in the same width."""
    assert in_ascii("écrit SCELLÉ « aide » à l'île") == 'ecrit SCELLE " aide " a l\'ile'
    assert in_ascii("œuf ✓ 漢 Ж") == "ouf + ?? ?"
    assert in_ascii("e\u0301") == "e"
    for language in ("fr", "en"):
        for text in map(str, words(language).tables["plain"].values()):
            assert in_ascii(text).isascii()
            assert get_cwidth(in_ascii(text)) == get_cwidth(text)


def test_no_line_begins_with_a_sign_that_belongs_to_the_word_before_it() -> None:
    assert unbroken("une pièce ; les « bons » ordres : ici ?") == [
        *("une", "pièce ;", "les", "« bons »", "ordres :", "ici ?")
    ]
