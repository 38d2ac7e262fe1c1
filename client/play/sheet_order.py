"""The order in which a player's own sheets are shown."""

from client.games import board_of
from client.state.client_state import ClientState
from protocol.ids import SheetKey


def sheets_of(state: ClientState) -> list[SheetKey]:
    """The player's own sheets in the order of the game's sides, which stays the same in every round.

    The order in the phase is the order of reading, which changes from round to round.
    """
    board = board_of(state.game)
    owners = [side.key for side in board.sides] if board else []
    return sorted(state.sheets, key=lambda key: owners.index(key) if key in owners else len(owners))
