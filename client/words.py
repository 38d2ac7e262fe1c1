"""What the client itself says, in the player's language. `client/texts` has the sentences."""

import errno
import locale
import math
import os
import time
import unicodedata

from protocol.notes import Arg, Note
from protocol.texts import DEFAULT, Catalogue, catalogue, languages


def words(language: str) -> Catalogue:
    return catalogue("texts", language, "client")


def say(language: str, code: str, /, **args: Arg) -> str:
    """The sentence of that code, such as "error.no-server"."""
    return words(language).say(Note(code, args))


def words_of(subject: str, language: str) -> Catalogue:
    """The catalogue of that subject: a game, the table, or this client."""
    return words(language) if subject == "client" else catalogue(subject, language)


def reason_of(error: OSError | ValueError | RuntimeError, language: str) -> str:
    """Why a file could not be read or written, in the player's language if the catalogue has the reason."""
    number = error.errno if isinstance(error, OSError) else None
    name = errno.errorcode.get(number, str(number)) if number else "no-name"
    is_known = words(language).has(f"reason.{name}")
    return say(language, f"reason.{name}" if is_known else "reason.other", error=name)


def known_languages() -> tuple[str, ...]:
    return languages("texts", "client")


def means(meaning: str, text: str) -> bool:
    """Whether the text is a typed word for that meaning (`typed` in the catalogues), in any language."""
    return any(text.casefold() in words(language).tables["typed"][meaning] for language in known_languages())


def letters_for(meaning: str, language: str) -> frozenset[str]:
    """The single letters that people type for that meaning, in that language or in English."""
    typed = (word for each in (language, DEFAULT) for word in words(each).tables["typed"][meaning])
    return frozenset(word for word in typed if len(word) == 1)


def speaks(asked: str) -> bool:
    """Whether we have texts in that language, which is given as `fr` or `fr_CA`."""
    return _short(asked) in known_languages()


def _short(asked: str) -> str:
    return asked.partition("@")[0].replace("-", "_").partition("_")[0].lower()


def choose_language(asked: str = "") -> str:
    """The language that was asked for, or else that of the locale, or else English."""
    for given in (asked, *_of_the_locale()):
        if speaks(given):
            return _short(given)
    return DEFAULT


def _of_the_locale() -> list[str]:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return [value.partition(".")[0]]
    return [locale.getlocale()[0] or ""]


def long_time(seconds: float, language: str) -> str:
    """A long time in its largest unit, as "3 hours" or "6 days"."""
    unit, length = "minutes", 60
    for longer, its_length in (("hours", 3600), ("days", 86_400)):
        if seconds >= its_length:
            unit, length = longer, its_length
    return say(language, "time.long", count=int(seconds // length), unit=unit)


def minutes(seconds: float, language: str = DEFAULT) -> str:
    """The time as minutes and seconds, as hours and minutes from an hour on, or as days and hours.

    It is rounded up: 0:00 means that the hourglass has run out.
    """
    whole = math.ceil(seconds)
    if whole < 3600:
        return f"{whole // 60}:{whole % 60:02}"
    if whole <= 86_400 - 60:
        whole = math.ceil(whole / 60)
        return f"{whole // 60}h{whole % 60:02}"
    whole = math.ceil(whole / 3600)
    return f"{whole // 24}{words(language).word('time', 'day')} {whole % 24:02}h"


def clock_time(at: float) -> str:
    """The hour and the minute on this computer's clock."""
    return time.strftime("%H:%M", time.localtime(at))


def without_accents(word: str) -> str:
    """The word in small letters and without accents, as people often type it."""
    return "".join(c for c in unicodedata.normalize("NFKD", word.lower()) if not unicodedata.combining(c))
