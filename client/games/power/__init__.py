"""Everything that the client shows of POWER."""

from client.games.api import Game, texts_of
from client.games.power import board, lesson, shape, speech

GAME = Game(
    board,
    speech,
    shape,
    texts_of("power"),
    lesson=lesson.LESSON,
)
