"""What the client itself says, in the player's language. `client/texts` has the sentences."""

import errno
import locale
import math
import os
import time
import unicodedata
from collections.abc import Sequence

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


def figure(number: float, digits: int, language: str) -> str:
    """A number with so many digits behind the point, which is a comma in some languages."""
    return f"{number:.{digits}f}".replace(".", say(language, "number.point"))


def all_of(names: Sequence[str], language: str) -> str:
    """The names as a sentence has them: commas between them, and "and" before the last."""
    if len(names) < 2:
        return "".join(names)
    return say(language, "number.and", first=", ".join(names[:-1]), last=names[-1])


def sentence(text: str) -> str:
    """The text with a capital and a full stop. A first word that somebody typed may stay as it is."""
    first = text.partition(" ")[0]
    begun = text[:1].upper() + text[1:] if first.replace("'", "").isalpha() else text
    return begun if not begun or begun.endswith((".", "?", "!", ":", "»")) else f"{begun}."


STICKY = (";", ":", "!", "?", "»")
"""Signs that have a blank before them in French, and must not begin a line."""


def unbroken(text: str) -> list[str]:
    """The parts of a text between which a line may be broken."""
    parts: list[str] = []
    for word in text.split():
        if parts and (word in STICKY or word.rstrip(".,") in STICKY or parts[-1] in ("«", "(«")):
            parts[-1] += f" {word}"
        else:
            parts.append(word)
    return parts


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


ALIKE = {"«": '"', "»": '"', "’": "'", "œ": "o", "Œ": "O", "æ": "a", "✓": "+", "✗": "x", "·": "."}
"""An ASCII character for some that cannot be taken apart."""


def in_ascii(text: str) -> str:
    """The text in ASCII characters, with the same width on the screen: é becomes e."""
    return text if text.isascii() else "".join(map(_in_ascii, text))


def _in_ascii(char: str) -> str:
    if char.isascii() or char in ALIKE:
        return ALIKE.get(char, char)
    if unicodedata.combining(char):
        return ""
    first = unicodedata.normalize("NFKD", char)[0]
    return (first if first.isascii() else "?") * (2 if unicodedata.east_asian_width(char) in "WF" else 1)


def without_accents(word: str) -> str:
    """The word in small letters and without accents, as people often type it."""
    return "".join(c for c in unicodedata.normalize("NFKD", word.lower()) if not unicodedata.combining(c))
