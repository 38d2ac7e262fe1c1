"""The board in a picture: grounds, lines, labels, and what is pointed out."""

from xml.etree.ElementTree import Element

from client.games.api import FROM
from client.games.shapes import HELD, NOBODY, Diagram, Place, PlaceMark, Shape
from client.pictures.nodes import add, number, points, write

BELOW = ("land",)
"""Lines of these kinds are drawn below the places; they are areas of ground."""
BADGE = 0.9
"""The letters of a mark, in heights of the labels."""


def draw_ground(parent: Element, shape: Shape) -> None:
    """The places with their outlines and names, between the lines below them and those above."""
    if shape.backdrop:
        add(parent, "rect", f"ground-{shape.backdrop}", width=shape.width, height=shape.height)
    areas, lines = add(parent, "g", "areas"), add(parent, "g", "lines")
    places, borders = add(parent, "g", "places"), add(parent, "g", "lines")
    for stroke in shape.strokes:
        under = areas if stroke.kind in BELOW else borders if stroke.kind == "border" else lines
        tag = "polygon" if stroke.kind in BELOW and len(stroke.points) > 2 else "polyline"
        add(under, tag, f"line-{stroke.kind}", points=points(stroke.points))
    for place in shape.places:
        draw_place(places, shape, place)


def draw_place(parent: Element, shape: Shape, place: Place) -> None:
    corners = points(shape.outlines[place.outline], place.at)
    ground = add(parent, "polygon", f"ground-{place.ground}", points=corners)
    if place.name:
        add(ground, "title", text=f"{place.label or place.key}, {place.name}")
    if place.slot != NOBODY:
        add(parent, "polygon", "home", f"side-{place.slot}", points=corners)


def draw_labels(parent: Element, shape: Shape) -> None:
    layer = add(parent, "g", "labels")
    for place in shape.places:
        if place.label:
            write(layer, place.label, place.label_at or place.at, shape.letter, "label")
    for caption in shape.captions:
        write(layer, caption.text, caption.at, caption.size, "caption")


def draw_held(parent: Element, shape: Shape, diagram: Diagram) -> None:
    """Whose each place is, with the letter of the holder where the game wants it."""
    places = {place.key: place for place in shape.places}
    layer = add(parent, "g", "held")
    marks = [mark for mark in diagram.marks if mark.kind == HELD]
    for mark in marks:
        place = places[mark.place]
        corners = points(shape.outlines[place.outline], place.at)
        add(layer, "polygon", "home", f"side-{mark.slot}", points=corners)
    for mark in marks:
        if mark.text:
            _draw_holder(layer, shape, places[mark.place], mark)


def _draw_holder(parent: Element, shape: Shape, place: Place, mark: PlaceMark) -> None:
    left, top = min(shape.outlines[place.outline], key=sum)
    size = shape.letter
    x, y = place.at[0] + left, place.at[1] + top
    box = {"width": number(size * 1.2), "height": number(size)}
    add(parent, "rect", "holder", f"side-{mark.slot}", x=x, y=y, **box)
    write(parent, mark.text, (x + size * 0.6, y + size * 0.5), size * 0.8, "ink")


def draw_marks(parent: Element, shape: Shape, diagram: Diagram) -> None:
    """The places that are pointed out, each with the signs and pieces that no arrow tells already."""
    places = {place.key: place for place in shape.places}
    layer = add(parent, "g", "marks")
    pointed_at = {(leg.end, leg.kind) for leg in diagram.legs} | {(leg.start, FROM) for leg in diagram.legs}
    signs: dict[str, list[str]] = {}
    for mark in diagram.marks:
        if mark.kind == HELD:
            continue
        place = places[mark.place]
        corners = points(shape.outlines[place.outline], place.at)
        add(layer, "polygon", "mark", f"mark-{mark.kind}", points=corners)
        if mark.sign and (mark.place, mark.kind) not in pointed_at:
            signs.setdefault(mark.place, []).append(mark.sign + mark.text)
    for key, texts in signs.items():
        _draw_badge(layer, shape, places[key], " ".join(texts))


def _draw_badge(parent: Element, shape: Shape, place: Place, text: str) -> None:
    """What the marks say, on the lower edge of a place."""
    size = shape.letter * BADGE
    corners = shape.outlines[place.outline]
    lowest, widest = max(y for _, y in corners), max(x for x, _ in corners)
    width = len(text) * size * 0.62 + size * 0.6
    size *= min(1.0, 2 * widest / width)
    width = min(width, 2 * widest)
    x, y = place.at[0], place.at[1] + lowest - size * 0.65
    box = {"width": number(width), "height": number(size * 1.3), "rx": number(size * 0.3)}
    add(parent, "rect", "badge", x=number(x - width / 2), y=number(y - size * 0.65), **box)
    write(parent, text, (x, y), size, "badge-text")
