"""What a game's board offers the screens; the screens know no game but through this."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from msgspec import Struct

from protocol.ids import Lines, Seat, SheetKey
from protocol.notes import Note
from protocol.texts import Catalogue

Fragment: TypeAlias = tuple[str, str]
"""A style and a text, as prompt_toolkit takes them."""
Line: TypeAlias = tuple[Fragment, ...]

UP, DOWN, LEFT, RIGHT = (0, -1), (0, 1), (-1, 0), (1, 0)
Arrow: TypeAlias = tuple[int, int]


class Spot(Struct, frozen=True):
    """Where the cursor stands: a place, and the cell of it that it was entered by."""

    place: str
    column: int
    row: int


class Marks(Struct, frozen=True):
    """What of a board is pointed out, and how it may be drawn."""

    ascii: bool = False
    cursor: str = ""
    picked: str = ""
    reach: frozenset[str] = frozenset()
    changed: frozenset[str] = frozenset()


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
    kind: str = ""


class Verdict(Struct, frozen=True):
    """A line of a sheet once it has been read."""

    text: str
    kept: bool
    reason: Note | None = None


class Holding(Struct, frozen=True):
    """What one army has beside the board."""

    army: str
    text: str
    power: int | None
    """None in a game without Power: `strength` stands in its place where there is no column for it."""
    strength: int
    flags: str
    is_out: bool = False

    def line(self, *, is_narrow: bool) -> str:
        text = self.text.replace(" ", "") if is_narrow else self.text
        if self.power is None:
            return f"{text} {self.strength}" if is_narrow else text
        return f"{'^' * len(self.flags)} {self.power}P {text}"


class PieceRow(Struct, frozen=True):
    code: str
    name: str
    power: str
    range: str
    ground: str


class Board(Protocol):
    """One of these a game, in a file of its own; BOARDS names them all."""

    @property
    def subject(self) -> str:
        """The catalogue of `protocol.texts` that holds the game's sentences."""

    @property
    def owners(self) -> str:
        """The table of that catalogue with the names of those whose pieces and sheets they are."""

    def size_for(self, columns: int, rows: int) -> tuple[int, int] | None:
        """The columns and rows the greatest board that fits there takes; None if none fits."""

    def render(self, view: Any, size: tuple[int, int], marks: Marks) -> Picture: ...

    def home(self, view: Any, sheet: SheetKey) -> Spot: ...

    def spot(self, place: str) -> Spot | None: ...

    def walk(self, spot: Spot, arrow: Arrow) -> Spot: ...

    def place_of(self, word: str, sheet: SheetKey) -> str:
        """The place a word of an order names, or nothing."""

    def place_name(self, view: Any, place: str, words: Catalogue) -> str: ...

    def inspect(self, view: Any, place: str, words: Catalogue) -> tuple[Line, ...]: ...

    def holdings(self, view: Any) -> tuple[Holding, ...]: ...

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
        """The story as pictures, from the position before it."""

    def pieces(self, words: Catalogue) -> tuple[PieceRow, ...]: ...


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
