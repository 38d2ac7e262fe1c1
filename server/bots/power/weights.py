"""How much each feature of a position counts for the chance to win, in the order of FEATURES."""

_SCALE = 8.0
BY_HAND: tuple[float, ...] = tuple(
    _SCALE * weight
    for weight in (
        *(2.25, 2.33, 1.4, 1.3, 1.0, 1.0, 1.08, 0.94),
        *(1.5, 0.9, 2.0, 54.0, 0.05, 8.0, 6.0),
        *(1.0, -0.25, 0.0, -0.35, 0.0),
    )
)
"""Set by hand, from the worth of the pieces."""

FITTED: tuple[float, ...] = (
    *(8.13, 19.57, 4.89, 4.45, 4.58, 3.64, 4.89, 3.33),
    *(4.46, 3.12, 8.47, 319.48, 0.19, 30.25, 26.6),
    *(3.71, -0.86, 0.14, -1.61, -0.89),
)
"""What `python -m bench.fit_power` made of the games of bots, starting from those set by hand."""

WEIGHTS = FITTED
