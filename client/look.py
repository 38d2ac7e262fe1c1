"""How a person wants to see the game: chosen on the command line, followed by every screen."""

from msgspec import Struct

PALETTES = ("okabe", "ansi", "mono")


class Look(Struct, frozen=True):
    language: str = "en"
    ascii: bool = False
    """No character beyond ASCII: a terminal or a locale that has none."""
    palette: str = "okabe"
    mouse: bool = True
    bell: bool = True
