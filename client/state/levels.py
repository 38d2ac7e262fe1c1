"""The levels of the bots, as a server names them: the weakest first."""

from collections.abc import Sequence


def usual_level(levels: Sequence[str]) -> str:
    """The level for who does not name one: the one in the middle, of two the stronger."""
    return levels[len(levels) // 2] if levels else ""
