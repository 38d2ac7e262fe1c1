"""What the diagrams of all games are made with: rows of tokens, marks, arrows, and boxes beside the board."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from client.games.api import SIGNS, Marks, Panel, PanelRow, Plan, Side
from client.games.plans import merged
from client.games.shapes import (
    CHANGED,
    CURSOR,
    FOCUS,
    NOBODY,
    PICKED,
    REACH,
    Box,
    Diagram,
    Leg,
    PieceKind,
    PlaceMark,
    Point,
    Shape,
    SidePanel,
    SideRow,
    Token,
)
from protocol.ids import SheetKey

PANEL_WIDTH = 60
"""So many letters a box beside the board has room for. Whoever draws it may break its rows."""
WIDE_GAP = 6
"""So many blanks in a row of the terminal push what follows to its right end; fewer are parts of a table."""
GAP = 0.94
"""How much of its room a token fills if others stand beside it."""


class Ink(Struct, frozen=True):
    """How a game writes the pieces of a plan."""

    slots: Mapping[SheetKey, int]
    """The slot of each side."""
    write: Callable[[SheetKey, str, int], str]
    """Writes whose they are, their code and their number, as far as its orders do."""


def rectangle(width: int, height: int) -> tuple[Point, ...]:
    """The corners of a rectangle around its middle."""
    right, down = width // 2, height // 2
    return ((-right, -down), (right, -down), (right, down), (-right, down))


def boxes_of(shape: Shape) -> dict[str, tuple[Point, Box]]:
    return {place.key: (place.at, shape.boxes[place.box]) for place in shape.places}


def arranged(shape: Shape, tokens: Iterable[Token]) -> tuple[Token, ...]:
    """The tokens with their spots: those of one place stand in rows, as large as there is room for."""
    on_place: dict[str, list[Token]] = {}
    for token in tokens:
        on_place.setdefault(token.place, []).append(token)
    boxes = boxes_of(shape)
    return tuple(
        token for place, found in on_place.items() for token in _in_rows(shape.token, found, *boxes[place])
    )


def _in_rows(usual: Point, tokens: Sequence[Token], at: Point, box: Box) -> Sequence[Token]:
    if len(tokens) == 1:
        return tokens
    columns = max(range(1, len(tokens) + 1), key=lambda count: _scale(usual, len(tokens), count, box))
    scale = _scale(usual, len(tokens), columns, box)
    width, height = usual[0] * scale, usual[1] * scale
    rows = ceil(len(tokens) / columns)
    size = (int(width * GAP), int(height * GAP))
    x, y = at[0] + box.left + box.width / 2, at[1] + box.top + box.height / 2
    found = []
    for number, token in enumerate(tokens):
        row, column = divmod(number, columns)
        in_row = min(columns, len(tokens) - row * columns)
        spot = (round(x + (column - (in_row - 1) / 2) * width), round(y + (row - (rows - 1) / 2) * height))
        found.append(replace(token, at=spot, size=size))
    return found


def _scale(usual: Point, count: int, columns: int, box: Box) -> float:
    """How large tokens can be in so many columns, as a part of their usual size."""
    rows = ceil(count / columns)
    return min(box.width / columns / usual[0], box.height / rows / usual[1], 1.0)


def slots_of(sides: Iterable[Side]) -> dict[SheetKey, int]:
    return {side.key: side.slot for side in sides}


def diagram_of(
    shape: Shape,
    tokens: Iterable[Token],
    kind_of: Callable[[str], PieceKind],
    marks: Marks,
    ink: Ink,
    *,
    pointed_out: Iterable[PlaceMark] = (),
    panels: Iterable[Panel],
    status: str,
) -> Diagram:
    """A position put together from what a game says of it. `kind_of` gives the kind of a key."""
    placed = arranged(shape, tokens)
    return Diagram(
        tuple(kind_of(key) for key in dict.fromkeys(token.kind for token in placed)),
        placed,
        (*pointed_out, *place_marks(marks, ink)),
        legs_of(marks.plan, ink),
        side_panels(panels),
        status,
    )


def place_marks(marks: Marks, ink: Ink) -> tuple[PlaceMark, ...]:
    """What is pointed out on the board: the plan first, and the cursor last."""
    found = [
        PlaceMark(
            mark.place,
            mark.kind,
            SIGNS[mark.kind],
            ink.slots.get(mark.side, NOBODY),
            ink.write(mark.side, mark.unit, mark.count),
        )
        for mark in merged(marks.plan.marks)
    ]
    found += [PlaceMark(place, CHANGED, "!") for place in sorted(marks.changed)]
    found += [PlaceMark(place, REACH, "?") for place in sorted(marks.reach)]
    found += [PlaceMark(marks.picked, PICKED, "<")] if marks.picked else []
    found += [PlaceMark(marks.cursor, CURSOR)] if marks.cursor else []
    return tuple(found)


def focus_mark(place: str) -> tuple[PlaceMark, ...]:
    """The mark of the place where something happens now, if it is one place."""
    return (PlaceMark(place, FOCUS),) if place else ()


def legs_of(plan: Plan, ink: Ink) -> tuple[Leg, ...]:
    return tuple(
        Leg(
            route.start,
            route.end,
            route.kind,
            ink.write(route.side, route.unit, route.count),
            ink.slots.get(route.side, NOBODY),
        )
        for route in plan.routes
    )


def side_panels(panels: Iterable[Panel]) -> tuple[SidePanel, ...]:
    """The boxes that the terminal has beside the board, as data."""
    return tuple(
        SidePanel(tuple(map(_side_row, panel.rows)), panel.title, panel.right)
        for panel in panels
        if panel.rows
    )


def _side_row(row: PanelRow) -> SideRow:
    """The first fragment is the owner's letter if its style is that of a side. Wide gaps part the cells."""
    style, first = row.line[0]
    slot = re.search(r"class:side\.([0-7])", style)
    rest = "".join(text for _, text in (row.line[1:] if slot else row.line))
    cells = tuple(cell for cell in re.split(rf"\s{{{WIDE_GAP},}}", rest.strip()) if cell)
    return SideRow(cells, first.strip() if slot else "", int(slot[1]) if slot else NOBODY, row.place)
