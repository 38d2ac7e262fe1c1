"""Argad! as data: hexes in rows, a token for each unit with its figures and its wear below its name."""

from collections.abc import Iterator
from functools import lru_cache

from client.games.api import NO_MARKS, Marks
from client.games.argad.board import panels
from client.games.argad.cells import BANNER
from client.games.argad.place_text import key_of, sentence
from client.games.argad.seats import Standing, sides, units_of
from client.games.argad.signs import kind_sign, short_strength
from client.games.argad.speech import stage_sentence
from client.games.argad.unit_text import troop_words
from client.games.diagrams import PANEL_WIDTH, Ink, diagram_of, slots_of
from client.games.hex_shapes import BOX, LETTER, OUTLINE, TOKEN, HexBoard
from client.games.shapes import Diagram, Ground, PieceKind, Place, Shape, Token
from protocol.ids import Seat
from protocol.notes import Arg, Note
from protocol.texts import Catalogue
from protocol.views.argad.board import COLUMNS, HEXES, LETTERS, MAPS, OPEN, PLACE, ROWS, TERRAIN
from protocol.views.argad.view import ArgadView
from protocol.views.argad.words import Hex, UnitName

HEX_BOARD = HexBoard(COLUMNS, ROWS)
GROUNDS = {
    **{".": "land", '"': "scrub", "%": "wood", "^": "hill", "=": "sand"},
    **{"#": "town", "~": "sea", "o": "deep"},
}
"""How the terrain of each glyph looks."""
SLOTS = slots_of(sides)


def shape(view: ArgadView, words: Catalogue) -> Shape:
    return _shape(view.map, tuple(view.terrain.items()), words)


@lru_cache
def _shape(name: str, laid: tuple[tuple[Hex, str], ...], words: Catalogue) -> Shape:
    glyphs = {**MAPS[name], **dict(laid)}
    used = [glyph for glyph in TERRAIN if glyph in glyphs.values()]
    return Shape(
        HEX_BOARD.width,
        HEX_BOARD.height,
        LETTER,
        TOKEN,
        tuple(_place(hex_, glyphs[hex_]) for hex_ in HEXES),
        (OUTLINE,),
        (BOX,),
        tuple(_ground(glyph, words) for glyph in used),
        captions=tuple(HEX_BOARD.captions(LETTERS, [str(row) for row in range(1, ROWS + 1)])),
    )


def _place(hex_: Hex, glyph: str) -> Place:
    sign = "" if glyph == OPEN else glyph
    return Place(hex_, HEX_BOARD.middle(*PLACE[hex_]), GROUNDS[glyph], sign)


def _ground(glyph: str, words: Catalogue) -> Ground:
    return Ground(GROUNDS[glyph], words.word("ground", key_of(glyph)), glyph)


def diagram(view: ArgadView, words: Catalogue, marks: Marks = NO_MARKS) -> Diagram:
    return diagram_of(
        shape(view, words),
        _tokens(view, words),
        lambda key: _kind(view, key, words),
        marks,
        Ink(SLOTS, _written),
        panels=panels(view, words, PANEL_WIDTH, marks.plan),
        status=stage_sentence(view, words),
    )


def _written(seat: Seat, unit: UnitName, count: int) -> str:
    return unit


def _tokens(view: ArgadView, words: Catalogue) -> Iterator[Token]:
    """The units, and the banners that lie on the ground."""
    for name, unit in units_of(view).items():
        note = sentence(view, Standing(name, unit), words)
        yield Token(name, unit.at, state=short_strength(unit), note=note)
    for hex_, seat in view.banners.items():
        yield Token(f"{BANNER}{seat}", hex_)


def _kind(view: ArgadView, key: str, words: Catalogue) -> PieceKind:
    seat = key[-1]
    args: dict[str, Arg] = {"seat": seat}
    if key[0] == BANNER:
        name = words.say(Note("shape.banner", args))
        return PieceKind(key, SLOTS[seat], seat, BANNER, name, form="sign")
    unit = units_of(view)[key]
    name = words.say(Note("shape.unit", {**args, "unit": key, "troops": troop_words(unit, words)}))
    return PieceKind(key, SLOTS[seat], seat, f"{key}{kind_sign(key, unit)}", name, form="unit")
