"""Finds English in what a player is told who asked for French."""

import re
from collections.abc import Iterator
from functools import cache
from string import Formatter
from typing import Any

from protocol.texts import catalogue
from protocol.views import OPTIONS
from server.games import GAMES

SUBJECTS = ("table", *GAMES)


def words_of(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]+", text.lower()))


def english_in(text: str) -> set[str]:
    """The words of a text that English sentences of ours have and French sentences of ours never have.

    The place in a message (`$.key`) and the names of options are the same in every language.
    """
    names = {word for options in OPTIONS.values() for name in options.names for word in words_of(name)}
    rest = re.sub(r"\$[\w.\[\]]*", "", text)
    return words_of(rest) & _english_only() - names


@cache
def _english_only() -> frozenset[str]:
    english, french = (
        {word for subject in SUBJECTS for word in _words_of_catalogue(subject, language)}
        for language in ("en", "fr")
    )
    return frozenset(english - french)


def _words_of_catalogue(subject: str, language: str) -> Iterator[str]:
    for sentence in sentences_of(catalogue(subject, language).tables):
        for literal, _, _, _ in Formatter().parse(sentence):
            yield from words_of(literal)


def sentences_of(tables: Any) -> Iterator[str]:
    """Every sentence and every form of a word in a catalogue."""
    for entry in (entry for entries in tables.values() for entry in entries.values()):
        yield from (entry,) if isinstance(entry, str) else (form for form in entry if isinstance(form, str))
