"""How much each feature of a position counts for the chance to win."""

_SCALE = 8.0
BY_HAND: tuple[float, ...] = tuple(
    _SCALE * weight
    for weight in (
        *(2.25, 2.33, 1.4, 1.3, 1.0, 1.0, 1.08, 0.94),
        *(1.5, 0.9, 2.0, 54.0, 0.05, 8.0, 6.0),
        *(1.0, -0.25, 0.0, -0.35, 0.0),
    )
)
"""Set by hand, in the order of FEATURES."""

WEIGHTS = BY_HAND
