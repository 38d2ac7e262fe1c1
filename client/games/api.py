"""What a game gives the client: board, speech and words. The screens know no game but through this."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Protocol, TypeAlias

from msgspec import Struct

from protocol.ids import Lines, Seat, SheetKey
from protocol.notes import Note
from protocol.orders import orders_on
from protocol.texts import DEFAULT, Catalogue, catalogue

Fragment: TypeAlias = tuple[str, str]
"""A style and a text, as prompt_toolkit takes them."""
Line: TypeAlias = tuple[Fragment, ...]

Arrow: TypeAlias = tuple[int, int]
UP, DOWN, LEFT, RIGHT = (0, -1), (0, 1), (-1, 0), (1, 0)
UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT = (-1, -1), (1, -1), (-1, 1), (1, 1)
ARROWS: tuple[Arrow, ...] = (UP, DOWN, LEFT, RIGHT, UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT)

WIDE = 24
"""From this width on a panel beside the board has words for everything."""

FROM, TO, SPENT = "from", "to", "spent"
"""What an order of a sheet does at a place: it starts there, leads there, or uses something up there."""
SIGNS = {FROM: "-", TO: ">", SPENT: "x"}


class Side(Struct, frozen=True):
    """One of those who meet on the board: the key of its sheet, its letter, and which colour it has."""

    key: SheetKey
    letter: str
    slot: int
    """The number of its colour in the palette, from 0 to 7."""

    @property
    def style(self) -> str:
        return f"class:side.{self.slot}"


class Spot(Struct, frozen=True):
    """Where the cursor stands: a place, and the cell of it that it was entered by."""

    place: str
    column: int
    row: int


class Mark(Struct, frozen=True):
    """What the plan of a sheet does at one place: FROM, TO or SPENT."""

    place: str
    kind: str


class Marks(Struct, frozen=True):
    """What of a board is pointed out, and how it may be drawn."""

    ascii: bool = False
    cursor: str = ""
    picked: str = ""
    reach: frozenset[str] = frozenset()
    changed: frozenset[str] = frozenset()
    plan: tuple[Mark, ...] = ()

    def at(self, place: str) -> Iterator[tuple[str, str]]:
        """Each style that points the place out, with its sign; the one that counts most comes last."""
        yield from (("class:plan", SIGNS[mark.kind]) for mark in self.plan if mark.place == place)
        if place in self.changed:
            yield "class:changed", "!"
        if place in self.reach:
            yield "class:reach", "?"
        if place == self.picked:
            yield "class:picked", "<"
        if place == self.cursor:
            yield "class:cursor", ""


class Window(Struct, frozen=True):
    """Which part of a board is seen, for boards that are larger than the screen. The screen keeps it."""

    column: int = 0
    row: int = 0
    """The first column and row that are seen, counted as the game counts its cells."""
    zoom: int = 0
    """How far one has gone back from the board: 0 is nearest."""
    follows: bool = True
    """Whether it moves with the cursor: not after it was scrolled by hand."""


NEAREST = Window()


class Size(Struct, frozen=True):
    """The columns and rows of the screen that a board would like, and the least that will do."""

    liked: tuple[int, int]
    least: tuple[int, int]

    def within(self, columns: int, rows: int) -> tuple[int, int]:
        """As much of what is liked as there is room for."""
        return min(self.liked[0], columns), min(self.liked[1], rows)

    def is_whole(self, columns: int, rows: int) -> bool:
        return self.liked[0] <= columns and self.liked[1] <= rows


class Patch(Struct, frozen=True):
    """A rectangle of a picture that belongs to one spot."""

    x: int
    y: int
    width: int
    height: int
    spot: Spot


class Picture(Struct, frozen=True):
    lines: tuple[Line, ...]
    patches: tuple[Patch, ...]
    cursor: tuple[int, int] | None = None
    """Where the terminal's own cursor belongs, for those who listen to it."""

    def at(self, x: int, y: int) -> Spot | None:
        """The spot at a cell of the screen, for the mouse."""
        for patch in self.patches:
            if 0 <= x - patch.x < patch.width and 0 <= y - patch.y < patch.height:
                return patch.spot
        return None


class Frame(Struct, frozen=True):
    """The position after one step of a story, what happened, and where."""

    view: Any
    note: Note
    places: frozenset[str]
    part: int = 0
    """The reader can pass over the steps up to the next higher part."""


class Verdict(Struct, frozen=True):
    """A line of a sheet once it has been read."""

    text: str
    kept: bool
    reason: Note | None = None


class PanelRow(Struct, frozen=True):
    """The first fragment names whose row it is; the cursor on `place` points out the others."""

    line: Line
    place: str = ""


class Panel(Struct, frozen=True):
    """A box beside the board that the game fills as it likes."""

    rows: tuple[PanelRow, ...]
    title: str = ""
    right: str = ""
    """What stands at the right end of the title."""


class Column(Struct, frozen=True):
    title: str
    width: int


