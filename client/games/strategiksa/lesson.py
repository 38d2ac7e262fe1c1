"""The lesson of Strategiksa: an army is placed, and the first turn is played."""

from client.games.lesson import ASKED, GONE_ON, LINES, READ, Lesson, Step

LESSON = Lesson(
    seat="V",
    options={"players": 3, "seconds": None, "limit": None, "interlude": None},
    steps=(
        Step("before", ASKED, kind="placement"),
        Step("king", LINES, 1),
        Step("army", LINES, 2),
        Step("seal", READ),
        Step("others", ASKED, kind="turn"),
        Step("turn", LINES, 1),
        Step("end-turn", READ),
        Step("story", GONE_ON),
    ),
)
