"""Nothing but a game's own folders knows its name or its words: a game says them itself."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("client", "server", "protocol")

WORDS: dict[str, tuple[str, ...]] = {
    "power": (
        *("power", "army", "armies", "armée", "armées", "hq", "rv", "headquarters", "mercenary"),
        *("mercenaries", "mercenaire", "mercenaires", "reserve", "reserves", "réserve", "réserves"),
        *("soldier", "soldiers", "soldat", "soldats", "tank", "tanks", "regiment", "regiments"),
        *("destroyer", "destroyers", "cruiser", "cruisers", "bomber", "bombers", "missile", "missiles"),
        *("flag", "flags", "drapeau", "drapeaux", "sector", "sectors", "secteur", "secteurs"),
    ),
    "strategiksa": (
        *("strategiksa", "vassal", "vassals", "vassaux", "suzerain", "suzerains", "king", "kings", "roi"),
        *("horseman", "horsemen", "cavalier", "cavaliers", "healer", "healers", "soigneur", "soigneurs"),
        *("zone", "zones", "battle", "battles", "bataille", "batailles", "duel", "duels", "mountain"),
        *("mountains", "colour", "colours", "reinforcement", "reinforcements", "renfort", "renforts"),
    ),
    "zargos": (
        *("zargos", "dragon", "dragons", "volcano", "volcanoes", "volcan", "volcans", "kingdom"),
        *("kingdoms", "royaume", "royaumes", "curse", "curses", "wizard", "wizards"),
    ),
    "zargos_lords": ("lords", "knight", "knights", "chevalier", "chevaliers", "monk", "monks", "whirlpool"),
    "argad": ("argad", "joker", "jokers", "spade", "spades", "cavalry", "musician", "medic", "demoralised"),
}
"""By game, its name and words that are its own; a new game adds its own here."""

REGISTRIES = {
    "client/games/__init__.py",
    "server/games/__init__.py",
    "server/bots/__init__.py",
    "protocol/views/__init__.py",
}
"""Where the games are listed by name."""

OTHER_MEANING = {
    ("client/cli.py", "flag"),
    *(("client/games/api.py", word) for word in ("colour", "colours")),
    ("client/games/canvas.py", "colour"),
    *(("client/screens/draw/chips.py", word) for word in ("colour", "colours")),
    *(("client/screens/draw/style.py", word) for word in ("colour", "colours")),
    ("client/texts/en.toml", "colours"),
}
"""Files in which a word means what it means to everybody: flags of a command line, colours of a screen."""


def sources() -> list[Path]:
    return sorted(
        path
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.suffix in (".py", ".toml")
    )


def is_general(path: Path) -> bool:
    """Whether the file is no game's: in no game's folder, and no game's module."""
    game = path.stem.removesuffix("_options").removesuffix("_steps")
    return not WORDS.keys() & {*path.relative_to(ROOT).parts, path.stem, game}


def words_in(text: str) -> Iterator[str]:
    """Every word, also those that a name is put together from."""
    for run in re.findall(r"[^\W\d_]+", text):
        yield from (part.lower() for part in re.findall(r"[A-ZÀ-Ý]+(?![a-zà-ÿ])|[A-ZÀ-Ý]?[a-zà-ÿ]+", run))


@cache
def words_of_general_files() -> dict[str, set[str]]:
    general = (path for path in sources() if is_general(path))
    return {path.relative_to(ROOT).as_posix(): set(words_in(path.read_text("utf-8"))) for path in general}


def found(game: str) -> set[tuple[str, str]]:
    own = set(WORDS[game])
    return {(path, word) for path, words in words_of_general_files().items() for word in own & words}


@pytest.mark.parametrize("game", WORDS)
def test_no_general_file_has_the_words_of_a_game(game: str) -> None:
    names = {part for name in WORDS for part in name.split("_")}
    listed = {(path, word) for path, word in found(game) if path in REGISTRIES and word in names}
    assert found(game) - listed - OTHER_MEANING == set()


def test_what_is_excused_is_really_there() -> None:
    everything = {pair for game in WORDS for pair in found(game)}
    assert everything >= OTHER_MEANING


def test_names_are_read_word_by_word() -> None:
    words = set(words_in("holding.armyOfKing RV_ARMY réservesHQ"))
    assert words == {"holding", "army", "of", "king", "rv", "réserves", "hq"}
