"""The letters in which a reader sees the codes of a game, and the words of its orders in each language.

The rules, the record and the views have one set of letters, and English words. A game that has more has a
file here, which names them. A player may write an order in the letters of any set and in the words of any
language, and every reader sees it in one spelling.
"""

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources
from typing import Any

MARK = "@"
"""It stands between a language and the set of letters that a reader has chosen: `en@english`."""


class Letters:
    """One set of letters of one game, with the words of one language.

    Without a description of the codes and the words, every text stays as it is.
    """

    def __init__(self, described: Mapping[str, Any], name: str = "", language: str = "") -> None:
        self.name = name
        spoken: Mapping[str, Mapping[str, str]] = described.get("words", {})
        own = spoken.get(language, {})
        self._words_of = {form: own.get(word, word) for form, word in _meanings(spoken).items()}
        sets: Mapping[str, Mapping[str, Mapping[str, str]]] = described.get("sets", {})
        self._pieces_of = _changes(sets, name, "pieces")
        self._places_of = _changes(sets, name, "places")
        self._turned = re.compile(described.get("turned", "(?!)"))
        piece, place = (str(described.get(kind, "(?!)")) for kind in ("piece", "place"))
        self._piece, self._place = re.compile(piece), re.compile(place)
        pieces = rf"[0-9]*(?:{piece})(?:\+[0-9]*(?:{piece}))*"
        self._pieces = re.compile(pieces)
        apart = r"(?<![\w+])(?:{})(?![\w+])".format
        self._order = re.compile(apart(rf"(?:{pieces}) (?:{place}) (?:{place}|{piece})"), re.IGNORECASE)
        counted = rf"[0-9]+(?:{piece})(?:\+[0-9]*(?:{piece}))*"
        listed = rf"(?:(?:{piece}) ){{2,}}(?:\w+ )?(?:{piece})"
        self._code = re.compile(apart(f"{place}|{counted}|{listed}"))
        self._is_plain = not sets

    def piece(self, code: str) -> str:
        """How the letters of a piece are written, such as `CR`."""
        return self._pieces_of.get(code, code)

    def place(self, code: str) -> str:
        """How a place is written, also in an exchange, where a letter stands before it."""
        if turned := self._turned.fullmatch(code):
            code = turned.expand(r"\1\3\2")
        for read, written in self._places_of.items():
            if read in code:
                return code.replace(read, written)
        return code

    def line(self, text: str) -> str:
        """An order, or the beginning of one, in capitals and in these letters; another text as it is.

        A word of the orders is written as the file of the game writes it.
        """
        if not self._is_plain:
            codes = [self._words_of.get(_folded(word)) or self._word(word.upper()) for word in text.split()]
            return text if None in codes else " ".join(filter(None, codes))
        words = [self._words_of.get(_folded(word), word) for word in text.split()]
        return text if words == text.split() else " ".join(words)

    @lru_cache(maxsize=4096)  # noqa: B019  # there is one of these for each set of letters
    def text(self, sentence: str) -> str:
        """A sentence in which all codes are written in these letters."""
        if self._is_plain:
            return sentence
        return self._code.sub(self._each_word, self._order.sub(self._each_word, sentence))

    def _each_word(self, found: re.Match[str]) -> str:
        return re.sub(r"[^ ]+", lambda word: self._as_typed(word[0]), found[0])

    def _as_typed(self, word: str) -> str:
        written = self._word(word.upper())
        if written is None:
            return word
        return written.lower() if word.islower() else written

    def _word(self, word: str) -> str | None:
        """A place or some pieces in these letters; None if the word is neither."""
        if self._place.fullmatch(word):
            return self.place(word)
        if self._pieces.fullmatch(word):
            return str(self._piece.sub(lambda found: self.piece(found[0]), word))
        return None


def _changes(sets: Mapping[str, Mapping[str, Mapping[str, str]]], name: str, kind: str) -> dict[str, str]:
    """What has to be written instead of each code, in whichever letters it was given."""
    own = sets.get(name, {}).get(kind, {})
    read = {ours: code for letters in sets.values() for code, ours in letters.get(kind, {}).items()}
    return {given: own.get(code, code) for given, code in {**read, **{code: code for code in own}}.items()}


def _meanings(spoken: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """The English word that each word of any language stands for, also if it is typed without accents."""
    pairs = [pair for of_language in spoken.values() for pair in of_language.items()]
    read = {form: word for word, ours in pairs for form in (ours.lower(), _without_accents(ours.lower()))}
    return {**read, **{word.lower(): word for word, _ in pairs}}


def _without_accents(word: str) -> str:
    parts = unicodedata.normalize("NFD", word)
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def _folded(word: str) -> str:
    """The word in small letters. A foreign letter that would turn into a plain one stays as it is."""
    small = word.lower()
    return small if word.isascii() or not small.isascii() else word


@cache
def _described(game: str) -> Mapping[str, Any]:
    """What the file of the game says about its letters; nothing if it has no file."""
    file = resources.files(__package__).joinpath(f"{game}.toml")
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


def letters_of(game: str, language: str) -> Letters:
    """The letters of a reader: those that the language names after the mark, or else those it usually has."""
    described = _described(game)
    short, _, chosen = language.partition(MARK)
    usual = described.get("languages", {}).get(short, "")
    return _letters(game, chosen if chosen in described.get("sets", {}) else usual, short)


@cache
def _letters(game: str, name: str, language: str = "") -> Letters:
    return Letters(_described(game), name, language)


@cache
def meanings_of(game: str) -> Mapping[str, str]:
    """The words of the game's orders in every language, in small letters; each leads to the English word."""
    return _meanings(_described(game).get("words", {}))


def meaning_of(game: str, word: str) -> str | None:
    """The English word that this one stands for; None if it is no word of the game's orders."""
    return meanings_of(game).get(_folded(word))


def beginning_with(game: str, begun: str) -> frozenset[str]:
    """The English words that in some language begin like this."""
    start = _folded(begun)
    return frozenset(word for form, word in meanings_of(game).items() if form.startswith(start))


def sets_of(game: str) -> tuple[Letters, ...]:
    """All sets of letters of a game."""
    return tuple(_letters(game, name) for name in _described(game).get("sets", {}))


@cache
def known_sets() -> tuple[str, ...]:
    """The names of the sets of all games, from which a reader can choose."""
    files = (file.name for file in resources.files(__package__).iterdir())
    games = [name.removesuffix(".toml") for name in files if name.endswith(".toml")]
    return tuple(sorted({name for game in games for name in _described(game).get("sets", {})}))
