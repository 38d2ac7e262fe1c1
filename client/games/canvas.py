"""A sheet of squared paper: characters with styles, cut into fragments at the end."""

from itertools import groupby

from client.games.api import Line


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
        self, x: int, y: int, width: int, height: int, style: str, on_armies: str | None = None
    ) -> None:
        """`on_armies` in its place where a piece is drawn, so that its colour stays."""
        for row in self._cells[y : y + height]:
            row[x : x + width] = [
                (f"{old} {on_armies if on_armies and 'class:army' in old else style}", char)
                for old, char in row[x : x + width]
            ]

    def char(self, x: int, y: int) -> str:
        return self._cells[y][x][1]

    def lines(self) -> tuple[Line, ...]:
        return tuple(
            tuple(
                (style, "".join(char for _, char in cells))
                for style, cells in groupby(row, key=lambda cell: cell[0])
            )
            for row in self._cells
        )
