"""The menu of what a piece can do at a place. It covers a part of the board, beside that place."""

from collections.abc import Sequence

from msgspec import Struct

from client.games.api import Fragment, Line
from client.screens.draw.lines import after, fit, shorten, width_of
from client.screens.scene import Scene

MARK = "> "
"""What stands before the order that is marked."""
LEAST_ROWS = 2


class MenuArea(Struct, frozen=True):
    """Where the rows of the menu are drawn, and which order stands in the first row."""

    x: int
    y: int
    width: int
    rows: int
    first: int

    def order_at(self, x: int, y: int) -> int | None:
        """The number of the order at that cell, counted from 0; None beside the menu."""
        is_in = 0 <= x - self.x < self.width and 0 <= y - self.y < self.rows
        return self.first + y - self.y if is_in else None


def menu_rows(scene: Scene) -> list[str]:
    """Each order with its meaning. The marked one has a sign before it."""
    longest = max((len(offer.text) for offer in scene.menu), default=0)
    return [
        f"{MARK if number == scene.menu_choice else '  '}{offer.text:<{longest}}  {offer.gloss} ".rstrip()
        + " "
        for number, offer in enumerate(scene.menu)
    ]


def put_menu(
    lines: Sequence[Line], scene: Scene, at: tuple[int, int], columns: int
) -> tuple[tuple[Line, ...], MenuArea]:
    """The lines with the menu over them: below that cell if there is room for it, or else above."""
    texts = menu_rows(scene)
    width = min(columns, max(map(len, texts)))
    below, above = len(lines) - at[1] - 1, at[1]
    rows = max(min(len(texts), max(below, above)), min(LEAST_ROWS, len(lines)))
    is_below = len(texts) <= below or below >= above
    y = min(at[1] + 1, len(lines) - rows) if is_below else max(0, at[1] - rows)
    x = max(0, min(at[0], columns - width))
    first = max(0, min(scene.menu_choice - rows // 2, len(texts) - rows))
    shown = list(lines)
    for number in range(first, first + rows):
        style = "class:menu-chosen" if number == scene.menu_choice else "class:menu"
        row: Fragment = (style, f"{shorten(texts[number], width):<{width}}")
        line = fit(shown[y + number - first], columns)
        shown[y + number - first] = (*fit(line, x), row, *after(line, x + width_of([row])))
    return tuple(shown), MenuArea(x, y, width, rows, first)
