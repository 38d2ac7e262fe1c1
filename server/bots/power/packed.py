"""A position as numbers, for search: an army is a dict from the number of a place to one integer.

The integer of a stack holds its strength in the lowest bits and the count of each kind above them, so that
adding and taking pieces are single additions. Places, kinds and armies are their numbers in PLACES, KINDS
and ARMIES.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from protocol.views.power import ARMIES, KINDS, POWERS, Army, Pieces, Stack, headquarters, reserve
from server.bots.power.draft import Order
from server.games.power.board import KIND_INDEX, PLACES, RANGE, RANK, REACH, TERRITORY
from server.games.power.notation import Exchange, Move
from server.games.power.orders import UPGRADE, exchange_flaw

Cells: TypeAlias = dict[int, int]
"""What an army has: the packed stack on each place where it has anything."""
Typed: TypeAlias = tuple[int, int, int]
"""An order: (kind, origin, to); or for an exchange (TRADE + the kind made, place, the packed stack used)."""
Sheet: TypeAlias = tuple[Typed, ...]

STRENGTH = (1 << 24) - 1
"""The bits of a packed stack that hold its strength."""
COUNT = (1 << 16) - 1
SHIFT = tuple(24 + 16 * index for index in range(len(KINDS)))
"""Where the count of each kind begins. `cell >> SHIFT[kind] & COUNT` is that count."""
MOST = 9_999
"""More pieces of a kind than any game has; a larger count is packed as this one."""
UNIT = tuple((1 << SHIFT[index]) + power for index, power in enumerate(POWERS))
"""One piece of each kind, packed."""
TRADE = 10
"""The first number of an exchange; the numbers below it are kinds that move."""
SOLDIER, TANK, FIGHTER, DESTROYER, REGIMENT, HEAVY_TANK, BOMBER, CRUISER, MISSILE, POWER = range(len(KINDS))
FOOT = COUNT << SHIFT[SOLDIER] | COUNT << SHIFT[REGIMENT]
"""P-FLAG-1: the bits of a packed stack that hold its soldiers and regiments."""
MOVING = tuple(KIND_INDEX[kind] for kind in RANGE)
BIGGER: Mapping[int, int] = {KIND_INDEX[small]: KIND_INDEX[big] for small, big in UPGRADE.items()}

HQ = tuple(RANK[headquarters(army)] for army in ARMIES)
RESERVE = tuple(RANK[reserve(army)] for army in ARMIES)
RESERVE_BITS = sum(1 << place for place in RESERVE)
SECTOR_BITS = (1 << len(PLACES)) - 1 - RESERVE_BITS
LAND_BITS = tuple(
    sum(1 << RANK[place] for place, owner in TERRITORY.items() if owner == army) for army in ARMIES
)
"""The places of each army's territory, one bit each."""
REACH_OF: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(tuple(sorted(RANK[to] for to in REACH[kind][place])) if kind in REACH else () for place in PLACES)
    for kind in KINDS
)
"""For each kind and place: the places that such a piece reaches with one order."""
REACH_BITS: tuple[tuple[int, ...], ...] = tuple(
    tuple(sum(1 << to for to in reach) for reach in places) for places in REACH_OF
)


def pack(stack: Sequence[int]) -> int:
    return sum(min(count, MOST) * UNIT[kind] for kind, count in enumerate(stack) if count)


def unpack(cell: int) -> Stack:
    return tuple(cell >> shift & COUNT for shift in SHIFT)


def pack_army(pieces: Pieces, army: Army) -> Cells:
    return {RANK[place]: pack(stack) for place, stack in pieces.get(army, {}).items() if any(stack)}


def unpack_armies(cells: Sequence[Cells]) -> Pieces:
    return {
        army: {PLACES[place]: unpack(cell) for place, cell in cells[number].items()}
        for number, army in enumerate(ARMIES)
        if cells[number]
    }


def bits_of(cells: Cells) -> int:
    """The places where the army stands, one bit each."""
    bits = 0
    for place in cells:
        bits |= 1 << place
    return bits


def places_in(bits: int) -> list[int]:
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found


@lru_cache(maxsize=65536)
def typed(order: Order) -> Typed:
    """The order as numbers."""
    if isinstance(order, Move):
        return KIND_INDEX[order.kind], RANK[order.origin], RANK[order.to]
    return TRADE + KIND_INDEX[order.make], RANK[order.place], pack(order.used)


def order_of(order: Typed) -> Order:
    """The order in the words of the rules."""
    kind, place, to = order
    if kind < TRADE:
        return Move(KINDS[kind], PLACES[place], PLACES[to])
    return Exchange(unpack(to), PLACES[place], KINDS[kind - TRADE])


@lru_cache(maxsize=4096)
def terms(make: int, used: int) -> tuple[tuple[int, int], ...] | None:
    """The kinds and counts that an exchange uses; None if they can never make such a piece (P-EXCH)."""
    stack = unpack(used)
    if exchange_flaw(Exchange(stack, PLACES[0], KINDS[make])):
        return None
    return tuple((kind, count) for kind, count in enumerate(stack) if count)
