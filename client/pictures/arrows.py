"""The arrows of a plan in a picture. Round a board that repeats itself they take the shorter way."""

from collections.abc import Iterator
from math import hypot
from typing import TypeAlias
from xml.etree.ElementTree import Element

from client.games.shapes import Diagram, Leg, Place, Point, Shape
from client.pictures.nodes import add, number, write

Spot: TypeAlias = tuple[float, float]
Line: TypeAlias = tuple[Point, Point]
INSET = 0.55
"""Arrows begin and end so far from the middle of a place, as a part of the way to its edge."""
BEND = 0.12
"""How far an arrow is bent to the side, as a part of its length: two that are opposite lie apart."""


def draw_arrows(parent: Element, shape: Shape, diagram: Diagram) -> None:
    layer = add(parent, "g", "arrows")
    places = {place.key: place for place in shape.places}
    for leg in diagram.legs:
        one, other = places[leg.start], places[leg.end]
        for start, end in lines_of(shape, one, other):
            begin, tip = (_inset(shape, place) for place in (one, other))
            _draw(layer, shape, leg, _nearer(start, end, begin), _nearer(end, start, tip))


def lines_of(shape: Shape, start: Place, end: Place) -> Iterator[Line]:
    """The line between two places; over a seam, it is drawn once on each side of it."""
    (x, y), (to_x, to_y) = start.at, end.at
    across = _shortest(to_x - x, shape.wraps[0])
    down = _shortest(to_y - y, shape.wraps[1])
    yield (x, y), (x + across, y + down)
    if (across, down) != (to_x - x, to_y - y):
        yield (to_x - across, to_y - down), (to_x, to_y)


def _shortest(way: int, wrap: int) -> int:
    return min((way, way - wrap, way + wrap), key=abs) if wrap else way


def _inset(shape: Shape, place: Place) -> float:
    """How far from the middle of a place its arrows begin and end, so that they leave its pieces in sight."""
    corners = shape.outlines[place.outline]
    return min(max(x for x, _ in corners), max(y for _, y in corners)) * INSET


def _nearer(start: Spot, end: Spot, by: float) -> Spot:
    """The point that lies so far from the start, on the way to the end."""
    across, down = end[0] - start[0], end[1] - start[1]
    part = by / (hypot(across, down) or 1.0)
    return start[0] + across * part, start[1] + down * part


def _draw(layer: Element, shape: Shape, leg: Leg, start: Spot, end: Spot) -> None:
    across, down = end[0] - start[0], end[1] - start[1]
    length = hypot(across, down) or 1.0
    side = (-down / length, across / length)
    bend = (start[0] + across / 2 + side[0] * length * BEND, start[1] + down / 2 + side[1] * length * BEND)
    to_tip = (end[0] - bend[0], end[1] - bend[1])
    reach = hypot(*to_tip) or 1.0
    way = (to_tip[0] / reach, to_tip[1] / reach)
    head = shape.letter * 0.9
    neck = (end[0] - way[0] * head, end[1] - way[1] * head)
    curve = f"M{_at(start)}Q{_at(bend)} {_at(neck)}"
    for kind in ("edge", leg.kind):
        add(layer, "path", "arrow", f"arrow-{kind}", d=curve)
    wide = (-way[1] * head / 2, way[0] * head / 2)
    corners = (end, (neck[0] + wide[0], neck[1] + wide[1]), (neck[0] - wide[0], neck[1] - wide[1]))
    add(layer, "polygon", "arrow-head", points=" ".join(map(_at, corners)))
    middle = ((start[0] + end[0]) / 4 + bend[0] / 2, (start[1] + end[1]) / 4 + bend[1] / 2)
    if leg.text:
        write(layer, leg.text, middle, shape.letter, "arrow-text")


def _at(point: Spot) -> str:
    return f"{number(point[0])},{number(point[1])}"
