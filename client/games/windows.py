"""Which part of a large board is seen: moved as little as it takes to have a spot in sight."""

from msgspec.structs import replace

from client.games.api import Spot, Window

MARGIN = 1
"""So many cells are seen beyond the cursor, where the board goes on."""


def look(
    window: Window,
    shown: tuple[int, int],
    total: tuple[int, int],
    spot: Spot | None,
    wraps: tuple[bool, bool] = (False, False),
) -> Window:
    """The window for so many columns and rows of a board that has `total`; `wraps` where it is round."""
    at = (spot.column, spot.row) if spot else (None, None)
    column = first_seen(window.column, shown[0], total[0], at[0], wraps=wraps[0])
    row = first_seen(window.row, shown[1], total[1], at[1], wraps=wraps[1])
    return replace(window, column=column, row=row)


def first_seen(first: int, shown: int, total: int, wanted: int | None, *, wraps: bool = False) -> int:
    """The first of a row of cells that is seen, so that the wanted one is, too."""
    if shown >= total:
        return 0
    margin = min(MARGIN, (shown - 1) // 2)
    if wraps:
        return _first_seen_round(first, shown, total, wanted, margin)
    if wanted is not None:
        first = max(min(first, wanted - margin), wanted + margin - shown + 1)
    return max(0, min(first, total - shown))


def _first_seen_round(first: int, shown: int, total: int, wanted: int | None, margin: int) -> int:
    """On a round board there is no end to stop at, and a cell can be reached both ways."""
    if wanted is not None:
        place = (wanted - first) % total
        if place < margin:
            first -= margin - place
        elif place > shown - 1 - margin:
            on, back = place - (shown - 1 - margin), total - place + margin
            first += on if on <= back else -back
    return first % total
