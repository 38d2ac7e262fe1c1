"""POWER as data: the grid of the rule book, with the reserves above and below their headquarters."""

from collections.abc import Iterator
from functools import lru_cache

from client.games.api import NO_MARKS, Marks
from client.games.diagrams import PANEL_WIDTH, Ink, diagram_of, rectangle, slots_of
from client.games.power.board import CORNERS, GRID, SECTORS, SPOTS, panels, sides
from client.games.power.sector_text import FLAG
from client.games.power.speech import stage_sentence
from client.games.shapes import NOBODY, Box, Diagram, Ground, PieceKind, Place, Point, Shape, Stroke, Token
from protocol.notes import Note
from protocol.texts import Catalogue
from protocol.views import power
from protocol.views.power import ARMIES, KINDS, Army, PowerView

CELL = 100
TOP = 110
"""The reserves above the grid take so much room, with a gap."""
WIDTH, HEIGHT = 9 * CELL, 9 * CELL + 2 * TOP
RESERVE = (CELL * 9 // 2 - 10, CELL)
LETTER = 18
GROUNDS = {"H": "town", "S": "sea", "I": "sand"}
"""The grounds of the places by their first letter; all others are land."""
OUTLINES = (
    rectangle(CELL, CELL),
    rectangle(3 * CELL, CELL),
    rectangle(CELL, 3 * CELL),
    rectangle(*RESERVE),
)
LABEL = 24
"""So much of the height of a place its label takes."""
BOXES = tuple(
    Box(-width // 2 + 3, LABEL - height // 2, width - 6, height - LABEL - 4)
    for width, height in ((CELL, CELL), (3 * CELL, CELL), (CELL, 3 * CELL), RESERVE)
)
SLOTS = slots_of(sides)


@lru_cache
def _shape(words: Catalogue) -> Shape:
    grounds = ("land", "sea", "sand", "town", "aside")
    return Shape(
        WIDTH,
        HEIGHT,
        LETTER,
        (72, 38),
        tuple(_place(place, words) for place in (*SECTORS, *CORNERS.values())),
        OUTLINES,
        BOXES,
        tuple(Ground(key, words.word("shape", key)) for key in grounds),
        tuple(_borders()),
    )


def shape(view: PowerView, words: Catalogue) -> Shape:
    return _shape(words)


def _borders() -> Iterator[Stroke]:
    """The lines around the quarters of the board, as the terminal draws them."""
    for at in (0, 1, 4, 5, 8, 9):
        yield Stroke("border", ((at * CELL, TOP), (at * CELL, TOP + 9 * CELL)))
        yield Stroke("border", ((0, TOP + at * CELL), (9 * CELL, TOP + at * CELL)))


def _place(place: str, words: Catalogue) -> Place:
    at, outline = _middle(place)
    height = max(y for _, y in OUTLINES[outline])
    army = next((army for army in ARMIES if army in (place[0], place[2:])), "")
    is_reserve = place in CORNERS.values()
    return Place(
        key=place,
        at=at,
        ground="aside" if is_reserve else GROUNDS.get(place[0], "land"),
        label=words.letters.place(place),
        label_at=(at[0], at[1] - height + LABEL // 2 + 1),
        outline=outline,
        box=outline,
        name=words.word("place", place),
        slot=SLOTS.get(army, NOBODY) if place[0] != "S" else NOBODY,
    )


def _middle(place: str) -> tuple[Point, int]:
    """The middle of a place, and the number of its outline."""
    if place in CORNERS.values():
        column, row = SPOTS[place]
        x = RESERVE[0] // 2 if column < 0 else WIDTH - RESERVE[0] // 2
        return (x, CELL // 2 if row == 0 else HEIGHT - CELL // 2), 3
    cells = [(c, r) for r, row in enumerate(GRID) for c, name in enumerate(row) if name == place]
    across, down = cells[0][0] + cells[-1][0] + 1, cells[0][1] + cells[-1][1] + 1
    outline = 0 if len(cells) == 1 else 1 if cells[0][1] == cells[-1][1] else 2
    return (across * CELL // 2, TOP + down * CELL // 2), outline


def diagram(view: PowerView, words: Catalogue, marks: Marks = NO_MARKS) -> Diagram:
    def write(army: Army, unit: str, count: int) -> str:
        return f"{count}{words.letters.piece(unit)}" if unit else ""

    return diagram_of(
        shape(view, words),
        (*_flags(view), *_pieces(view)),
        lambda key: _kind(key, words),
        marks,
        Ink(SLOTS, write),
        panels=panels(view, words, PANEL_WIDTH),
        status=stage_sentence(view, words),
    )


def _pieces(view: PowerView) -> Iterator[Token]:
    for army in ARMIES:
        for place, stack in view.pieces.get(army, {}).items():
            for kind, count in zip(KINDS, stack, strict=True):
                if count:
                    yield Token(f"{army}.{kind}", place, count)


def _flags(view: PowerView) -> Iterator[Token]:
    """A flag flies at its own headquarters, or lies in the reserve of who has taken it."""
    for army, holder in view.flags.items():
        place = power.headquarters(army) if holder == army else power.reserve(holder)
        yield Token(f"{army}.{FLAG}", place)


@lru_cache(maxsize=512)
def _kind(key: str, words: Catalogue) -> PieceKind:
    """The kind of a key such as `V.T`."""
    army, _, kind = key.partition(".")
    side = words.word("army", army)
    if kind == FLAG:
        name = words.say(Note("shape.flag", {"side": side}))
        return PieceKind(key, SLOTS[army], army, FLAG, name, form="sign")
    one, several = (
        words.say(Note("shape.piece", {"piece": words.word("piece", kind, count), "side": side}))
        for count in (1, 2)
    )
    return PieceKind(key, SLOTS[army], army, words.letters.piece(kind), one, several)
