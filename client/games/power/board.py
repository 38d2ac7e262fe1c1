"""POWER's board: the grid of the rule book, each sector with its label, owners and stacks.

`client.games.power.sector_text` writes them.
"""

from collections.abc import Mapping, Sequence
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
from client.games.power.plan import ORIGINAL
from client.games.power.plan import plan as plan_of
from client.games.power.sector_text import FLAG, SIDE, planned_fragment, sector_lines
from client.games.power.sector_text import sides as sides
from client.games.power.story import frames as frames
from client.games.power.story import verdicts as verdicts
from client.games.power.summary import own as own
from protocol.ids import Lines, Seat, SheetKey
from protocol.letters import Letters
from protocol.notes import Arg, Note
from protocol.texts import Catalogue
from protocol.views import power
from protocol.views.power import ARMIES, EMPTY, KINDS, POWERS, Army, PowerView, strength, write_stack

zooms = 1

GRID = tuple(
    tuple(row.split())
    for row in """
HQV  S6  S6  S6  IN  S7  S7  S7  HQB
S5   V8  V6  V3  S1  B5  B7  B8  S8
S5   V7  V4  V1  S1  B2  B4  B6  S8
S5   V5  V2  V0  S1  B0  B1  B3  S8
IW   S4  S4  S4  IX  S2  S2  S2  IE
S12  R3  R1  R0  S3  J0  J2  J5  S9
S12  R6  R4  R2  S3  J1  J4  J7  S9
S12  R8  R7  R5  S3  J3  J6  J8  S9
HQR  S11 S11 S11 IS  S10 S10 S10 HQJ
""".strip().splitlines()
)
CORNERS = {(-1, 0): "RVV", (9, 0): "RVB", (9, 8): "RVJ", (-1, 8): "RVR"}
SPOTS = {
    **{place: spot for spot, place in CORNERS.items()},
    **{
        place: (column, row)
        for row, places in reversed(list(enumerate(GRID)))
        for column, place in reversed(list(enumerate(places)))
    },
}
RULED = (0, 1, 4, 5, 8, 9)
"""The rows and columns of the grid before which a line is drawn."""
SEA = "~"
NARROW = 20
"""A panel narrower than this has no blanks between the pieces."""
RANGES = ("2", "3", "5", "1", "2", "3", "5", "1", "-", "-")
GROUNDS = ("land", "land", "air", "sea", "land", "land", "air", "sea", "launched", "reserve")
COLUMNS = (5, 18, 7, 7, 20)
"""The widths of the columns of the table of pieces."""


class Mesh(NamedTuple):
    """How large a cell is drawn, and whether there are also lines between the rows."""

    width: int
    height: int
    ruled: bool

    @property
    def size(self) -> tuple[int, int]:
        return 9 * self.width + 10, 9 * self.height + (len(RULED) if self.ruled else 0)

    def column(self, column: int) -> int:
        return column * (self.width + 1) + 1

    def row(self, row: int) -> int:
        return row * self.height + (sum(at <= row for at in RULED) if self.ruled else 0)


MESHES = (
    Mesh(13, 5, True),
    Mesh(12, 4, True),
    Mesh(9, 3, True),
    Mesh(9, 2, True),
    Mesh(6, 2, True),
    Mesh(6, 2, False),
    Mesh(5, 3, False),
    Mesh(5, 2, False),
    Mesh(4, 3, False),
    Mesh(4, 2, False),
)


def sides_of(view: PowerView | None, seat: Seat) -> tuple[Side, ...]:
    """The name of a seat is made of the letters of its armies."""
    return tuple(SIDE[letter] for letter in seat if letter in SIDE)


def sheet_name(sheet: SheetKey, words: Catalogue) -> str:
    return words.word("army", sheet)


def size_for(columns: int, rows: int, zoom: int = 0) -> Size | None:
    return size_within(MESHES, columns, rows)


