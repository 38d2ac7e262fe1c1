"""Zargo's Lords as data: hexes in rows, the last of which is followed by the first one."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from client.games.api import NO_MARKS, Marks
from client.games.diagrams import (
    PANEL_WIDTH,
    arranged,
    legs_of,
    place_marks,
    side_panels,
    slots_of,
)
from client.games.shapes import (
    Box,
    Caption,
    Diagram,
    Ground,
    PieceKind,
    Place,
    Point,
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
from protocol.views.zargos_lords.board import HEXES, LETTERS, NUMBERS, WHIRLPOOL, terrain_of
from protocol.views.zargos_lords.steps import MONKS
from protocol.views.zargos_lords.view import LordsView
from protocol.views.zargos_lords.words import Hex, People, UnitText, read_unit

ACROSS, DOWN = 52, 45
"""From one hex to the next, and from one row to the next."""
HALF, QUARTER = 26, 15
LEFT, TOP = 46, 46
"""The room for the numbers of the rows and the letters of the columns."""
WIDTH = 2 * LEFT + len(LETTERS) * ACROSS + HALF
HEIGHT = 2 * TOP + NUMBERS * DOWN + QUARTER
OUTLINE = (
    *((0, -2 * QUARTER), (HALF, -QUARTER), (HALF, QUARTER)),
    *((0, 2 * QUARTER), (-HALF, QUARTER), (-HALF, -QUARTER)),
)
BOX = Box(-HALF + 2, -18, ACROSS - 4, 28)
SIGN_AT = 20
"""The sign of the terrain stands so far below the middle of a hex."""
SLOTS = slots_of(sides)


def shape(view: LordsView, words: Catalogue) -> Shape:
    return _shape(view.is_skirmish, words)


@lru_cache
def _shape(is_skirmish: bool, words: Catalogue) -> Shape:
    terrain = terrain_of(is_skirmish)
    signs = {TERRAINS.get(each, "bridge"): terrain_sign(each).strip() for each in terrain.values()}
    seam = TOP + NUMBERS * DOWN
    return Shape(
        WIDTH,
        HEIGHT,
        16,
        (46, 26),
        tuple(_place(hex_, terrain[hex_]) for hex_ in HEXES),
        (OUTLINE,),
        (BOX,),
        tuple(Ground(key, words.word("ground", key), sign) for key, sign in signs.items()),
        tuple(Stroke("seam", ((LEFT, y), (WIDTH - LEFT, y))) for y in (TOP + QUARTER // 2, seam)),
        tuple(_captions()),
        wraps=(0, NUMBERS * DOWN),
    )


def _middle(column: int, row: int) -> Point:
    """Odd rows stand half a hex to the right."""
    return LEFT + HALF + column * ACROSS + (HALF if row % 2 else 0), TOP + 2 * QUARTER + row * DOWN


def _place(hex_: Hex, terrain: str) -> Place:
    x, y = _middle(LETTERS.index(hex_[0]), int(hex_[1:]))
    ground = TERRAINS.get(terrain, "bridge")
    sign = "" if ground == "clear" else terrain_sign(terrain).strip()
    return Place(hex_, (x, y), ground, sign, (x, y + SIGN_AT) if sign else None)


def _captions() -> Iterator[Caption]:
    for column, letter in enumerate(LETTERS):
        x, _ = _middle(column, 0)
        yield from (Caption(letter, (x, y), 22) for y in (TOP // 2, HEIGHT - TOP // 2))
    for row in range(NUMBERS):
        _, y = _middle(0, row)
        yield from (Caption(f"{row:02}", (x, y), 18) for x in (LEFT // 2, WIDTH - LEFT // 2))


def diagram(view: LordsView, words: Catalogue, marks: Marks = NO_MARKS) -> Diagram:
    tokens = arranged(shape(view, words), _tokens(view, words))
    return Diagram(
        _kinds(tokens, words),
        tokens,
        place_marks(marks, SLOTS, _written),
        legs_of(marks.plan, SLOTS, _written),
        side_panels(panels(view, words, PANEL_WIDTH)),
        stage_sentence(view, words),
    )


def _written(people: People, unit: UnitText, count: int) -> str:
    return unit


def _tokens(view: LordsView, words: Catalogue) -> Iterator[Token]:
    """The cities, the units and the vanished monks."""
    for hex_, city in cities_on(view).items():
        note = "; ".join([inside_words(city, words), *notes_at(view, hex_, words)])
        yield Token(f"{city.people}{CITY}", hex_, state=city_signs(city)[-1], note=note)
    for hex_, standing in units_on(view).items():
        held = view.stuck.get(hex_, 0)
        note = "; ".join(notes_at(view, hex_, words))
        kind = f"{standing.people}.{standing.unit.text}"
        yield Token(kind, hex_, state=f"{WHIRLPOOL}{held}" if held > 0 else "", note=note)
    for hex_, number in view.vanished.items():
        yield Token(f"{MONKS}.{VANISHED}", hex_, number)


def _kinds(tokens: Iterable[Token], words: Catalogue) -> tuple[PieceKind, ...]:
    return tuple(_kind(key, words) for key in dict.fromkeys(token.kind for token in tokens))


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
