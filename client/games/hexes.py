"""Boards of hexes in rows. Odd rows, counted from 0, are half a hex further to the right."""

from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct

from client.games.api import DOWN_LEFT, DOWN_RIGHT, LEFT, RIGHT, UP_LEFT, UP_RIGHT, Arrow, Window

Hex: TypeAlias = tuple[int, int]
"""The column and the row of a hex."""
SIX: tuple[Arrow, ...] = (LEFT, DOWN_LEFT, DOWN_RIGHT, RIGHT, UP_RIGHT, UP_LEFT)
"""The directions to the six neighbours."""


class HexGrid(Struct, frozen=True):
    """A board of so many columns and rows. Where it wraps, the first one follows the last one."""

    columns: int
    rows: int
    wraps_columns: bool = False
    wraps_rows: bool = False

    def __post_init__(self) -> None:
        if self.wraps_rows and self.rows % 2:
            raise ValueError(f"{self.rows} rows cannot be closed to a ring: an even number of them can")

    @property
    def hexes(self) -> Iterator[Hex]:
        return ((column, row) for row in range(self.rows) for column in range(self.columns))

    def step(self, start: Hex, arrow: Arrow) -> Hex | None:
        """The next hex in that direction, or None beyond the edge.

        Up and down go to the neighbour in the same column, so two steps up are a straight line.
        """
        column, row = start
        if arrow[0] and arrow[1]:
            column += (arrow[0] + 1) // 2 if row % 2 else (arrow[0] - 1) // 2
        else:
            column += arrow[0]
        return self._on_board(column, row + arrow[1])

    def _on_board(self, column: int, row: int) -> Hex | None:
        if self.wraps_columns:
            column %= self.columns
        if self.wraps_rows:
            row %= self.rows
        return (column, row) if 0 <= column < self.columns and 0 <= row < self.rows else None

    def neighbours(self, start: Hex) -> tuple[Hex, ...]:
        found = (self.step(start, arrow) for arrow in SIX)
        return tuple(dict.fromkeys(hex_ for hex_ in found if hex_ is not None))


class HexMesh(Struct, frozen=True):
    """How large a hex is drawn, how far odd rows are shifted, and how much room the names have."""

    width: int
    height: int
    shift: int
    left: int = 0
    top: int = 0

    def size(self, columns: int, rows: int) -> tuple[int, int]:
        """How much room on the screen so many columns and rows of hexes take."""
        return self.left + columns * self.width + self.shift, self.top + rows * self.height

    def shown(self, grid: HexGrid, size: tuple[int, int]) -> tuple[int, int]:
        """How many columns and rows of hexes are seen in that room."""
        columns = (size[0] - self.left - self.shift) // self.width
        rows = (size[1] - self.top) // self.height
        return max(0, min(columns, grid.columns)), max(0, min(rows, grid.rows))

    def seen(self, grid: HexGrid, size: tuple[int, int], window: Window) -> Iterator[tuple[Hex, int, int]]:
        """The hexes of the window, each with the cell of the screen where it begins."""
        columns, rows = self.shown(grid, size)
        for down in range(rows):
            for across in range(columns):
                column, row = (window.column + across) % grid.columns, (window.row + down) % grid.rows
                x = self.left + across * self.width + (self.shift if row % 2 else 0)
                yield (column, row), x, self.top + down * self.height


class FoldedMesh(Struct, frozen=True):
    """One sign for each hex, and two rows of hexes in one line: the odd ones stand between the even ones."""

    left: int = 0
    top: int = 0
    width: int = 1

    def size(self, columns: int, rows: int) -> tuple[int, int]:
        return self.left + 2 * columns, self.top + (rows + 1) // 2

    def shown(self, grid: HexGrid, size: tuple[int, int]) -> tuple[int, int]:
        """How many columns and rows of hexes are seen in that room; always whole pairs of rows."""
        columns, pairs = (size[0] - self.left) // 2, size[1] - self.top
        return max(0, min(columns, grid.columns)), max(0, min(2 * pairs, grid.rows))

    def seen(self, grid: HexGrid, size: tuple[int, int], window: Window) -> Iterator[tuple[Hex, int, int]]:
        """The hexes of the window, each with its cell of the screen. The window must begin at an even row."""
        columns, rows = self.shown(grid, size)
        for down in range(rows):
            for across in range(columns):
                column, row = (window.column + across) % grid.columns, (window.row + down) % grid.rows
                yield (column, row), self.left + 2 * across + row % 2, self.top + down // 2
