"""What a bot is given when it has to write, and what a game says of its bots."""

from collections.abc import Mapping
from random import Random
from typing import Any, Protocol, TypeAlias

from msgspec import Struct

from protocol.ids import Lines, SheetKey


class PastPhase(Struct, frozen=True):
    """A phase of this game that has been read, as the seat of the bot may know it."""

    number: int
    key: str
    """The kind of the phase."""
    view: Any
    """The position in which it opened, as the seat saw it."""
    sheets: dict[SheetKey, Lines]
    """What was read; of a private phase only what this bot wrote itself."""


class Assignment(Struct, frozen=True):
    """The sheets that a bot is asked for, and all that it may use to write them."""

    view: Any
    """The position as the seat of the bot may know it."""
    sheets: tuple[SheetKey, ...]
    """The sheets that the seat owes."""
    random: Random
    """The only source of chance."""
    seconds: float = 2.0
    """How long a level may think that uses all the time it gets."""
    character: str | None = None
    """How it plays, besides its level: one of the characters of the game, or none."""
    past: tuple[PastPhase, ...] = ()
    """The last phases that were read, the oldest first: as many as the bots of the game want to know."""


class Player(Protocol):
    """One level of play of one game. The views of its assignments are views of that game."""

    def __call__(self, assignment: Assignment, /) -> dict[SheetKey, Lines]: ...


Bots: TypeAlias = Mapping[str, Player]
"""The players of a game by their levels."""


class Roster(Struct, frozen=True):
    """As much as a table needs to know of the bots of its game."""

    levels: tuple[str, ...] = ()
    """The weakest first."""
    characters: dict[str, tuple[str, ...]] = {}
    """How they can play, besides how well: the characters of each level that has any."""
    remembered: int = 0
    """How many past phases they are given."""


NO_BOTS = Roster()
