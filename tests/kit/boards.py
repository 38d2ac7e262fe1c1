"""Two small games that only the tests know: tokens on a round board of hexes, and on a graph of labels."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from client.games.api import (
    FROM,
    NEAREST,
    NO_MARKS,
    NO_PLAN,
    TO,
    Arrow,
    Column,
    Frame,
    Game,
    Line,
    Mark,
    Marks,
    Panel,
    PanelRow,
    Patch,
    Picture,
    PieceTable,
    Plan,
    RoundRead,
    Side,
    Size,
    Spot,
    Verdict,
    Window,
)
from client.games.canvas import Canvas
from client.games.diagrams import arranged, rectangle
from client.games.graph import Label, next_label
from client.games.hexes import HexGrid, HexMesh
from client.games.shapes import Box, Diagram, Ground, PieceKind, Place, Shape, Token
from client.games.verdicts import judged
from client.games.windows import look
from protocol.ids import Lines, Seat, SheetKey
from protocol.notes import Note
from protocol.texts import Catalogue

Places: TypeAlias = dict[str, tuple[int, int]]


class TokensView(Struct, frozen=True):
    """Where each side's token stands."""

    tokens: dict[str, str]
    leads: dict[Seat, tuple[str, ...]] = {}


class Stepped(Struct, frozen=True):
    side: str
    to: str


class TokenBoard:
    """What both games have in common: sides with a token each, and seats that are only numbers."""

    sides = tuple(Side(letter, letter, slot) for slot, letter in enumerate("KDWMASXZ"))
    zooms = 1
    places: ClassVar[Places]

    def sides_of(self, view: TokensView | None, seat: Seat) -> tuple[Side, ...]:
        keys = view.leads.get(seat, ()) if view else ()
        return tuple(side for side in self.sides if side.key in keys)

    def own(self, view: TokensView, seat: Seat) -> frozenset[SheetKey]:
        return frozenset(view.leads.get(seat, ()))

    def sheet_name(self, sheet: SheetKey, words: Catalogue) -> str:
        return f"token {sheet}"

    def home(self, view: TokensView, sheet: SheetKey) -> Spot:
        place = view.tokens.get(sheet, next(iter(self.places)))
        return Spot(place, *self.places[place])

    def spot(self, place: str) -> Spot | None:
        return Spot(place, *self.places[place]) if place in self.places else None

    def place_of(self, word: str, sheet: SheetKey) -> str:
        return word.upper() if word.upper() in self.places else ""

    def place_name(self, view: TokensView, place: str, words: Catalogue) -> str:
        return f"place {place}"

    def inspect(
        self, view: TokensView, place: str, words: Catalogue, plan: Plan = NO_PLAN
    ) -> tuple[Line, ...]:
        standing = [side for side in self.sides if view.tokens.get(side.key) == place]
        return ((("", place),), *(((side.style, side.letter),) for side in standing))

    def panels(
        self, view: TokensView, words: Catalogue, width: int, plan: Plan = NO_PLAN
    ) -> tuple[Panel, ...]:
        rows = tuple(
            PanelRow(((side.style, side.letter), ("", f" {view.tokens[side.key]}")), view.tokens[side.key])
            for side in self.sides
            if side.key in view.tokens
        )
        return (Panel(rows, words.say(Note("panel.tokens"))), Panel((PanelRow((("", "second"),)),)))

    def strip_rows(self, columns: int) -> int:
        return 0

    def strip(self, view: TokensView, words: Catalogue, width: int, rows: int) -> tuple[Line, ...]:
        return ()

    def plan(self, view: TokensView, sheets: Mapping[SheetKey, Lines]) -> Plan:
        ways = [
            (view.tokens.get(sheet, ""), self.place_of(line, sheet))
            for sheet, lines in sheets.items()
            for line in lines
        ]
        return Plan(view, tuple(mark for a, b in ways if b for mark in (Mark(a, FROM), Mark(b, TO))))

    def focus(self, view: TokensView) -> str:
        return ""

    def plays(self, view: TokensView, seat: Seat) -> bool:
        return True

    def numbers(self, view: TokensView) -> dict[str, int]:
        return {}

    def reading(self, view: TokensView) -> tuple[SheetKey, ...]:
        return ()

    def verdicts(
        self, sheets: Mapping[SheetKey, Lines], story: Sequence[Any]
    ) -> dict[SheetKey, tuple[Verdict, ...]]:
        return judged(sheets, {})

    def frames(self, view: TokensView, story: Sequence[Stepped]) -> tuple[Frame, ...]:
        found = []
        for event in story:
            view = replace(view, tokens={**view.tokens, event.side: event.to})
            found.append(Frame(view, Note("stepped"), frozenset({event.to}), sides=frozenset({event.side})))
        return tuple(found)

    def pieces(self, words: Catalogue) -> PieceTable:
        columns = (Column("CODE", 6), Column("NAME", 10), Column("SWIM", 6))
        return PieceTable(columns, (("K", "token", "yes"),))

    def order_notes(self, view: TokensView, words: Catalogue) -> tuple[str, ...]:
        return ()

    def _signs(self, view: TokensView, place: str, empty: str) -> tuple[str, str]:
        """What is drawn at a place: its token, or else the ground."""
        side = next((side for side in self.sides if view.tokens.get(side.key) == place), None)
        return (side.style, side.letter) if side else ("", empty)


