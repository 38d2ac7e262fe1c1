"""The lesson of Zargo's Lords: a skirmish is set up, pieces move, and an enemy is attacked."""

from client.games.lesson import ASKED, GONE_ON, LINES, READ, Lesson, Step

LESSON = Lesson(
    seat="K",
    options={
        "players": 2,
        "peoples": "KD",
        "skirmish": True,
        "seconds": None,
        "setup_seconds": None,
        "answer_seconds": None,
        "limit": None,
        "interlude": None,
    },
    steps=(
        Step("setup", READ),
        Step("placed", ASKED, kind="turn"),
        Step("move", LINES, 2),
        Step("seal", READ),
        Step("story", ASKED, kind="turn"),
        Step("attack", LINES, 1),
        Step("seal-again", READ),
        Step("end", GONE_ON),
    ),
)
