"""The boards by the name of their game: a second game is one more file and one more line here."""

from client.games.api import Board
from client.games.power import board as power
from client.games.strategiksa import board as strategiksa
from client.state.client_state import ClientState
from protocol.ids import Seat

BOARDS: dict[str, Board] = {"power": power, "strategiksa": strategiksa}


def is_out(state: ClientState, seat: Seat) -> bool:
    """The game is on, and this seat has no part in it any more."""
    board = BOARDS.get(state.game)
    if not seat or board is None or state.view is None or state.phase is None:
        return False
    return not board.plays(state.view, seat)
