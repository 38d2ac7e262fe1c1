"""The lowest mark of a game: a player that takes suggested lines, every choice left to chance."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from protocol.ids import Lines, SheetKey
from server.games import GAMES
from server.games.api import AnyGame, Sheets

MOST_LINES = 5
MOST_WORDS = 30
"""A line that has become longer than this goes round in a circle, and is left."""


def wanderer(
    name: str,
) -> Callable[[Any, tuple[SheetKey, ...], Random, float, Sequence[Sheets]], dict[SheetKey, Lines]]:
    """The player of that game."""

    def write(
        view: Any, sheets: tuple[SheetKey, ...], random: Random, seconds: float, past: Sequence[Sheets]
    ) -> dict[SheetKey, Lines]:
        return {sheet: _sheet(GAMES[name], view, sheet, random) for sheet in sheets}

    return write


def _sheet(game: AnyGame, view: Any, sheet: SheetKey, random: Random) -> Lines:
    lines: list[str] = []
    for _ in range(MOST_LINES):
        line = _line(game, view, sheet, lines, random)
        if line and not game.review(view, sheet, [*lines, line]):
            lines.append(line)
    return tuple(lines)


def _line(game: AnyGame, view: Any, sheet: SheetKey, above: Sequence[str], random: Random) -> str:
    """A line made by taking suggestions to their end; nothing, if none are offered or there is no end."""
    text = ""
    for _ in range(MOST_WORDS):
        found = game.suggest(view, sheet, above, text)
        if not found:
            return text.strip()
        text = f"{random.choice(found).text.rstrip()} "
    return ""
