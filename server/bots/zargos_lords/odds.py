"""What a captain expects of a throw: who dies in a fight or a volley, and who can go back. L-TABLE, L-RET."""

from collections.abc import Container, Mapping, Sequence
from functools import cache

from protocol.views.zargos_lords.board import (
    CONSTANTS,
    DIRECTIONS,
    MOUNTAIN,
    SEA,
    WHIRLPOOL,
    WOOD,
    Piece,
    ray,
)
from protocol.views.zargos_lords.words import Hex, People
from server.games.zargos_lords.chances import FACES
from server.games.zargos_lords.field import Field
from server.games.zargos_lords.launches import hits_of, launch_kind
from server.games.zargos_lords.strength import result_of

LEAST = CONSTANTS.min_difference
LAUNCHER_WORTH = 5.0
"""Archers, throwers and those who send visions are worth more than they fight."""
PINCERS = 0.7
"""How often a unit that has to go back from several attackers finds no line."""


def worth_of(piece: Piece) -> float:
    return max(float(piece.combat), LAUNCHER_WORTH if launch_kind(piece) else 0.0)


@cache
def faces_of(difference: int) -> tuple[str, ...]:
    """The results of the six faces; none if there is no attack."""
    return tuple(result_of(difference, die) for die in FACES) if difference >= LEAST else ()


@cache
def won_share(difference: int) -> float:
    """How many of the faces drive the defenders back or eliminate them."""
    return sum(result[0] == "D" for result in faces_of(difference)) / len(FACES)


@cache
def kill_share(difference: int) -> float:
    return sum(result == "DE" for result in faces_of(difference)) / len(FACES)


def risk_of(strengths: Sequence[int], defence: int) -> float:
    """The chance that a unit is lost if the strongest of these attack it together, one or more of them."""
    worst, total = 0.0, 0
    for number, strength in enumerate(strengths):
        total += strength
        kills, wins = kill_share(total - defence), won_share(total - defence)
        worst = max(worst, kills if not number else kills + PINCERS * (wins - kills))
    return worst


def siege_risk(strengths: Sequence[int], defence: int, garrison: int) -> float:
    """L-CITY-6: the chance that a garrison is driven out; it needs as many attackers as pieces inside."""
    if len(strengths) < max(garrison, 1):
        return 0.0
    return won_share(sum(strengths) - defence)


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
