"""Strategiksa's board: ten by ten cells in zones of two by two, each zone with who controls it on its rule.

A cell reads owner in a small letter, pieces in capitals, the wounded with a star: `vR3IC*`. Where it is
crowded, `+8` stands for 8 pieces more; where several colours are, each has its number only: `v7b3*`.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from client.games.api import (
    Arrow,
    Fragment,
    Frame,
    Holding,
    Line,
    Marks,
    Patch,
    Picture,
    PieceRow,
    Spot,
    Verdict,
    judged,
)
from client.games.canvas import Canvas
from client.words import words as client_words
from protocol.ids import Lines, Seat, SheetKey
from protocol.notes import Note
from protocol.texts import Catalogue
from protocol.views import strategiksa
from protocol.views.strategiksa import (
    EMPTY,
    KINDS,
    UNITS,
    Battle,
    Cell,
    Colour,
    Stack,
    StrategiksaView,
    Zone,
    write_stack,
)

subject = "strategiksa"
owners = "colour"

COLUMNS = "ABCDEFGHIJ"
SPOTS = {f"{letter}{row + 1}": (column, row) for row in range(10) for column, letter in enumerate(COLUMNS)}
ZONE_OF = {cell: f"{COLUMNS[c // 2 * 2]}{r // 2 * 2 + 1}" for cell, (c, r) in SPOTS.items()}
ZONES = tuple(dict.fromkeys(ZONE_OF.values()))
MARGIN = 2
"""For the numbers of the rows."""
ON_LIST = tuple(unit for kind in KINDS for unit in (kind, kind + "*") if unit in UNITS)
"""The units as a cell lists them: the wounded beside the unwounded."""
PIECES = (
    ("0", "2", "king"),
    ("1", "1", "foot"),
    ("2", "2", "horse"),
    ("1", "1", "archer"),
    ("1", "1", "none"),
)
"""What each kind counts as, how far it goes, whom it beats."""
ON_A_SHEET = (strategiksa.Reinforced, strategiksa.Mutated, strategiksa.Directed, strategiksa.Served)


class Mesh(NamedTuple):
    """How large a cell is drawn; rules run round the zones, a blank between the two cells of one."""

    width: int
    height: int

    @property
    def size(self) -> tuple[int, int]:
        return self.column(9) + self.width + 1, self.row(9) + self.height + 1

    def column(self, column: int) -> int:
        return MARGIN + 1 + column * (self.width + 1)

    def row(self, row: int) -> int:
        """Below the letters of the columns and the rules of the zones down to there."""
        return 2 + row * self.height + row // 2


MESHES = (Mesh(12, 4), Mesh(10, 3), Mesh(8, 3), Mesh(8, 2), Mesh(5, 2), Mesh(5, 1))


def size_for(columns: int, rows: int) -> tuple[int, int] | None:
    return next((m.size for m in MESHES if m.size[0] <= columns and m.size[1] <= rows), None)


def render(view: StrategiksaView, size: tuple[int, int], marks: Marks) -> Picture:
    mesh = next((mesh for mesh in MESHES if mesh.size[0] <= size[0] and mesh.size[1] <= size[1]), None)
    if mesh is None:
        return Picture((), ())
    canvas = Canvas(*mesh.size)
    _draw_rules(canvas, mesh, marks.ascii)
    for zone in ZONES:
        _draw_control(canvas, mesh, zone, view.zones.get(zone, ""))
    for cell in SPOTS:
        _draw_cell(canvas, mesh, view, cell, marks)
        _point_out(canvas, mesh, cell, marks)
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
    """On the rule above a zone: the letter of the side that controls it."""
    if holder:
        x, y = _corner(mesh, zone)
        canvas.put(x, y - 1, f" {holder} ", _style(holder))


def _style(colour: Colour) -> str:
    return f"class:army.{colour.lower()}"


def _draw_cell(canvas: Canvas, mesh: Mesh, view: StrategiksaView, cell: Cell, marks: Marks) -> None:
    left, top = _corner(mesh, cell)
    if cell in view.mountains:
        canvas.fill(left, top, mesh.width, mesh.height, "^", "class:sea")
        return
    lines = _fit(_standing(view, cell), mesh.width, mesh.height)
    if not lines:
        dot = "." if marks.ascii else "·"
        canvas.put(left + mesh.width // 2, top + (mesh.height - 1) // 2, dot, "class:dim")
    for row, line in enumerate(lines):
        x = left
        for style, text in line:
            canvas.put(x, top + row, text, style)
            x += len(text)


def _standing(view: StrategiksaView, cell: Cell) -> list[tuple[Colour, Stack]]:
    """Who is on a cell, in the order of the circle."""
    cells = ((colour, view.pieces.get(colour, {}).get(cell, EMPTY)) for colour in view.order)
    return [(colour, stack) for colour, stack in cells if any(stack)]


def _fit(standing: list[tuple[Colour, Stack]], width: int, height: int) -> list[list[Fragment]]:
    """All units if they fit; else of one colour some and how many more; else each colour's number."""
    whole = _flow([word for colour, stack in standing for word in _words(colour, stack)], width, height)
    if whole is not None:
        return whole
    if len(standing) == 1:
        ((colour, stack),) = standing
        return _shortened(colour, stack, width, height)
    numbers = [(_style(colour), f"{colour.lower()}{_number(stack)}") for colour, stack in standing]
    for kept in range(len(numbers), 0, -1):
        more = [("class:more", "+")] if kept < len(numbers) else []
        if (lines := _flow([*numbers[:kept], *more], width, height)) is not None:
            return lines
    return []


