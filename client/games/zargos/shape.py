"""Zargos as data: the places of its map, joined by ways over land, over sea and along dotted arms."""

from collections.abc import Iterator
from functools import lru_cache

from client.games.api import NO_MARKS, Marks
from client.games.diagrams import (
    PANEL_WIDTH,
    arranged,
    focus_mark,
    kinds_of,
    legs_of,
    place_marks,
    rectangle,
    side_panels,
    slots_of,
)
from client.games.shapes import (
    NOBODY,
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
from client.games.zargos.board import focus, panels, place_words
from client.games.zargos.labels import CAPITAL, VOLCANO, neighbours
from client.games.zargos.peoples import sides
from client.games.zargos.speech import stage_sentence
from protocol.notes import Note
from protocol.texts import Catalogue
from protocol.views.zargos import ZargosView
from protocol.views.zargos.board import KINGDOMS, MAP, ORDER, SEAS, TERRITORIES, is_sea
from protocol.views.zargos.words import DEMONS, PEOPLES, People
from protocol.views.zargos.words import Place as Code

SCALE = 1.7
"""So many units of the shape are one of the map of the rules."""
MARGIN = 30
LETTER = 20
RADIUS = 42
DEMON_SLOT = 7
ROUND = (
    *((18, -42), (42, -18), (42, 18), (18, 42)),
    *((-18, 42), (-42, 18), (-42, -18), (-18, -42)),
)
OUTLINES = (ROUND, rectangle(84, 84), ((-46, 0), (-24, -40), (24, -40), (46, 0), (24, 40), (-24, 40)))
"""Territories are round, capitals square, sea cells hexagons."""
BOX = Box(-40, -16, 80, 54)
SLOTS = {**slots_of(sides), DEMONS: DEMON_SLOT}
ATTACK = "!"


def shape(view: ZargosView, words: Catalogue) -> Shape:
    return _shape(words)


@lru_cache
def _shape(words: Catalogue) -> Shape:
    width, height = (round(side * SCALE) + 2 * MARGIN for side in MAP.canvas)
    signs = {"land": "", "capital": CAPITAL, "volcano": VOLCANO, "sea": ""}
    return Shape(
        width,
        height,
        LETTER,
        (76, 40),
        tuple(_place(place, words) for place in ORDER),
        OUTLINES,
        (BOX,),
        tuple(Ground(key, words.word("shape", key), sign) for key, sign in signs.items()),
        tuple(_ways()),
        tuple(_captions(words)),
    )


def _middle(place: Code) -> Point:
    drawn = SEAS[place] if is_sea(place) else TERRITORIES[place]
    return MARGIN + round(drawn.x * SCALE), MARGIN + round(drawn.y * SCALE)


def _ground(place: Code) -> str:
    if is_sea(place):
        return "sea"
    land = TERRITORIES[place]
    return "volcano" if land.volcano else "capital" if land.kind in ("capital", "city") else "land"


def _place(place: Code, words: Catalogue) -> Place:
    x, y = _middle(place)
    ground = _ground(place)
    sign = {"capital": CAPITAL, "volcano": VOLCANO}.get(ground, "")
    return Place(
        key=place,
        at=(x, y),
        ground=ground,
        label=place + sign,
        label_at=(x, y - 27),
        outline={"sea": 2, "capital": 1}.get(ground, 0),
        name=place_words(place, words),
    )


def _ways() -> Iterator[Stroke]:
    """The land masses, then the ways between neighbours, each of them once."""
    for one in TERRITORIES:
        for other in TERRITORIES[one].neighbours:
            thirds = [each for each in TERRITORIES[other].neighbours if each in TERRITORIES[one].neighbours]
            if one < other:
                yield from (Stroke("land", _line(one, other, each)) for each in thirds if other < each)
                yield from () if thirds else (Stroke("land", _line(one, other)),)
    for one in ORDER:
        yield from (Stroke(_way(one, other), _line(one, other)) for other in neighbours(one) if one < other)
    yield from (Stroke("arm", _line(*arm)) for arm in MAP.arms)


def _way(one: Code, other: Code) -> str:
    """By land or by sea; between a sea cell and its coasts it is no more than a hint."""
    return ("way", "coast", "lane")[is_sea(one) + is_sea(other)]


def _line(*places: Code) -> tuple[Point, ...]:
    return tuple(map(_middle, places))


def _captions(words: Catalogue) -> Iterator[Caption]:
    """The names of the kingdoms below their capitals."""
    for code, kingdom in KINGDOMS.items():
        x, y = _middle(kingdom.capital)
        yield Caption(words.word("kingdom", code), (x, y + RADIUS + 12), 17)


def diagram(view: ZargosView, words: Catalogue, marks: Marks = NO_MARKS) -> Diagram:
    tokens = arranged(shape(view, words), (*_units(view), *_invaders(view, words)))
    return Diagram(
        kinds_of(_kinds(words), tokens),
        tokens,
        (*focus_mark(focus(view)), *place_marks(marks, SLOTS, _written)),
        legs_of(marks.plan, SLOTS, _written),
        side_panels(panels(view, words, PANEL_WIDTH)),
        stage_sentence(view, words),
    )


def _written(people: People, unit: str, count: int) -> str:
    return f"{unit}{count}" if unit else ""


def _units(view: ZargosView) -> Iterator[Token]:
    for people, places in view.units.items():
        yield from (Token(people, place, count) for place, count in places.items())


def _invaders(view: ZargosView, words: Catalogue) -> Iterator[Token]:
    """Those who wait for a combat stand beside the defenders."""
    for combat in view.combats:
        note = words.say(Note("shape.invader", {"place": combat.at}))
        yield Token(combat.by, combat.at, combat.number, ATTACK, note)


@lru_cache
def _kinds(words: Catalogue) -> tuple[PieceKind, ...]:
    return tuple(
        PieceKind(
            people,
            SLOTS.get(people, NOBODY),
            people,
            "",
            words.word("unit", people),
            words.word("unit", people, 2),
        )
        for people in (*PEOPLES, DEMONS)
    )
