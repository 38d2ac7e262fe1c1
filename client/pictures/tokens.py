"""The pieces in a picture: the letter of the side on black, then number and kind on its own ground."""

from xml.etree.ElementTree import Element

from client.games.shapes import NOBODY, Box, Diagram, PieceKind, Point, Shape, Token
from client.pictures.nodes import add, number, points, write

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
    width, height = size
    left, top = at[0] - width / 2, at[1] - height / 2
    fill = "nobody" if kind.slot == NOBODY else f"side-{kind.slot}"
    owner = height * 0.62
    _draw_body(node, kind.form, (left, top, width, height), fill)
    box = {"x": number(left), "y": number(top), "width": number(owner), "height": number(height)}
    add(node, "rect", "owner", rx=number(height * 0.16), **box)
    write(node, kind.owner, (left + owner / 2, at[1]), height * 0.58, f"ink-{kind.slot}")
    text = shown(token, kind)
    room = width - owner - height * 0.16
    letters = min(height * 0.74, room / (LETTER * max(1, len(text))))
    write(node, text, (left + owner + (width - owner) / 2, at[1]), letters, "ink")


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
