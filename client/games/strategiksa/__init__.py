"""Everything that the client shows of Strategiksa."""

from client.games.api import SHARED, Game
from client.games.strategiksa import board, lesson, shape, speech

GAME = Game(
    board,
    speech,
    shape,
    (("strategiksa", SHARED), ("texts", "client.games.strategiksa")),
    has_declarations=True,
    lesson=lesson.LESSON,
)
