"""How likely the results of fights and launches are, for those who write orders."""

from collections.abc import Sequence
from fractions import Fraction

from protocol.notes import Arg
from protocol.views.zargos_lords.board import CONSTANTS
from server.games.zargos_lords.launches import flight_of, hits_of
from server.games.zargos_lords.strength import result_of

FACES = range(1, 7)


def results(difference: int) -> str:
    """The results with how many of six faces give each, such as `D1 1/6, DE 5/6`."""
    if difference < CONSTANTS.min_difference:
        return "-"
    found = [result_of(difference, die) for die in FACES]
    return ", ".join(f"{result} {found.count(result)}/6" for result in dict.fromkeys(found))


def kill_chance(kind: str, distances: Sequence[int], needed: int) -> int:
    """In percent, the chance that a volley from these distances has so many hits."""
    chances = {0: Fraction(1)}
    for far in distances:
        thrown: dict[int, Fraction] = {}
        for hits, chance in chances.items():
            for die in FACES:
                total = hits + hits_of(kind, die, far)
                thrown[total] = thrown.get(total, Fraction(0)) + chance / len(FACES)
        chances = thrown
    return round(100 * sum(chance for hits, chance in chances.items() if hits >= needed))


def flights(far: int) -> Arg:
    """How far a vision drives its target, by the face of the die."""
    return " ".join(str(flight_of(die, far)) for die in FACES)
