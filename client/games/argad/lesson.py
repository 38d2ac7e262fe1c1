"""The lesson of Argad!: an army is taken and deployed, a unit moves, another one shoots."""

from client.games.lesson import ASKED, GONE_ON, LINES, READ, Lesson, Step

LESSON = Lesson(
    seat="S",
    options={"players": 2, "seconds": None, "limit": None, "interlude": None},
    steps=(
        Step("army", LINES, 1),
        Step("take", READ),
        Step("deploy", ASKED, kind="deploy"),
        Step("placed", READ),
        Step("wait", ASKED, kind="card"),
        Step("move", LINES, 1),
        Step("send", READ),
        Step("wait-again", ASKED, kind="card"),
        Step("shoot", LINES, 1),
        Step("send-again", READ),
        Step("end", GONE_ON),
    ),
)