class PieceTable(Struct, frozen=True):
    """The pieces for the help page. Of each row the first cell is the code, the second the name."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]


class Board(Protocol):
    """What the screens ask of a game. Views and events are the game's own (`protocol.views`)."""

    @property
    def sides(self) -> tuple[Side, ...]: ...

    @property
    def zooms(self) -> int:
        """How many zoom levels there are; 1 is a board without zoom."""

    def sides_of(self, view: Any, seat: Seat) -> tuple[Side, ...]:
        """The sides by whose letters and colours a seat is known; the view is None before the game."""

    def sheet_name(self, sheet: SheetKey, words: Catalogue) -> str:
        """Whose sheet it is, in words."""

    def size_for(self, columns: int, rows: int, zoom: int = 0) -> Size | None:
        """How the board would be drawn in that room: the largest that is seen whole, or else a part of it.

        None if not even the least that will do fits there.
        """

    def look(self, window: Window, size: tuple[int, int], spot: Spot | None) -> Window:
        """The nearest window of that size that lies on the board, and has the spot in it."""

    def render(self, view: Any, size: tuple[int, int], marks: Marks, window: Window = NEAREST) -> Picture: ...

    def home(self, view: Any, sheet: SheetKey) -> Spot:
        """Where the cursor starts for that sheet; without one, for the seat that sees the view."""

    def spot(self, place: str) -> Spot | None: ...

    def walk(self, spot: Spot, arrow: Arrow) -> Spot:
        """The next spot in one of the eight directions; the same one where the board ends."""

    def place_of(self, word: str, sheet: SheetKey) -> str:
        """The place a word of an order names, or nothing."""

    def place_name(self, view: Any, place: str, words: Catalogue) -> str: ...

    def inspect(self, view: Any, place: str, words: Catalogue) -> tuple[Line, ...]: ...

    def panels(self, view: Any, words: Catalogue, width: int) -> tuple[Panel, ...]:
        """What there is to see beside the board; what is wider than that is cut."""

    def plan(self, view: Any, sheet: SheetKey, lines: Lines) -> tuple[Mark, ...]:
        """What the lines of a sheet would do, place by place; a line that is no order does nothing."""

    def focus(self, view: Any) -> str:
        """The place that what happens now is about, if it is one."""

    def plays(self, view: Any, seat: Seat) -> bool:
        """Whether the seat is still in the game, even if it has nothing to write now."""

    def round_of(self, view: Any) -> int: ...

    def reading(self, view: Any) -> tuple[SheetKey, ...]:
        """The sheets of the round that opens with this view, in the order in which they are read."""

    def verdicts(
        self, sheets: Mapping[SheetKey, Lines], story: Sequence[Any]
    ) -> dict[SheetKey, tuple[Verdict, ...]]: ...

    def frames(self, view: Any, story: Sequence[Any]) -> tuple[Frame, ...]:
        """The story as pictures, from the position before it, without what the sheets tell already."""

    def pieces(self, words: Catalogue) -> PieceTable: ...

    def order_notes(self, view: Any, words: Catalogue) -> tuple[str, ...]:
        """What the help on orders has to add at this table."""


class RoundRead(Protocol):
    """What a game needs of a round to tell it in sentences."""

    @property
    def sheets(self) -> Mapping[SheetKey, Lines]: ...

    @property
    def story(self) -> Sequence[Any]: ...

    @property
    def before(self) -> Any: ...


class Speech(Protocol):
    """A game in sentences, for those who hear it or read it line by line."""

    def board(self, view: Any, words: Catalogue) -> Sequence[str]: ...

    def mine(self, view: Any, words: Catalogue) -> Sequence[str]: ...

    def cell(self, view: Any, place: str, words: Catalogue) -> Sequence[str]: ...

    def rounds(self, told: RoundRead, words: Catalogue) -> Sequence[str]:
        """A round that was read: the sheets in their turn, then what came of them."""

    def rules(self, words: Catalogue) -> Sequence[str]: ...


class Game(Struct, frozen=True):
    """All that the client shows of one game."""

    board: Board
    speech: Speech
    texts: tuple[tuple[str, str], ...]
    """Where its sentences are, each a folder and the package it is in: those of both sides, and its own."""
    has_words: bool = False
    """Whether a player may say words of the game that work at once, outside any sheet."""

    def words(self, language: str) -> Catalogue:
        return _joined(self.texts, language)


@cache
def _joined(texts: tuple[tuple[str, str], ...], language: str) -> Catalogue:
    """The catalogues as one; no two of them have a table of the same name."""
    parts = [catalogue(folder, language, package) for folder, package in texts]
    tables = {name: table for part in parts for name, table in part.tables.items()}
    return Catalogue(parts[0].language if parts else DEFAULT, tables)


def judged_orders(
    sheets: Mapping[SheetKey, Lines], lost: Mapping[tuple[SheetKey, int, int], Note]
) -> dict[SheetKey, tuple[Verdict, ...]]:
    """Every order of every sheet, where a line may hold several; one that was lost is named by its column."""
    return {
        sheet: tuple(
            Verdict(order.text, (key := (sheet, number, order.column)) not in lost, lost.get(key))
            for number, text in enumerate(lines)
            for order in orders_on(text)
        )
        for sheet, lines in sheets.items()
    }


def judged(
    sheets: Mapping[SheetKey, Lines], lost: Mapping[tuple[SheetKey, int], Note]
) -> dict[SheetKey, tuple[Verdict, ...]]:
    """Every line of every sheet, with the reason of those that were lost."""
    return {
        sheet: tuple(
            Verdict(text, (sheet, number) not in lost, lost.get((sheet, number)))
            for number, text in enumerate(lines)
        )
        for sheet, lines in sheets.items()
    }
