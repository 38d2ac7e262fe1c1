"""Where a captain places its army, so that every place in the order of turns has a living. K-SETUP-2.

Who moves first takes the free land first. In a corner one has land that nobody else comes to first. So
six captains share the board like this: the two who move first begin at the middle of two sides, where
they have two neighbours, and the others in the corners. Five captains stand in a ring, each by lot.
`python -m bench.fairness --game strategiksa` measures how often each seat wins.
"""

from random import Random

from protocol.ids import Lines
from protocol.views.strategiksa import Cell, StrategiksaView, Zone
from server.games.strategiksa.board import CELLS, CELLS_OF, SIZE, ZONE_OF, ZONES, distance
from server.games.strategiksa.placement import Placing, ground

CORNERS: tuple[Zone, ...] = ("A1", "I1", "A9", "I9")
SIDES: tuple[Zone, ...] = ("E1", "A5", "I5", "E9")
FAR = 5
"""Whoever is at least so many cells away does not matter at the start."""
LIKED = 2.0
"""How many cells of distance it is worth to begin in a zone of the right kind."""
RING: tuple[Zone, ...] = ("C1", "G1", "I5", "E9", "A5")
"""Five zones that are equally far from each other."""


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
    if len(view.order) == len(RING) and (zone := _zone_in_ring(view, random)):
        return zone
    taken = [cell for cells in view.pieces.values() for cell in cells]
    is_early = len(view.pieces) < len(view.order) - len(CORNERS)
    liked = SIDES if is_early else CORNERS

    def room(zone: Zone) -> float:
        nearest = min((_apart(zone, cell) for cell in taken), default=FAR)
        edge = min(distance(zone, corner) for corner in CORNERS)
        return min(nearest, FAR) - 0.2 * edge + LIKED * (zone in liked) + 0.1 * random.random()

    return max(Placing(view).free_zones(), key=room)


def _zone_in_ring(view: StrategiksaView, random: Random) -> Zone | None:
    """A free zone of a ring that has all those who have placed; None if there is no such ring."""
    taken = {ZONE_OF[cell] for cells in view.pieces.values() for cell in cells}
    fit = [ring for ring in _turned(RING) if taken <= {*ring}]
    return random.choice([zone for zone in random.choice(fit) if zone not in taken]) if fit else None


def _turned(zones: tuple[Zone, ...]) -> list[tuple[Zone, ...]]:
    """The same zones on the board as it is, and after each quarter of a turn."""
    found = [zones]
    for _ in range(3):
        found.append(tuple(_quarter_turn(zone) for zone in found[-1]))
    return found


def _quarter_turn(zone: Zone) -> Zone:
    row, column = divmod(ZONES.index(zone), SIZE // 2)
    return ZONES[column * (SIZE // 2) + SIZE // 2 - 1 - row]


def _apart(zone: Zone, cell: Cell) -> int:
    return min(distance(own, cell) for own in CELLS_OF[zone])


def _from_middle(cell: Cell) -> int:
    """Four times the square of how far the cell is from the middle of the board."""
    row, column = divmod(CELLS.index(cell), SIZE)
    return sum((2 * each + 1 - SIZE) ** 2 for each in (row, column))
