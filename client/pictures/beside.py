"""What stands around the board in a picture: the title above it, and boxes and a legend below it."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from client.games.shapes import NOBODY, Diagram, Shape, SidePanel, SideRow
from client.pictures.nodes import add, number, write

LINE = 1.5
"""From one row to the next, in heights of the letters."""
LETTER = 0.61
"""The width of a letter of a row, in heights."""
LEAST = 14
"""No box is narrower than for so many letters."""
LETTERS = 36
"""So many letters a row of the whole width would have, if they were as wide as high."""


def letter_of(shape: Shape) -> float:
    return shape.width / LETTERS


def head_height(shape: Shape) -> float:
    return letter_of(shape) * 3.4


def draw_head(parent: Element, shape: Shape, title: str, status: str) -> None:
    size = letter_of(shape)
    for text, y, scale, kind in ((title, 1.1, 1.2, "title"), (status, 2.6, 0.95, "status")):
        fitting = min(size * scale, shape.width / (0.56 * max(1, len(text))))
        write(parent, text, (shape.width / 2, size * y), fitting, kind)


def foot_height(shape: Shape, diagram: Diagram) -> float:
    rows = max(len(shape.grounds), *(_rows(panel) for panel in diagram.panels), 1)
    return letter_of(shape) * LINE * (rows + 0.5)


def _rows(panel: SidePanel) -> int:
    return len(panel.rows) + bool(panel.title or panel.right)


def draw_foot(parent: Element, shape: Shape, diagram: Diagram) -> None:
    """The boxes side by side, and beside them the grounds with their signs."""
    size = letter_of(shape)
    spans = _spans(shape, diagram, size)
    for panel, span in zip(diagram.panels, spans, strict=False):
        _draw_panel(add(parent, "g", "panel"), panel, span, size)
    _draw_legend(add(parent, "g", "legend"), shape, spans[-1], size)


def _spans(shape: Shape, diagram: Diagram, size: float) -> list[tuple[float, float]]:
    """Where each box begins and how wide it is, by the length of its longest row."""
    wanted = [max(map(_length, panel.rows), default=0) for panel in diagram.panels]
    wanted = [
        max(LEAST, length) for length in (*wanted, max(len(ground.name) + 3 for ground in shape.grounds))
    ]
    widths = [shape.width * length / sum(wanted) for length in wanted]
    return [(sum(widths[:at]) + size * 0.6, width - size * 1.2) for at, width in enumerate(widths)]


def _length(row: SideRow) -> int:
    return sum(map(len, row.cells)) + 2 * len(row.cells) + (3 if row.owner else 0)


def _draw_panel(node: Element, panel: SidePanel, span: tuple[float, float], size: float) -> None:
    left, width = span
    y = size * LINE * 0.75
    if panel.title or panel.right:
        _row(node, (panel.title, panel.right), span, y, size, "title")
        y += size * LINE
    for row in panel.rows:
        indent = _badge(row.owner, size) + size * 0.4 if row.owner else 0
        if row.owner:
            _draw_owner(node, row, (left, y), size)
        _row(node, row.cells, (left + indent, width - indent), y, size, "row")
        y += size * LINE


def _row(
    node: Element, cells: Sequence[str], span: tuple[float, float], y: float, size: float, kind: str
) -> None:
    """The first cell on the left, the last one on the right, and all of them as large as they fit."""
    left, width = span
    whole = sum(map(len, cells)) + 2 * len(cells)
    fitting = min(size, width / (LETTER * max(1, whole)))
    for at, cell in enumerate(cells):
        x = left + width * at / max(1, len(cells) - 1)
        anchor = "start" if at == 0 else "end" if at == len(cells) - 1 else "middle"
        if cell:
            write(node, cell, (x, y), fitting, kind, f"at-{anchor}")


def _badge(owner: str, size: float) -> float:
    """The width of the letters of an owner with the ground around them."""
    return size * (0.4 + 0.8 * len(owner))


def _draw_owner(node: Element, row: SideRow, at: tuple[float, float], size: float) -> None:
    x, y = at
    width = _badge(row.owner, size)
    box = {"width": number(width), "height": number(size * 1.2), "rx": number(size * 0.2)}
    fill = "nobody" if row.slot == NOBODY else f"side-{row.slot}"
    add(node, "rect", "body", fill, x=number(x), y=number(y - size * 0.6), **box)
    write(node, row.owner, (x + width / 2, y), size, "ink")


def _draw_legend(node: Element, shape: Shape, span: tuple[float, float], size: float) -> None:
    """A patch of every ground, with its sign and its name."""
    left, width = span
    for at, ground in enumerate(shape.grounds):
        y = size * LINE * (at + 0.75)
        box = {"width": number(size * 1.4), "height": number(size * 1.2)}
        add(node, "rect", f"ground-{ground.key}", x=number(left), y=number(y - size * 0.6), **box)
        if ground.sign:
            write(node, ground.sign, (left + size * 0.7, y), size, "label")
        _row(node, (ground.name,), (left + size * 2, width - size * 2), y, size, "row")
