"""The board of Argad!: 26 columns and 16 rows of hexes.

`client.games.argad.drawing` draws it, and `client.games.argad.unit_list` lists the units beside it.
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
from client.games.argad import drawing, place_text, unit_list
from client.games.argad.drawing import GRID, hex_at, spot_of
from client.games.argad.drawing import look as look
from client.games.argad.drawing import size_for as size_for
from client.games.argad.notation import enemy_unit, hex_of, own_unit
from client.games.argad.plan import plan as plan
from client.games.argad.seats import SIDE, friends_of, units_of
from client.games.argad.seats import sides as sides
from client.games.argad.story import frames as frames
from client.games.argad.story import verdicts as verdicts
from client.games.meshes import strip as strip
from client.games.meshes import strip_rows as strip_rows
from protocol.ids import Seat, SheetKey
from protocol.notes import Note
from protocol.texts import Catalogue
from protocol.views.argad.board import TABLES
from protocol.views.argad.figures import has_general
from protocol.views.argad.view import ArgadView
from protocol.views.argad.words import GENERAL, RED, SIDE_OF, Hex

zooms = 1
MIDDLE = {"black": "M2", "red": "N15"}
"""Where the cursor starts for a side that has nothing on the board; for others it is black's."""
PIECE_COLUMNS = (5, 21, 4, 5, 9, 10, 12, 6, 5)
"""The widths of the columns of the table of pieces."""


def sides_of(view: ArgadView | None, seat: Seat) -> tuple[Side, ...]:
    return (SIDE[seat],) if seat in SIDE else ()


def own(view: ArgadView, seat: Seat) -> frozenset[SheetKey]:
    """Both seats of a side win and lose together."""
    return frozenset(friends_of(view, seat))


def sheet_name(sheet: SheetKey, words: Catalogue) -> str:
    return words.word("seat", sheet)


def render(view: ArgadView, size: tuple[int, int], marks: Marks, window: Window = NEAREST) -> Picture:
    return drawing.render(view, size, marks, window)


def homes(view: ArgadView, sheet: SheetKey) -> tuple[str, ...]:
    """The hexes of the units of the seat that writes the sheet, or of the reader."""
    seat = sheet or view.seat or ""
    return tuple(unit.at for name, unit in units_of(view).items() if name[-1] == seat)


def home(view: ArgadView, sheet: SheetKey) -> Spot:
    """The first own unit that has not acted this turn and is ready, or else any own unit."""
    seat = sheet or view.seat or ""
    units = [unit for name, unit in units_of(view).items() if name[-1] == seat]
    fresh = [unit for unit in units if unit.is_ready and not unit.acts]
    found = next(iter((*fresh, *units)), None)
    return spot_of(found.at if found else MIDDLE[RED if SIDE_OF.get(seat) == RED else "black"])


def spot(place: str) -> Spot | None:
    return spot_of(place) if place and hex_of(place) == place else None


def walk(spot: Spot, arrow: Arrow) -> Spot:
    found = GRID.step((spot.column, spot.row), arrow)
    return Spot(hex_at(*found), *found) if found else spot


def place_of(word: str, sheet: SheetKey) -> Hex:
    return hex_of(word)


def place_of_piece(view: ArgadView, word: str, sheet: SheetKey) -> Hex:
    """Where the unit stands that a word names, an own one by its number; `G` is the own general."""
    units = units_of(view)
    name = own_unit(word, sheet, units) or enemy_unit(word, sheet, units)
    if name:
        return units[name].at
    is_general = word.upper() in (GENERAL, f"{GENERAL}{sheet}")
    led = (unit.at for each, unit in units.items() if each[-1] == sheet and has_general(unit.figs))
    return next(led, "") if is_general else ""


def place_name(view: ArgadView, place: str, words: Catalogue) -> str:
    return place_text.ground_name(view, place, words)


def inspect(view: ArgadView, place: str, words: Catalogue, plan: Plan = NO_PLAN) -> tuple[Line, ...]:
    return place_text.inspect(view, place, words, plan)


def panels(view: ArgadView, words: Catalogue, width: int, plan: Plan = NO_PLAN) -> tuple[Panel, ...]:
    return unit_list.panels(view, words, width, plan)


def focus(view: ArgadView) -> str:
    """What is written may concern any unit."""
    return ""


def plays(view: ArgadView, seat: Seat) -> bool:
    """Who has lost all units waits for the end with the others of the side."""
    return seat in view.seats


def numbers(view: ArgadView) -> dict[str, int]:
    return {"turn": view.turn, "turns": view.turns}


def reading(view: ArgadView) -> tuple[SheetKey, ...]:
    return view.seats


def pieces(words: Catalogue) -> PieceTable:
    """Every type of figures; a rate is told in hexes."""
    heads = words.say(Note("help.piece-columns")).split("|")
    rows = tuple(
        (
            *(code, words.word("troop", code, 1), str(kind.rank), str(kind.armour)),
            *(words.word("mount", kind.mount), words.word("melee-arm", kind.melee)),
            words.word("missile-arm", kind.missile) if kind.missile else "-",
            *(str(kind.rate_cm // 4), str(kind.cost)),
        )
        for code, kind in TABLES.types.items()
    )
    return PieceTable(tuple(map(Column, heads, PIECE_COLUMNS)), rows)


def order_notes(view: ArgadView, words: Catalogue) -> tuple[str, ...]:
    """The map, the number of turns, and what is special at this table."""
    notes = [Note("order-note.table", {"map": view.map, "turns": view.turns})]
    notes += [Note("order-note.bought")] if view.is_bought else []
    notes += [Note("order-note.ready")] if not (view.is_bought or view.is_even) else []
    notes += [Note("order-note.blind")] if view.is_blind else []
    notes += [Note("order-note.secret-reserve")] if view.hides_reserve else []
    notes += [Note("order-note.wings")] if len(view.seats) > len(TABLES.default_armies) else []
    return tuple(words.say(note) for note in notes)
