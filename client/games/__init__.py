"""The games by their names, each with everything that the client shows of it."""

from typing import Any, Protocol

from client.games.api import Board, Game
from client.games.argad import board as argad_board
from client.games.argad import lesson as argad_lesson
from client.games.argad import notation as argad_notation
from client.games.argad import shape as argad_shape
from client.games.argad import speech as argad_speech
from client.games.argad import story as argad_story
from client.games.power import board as power_board
from client.games.power import lesson as power_lesson
from client.games.power import shape as power_shape
from client.games.power import speech as power_speech
from client.games.strategiksa import board as strategiksa_board
from client.games.strategiksa import lesson as strategiksa_lesson
from client.games.strategiksa import shape as strategiksa_shape
from client.games.strategiksa import speech as strategiksa_speech
from client.games.zargos import board as zargos_board
from client.games.zargos import lesson as zargos_lesson
from client.games.zargos import shape as zargos_shape
from client.games.zargos import speech as zargos_speech
from client.games.zargos import story as zargos_story
from client.games.zargos_lords import board as lords_board
from client.games.zargos_lords import lesson as lords_lesson
from client.games.zargos_lords import notation as lords_notation
from client.games.zargos_lords import shape as lords_shape
from client.games.zargos_lords import speech as lords_speech
from client.games.zargos_lords import story as lords_story
from protocol.ids import Seat
from protocol.notes import Note
from protocol.texts import Catalogue

SHARED = "protocol.texts"

GAMES: dict[str, Game] = {
    "power": Game(
        power_board,
        power_speech,
        power_shape,
        (("power", SHARED), ("texts", "client.games.power")),
        lesson=power_lesson.LESSON,
    ),
    "strategiksa": Game(
        strategiksa_board,
        strategiksa_speech,
        strategiksa_shape,
        (("strategiksa", SHARED), ("texts", "client.games.strategiksa")),
        has_declarations=True,
        lesson=strategiksa_lesson.LESSON,
    ),
    "zargos": Game(
        zargos_board,
        zargos_speech,
        zargos_shape,
        (("zargos", SHARED), ("texts", "client.games.zargos")),
        hand=zargos_speech.hand,
        is_quiet=zargos_story.is_quiet,
        lesson=zargos_lesson.LESSON,
    ),
    "zargos_lords": Game(
        lords_board,
        lords_speech,
        lords_shape,
        (("zargos_lords", SHARED), ("texts", "client.games.zargos_lords")),
        is_quiet=lords_story.is_quiet,
        lesson=lords_lesson.LESSON,
        is_order=lords_notation.is_order,
        homes=lords_board.homes,
    ),
    "argad": Game(
        argad_board,
        argad_speech,
        argad_shape,
        (("argad", SHARED), ("texts", "client.games.argad")),
        is_quiet=argad_story.is_quiet,
        lesson=argad_lesson.LESSON,
        is_order=argad_notation.is_order,
        homes=argad_board.homes,
        noted=argad_story.noted,
        place_of_piece=argad_board.place_of_piece,
    ),
}


class AtTable(Protocol):
    """The part of the state that has to be known to ask the game something."""

    @property
    def game(self) -> str: ...

    @property
    def view(self) -> Any: ...

    @property
    def phase(self) -> object | None: ...


def board_of(game: str) -> Board | None:
    return GAMES[game].board if game in GAMES else None


def has_declarations(game: str) -> bool:
    """Whether players may declare words, which work at once. A game that we do not know may have them."""
    return game not in GAMES or GAMES[game].has_declarations


def has_hand(game: str) -> bool:
    """Whether players of the game hold something that nobody else may see."""
    return game in GAMES and GAMES[game].hand is not None


def say_for_game(game: str, kind: str, general: Catalogue, note: Note) -> str:
    """The game's own sentence for this kind of phase, or for any phase, or else the general sentence."""
    if game in GAMES:
        own = GAMES[game].words(general.language)
        for code in (f"{note.code}-{kind}", note.code):
            if own.has(code):
                return own.say(Note(code, note.args))
    return general.say(note)


def is_out(state: AtTable, seat: Seat) -> bool:
    """Whether the game has begun, and this seat is out of it."""
    board = board_of(state.game)
    if not seat or board is None or state.view is None or state.phase is None:
        return False
    return not board.plays(state.view, seat)
