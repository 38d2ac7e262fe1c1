"""The board of Zargos as a list: the land masses one below the other, one kingdom a row, then the seas.

`BZ1^K3` is a territory with its sign: `*` a capital, `^` a volcano, `=` an end of a dotted arm. On the
right stands who holds the whole kingdom.
"""

from msgspec import Struct

from client.games.api import Fragment
from client.games.zargos.labels import EMPTY, SEA, list_sign, number
from client.games.zargos.peoples import style_of, units_at
from protocol.texts import Catalogue
from protocol.views.zargos import Position
from protocol.views.zargos.board import HOME, KINGDOMS, MAP, SEAS, TERRITORIES, is_sea
from protocol.views.zargos.words import Kingdom, People, Place

HEAD = 8
"""The columns of the names of the land masses."""
FIRST = 14
"""The column of the first place of a row."""
STEP = 8
"""The columns from one place to the next."""
LABEL = 7
"""The columns of a place itself."""
HOLDER = 72
"""The column that says who holds the whole kingdom."""


class Row(Struct, frozen=True):
    """A row of the list: a kingdom, or a part of it, or an ocean."""

    land: str
    """The land mass, for the first of its rows; else empty."""
    kingdom: Kingdom
    """Empty for an ocean."""
    places: tuple[Place, ...]


def _rows() -> tuple[Row, ...]:
    rows: list[Row] = []
    lands: set[str] = set()
    for land in ("west", "east", "oz", "itak"):
        for code, kingdom in KINGDOMS.items():
            if kingdom.land == land:
                rows.append(Row("" if land in lands else land, code, kingdom.territories))
                lands.add(land)
    outer = tuple(place for place, each in TERRITORIES.items() if each.kind == "outer")
    inner = tuple(place for place in KINGDOMS[HOME].territories if place not in outer)
    oceans = [
        tuple(place for place in MAP.order if is_sea(place) and SEAS[place].ocean in names)
        for names in (("inner",), ("western", "lake"), ("eastern",))
    ]
    rows += [Row("zargos", HOME, outer), Row("", HOME, inner), Row("sea", "", oceans[0])]
    return (*rows, *(Row("", "", cells) for cells in oceans[1:]))


ROWS = _rows()
SIZE = (FIRST + STEP * max(len(row.places) for row in ROWS), len(ROWS))
CORNERS: dict[Place, tuple[int, int]] = {
    place: (FIRST + STEP * column, row)
    for row, each in enumerate(ROWS)
    for column, place in enumerate(each.places)
}
"""The column and the row where each place stands in the list."""


def heading(row: Row, words: Catalogue) -> str:
    """The land mass, the code of the kingdom, and its printed value."""
    land = words.word("land", row.land) if row.land else ""
    value = KINGDOMS[row.kingdom].value if row.kingdom else None
    return f"{land:<{HEAD}}{row.kingdom:<2} {'' if value is None else value:>2}"


def holder(view: Position, row: Row) -> People:
    """Who holds all of a kingdom, or else a sign that nobody does; nothing for an ocean."""
    if not row.kingdom or KINGDOMS[row.kingdom].value is None:
        return ""
    holders = {standing[0] if (standing := units_at(view, place)) else "" for place in row.places}
    return holders.pop() or EMPTY if len(holders) == 1 else EMPTY


def entry(view: Position, place: Place) -> list[Fragment]:
    """A place with its sign, and who stands there."""
    code = ("class:sea", f"{SEA}{place} ") if is_sea(place) else ("class:label", place + list_sign(place))
    standing = units_at(view, place)
    if standing is None:
        return [code, ("class:dim", EMPTY)]
    people, count = standing
    return [code, (style_of(people), people + number(count))]
