"""The options of a table of Zargos."""

from protocol.options import SLOW_PLAY, GameOptions, OneOf, Option, Seconds, WholeNumber, YesNo

ZARGOS_OPTIONS = GameOptions(
    game="zargos",
    title="Zargos",
    options=(
        Option("players", WholeNumber(2, 6), default=6),
        Option("seconds", Seconds()),
        Option("choice_seconds", Seconds()),
        Option("limit", Seconds()),
        Option("interlude", Seconds(), default=20.0),
        Option("turns", WholeNumber(1, 200), default=15),
        Option("buying", OneOf(("turn", "together")), default="turn"),
        Option("trade", WholeNumber(0, 3), default=3),
        Option("zargos_powers", YesNo(), default=True),
        *SLOW_PLAY,
    ),
)
