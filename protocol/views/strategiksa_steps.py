"""How each event of a story of Strategiksa changes the position."""

from protocol.views.strategiksa import (
    EMPTY,
    UNITS,
    Answered,
    BattleEnded,
    Cell,
    Colour,
    Cured,
    Duelled,
    Event,
    Moved,
    Mutated,
    Pieces,
    Placed,
    Reinforced,
    Slain,
    Stack,
    Vanished,
    cured,
    hurt,
    one,
)


def step(pieces: Pieces, event: Event) -> Pieces:
    """The position after one event of the story. This only moves pieces; it needs no rules."""
    board = dict(pieces)
    match event:
        case Placed():
            for cell, stack in event.stacks.items():
                _put(board, event.colour, cell, stack)
        case Answered() if event.cell is not None:
            unwounded = pieces[event.colour][event.cell][UNITS.index("R")]
            _put(board, event.colour, event.cell, one("R" if unwounded else "R*"), -1)
        case Reinforced():
            _put(board, event.colour, event.cell, event.stack)
        case Mutated():
            _put(board, event.colour, event.cell, event.used, -1)
            _put(board, event.colour, event.cell, event.made)
        case Moved():
            _put(board, event.colour, event.origin, event.stack, -1)
            _put(board, event.colour, event.to, event.stack)
        case Vanished():
            board = {colour: cells for colour, cells in pieces.items() if colour not in event.colours}
        case Duelled() | Cured() | Slain() | BattleEnded():
            _step_battle(board, event)
    return board


def _step_battle(board: Pieces, event: Duelled | Cured | Slain | BattleEnded) -> None:
    match event:
        case Duelled():
            for colour, stack in event.wounded.items():
                _put(board, colour, event.cell, stack, -1)
                _put(board, colour, event.cell, hurt(stack))
            for colour, stack in event.lost.items():
                _put(board, colour, event.cell, stack, -1)
        case Cured():
            _put(board, event.colour, event.cell, one(event.kind + "*"), -1)
            _put(board, event.colour, event.cell, one(event.kind))
        case Slain():
            for colour, stack in event.stacks.items():
                _put(board, colour, event.cell, stack, -1)
        case BattleEnded():
            for colour, stack in event.recovered.items():
                _put(board, colour, event.cell, stack, -1)
                _put(board, colour, event.cell, cured(stack))


def _put(board: Pieces, colour: Colour, cell: Cell, stack: Stack, sign: int = 1) -> None:
    cells = dict(board.get(colour, {}))
    total = tuple(a + sign * b for a, b in zip(cells.get(cell, EMPTY), stack, strict=True))
    if any(total):
        cells[cell] = total
    else:
        cells.pop(cell, None)
    if cells:
        board[colour] = cells
    else:
        board.pop(colour, None)