def _words(colour: Colour, stack: Stack) -> list[Fragment]:
    """Each unit with its number, a single one without; the first says whose they are."""
    counts = dict(zip(UNITS, stack, strict=True))
    units = [f"{counts[unit] if counts[unit] > 1 else ''}{unit}" for unit in ON_LIST if counts[unit]]
    return [(_style(colour), ("" if at else colour.lower()) + unit) for at, unit in enumerate(units)]


def _shortened(colour: Colour, stack: Stack, width: int, height: int) -> list[list[Fragment]]:
    counts = dict(zip(UNITS, stack, strict=True))
    units = [unit for unit in ON_LIST if counts[unit]]
    for kept in range(len(units) - 1, -1, -1):
        rest = tuple(0 if unit in units[:kept] else counts[unit] for unit in UNITS)
        head = _words(colour, stack)[:kept] or [(_style(colour), colour.lower())]
        if (lines := _flow([*head, (_style(colour), f"+{_number(rest)}")], width, height)) is not None:
            return lines
    return [[(_style(colour), f"{colour.lower()}+")]]


def _number(stack: Stack) -> str:
    """How many pieces; with a star if some are wounded."""
    wounded = any(stack[UNITS.index(unit)] for unit in UNITS if unit.endswith("*"))
    return f"{sum(stack)}{'*' if wounded else ''}"


def _flow(parts: list[Fragment], width: int, height: int) -> list[list[Fragment]] | None:
    """In lines of that width, nothing broken; None if they are too many."""
    lines: list[list[Fragment]] = []
    used = width
    for style, text in parts:
        if used + len(text) > width:
            lines.append([])
            used = 0
        lines[-1].append((style, text))
        used += len(text)
        if used > width:
            return None
    return lines if len(lines) <= height else None


def _point_out(canvas: Canvas, mesh: Mesh, cell: Cell, marks: Marks) -> None:
    """By attribute over the whole cell, and by a mark in its last place if that is free."""
    shown = (
        (cell in marks.changed, "class:changed", "!"),
        (cell in marks.reach, "class:reach", "?"),
        (cell == marks.picked, "class:picked", "<"),
        (cell == marks.cursor, "class:cursor", ""),
    )
    left, top = _corner(mesh, cell)
    corner = (left + mesh.width - 1, top + mesh.height - 1)
    for is_on, style, mark in shown:
        if is_on:
            if mark and canvas.char(*corner) in " !?":
                canvas.put(*corner, mark)
            on_armies = "class:reach-army" if style == "class:reach" else None
            canvas.add_style(left, top, mesh.width, mesh.height, style, on_armies)


def home(view: StrategiksaView, sheet: SheetKey) -> Spot:
    """Where a battle is on; else by the king, or the first piece there is."""
    if view.battles:
        return _spot(view.battles[0].cell)
    cells = view.pieces.get(sheet, {})
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
    """What kind of ground a cell is, and who holds its zone."""
    zone = ZONE_OF[place]
    holder = view.zones.get(zone)
    code = "mountain" if place in view.mountains else "zone-held" if holder else "zone"
    named = words.word("colour", holder) if holder else ""
    return client_words(words.language).say(Note(f"strategiksa.{code}", {"zone": zone, "side": named}))


