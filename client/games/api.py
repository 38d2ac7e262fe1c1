"""What a game gives the client: board, speech and texts. The screens know a game only through this."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Protocol, TypeAlias

from msgspec import Struct

from client.games.lesson import Lesson
from client.games.shapes import Diagram, Shape
from protocol.ids import Lines, Seat, SheetKey
from protocol.letters import Letters, letters_of
from protocol.notes import Note
from protocol.texts import DEFAULT, Catalogue, catalogue

Fragment: TypeAlias = tuple[str, str]
"""A style and a text, in the form that prompt_toolkit takes."""
Line: TypeAlias = tuple[Fragment, ...]

Arrow: TypeAlias = tuple[int, int]
UP, DOWN, LEFT, RIGHT = (0, -1), (0, 1), (-1, 0), (1, 0)
UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT = (-1, -1), (1, -1), (-1, 1), (1, 1)
ARROWS: tuple[Arrow, ...] = (UP, DOWN, LEFT, RIGHT, UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT)

WIDE = 24
"""A panel beside the board that is at least so wide has room for words."""

FROM, TO, SPENT, AIMED = "from", "to", "spent", "aimed"
"""What an order does at a place: it starts there, leads there, uses pieces up there, or aims at it."""
SIGNS = {FROM: "-", TO: ">", SPENT: "x", AIMED: "#"}


class Side(Struct, frozen=True):
    """One of the sides on the board: the key of its sheet, its letter, and its colour."""

    key: SheetKey
    letter: str
    slot: int
    """The number of its colour in the palette, from 0 to 7."""

    @property
    def style(self) -> str:
        return f"class:side.{self.slot}"


class Spot(Struct, frozen=True):
    """Where the cursor is: a place, and the column and row of one of its cells."""

    place: str
    column: int
    row: int


class Mark(Struct, frozen=True):
    """What the orders of a sheet do at one place: FROM, TO, SPENT or AIMED, and with which pieces."""

    place: str
    kind: str
    side: SheetKey = ""
    unit: str = ""
    """The code of the pieces; empty if the board draws no more than the sign of the mark."""
    count: int = 1
    way: Arrow = (0, 0)
    """The direction in which the pieces leave."""


class Route(Struct, frozen=True):
    """Pieces that an order leads from one place to another, or with which it aims from afar."""

    start: str
    end: str
    kind: str
    """TO or AIMED."""
    side: SheetKey = ""
    unit: str = ""
    """The code of the pieces, as in a mark."""
    count: int = 1


class Plan(Struct, frozen=True):
    """What the lines of the seat's sheets would do."""

    stays: Any = None
    """The view with only those pieces that stay where they are."""
    marks: tuple[Mark, ...] = ()
    routes: tuple[Route, ...] = ()
    """From where to where the pieces go."""

    def at(self, place: str) -> tuple[Mark, ...]:
        return tuple(mark for mark in self.marks if mark.place == place)


NO_PLAN = Plan()


NO_WORDS = Catalogue(DEFAULT, {})


class Marks(Struct, frozen=True):
    """Which places of a board are marked, whether it is drawn in ASCII only, in which letters and words."""

    ascii: bool = False
    cursor: str = ""
    picked: str = ""
    reach: frozenset[str] = frozenset()
    changed: frozenset[str] = frozenset()
    plan: Plan = NO_PLAN
    letters: Letters = letters_of("", DEFAULT)
    """The letters in which the reader sees pieces and places."""
    words: Catalogue = NO_WORDS
    """The catalogue of the game, for boards that have words on them."""

    def at(self, place: str, drawn: Collection[Mark] = ()) -> Iterator[tuple[str, str]]:
        """The styles that mark the place, each with its sign; the most important one comes last.

        `drawn` are those marks of the plan that are drawn there with their pieces, and need no sign.
        """
        shown = {mark.kind for mark in drawn}
        yield from (
            ("class:plan", SIGNS[mark.kind]) for mark in self.plan.at(place) if mark.kind not in shown
        )
        if place in self.changed:
            yield "class:changed", "!"
        if place in self.reach:
            yield "class:reach", "?"
        if place == self.picked:
            yield "class:picked", "<"
        if place == self.cursor:
            yield "class:cursor", ""


NO_MARKS = Marks()


class Window(Struct, frozen=True):
    """Which part of a board is seen, if it is larger than the screen. The screen remembers it."""

    column: int = 0
    row: int = 0
    """The first column and the first row that are seen, in cells of the game's board."""
    zoom: int = 0
    """The zoom level: 0 shows the board in its largest size, a higher level shows more of it."""
    follows: bool = True
    """Whether the window follows the cursor. It does not after the person has scrolled it."""
    is_new: bool = True
    """Whether nothing has been seen through it yet. A board may put the first spot into its middle then."""


NEAREST = Window()


