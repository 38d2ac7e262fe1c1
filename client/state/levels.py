"""The levels of the bots. A server lists them with the weakest first.

The server and the log know a level by an English word. A person reads and types it in any language.
"""

from collections.abc import Iterable, Sequence

from client.words import known_languages, say, without_accents, words


def default_level(levels: Sequence[str]) -> str:
    """The level for a bot if nobody names one: the second, which plays well and answers at once."""
    return levels[min(1, len(levels) - 1)] if levels else ""


def level_word(level: str, language: str) -> str:
    """How the level is called in that language."""
    return words(language).word("level", level)


def level_words(levels: Iterable[str], language: str) -> str:
    """All these levels, with commas between them."""
    return ", ".join(level_word(level, language) for level in levels)


def level_meant(typed: str, levels: Iterable[str]) -> str:
    """The level with that name in any language, with or without accents; empty if there is none."""
    wanted = without_accents(typed)
    for level in levels:
        names = (level, *(level_word(level, language) for language in known_languages()))
        if wanted in map(without_accents, names):
            return level
    return ""


def bot_name(name: str, level: str, language: str) -> str:
    """The name of a bot as a person reads it. A bot that took the seat of a person keeps that name."""
    return say(language, "seat.bot-name", level=level) if _is_named_by_level(name, level) else name


def bot_label(name: str, level: str, seat: str, language: str) -> str:
    """The name of a bot together with its seat."""
    called = level_word(level, language) if _is_named_by_level(name, level) else name
    return say(language, "seat.bot-label", name=called, seat=seat)


def _is_named_by_level(name: str, level: str) -> bool:
    """Whether the server has made up the name, in the words of `server.table.bot_levels`."""
    return name in (level, f"{level} (bot)")
