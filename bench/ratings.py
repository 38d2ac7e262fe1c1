"""Ratings from games: how strong everybody is, by one number each, and how certain that number is.

The model is Luce's: of those at a table, each wins with a chance in proportion to its strength. For two it is
that of Bradley and Terry. A draw is shared among those who drew. The strengths are found by the MM algorithm
(each strength becomes what has been won, divided by what could be expected of a strength of 1), and told on
the scale of chess: 400 points are ten times the strength, and the mean is 0.
"""

from collections.abc import Mapping, Sequence
from math import log10
from random import Random

from msgspec import Struct

PRIOR = 1.0
"""Everybody has drawn so many games with a player of strength 1: who lost all would have no rating else."""
ROUNDS = 500
CLOSE = 1e-6
RESAMPLED = 200
"""How often the games are drawn anew for the intervals."""


class Score(Struct, frozen=True):
    """Games of one contestant alone against others who are all the same."""

    lone: str
    rest: str
    places: int
    """How many win or lose at such a table."""
    games: float
    points: float
    """Of the lone one."""


class Rating(Struct, frozen=True):
    value: float
    low: float
    high: float


def strengths(
    scores: Sequence[Score], prior: float = PRIOR, start: Mapping[str, float] | None = None
) -> dict[str, float]:
    """The strength of everybody who has played."""
    names = sorted({name for score in scores for name in (score.lone, score.rest)})
    points = dict.fromkeys(names, prior / 2)
    for score in scores:
        points[score.lone] += score.points
        points[score.rest] += score.games - score.points
    found = {name: (start or {}).get(name, 1.0) for name in names}
    for _ in range(ROUNDS):
        before, found = found, _improved(scores, points, found, prior)
        if all(abs(found[name] - before[name]) <= CLOSE * before[name] for name in names):
            break
    return found


def _improved(
    scores: Sequence[Score], points: Mapping[str, float], found: Mapping[str, float], prior: float
) -> dict[str, float]:
    expected = {name: prior / (found[name] + 1.0) for name in found}
    for score in scores:
        others = score.places - 1
        share = score.games / (found[score.lone] + others * found[score.rest])
        expected[score.lone] += share
        expected[score.rest] += others * share
    return {name: points[name] / expected[name] for name in found}


def values(strength: Mapping[str, float]) -> dict[str, float]:
    """The strengths on the scale of chess, with a mean of 0."""
    logs = {name: 400 * log10(max(each, 1e-9)) for name, each in strength.items()}
    mean = sum(logs.values()) / len(logs) if logs else 0.0
    return {name: value - mean for name, value in logs.items()}


def ratings(games: Sequence[Score], random: Random, resampled: int = RESAMPLED) -> dict[str, Rating]:
    """The rating of everybody, with the middle 95 % of ratings from games drawn anew with replacement."""
    fitted = strengths(together(games))
    found = values(fitted)
    drawn: dict[str, list[float]] = {name: [] for name in found}
    for _ in range(resampled if games else 0):
        again = values(strengths(together(random.choices(games, k=len(games))), start=fitted))
        for name, value in again.items():
            drawn[name].append(value)
    return {name: Rating(value, *middle(drawn[name], value)) for name, value in found.items()}


def middle(drawn: Sequence[float], otherwise: float) -> tuple[float, float]:
    """Where the middle 95 % of these lie."""
    ordered = sorted(drawn) or [otherwise]
    edge = int(0.025 * len(ordered))
    return ordered[edge], ordered[-1 - edge]


def together(games: Sequence[Score]) -> list[Score]:
    """The games of the same pairing as one."""
    totals: dict[tuple[str, str, int], tuple[float, float]] = {}
    for each in games:
        key = each.lone, each.rest, each.places
        count, points = totals.get(key, (0.0, 0.0))
        totals[key] = count + each.games, points + each.points
    return [Score(*key, *total) for key, total in totals.items()]
