"""The options of a table of Strategiksa."""

from protocol.options import GameOptions, OneOf, Option, Seconds, WholeNumber

STRATEGIKSA_OPTIONS = GameOptions(
    game="strategiksa",
    title="Strategiksa",
    options=(
        Option("players", WholeNumber(3, 6), default=4),
        Option("seconds", Seconds()),
        Option("choice_seconds", Seconds()),
        Option("limit", Seconds()),
        Option("interlude", Seconds(), default=20.0),
        Option("map", OneOf(("classic", "peaks")), default="classic"),
        Option("wounds", OneOf(("lasting", "battle")), default="lasting"),
        Option("turns", WholeNumber(1, 10_000), default=66),
    ),
)
