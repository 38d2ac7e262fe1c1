"""Which part of a large board is seen. It moves only as far as needed to show a spot."""

from msgspec.structs import replace

from client.games.api import Spot, Window

MARGIN = 1
"""So many cells are seen beyond the cursor, if the board has them."""


def look(
    window: Window,
    shown: tuple[int, int],
    total: tuple[int, int],
    spot: Spot | None,
    wraps: tuple[bool, bool] = (False, False),
) -> Window:
    """The window that shows `shown` of the `total` columns and rows. `wraps` tells which of them wrap."""
    at = (spot.column, spot.row) if spot else (None, None)
    column = first_seen(window.column, shown[0], total[0], at[0], wraps=wraps[0])
    row = first_seen(window.row, shown[1], total[1], at[1], wraps=wraps[1])
    return replace(window, column=column, row=row)


def centred(
    window: Window,
    shown: tuple[int, int],
    total: tuple[int, int],
    spot: Spot,
    wraps: tuple[bool, bool] = (False, False),
) -> Window:
    """The window with the spot in its middle, as far as the board has cells on both sides of it."""
    column, row = spot.column - shown[0] // 2, spot.row - shown[1] // 2
    moved = replace(window, column=column, row=row, is_new=False)
    return look(moved, shown, total, None, wraps)


def first_seen(first: int, shown: int, total: int, wanted: int | None, *, wraps: bool = False) -> int:
    """The first cell of a row of cells that is seen, so that the wanted one is seen too."""
    if shown >= total:
        return 0
    margin = min(MARGIN, (shown - 1) // 2)
    if wraps:
        return _first_seen_round(first, shown, total, wanted, margin)
    if wanted is not None:
        first = max(min(first, wanted - margin), wanted + margin - shown + 1)
    return max(0, min(first, total - shown))


def _first_seen_round(first: int, shown: int, total: int, wanted: int | None, margin: int) -> int:
    """A board that wraps has no end, and a cell can be reached in both directions: take the shorter way."""
    if wanted is not None:
        place = (wanted - first) % total
        if place < margin:
            first -= margin - place
        elif place > shown - 1 - margin:
            on, back = place - (shown - 1 - margin), total - place + margin
            first += on if on <= back else -back
    return first % total
