"""The options of a table of POWER."""

from protocol.options import SLOW_PLAY, GameOptions, OneOf, OneOfForEach, Option, Seconds, WholeNumber
from protocol.views.power import ARMIES

PAIRS = ("VB-JR", "BJ-RV")
"""The neighbouring armies that can form the two seats of a game for two players."""
SIDES = tuple(side for pair in PAIRS for side in pair.split("-"))

POWER_OPTIONS = GameOptions(
    game="power",
    title="POWER",
    options=(
        Option("players", WholeNumber(2, 4), default=4),
        Option("seconds", Seconds()),
        Option("limit", Seconds()),
        Option("interlude", Seconds(), default=60.0),
        Option("pairs", OneOf(PAIRS), default="VB-JR"),
        Option("mercenary", OneOf(ARMIES), default="R"),
        Option("referee", OneOf(ARMIES, may_be_none=True), default=None),
        Option("prefer", OneOfForEach(tuple((side, tuple(side)) for side in SIDES)), default={}),
        *SLOW_PLAY,
    ),
)
