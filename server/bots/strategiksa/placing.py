"""Where a captain places its army, so that every place in the order of turns has a living. K-SETUP-2.

Who moves first takes the free land first. In a corner one has land that nobody else comes to first. So
if more play than there are corners, those who move first begin at the middle of a side, where they have
two neighbours, and leave the corners to those who move last. Between captains all places then win about
equally often: `python -m bench.fairness --game strategiksa` measures it.
"""

from collections.abc import Mapping
from random import Random

from protocol.ids import Lines
from protocol.views.strategiksa import Cell, StrategiksaView, Zone
from server.games.strategiksa.board import CELLS, CELLS_OF, SIZE, distance
from server.games.strategiksa.placement import Placing, ground

CORNERS: tuple[Zone, ...] = ("A1", "I1", "A9", "I9")
SIDES: tuple[Zone, ...] = ("E1", "A5", "I5", "E9")
FAR = 5
"""Whoever is at least so many cells away does not matter at the start."""
LIKED = 2.0
"""How many cells of distance it is worth to begin in a zone of the right kind."""
IN_A_CORNER: Mapping[int, float] = {5: 0.0, 6: 0.0}
"""By the number of players: how often one who could leave a corner to others takes it all the same."""


def place(view: StrategiksaView, random: Random) -> Lines:
    """Far from the others; the king on the outermost cell, with guards and the healer."""
    zone = choose_zone(view, random)
    cells = sorted(ground(view, zone), key=lambda cell: (-_from_middle(cell), random.random()))
    outer, inner, others = cells[0], cells[-1], cells[1:-1]
    return (
        f"R {outer}",
        f"I {outer}",
        f"A {outer}",
        f"S {outer}",
        *(line for cell in others for line in (f"I {cell}", f"A {cell}")),
        f"C {inner}",
        *(f"{kind} {inner}" for kind in "IAIA"[: 5 - 2 * len(others)]),
    )


def choose_zone(view: StrategiksaView, random: Random) -> Zone:
    taken = [cell for cells in view.pieces.values() for cell in cells]
    liked = _liked(view, random)

    def room(zone: Zone) -> float:
        nearest = min((_apart(zone, cell) for cell in taken), default=FAR)
        edge = min(distance(zone, corner) for corner in CORNERS)
        return min(nearest, FAR) - 0.2 * edge + LIKED * (zone in liked) + 0.1 * random.random()

    return max(Placing(view).free_zones(), key=room)


def _liked(view: StrategiksaView, random: Random) -> tuple[Zone, ...]:
    """The corners, or the middles of the sides for those who can leave the corners to others."""
    placed = len([colour for colour in view.order if view.pieces.get(colour)])
    is_early = placed < len(view.order) - len(CORNERS)
    return SIDES if is_early and random.random() >= IN_A_CORNER[len(view.order)] else CORNERS


def _apart(zone: Zone, cell: Cell) -> int:
    return min(distance(own, cell) for own in CELLS_OF[zone])


def _from_middle(cell: Cell) -> int:
    """Four times the square of how far the cell is from the middle of the board."""
    row, column = divmod(CELLS.index(cell), SIZE)
    return sum((2 * each + 1 - SIZE) ** 2 for each in (row, column))
