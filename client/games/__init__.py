"""The games by their names, each with all that the client shows of it."""

from typing import Any, Protocol

from client.games.api import Board, Game
from client.games.power import board as power_board
from client.games.power import speech as power_speech
from client.games.strategiksa import board as strategiksa_board
from client.games.strategiksa import speech as strategiksa_speech
from protocol.ids import Seat
from protocol.notes import Note
from protocol.texts import Catalogue

SHARED = "protocol.texts"

GAMES: dict[str, Game] = {
    "power": Game(power_board, power_speech, (("power", SHARED), ("texts", "client.games.power"))),
    "strategiksa": Game(
        strategiksa_board,
        strategiksa_speech,
        (("strategiksa", SHARED), ("texts", "client.games.strategiksa")),
        has_words=True,
    ),
}


class AtTable(Protocol):
    """What has to be known of a table to ask its game something."""

    @property
    def game(self) -> str: ...

    @property
    def view(self) -> Any: ...

    @property
    def phase(self) -> object | None: ...


def board_of(game: str) -> Board | None:
    return GAMES[game].board if game in GAMES else None


def has_words(game: str) -> bool:
    """Whether players may say words that work at once; of a game that is not known here, perhaps."""
    return game not in GAMES or GAMES[game].has_words


def say_as(game: str, kind: str, general: Catalogue, note: Note) -> str:
    """A sentence as the game says it in this kind of phase, or in any; else as it is said of all games."""
    if game in GAMES:
        own = GAMES[game].words(general.language)
        for code in (f"{note.code}-{kind}", note.code):
            if own.has(code):
                return own.say(Note(code, note.args))
    return general.say(note)


def is_out(state: AtTable, seat: Seat) -> bool:
    """The game is on, and this seat has no part in it any more."""
    board = board_of(state.game)
    if not seat or board is None or state.view is None or state.phase is None:
        return False
    return not board.plays(state.view, seat)
