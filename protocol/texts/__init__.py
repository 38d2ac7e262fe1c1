"""The sentences in every language. Each game has a folder, and each language a file in it.

A sentence may hold `{name}`, the argument as it is, or `{name:table}`, the argument looked up in a table
of the same file: `{kind:piece}` is "archer". An argument of several keys with blanks between them is all
their words with commas between them. A table entry with two forms takes the one that fits the argument
`count`. `{name:table^}` begins with a capital. `{name:line}` is a line that a player wrote, in the
letters and words of the reader; if the catalogue is not that of a game, the argument `game` names one.
`{count:arrives/arrive}` takes the first form for one and the second for several. A word behind another colon
is put before the argument as the language wants it (`protocol.texts.joining`): `{name:de}` is "d'Anne" in
French.

The codes of a game in a sentence are written in the letters of the reader (`protocol.letters`).
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib import resources
from string import Formatter
from typing import Any

from protocol.letters import MARK, Letters, known_sets, letters_of
from protocol.notes import Arg, Note
from protocol.texts.joining import can_join, join

DEFAULT = "en"
DIGITS = "0123456789"
LINE = "line"
"""This stands behind an argument that is a line of a player, where others have the name of a table."""


class Catalogue:
    """The sentences of one game, or of the table, in one language."""

    def __init__(self, language: str, tables: Mapping[str, Any], letters: Letters | None = None) -> None:
        self.language = language
        self.letters = letters or letters_of("", language)
        self._tables = tables
        self._formatter = _TableFormatter(self)

    @property
    def tables(self) -> Mapping[str, Any]:
        return self._tables

    def has(self, code: str) -> bool:
        """Whether there is a sentence for that code, such as "event.moved"."""
        table, _, name = code.rpartition(".")
        return name in self._tables.get(table, {})

    def say(self, note: Note) -> str:
        """The note as a sentence. A code that has no sentence is shown as it is; it does not fail."""
        return self._said(note.code, tuple(note.args.items()))

    @lru_cache(maxsize=4096)  # noqa: B019  # catalogues live as long as the program
    def _said(self, full_code: str, args: tuple[tuple[str, Arg], ...]) -> str:
        group, _, code = full_code.rpartition(".")
        template = self._tables.get(group or "fault", {}).get(code)
        if not isinstance(template, str):
            return full_code
        return self.letters.text(self._formatter.vformat(template, (), dict(args)))

    def begins_with_name(self, note: Note) -> bool:
        """Whether the sentence begins with an argument that stays as it is, such as a name."""
        group, _, code = note.code.rpartition(".")
        template = self._tables.get(group or "fault", {}).get(code)
        return isinstance(template, str) and re.match(r"\{\w+\}", template) is not None

    def word(self, table: str, value: Arg, count: Arg = 1) -> str:
        """What an argument is called in this language. For a place such as V4, the # in entry V is the 4."""
        key = str(value)
        entries = self._tables.get(table, {})
        entry = entries.get(key)
        if entry is None:
            stem = key.rstrip(DIGITS)
            if stem not in entries and all(part.rstrip(DIGITS) in entries for part in key.split()):
                return ", ".join(self.word(table, part, count) for part in key.split())
            return str(entries.get(stem, key)).replace("#", key[len(stem) :])
        if isinstance(entry, str):
            return entry
        return self.agreeing((entry[0], entry[1]), count)

    def agreeing(self, forms: Sequence[str], count: Arg) -> str:
        """The form for one or the form for several, as this language counts."""
        return str(forms[0] if count in self._tables["singular"]["of"] else forms[1])


class _TableFormatter(Formatter):
    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._count: Arg = 1
        self._letters = catalogue.letters

    def vformat(self, format_string: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> str:
        self._count = kwargs.get("count", 1)
        language, game = self._catalogue.language, str(kwargs.get("game", ""))
        self._letters = letters_of(game, language) if game else self._catalogue.letters
        return super().vformat(format_string, args, kwargs)

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        return kwargs.get(str(key), f"?{key}?")

    def format_field(self, value: Any, format_spec: str) -> str:
        word = str(value)
        for name in filter(None, format_spec.rstrip("^").split(":")):
            word = self._changed(name, word, value)
        return word[:1].upper() + word[1:] if format_spec.endswith("^") else word

    def _changed(self, name: str, word: str, value: Any) -> str:
        """The word after one step of its format: a form that agrees, a word before it, or a table."""
        if name == LINE:
            return self._letters.line(word)
        if "/" in name:
            return self._catalogue.agreeing(name.split("/"), value)
        if can_join(self._catalogue.language, name):
            return join(name, word)
        return self._catalogue.word(name, word, self._count)


@lru_cache(maxsize=64)  # every connection asks, and a folder is read for the answer
def languages(subject: str, package: str = __package__) -> tuple[str, ...]:
    """The languages in which a subject has sentences; none for a game that is not known here."""
    folder = resources.files(package).joinpath(subject)
    if not folder.is_dir():
        return ()
    return tuple(
        sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml"))
    )


def known_language(language: str) -> str:
    """The language that a person asked for, if the table has sentences in it, else English.

    If the person chose a set of letters that some game has, the language names it, as in `en@english`.
    """
    short = _short(language)
    return with_letters(short if short in languages("table") else DEFAULT, language.partition(MARK)[2])


def with_letters(language: str, name: str) -> str:
    """The language together with the name of a set of letters, if there is such a set."""
    return f"{language}{MARK}{name}" if name in known_sets() else language


def _short(language: str) -> str:
    return language.partition(MARK)[0].replace("-", "_").partition("_")[0].lower()


@cache
def catalogue(subject: str, language: str = DEFAULT, package: str = __package__) -> Catalogue:
    """The catalogue in that language ("fr", "fr_CA"...), or in English if there is none.

    `subject` is a folder of `package`: this one, or another that has sentences of its own.
    """
    short = _short(language)
    known = languages(subject, package)
    chosen = short if short in known else DEFAULT
    named = with_letters(chosen, language.partition(MARK)[2])
    if not known:
        return Catalogue(named, {})
    text = resources.files(package).joinpath(subject).joinpath(f"{chosen}.toml").read_text("utf-8")
    return Catalogue(named, tomllib.loads(text), letters_of(subject, named))
