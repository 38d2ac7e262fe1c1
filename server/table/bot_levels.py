"""The level and the name of a bot that takes a seat."""

from server.errors import TableError


def bot_name(level: str) -> str:
    return f"{level} (bot)"


def check_level(levels: tuple[str, ...], level: str) -> None:
    if not levels:
        raise TableError("no-bots")
    if level not in levels:
        raise TableError("no-such-level", level=level, levels=", ".join(levels))