def render(view: PowerView, size: tuple[int, int], marks: Marks, window: Window = NEAREST) -> Picture:
    mesh = largest_within(MESHES, *size)
    if mesh is None:
        return Picture((), ())
    canvas = Canvas(*mesh.size)
    _draw_rules(canvas, mesh, marks.ascii)
    shown = marks.plan.stays or view
    for place in SECTORS:
        drawn = _draw_sector(canvas, mesh, shown, place, marks)
        canvas.point_out(_area(mesh, place), marks.at(place, drawn), SEA)
    area = _area(mesh, marks.cursor) if marks.cursor in SECTORS else None
    return Picture(canvas.lines(), _patches(mesh), area[:2] if area else None)


SECTORS = tuple(dict.fromkeys(place for row in GRID for place in row))


@lru_cache
def _area(mesh: Mesh, place: str) -> tuple[int, int, int, int]:
    """Left, top, width and height of a sector. A sea lane also covers the space between its cells."""
    cells = [(c, r) for r, row in enumerate(GRID) for c, name in enumerate(row) if name == place]
    left, top = mesh.column(cells[0][0]), mesh.row(cells[0][1])
    right, bottom = mesh.column(cells[-1][0]) + mesh.width, mesh.row(cells[-1][1]) + mesh.height
    return left, top, right - left, bottom - top


@lru_cache
def _patches(mesh: Mesh) -> tuple[Patch, ...]:
    return tuple(
        Patch(mesh.column(column), mesh.row(row), mesh.width + 1, mesh.height, Spot(place, column, row))
        for row, places in enumerate(GRID)
        for column, place in enumerate(places)
    )


def _draw_rules(canvas: Canvas, mesh: Mesh, ascii_only: bool) -> None:
    upright = "|" if ascii_only else "│"
    columns = [mesh.column(at) - 1 for at in RULED]
    for x in columns:
        canvas.fill(x, 0, 1, canvas.height, upright, "class:rule")
    if not mesh.ruled:
        return
    rows = [mesh.row(at) - 1 for at in RULED[:-1]] + [canvas.height - 1]
    for number, y in enumerate(rows):
        canvas.fill(0, y, canvas.width, 1, "-" if ascii_only else "─", "class:rule")
        joints = "++++++" if ascii_only else ("┌┬┬┬┬┐", "├┼┼┼┼┤", "└┴┴┴┴┘")[(number > 0) + (number == 5)]
        for x, joint in zip(columns, joints, strict=True):
            canvas.put(x, y, joint, "class:rule")


def _draw_sector(canvas: Canvas, mesh: Mesh, view: PowerView, place: str, marks: Marks) -> Sequence[Mark]:
    """Draw what stands on a sector. Returns those marks of the plan that are drawn there."""
    left, top, width, height = _area(mesh, place)
    is_sea = place[0] == "S"
    if is_sea:
        canvas.fill(left, top, width, height, SEA, "class:sea")
    lines, drawn = sector_lines(view, place, (width, height), marks)
    for row, line in enumerate(lines):
        x = left
        for style, text in line:
            if style or text.strip():
                canvas.put(x, top + row, text, style)
            x += len(text)
    return drawn


def home(view: PowerView, sheet: SheetKey) -> Spot:
    """The headquarters of the army of the sheet, or of the seat's first army, or else the middle."""
    own = power.headquarters(sheet or (view.seat or "")[:1])
    return Spot(own, *SPOTS[own]) if own in SPOTS else Spot("IX", 4, 4)


def spot(place: str) -> Spot | None:
    return Spot(place, *SPOTS[place]) if place in SPOTS else None


def walk(spot: Spot, arrow: Arrow) -> Spot:
    """The next sector in that direction. A sea lane is one step wide, a reserve is next to its HQ."""
    column, row = spot.column, spot.row
    while True:
        column, row = column + arrow[0], row + arrow[1]
        if (column, row) in CORNERS:
            return Spot(CORNERS[column, row], column, row)
        if not (0 <= column < 9 and 0 <= row < 9):
            return spot
        if GRID[row][column] != spot.place:
            return Spot(GRID[row][column], column, row)


def place_of(word: str, sheet: SheetKey) -> str:
    plain = ORIGINAL.line(word.upper())
    for name in (plain, plain[1:] if plain[:1] == "E" else plain):
        for spelled in (name, name + sheet, name[1:] + name[:1]):
            if spelled in SPOTS:
                return spelled
    return ""


