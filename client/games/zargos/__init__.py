"""Everything that the client shows of Zargos."""

from client.games.api import SHARED, Game
from client.games.zargos import board, lesson, shape, speech, story

GAME = Game(
    board,
    speech,
    shape,
    (("zargos", SHARED), ("texts", "client.games.zargos")),
    hand=speech.hand,
    is_quiet=story.is_quiet,
    lesson=lesson.LESSON,
)
