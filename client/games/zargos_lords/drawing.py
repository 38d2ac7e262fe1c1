"""The map of Zargo's Lords in three sizes: four or three cells for a hex, or one sign for each hex."""

from typing import TypeAlias

from msgspec.structs import replace

from client.games import windows
from client.games.api import Marks, Patch, Picture, Size, Spot, Window
from client.games.canvas import Canvas
from client.games.hexes import FoldedMesh, HexGrid, HexMesh
from client.games.zargos_lords.cells import FREE, Ground, city_sign, ground_of, one_sign, three_signs
from protocol.views.zargos_lords.board import LETTERS, NUMBERS
from protocol.views.zargos_lords.view import LordsView
from protocol.views.zargos_lords.words import Hex

Mesh: TypeAlias = HexMesh | FoldedMesh
GRID = HexGrid(len(LETTERS), NUMBERS, wraps_rows=True)
LARGE = HexMesh(4, 1, 2, left=3, top=1)
SMALL = HexMesh(3, 1, 1, left=3, top=1)
SIGNS = FoldedMesh(left=3, top=1)
WHOLE = LARGE.size(GRID.columns, GRID.rows)
LEAST = (8, 6)
"""A window has at least so many letters and numbers."""


def hex_at(column: int, row: int) -> Hex:
    return f"{LETTERS[column]}{row:02}"


def spot_of(hex_: Hex) -> Spot:
    return Spot(hex_, LETTERS.index(hex_[0]), int(hex_[1:]))


def size_for(columns: int, rows: int, zoom: int = 0) -> Size | None:
    """The large map is drawn only whole; a part of the map has small hexes, of which more are seen."""
    if not zoom and columns >= WHOLE[0] and rows >= WHOLE[1]:
        return Size(WHOLE, WHOLE)
    mesh: Mesh = SIGNS if zoom else SMALL
    size = Size(mesh.size(GRID.columns, GRID.rows), mesh.size(*LEAST))
    return size if columns >= size.least[0] and rows >= size.least[1] else None


def _mesh(size: tuple[int, int], zoom: int) -> Mesh:
    if zoom:
        return SIGNS
    return LARGE if size[0] >= WHOLE[0] and size[1] >= WHOLE[1] else SMALL


def look(window: Window, size: tuple[int, int], spot: Spot | None) -> Window:
    """The nearest window with the spot in it, round the seam too. A new window has it in the middle."""
    shown = _mesh(size, window.zoom).shown(GRID, size)
    total = (GRID.columns, GRID.rows)
    if window.is_new and spot:
        window = windows.centred(window, shown, total, spot, (False, True))
    found = windows.look(replace(window, is_new=False), shown, total, spot, (False, True))
    return replace(found, row=found.row - found.row % 2) if window.zoom else found


def render(view: LordsView, size: tuple[int, int], marks: Marks, window: Window) -> Picture:
    mesh, ground = _mesh(size, window.zoom), ground_of(view, marks)
    canvas = Canvas(*size)
    patches: list[Patch] = []
    cursor = None
    seen = list(mesh.seen(GRID, size, window))
    _draw_names(canvas, mesh, seen)
    for (column, row), x, y in seen:
        hex_ = hex_at(column, row)
        _draw_hex(canvas, mesh, ground, hex_, (x, y), marks)
        patches.append(Patch(x, y, mesh.width, 1, Spot(hex_, column, row)))
        if hex_ == marks.cursor:
            cursor = (x, y) if isinstance(mesh, FoldedMesh) else (x + 1, y)
    return Picture(canvas.lines(), tuple(patches), cursor)


def _draw_names(canvas: Canvas, mesh: Mesh, seen: list[tuple[tuple[int, int], int, int]]) -> None:
    """The letters above the hexes, and the numbers on the left. Letters stand over the even numbers."""
    is_folded = isinstance(mesh, FoldedMesh)
    for (column, row), x, y in seen:
        if row % 2 == 0:
            canvas.put(x if is_folded else x + 1, 0, LETTERS[column], "class:title")
        if row % 2 == 0 or not is_folded:
            canvas.put(0, y, f"{row:02}", "class:title")


def _draw_hex(
    canvas: Canvas, mesh: Mesh, ground: Ground, hex_: Hex, at: tuple[int, int], marks: Marks
) -> None:
    x, y = at
    pointing = marks.at(hex_)
    if isinstance(mesh, FoldedMesh):
        style, sign = one_sign(ground, hex_)
        canvas.put(x, y, sign, style)
        canvas.point_out((x, y, 1, 1), pointing, FREE)
        return
    style, signs = three_signs(ground, hex_)
    for offset, sign in enumerate(signs):
        canvas.put(x + offset, y, sign, style if sign.strip() else "")
    if hex_ in ground.cities and mesh is SMALL:
        for style, sign in pointing:
            if sign:
                canvas.put(x + 1, y, city_sign(sign), canvas.style(x + 1, y))
            canvas.add_style(x, y, mesh.width, 1, style)
        return
    has_room = not signs[-1].strip()
    canvas.point_out((x, y, SMALL.width if has_room else mesh.width, 1), pointing, FREE)
