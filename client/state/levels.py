"""The levels of the bots. A server lists them with the weakest first."""

from collections.abc import Sequence


def default_level(levels: Sequence[str]) -> str:
    """The level for a bot if nobody names one: the middle level, or the stronger of the two middle ones."""
    return levels[len(levels) // 2] if levels else ""
