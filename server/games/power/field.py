"""The board during a round: which pieces may still move, which have moved, and from where."""

from collections.abc import Mapping

from protocol.views.power import (
    ARMIES,
    EMPTY,
    KINDS,
    POWERS,
    Army,
    Kind,
    Pieces,
    Place,
    Side,
    Stack,
    one,
    reserve,
    strength,
)
from server.games.power.board import KIND_INDEX

POWER_OF: Mapping[Kind, int] = dict(zip(KINDS, POWERS, strict=True))
ONE: Mapping[Kind, Stack] = {kind: one(kind) for kind in KINDS}
MISSILE = KIND_INDEX["M"]


class Unit:
    """A piece that was moved, or made on the board, in this round."""

    __slots__ = ("fallen", "kind", "origin", "stamp")

    def __init__(self, kind: Kind, origin: Place | None, stamp: int) -> None:
        self.kind = kind
        self.origin = origin
        """The place to which it would fall back; None if it did not move."""
        self.stamp = stamp
        """The number of its move in the round; -1 if it did not move."""
        self.fallen = False


class Field:
    """`fresh` counts the pieces that no order has used yet; `used` holds the others one by one."""

    __slots__ = ("_stamp", "fresh", "hired", "mercenary", "missiles", "sides", "used")

    def __init__(self, pieces: Pieces, sides: Mapping[Army, Side], mercenary: Army | None = None) -> None:
        self.fresh: dict[Army, dict[Place, list[int]]] = {army: {} for army in ARMIES}
        for army, places in pieces.items():
            self.fresh[army] = {place: list(stack) for place, stack in places.items()}
        self.used: dict[Army, dict[Place, list[Unit]]] = {army: {} for army in ARMIES}
        self.sides = sides
        self.mercenary = mercenary
        # P-THREE-2: the places where mercenaries stood when the round began; only these take orders.
        self.hired = {reserve(mercenary), *self.fresh[mercenary]} if mercenary else frozenset[Place]()
        self.missiles: list[tuple[Army, Place]] = []
        self._stamp = 0

    def fresh_count(self, army: Army, place: Place, kind: Kind) -> int:
        stack = self.fresh[army].get(place)
        return stack[KIND_INDEX[kind]] if stack else 0

    def count(self, army: Army, place: Place, kind: Kind) -> int:
        units = self.used[army].get(place, ())
        return self.fresh_count(army, place, kind) + sum(unit.kind == kind for unit in units)

    def stands(self, army: Army, place: Place) -> bool:
        stack = self.fresh[army].get(place)
        return (stack is not None and any(stack)) or bool(self.used[army].get(place))

    def stack(self, army: Army, place: Place) -> Stack:
        units = self.used[army].get(place)
        if not units:
            return tuple(self.fresh[army].get(place, EMPTY))
        counts = list(self.fresh[army].get(place, EMPTY))
        for unit in units:
            counts[KIND_INDEX[unit.kind]] += 1
        return tuple(counts)

    def strength(self, army: Army, place: Place) -> int:
        stack = self.fresh[army].get(place)
        total = strength(stack) if stack else 0
        for unit in self.used[army].get(place, ()):
            total += POWER_OF[unit.kind]
        return total

    def places(self, army: Army) -> list[Place]:
        """Where the army has pieces."""
        fresh, used = self.fresh[army], self.used[army]
        standing = [place for place, stack in fresh.items() if any(stack) or used.get(place)]
        return standing + [place for place, units in used.items() if units and place not in fresh]

    def pieces(self) -> Pieces:
        """The position as it is now."""
        standing = {army: {place: self.stack(army, place) for place in self.places(army)} for army in ARMIES}
        return {army: places for army, places in standing.items() if places}

    def add(self, army: Army, place: Place, stack: Stack) -> None:
        counts = self.fresh[army].setdefault(place, list(EMPTY))
        for index, count in enumerate(stack):
            counts[index] += count

    def move(self, army: Army, kind: Kind, origin: Place, to: Place) -> None:
        self.fresh[army][origin][KIND_INDEX[kind]] -= 1
        self._stamp += 1
        self.used[army].setdefault(to, []).append(Unit(kind, origin, self._stamp))

    def launch(self, army: Army, origin: Place, target: Place) -> None:
        """P-MISS-2: the missile leaves its place at once and strikes later."""
        if self.fresh_count(army, origin, "M"):
            self.fresh[army][origin][MISSILE] -= 1
        else:
            self._take_used(army, origin, "M")
        self.missiles.append((army, target))

    def exchange(self, army: Army, place: Place, used: Stack, make: Kind) -> None:
        moved = [
            unit
            for index, count in enumerate(used)
            if count
            for unit in self._spend(army, place, index, count)
        ]
        if place == reserve(army):
            self.add(army, place, ONE[make])  # P-EXCH-4: it may be exchanged again, and it may move
            return
        # P-EXCH-6: a piece made of moved pieces counts as moved, from where the last of them came.
        latest = max(moved, key=lambda unit: unit.stamp, default=Unit(make, None, -1))
        self.used[army].setdefault(place, []).append(Unit(make, latest.origin, latest.stamp))

    def _spend(self, army: Army, place: Place, index: int, count: int) -> list[Unit]:
        """P-EXCH-6: moved pieces are used first, the latest before others; then those made here."""
        spent: list[Unit] = []
        while len(spent) < count and any(
            unit.kind == KINDS[index] for unit in self.used[army].get(place, ())
        ):
            spent.append(self._take_used(army, place, KINDS[index]))
        if len(spent) < count:
            self.fresh[army][place][index] -= count - len(spent)
        return spent

    def _take_used(self, army: Army, place: Place, kind: Kind) -> Unit:
        units = self.used[army][place]
        unit = max((unit for unit in units if unit.kind == kind), key=lambda unit: unit.stamp)
        units.remove(unit)
        return unit

    def fall_back(self, army: Army, place: Place, units: list[Unit]) -> None:
        """P-TIE-1: pieces go back to where they came from; P-TIE-3: only once in a round."""
        for unit in units:
            assert unit.origin is not None
            unit.fallen = True
            self.used[army][place].remove(unit)
            self.used[army].setdefault(unit.origin, []).append(unit)

    def clear(self, army: Army, place: Place) -> Stack:
        """Take every piece the army has there off the board."""
        stack = self.stack(army, place)
        self.fresh[army].pop(place, None)
        self.used[army].pop(place, None)
        return stack

    def clear_all(self, army: Army) -> Stack:
        total = list(EMPTY)
        for place in self.places(army):
            for index, count in enumerate(self.clear(army, place)):
                total[index] += count
        return tuple(total)
