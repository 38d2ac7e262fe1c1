"""The board of Zargo's Lords: hexes on a map that is round from number 35 to number 00.

`client.games.zargos_lords.drawing` draws it, and `client.games.zargos_lords.standing` says how the peoples
stand.
"""

from client.games.api import (
    NEAREST,
    NO_PLAN,
    Arrow,
    Column,
    Line,
    Marks,
    Panel,
    Picture,
    PieceTable,
    Plan,
    Side,
    Spot,
    Window,
)
from client.games.zargos_lords import drawing, place_text, standing
from client.games.zargos_lords.drawing import GRID, hex_at, spot_of
from client.games.zargos_lords.drawing import look as look
from client.games.zargos_lords.drawing import size_for as size_for
from client.games.zargos_lords.notation import hex_of
from client.games.zargos_lords.peoples import SIDE, in_order, kind_name
from client.games.zargos_lords.peoples import sides as sides
from client.games.zargos_lords.plan import plan as plan
from client.games.zargos_lords.standing import strip as strip
from client.games.zargos_lords.story import frames as frames
from client.games.zargos_lords.story import verdicts as verdicts
from protocol.ids import Seat, SheetKey
from protocol.notes import Note
from protocol.texts import Catalogue
from protocol.views.zargos_lords.board import MAP, NUMBERS
from protocol.views.zargos_lords.view import LordsView
from protocol.views.zargos_lords.words import PEOPLES, Hex, People

zooms = 2
FULL_WIDTH = 100
"""A narrower terminal has no room for boxes beside the map."""
STRIP_ROWS = 4
"""The row with how the peoples stand, and three rows for the sheet and the seats."""
MIDDLE = "L17"
"""Where the cursor starts for somebody who has nothing on the map."""
NEAR = 6
"""Units on so many numbers above and below a city are seen with it: all letters fit the screen."""
PIECE_COLUMNS = (4, 22, 6, 7, 7, 7, 26)
"""The widths of the columns of the table of pieces."""


def sides_of(view: LordsView | None, seat: Seat) -> tuple[Side, ...]:
    return (SIDE[seat],) if seat in SIDE else ()


def own(view: LordsView, seat: Seat) -> frozenset[SheetKey]:
    return frozenset({seat}) if seat in SIDE else frozenset()


def sheet_name(sheet: SheetKey, words: Catalogue) -> str:
    return words.word("people", sheet)


def strip_rows(columns: int) -> int:
    return STRIP_ROWS if columns < FULL_WIDTH else 0


def render(view: LordsView, size: tuple[int, int], marks: Marks, window: Window = NEAREST) -> Picture:
    return drawing.render(view, size, marks, window)


def homes(view: LordsView, sheet: SheetKey) -> tuple[str, ...]:
    """The cities of the people that writes the sheet, or of the reader, by letter and number."""
    return tuple(in_order(view.cities.get(sheet or view.seat or "", {})))


def home(view: LordsView, sheet: SheetKey) -> Spot:
    """The own city with most own units on the numbers around it; else the first unit, or the middle."""
    people: People = sheet if sheet in PEOPLES else view.seat or view.turn
    units = view.pieces.get(people, {})
    cities = in_order(view.cities.get(people, {}))
    if cities:
        own = (*units, *cities)
        return spot_of(max(cities, key=lambda city: sum(_numbers_apart(city, hex_) <= NEAR for hex_ in own)))
    return spot_of(next(iter(in_order(units)), MIDDLE))


def _numbers_apart(one: Hex, other: Hex) -> int:
    """L-MAP-3: number 35 is followed by 00."""
    apart = abs(int(one[1:]) - int(other[1:]))
    return min(apart, NUMBERS - apart)


def spot(place: str) -> Spot | None:
    return spot_of(place) if hex_of(place) == place and place else None


def walk(spot: Spot, arrow: Arrow) -> Spot:
    found = GRID.step((spot.column, spot.row), arrow)
    return Spot(hex_at(*found), *found) if found else spot


def place_of(word: str, sheet: SheetKey) -> Hex:
    return hex_of(word)


def place_name(view: LordsView, place: str, words: Catalogue) -> str:
    return place_text.terrain_words(view, place, words)


def inspect(view: LordsView, place: str, words: Catalogue, plan: Plan = NO_PLAN) -> tuple[Line, ...]:
    return place_text.inspect(view, place, words, plan)


def panels(view: LordsView, words: Catalogue, width: int, plan: Plan = NO_PLAN) -> tuple[Panel, ...]:
    return standing.panels(view, words, width)


def focus(view: LordsView) -> str:
    """What is written concerns the whole map."""
    return ""


def plays(view: LordsView, seat: Seat) -> bool:
    """A people plays as long as it has a piece or a city."""
    is_there = bool(view.pieces.get(seat) or view.cities.get(seat) or (seat == "M" and view.vanished))
    return seat in view.peoples and (is_there or not view.pieces)


def numbers(view: LordsView) -> dict[str, int]:
    return {"month": view.month, "months": view.months}


def reading(view: LordsView) -> tuple[SheetKey, ...]:
    return view.peoples


def pieces(words: Catalogue) -> PieceTable:
    heads = words.say(Note("help.piece-columns")).split("|")
    rows = tuple(
        (
            *(f"{piece.people}{piece.code.lower()}", kind_name(piece.people, piece.code, words)),
            *(str(piece.count), str(piece.movement), str(piece.combat), str(piece.resistance)),
            place_text.powers_of(piece, words),
        )
        for piece in MAP.pieces
    )
    return PieceTable(tuple(map(Column, heads, PIECE_COLUMNS)), rows)


def order_notes(view: LordsView, words: Catalogue) -> tuple[str, ...]:
    """How many months are played, what a tie means, and that two players make no pacts."""
    notes = [Note("order-note.months", {"months": view.months}), Note(f"order-note.tie-{view.tie}")]
    notes += [Note("order-note.skirmish")] if view.is_skirmish else []
    notes += [Note("order-note.no-pacts")] if len(view.peoples) == 2 else []
    return tuple(words.say(note) for note in notes)