def inspect(view: StrategiksaView, place: str, words: Catalogue) -> tuple[Line, ...]:
    lines: list[Line] = [(("class:label", place), ("", f" {place_name(view, place, words)}"))]
    for colour, stack in _standing(view, place):
        serves = f" ({view.lords[colour]})" if view.lords.get(colour, colour) != colour else ""
        listed = write_stack(stack)
        lines.append(((_style(colour), f" {colour} "), ("", f" {listed}{serves}")))
    return tuple(lines)


def holdings(view: StrategiksaView) -> tuple[Holding, ...]:
    return tuple(_holding(view, colour) for colour in view.order)


def _holding(view: StrategiksaView, colour: Colour) -> Holding:
    """The zones of a side; of a fallen colour, whose it is."""
    lord = view.lords.get(colour, colour)
    zones = sum(holder == colour for holder in view.zones.values())
    cells = view.pieces.get(colour, {})
    return Holding(
        army=colour,
        text=f"{zones}z" if lord == colour else f">{lord}",
        power=None,
        strength=sum(map(sum, cells.values())),
        flags="",
        is_out=colour in view.gone or (view.turn > 0 and not cells),
    )


def focus(view: StrategiksaView) -> str:
    """Where a battle is on."""
    return view.battles[0].cell if view.battles and view.battles[0].begun else ""


def plays(view: StrategiksaView, seat: Seat) -> bool:
    """With a king of one's own, or in somebody's service."""
    stands = view.lords.get(seat, seat) == seat and seat not in view.gone
    return stands or seat in view.vassals


def round_of(view: StrategiksaView) -> int:
    return view.turn


def reading(view: StrategiksaView) -> tuple[SheetKey, ...]:
    return (view.sheet,) if view.sheet else ()


def verdicts(
    sheets: Mapping[SheetKey, Lines], story: Sequence[strategiksa.Event]
) -> dict[SheetKey, tuple[Verdict, ...]]:
    lost = {(e.colour, e.line): e.reason for e in story if isinstance(e, strategiksa.Lost)}
    return judged(sheets, lost)


def frames(view: StrategiksaView, story: Sequence[strategiksa.Event]) -> tuple[Frame, ...]:
    return tuple(_frames(view, story))


def _frames(view: StrategiksaView, story: Sequence[strategiksa.Event]) -> Iterator[Frame]:
    """Who controls what is counted by the rules only: it stays as it was until the phase is over."""
    for event in story:
        view = replace(
            view,
            pieces=strategiksa.step(view.pieces, event),
            lords=_lords(view, event),
            battles=_battles(view, event),
        )
        kind = "moved" if isinstance(event, ON_A_SHEET) else type(event).__name__.lower()
        yield Frame(view, strategiksa.note_of(event), frozenset(_touched(event)), kind)


def _lords(view: StrategiksaView, event: strategiksa.Event) -> dict[Colour, Colour]:
    if isinstance(event, strategiksa.KingFell):
        return {**view.lords, **dict.fromkeys(event.passed, event.victor)}
    if isinstance(event, strategiksa.Answered) and event.cell is not None:
        return {c: event.to if lord == event.colour else lord for c, lord in view.lords.items()}
    return view.lords


def _battles(view: StrategiksaView, event: strategiksa.Event) -> tuple[Battle, ...]:
    """The one that is on, so that both sides can be read beside the board."""
    match event:
        case strategiksa.BattleBegun():
            return (Battle(event.cell, event.attacker, begun=True),)
        case strategiksa.BattleEnded() | strategiksa.TurnEnded() | strategiksa.TurnBegun():
            return ()
    return view.battles


def _touched(event: strategiksa.Event) -> Iterator[Cell]:
    """The cells a step of the story is about."""
    for field in ("origin", "to", "cell"):
        cell = getattr(event, field, None)
        if cell in SPOTS:
            yield cell
    if isinstance(event, strategiksa.Placed):
        yield from event.stacks


def pieces(words: Catalogue) -> tuple[PieceRow, ...]:
    return tuple(
        PieceRow(kind, words.word("piece", kind), counts, reach, f"beats-{beats}")
        for kind, (counts, reach, beats) in zip(KINDS, PIECES, strict=True)
    )
