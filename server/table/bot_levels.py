"""The level, the character and the name of a bot that takes a seat."""

from collections.abc import Collection

from msgspec import Struct

from protocol.vocabulary import WITH_CHARACTER
from server.bots.assignment import Roster
from server.errors import TableError


class BotKind(Struct, frozen=True):
    """Which bot takes a seat."""

    level: str
    character: str = ""
    """Empty if bots of this level have none."""

    @property
    def name(self) -> str:
        called = f"{self.character} {self.level}" if self.character else self.level
        return f"{called} (bot)"


def choose_bot(roster: Roster, asked: str, others: Collection[str], lot: int) -> BotKind:
    """The bot that was asked for: a level, or a level and a character.

    If no character was asked for, the lot decides, among those that no other bot at the table has.
    """
    level, mark, character = asked.partition(WITH_CHARACTER)
    if not roster.levels:
        raise TableError("no-bots")
    if level not in roster.levels:
        raise TableError("no-such-level", level=level, levels=", ".join(roster.levels))
    known = roster.characters.get(level, ())
    if mark and character not in known:
        raise TableError(
            "no-such-character" if known else "no-characters",
            character=character,
            characters=", ".join(known),
            level=level,
        )
    if character or not known:
        return BotKind(level, character)
    free = [each for each in known if each not in others] or known
    return BotKind(level, free[lot % len(free)])