class Size(Struct, frozen=True):
    """How many columns and rows of the screen a board would like to have, and how many it needs."""

    liked: tuple[int, int]
    least: tuple[int, int]

    def within(self, columns: int, rows: int) -> tuple[int, int]:
        """The liked size, or as much of it as there is room for."""
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
    """Where to put the terminal's cursor, which screen readers follow."""

    def at(self, x: int, y: int) -> Spot | None:
        """The spot at that column and row of the picture, for a click of the mouse."""
        for patch in self.patches:
            if 0 <= x - patch.x < patch.width and 0 <= y - patch.y < patch.height:
                return patch.spot
        return None


class Frame(Struct, frozen=True):
    """One step of a story: the position after it, what happened, and where."""

    view: Any
    note: Note
    places: frozenset[str]
    part: int = 0
    """The number of the part to which the step belongs. Readers can jump to the next part."""
    sides: frozenset[SheetKey] = frozenset()
    """The sides that the step concerns."""
    group: str = ""
    """In a long story, quiet steps of the same group that follow each other are shown together."""


class Verdict(Struct, frozen=True):
    """What became of an order when its sheet was read."""

    text: str
    kept: bool
    reason: Note | None = None


class PanelRow(Struct, frozen=True):
    """The first fragment names the owner of the row. The others are marked if the cursor is on `place`."""

    line: Line
    place: str = ""


class Panel(Struct, frozen=True):
    """A box beside the board. The game decides what it shows."""

    rows: tuple[PanelRow, ...]
    title: str = ""
    right: str = ""
    """The text at the right end of the title."""


class Column(Struct, frozen=True):
    title: str
    width: int


class PieceTable(Struct, frozen=True):
    """The pieces for the help page. The first cell of each row is the code, the second is the name."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]


class Board(Protocol):
    """What the screens ask of a game. Its views and events are defined in `protocol.views`."""

    @property
    def sides(self) -> tuple[Side, ...]: ...

    @property
    def zooms(self) -> int:
        """How many zoom levels there are; a board without zoom has 1."""

    def sides_of(self, view: Any, seat: Seat) -> tuple[Side, ...]:
        """The sides whose letters and colours stand for a seat. The view is None before the game begins."""

    def own(self, view: Any, seat: Seat) -> frozenset[SheetKey]:
        """The sides whose fate is that of the seat; none for somebody who looks on."""

    def sheet_name(self, sheet: SheetKey, words: Catalogue) -> str:
        """The name of the side that writes the sheet."""

    def size_for(self, columns: int, rows: int, zoom: int = 0) -> Size | None:
        """The size of the board in that room: the largest one that fits, or else that of a part of the board.

        It is None if the room is too small even for a part.
        """

    def look(self, window: Window, size: tuple[int, int], spot: Spot | None) -> Window:
        """The nearest window of that size that is on the board and has the spot in it."""

    def render(self, view: Any, size: tuple[int, int], marks: Marks, window: Window = NEAREST) -> Picture: ...

    def home(self, view: Any, sheet: SheetKey) -> Spot:
        """Where the cursor starts for that sheet, or without a sheet for the seat of the view."""

    def spot(self, place: str) -> Spot | None: ...

    def walk(self, spot: Spot, arrow: Arrow) -> Spot:
        """The next spot in one of the eight directions, or the same spot where the board ends."""

    def place_of(self, word: str, sheet: SheetKey) -> str:
        """The place that a word of an order names, or an empty text."""

    def place_name(self, view: Any, place: str, words: Catalogue) -> str: ...

    def inspect(self, view: Any, place: str, words: Catalogue, plan: Plan = NO_PLAN) -> tuple[Line, ...]: ...

    def panels(self, view: Any, words: Catalogue, width: int, plan: Plan = NO_PLAN) -> tuple[Panel, ...]:
        """The boxes beside the board, for that width; longer rows are cut."""

    def strip_rows(self, columns: int) -> int:
        """How many rows the strip below the whole board needs; 0 if the board has none."""

    def strip(self, view: Any, words: Catalogue, width: int, rows: int) -> tuple[Line, ...]:
        """What must always be seen of the game, in so many rows below the board; nothing if it needs more."""

    def plan(self, view: Any, sheets: Mapping[SheetKey, Lines]) -> Plan:
        """What the lines of the sheets would do at each place. A line that is not an order has no marks."""

    def focus(self, view: Any) -> str:
        """The place where something happens now, or an empty text if it is not one place."""

    def plays(self, view: Any, seat: Seat) -> bool:
        """Whether the seat is still in the game, even if it has nothing to write now."""

    def numbers(self, view: Any) -> Mapping[str, int]:
        """The numbers by which the game counts its time, for its own words in the status line."""

    def reading(self, view: Any) -> tuple[SheetKey, ...]:
        """The sheets of the round that opens with this view, in the order in which they are read."""

    def verdicts(
        self, sheets: Mapping[SheetKey, Lines], story: Sequence[Any]
    ) -> dict[SheetKey, tuple[Verdict, ...]]: ...

    def frames(self, view: Any, story: Sequence[Any]) -> tuple[Frame, ...]:
        """The steps of the story from the position before it, without what the sheets have shown already."""

    def pieces(self, words: Catalogue) -> PieceTable: ...

    def order_notes(self, view: Any, words: Catalogue) -> tuple[str, ...]:
        """What the help on orders has to add for this table."""


class RoundRead(Protocol):
    """What a game needs to know about a round to tell it in sentences."""

    @property
    def sheets(self) -> Mapping[SheetKey, Lines]: ...

    @property
    def story(self) -> Sequence[Any]: ...

    @property
    def before(self) -> Any: ...

    @property
    def after(self) -> Any: ...


class Speech(Protocol):
    """A game in sentences, for plain mode and screen readers."""

    def board(self, view: Any, words: Catalogue) -> Sequence[str]: ...

    def mine(self, view: Any, words: Catalogue) -> Sequence[str]: ...

    def cell(self, view: Any, place: str, words: Catalogue) -> Sequence[str]: ...

    def summary(self, told: RoundRead, seat: Seat, words: Catalogue) -> Sequence[str]:
        """A round in three sentences for a seat: what it lost, what it won, where it stands.

        Without a seat they are about everybody.
        """

    def rounds(self, told: RoundRead, words: Catalogue) -> Sequence[str]:
        """A round that was read: the sheets in their order, then what followed from them."""

    def rules(self, words: Catalogue) -> Sequence[str]: ...


class Drawing(Protocol):
    """A game as data that anybody can draw without knowing the game: a browser, a picture in a file."""

    def shape(self, view: Any, words: Catalogue) -> Shape:
        """The places of the board. It is the same for all views of a table."""

    def diagram(self, view: Any, words: Catalogue, marks: Marks = NO_MARKS) -> Diagram:
        """The position of the view, with what is pointed out on it. It holds no secret but the view's own."""


