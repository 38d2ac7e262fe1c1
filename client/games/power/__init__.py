"""Everything that the client shows of POWER."""

from client.games.api import SHARED, Game
from client.games.power import board, lesson, shape, speech

GAME = Game(
    board,
    speech,
    shape,
    (("power", SHARED), ("texts", "client.games.power")),
    lesson=lesson.LESSON,
)
