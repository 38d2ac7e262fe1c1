"""The start: each player places a king and ten more in one free zone. K-SETUP-2."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from protocol.views.strategiksa import Cell, Kind, Lost, Placed, Position, Zone, stack_of
from server.games.flaw import Flaw
from server.games.strategiksa.board import CELLS_OF, MOUNTAINS, WEIGHT, ZONE_OF, ZONES, distance
from server.games.strategiksa.notation import MOST_LINES, Put, parse_placing

ARMY = 10
"""How much is placed besides the king; a horseman counts two."""
USUAL: tuple[Kind, ...] = ("I", "C", "A", "I", "S", "C", "A", "I")
"""What completes a sheet that places too little. For an empty sheet it is 3I 2C 2A 1S."""


class Placing(Struct):
    """Reads a sheet, on the board with the pieces that others have placed."""

    position: Position
    zone: Zone | None = None
    counts: dict[Cell, dict[Kind, int]] = {}
    left: int = ARMY

    @property
    def has_king(self) -> bool:
        return any("R" in kinds for kinds in self.counts.values())

    def free_zones(self) -> list[Zone]:
        taken = {ZONE_OF[cell] for cells in self.position.pieces.values() for cell in cells}
        return [zone for zone in ZONES if zone not in taken]

    def open_cells(self) -> list[Cell]:
        """The cells on which a piece may still be placed."""
        zones = [self.zone] if self.zone else self.free_zones()
        return [cell for zone in zones for cell in ground(self.position, zone)]

    def read(self, lines: Sequence[str]) -> list[Lost]:
        found = [
            (number, text, self._take(number, text)) for number, text in enumerate(lines) if text.strip()
        ]
        colour = self.position.active
        return [
            Lost(colour, number, text, flaw.column(text), flaw.note) for number, text, flaw in found if flaw
        ]

    def _take(self, number: int, text: str) -> Flaw | None:
        if number >= MOST_LINES:
            return Flaw("sheet-full", 0, {"most": MOST_LINES})
        put = parse_placing(text)
        if isinstance(put, Flaw):
            return put
        flaw = self._flaw(put)
        if flaw is None:
            self._put(put.cell, put.kind, put.count)
        return flaw

    def _flaw(self, put: Put) -> Flaw | None:
        zone = ZONE_OF[put.cell]
        if put.cell in MOUNTAINS[self.position.map]:
            return Flaw("mountain", 1, {"cell": put.cell})
        if self.zone not in (None, zone):
            return Flaw("other-zone", 1, {"zone": self.zone or "", "cell": put.cell})
        if zone not in self.free_zones():
            return Flaw("zone-taken", 1, {"zone": zone, "cell": put.cell})
        if put.kind == "R":
            return Flaw("one-king") if self.has_king or put.count > 1 else None
        if put.count * WEIGHT[put.kind] > self.left:
            return Flaw("too-much", 0, {"left": self.left, "most": ARMY})
        return None

    def _put(self, cell: Cell, kind: Kind, number: int) -> None:
        self.zone = ZONE_OF[cell]
        kinds = {**self.counts.get(cell, {})}
        kinds[kind] = kinds.get(kind, 0) + number
        self.counts = {**self.counts, cell: kinds}
        self.left -= number * WEIGHT[kind]

    def finish(self) -> Placed:
        """Place what is missing, spread over the zone so that the player controls it."""
        completed = not self.has_king or self.left > 0
        cells = ground(self.position, self.zone or self._roomiest())
        if not self.has_king:
            self._put(cells[0], "R", 1)
        for number, kind in enumerate(self._missing()):
            self._put(cells[(number + 1) % len(cells)], kind, 1)
        assert self.zone is not None
        placed = {cell: stack_of(self.counts[cell]) for cell in cells if cell in self.counts}
        return Placed(self.position.active, self.zone, placed, completed)

    def _missing(self) -> Iterator[Kind]:
        left = self.left
        usual = USUAL if left == ARMY else ("I", "A")
        while left:
            for kind in usual:
                if WEIGHT[kind] <= left:
                    left -= WEIGHT[kind]
                    yield kind

    def _roomiest(self) -> Zone:
        """The free zone that is farthest from all others; if some are equal, the first from the top left."""
        taken = [cell for cells in self.position.pieces.values() for cell in cells]

        def room(zone: Zone) -> int:
            return min((distance(own, cell) for own in CELLS_OF[zone] for cell in taken), default=0)

        return max(self.free_zones(), key=room)


def ground(position: Position, zone: Zone) -> list[Cell]:
    """The cells of a zone that are no mountains."""
    return [cell for cell in CELLS_OF[zone] if cell not in MOUNTAINS[position.map]]


def place(position: Position, lines: Sequence[str]) -> tuple[list[Lost], Placed]:
    placing = Placing(position)
    lost = placing.read(lines)
    return lost, placing.finish()
