"""What the evaluation must know of one army: what it has, and how much it could bring where next round.

The strengths of all places are held in one integer, a lane of 16 bits for each place, so that one addition or
one comparison does the work of sixty.
"""

from functools import lru_cache

from protocol.views.power import ARMIES, KINDS, POWERS
from server.bots.power.packed import (
    BIGGER,
    COUNT,
    LAND_BITS,
    MISSILE,
    MOVING,
    POWER,
    REACH_BITS,
    REACH_OF,
    REGIMENT,
    RESERVE,
    SHIFT,
    SOLDIER,
    STRENGTH,
    Cells,
)
from server.bots.power.survey import ROUNDS, WORTH
from server.games.power.board import PLACES, RANGE
from server.games.power.orders import MOST_ORDERS

LANE = 16
ONES = sum(1 << LANE * place for place in range(len(PLACES)))
"""A one in every lane."""
HIGH = ONES << LANE - 1
LOW = HIGH - ONES
"""All bits of every lane but the highest."""
STRONGEST = 10_000
"""A greater strength is cut to this, so that no sum for two armies reaches the highest bit."""
FAR = 8
"""So many rounds are far away."""

FEATURES = (
    *(f"board {kind}" for kind in RANGE),
    *("reserve small", "reserve big", "Power", "missiles", "nearness", "foot near", "income"),
    *("flags", "at risk", "beyond help", "besieged", "flag beyond help"),
)
"""What is counted for each army. The first eight are the power on the board, kind by kind."""
BOXED_SMALL, BOXED_BIG, BOXED_POWER, MISSILES, NEARNESS, FOOT_NEAR, INCOME = range(8, 15)
FLAGS, AT_RISK, BEYOND_HELP, BESIEGED, FLAG_BEYOND_HELP = range(15, 20)
OWN = 15
"""So many of the features depend on the army alone; the others also on its rivals."""

_LANES = tuple(tuple(sum(1 << LANE * to for to in reach) for reach in places) for places in REACH_OF)
_STRONGEST_FIRST = tuple(sorted(MOVING, key=lambda kind: -POWERS[kind]))
_GAINS = tuple((small, POWERS[big] - 3 * POWERS[small]) for small, big in BIGGER.items())
_ROUNDS = tuple(
    tuple(
        tuple(ROUNDS[army][kind].get(place, FAR) if kind in RANGE else FAR for place in PLACES)
        for kind in KINDS
    )
    for army in ARMIES
)
"""For each HQ, kind and place: how many rounds away it is."""
_MARCHING = (SOLDIER, *BIGGER.values())


@lru_cache(maxsize=65536)
def kinds_in(cell: int) -> tuple[tuple[int, int], ...]:
    """The kinds in a packed stack, and how many there are of each."""
    return tuple((kind, count) for kind, shift in enumerate(SHIFT) if (count := cell >> shift & COUNT))


@lru_cache(maxsize=65536)
def worth(cell: int) -> float:
    return sum(count * WORTH[kind] for kind, count in kinds_in(cell))


@lru_cache(maxsize=65536)
def _nearness(cell: int, place: int, lands: tuple[int, ...]) -> float:
    """How near the marching pieces of a stack are to the nearest of these HQs, by their power."""
    return sum(
        count * POWERS[kind] * (FAR - min(_ROUNDS[land][kind][place] for land in lands))
        for kind, count in kinds_in(cell)
        if kind in _MARCHING
    )


class Gauge:
    """What one army has and could do. `lands` are the rivals whose flags are on their HQs."""

    __slots__ = ("bring", "features", "feet", "flags", "held", "lanes", "stacks", "total", "value")

    def __init__(
        self, army: int, cells: Cells, bits: int, lands: tuple[int, ...], flags: tuple[int, ...]
    ) -> None:
        self.flags = flags
        """Who held which flag."""
        self.value = 0.0
        """The value of its own features, for whoever judges it."""
        self.features = [0.0] * OWN
        self.stacks: list[tuple[int, float]] = []
        """The worth of each stack on the board, with the highest bit of its lane."""
        self.lanes = 0
        """These bits together."""
        self.total = 0.0
        """The worth of all it has."""
        self.held = 0
        """The strength that it has on each place."""
        self.feet = 0
        """The places where it has, or could bring, a soldier or a regiment, one bit each."""
        counts: dict[int, int] = {}
        merged = self._survey(army, cells, counts, lands)
        self.bring = _most(counts, *merged)
        """The most that it could bring to each place in the next round with its five orders."""
        self.features[INCOME] = sum(1 for land in lands if bits & LAND_BITS[land])

    def _survey(
        self, army: int, cells: Cells, counts: dict[int, int], lands: tuple[int, ...]
    ) -> tuple[int, int]:
        """Go through the stacks; return the gain by merging, and the orders for it, in every lane."""
        gains = orders = 0
        for place, cell in cells.items():
            value = worth(cell)
            self.total += value
            lane = LANE * place
            for kind, count in kinds_in(cell):
                self._count(kind, count, is_boxed=place == RESERVE[army])
                if kind < MISSILE:
                    counts[kind] = counts.get(kind, 0) + min(count, MOST_ORDERS) * _LANES[kind][place]
                if kind in (SOLDIER, REGIMENT):
                    self.feet |= REACH_BITS[kind][place] | 1 << place
            if place == RESERVE[army]:
                continue
            self.stacks.append((1 << lane + LANE - 1, value))
            self.lanes |= 1 << lane + LANE - 1
            self.held += min(cell & STRENGTH, STRONGEST) << lane
            for kind, gain in _GAINS:  # P-EXCH-2
                merges = min((cell >> SHIFT[kind] & COUNT) // 3, MOST_ORDERS)
                if merges:
                    gains += merges * gain << lane
                    orders += merges << lane
            if lands:
                self.features[NEARNESS] += _nearness(cell, place, lands)
        return gains, orders

    def _count(self, kind: int, count: int, *, is_boxed: bool) -> None:
        if kind == POWER:
            self.features[BOXED_POWER] += count
        elif kind == MISSILE:
            self.features[MISSILES] += count
        elif is_boxed:
            self.features[BOXED_SMALL if kind in BIGGER else BOXED_BIG] += count * POWERS[kind]
        else:
            self.features[kind] += count * POWERS[kind]

    def exposed(self, danger: int, helpless: int) -> tuple[float, float]:
        """The worth of the stacks in the lanes of danger, and of those among them that no help saves."""
        risk = lost = 0.0
        for lane, worth in self.stacks:
            if danger & lane:
                risk += worth
                if helpless & lane:
                    lost += worth
        return risk, lost


def _most(counts: dict[int, int], gains: int, orders: int) -> int:
    """Send the strongest pieces first, as many as there are orders for, to every place at once."""
    bring = gains
    room = MOST_ORDERS * ONES - _least(orders, MOST_ORDERS * ONES)
    for kind in _STRONGEST_FIRST:
        if kind in counts:
            sent = _least(counts[kind], room)
            bring += sent * POWERS[kind]
            room -= sent
    return bring


def _least(some: int, others: int) -> int:
    """The smaller of two numbers, in every lane."""
    fits = ((others | HIGH) - some) & HIGH
    chosen = fits - (fits >> LANE - 1)
    return some & chosen | others & (chosen ^ LOW)


def foot_away(cells: Cells, land: int) -> int:
    """How many rounds the nearest foot soldier of these cells is away from an HQ."""
    away = FAR
    for place, cell in cells.items():
        for kind, _ in kinds_in(cell):
            if kind in (SOLDIER, REGIMENT):
                away = min(away, _ROUNDS[land][kind][place])
    return away
