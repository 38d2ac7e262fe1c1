"""Reads sheets of typed orders on a packed position, as the rules do, but tells no story. P-SHEET, P-EXCH.

Without mercenaries no sheet changes what another sheet finds. So each sheet is read once by itself, and a
search combines what has been read.
"""

from collections.abc import Iterable, Sequence

from protocol.views.power import POWERS
from server.bots.power.packed import (
    BIGGER,
    COUNT,
    HQ,
    MISSILE,
    MOVING,
    POWER,
    REACH_BITS,
    RESERVE,
    SHIFT,
    TRADE,
    UNIT,
    Cells,
    Sheet,
    Typed,
    bits_of,
    terms,
)
from server.games.power.orders import MOST_ORDERS

_SMALLER = {big: small for small, big in BIGGER.items()}
_SMALLEST_FIRST = tuple(sorted(MOVING, key=POWERS.__getitem__))
LOST = -1
"""No army carried the order out."""
CANCELLED = -2
"""P-THREE-3: the orders of rivals cancelled it."""

Unit = tuple[int, int, int]
"""A piece that was used in this round: the number of its move, its kind, where it came from; both numbers
are -1 if it was made here of pieces that had not moved."""


class ArmyRead:
    """What an army has after the reading, and which of its pieces moved."""

    __slots__ = ("bits", "cells", "moved")

    def __init__(self, cells: Cells, moved: dict[int, list[Unit]]) -> None:
        self.cells = cells
        self.moved = moved
        """For each place, the pieces that could fall back from there."""
        self.bits = bits_of(cells)


class SheetRead:
    """What came of one sheet that was read by itself."""

    __slots__ = ("army", "hired", "kept", "missiles", "own", "sheet")

    def __init__(self, army: int, sheet: Sheet, field: "Field", kept: Sheet, *, hires: bool) -> None:
        self.army = army
        self.sheet = sheet
        self.own = field.army_read(army)
        self.kept = kept
        """The orders that were carried out."""
        self.hired = field.army_read(field.mercenary) if hires else None
        """P-THREE-2: the mercenaries, if this sheet has an order for them."""
        self.missiles = tuple(field.missiles)
        """The places at which missiles were fired."""


class Field:
    """The board while sheets are read: `fresh` holds pieces that no order has used yet."""

    __slots__ = ("fresh", "hired", "mercenary", "missiles", "moves", "used")

    def __init__(self, cells: Sequence[Cells], mercenary: int, armies: Iterable[int]) -> None:
        self.fresh = list(cells)
        for army in armies:
            self.fresh[army] = cells[army].copy()
        self.used: tuple[dict[int, list[Unit]], ...] = ({}, {}, {}, {})
        self.mercenary = mercenary
        # P-THREE-2: the places where mercenaries stood when the round began; only these take orders.
        self.hired = 0 if mercenary < 0 else bits_of(cells[mercenary]) | 1 << RESERVE[mercenary]
        self.missiles: list[int] = []
        self.moves = 0

    def carry_out(self, army: int, order: Typed) -> int:
        """Carry out the order; return the owner of the pieces, or LOST."""
        kind, place, to = order
        if kind >= TRADE:
            return self._trade(army, kind - TRADE, place, to)
        owner = self.owner(army, kind, place) if self.hired else army
        fresh = self.fresh[owner]
        cell = fresh.get(place, 0)
        if not cell >> SHIFT[kind] & COUNT:
            if kind != MISSILE or not self._count(owner, place, MISSILE):
                return LOST
            self._take_used(owner, place, MISSILE)
            self.missiles.append(to)
            return owner
        if kind == MISSILE:
            self.missiles.append(to)
        elif REACH_BITS[kind][place] >> to & 1:
            self.moves += 1
            self.used[owner].setdefault(to, []).append((self.moves, kind, place))
        else:
            return LOST
        fresh[place] = cell - UNIT[kind]
        return owner

    def owner(self, army: int, kind: int, place: int) -> int:
        """P-THREE-2: the army's own piece if it has one there, else a mercenary that stood there."""
        if not self.hired >> place & 1:
            return army
        if kind == MISSILE:
            return army if self._count(army, place, MISSILE) else self.mercenary
        return army if self.fresh[army].get(place, 0) >> SHIFT[kind] & COUNT else self.mercenary

    def _count(self, army: int, place: int, kind: int) -> int:
        units = self.used[army].get(place, ())
        there = self.fresh[army].get(place, 0) >> SHIFT[kind] & COUNT
        return there + sum(unit[1] == kind for unit in units) if units else there

    def _trade(self, army: int, make: int, place: int, used: int) -> int:
        needed = terms(make, used)
        if needed is None:
            return LOST
        owner = army
        if not self._has(army, place, needed) and self.hired >> place & 1:
            owner = self.mercenary
        if not self._has(owner, place, needed):
            return LOST
        latest: Unit = (-1, make, -1)
        for kind, count in needed:
            for _ in range(count):
                latest = max(latest, self._spend(owner, place, kind))
        if place == RESERVE[owner]:
            # P-EXCH-4: it may be exchanged again, and it may move.
            self.fresh[owner][place] = self.fresh[owner].get(place, 0) + UNIT[make]
        else:
            # P-EXCH-6: a piece made of moved pieces counts as moved, from where the last of them came.
            self.used[owner].setdefault(place, []).append((latest[0], make, latest[2]))
        return owner

    def _has(self, army: int, place: int, needed: tuple[tuple[int, int], ...]) -> bool:
        return all(self._count(army, place, kind) >= count for kind, count in needed)

    def _spend(self, army: int, place: int, kind: int) -> Unit:
        """P-EXCH-6: moved pieces are used first, the latest before others; then those made here."""
        if any(unit[1] == kind for unit in self.used[army].get(place, ())):
            return self._take_used(army, place, kind)
        self.fresh[army][place] -= UNIT[kind]
        return -1, kind, -1

    def _take_used(self, army: int, place: int, kind: int) -> Unit:
        units = self.used[army][place]
        unit = max(unit for unit in units if unit[1] == kind)
        units.remove(unit)
        return unit

    def army_read(self, army: int) -> ArmyRead:
        """The army with all its pieces, used ones and others."""
        cells = {place: cell for place, cell in self.fresh[army].items() if cell}
        moved: dict[int, list[Unit]] = {}
        for place, units in self.used[army].items():
            for unit in units:
                cells[place] = cells.get(place, 0) + UNIT[unit[1]]
                if unit[2] >= 0:
                    moved.setdefault(place, []).append(unit)
        return ArmyRead(cells, moved)

    def pay(self, army: int) -> None:
        """P-IDLE: what an army that did nothing pays at the end of its sheet."""
        fresh, home = self.fresh[army], RESERVE[army]
        if fresh.get(home, 0) >> SHIFT[POWER] & COUNT:
            fresh[home] -= UNIT[POWER]
            return
        kind, place = _smallest(fresh, army)
        if place < 0:
            return
        fresh[place] -= UNIT[kind]
        small = _SMALLER.get(kind, kind)  # P-IDLE-2: group 2 turns into three of group 1 first
        kept = (POWERS[small] - 1) * UNIT[POWER] + (0 if small == kind else 2 * UNIT[small])
        fresh[home] = fresh.get(home, 0) + kept


