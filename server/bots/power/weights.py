"""How much each feature of a position counts for the chance to win, in the order of FEATURES."""

_SCALE = 4.0
BY_HAND: tuple[float, ...] = tuple(
    _SCALE * weight
    for weight in (
        *(2.25, 2.33, 1.4, 1.3, 1.0, 1.0, 1.08, 0.94),
        *(1.5, 0.9, 2.0, 54.0, 0.05, 8.0, 6.0),
        *(1.0, -0.25, 0.0, -0.35, 0.0, 0.0),
    )
)
"""Set by hand, from the worth of the pieces."""

FITTED: tuple[float, ...] = (
    *(8.41, 8.71, 5.23, 4.86, 3.74, 3.74, 4.04, 3.51),
    *(5.61, 3.36, 7.48, 201.85, 0.19, 29.09, 26.33),
    *(3.58, -0.73, 0.33, -1.64, -2.15, 0.0),
)
"""What `python -m bench.fit_power` made of the games of bots, starting from those set by hand."""

AMONG_MANY: tuple[float, ...] = (*BY_HAND[:16], -0.4, -0.1, 0.0, -3.0, 2.6)
"""For more than two sides: those set by hand, but for what could be taken in the next round.

A flag that a rival could take against all help is as good as taken, and one that help could save is safe
(`python -m bench.dangers`). Pieces in reach of several rivals mostly get away, so that they count little.
"""


def weights_for(sides: int) -> tuple[float, ...]:
    """The weights of a marshal at a table with so many sides."""
    return FITTED if sides == 2 else AMONG_MANY
