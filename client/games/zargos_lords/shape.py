"""Zargo's Lords as data: hexes in rows, the last of which is followed by the first one."""

from collections.abc import Iterator
from functools import lru_cache

from client.games.api import NO_MARKS, Marks
from client.games.diagrams import PANEL_WIDTH, Ink, diagram_of, slots_of
from client.games.hex_shapes import BOX, DOWN, LETTER, MARGIN, OUTLINE, TOKEN, HexBoard
from client.games.shapes import (
    Caption,
    Diagram,
    Ground,
    PieceKind,
    Place,
    Shape,
    Stroke,
    Token,
)
from client.games.zargos_lords.board import panels
from client.games.zargos_lords.cells import CITY, VANISHED, city_signs, terrain_sign
from client.games.zargos_lords.peoples import cities_on, sides, unit_words, units_on
from client.games.zargos_lords.place_text import TERRAINS, inside_words, notes_at
from client.games.zargos_lords.speech import stage_sentence
from protocol.notes import Arg, Note
from protocol.texts import Catalogue
from protocol.views.zargos_lords.board import CLEAR, HEXES, LETTERS, NUMBERS, terrain_of
from protocol.views.zargos_lords.steps import MONKS
from protocol.views.zargos_lords.view import LordsView
from protocol.views.zargos_lords.words import Hex, People, UnitText, read_unit

HEX_BOARD = HexBoard(len(LETTERS), NUMBERS)
WIDTH, HEIGHT = HEX_BOARD.width, HEX_BOARD.height
GROUNDS = {
    **{"clear": "land", "wood": "wood", "mountain": "hill", "whirlpool": "deep", "sea": "sea"},
    "bridge": "road",
}
"""How each terrain looks."""
SLOTS = slots_of(sides)


def shape(view: LordsView, words: Catalogue) -> Shape:
    return _shape(view.is_skirmish, words)


@lru_cache
def _shape(is_skirmish: bool, words: Catalogue) -> Shape:
    terrain = terrain_of(is_skirmish)
    kinds = {TERRAINS.get(each, "bridge"): terrain_sign(each).strip() for each in terrain.values()}
    return Shape(
        WIDTH,
        HEIGHT,
        LETTER,
        TOKEN,
        tuple(_place(hex_, terrain[hex_]) for hex_ in HEXES),
        (OUTLINE,),
        (BOX,),
        tuple(Ground(GROUNDS[kind], words.word("ground", kind), sign) for kind, sign in kinds.items()),
        tuple(_seams()),
        tuple(_captions()),
        backdrop="sea",
        wraps=(0, NUMBERS * DOWN),
    )


def _seams() -> Iterator[Stroke]:
    """The lines above the first row and below the last one, which are the same."""
    for y in (MARGIN - 6, HEIGHT - MARGIN + 6):
        yield Stroke("seam", ((MARGIN, y), (WIDTH - MARGIN, y)))


def _place(hex_: Hex, terrain: str) -> Place:
    at = HEX_BOARD.middle(LETTERS.index(hex_[0]), int(hex_[1:]))
    sign = "" if terrain == CLEAR else terrain_sign(terrain).strip()
    return Place(hex_, at, GROUNDS[TERRAINS.get(terrain, "bridge")], sign)


def _captions() -> Iterator[Caption]:
    yield from HEX_BOARD.captions(LETTERS, [f"{number:02}" for number in range(NUMBERS)])
    for x in (MARGIN // 2, WIDTH - MARGIN // 2):
        yield Caption(f"↑{NUMBERS - 1}", (x, MARGIN // 2), 18)
        yield Caption("↓00", (x, HEIGHT - MARGIN // 2), 18)


def diagram(view: LordsView, words: Catalogue, marks: Marks = NO_MARKS) -> Diagram:
    return diagram_of(
        shape(view, words),
        _tokens(view, words),
        lambda key: _kind(key, words),
        marks,
        Ink(SLOTS, _written),
        panels=panels(view, words, PANEL_WIDTH),
        status=stage_sentence(view, words),
    )


def _written(people: People, unit: UnitText, count: int) -> str:
    return unit


def _tokens(view: LordsView, words: Catalogue) -> Iterator[Token]:
    """The cities, the units and the vanished monks."""
    for hex_, city in cities_on(view).items():
        note = "; ".join([inside_words(city, words), *notes_at(view, hex_, words)])
        yield Token(f"{city.people}{CITY}", hex_, state=city_signs(city)[-1], note=note)
    for hex_, standing in units_on(view).items():
        kind = f"{standing.people}.{standing.unit.text}"
        yield Token(kind, hex_, state=_state(view, hex_), note="; ".join(notes_at(view, hex_, words)))
    for hex_, number in view.vanished.items():
        yield Token(f"{MONKS}.{VANISHED}", hex_, number)


def _state(view: LordsView, hex_: Hex) -> str:
    """The sign of the terrain below a unit, and how many moves a whirlpool still holds it."""
    terrain = terrain_of(view.is_skirmish)[hex_]
    held = view.stuck.get(hex_, 0)
    return f"{'' if terrain == CLEAR else terrain_sign(terrain)}{held if held > 0 else ''}"


@lru_cache(maxsize=512)
def _kind(key: str, words: Catalogue) -> PieceKind:
    people, letters = key[0], key[1:].removeprefix(".")
    args: dict[str, Arg] = {"people": people}
    if letters in (CITY, VANISHED):
        code, form = ("city", "city") if letters == CITY else ("vanished", "piece")
        return PieceKind(
            key, SLOTS[people], people, letters, words.say(Note(f"shape.{code}", args)), form=form
        )
    name = words.say(Note("shape.piece", {**args, "piece": unit_words(people, read_unit(letters), words)}))
    return PieceKind(key, SLOTS[people], people, letters, name)
