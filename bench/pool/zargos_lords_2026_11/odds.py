"""What a captain expects of a throw: who dies in a fight or a volley, and who can go back. L-TABLE, L-RET."""

from collections.abc import Container, Mapping, Sequence
from functools import cache

from protocol.views.zargos_lords.board import (
    CONSTANTS,
    DIRECTIONS,
    MOUNTAIN,
    SEA,
    STEPS,
    WHIRLPOOL,
    WOOD,
    Piece,
    ray,
    terrain_of,
)
from protocol.views.zargos_lords.words import Hex, People
from server.games.zargos_lords.chances import FACES
from server.games.zargos_lords.field import Field
from server.games.zargos_lords.launches import hits_of, launch_kind
from server.games.zargos_lords.strength import result_of

LEAST = CONSTANTS.min_difference
LAUNCHER_WORTH = 5.0
"""Archers, throwers and those who send visions are worth more than they fight."""
LONGEST = 4
"""The longest retreat of the combat table."""
PINCERS = 0.7
"""How often a unit that has to go back from several attackers finds no line."""


def worth_of(piece: Piece) -> float:
    return max(float(piece.combat), LAUNCHER_WORTH if launch_kind(piece) else 0.0)


@cache
def faces_of(difference: int) -> tuple[str, ...]:
    """The results of the six faces; none if there is no attack."""
    return tuple(result_of(difference, die) for die in FACES) if difference >= LEAST else ()


@cache
def risk_of(strengths: tuple[int, ...], defence: int, cornered: frozenset[int] = frozenset()) -> float:
    """The chance that a unit is lost if the strongest of these attack it together, one or more of them.

    `cornered` are the lengths of retreats for which one attacker alone can leave it no line.
    """
    worst, total = 0.0, 0
    for number, strength in enumerate(strengths):
        total += strength
        barred = PINCERS if number else 0.0
        lost = (_lost_share(result, barred, cornered) for result in faces_of(total - defence))
        worst = max(worst, sum(lost) / len(FACES))
    return worst


def _lost_share(result: str, barred: float, cornered: frozenset[int]) -> float:
    if result[0] != "D":
        return 0.0
    if result[1] == "E":
        return 1.0
    return barred or float(int(result[1]) in cornered)


@cache
def cornered_at(is_skirmish: bool, at: Hex, is_flier: bool) -> frozenset[int]:
    """The lengths of retreats that one attacker beside this hex can bar. L-RET-2.

    Its zone and itself bar three of the six directions; by the terrain none of the others is long enough.
    """
    terrain = terrain_of(is_skirmish)
    lengths = [_open_length(terrain, at, direction, is_flier) for direction in range(len(DIRECTIONS))]
    sides = [side for side, beside in enumerate(STEPS[at]) if beside and terrain[beside] != SEA]
    far = [max(lengths[(side + turn) % len(DIRECTIONS)] for turn in (2, 3, 4)) for side in sides]
    return frozenset(steps for steps in range(1, LONGEST + 1) if any(length < steps for length in far))


def _open_length(terrain: Mapping[Hex, str], at: Hex, direction: int, is_flier: bool) -> int:
    """How many hexes of a line of retreat the terrain leaves open. L-RET-3: a whirlpool ends any retreat."""
    for number, here in enumerate(ray(at, direction)[:LONGEST]):
        if terrain[here] == SEA or (terrain[here] in (WOOD, MOUNTAIN) and not is_flier):
            return number
        if terrain[here] == WHIRLPOOL:
            return LONGEST
    return LONGEST


@cache
def volley_share(kind: str, distances: tuple[int, ...], needed: int) -> float:
    """The chance that a volley from these distances has so many hits."""
    if needed <= 0:
        return 1.0
    if not distances:
        return 0.0
    thrown = [hits_of(kind, die, distances[0]) for die in FACES]
    return sum(volley_share(kind, distances[1:], needed - hits) for hits in thrown) / len(FACES)


class Ground:
    """The map when a captain's attackers have gone to their places, with the zones that lie on it then."""

    def __init__(self, field: Field, arrived: Sequence[Hex], left: Container[Hex], zone: Mapping[Hex, int]):
        self._field = field
        self._arrived = arrived
        self._left = left
        self._zone = zone

    def lets_go_back(self, people: People, is_flier: bool, start: Hex, steps: int) -> bool:
        """L-RET-2: whether a unit of this people finds a line of that length."""
        return any(
            self._is_open(people, is_flier, ray(start, direction)[:steps], steps)
            for direction in range(len(DIRECTIONS))
        )

    def _is_open(self, people: People, is_flier: bool, line: Sequence[Hex], steps: int) -> bool:
        field = self._field
        for at in line:
            terrain = field.terrain[at]
            if terrain == SEA or at in field.cities or at in self._arrived or self._zone.get(at, 0) > 0:
                return False
            if terrain in (WOOD, MOUNTAIN) and not is_flier:
                return False
            other = None if at in self._left else field.bodies.get(at)
            if other and (terrain == WHIRLPOOL or field.is_enemy(people, other.people)):
                return False
            if terrain == WHIRLPOOL:
                return True
        return len(line) == steps
