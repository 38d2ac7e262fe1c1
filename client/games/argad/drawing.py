"""The board of Argad! in two sizes, whole or through a window. Below it a row says how the battle stands."""

from client.games import windows
from client.games.api import SIGNS, Marks, Patch, Picture, Size, Spot, Window
from client.games.argad import standing
from client.games.argad.cells import FREE, Ground, ground_of, large_cell, small_cell
from client.games.canvas import Canvas
from client.games.hexes import HexGrid, HexMesh
from protocol.views.argad.board import COLUMNS, HEXES, LETTERS, PLACE, ROWS
from protocol.views.argad.view import ArgadView
from protocol.views.argad.words import Hex

GRID = HexGrid(COLUMNS, ROWS)
LARGE = HexMesh(3, 2, 2, left=3, top=1)
SMALL = HexMesh(2, 1, 1, left=3, top=1)
WHOLE_LARGE, WHOLE_SMALL = (mesh.size(COLUMNS, ROWS) for mesh in (LARGE, SMALL))
BELOW = 1
"""The row below the hexes: whose card it is, the cards left, the points."""
LEAST = (8, 6)
"""A window has at least so many columns and rows of hexes."""
IN_NAME = "".join((*SIGNS.values(), "?", "<"))
"""These signs stand in place of the last letter of a unit's name; `!` does not, for the name is needed."""


def spot_of(hex_: Hex) -> Spot:
    return Spot(hex_, *PLACE[hex_])


def hex_at(column: int, row: int) -> Hex:
    return HEXES[row * COLUMNS + column]


def size_for(columns: int, rows: int, zoom: int = 0) -> Size | None:
    """The large board only whole; the small one whole, without the row below if it is short of room."""
    wide, high = WHOLE_LARGE[0], WHOLE_LARGE[1] + BELOW
    if columns >= wide and rows >= high:
        return Size((wide, high), (wide, high))
    least = SMALL.size(*LEAST)
    if columns < least[0] or rows < least[1]:
        return None
    below = 0 if rows == WHOLE_SMALL[1] else BELOW
    return Size((WHOLE_SMALL[0], WHOLE_SMALL[1] + below), least)


def _is_large(size: tuple[int, int]) -> bool:
    return size[0] >= WHOLE_LARGE[0] and size[1] >= WHOLE_LARGE[1]


def _room(size: tuple[int, int]) -> tuple[int, int]:
    """The room for the hexes, without the row below them."""
    has_row_below = size[1] not in (WHOLE_SMALL[1], WHOLE_LARGE[1]) and size[1] > SMALL.size(*LEAST)[1]
    return size[0], size[1] - BELOW if has_row_below else size[1]


def look(window: Window, size: tuple[int, int], spot: Spot | None) -> Window:
    mesh = LARGE if _is_large(size) else SMALL
    shown, total = mesh.shown(GRID, _room(size)), (COLUMNS, ROWS)
    if window.is_new and spot:
        return windows.centred(window, shown, total, spot)
    return windows.look(window, shown, total, spot)


def render(view: ArgadView, size: tuple[int, int], marks: Marks, window: Window) -> Picture:
    mesh, ground = LARGE if _is_large(size) else SMALL, ground_of(view, marks)
    canvas, room = Canvas(*size), _room(size)
    patches: list[Patch] = []
    cursor = None
    for (column, row), x, y in mesh.seen(GRID, room, window):
        hex_ = hex_at(column, row)
        if row % 2 == 0:
            canvas.put(x, 0, LETTERS[column], "class:title")
        canvas.put(0, y, f"{row + 1:>2}", "class:title")
        _draw_hex(canvas, mesh, ground, hex_, (x, y), marks)
        patches.append(Patch(x, y, mesh.width, mesh.height, Spot(hex_, column, row)))
        cursor = (x, y) if hex_ == marks.cursor else cursor
    if room != size:
        _draw_row_below(canvas, view, marks)
    return Picture(canvas.lines(), tuple(patches), cursor)


def _draw_hex(
    canvas: Canvas, mesh: HexMesh, ground: Ground, hex_: Hex, at: tuple[int, int], marks: Marks
) -> None:
    x, y = at
    cell = (large_cell if mesh is LARGE else small_cell)(ground, hex_)
    for down, (style, signs) in enumerate(cell.rows):
        for across, sign in enumerate(signs):
            canvas.put(x + across, y + down, sign, style if sign.strip() else "")
    drawn = ground.drawn_at(hex_)
    pointing = [*(("", SIGNS[mark.kind]) for mark in drawn), *marks.at(hex_, drawn)]
    if not cell.has_unit:
        canvas.point_out((x, y, SMALL.width, 1), pointing, FREE)
        return
    canvas.point_out((x, y, mesh.width, 1), pointing, over=IN_NAME)
    if mesh is LARGE:
        canvas.point_out((x, y + 1, mesh.width, 1), [(style, "") for style, _ in pointing])


def _draw_row_below(canvas: Canvas, view: ArgadView, marks: Marks) -> None:
    x = 0
    for style, text in standing.row_below(view, marks.words, canvas.width):
        canvas.put(x, canvas.height - 1, text, style)
        x += len(text)
