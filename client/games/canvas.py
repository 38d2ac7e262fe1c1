"""A grid of styled characters on which a board is drawn. At the end it gives lines of fragments."""

from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter
from typing import TypeAlias

from client.games.api import SIGNS, Line

Area: TypeAlias = tuple[int, int, int, int]
"""Left, top, width and height."""
POINTING = "!?" + "".join(SIGNS.values())
"""Signs that a more important sign may replace."""


class Canvas:
    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._cells = [[("", " ")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        row = self._cells[y]
        for offset, char in enumerate(text):
            row[x + offset] = (style, char)

    def fill(self, x: int, y: int, width: int, height: int, char: str, style: str = "") -> None:
        for row in self._cells[y : y + height]:
            row[x : x + width] = [(style, char)] * width

    def add_style(
        self, x: int, y: int, width: int, height: int, style: str, on_sides: str | None = None
    ) -> None:
        """Add a style to an area. Where a piece is drawn, add `on_sides` instead, which keeps its colour."""
        for row in self._cells[y : y + height]:
            row[x : x + width] = [
                (f"{old} {on_sides if on_sides and 'class:side' in old else style}", char)
                for old, char in row[x : x + width]
            ]

    def point_out(self, area: Area, marks: Iterable[tuple[str, str]], free: str = "", over: str = "") -> None:
        """Mark an area: add the styles to all of it, and put the sign into its last cell if that is free.

        The signs of `over` are put there even if it is not free, and keep its style.
        """
        x, y, width, height = area
        corner = (x + width - 1, y + height - 1)
        for style, sign in marks:
            if sign and sign in over:
                self.put(*corner, sign, self.style(*corner))
            elif sign and self.char(*corner) in f" {free}{POINTING}":
                self.put(*corner, sign)
            self.add_style(*area, style, "class:reach-side" if style == "class:reach" else None)

    def char(self, x: int, y: int) -> str:
        return self._cells[y][x][1]

    def style(self, x: int, y: int) -> str:
        return self._cells[y][x][0]

    def part(self, x: int, y: int, width: int, height: int) -> "Canvas":
        """A canvas with only the rectangle that begins at that column and row."""
        seen = Canvas(width, height)
        seen._cells = [row[x : x + width] for row in self._cells[y : y + height]]
        return seen

    def lines(self) -> tuple[Line, ...]:
        return tuple(
            tuple(
                (style, "".join([char for _, char in cells]))
                for style, cells in groupby(row, key=itemgetter(0))
            )
            for row in self._cells
        )