class Game(Struct, frozen=True):
    """Everything that the client shows of one game."""

    board: Board
    speech: Speech
    drawing: Drawing
    texts: tuple[tuple[str, str], ...]
    """The folders of its sentences, each with its package: one the server uses too, and one of the client."""
    has_declarations: bool = False
    """Whether a player may declare words of the game, which work at once, outside any sheet."""
    hand: Callable[[Any, Catalogue], Sequence[str]] | None = None
    """Says what the reader of a view holds and nobody else may see. None if nobody holds anything."""
    is_quiet: Callable[[Sequence[Any], frozenset[SheetKey]], bool] | None = None
    """Whether a story need not open by itself for a reader of these sides. None: every story opens."""
    lesson: Lesson | None = None
    """What `qg learn` teaches of the game."""
    is_order: Callable[[str], bool] | None = None
    """Whether a text has the form of a whole order, though the server offers more words behind it. With it
    a menu says what a piece can do at a place. None: an order is whole if nothing can follow it."""
    homes: Callable[[Any, SheetKey], tuple[str, ...]] | None = None
    """The places through which the Home key goes, for the writer of a sheet. None: only the board's home."""
    noted: Callable[[Sequence[Any]], Iterable[Note]] | None = None
    """The sentences of a story that stand in the log. None: one for each event."""
    place_of_piece: Callable[[Any, str, SheetKey], str] | None = None
    """Where the piece stands that a word of an order names; an empty text if it names none. With it, all
    that can be ordered at one place is one choice. None: orders say where a piece stands."""

    def words(self, language: str) -> Catalogue:
        return _joined(self.texts, language)

    def is_quiet_round(self, told: RoundRead, seat: Seat) -> bool:
        """Whether a round is one of those that need not be told to a reader at once."""
        if self.is_quiet is None or told.before is None:
            return False
        return self.is_quiet(told.story, self.board.own(told.before, seat))

    def about(self, language: str) -> tuple[str, ...]:
        """Who made the game, and how it may be used."""
        return tuple(map(str, self.words(language).tables.get("credits", {}).get("about", ())))


def texts_of(game: str) -> tuple[tuple[str, str], ...]:
    """Where the texts of a game are: those that servers have too, and those of the client alone."""
    return (game, "protocol.texts"), ("texts", f"client.games.{game}")


@cache
def _joined(texts: tuple[tuple[str, str], ...], language: str) -> Catalogue:
    """All catalogues in one. No two of them have a table of the same name."""
    parts = [catalogue(folder, language, package) for folder, package in texts]
    tables = {name: table for part in parts for name, table in part.tables.items()}
    first = parts[0] if parts else Catalogue(DEFAULT, {})
    return Catalogue(first.language, tables, first.letters)
