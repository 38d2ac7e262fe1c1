"""The lesson of POWER: one round with two orders."""

from client.games.lesson import GONE_ON, LINES, READ, Lesson, Step

LESSON = Lesson(
    seat="V",
    options={"players": 4, "seconds": None, "limit": None, "interlude": None, "referee": "V"},
    steps=(
        Step("tank", LINES, 1),
        Step("soldier", LINES, 2),
        Step("seal", READ),
        Step("story", GONE_ON),
    ),
)
