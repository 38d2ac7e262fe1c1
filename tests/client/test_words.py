"""The words of the client: what a typed word means, and why a file cannot be used."""

import errno

import pytest

from client.plain.narrator import next_mark
from client.words import known_languages, means, minutes, reason_of, words


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
