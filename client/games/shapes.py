"""How a board is drawn as data: a shape, which stays, and a diagram of each position on it.

Whoever draws knows no game. A `Shape` says where the places are and what ground they have. A `Diagram` says
what stands on them now, what is pointed out and what is written beside the board. Both become JSON with
`msgspec.json`. All coordinates are whole numbers, x to the right and y down, from 0 to the shape's width and
height. Everything is told by letters and words, so that it is understood in black and white.

A story is drawn as a series of diagrams (`Board.frames` has the positions), and `client.games.slides` says
which pieces go where from one diagram to the next.
"""

from typing import TypeAlias

from msgspec import Struct

Point: TypeAlias = tuple[int, int]

CURSOR, PICKED, REACH, CHANGED, FOCUS, HELD = "cursor", "picked", "reach", "changed", "focus", "held"
"""What is pointed out, besides FROM, TO, SPENT and AIMED of `client.games.api`: where the reader is, which
place the reader took up, where its pieces can go, what a step of a story changed, where something happens
now, and who controls a place."""
NOBODY = -1
"""The slot of what belongs to no side."""


GROUNDS = ("land", "sea", "sand", "scrub", "wood", "hill", "fire", "deep", "road", "town", "aside")
"""The words of the style sheet for grounds. A game takes those that look most like its own, and names them:
open land, sea, sand, low growth, wood, high ground, what burns, what swallows, a way, a built place, and what
lies beside the board."""


class Ground(Struct, frozen=True):
    """A kind of ground: how it looks, and its name for the legend."""

    key: str
    """One of GROUNDS."""
    name: str
    sign: str = ""
    """The letter or sign that marks the ground on the board, if any."""


class Place(Struct, frozen=True, omit_defaults=True):
    """One place of the board."""

    key: str
    """The name of the place in orders. `Board.place_of` accepts it."""
    at: Point
    """The middle of the place. Arrows begin and end there."""
    ground: str
    """The key of its ground."""
    label: str = ""
    """What is written on the place, in the letters of the reader."""
    label_at: Point | None = None
    """The middle of the label; None: the middle of the place."""
    outline: int = 0
    """The number of its outline in `Shape.outlines`. The outline's points are counted from `at`."""
    box: int = 0
    """The number of the rectangle in `Shape.boxes` in which its tokens stand, also counted from `at`."""
    name: str = ""
    """What the place is called aloud. If it is empty, its key and the name of its ground say it."""
    slot: int = NOBODY
    """The slot of the side whose home it is, if any."""


class Box(Struct, frozen=True):
    """A rectangle in which tokens stand, counted from the middle of a place."""

    left: int
    top: int
    width: int
    height: int


class Stroke(Struct, frozen=True, omit_defaults=True):
    """A line that is no outline: the border of a region, a way between two places, a seam."""

    kind: str
    """"border", "way", "dotted" or "seam": a word for the style sheet."""
    points: tuple[Point, ...]


class Caption(Struct, frozen=True, omit_defaults=True):
    """A text on the board that is no label of a place: the letter of a column, the name of a region."""

    text: str
    at: Point
    size: int
    """The height of its letters."""


class Shape(Struct, frozen=True, omit_defaults=True):
    """What of a board stays the same as long as the table's options do."""

    width: int
    height: int
    letter: int
    """The height of the letters of the labels."""
    token: Point
    """The width and the height of a token that stands on a place alone."""
    places: tuple[Place, ...]
    outlines: tuple[tuple[Point, ...], ...]
    boxes: tuple[Box, ...]
    grounds: tuple[Ground, ...]
    strokes: tuple[Stroke, ...] = ()
    captions: tuple[Caption, ...] = ()
    backdrop: str = ""
    """The key of the ground that lies between the places; empty if there is none."""
    wraps: Point = (0, 0)
    """After so much the board repeats itself to the right and downwards; 0 if it ends there."""


class PieceKind(Struct, frozen=True, omit_defaults=True):
    """What all tokens of one kind have in common."""

    key: str
    slot: int
    """The number of its side in the palette, from 0 to 7, or NOBODY."""
    owner: str
    """The letter of its side."""
    letters: str
    """The kind of piece, as the terminal shows it; empty if the side has only one kind."""
    name: str
    """What one such piece is called aloud, with its side."""
    plural: str = ""
    """What several are called; empty if they are never counted."""
    form: str = "piece"
    """How it is drawn: "piece"; "sign" for what does not fight; "city" for a wall around pieces; "unit" for
    a token whose letters name its side already, with its state in a second row below them."""


class Token(Struct, frozen=True, omit_defaults=True):
    """Pieces of one kind on one place. No other token has the same kind and the same place.

    A token of the same kind on another place in the next diagram is the same piece, or one just like it.
    """

    kind: str
    """The key of its kind."""
    place: str
    count: int = 1
    state: str = ""
    """Small signs behind the letters: wounds, wear, a load."""
    note: str = ""
    """The state in words."""
    at: Point | None = None
    """The middle of the token; None: the middle of the box of its place."""
    size: Point | None = None
    """Its width and its height; None: `Shape.token`."""


class PlaceMark(Struct, frozen=True, omit_defaults=True):
    """A place is pointed out."""

    place: str
    kind: str
    """FROM, TO, SPENT or AIMED of a plan, or CURSOR, PICKED, REACH, CHANGED, FOCUS or HELD."""
    sign: str = ""
    """The sign with which the terminal points it out."""
    slot: int = NOBODY
    text: str = ""
    """The pieces that the mark is about, or the letter of who holds the place."""


class Leg(Struct, frozen=True, omit_defaults=True):
    """An arrow of the plan."""

    start: str
    end: str
    """The places at its ends."""
    kind: str
    """TO for pieces that go there, AIMED for pieces that act there from afar."""
    text: str = ""
    """The pieces, as an order writes them."""
    slot: int = NOBODY


class SideRow(Struct, frozen=True, omit_defaults=True):
    """A row of a box beside the board: whose it is, and its texts, the last of which stands on the right.

    Rows may be parts of a table: letters of one width, with every blank kept, let its columns stand straight.
    """

    cells: tuple[str, ...]
    owner: str = ""
    slot: int = NOBODY
    place: str = ""
    """The place that the row is about."""


class SidePanel(Struct, frozen=True, omit_defaults=True):
    """A box beside the board."""

    rows: tuple[SideRow, ...]
    title: str = ""
    right: str = ""
    """The text at the right end of the title."""


class Diagram(Struct, frozen=True, omit_defaults=True):
    """A position, as it is drawn on a shape."""

    kinds: tuple[PieceKind, ...]
    """The kinds of the tokens."""
    tokens: tuple[Token, ...]
    marks: tuple[PlaceMark, ...] = ()
    legs: tuple[Leg, ...] = ()
    panels: tuple[SidePanel, ...] = ()
    status: str = ""
    """One line on where the game stands."""
