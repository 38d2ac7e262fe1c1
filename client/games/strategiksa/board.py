"""Strategiksa's board: ten by ten cells in zones of two by two. A letter above a zone says who controls it.

`client.games.strategiksa.cell_text` writes the pieces in a cell.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from client.games.api import (
    NEAREST,
    NO_PLAN,
    WIDE,
    Arrow,
    Column,
    Line,
    Mark,
    Marks,
    Panel,
    PanelRow,
    Patch,
    Picture,
    PieceTable,
    Plan,
    Side,
    Size,
    Spot,
    Window,
)
from client.games.canvas import Canvas
from client.games.meshes import largest_within, size_within
from client.games.meshes import look as look
from client.games.meshes import strip as strip
from client.games.meshes import strip_rows as strip_rows
from client.games.plans import merged
from client.games.strategiksa.cell_text import SIDE, cell_lines, planned_text, style_of
from client.games.strategiksa.cell_text import sides as sides
from client.games.strategiksa.cells import COLUMNS, ZONES
from client.games.strategiksa.cells import SPOTS as SPOTS
from client.games.strategiksa.cells import ZONE_OF as ZONE_OF
from client.games.strategiksa.plan import plan as plan_of
from client.games.strategiksa.story import frames as frames
from client.games.strategiksa.story import verdicts as verdicts
from client.games.strategiksa.summary import own as own
from protocol.ids import Lines, Seat, SheetKey
from protocol.notes import Note
from protocol.texts import Catalogue
from protocol.views.strategiksa import (
    EMPTY,
    KINDS,
    UNITS,
    Cell,
    Colour,
    Stack,
    StrategiksaView,
    Zone,
    write_stack,
)

zooms = 1

MARGIN = 2
"""The width of the numbers of the rows."""
PIECES = (
    ("0", "2", "king"),
    ("1", "1", "foot"),
    ("2", "2", "horse"),
    ("1", "1", "archer"),
    ("1", "1", "none"),
)
"""For each kind, how much it counts in an army, how far it goes, and whom it beats."""
PIECE_COLUMNS = (5, 18, 7, 7, 20)
"""The widths of the columns of the table of pieces."""
NARROW = 20
"""A panel narrower than this shows the number of pieces without a column of its own."""


class Mesh(NamedTuple):
    """How large a cell is drawn. Lines are around the zones, a blank is between the two cells of a zone."""

    width: int
    height: int

    @property
    def size(self) -> tuple[int, int]:
        return self.column(9) + self.width + 1, self.row(9) + self.height + 1

    def column(self, column: int) -> int:
        return MARGIN + 1 + column * (self.width + 1)

    def row(self, row: int) -> int:
        """The row of the screen, below the letters of the columns and the lines between the zones."""
        return 2 + row * self.height + row // 2


MESHES = (
    *(Mesh(12, 4), Mesh(10, 3), Mesh(8, 3), Mesh(8, 2), Mesh(5, 2), Mesh(4, 2), Mesh(5, 1)),
    *(Mesh(4, 1), Mesh(3, 2), Mesh(3, 1)),
)


def sides_of(view: StrategiksaView | None, seat: Seat) -> tuple[Side, ...]:
    """A seat has the name of its colour, and keeps it when the player serves another one."""
    return (SIDE[seat],) if seat in SIDE else ()


def sheet_name(sheet: SheetKey, words: Catalogue) -> str:
    return words.word("colour", sheet)


def size_for(columns: int, rows: int, zoom: int = 0) -> Size | None:
    return size_within(MESHES, columns, rows)


def render(view: StrategiksaView, size: tuple[int, int], marks: Marks, window: Window = NEAREST) -> Picture:
    mesh = largest_within(MESHES, *size)
    if mesh is None:
        return Picture((), ())
    canvas = Canvas(*mesh.size)
    _draw_rules(canvas, mesh, marks.ascii)
    for zone in ZONES:
        _draw_control(canvas, mesh, zone, view.zones.get(zone, ""))
    for cell in SPOTS:
        drawn = _draw_cell(canvas, mesh, marks.plan.stays or view, cell, marks)
        area = (*_corner(mesh, cell), mesh.width, mesh.height)
        canvas.point_out(area, marks.at(cell, drawn))
    cursor = _corner(mesh, marks.cursor) if marks.cursor in SPOTS else None
    return Picture(canvas.lines(), _patches(mesh), cursor)


def _corner(mesh: Mesh, cell: Cell) -> tuple[int, int]:
    column, row = SPOTS[cell]
    return mesh.column(column), mesh.row(row)


@lru_cache
def _patches(mesh: Mesh) -> tuple[Patch, ...]:
    return tuple(
        Patch(
            mesh.column(column),
            mesh.row(row),
            mesh.width + (column + 1) % 2,
            mesh.height,
            Spot(cell, column, row),
        )
        for cell, (column, row) in SPOTS.items()
    )


def _draw_rules(canvas: Canvas, mesh: Mesh, ascii_only: bool) -> None:
    upright, level = ("|", "-") if ascii_only else ("│", "─")
    uprights = [*(mesh.column(at) - 1 for at in range(0, 10, 2)), canvas.width - 1]
    levels = [*(mesh.row(at) - 1 for at in range(0, 10, 2)), canvas.height - 1]
    for x in uprights:
        canvas.fill(x, 1, 1, canvas.height - 1, upright, "class:rule")
    for number, y in enumerate(levels):
        canvas.fill(MARGIN, y, canvas.width - MARGIN, 1, level, "class:rule")
        joints = "++++++" if ascii_only else ("┌┬┬┬┬┐", "├┼┼┼┼┤", "└┴┴┴┴┘")[(number > 0) + (number == 5)]
        for x, joint in zip(uprights, joints, strict=True):
            canvas.put(x, y, joint, "class:rule")
    for column, letter in enumerate(COLUMNS):
        canvas.put(mesh.column(column) + mesh.width // 2, 0, letter, "class:label")
    for row in range(10):
        canvas.put(0, mesh.row(row), f"{row + 1:>2}", "class:label")


def _draw_control(canvas: Canvas, mesh: Mesh, zone: Zone, holder: Colour) -> None:
    """Put the letter of the side that controls the zone on the line above it."""
    if holder:
        x, y = _corner(mesh, zone)
        canvas.put(x, y - 1, f" {holder} ", style_of(holder))


def _draw_cell(canvas: Canvas, mesh: Mesh, view: StrategiksaView, cell: Cell, marks: Marks) -> Sequence[Mark]:
    """Draw what stands on a cell. Returns those marks of the plan that are drawn there."""
    left, top = _corner(mesh, cell)
    if cell in view.mountains:
        canvas.fill(left, top, mesh.width, mesh.height, "^", "class:sea")
        return ()
    planned = [mark for mark in marks.plan.at(cell) if mark.unit]
    standing = _standing(view, cell, {mark.side for mark in planned})
    lines, drawn = cell_lines(standing, planned, mesh, has_ways=not marks.ascii)
    if not lines:
        dot = "." if marks.ascii else "·"
        canvas.put(left + mesh.width // 2, top + (mesh.height - 1) // 2, dot, "class:dim")
    for row, line in enumerate(lines):
        x = left
        for style, text in line:
            canvas.put(x, top + row, text, style)
            x += len(text)
    return drawn


def _standing(
    view: StrategiksaView, cell: Cell, planned: Collection[Colour] = ()
) -> list[tuple[Colour, Stack]]:
    """The colours on a cell with their pieces, in the order of the turns, and those of the plan."""
    cells = ((colour, view.pieces.get(colour, {}).get(cell, EMPTY)) for colour in view.order)
    return [(colour, stack) for colour, stack in cells if any(stack) or colour in planned]


def home(view: StrategiksaView, sheet: SheetKey) -> Spot:
    """The cell of the battle, or else that of the king, or else that of the first piece."""
    if view.battles:
        return _spot(view.battles[0].cell)
    cells = view.pieces.get(sheet or view.seat or "", {})
    kings = [cell for cell, stack in cells.items() if stack[UNITS.index("R")] or stack[UNITS.index("R*")]]
    return _spot(next(iter([*kings, *sorted(cells)]), "E5"))


def _spot(cell: Cell) -> Spot:
    return Spot(cell, *SPOTS[cell])


def spot(place: str) -> Spot | None:
    return _spot(place) if place in SPOTS else None


def walk(spot: Spot, arrow: Arrow) -> Spot:
    column, row = spot.column + arrow[0], spot.row + arrow[1]
    if not (0 <= column < 10 and 0 <= row < 10):
        return spot
    return Spot(f"{COLUMNS[column]}{row + 1}", column, row)


def place_of(word: str, sheet: SheetKey) -> str:
    return word.upper() if word.upper() in SPOTS else ""


def place_name(view: StrategiksaView, place: str, words: Catalogue) -> str:
    """Whether the cell is a mountain, and who controls its zone."""
    zone = ZONE_OF[place]
    holder = view.zones.get(zone)
    code = "mountain" if place in view.mountains else "zone-held" if holder else "zone"
    named = words.word("colour", holder) if holder else ""
    return words.say(Note(f"place.{code}", {"zone": zone, "side": named}))


def inspect(view: StrategiksaView, place: str, words: Catalogue, plan: Plan = NO_PLAN) -> tuple[Line, ...]:
    """The colours on a cell with the pieces that stay, and behind them what the plan does there."""
    lines: list[Line] = [(("class:label", place), ("", f" {place_name(view, place, words)}"))]
    planned = merged(plan.at(place))
    for colour, stack in _standing(plan.stays or view, place, {mark.side for mark in planned}):
        serves = f" ({view.lords[colour]})" if view.lords.get(colour, colour) != colour else ""
        marked = [planned_text(mark) for mark in planned if mark.side == colour]
        listed = " ".join([*([write_stack(stack)] if any(stack) else []), *marked])
        lines.append(((style_of(colour), f" {colour} "), ("", f" {listed}{serves}")))
    return tuple(lines)


def panels(view: StrategiksaView, words: Catalogue, width: int, plan: Plan = NO_PLAN) -> tuple[Panel, ...]:
    """For each colour its number of zones, or the side to which it has fallen, and its number of pieces."""
    rows = tuple(
        PanelRow(((style_of(colour), colour), ("", f" {_held(view, colour, words, width)}")))
        for colour in view.order
    )
    heads = [words.say(Note(f"panel.{head}")) if width >= WIDE else "" for head in ("zones", "pieces")]
    return (Panel(rows, *heads),)


def _held(view: StrategiksaView, colour: Colour, words: Catalogue, width: int) -> str:
    cells = view.pieces.get(colour, {})
    if colour in view.gone or (view.turn > 0 and not cells):
        return words.say(Note("panel.out"))
    lord = view.lords.get(colour, colour)
    zones = sum(holder == colour for holder in view.zones.values())
    text = f"{zones}z" if lord == colour else f">{lord}"
    count = sum(map(sum, cells.values()))
    if width >= WIDE:
        return f"{text:<{width - 8}}{count:>5}"
    return f"{text} {count}" if width < NARROW else text


def plan(view: StrategiksaView, sheets: Mapping[SheetKey, Lines]) -> Plan:
    return plan_of(view, sheets, spot)


def focus(view: StrategiksaView) -> str:
    """The cell of the battle that is being fought."""
    return view.battles[0].cell if view.battles and view.battles[0].begun else ""


def plays(view: StrategiksaView, seat: Seat) -> bool:
    """A seat plays with a king of its own, as a vassal, or until the victor has decided about it."""
    stands = view.lords.get(seat, seat) == seat and seat not in view.gone
    is_open = view.fallen is not None and view.fallen.colour == seat
    return stands or is_open or seat in view.vassals


def numbers(view: StrategiksaView) -> dict[str, int]:
    return {"circle": view.circle, "turn": view.turn}


def reading(view: StrategiksaView) -> tuple[SheetKey, ...]:
    return (view.sheet,) if view.sheet else ()


def pieces(words: Catalogue) -> PieceTable:
    heads = words.say(Note("help.piece-columns")).split("|")
    rows = tuple(
        (kind, words.word("piece", kind), counts, reach, words.word("beats", beats))
        for kind, (counts, reach, beats) in zip(KINDS, PIECES, strict=True)
    )
    return PieceTable(tuple(map(Column, heads, PIECE_COLUMNS)), rows)


def order_notes(view: StrategiksaView, words: Catalogue) -> tuple[str, ...]:
    """The rules in short say everything already."""
    return ()
