"""Mixed answers by regret matching: how often each plan should be played against an opponent who knows that.

The opponent plays a known mixture for a part of the time (`trust`), and for the rest whatever hurts most.
"""

from collections.abc import Sequence
from operator import mul

Table = Sequence[Sequence[float]]
"""My chance to win, for each plan of mine and each of the opponent."""


def solve(table: Table, known: Sequence[float], trust: float, rounds: int) -> tuple[list[float], list[float]]:
    """My mixture and the free part of the opponent's, as the averages of regret matching (RM+)."""
    columns = list(zip(*table, strict=True))
    expected = [trust * sum(map(mul, row, known)) for row in table]
    mine, theirs = Matcher(len(table)), Matcher(len(columns))
    for number in range(1, rounds + 1):
        x, y = mine.mixture(), theirs.mixture()
        free = 1 - trust
        gains = [
            known_part + free * sum(map(mul, row, y)) for known_part, row in zip(expected, table, strict=True)
        ]
        mine.learn(x, gains, number)
        theirs.learn(y, [-sum(map(mul, column, x)) for column in columns], number)
    return mine.average(), theirs.average()


class Matcher:
    """One player: the regret of each plan, and how often each was played, later rounds counting more."""

    def __init__(self, plans: int) -> None:
        self.regrets = [0.0] * plans
        self.played = [0.0] * plans

    def mixture(self) -> list[float]:
        return _shares(self.regrets)

    def learn(self, mixture: Sequence[float], gains: Sequence[float], weight: float) -> None:
        value = sum(map(mul, mixture, gains))
        self.regrets = [
            max(0.0, regret + gain - value) for regret, gain in zip(self.regrets, gains, strict=True)
        ]
        self.played = [played + weight * share for played, share in zip(self.played, mixture, strict=True)]

    def average(self) -> list[float]:
        return _shares(self.played)


def _shares(numbers: Sequence[float]) -> list[float]:
    total = sum(numbers)
    if total <= 0:
        return [1 / len(numbers)] * len(numbers)
    return [number / total for number in numbers]
