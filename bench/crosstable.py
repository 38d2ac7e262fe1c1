"""Who beats whom at tables of one size, with ratings and the worst opponent of everybody."""

from collections.abc import Iterator, Sequence
from random import Random

from msgspec import Struct

from bench.encounters import Met
from bench.intervals import wilson
from bench.ratings import Rating, Score, ratings

NOTHING = "-"


class Cell(Struct, frozen=True):
    """The games of one contestant alone against one opponent."""

    games: int = 0
    points: float = 0.0

    @property
    def share(self) -> float:
        return self.points / self.games if self.games else 0.0

    def with_points(self, points: float) -> "Cell":
        return Cell(self.games + 1, self.points + points)


class WorstRow(Struct, frozen=True):
    """The opponent against whom somebody does worst."""

    name: str
    opponent: str
    cell: Cell

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.cell.points, self.cell.games)


class Crosstable:
    """All games of a game at tables of so many places."""

    def __init__(self, title: str, places: int, met: Sequence[Met]) -> None:
        self.title = title
        self.places = places
        self.games = len(met)
        self.cells = _cells(places, met)
        self.names = tuple(dict.fromkeys(name for lone, rest in self.cells for name in (lone, rest)))
        self.ratings = ratings([_score(places, each) for each in met], Random(0))

    def worst(self, name: str) -> WorstRow | None:
        rows = [
            WorstRow(name, rest, cell)
            for (lone, rest), cell in self.cells.items()
            if lone == name != rest and cell.games
        ]
        return min(rows, key=lambda row: (row.cell.share, -row.cell.games, row.opponent), default=None)

    def lines(self) -> Iterator[str]:
        """The table, the strongest first, as Markdown that can also be read as it is."""
        order = sorted(self.names, key=lambda name: -self.ratings[name].value)
        numbers = {name: number for number, name in enumerate(order, 1)}
        heads = ["", "who", "rating", "95 %", "worst", *map(str, numbers.values())]
        rows = [
            [str(numbers[name]), name, *_told(self.ratings[name]), self._worst_share(name)]
            + [self._share(name, other) for other in order]
            for name in order
        ]
        yield from table(heads, rows, left=1)

    def _worst_share(self, name: str) -> str:
        row = self.worst(name)
        return f"{row.cell.share:.0%}" if row else NOTHING

    def _share(self, lone: str, rest: str) -> str:
        cell = self.cells.get((lone, rest), Cell())
        return f"{100 * cell.share:.0f}" if cell.games and lone != rest else NOTHING


def _cells(places: int, met: Sequence[Met]) -> dict[tuple[str, str], Cell]:
    """By the lone one and its opponent. In a duel each game is a game of both."""
    cells: dict[tuple[str, str], Cell] = {}
    for each in met:
        lone, rest = each.encounter.lone, each.encounter.rest
        cells[lone, rest] = cells.get((lone, rest), Cell()).with_points(each.points)
        if places == 2 and lone != rest:
            cells[rest, lone] = cells.get((rest, lone), Cell()).with_points(1 - each.points)
    return cells


def _score(places: int, met: Met) -> Score:
    return Score(met.encounter.lone, met.encounter.rest, places, 1, met.points)


def _told(rating: Rating) -> tuple[str, str]:
    return f"{rating.value:+.0f}", f"{rating.low:+.0f} to {rating.high:+.0f}"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], *, left: int) -> Iterator[str]:
    """A table of Markdown with straight edges. The column `left` and those before it begin at the left."""
    widths = [max(3, *(len(row[at]) for row in [heads, *rows])) for at in range(len(heads))]
    yield _row(heads, widths, left)
    yield _row(["-" * w if at <= left else "-" * (w - 1) + ":" for at, w in enumerate(widths)], widths, left)
    for row in rows:
        yield _row(row, widths, left)


def _row(cells: Sequence[str], widths: Sequence[int], left: int) -> str:
    texts = [
        f"{cell:<{width}}" if at <= left else f"{cell:>{width}}"
        for at, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
    return f"| {' | '.join(texts)} |"
