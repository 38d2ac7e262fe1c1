"""Everything that the client shows of Zargo's Lords."""

from client.games.api import Game, texts_of
from client.games.zargos_lords import board, lesson, notation, shape, speech, story

GAME = Game(
    board,
    speech,
    shape,
    texts_of("zargos_lords"),
    is_quiet=story.is_quiet,
    lesson=lesson.LESSON,
    is_order=notation.is_order,
    homes=board.homes,
)
