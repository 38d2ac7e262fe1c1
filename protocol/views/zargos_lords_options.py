"""The options of a table of Zargo's Lords."""

from itertools import combinations

from protocol.options import SLOW_PLAY, GameOptions, OneOf, Option, Seconds, WholeNumber, YesNo
from protocol.views.zargos_lords.words import PEOPLES

CHOICES: tuple[str, ...] = tuple(
    "".join(chosen) for players in (2, 3, 4) for chosen in combinations(PEOPLES, players)
)
"""The peoples that can play together, in people order."""

ZARGOS_LORDS_OPTIONS = GameOptions(
    game="zargos_lords",
    title="Zargo's Lords",
    options=(
        Option("players", WholeNumber(2, 4), default=4),
        Option("seconds", Seconds()),
        Option("setup_seconds", Seconds()),
        Option("answer_seconds", Seconds()),
        Option("limit", Seconds()),
        Option("interlude", Seconds(), default=30.0),
        Option("peoples", OneOf(CHOICES)),
        Option("skirmish", YesNo(), default=False),
        Option("months", WholeNumber(1, 25)),
        Option("tie", OneOf(("draw", "fewest")), default="draw"),
        *SLOW_PLAY,
    ),
)
