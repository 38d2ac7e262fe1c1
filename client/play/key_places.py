"""Where the full screen names the key of an action, and when the key works."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeAlias

COVERED = "covered"
"""The page that hides one player's sheet from the next player."""
ENDED = "ended"
"""The link has ended for good."""
WALKS_WRITING, WALKS_LOOKING = "walks-writing", "walks-looking"
"""A player walks the board, and may write orders or only look."""
AT_CONSOLE, WRITES, SEALED, GATHERS, PAUSES, LOOKS = (
    "at-console",
    "writes",
    "sealed",
    "gathers",
    "pauses",
    "looks",
)
"""A line can be typed: by a referee; by a player who writes, has sealed, waits for the game to begin, or
is between two rounds; and by everybody else."""
TYPED = (AT_CONSOLE, WRITES, SEALED, GATHERS, PAUSES, LOOKS)

Ranks: TypeAlias = Mapping[str, int]
"""The places where the key bar names a key, each with a rank. Keys of a low rank come first."""

LAST = 100
UNPLACED: Ranks = MappingProxyType(dict.fromkeys(TYPED, LAST))
"""The ranks of an action that names no places: its key comes last wherever a line can be typed."""

ALWAYS, UNLESS_ASKED, ON_LINES = "always", "unless-asked", "on-lines"
"""When a key works: always; unless a question is open or the screen is covered; or only while the player
writes a line of the sheet."""
