"""What the shape and the diagrams of every game must do. Knows no game by name."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias
from xml.etree.ElementTree import Element, fromstring

import msgspec

from client.games.api import NEAREST, Board, Game, Marks
from client.games.shapes import GROUNDS, NOBODY, Diagram, Place, Shape
from client.games.slides import Slide, slides_between
from client.pictures.svg import svg_of
from protocol.texts import Catalogue

Pieces: TypeAlias = Counter[tuple[str, str, str]]
"""How many pieces there are, by place, letter of the side and letters of the kind."""
Count: TypeAlias = Callable[[Any, Catalogue], Pieces]

MOST = 20_000
"""A diagram has fewer bytes than this."""
SVG = "{http://www.w3.org/2000/svg}"
ROOM = (400, 120)
"""A terminal that is large enough for every board."""


def places_in_terminal(board: Board, view: Any) -> set[str]:
    """The places of the board as the terminal draws it, through every part of it."""
    size = board.size_for(*ROOM)
    assert size is not None
    picture = board.render(view, size.within(*ROOM), Marks(), NEAREST)
    return {patch.spot.place for patch in picture.patches}


def check_shape(game: Game, view: Any, words: Catalogue) -> Shape:
    """Every place is there once, can be named in an order, and has a ground, an outline and a box."""
    shape = game.drawing.shape(view, words)
    keys = [place.key for place in shape.places]
    assert len(keys) == len(set(keys))
    assert places_in_terminal(game.board, view) <= set(keys)
    assert [key for key in keys if game.board.place_of(key, "") != key] == []
    assert {place.ground for place in shape.places} <= {ground.key for ground in shape.grounds} <= {*GROUNDS}
    assert all(ground.name for ground in shape.grounds)
    for place in shape.places:
        left, top, right, bottom = outline_of(shape, place)
        box = shape.boxes[place.box]
        assert 0 <= left < right <= shape.width
        assert 0 <= top < bottom <= shape.height
        assert left <= place.at[0] + box.left
        assert place.at[0] + box.left + box.width <= right
    assert round_trip(shape) == shape
    return shape


def outline_of(shape: Shape, place: Place) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of a place."""
    across = [place.at[0] + x for x, _ in shape.outlines[place.outline]]
    down = [place.at[1] + y for _, y in shape.outlines[place.outline]]
    return min(across), min(down), max(across), max(down)


def round_trip(value: Shape | Diagram) -> Shape | Diagram:
    return msgspec.json.decode(msgspec.json.encode(value), type=type(value))


def check_diagram(game: Game, shape: Shape, view: Any, words: Catalogue, count: Count) -> Diagram:
    """Every piece of the view is drawn, on its place and with the letter of its side."""
    diagram = game.drawing.diagram(view, words)
    assert pieces_in(diagram) == count(view, words), "a piece is missing, or is drawn twice"
    check_tokens(shape, diagram)
    assert diagram.status
    assert round_trip(diagram) == diagram
    assert len(msgspec.json.encode(diagram)) < MOST
    return diagram


def pieces_in(diagram: Diagram) -> Pieces:
    kinds = {kind.key: kind for kind in diagram.kinds}
    found: Pieces = Counter()
    for token in diagram.tokens:
        kind = kinds[token.kind]
        found[token.place, kind.owner, kind.letters] += token.count
    return found


def check_tokens(shape: Shape, diagram: Diagram) -> None:
    """Kinds and tokens are there once, tell their side by a letter, and lie on their places."""
    keys = [kind.key for kind in diagram.kinds]
    assert sorted(keys) == sorted({token.kind for token in diagram.tokens})
    assert all(NOBODY <= kind.slot < 8 and kind.owner and kind.name for kind in diagram.kinds)
    pairs = [(token.kind, token.place) for token in diagram.tokens]
    assert len(pairs) == len(set(pairs))
    places = {place.key: place for place in shape.places}
    for token in diagram.tokens:
        left, top, right, bottom = outline_of(shape, places[token.place])
        if token.at and token.size:
            (x, y), (width, height) = token.at, token.size
            assert left <= x - width / 2
            assert x + width / 2 <= right
            assert top <= y - height / 2
            assert y + height / 2 <= bottom


def check_marks(shape: Shape, diagram: Diagram) -> None:
    """What is pointed out, the ends of arrows and the rows of panels are on places of the shape."""
    keys = {place.key for place in shape.places}
    assert {mark.place for mark in diagram.marks} <= keys
    assert {end for leg in diagram.legs for end in (leg.start, leg.end)} <= keys
    assert {row.place for panel in diagram.panels for row in panel.rows if row.place} <= keys


def check_slides(shape: Shape, before: Diagram, after: Diagram) -> Sequence[Slide]:
    """Who lets the pieces of one diagram slide as they are told gets the next one."""
    slides = slides_between(shape, before, after)
    counts = Counter({(token.kind, token.place): token.count for token in before.tokens})
    for slide in slides:
        assert slide.start or slide.end
        counts[slide.kind, slide.start] -= slide.count if slide.start else 0
        counts[slide.kind, slide.end] += slide.count if slide.end else 0
    assert +counts == Counter({(token.kind, token.place): token.count for token in after.tokens})
    assert min(counts.values(), default=0) >= 0
    return slides


def check_picture(shape: Shape, diagram: Diagram, title: str) -> Element:
    """The picture is XML, draws every place and every token, says what it shows, and runs nothing."""
    root = fromstring(svg_of(shape, diagram, title, ("It is described.",)))
    assert len(root.findall(f".//{SVG}g[@class='places']/*")) >= len(shape.places)
    tokens = [each for each in root.iter(f"{SVG}g") if "token" in each.get("class", "").split()]
    assert len(tokens) == len(diagram.tokens)
    assert all(each.findtext(f"{SVG}title") for each in tokens)
    assert root.findtext(f"{SVG}desc") == "It is described."
    assert {"script", "foreignObject", "a", "image"}.isdisjoint(each.tag[len(SVG) :] for each in root.iter())
    assert not [
        name for each in root.iter() for name in each.attrib if name.startswith("on") or "href" in name
    ]
    return root