class HexBoard(TokenBoard):
    """24 columns by 20 rows, round from the last row to the first; two zoom levels."""

    grid = HexGrid(24, 20, wraps_rows=True)
    meshes = (HexMesh(3, 1, 1, left=3, top=1), HexMesh(1, 1, 0, left=3, top=1))
    zooms = len(meshes)
    places: ClassVar[Places] = {f"{chr(65 + column)}{row:02}": (column, row) for column, row in grid.hexes}
    names: ClassVar[dict[tuple[int, int], str]] = {at: place for place, at in places.items()}

    def size_for(self, columns: int, rows: int, zoom: int = 0) -> Size | None:
        mesh = self.meshes[zoom]
        size = Size(mesh.size(self.grid.columns, self.grid.rows), mesh.size(8, 6))
        return size if size.least[0] <= columns and size.least[1] <= rows else None

    def look(self, window: Window, size: tuple[int, int], spot: Spot | None) -> Window:
        shown = self.meshes[window.zoom].shown(self.grid, size)
        return look(window, shown, (self.grid.columns, self.grid.rows), spot, (False, True))

    def walk(self, spot: Spot, arrow: Arrow) -> Spot:
        found = self.grid.step((spot.column, spot.row), arrow)
        return Spot(self.names[found], *found) if found else spot

    def render(
        self, view: TokensView, size: tuple[int, int], marks: Marks, window: Window = NEAREST
    ) -> Picture:
        mesh, canvas = self.meshes[window.zoom], Canvas(*size)
        patches, cursor = [], None
        for (column, row), x, y in mesh.seen(self.grid, size, window):
            place = self.names[column, row]
            canvas.put(0, y, f"{row:02}")
            style, sign = self._signs(view, place, ".")
            canvas.put(x, y, sign, style)
            canvas.point_out((x, y, mesh.width, 1), marks.at(place))
            patches.append(Patch(x, y, mesh.width, 1, Spot(place, column, row)))
            cursor = (x, y) if place == marks.cursor else cursor
        return Picture(canvas.lines(), tuple(patches), cursor)


class GraphBoard(TokenBoard):
    """Places with their labels anywhere, too wide to have anything beside it."""

    labels = tuple(
        Label(place, column, row, 3)
        for place, column, row in (
            *(("AA", 2, 0), ("BB", 30, 1), ("CC", 70, 0), ("DD", 12, 4), ("EE", 40, 5)),
            *(("FF", 66, 6), ("GG", 5, 9), ("HH", 33, 10), ("II", 72, 11), ("JJ", 20, 12)),
        )
    )
    places: ClassVar[Places] = {label.place: (label.column, label.row) for label in labels}

    def size_for(self, columns: int, rows: int, zoom: int = 0) -> Size | None:
        return Size((76, 13), (76, 13)) if columns >= 76 and rows >= 13 else None

    def look(self, window: Window, size: tuple[int, int], spot: Spot | None) -> Window:
        return window

    def walk(self, spot: Spot, arrow: Arrow) -> Spot:
        here = next(label for label in self.labels if label.place == spot.place)
        there = next_label(self.labels, here, arrow)
        return Spot(there.place, there.column, there.row)

    def render(
        self, view: TokensView, size: tuple[int, int], marks: Marks, window: Window = NEAREST
    ) -> Picture:
        canvas = Canvas(76, 13)
        for label in self.labels:
            style, sign = self._signs(view, label.place, "-")
            canvas.put(label.column, label.row, label.place + sign, style)
            canvas.point_out((label.column, label.row, 4, 1), marks.at(label.place))
        patches = tuple(Patch(label.column, label.row, 4, 1, self._spot(label)) for label in self.labels)
        return Picture(canvas.lines(), patches, self.places.get(marks.cursor))

    def _spot(self, label: Label) -> Spot:
        return Spot(label.place, label.column, label.row)


class TokenDrawing:
    """Both games as data: every place is a square where the terminal draws it."""

    def __init__(self, board: TokenBoard) -> None:
        self._board = board

    def shape(self, view: TokensView, words: Catalogue) -> Shape:
        places = tuple(
            Place(place, (column * 20 + 10, row * 20 + 10), "land", place)
            for place, (column, row) in self._board.places.items()
        )
        is_round = isinstance(self._board, HexBoard)
        rows = 1 + max(row for _, row in self._board.places.values())
        return Shape(
            *(1600, rows * 20, 8, (18, 9), places, (rectangle(20, 20),), (Box(-10, -10, 20, 20),)),
            (Ground("land", "land"),),
            wraps=(0, rows * 20) if is_round else (0, 0),
        )

    def diagram(self, view: TokensView, words: Catalogue, marks: Marks = NO_MARKS) -> Diagram:
        sides = [side for side in self._board.sides if side.key in view.tokens]
        kinds = tuple(PieceKind(side.key, side.slot, side.letter, "", f"token {side.key}") for side in sides)
        tokens = arranged(self.shape(view, words), [Token(side.key, view.tokens[side.key]) for side in sides])
        return Diagram(kinds, tokens)


class TokenSpeech:
    def board(self, view: TokensView, words: Catalogue) -> list[str]:
        return [f"{side} stands on {place}." for side, place in view.tokens.items()]

    def mine(self, view: TokensView, words: Catalogue) -> list[str]:
        return []

    def cell(self, view: TokensView, place: str, words: Catalogue) -> list[str]:
        return [place]

    def summary(self, told: RoundRead, seat: Seat, words: Catalogue) -> list[str]:
        return [f"{seat or 'Nobody'} lost nothing.", "Nobody won.", f"{len(told.story)} steps were made."]

    def rounds(self, told: RoundRead, words: Catalogue) -> list[str]:
        return [f"{event.side} goes to {event.to}." for event in told.story]

    def rules(self, words: Catalogue) -> list[str]:
        return [str(line) for line in words.tables["rules"]["short"]]


HEXES = Game(HexBoard(), TokenSpeech(), TokenDrawing(HexBoard()), (("board_texts", "tests.kit"),))
GRAPH = Game(GraphBoard(), TokenSpeech(), TokenDrawing(GraphBoard()), (("board_texts", "tests.kit"),))