def place_name(view: PowerView, place: str, words: Catalogue) -> str:
    return words.word("place", place)


def inspect(view: PowerView, place: str, words: Catalogue, plan: Plan = NO_PLAN) -> tuple[Line, ...]:
    """What stays on a place with its strength, and behind it what the plan does there."""
    name = place_name(view, place, words)
    lines: list[Line] = [(("class:label", words.letters.place(place)), ("", f" {name}"))]
    for army in ARMIES:
        stack = (plan.stays or view).pieces.get(army, {}).get(place, EMPTY)
        planned = _written(plan, army, place, " ", words.letters)
        if any(stack) or planned:
            chip = (SIDE[army].style, f" {army} ")
            listed = f"{words.letters.text(write_stack(stack))} {planned}".strip()
            lines.append((chip, ("", f" {listed} = {strength(stack)}")))
    return tuple(lines)


def _written(plan: Plan, army: Army, place: str, blank: str, letters: Letters) -> str:
    """What the plan does with the pieces of an army at a place, as the board writes it."""
    marks = (mark for mark in plan.at(place) if mark.side == army)
    return blank.join(planned_fragment(mark, letters)[1] for mark in merged(marks))


def panels(view: PowerView, words: Catalogue, width: int, plan: Plan = NO_PLAN) -> tuple[Panel, ...]:
    """The flags, the Power and the reserve of each army and, if there is room, its whole strength."""
    rows = tuple(
        PanelRow(
            ((SIDE[army].style, army), ("", f" {_held(view, army, words, width, plan)}")), power.reserve(army)
        )
        for army in ARMIES
    )
    heads = [words.say(Note(f"panel.{head}")) if width >= WIDE else "" for head in ("reserves", "strength")]
    return (Panel(rows, *heads),)


def _held(view: PowerView, army: Army, words: Catalogue, width: int, plan: Plan) -> str:
    """The reserve has the pieces that stay there, and behind them what the plan does with the others."""
    if army in view.eliminated:
        return words.say(Note("panel.out"))
    places, stays = view.pieces.get(army, {}), (plan.stays or view).pieces.get(army, {})
    stack = stays.get(power.reserve(army), EMPTY)
    blank = "" if width < NARROW else " "
    listed = words.letters.text(write_stack((*stack[:-1], 0))).replace(" ", blank)
    planned = _written(plan, army, power.reserve(army), blank, words.letters)
    flags = FLAG * sum(holder == army for holder in view.flags.values())
    text = f"{flags} {stack[-1]}P {listed}{blank if listed and planned else ''}{planned}"
    if width < WIDE:
        return text
    room = width - 8
    return f"{text[:room]:<{room}}{sum(map(strength, places.values())):>5}"


def plan(view: PowerView, sheets: Mapping[SheetKey, Lines]) -> Plan:
    return plan_of(view, sheets, place_of, spot)


def focus(view: PowerView) -> str:
    """Everything happens at once, so there is no such place."""
    return ""


def plays(view: PowerView, seat: Seat) -> bool:
    return any(side == seat and army not in view.eliminated for army, side in view.sides.items())


def numbers(view: PowerView) -> dict[str, int]:
    return {"round": view.round}


def reading(view: PowerView) -> tuple[SheetKey, ...]:
    return view.reading


def pieces(words: Catalogue) -> PieceTable:
    heads = words.say(Note("help.piece-columns")).split("|")
    rows = tuple(
        (
            words.letters.piece(kind),
            words.word("piece", kind),
            str(power_of),
            reach,
            words.word("moves-on", ground),
        )
        for kind, power_of, reach, ground in zip(KINDS, POWERS, RANGES, GROUNDS, strict=True)
    )
    return PieceTable(tuple(map(Column, heads, COLUMNS)), rows)


def order_notes(view: PowerView, words: Catalogue) -> tuple[str, ...]:
    """With three players, the army whose pieces everybody may order."""
    if view.mercenary is None:
        return ()
    args: dict[str, Arg] = {"army": words.word("army", view.mercenary), "letter": view.mercenary}
    return (words.say(Note("help.mercenary", args)),)
