"""The sheet of a turn that a bot is writing: the board after its lines, and what may still be ordered."""

from functools import cache

from bench.pool.strategiksa_2026_11.duel import HORSE, HURT_HORSE, KINGS
from protocol.ids import Lines
from protocol.views.strategiksa import EMPTY, UNITS, Cell, Colour, Stack, StrategiksaView, Zone
from server.games.strategiksa.board import CELLS, CELLS_OF, NEIGHBOURS, WEIGHT, distance, weight
from server.games.strategiksa.vassals import MOST_DIRECTED, directed_weight

FAST = (*KINGS, HORSE, HURT_HORSE)
PLAIN = tuple(WEIGHT[unit[0]] for unit in UNITS)


@cache
def ring(cell: Cell) -> tuple[Cell, ...]:
    """The cells two steps away."""
    return tuple(other for other in CELLS if distance(cell, other) == 2)


class Draft:
    def __init__(self, view: StrategiksaView, colour: Colour) -> None:
        self.view = view
        self.colour = colour
        self.side = view.lords[colour]
        self.mountains = frozenset(view.mountains)
        self.ours: dict[Cell, list[int]] = {}
        """The pieces of the side, without those that have moved into a battle."""
        self.ready: dict[Cell, list[int]] = {}
        """The pieces of the colour that may still move."""
        self.foes: dict[Cell, list[int]] = {}
        self.lord_at: dict[Cell, Colour] = {}
        self.sent: dict[Cell, list[int]] = {}
        """The pieces that move into each battle."""
        self._find_pieces()
        self.left = 0
        self.business: list[str] = []
        self._puts: dict[tuple[Cell, int], int] = {}
        self._moves: dict[tuple[Cell, Cell, int], int] = {}
        self._reach: dict[tuple[Cell, bool], tuple[Cell, ...]] = {}
        if view.lords[colour] == colour:
            self._count_reinforcements()
        own = [zone for zone, lord in view.zones.items() if lord == self.side]
        self.land = [cell for zone in own for cell in self.ground(zone)] if self.left else []

    def _find_pieces(self) -> None:
        view = self.view
        for colour in view.order:
            for cell, stack in view.pieces.get(colour, {}).items():
                lord = view.lords[colour]
                there = self.ours if lord == self.side else self.foes
                _add(there, cell, stack)
                if lord != self.side:
                    self.lord_at[cell] = lord
                if colour == self.colour:
                    self.ready[cell] = list(stack)

    def _count_reinforcements(self) -> None:
        """A player who directs too many pieces to be reinforced gives a fallen colour back to its player."""
        view = self.view
        self.left = view.reinforcements
        excess = directed_weight(view, self.colour) - MOST_DIRECTED
        if excess <= 0:
            return
        sizes = {
            colour: sum(map(weight, view.pieces.get(colour, {}).values()))
            for colour in view.colours
            if colour != self.colour and view.directors[colour] == self.colour
        }
        fit = [colour for colour, size in sizes.items() if size >= excess]
        if fit:
            given = min(fit, key=lambda colour: sizes[colour])
            self.business.append(f"direct {given} {given}")
            self.left = sum(lord == self.side for lord in view.zones.values())

    def ground(self, zone: Zone) -> list[Cell]:
        return [cell for cell in CELLS_OF[zone] if cell not in self.mountains]

    def reach(self, origin: Cell, unit: int) -> tuple[Cell, ...]:
        key = origin, unit in FAST
        found = self._reach.get(key)
        if found is None:
            found = self._reach[key] = self._find_reach(*key)
        return found

    def _find_reach(self, origin: Cell, fast: bool) -> tuple[Cell, ...]:
        near = tuple(cell for cell in NEIGHBOURS[origin] if cell not in self.mountains)
        if not fast:
            return near
        between = {cell for cell in near if cell not in self.foes}
        far = (cell for cell in ring(origin) if cell not in self.mountains)
        return near + tuple(cell for cell in far if not between.isdisjoint(NEIGHBOURS[cell]))

    def stack(self, cell: Cell) -> Stack:
        return tuple(self.ours.get(cell, EMPTY))

    def occupied(self, zone: Zone) -> list[Cell]:
        return [cell for cell in CELLS_OF[zone] if cell in self.ours]

    def contested(self, zone: Zone) -> bool:
        return any(cell in self.foes for cell in CELLS_OF[zone])

    def put(self, cell: Cell, unit: int, number: int = 1) -> None:
        self.left -= number * PLAIN[unit]
        self._puts[cell, unit] = self._puts.get((cell, unit), 0) + number
        added = tuple(number if each == unit else 0 for each in range(len(UNITS)))
        _add(self.ours, cell, added)
        _add(self.ready, cell, added)

    def move(self, origin: Cell, to: Cell, unit: int, number: int = 1) -> None:
        self._moves[origin, to, unit] = self._moves.get((origin, to, unit), 0) + number
        moved = tuple(number if each == unit else 0 for each in range(len(UNITS)))
        taken = tuple(-each for each in moved)
        _add(self.ours, origin, taken)
        _add(self.ready, origin, taken)
        _add(self.sent if to in self.foes else self.ours, to, moved)

    def lines(self) -> Lines:
        """The lines, reinforcements first. The order of moves does not matter: no piece moves twice."""
        puts = [f"+{number}{UNITS[unit]} {cell}" for (cell, unit), number in self._puts.items()]
        moves = [f"{number}{UNITS[unit]} {origin} {to}" for (origin, to, unit), number in self._moves.items()]
        return (*self.business, *puts, *moves)

    def king_cell(self) -> Cell | None:
        """The cell of the king of the side."""
        return next((cell for cell, stack in self.ours.items() if any(stack[king] for king in KINGS)), None)


def _add(board: dict[Cell, list[int]], cell: Cell, stack: Stack) -> None:
    there = board.get(cell)
    total = list(stack) if there is None else [a + b for a, b in zip(there, stack, strict=True)]
    if any(total):
        board[cell] = total
    else:
        board.pop(cell, None)
