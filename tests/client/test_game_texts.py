"""The sentences of each game in the client: in every language, and where each of them comes from."""

import re
from string import Formatter
from typing import Any

import pytest

from client.games import GAMES, say_for_game
from client.look import Look
from client.screens.draw.lines import plain
from client.screens.draw.pages import help_page
from client.screens.scene import Scene
from client.state.client_state import ClientState
from client.words import known_languages, words
from protocol.notes import Note
from protocol.texts import catalogue

every_game = pytest.mark.parametrize("game", GAMES)
every_language = pytest.mark.parametrize("language", known_languages())


def placeholders(entry: Any) -> set[str]:
    texts = [entry] if isinstance(entry, str) else [str(each) for each in entry]
    return {str(name) for text in texts for _, name, _, _ in Formatter().parse(text) if name}


@every_game
@every_language
def test_a_game_has_the_same_texts_in_every_language(game: str, language: str) -> None:
    for folder, package in GAMES[game].texts:
        english, other = catalogue(folder, "en", package).tables, catalogue(folder, language, package).tables
        assert {name: set(table) for name, table in english.items()} == {n: set(t) for n, t in other.items()}
        for name, table in english.items():
            for key, entry in table.items():
                assert placeholders(entry) == placeholders(other[name][key]), (name, key)


@every_game
@every_language
def test_the_help_page_says_who_made_the_game(game: str, language: str) -> None:
    said = GAMES[game].about(language)
    assert said
    page = help_page(ClientState(game=game), Scene(Look(language=language)), 100, ())
    text = " ".join(plain(line).strip() for line in page)
    assert all(" ".join(sentence.split()) in text for sentence in said)


@every_game
def test_no_table_of_a_game_hides_another(game: str) -> None:
    names = [
        name for folder, package in GAMES[game].texts for name in catalogue(folder, "en", package).tables
    ]
    assert len(names) == len(set(names))


@every_game
@every_language
def test_a_game_s_own_sentence_replaces_a_general_one(game: str, language: str) -> None:
    """Each sentence of these tables replaces a general sentence of the same name, so it is really said."""
    general = {"plain": words(language), "asked": words(language)}
    screens = Scene(Look(language=language)).words
    for name in ("stage", "next", "help", "plain", "asked"):
        for key in GAMES[game].words(language).tables.get(name, {}):
            if name == "help" and key in ("piece-columns", "mercenary"):
                continue
            said_of_all = general.get(name, screens)
            stem = key if said_of_all.has(f"{name}.{key}") else key.rpartition("-")[0]
            assert said_of_all.has(f"{name}.{stem}"), (name, key)
            kind = key.removeprefix(stem).removeprefix("-")
            own = say_for_game(game, kind, said_of_all, Note(f"{name}.{stem}"))
            assert own == GAMES[game].words(language).say(Note(f"{name}.{key}"))


@every_language
def test_what_is_said_of_all_games_has_the_notation_of_none(language: str) -> None:
    """An unknown game gets neutral sentences: no place, piece or order of another game."""
    notation = re.compile(r"\b(HQ|RV|t hq|t j4|V8|V4|2S 1T|3i c3|r e5)\b", re.I)
    for general in (words(language), Scene(Look(language=language)).words):
        for name, table in general.tables.items():
            for key, entry in table.items():
                assert not notation.search(str(entry)), (name, key, entry)
