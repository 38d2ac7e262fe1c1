"""The options of a table of Argad."""

from protocol.options import SLOW_PLAY, GameOptions, OneOf, Option, Seconds, WholeNumber
from protocol.views.argad.board import DEFAULT_MAP, MAPS
from protocol.views.argad.words import ARMY_CHOICES, ORDER_CHOICES, RESERVE_CHOICES

CARD_SECONDS = 60.0
"""The time for a card if nobody asks for another. The times of the other phases are in proportion to it."""

ARGAD_OPTIONS = GameOptions(
    game="argad",
    title="Argad!",
    options=(
        Option("players", WholeNumber(2, 4), default=2),
        Option("seconds", Seconds(), default=CARD_SECONDS),
        Option("limit", Seconds(), default=None),
        Option("interlude", Seconds(), default=20.0),
        Option("map", OneOf(tuple(MAPS)), default=DEFAULT_MAP),
        Option("turns", WholeNumber(1, 50), default=12),
        Option("armies", OneOf(ARMY_CHOICES), default=ARMY_CHOICES[0]),
        Option("orders", OneOf(ORDER_CHOICES), default=ORDER_CHOICES[0]),
        Option("reserve", OneOf(RESERVE_CHOICES), default=RESERVE_CHOICES[0]),
        *SLOW_PLAY,
    ),
)
