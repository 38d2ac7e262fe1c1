"""The games by their names, each with everything that the client shows of it."""

from typing import Any, Protocol

from client.games.api import Board, Game
from protocol.ids import Seat
from protocol.notes import Note
from protocol.on_demand import OnDemand
from protocol.texts import Catalogue

GAMES: OnDemand[Game] = OnDemand(
    {
        "power": "client.games.power:GAME",
        "strategiksa": "client.games.strategiksa:GAME",
        "zargos": "client.games.zargos:GAME",
        "zargos_lords": "client.games.zargos_lords:GAME",
        "argad": "client.games.argad:GAME",
    }
)
"""Each is loaded when the first table of that game is shown."""


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
