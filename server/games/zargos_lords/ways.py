"""The ways that pieces go: which hexes they may enter, at what cost, and which of several ways they take."""

from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import pairwise

from msgspec import Struct

from protocol.views.zargos_lords.board import (
    CONSTANTS,
    MOUNTAIN,
    NEIGHBOURS,
    SEA,
    STEPS,
    WHIRLPOOL,
    WOOD,
    distance,
    line_between,
    ray,
)
from protocol.views.zargos_lords.words import Hex, People
from server.games.flaw import Flaw
from server.games.zargos_lords.field import Field

NO_LIMIT = 10**6


class Traveller(Struct, frozen=True):
    """A unit that goes somewhere: what it may do on the way, and the points that it has."""

    people: People
    points: int
    is_flier: bool = False
    can_climb: bool = True
    """L-MOVE-6: whether it has not spent a point yet, so that a mountain can be its whole move."""
    minds_zones: bool = True
    """False for single attacks (L-ZONE-5)."""

    def after(self, cost: int) -> "Traveller":
        return Traveller(self.people, self.points - cost, self.is_flier, False, self.minds_zones)


class Way(Struct, frozen=True):
    """A way that can be gone: its hexes without the first, what it costs, and its one direction if it has
    only one."""

    hexes: tuple[Hex, ...]
    cost: int
    heading: int | None = None

    @property
    def end(self) -> Hex:
        return self.hexes[-1]


def entry_cost(field: Field, traveller: Traveller, at: Hex) -> int:
    """L-MOVE-4, L-MOVE-5, L-FLY-1; a mountain is dealt with by itself."""
    if not traveller.is_flier and field.terrain[at] == WOOD:
        return CONSTANTS.wood_cost
    return 1


def can_pass(field: Field, traveller: Traveller, at: Hex, minds_zones: bool) -> bool:
    """Whether a unit may go on from a hex that it has entered."""
    terrain = field.terrain[at]
    if terrain in (SEA, WHIRLPOOL):
        return False
    if traveller.is_flier:
        return True
    return terrain != MOUNTAIN and _is_open(field, traveller, at, minds_zones)


def _is_open(field: Field, traveller: Traveller, at: Hex, minds_zones: bool) -> bool:
    """Whether neither enemies nor cities nor zones end a way on the ground here."""
    if field.enemy_at(traveller.people, at):
        return False
    city = field.cities.get(at)
    if city:
        return city.people == traveller.people
    return not (minds_zones and field.zone(traveller.people).get(at, 0) > 0)


def can_end(field: Field, traveller: Traveller, at: Hex) -> bool:
    """Whether terrain and cities allow a way to end here; who stands there is another question."""
    if field.terrain[at] == SEA:
        return False
    city = field.cities.get(at)
    if city and city.people != traveller.people:
        return not city.is_manned and field.is_enemy(traveller.people, city.people)
    return True


def _can_end_leg(field: Field, traveller: Traveller, at: Hex, is_last: bool, minds_zones: bool) -> bool:
    """Whether a leg may end here: the last one as a way ends, the others as somebody who goes on."""
    if is_last:
        return can_end(field, traveller, at)
    if field.terrain[at] == MOUNTAIN and not traveller.is_flier:
        return _is_open(field, traveller, at, minds_zones)
    return can_pass(field, traveller, at, minds_zones)


def find_way(field: Field, traveller: Traveller, hexes: Sequence[Hex]) -> Way | Flaw:
    """L-MOVE-3: the way over all these hexes, leg by leg, or why there is none."""
    gone: list[Hex] = []
    left, spent = traveller, 0
    for number, (start, end) in enumerate(pairwise(hexes)):
        is_last = number == len(hexes) - 2
        is_round = start == end or (is_last and end == hexes[0])
        leg = None if is_round else _leg(field, left, start, end, is_last, left.minds_zones)
        if leg is None:
            flaw = Flaw("no-way") if is_round else _why_not(field, left, start, end, is_last)
            return _with_points(flaw, spent, traveller.points)
        gone += leg.hexes
        spent += leg.cost
        left = left.after(leg.cost)
    return Way(tuple(gone), spent, _heading(hexes[0], gone))


def _with_points(flaw: Flaw, spent: int, points: int) -> Flaw:
    if flaw.code != "too-far":
        return flaw
    return Flaw("too-far", 0, {"needed": int(flaw.args.get("needed", 0)) + spent, "has": points})


def _why_not(field: Field, traveller: Traveller, start: Hex, end: Hex, is_last: bool) -> Flaw:
    """L-SHEET-6: zones, no way at any price, or too few points."""
    if traveller.minds_zones and _leg(field, traveller, start, end, is_last, False):
        return Flaw("zone")
    price = cheapest(field, traveller, start, end, is_last)
    return Flaw("no-way") if price is None else Flaw("too-far", 0, {"needed": price})