def _smallest(fresh: Cells, army: int) -> tuple[int, int]:
    """P-IDLE-3. The number of the place is -1 if there is no such piece."""
    first = {RESERVE[army]: -2, HQ[army]: -1}
    places = sorted(fresh, key=lambda place: first.get(place, place))
    for kind in _SMALLEST_FIRST:
        for place in places:
            if fresh[place] >> SHIFT[kind] & COUNT:
                return kind, place
    return LOST, -1


def read_alone(cells: Sequence[Cells], mercenary: int, army: int, sheet: Sheet) -> SheetRead:
    """Read one sheet as if it were the only one."""
    hires = False
    field = Field(cells, mercenary, (army,) if mercenary < 0 else (army, mercenary))
    if field.hired:
        hires = any(_may_hire(field, army, order) for order in sheet[:MOST_ORDERS])
    kept = tuple(order for order in sheet[:MOST_ORDERS] if field.carry_out(army, order) != LOST)
    if not kept:
        field.pay(army)
    return SheetRead(army, sheet, field, kept, hires=hires)


def _may_hire(field: Field, army: int, order: Typed) -> bool:
    """Whether the order could name mercenaries, whatever the orders above it do."""
    return bool(field.hired >> order[1] & 1)


def read_together(cells: Sequence[Cells], mercenary: int, sheets: Sequence[tuple[int, Sheet]]) -> Field:
    """P-THREE: read the sheets in this order where more than one of them has orders for mercenaries."""
    field = Field(cells, mercenary, range(len(cells)))
    rulings = _rulings(field, sheets)
    for army, sheet in sheets:
        done = [
            _carry_out_rival(field, army, order, rulings.get((army, number)))
            for number, order in enumerate(sheet[:MOST_ORDERS])
        ]
        if all(owner == LOST for owner in done):  # P-THREE-4: a cancelled order excuses
            field.pay(army)
    return field


def _carry_out_rival(field: Field, army: int, order: Typed, agreed: bool | None) -> int:
    if agreed is False:
        return CANCELLED
    owner = field.carry_out(army, order)
    return army if owner == LOST and agreed else owner


def _rulings(field: Field, sheets: Sequence[tuple[int, Sheet]]) -> dict[tuple[int, int], bool]:
    """P-THREE-3: which orders to mercenaries cancel each other (False) or agree (True)."""
    claims: dict[tuple[int, int], list[tuple[int, int, int]]] = {}
    for army, sheet in sheets:
        for number, (kind, place, to) in enumerate(sheet[:MOST_ORDERS]):
            if kind < TRADE and _claims(field, army, kind, place, to):
                claims.setdefault((kind, place), []).append((army, number, to))
    rulings: dict[tuple[int, int], bool] = {}
    for (kind, place), claim in claims.items():
        rivals = len({army for army, _, _ in claim}) > 1
        if rivals and len(claim) > field.fresh[field.mercenary].get(place, 0) >> SHIFT[kind] & COUNT:
            agreed = len({to for _, _, to in claim}) == 1
            rulings.update({(army, number): agreed for army, number, _ in claim})
    return rulings


def _claims(field: Field, army: int, kind: int, place: int, to: int) -> bool:
    if field.owner(army, kind, place) != field.mercenary:
        return False
    if not field.fresh[field.mercenary].get(place, 0) >> SHIFT[kind] & COUNT:
        return False
    return kind == MISSILE or bool(REACH_BITS[kind][place] >> to & 1)
