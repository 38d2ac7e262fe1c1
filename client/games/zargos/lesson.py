"""The lesson of Zargos: a people is chosen, the cards are drawn, units are placed, and the first attack."""

from client.games.lesson import ASKED, GONE_ON, LINES, READ, Lesson, Step

LESSON = Lesson(
    seat="1",
    options={
        "players": 4,
        "seconds": None,
        "choice_seconds": None,
        "limit": None,
        "interlude": None,
        "trade": 0,
        "turns": 3,
    },
    steps=(
        Step("before", ASKED, kind="people"),
        Step("people", READ),
        Step("others", ASKED, kind="draft"),
        Step("draft", READ),
        Step("drawn", ASKED, kind="deploy"),
        Step("deploy", LINES, 1),
        Step("place", READ),
        Step("wait", ASKED, kind="attack"),
        Step("attack", LINES, 1),
        Step("fight", READ),
        Step("story", GONE_ON),
    ),
)
