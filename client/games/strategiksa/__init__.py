"""Everything that the client shows of Strategiksa."""

from client.games.api import Game, texts_of
from client.games.strategiksa import board, lesson, shape, speech

GAME = Game(
    board,
    speech,
    shape,
    texts_of("strategiksa"),
    has_declarations=True,
    lesson=lesson.LESSON,
)
