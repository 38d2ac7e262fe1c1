"""How certain a share of won games is."""

from collections.abc import Sequence
from math import erfc, exp, pi, sqrt


def wilson(won: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval for the share of games won, where a draw may count as half of one."""
    if not games:
        return 0.0, 1.0
    share = won / games
    middle = share + z * z / (2 * games)
    spread = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)  # rounding may exceed


def chance_of_spread(counts: Sequence[float]) -> float:
    """How often equal chances spread at least as unevenly as these counts: the p of a chi-square test."""
    total = sum(counts)
    if len(counts) < 2 or not total:
        return 1.0
    expected = total / len(counts)
    return _chi_square_above(sum((count - expected) ** 2 / expected for count in counts), len(counts) - 1)


def _chi_square_above(value: float, freedom: int) -> float:
    """The chance that a chi-square variable of so many degrees of freedom is above the value."""
    half = value / 2
    above = erfc(sqrt(half)) if freedom % 2 else exp(-half)
    term = 2 * sqrt(half / pi) * exp(-half) if freedom % 2 else half * exp(-half)
    for step in range(3 if freedom % 2 else 4, freedom + 1, 2):
        above += term
        term *= value / step
    return above
