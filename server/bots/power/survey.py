"""Which strength every side could bring to each place in the next round. All bots use this."""

from collections.abc import Iterable, Mapping

from protocol.views.power import (
    ARMIES,
    KINDS,
    POWERS,
    Army,
    Kind,
    Pieces,
    Place,
    Side,
    Stack,
    headquarters,
    strength,
)
from server.games.power.board import KIND_INDEX, RANGE, REACH, SECTORS
from server.games.power.field import POWER_OF
from server.games.power.orders import MOST_ORDERS, UPGRADE

FOOT: tuple[Kind, ...] = ("S", "R")
"""P-FLAG-1: only these kinds can take a flag."""
STRONGEST_FIRST: tuple[Kind, ...] = tuple(sorted(RANGE, key=lambda kind: -POWER_OF[kind]))
ALL_SECTORS = frozenset(SECTORS)
REACHED: Mapping[Kind, Mapping[Place, frozenset[Place]]] = {
    kind: {place: frozenset(reach) for place, reach in places.items()} for kind, places in REACH.items()
}
_GAINS = tuple((KIND_INDEX[small], POWER_OF[big] - 3 * POWER_OF[small]) for small, big in UPGRADE.items())
_TRAVEL = tuple((KIND_INDEX[kind], kind, POWER_OF[kind], kind in FOOT) for kind in STRONGEST_FIRST)


def rounds_to(kind: Kind, goals: Iterable[Place]) -> dict[Place, int]:
    """How many orders a piece needs from each place to one of the goals if nobody is in the way."""
    known = dict.fromkeys(goals, 0)
    edge = set(known)
    while edge:
        far = max(known.values()) + 1
        edge = {start for start, reach in REACHED[kind].items() if start not in known and reach & edge}
        known.update(dict.fromkeys(edge, far))
    return known


ROUNDS: Mapping[Army, Mapping[Kind, Mapping[Place, int]]] = {
    army: {kind: rounds_to(kind, (headquarters(army),)) for kind in RANGE} for army in ARMIES
}
"""For each HQ and kind: the number of rounds from every place from which it can be reached."""


class Reach:
    """The most that one army could bring to each sector in the next round with its five orders."""

    __slots__ = ("bring", "feet", "held")

    def __init__(self, places: Mapping[Place, Stack], targets: frozenset[Place]) -> None:
        self.held: dict[Place, int] = {}
        self.bring: dict[Place, int] = dict.fromkeys(targets, 0)
        self.feet: set[Place] = set()
        """The places where it has, or could bring, a soldier or a regiment."""
        orders = dict.fromkeys(targets, 0)
        for place, stack in places.items():
            self._merge(place, stack, orders)
        for index, kind, power, foot in _TRAVEL:
            for place, stack in places.items():
                if stack[index]:
                    self._send(REACHED[kind][place] & targets, stack[index], power, orders)
                    if foot:
                        self.feet |= REACHED[kind][place]

    def _merge(self, place: Place, stack: Stack, orders: dict[Place, int]) -> None:
        """P-EXCH-2: three of a kind can be merged where they are, with one order each time."""
        if place not in orders:
            return
        self.held[place] = strength(stack)
        for index, gain in _GAINS:
            if stack[index] >= 3:
                self.bring[place] += gain * (stack[index] // 3)
                orders[place] += stack[index] // 3
        if stack[0] or stack[4]:
            self.feet.add(place)

    def _send(self, to: Iterable[Place], count: int, power: int, orders: dict[Place, int]) -> None:
        bring = self.bring
        for place in to:
            room = MOST_ORDERS - orders[place]
            if room > 0:
                sent = count if count < room else room
                orders[place] += sent
                bring[place] += sent * power


class Survey:
    """The position, with what could happen in the next round."""

    def __init__(self, pieces: Pieces, sides: Mapping[Army, Side], targets: frozenset[Place]) -> None:
        self.held: dict[Side, dict[Place, int]] = {}
        self.bring: dict[Side, dict[Place, int]] = {}
        self.feet: dict[Side, set[Place]] = {}
        self._threats: dict[tuple[Place, Side], int] = {}
        for army, places in pieces.items():
            reach = Reach(places, targets)
            side = sides[army]
            if side not in self.held:
                self.held[side], self.bring[side], self.feet[side] = reach.held, reach.bring, reach.feet
                continue
            held, bring = self.held[side], self.bring[side]
            for place, power in reach.held.items():
                held[place] = held.get(place, 0) + power
            for place, power in reach.bring.items():
                bring[place] += power
            self.feet[side] |= reach.feet

    def standing(self, place: Place, me: Side) -> int:
        """The strength of the strongest rival that is there now."""
        return max((held.get(place, 0) for side, held in self.held.items() if side != me), default=0)

    def threat(self, place: Place, me: Side) -> int:
        """The most that a rival side could have there in the next round."""
        known = self._threats.get((place, me))
        if known is not None:
            return known
        most = 0
        for side, held in self.held.items():
            if side != me:
                most = max(most, held.get(place, 0) + self.bring[side][place])
        self._threats[place, me] = most
        return most

    def siege(self, place: Place, me: Side) -> int:
        """The most that a rival with foot soldiers could have there, which could take a flag."""
        return max(
            (
                held.get(place, 0) + self.bring[side][place]
                for side, held in self.held.items()
                if side != me and place in self.feet[side]
            ),
            default=0,
        )


WORTH: tuple[float, ...] = (4.5, 7.0, 7.0, 13.0, 20.0, 30.0, 27.0, 47.0, 60.0, 2.2)
"""The worth of each kind: its power, and for a small one a share of what three of them make."""


def worth(stack: Stack) -> float:
    return sum(count * value for count, value in zip(stack, WORTH, strict=True) if count)


assert len(WORTH) == len(KINDS) == len(POWERS)
