"""What the evaluation must know of one army: what it has, and how much it could bring where next round.

The strengths of all places are held in one integer, a lane of 16 bits for each place, so that one addition or
one comparison does the work of sixty.
"""

from collections.abc import Sequence
from functools import lru_cache
from operator import mul

from protocol.views.power import ARMIES, KINDS, POWERS
from server.bots.power.packed import (
    BIGGER,
    COUNT,
    MISSILE,
    MOVING,
    POWER,
    REACH_BITS,
    REACH_OF,
    REGIMENT,
    RESERVE_BITS,
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
    *("flags", "at risk", "beyond help", "besieged", "flag beyond help", "prey"),
)
"""What is counted for each army. The first eight are the power on the board, kind by kind."""
BOXED_SMALL, BOXED_BIG, BOXED_POWER, MISSILES, NEARNESS, FOOT_NEAR, INCOME = range(8, 15)
FLAGS, AT_RISK, BEYOND_HELP, BESIEGED, FLAG_BEYOND_HELP, PREY = range(15, 21)
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


class Stack:
    """What one stack adds to the gauge of its army."""

    __slots__ = (
        "away",
        "features",
        "feet",
        "gains",
        "held",
        "is_boxed",
        "lane",
        "orders",
        "sent",
        "value",
        "worth",
    )

    def __init__(self, place: int, cell: int, lands: tuple[int, ...], weights: tuple[float, ...]) -> None:
        kinds = kinds_in(cell)
        self.worth = worth(cell)
        self.is_boxed = bool(RESERVE_BITS >> place & 1)
        """Whether it is in the reserve."""
        self.sent = [
            (kind, min(count, MOST_ORDERS) * _LANES[kind][place]) for kind, count in kinds if kind < MISSILE
        ]
        """For each kind, how many pieces reach each place."""
        foot = [kind for kind, _ in kinds if kind in (SOLDIER, REGIMENT)]
        self.feet = 0
        for kind in foot:
            self.feet |= REACH_BITS[kind][place] | 1 << place
        self.away = [min((_ROUNDS[land][kind][place] for kind in foot), default=FAR) for land in range(4)]
        """How many rounds its foot soldiers are away from each HQ."""
        self.lane = self.held = self.gains = self.orders = 0
        self.features = [0.0] * OWN
        for kind, count in kinds:
            self._count(kind, count)
        if not self.is_boxed:
            self._stand(LANE * place, cell)
            self.features[NEARNESS] = _nearness(cell, place, lands) if lands else 0.0
        self.value = sum(map(mul, self.features, weights))

    def _count(self, kind: int, count: int) -> None:
        if kind == POWER:
            self.features[BOXED_POWER] += count
        elif kind == MISSILE:
            self.features[MISSILES] += count
        elif self.is_boxed:
            self.features[BOXED_SMALL if kind in BIGGER else BOXED_BIG] += count * POWERS[kind]
        else:
            self.features[kind] += count * POWERS[kind]

    def _stand(self, lane: int, cell: int) -> None:
        self.lane = 1 << lane + LANE - 1
        self.held = min(cell & STRENGTH, STRONGEST) << lane
        for kind, gain in _GAINS:  # P-EXCH-2
            merges = min((cell >> SHIFT[kind] & COUNT) // 3, MOST_ORDERS)
            self.gains += merges * gain << lane
            self.orders += merges << lane


class Stacks(dict[tuple[int, int], Stack]):
    """The stacks that were met so far, by place and packed stack; a new one is looked into at once.

    `lands` are the rivals whose flags are on their HQs.
    """

    def __init__(self, lands: tuple[int, ...], weights: tuple[float, ...]) -> None:
        self.lands = lands
        self.weights = weights

    def __missing__(self, key: tuple[int, int]) -> Stack:
        found = self[key] = Stack(*key, self.lands, self.weights)
        return found


class Gauge:
    """What one army has and could do."""

    __slots__ = ("_force", "bring", "feet", "held", "lanes", "most", "on_board", "stacks", "total", "value")

    def __init__(self, cells: Cells, stacks: Stacks) -> None:
        self.stacks = [stacks[item] for item in cells.items()]
        self.value = 0.0
        """The value of its own features, for whoever judges it."""
        self.on_board: list[tuple[int, float]] = []
        """The worth of each stack on the board, with the highest bit of its lane."""
        self.lanes = 0
        """These bits together."""
        self.total = 0.0
        """The worth of all it has."""
        self.held = 0
        """The strength that it has on each place."""
        self.feet = 0
        """The places where it has, or could bring, a soldier or a regiment, one bit each."""
        gains = orders = 0
        sent: dict[int, int] = {}
        for stack in self.stacks:
            self.value += stack.value
            self.total += stack.worth
            self.feet |= stack.feet
            for kind, lanes in stack.sent:
                sent[kind] = sent.get(kind, 0) + lanes
            if stack.lane:
                self.on_board.append((stack.lane, stack.worth))
                self.lanes |= stack.lane
                self.held += stack.held
                gains += stack.gains
                orders += stack.orders
        self.bring = _most(sent, gains, orders)
        """The most that it could bring to each place in the next round with its five orders."""
        self.most = self.held + self.bring
        """The strength that it could have on each place."""
        self._force: Force | None = None

    @property
    def force(self) -> "Force":
        """The army as a side of its own."""
        if self._force is None:
            self._force = Force((self,))
        return self._force

    def features(self) -> list[float]:
        """What is counted for it, without what depends on other things than its stacks."""
        return [sum(column) for column in zip(*[stack.features for stack in self.stacks], strict=True)] or [
            0.0
        ] * OWN

    def foot_away(self, land: int) -> int:
        """How many rounds the nearest foot soldier is away from an HQ."""
        return min((stack.away[land] for stack in self.stacks), default=FAR)


class Force:
    """The armies of one side together: what it has on each place, and what it could have there."""

    __slots__ = (
        "_exposed",
        "_on_board",
        "above_held",
        "above_most",
        "feet",
        "held",
        "lanes",
        "most",
        "raised",
    )

    def __init__(self, gauges: Sequence[Gauge]) -> None:
        self.held = sum([gauge.held for gauge in gauges])
        self.most = sum([gauge.most for gauge in gauges])
        self.feet = self.lanes = 0
        self._on_board: list[tuple[int, float]] = []
        for gauge in gauges:
            self.feet |= gauge.feet
            self.lanes |= gauge.lanes
            self._on_board += gauge.on_board
        # A lane of `raised` less one of these keeps its highest bit where a rival is stronger.
        self.raised = self.most | HIGH
        self.above_held = self.held + ONES
        self.above_most = self.most + ONES
        self._exposed: dict[int, float] = {}

    def exposed(self, danger: int) -> float:
        """The worth of the stacks in the lanes of danger."""
        known = self._exposed.get(danger)
        if known is None:
            known = self._exposed[danger] = sum([worth for lane, worth in self._on_board if danger & lane])
        return known


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
