"""The pieces in a picture: the letter of the side on black, then number and kind on its own ground."""

from xml.etree.ElementTree import Element

from client.games.shapes import NOBODY, Box, Diagram, PieceKind, Point, Shape, Token
from client.pictures.nodes import add, number, points, write

UNIT = "unit"
LETTER = 0.74
"""The width of a bold capital, in heights of the letters."""


def draw_tokens(parent: Element, shape: Shape, diagram: Diagram) -> None:
    layer = add(parent, "g", "tokens")
    kinds = {kind.key: kind for kind in diagram.kinds}
    boxes = {place.key: (place.at, shape.boxes[place.box]) for place in shape.places}
    for token in diagram.tokens:
        at, size = token.at or middle_of(*boxes[token.place]), token.size or shape.token
        node = add(layer, "g", "token", f"form-{kinds[token.kind].form}")
        add(node, "title", text=spoken(token, kinds[token.kind]))
        _draw(node, token, kinds[token.kind], at, size)


def middle_of(at: Point, box: Box) -> Point:
    return at[0] + box.left + box.width // 2, at[1] + box.top + box.height // 2


def spoken(token: Token, kind: PieceKind) -> str:
    """A token in words: number, kind and side, place, and its state."""
    named = f"{token.count} {kind.plural or kind.name}" if token.count > 1 else kind.name
    return ", ".join(filter(None, [f"{named}, {token.place}", token.note]))


def shown(token: Token, kind: PieceKind) -> str:
    """What stands on a token behind the letter of its side."""
    count = str(token.count) if token.count > 1 or not kind.letters else ""
    return f"{count}{kind.letters}{token.state}"


def _draw(node: Element, token: Token, kind: PieceKind, at: Point, size: Point) -> None:
    area = (at[0] - size[0] / 2, at[1] - size[1] / 2, *size)
    _draw_body(node, kind.form, area, "nobody" if kind.slot == NOBODY else f"side-{kind.slot}")
    if kind.form == UNIT:
        for text, y in ((kind.letters, 0.28), (token.state, 0.74)):
            _write_fitting(node, text, (at[0], area[1] + size[1] * y), (size[0] * 0.92, size[1] * 0.5))
        return
    width, height = size
    owner = height * 0.62
    box = {"x": number(area[0]), "y": number(area[1]), "width": number(owner), "height": number(height)}
    add(node, "rect", "owner", rx=number(height * 0.16), **box)
    write(node, kind.owner, (area[0] + owner / 2, at[1]), height * 0.58, f"ink-{kind.slot}")
    middle = (area[0] + owner + (width - owner) / 2, at[1])
    _write_fitting(node, shown(token, kind), middle, (width - owner - height * 0.16, height * 0.74))


def _write_fitting(node: Element, text: str, at: tuple[float, float], room: tuple[float, float]) -> None:
    """A text as large as the room lets it be."""
    write(node, text, at, min(room[1], room[0] / (LETTER * max(1, len(text)))), "ink")


def _draw_body(node: Element, form: str, area: tuple[float, float, float, float], fill: str) -> None:
    """Pieces are round at the corners, cities have battlements."""
    left, top, width, height = area
    if form == "city":
        step, up = width / 5, height * 0.22
        wall = [(0.0, height), (0.0, -up)]
        for tooth in range(5):
            level = -up if tooth % 2 == 0 else 0
            wall += [(tooth * step, level), ((tooth + 1) * step, level)]
        corners = [(round(left + x), round(top + y)) for x, y in (*wall, (width, height))]
        add(node, "polygon", "body", fill, points=points(corners))
        return
    box = {"x": number(left), "y": number(top), "width": number(width), "height": number(height)}
    add(node, "rect", "body", fill, rx=number(height * 0.16), **box)