def _leg(
    field: Field, traveller: Traveller, start: Hex, end: Hex, is_last: bool, minds_zones: bool
) -> Way | None:
    """One leg: the straight line if it will do, else the cheapest way."""
    if not _can_end_leg(field, traveller, end, is_last, minds_zones):
        return None
    if field.terrain[end] == MOUNTAIN and not traveller.is_flier:
        return _climb(traveller, start, end)
    if distance(start, end) > traveller.points:
        return None
    return _straight(field, traveller, start, end, minds_zones) or _cheapest_way(
        field, traveller, start, end, minds_zones
    )


def _climb(traveller: Traveller, start: Hex, end: Hex) -> Way | None:
    """L-MOVE-6: from the hex beside it, as the whole move."""
    if traveller.can_climb and traveller.points > 0 and end in NEIGHBOURS[start]:
        return Way((end,), traveller.points)
    return None


def _straight(field: Field, traveller: Traveller, start: Hex, end: Hex, minds_zones: bool) -> Way | None:
    line = line_between(start, end)
    if line is None:
        return None
    hexes = ray(start, line[0])[: line[1]]
    if not all(can_pass(field, traveller, at, minds_zones) for at in hexes[:-1]):
        return None
    cost = sum(entry_cost(field, traveller, at) for at in hexes)
    return Way(hexes, cost) if cost <= traveller.points else None


def _cheapest_way(field: Field, traveller: Traveller, start: Hex, end: Hex, minds_zones: bool) -> Way | None:
    """The cheapest way, of those the one with fewest hexes, then the first in direction order."""
    price = _prices(field, traveller, start, end, minds_zones)
    if start not in price:
        return None
    hexes: list[Hex] = []
    here = start
    while here != end:
        cost, steps = price[here]
        here = next(
            beside
            for beside in NEIGHBOURS[here]
            if price.get(beside) == (cost - entry_cost(field, traveller, beside), steps - 1)
        )
        hexes.append(here)
    return Way(tuple(hexes), price[start][0])


def _prices(
    field: Field, traveller: Traveller, start: Hex, end: Hex, minds_zones: bool
) -> dict[Hex, tuple[int, int]]:
    """From each hex near enough, the points and the steps to the end, found backwards from there."""
    found: dict[Hex, tuple[int, int]] = {}
    best: dict[Hex, tuple[int, int]] = {end: (0, 0)}
    waiting: list[tuple[int, int, Hex]] = [(0, 0, end)]
    while waiting:
        cost, steps, here = heappop(waiting)
        if here in found:
            continue
        found[here] = (cost, steps)
        if here == start:
            break
        further = (cost + entry_cost(field, traveller, here), steps + 1)
        for beside in NEIGHBOURS[here]:
            if beside in found or best.get(beside, (NO_LIMIT, 0)) <= further:
                continue
            if further[0] + distance(start, beside) > traveller.points:
                continue
            if beside == start or can_pass(field, traveller, beside, minds_zones):
                best[beside] = further
                heappush(waiting, (*further, beside))
    return found


def cheapest(field: Field, traveller: Traveller, start: Hex, end: Hex, is_last: bool) -> int | None:
    """What a leg would cost somebody with points enough, were there no zones; None at no price."""
    if not _can_end_leg(field, traveller, end, is_last, False):
        return None
    if field.terrain[end] == MOUNTAIN and not traveller.is_flier:
        return 1 if traveller.can_climb and end in NEIGHBOURS[start] else None
    rich = Traveller(traveller.people, NO_LIMIT, traveller.is_flier)
    return costs_from(field, rich, start, False, end).get(end)


def costs_from(
    field: Field, traveller: Traveller, start: Hex, minds_zones: bool, goal: Hex | None = None
) -> dict[Hex, int]:
    """What it costs to come to each hex within the points, as the end of a way; or only to a goal, which
    the caller knows can be entered. Buckets by cost."""
    found: dict[Hex, int] = {}
    open_: dict[int, list[Hex]] = {0: [start]}
    passed: set[Hex] = set()
    cost = 0
    while open_ and cost <= traveller.points:
        for here in open_.pop(cost, ()):
            if here in passed:
                continue
            passed.add(here)
            for beside in NEIGHBOURS[here]:
                price = cost + entry_cost(field, traveller, beside)
                if beside in passed or price > traveller.points or found.get(beside, NO_LIMIT) <= price:
                    continue
                if beside == goal:
                    return {goal: price}
                if not can_end(field, traveller, beside):
                    if can_pass(field, traveller, beside, minds_zones):  # fliers pass over any city
                        open_.setdefault(price, []).append(beside)
                    continue
                if field.terrain[beside] == MOUNTAIN and not traveller.is_flier:
                    continue
                found[beside] = price
                if can_pass(field, traveller, beside, minds_zones):
                    open_.setdefault(price, []).append(beside)
        cost += 1
    return found


def _heading(start: Hex, hexes: Sequence[Hex]) -> int | None:
    """The direction of all steps, if it is the same for all."""
    here, heading = start, None
    for each in hexes:
        direction = STEPS[here].index(each)
        if heading is not None and direction != heading:
            return None
        heading, here = direction, each
    return heading
