"""Zargos as data: the places of its map, joined by ways over land, over sea and along dotted arms."""

from collections.abc import Iterator
from functools import lru_cache

from client.games.api import NO_MARKS, Marks
from client.games.diagrams import PANEL_WIDTH, Ink, diagram_of, focus_mark, rectangle, slots_of
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
from client.games.zargos.board import focus, panels, place_words
from client.games.zargos.labels import CAPITAL, VOLCANO, neighbours
from client.games.zargos.peoples import sides
from client.games.zargos.speech import stage_sentence
from protocol.notes import Note
from protocol.texts import Catalogue
from protocol.views.zargos import ZargosView
from protocol.views.zargos.board import HOME, KINGDOMS, MAP, ORDER, SEAS, TERRITORIES, is_sea
from protocol.views.zargos.words import DEMONS, People
from protocol.views.zargos.words import Place as Code

SCALE = 1.5
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
SIGNS = {"land": "", "town": CAPITAL, "fire": VOLCANO, "sea": ""}
"""The grounds with their signs: territories, capitals, volcanoes and sea cells."""
SLOTS = {**slots_of(sides), DEMONS: DEMON_SLOT}
ATTACK = "!"


def shape(view: ZargosView, words: Catalogue) -> Shape:
    return _shape(words)


@lru_cache
def _shape(words: Catalogue) -> Shape:
    width, height = (round(side * SCALE) + 2 * MARGIN for side in MAP.canvas)
    return Shape(
        width,
        height,
        LETTER,
        (76, 40),
        tuple(_place(place, words) for place in ORDER),
        OUTLINES,
        (BOX,),
        tuple(Ground(key, words.word("shape", key), sign) for key, sign in SIGNS.items()),
        tuple(_ways()),
        tuple(_captions(words)),
        backdrop="sea",
    )


def _middle(place: Code) -> Point:
    drawn = SEAS[place] if is_sea(place) else TERRITORIES[place]
    return MARGIN + round(drawn.x * SCALE), MARGIN + round(drawn.y * SCALE)


def _ground(place: Code) -> str:
    if is_sea(place):
        return "sea"
    land = TERRITORIES[place]
    return "fire" if land.volcano else "town" if land.kind in ("capital", "city") else "land"


def _place(place: Code, words: Catalogue) -> Place:
    x, y = _middle(place)
    ground = _ground(place)
    return Place(
        key=place,
        at=(x, y),
        ground=ground,
        label=place + SIGNS[ground],
        label_at=(x, y - 27),
        outline={"sea": 2, "town": 1}.get(ground, 0),
        name=place_words(place, words),
    )


def _land() -> Iterator[Stroke]:
    """Areas between three or four neighbours, which together are the land masses."""
    beside = {place: set(land.neighbours) for place, land in TERRITORIES.items()}
    for one, others in beside.items():
        for other in sorted(each for each in others if one < each):
            yield Stroke("land", _line(one, other))
            for third in sorted(beside[other] - {one}):
                if third in others and other < third:
                    yield Stroke("land", _line(one, other, third))
                if third not in others:
                    closing = beside[third] & others - beside[other]
                    fourths = sorted(each for each in closing if each > other)
                    yield from (Stroke("land", _line(one, other, third, each)) for each in fourths)


def _ways() -> Iterator[Stroke]:
    """The land masses, then the ways between neighbours, each of them once."""
    yield from _land()
    for one in ORDER:
        yield from (Stroke(_way(one, other), _line(one, other)) for other in neighbours(one) if one < other)
    yield from (Stroke("arm", _line(*arm)) for arm in MAP.arms)


def _way(one: Code, other: Code) -> str:
    """By land or by sea; between a sea cell and its coasts it is no more than a hint."""
    return ("way", "coast", "lane")[is_sea(one) + is_sea(other)]


def _line(*places: Code) -> tuple[Point, ...]:
    return tuple(map(_middle, places))


def _captions(words: Catalogue) -> Iterator[Caption]:
    """The names of the kingdoms below their capitals; that of Zargos, where there is no room, above it."""
    for code, kingdom in KINGDOMS.items():
        x, y = _middle(kingdom.capital)
        above = min(_middle(place)[1] for place in kingdom.territories) - RADIUS
        yield Caption(words.word("kingdom", code), (x, above if code == HOME else y + RADIUS + 11), 18)


def diagram(view: ZargosView, words: Catalogue, marks: Marks = NO_MARKS) -> Diagram:
    return diagram_of(
        shape(view, words),
        (*_units(view), *_invaders(view, words)),
        lambda people: _kind(people, words),
        marks,
        Ink(SLOTS, _written),
        pointed_out=focus_mark(focus(view)),
        panels=panels(view, words, PANEL_WIDTH),
        status=stage_sentence(view, words),
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


def _kind(people: People, words: Catalogue) -> PieceKind:
    one, several = words.word("unit", people), words.word("unit", people, 2)
    return PieceKind(people, SLOTS[people], people, "", one, several)
