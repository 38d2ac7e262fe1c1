"""What the client itself says, in the player's language. `client/texts` has the sentences."""

import locale
import os

from protocol.notes import Arg, Note
from protocol.texts import DEFAULT, Catalogue, catalogue, languages


def words(language: str) -> Catalogue:
    return catalogue("texts", language, "client")


def say(language: str, code: str, /, **args: Arg) -> str:
    """The sentence of that code, such as "error.no-server"."""
    return words(language).say(Note(code, args))


def choose_language(asked: str = "") -> str:
    """The one asked for, else the locale's, else English."""
    known = languages("texts", "client")
    for given in (asked, *_of_the_locale()):
        short = given.replace("-", "_").partition("_")[0].lower()
        if short in known:
            return short
    return DEFAULT


def _of_the_locale() -> list[str]:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return [value.partition(".")[0]]
    return [locale.getlocale()[0] or ""]
