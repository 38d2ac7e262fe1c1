"""The ways in which the board of Zargos is drawn: two maps and a list, each with a label for every place."""

from collections.abc import Sequence
from functools import cache

from msgspec import Struct

from client.games.api import Fragment, Mark, Marks, Patch, Picture, Spot, Window
from client.games.canvas import Canvas
from client.games.plans import merged, style_of, write_mark
from client.games.windows import first_seen
from client.games.zargos import kingdom_list
from client.games.zargos.labels import EMPTY, LARGE, SMALL, Chart, corner, label, room_of
from client.games.zargos.peoples import style_of as side_style
from client.games.zargos.peoples import units_at
from protocol.views.zargos import Position
from protocol.views.zargos.board import ORDER
from protocol.views.zargos.words import Place

LEAST = (30, 9)
"""The columns and rows of the smallest part of a map that is worth looking at."""
LIST_LEAST = (30, 6)


class Drawing(Struct, frozen=True):
    """Where the label of each place stands, in a drawing of that size."""

    size: tuple[int, int]
    corners: dict[Place, tuple[int, int]]
    chart: Chart | None = None
    """None for the list."""

    @property
    def width(self) -> int:
        """The most columns of a label."""
        return self.chart.width if self.chart else kingdom_list.LABEL

    def room(self, place: Place) -> int:
        """The columns that a label and what stands behind it may take."""
        return room_of(self.chart, place) if self.chart else kingdom_list.LABEL

    def fragments(self, view: Position, place: Place) -> list[Fragment]:
        return label(view, place, self.chart) if self.chart else kingdom_list.entry(view, place)


@cache
def drawing(*, zoom: int, size: tuple[int, int]) -> Drawing:
    """The drawing of which a screen of that size shows a part, or all."""
    if zoom:
        return Drawing(kingdom_list.SIZE, kingdom_list.CORNERS)
    is_large = size[0] >= LARGE.size[0] and size[1] >= LARGE.size[1]
    chart = LARGE if is_large else SMALL
    return Drawing(chart.size, {place: corner(chart, place) for place in ORDER}, chart)


def look(window: Window, size: tuple[int, int], spot: Spot | None) -> Window:
    """The nearest window in which the whole label of the spot is seen."""
    drawn = drawing(zoom=window.zoom, size=size)
    wanted = drawn.corners.get(spot.place) if spot else None
    column, row = wanted or (None, None)
    left = window.column
    if column is not None:
        left = first_seen(left, size[0], drawn.size[0], min(column + drawn.width, drawn.size[0] - 1))
    left = first_seen(left, size[0], drawn.size[0], column)
    top = first_seen(window.row, size[1], drawn.size[1], row)
    return Window(left, top, window.zoom, window.follows)


def render(view: Position, size: tuple[int, int], marks: Marks, window: Window) -> Picture:
    drawn = drawing(zoom=window.zoom, size=size)
    canvas = Canvas(*drawn.size)
    shown = marks.plan.stays or view
    if drawn.chart is None:
        _draw_headings(canvas, shown, marks)
    for place in ORDER:
        _draw_place(canvas, drawn, shown, place, marks)
    width, height = min(size[0], drawn.size[0]), min(size[1], drawn.size[1])
    seen = canvas.part(window.column, window.row, width, height)
    patches = tuple(patch for place in ORDER if (patch := _patch(drawn, place, window, (width, height))))
    cursor = next(((each.x, each.y) for each in patches if each.spot.place == marks.cursor), None)
    return Picture(seen.lines(), patches, cursor)


def _draw_headings(canvas: Canvas, view: Position, marks: Marks) -> None:
    for number, row in enumerate(kingdom_list.ROWS):
        canvas.put(0, number, kingdom_list.heading(row, marks.words), "class:title")
        if holder := kingdom_list.holder(view, row):
            style = "class:dim" if holder == EMPTY else side_style(holder)
            canvas.put(kingdom_list.HOLDER, number, holder, style)


def _draw_place(canvas: Canvas, drawn: Drawing, view: Position, place: Place, marks: Marks) -> None:
    """The label, then as much of the plan as there is room for, and the signs that point the place out."""
    x, y = drawn.corners[place]
    end = x
    for style, text in drawn.fragments(view, place):
        canvas.put(end, y, text, style)
        end += len(text)
    planned = merged(marks.plan.at(place))
    parts = _planned(view, place, planned)
    is_whole = end - x + sum(len(text) for _, text in parts) <= drawn.room(place)
    for style, text in parts if is_whole else ():
        canvas.put(end, y, text, style)
        end += len(text)
    width = min(max(drawn.width + 1, end - x), drawn.room(place) + 1, canvas.width - x)
    canvas.point_out((x, y, width, 1), marks.at(place, planned if is_whole else ()))


def _planned(view: Position, place: Place, planned: Sequence[Mark]) -> list[Fragment]:
    """What the plan does at a place: `-7` leave, `>4` come; a letter says whose, if others stand there."""
    standing = units_at(view, place)
    return [
        (style_of(mark), write_mark(mark, planned_units(mark, standing[0] if standing else "")))
        for mark in planned
        if mark.unit
    ]


def planned_units(mark: Mark, holder: str) -> str:
    return f"{mark.count}{mark.unit if mark.unit != holder else ''}"


def _patch(drawn: Drawing, place: Place, window: Window, seen: tuple[int, int]) -> Patch | None:
    """The part of a label that is seen; None if that does not have its beginning."""
    column, row = drawn.corners[place]
    x, y = column - window.column, row - window.row
    if not (0 <= x < seen[0] and 0 <= y < seen[1]):
        return None
    return Patch(x, y, min(drawn.width, seen[0] - x), 1, spot_of(place))


def spot_of(place: Place) -> Spot:
    """Spots count the columns and rows of the small map."""
    return Spot(place, *corner(SMALL, place))
