"""The ways of units over the board: which hexes may be entered, and which way is the best. A-MOVE."""

from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from protocol.views.argad.board import CM_PER_HEX, NEIGHBOURS, TERRAIN, distance
from protocol.views.argad.field import hexes_beside_enemies, occupied
from protocol.views.argad.figures import FOOT, Figures, is_heavy, is_mounted, rate_of
from protocol.views.argad.view import Position
from protocol.views.argad.words import Hex, UnitName, side_of

OPEN_GROUND, DIFFICULT, VERY_DIFFICULT, NO_ENTRY = "", "D", "V", "no"
_MANY = 100
"""More hexes than any way has: a very difficult hex outweighs all difficult ones."""
_WEIGHT = {OPEN_GROUND: 0, DIFFICULT: 1, VERY_DIFFICULT: _MANY}
Labels = dict[Hex, dict[int, int]]
"""For each hex the numbers of steps with which slow ground gets less, and what slow ground then weighs."""


@lru_cache(maxsize=4096)
def ground_for(figures: Figures) -> dict[str, str]:
    """What each glyph is for these figures: open, difficult, very difficult or forbidden. A-BOARD-6."""
    column = ("heavy" if is_heavy(figures) else "mounted") if is_mounted(figures) else FOOT
    found = {glyph: str(getattr(terrain, column)) for glyph, terrain in TERRAIN.items()}
    return {glyph: OPEN_GROUND if ground == "open" else ground for glyph, ground in found.items()}


def steps_with(figures: Figures, march: int = 0) -> int:
    """A-MOVE-1: how many steps the rate and a forced march give."""
    return (rate_of(figures) + march) // CM_PER_HEX


class Passage(Struct, frozen=True):
    """What a unit may pass through during one order."""

    position: Position
    ground: dict[str, str]
    taken: frozenset[Hex]
    """The hexes on which units stand; A-MOVE-2: that on which the order began too."""
    shunned: frozenset[Hex]
    """The hexes beside enemies, which are not passed; none if the unit leaves a melee."""

    def ground_at(self, hex_: Hex) -> str:
        return self.ground[self.position.glyph(hex_)]

    def may_enter(self, hex_: Hex) -> bool:
        return hex_ not in self.taken and self.ground_at(hex_) != NO_ENTRY

    def may_pass(self, hex_: Hex) -> bool:
        return hex_ not in self.shunned and self.may_enter(hex_)

    def weight(self, hex_: Hex) -> int:
        return _WEIGHT[self.ground_at(hex_)]


def passage_of(
    position: Position, name: UnitName, figures: Figures, *, past_enemies: bool = False
) -> Passage:
    """What these figures of a unit may pass through, from where everybody stands now."""
    shunned = frozenset() if past_enemies else hexes_beside_enemies(position, side_of(name))
    return Passage(position, ground_for(figures), frozenset(occupied(position)), shunned)


def best_way(passage: Passage, start: Hex, ends: Iterable[Hex], steps: int) -> tuple[Hex, ...] | None:
    """A-MOVE-3: the best way to one of the ends, the start first; None if no way fits.

    The ends must be hexes that the unit may enter, or may stop on.
    """
    goals = tuple(dict.fromkeys(ends))
    if start in goals:
        return (start,)
    labels = _labels_to(passage, start, goals, steps)
    found = labels.get(start)
    if not found:
        return None
    length, weight = min(found.items(), key=lambda label: (label[1], label[0]))
    way = [start]
    while length:
        here = _first_step(passage, labels, way[-1], length, weight)
        length, weight = length - 1, weight - passage.weight(here)
        way.append(here)
    return tuple(way)


def _first_step(passage: Passage, labels: Labels, here: Hex, length: int, weight: int) -> Hex:
    """The first hex in direction order from which the rest of the way is as good as it can be."""
    return next(
        hex_
        for hex_ in NEIGHBOURS[here]
        if hex_ in labels and labels[hex_].get(length - 1) == weight - passage.weight(hex_)
    )


def _labels_to(passage: Passage, start: Hex, goals: tuple[Hex, ...], steps: int) -> Labels:
    """Step by step backwards from the goals. A label is kept only if slow ground gets less by it."""
    labels: Labels = {goal: {0: 0} for goal in goals}
    frontier = dict.fromkeys(goals, 0)
    for length in range(1, steps + 1):
        reached: dict[Hex, int] = {}
        for hex_, weight in frontier.items():
            more = weight + passage.weight(hex_)
            for before in NEIGHBOURS[hex_]:
                if more >= reached.get(before, more + 1) or distance(before, start) > steps - length:
                    continue
                if before == start or passage.may_pass(before):
                    reached[before] = more
        frontier = _kept(labels, reached, length)
        if frontier.pop(start, None) == 0:
            # No longer way can be better than this one, which has no slow ground.
            break
    return labels


def _kept(labels: Labels, reached: dict[Hex, int], length: int) -> dict[Hex, int]:
    """Those of the hexes just reached on which slow ground weighs less than on any shorter way."""
    kept: dict[Hex, int] = {}
    for hex_, weight in reached.items():
        known = labels.setdefault(hex_, {})
        if not known or weight < min(known.values()):
            known[length] = kept[hex_] = weight
    return kept


def reachable(passage: Passage, start: Hex, steps: int) -> dict[Hex, str]:
    """The hexes that a plain move reaches, and the slowest ground on the best way to each."""
    labels: Labels = {start: {0: 0}}
    frontier = {start: 0}
    for length in range(1, steps + 1):
        reached: dict[Hex, int] = {}
        for here, weight in frontier.items():
            for hex_ in NEIGHBOURS[here]:
                if passage.may_pass(hex_):
                    more = weight + passage.weight(hex_)
                    reached[hex_] = min(more, reached.get(hex_, more))
        frontier = _kept(labels, reached, length)
    return {hex_: _slowest(min(found.values())) for hex_, found in labels.items() if hex_ != start}


def _slowest(weight: int) -> str:
    if weight >= _MANY:
        return VERY_DIFFICULT
    return DIFFICULT if weight else OPEN_GROUND
