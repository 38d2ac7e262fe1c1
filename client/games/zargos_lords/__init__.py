"""Everything that the client shows of Zargo's Lords."""

from client.games.api import SHARED, Game
from client.games.zargos_lords import board, lesson, notation, shape, speech, story

GAME = Game(
    board,
    speech,
    shape,
    (("zargos_lords", SHARED), ("texts", "client.games.zargos_lords")),
    is_quiet=story.is_quiet,
    lesson=lesson.LESSON,
    is_order=notation.is_order,
    homes=board.homes,
)
