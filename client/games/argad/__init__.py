"""Everything that the client shows of Argad!"""

from client.games.api import SHARED, Game
from client.games.argad import board, lesson, notation, shape, speech, story

GAME = Game(
    board,
    speech,
    shape,
    (("argad", SHARED), ("texts", "client.games.argad")),
    is_quiet=story.is_quiet,
    lesson=lesson.LESSON,
    is_order=notation.is_order,
    homes=board.homes,
    noted=story.noted,
    place_of_piece=board.place_of_piece,
)
