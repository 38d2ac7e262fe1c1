"""Everything that the client shows of Zargos."""

from client.games.api import Game, texts_of
from client.games.zargos import board, lesson, shape, speech, story

GAME = Game(
    board,
    speech,
    shape,
    texts_of("zargos"),
    hand=speech.hand,
    is_quiet=story.is_quiet,
    lesson=lesson.LESSON,
)
