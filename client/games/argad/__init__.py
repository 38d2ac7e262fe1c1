"""Everything that the client shows of Argad!"""

from client.games.api import Game, texts_of
from client.games.argad import board, lesson, notation, shape, speech, story

GAME = Game(
    board,
    speech,
    shape,
    texts_of("argad"),
    is_quiet=story.is_quiet,
    lesson=lesson.LESSON,
    is_order=notation.is_order,
    homes=board.homes,
    noted=story.noted,
    place_of_piece=board.place_of_piece,
)
