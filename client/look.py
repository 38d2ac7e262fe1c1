"""How a person wants to see the game. The command line decides it, and every screen follows it."""

from msgspec import Struct

PALETTES = ("okabe", "ansi", "mono")


class Look(Struct, frozen=True):
    language: str = "en"
    ascii: bool = False
    """Draw with ASCII characters only, for a terminal or a locale that has no others."""
    palette: str = "okabe"
    mouse: bool = True
    bell: bool = True
