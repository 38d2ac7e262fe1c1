"""A language is complete when every folder of sentences has a file of it with the same codes."""

import tomllib
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from protocol.texts import DEFAULT

ROOT = Path(__file__).parents[2]
FOLDERS = sorted(
    {
        path.parent
        for package in ("client", "protocol", "server")
        for path in (ROOT / package).rglob("en.toml")
    }
)
LANGUAGES = sorted({path.stem for folder in FOLDERS for path in folder.glob("*.toml")})
OPEN_TABLES = ("key-names",)
"""A language names here the keys that are called otherwise in it."""
TRANSLATIONS = [(folder, language) for folder in FOLDERS for language in LANGUAGES if language != DEFAULT]


def sentences(folder: Path, language: str) -> dict[tuple[str, str], Any]:
    tables = tomllib.loads((folder / f"{language}.toml").read_text("utf-8"))
    return {
        (table, code): entry
        for table, entries in tables.items()
        if table not in OPEN_TABLES
        for code, entry in entries.items()
    }


def arguments(sentence: Any) -> set[str]:
    """What goes into a sentence; a list of words or of paragraphs has nothing to fill in."""
    named = Formatter().parse(sentence) if isinstance(sentence, str) else ()
    return {name for _, name, _, _ in named if name}


def test_every_folder_of_sentences_has_every_language() -> None:
    assert len(FOLDERS) >= 7
    assert {"en", "fr"} <= set(LANGUAGES)
    missing = [folder / f"{language}.toml" for folder in FOLDERS for language in LANGUAGES]
    assert [path.relative_to(ROOT).as_posix() for path in missing if not path.exists()] == []


@pytest.mark.parametrize(
    ("folder", "language"),
    TRANSLATIONS,
    ids=[f"{folder.relative_to(ROOT)}-{language}" for folder, language in TRANSLATIONS],
)
def test_a_language_has_a_sentence_for_every_code_with_the_same_arguments(
    folder: Path, language: str
) -> None:
    english, other = sentences(folder, DEFAULT), sentences(folder, language)
    assert set(english) == set(other)
    for code, sentence in english.items():
        assert type(sentence) is type(other[code]), code
        assert arguments(sentence) == arguments(other[code]), code
