"""Strategiksa as data: ten by ten cells, with the lines around the zones and the letters of their holders."""

from collections.abc import Iterator
from functools import lru_cache

from client.games.api import NO_MARKS, Marks
from client.games.diagrams import PANEL_WIDTH, Ink, diagram_of, focus_mark, rectangle, slots_of
from client.games.shapes import (
    HELD,
    Box,
    Caption,
    Diagram,
    Ground,
    PieceKind,
    Place,
    PlaceMark,
    Point,
    Shape,
    Stroke,
    Token,
)
from client.games.strategiksa.board import focus, panels, sides
from client.games.strategiksa.cell_text import ON_LIST
from client.games.strategiksa.cells import COLUMNS, SPOTS, ZONE_OF
from client.games.strategiksa.speech import stage_sentence
from protocol.notes import Note
from protocol.texts import Catalogue
from protocol.views.strategiksa import UNITS, Cell, Colour, StrategiksaView, Unit

CELL = 100
MARGIN = 44
"""The room for the letters of the columns and the numbers of the rows."""
SIZE = 10 * CELL + 2 * MARGIN
LETTER = 22
BOX = Box(-CELL // 2 + 4, -CELL // 2 + 20, CELL - 8, CELL - 24)
"""The letter of the holder of a zone stands above it."""
SLOTS = slots_of(sides)


def shape(view: StrategiksaView, words: Catalogue) -> Shape:
    return _shape(view.mountains, words)


@lru_cache
def _shape(mountains: tuple[Cell, ...], words: Catalogue) -> Shape:
    grounds = [Ground("land", words.word("shape", "land"))]
    if mountains:
        grounds.append(Ground("hill", words.word("shape", "hill"), "^"))
    return Shape(
        SIZE,
        SIZE,
        LETTER,
        (72, 38),
        tuple(_place(cell, cell in mountains) for cell in SPOTS),
        (rectangle(CELL, CELL),),
        (BOX,),
        tuple(grounds),
        tuple(_borders()),
        tuple(_captions()),
    )


def _middle(cell: Cell) -> Point:
    column, row = SPOTS[cell]
    return MARGIN + column * CELL + CELL // 2, MARGIN + row * CELL + CELL // 2


def _place(cell: Cell, is_mountain: bool) -> Place:
    return Place(cell, _middle(cell), "hill" if is_mountain else "land", "^" if is_mountain else "")


def _borders() -> Iterator[Stroke]:
    """The lines around the zones of two by two cells."""
    for at in range(MARGIN, SIZE - MARGIN + 1, 2 * CELL):
        yield Stroke("border", ((at, MARGIN), (at, SIZE - MARGIN)))
        yield Stroke("border", ((MARGIN, at), (SIZE - MARGIN, at)))


def _captions() -> Iterator[Caption]:
    for number, letter in enumerate(COLUMNS):
        at = MARGIN + number * CELL + CELL // 2
        for edge in (MARGIN // 2, SIZE - MARGIN // 2):
            yield Caption(letter, (at, edge), 26)
            yield Caption(str(number + 1), (edge, at), 26)


def diagram(view: StrategiksaView, words: Catalogue, marks: Marks = NO_MARKS) -> Diagram:
    return diagram_of(
        shape(view, words),
        _pieces(view),
        lambda key: _kind(key, words),
        marks,
        Ink(SLOTS, _written),
        pointed_out=(*_held(view), *focus_mark(focus(view))),
        panels=panels(view, words, PANEL_WIDTH),
        status=stage_sentence(view, words),
    )


def _written(colour: Colour, unit: Unit, count: int) -> str:
    return f"{count if count > 1 else ''}{unit}"


def _pieces(view: StrategiksaView) -> Iterator[Token]:
    for colour in view.order:
        for cell, stack in view.pieces.get(colour, {}).items():
            counts = dict(zip(UNITS, stack, strict=True))
            yield from (Token(f"{colour}.{unit}", cell, counts[unit]) for unit in ON_LIST if counts[unit])


def _held(view: StrategiksaView) -> Iterator[PlaceMark]:
    """Every cell of a zone that somebody controls; the first one has the letter of the holder."""
    for cell, zone in ZONE_OF.items():
        if holder := view.zones.get(zone):
            yield PlaceMark(cell, HELD, slot=SLOTS[holder], text=holder if cell == zone else "")


@lru_cache(maxsize=512)
def _kind(key: str, words: Catalogue) -> PieceKind:
    """The kind of a key such as `V.I*`."""
    colour, _, unit = key.partition(".")
    side = words.word("colour", colour)
    one, several = (
        words.say(Note("shape.piece", {"piece": words.word("piece", unit, count), "side": side}))
        for count in (1, 2)
    )
    return PieceKind(key, SLOTS[colour], colour, unit, one, several)
