"""Values that an option takes and values that it does not, made from its description."""

import itertools
from collections.abc import Iterator
from typing import Any

from protocol.options import (
    LONGEST_SECONDS,
    SHORTEST_SECONDS,
    Kind,
    OneOf,
    OneOfForEach,
    QuietHours,
    Seconds,
    Text,
    WholeNumber,
    YesNo,
)
from protocol.views import OPTIONS
from server.games.api import AnyGame, BadOptions

FEW = 20
"""A range of so many numbers is tried one by one, a longer one at its ends."""
STRANGE: tuple[Any, ...] = (1.5, [], ["V"], {"V": {}}, {"": 1}, {1: 2}, b"V")
"""These are values of no option at all."""


def right_values(kind: Kind) -> list[Any]:
    match kind:
        case WholeNumber():
            numbers = range(kind.least, kind.most + 1)
            return list(numbers) if len(numbers) <= FEW else [kind.least, kind.most]
        case OneOf():
            return [*kind.words, *([None] if kind.may_be_none else [])]
        case Seconds():
            return [None, SHORTEST_SECONDS, 1, 90.5, LONGEST_SECONDS]
        case QuietHours():
            return [None, "22-8", "22:30-7:15", "0-23:59", "1-5"]
        case YesNo():
            return [True, False]
        case Text():
            return ["", "x" * kind.longest]
        case OneOfForEach():
            return [{}, *({key: word} for key, words in kind.words for word in words)]


def wrong_values(kind: Kind) -> list[Any]:
    match kind:
        case WholeNumber():
            return [kind.least - 1, kind.most + 1, 10**9, -1, True, None, "", str(kind.least), *STRANGE]
        case OneOf():
            none = [] if kind.may_be_none else [None]
            return ["", "?", kind.words[0] + " ", kind.words[0] * 2, 0, False, *none, *STRANGE]
        case Seconds():
            times = [0, -1, 1e-300, float("nan"), float("inf"), LONGEST_SECONDS + 1]
            return [*times, True, "", "60", *STRANGE[1:]]
        case QuietHours():
            hours = ["", "22", "22-", "-8", "24-8", "22-24", "8-8", "22:60-8", "22:5-8", "a-b", "22-8-9"]
            return [*hours, "\u0662-8", 0, True, *STRANGE]
        case YesNo():
            return [0, 1, None, "", "yes", *STRANGE]
        case Text():
            return ["x" * (kind.longest + 1), "a\nb", 0, None, *STRANGE]
        case OneOfForEach():
            key, words = kind.words[0]
            return [{"?": words[0]}, {key: "?"}, {key: None}, {key: ""}, None, 0, "", *STRANGE]


def accepts_somewhere(game: AnyGame, name: str, value: Any) -> bool:
    """Whether there is a table that takes this value: one choice may ask for another beside it."""
    return any(_accepts(game, {**beside, name: value}) for beside in _small_tables(game))


def _small_tables(game: AnyGame) -> Iterator[dict[str, Any]]:
    """All that can be put together from the options with few values."""
    small = {
        option.name: right_values(option.kind)
        for option in OPTIONS[game.name].options
        if isinstance(option.kind, WholeNumber | OneOf | YesNo)
    }
    for chosen in itertools.product(*small.values()):
        yield dict(zip(small, chosen, strict=True))


def _accepts(game: AnyGame, given: dict[str, Any]) -> bool:
    try:
        game.read_options(given)
    except BadOptions:
        return False
    return True
