"""The levels and the characters of the bots. A server lists the levels with the weakest first.

The server and the log know both by English words. A person reads and types them in any language.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from client.words import known_languages, say, without_accents, words
from protocol.texts import catalogue
from protocol.vocabulary import WITH_CHARACTER


class BotSeat(Protocol):
    """A seat that a bot has, as a seat line or an event tells it."""

    @property
    def seat(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def bot(self) -> str: ...

    @property
    def character(self) -> str: ...


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
    return _meant(typed, {level: [level_word(level, each) for each in known_languages()] for level in levels})


def character_meant(typed: str, game: str, characters: Iterable[str]) -> str:
    """The character with that name in any language, in the same way."""
    return _meant(
        typed,
        {each: [character_word(each, game, other) for other in known_languages()] for each in characters},
    )


def kind_meant(
    typed: str, game: str, levels: Iterable[str], characters: Mapping[str, tuple[str, ...]]
) -> str:
    """The level that was typed, with its character if one was typed behind it, as the server knows them.

    It is empty if there is no such level, and ends with the mark if there is no such character.
    """
    word, mark, character = typed.partition(WITH_CHARACTER)
    level = level_meant(word, levels)
    return level and level + mark + character_meant(character, game, characters.get(level, ()))


def _meant(typed: str, names: Mapping[str, Iterable[str]]) -> str:
    wanted = without_accents(typed)
    for name, others in names.items():
        if wanted in map(without_accents, (name, *others)):
            return name
    return ""


def character_word(character: str, game: str, language: str) -> str:
    """How a character of the bots of this game is called in that language."""
    return catalogue(game, language).word("character", character)


def character_words(characters: Iterable[str], game: str, language: str) -> str:
    """All these characters, with commas between them."""
    return ", ".join(character_word(each, game, language) for each in characters)


def manner_of(character: str, game: str, language: str) -> str:
    """How bots of this character play."""
    return catalogue(game, language).word("manner", character)


def kind_word(kind: str, game: str, language: str) -> str:
    """A level, or a level and a character, as a person reads and types them: `captain:bold`."""
    level, mark, character = kind.partition(WITH_CHARACTER)
    return level_word(level, language) + mark + (character_word(character, game, language) if mark else "")


def bot_name(bot: BotSeat, game: str, language: str) -> str:
    """The name of a bot as a person reads it. A bot that took the seat of a person keeps that name."""
    return _called("bot-name", bot, game, language) if _has_made_up_name(bot) else bot.name


def bot_label(bot: BotSeat, game: str, language: str) -> str:
    """The name of a bot together with its seat."""
    if not _has_made_up_name(bot):
        return say(language, "seat.bot-label", name=bot.name, seat=bot.seat)
    return _called("bot-named", bot, game, language)


def _called(code: str, bot: BotSeat, game: str, language: str) -> str:
    if not bot.character:
        return say(language, f"seat.{code}", level=bot.bot, seat=bot.seat)
    character = character_word(bot.character, game, language)
    return say(language, f"seat.{code}-character", level=bot.bot, character=character, seat=bot.seat)


def _has_made_up_name(bot: BotSeat) -> bool:
    """Whether the server has made up the name, in the words of `server.table.bot_levels`."""
    called = f"{bot.character} {bot.bot}" if bot.character else bot.bot
    return bot.name in (bot.bot, called, f"{called} (bot)")
