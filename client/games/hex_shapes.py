"""Boards of hexes as data: where each hex lies, its outline, and the names of columns and rows."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from client.games.shapes import Box, Caption, Point

OUTLINE: tuple[Point, ...] = ((0, -30), (26, -15), (26, 15), (0, 30), (-26, 15), (-26, -15))
"""A hex that stands on a point, around its middle."""
ACROSS, DOWN = 52, 45
"""From one hex to the next, and from one row to the next."""
HALF, LOWEST = 26, 30
MARGIN = 46
"""The room for the names of the columns and of the rows."""
TOKEN: Point = (46, 34)
"""The corners of a token touch the slanted sides of its hex."""
BOX = Box(-23, -17, 46, 34)
LETTER = 20


class HexBoard(Struct, frozen=True):
    """So many hexes in rows. Odd rows, counted from 0, stand half a hex to the right."""

    columns: int
    rows: int

    @property
    def width(self) -> int:
        return 2 * MARGIN + self.columns * ACROSS + HALF

    @property
    def height(self) -> int:
        return 2 * MARGIN + self.rows * DOWN + LOWEST // 2

    def middle(self, column: int, row: int) -> Point:
        shift = HALF if row % 2 else 0
        return MARGIN + HALF + column * ACROSS + shift, MARGIN + LOWEST + row * DOWN

    def captions(self, letters: Sequence[str], numbers: Sequence[str]) -> Iterator[Caption]:
        """The names of the columns above and below the hexes, and of the rows on both sides of them."""
        for column, letter in enumerate(letters):
            x, _ = self.middle(column, 0)
            yield from (Caption(letter, (x, y), 22) for y in (MARGIN // 2, self.height - MARGIN // 2))
        for row, number in enumerate(numbers):
            _, y = self.middle(0, row)
            yield from (Caption(number, (x, y), 18) for x in (MARGIN // 2, self.width - MARGIN // 2))
