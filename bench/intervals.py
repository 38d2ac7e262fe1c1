"""How certain a share of won games is."""

from math import sqrt


def wilson(won: int, games: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval for the share of games won."""
    if not games:
        return 0.0, 1.0
    share = won / games
    middle = share + z * z / (2 * games)
    spread = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return (middle - spread) / scale, (middle + spread) / scale
