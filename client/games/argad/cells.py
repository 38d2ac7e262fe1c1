"""What is drawn on a hex of Argad!: two signs, or two rows of three signs if there is room.

A unit is its number and the letter of its seat, `3S`; in the large size its kind follows, and below stand
its figures and its wear: `7/3`. A sign that points the unit out stands in place of the last letter of its
name: `3-` leaves, `3>` comes, `2#` is aimed at, `2?` is in reach.
"""

from msgspec import Struct

from client.games.api import FROM, TO, Fragment, Mark, Marks
from client.games.argad.seats import Standing, standing_on, style_of
from client.games.argad.signs import kind_sign, short_strength
from client.games.plans import style_of as style_of_mark
from protocol.ids import Seat
from protocol.views.argad.board import HEXES, OPEN, TABLES, distance
from protocol.views.argad.field import can_reach
from protocol.views.argad.figures import missile_of
from protocol.views.argad.sight import sight
from protocol.views.argad.view import ArgadView, Position
from protocol.views.argad.words import Hex

BANNER = "!"
REACHED, SEEN, BOTH = "'", ",", ";"
"""Behind the terrain of a hex: the unit under the cursor reaches it, can shoot at it, or both."""
FREE = REACHED + SEEN + BOTH
"""Signs that give way to one that points a hex out."""
WATER = "~o"


class Ground(Struct, frozen=True):
    """What one picture shows: the units that stay, the banners, the plan, and what one unit can do."""

    view: ArgadView
    units: dict[Hex, Standing]
    planned: dict[Hex, tuple[Mark, ...]]
    reached: frozenset[Hex]
    seen: frozenset[Hex]

    def mark_at(self, hex_: Hex) -> Mark | None:
        """The mark that is drawn with its unit: one that comes is more important than one that leaves."""
        found = {mark.kind: mark for mark in self.planned.get(hex_, ())}
        return found.get(TO) or found.get(FROM)

    def drawn_at(self, hex_: Hex) -> tuple[Mark, ...]:
        mark = self.mark_at(hex_)
        return (mark,) if mark else ()

    def glyph(self, hex_: Hex) -> str:
        return BANNER if hex_ in self.view.banners else self.view.glyph(hex_)

    def beside_glyph(self, hex_: Hex) -> str:
        if hex_ in self.reached:
            return BOTH if hex_ in self.seen else REACHED
        return SEEN if hex_ in self.seen else " "


def ground_of(view: ArgadView, marks: Marks) -> Ground:
    planned: dict[Hex, tuple[Mark, ...]] = {}
    for mark in marks.plan.marks:
        planned[mark.place] = (*planned.get(mark.place, ()), mark)
    pointed = standing_on(view).get(marks.cursor) if not marks.reach else None
    return Ground(
        view,
        standing_on(marks.plan.stays or view),
        planned,
        reached_by(pointed) if pointed else frozenset(),
        seen_by(view, pointed) if pointed else frozenset(),
    )


def reached_by(standing: Standing) -> frozenset[Hex]:
    """A-REACH-1: the hexes on which an enemy would be within reach of this unit."""
    name, unit = standing.name, standing.unit
    return frozenset(hex_ for hex_ in HEXES if hex_ != unit.at and can_reach(name, unit, hex_))


def seen_by(view: Position, standing: Standing) -> frozenset[Hex]:
    """A-SIGHT, A-SHOOT: the hexes in the range of its missile weapon that it sees."""
    unit = standing.unit
    if not unit.figs or not (weapon := missile_of(unit.figs)) or not unit.is_ready:
        return frozenset()
    shot = TABLES.missile[weapon]
    near, far = max(1, shot.min), max(band[0] for band in shot.bands)
    in_range = (hex_ for hex_ in HEXES if near <= distance(unit.at, hex_) <= far)
    return frozenset(hex_ for hex_ in in_range if sight(view, unit.at, hex_).is_clear)


class Cell(Struct, frozen=True):
    """The signs of one hex, each row with its style, and whether a unit stands there."""

    rows: tuple[Fragment, ...]
    has_unit: bool = False


def small_cell(ground: Ground, hex_: Hex) -> Cell:
    """Two signs in one row."""
    if mark := ground.mark_at(hex_):
        return Cell(((_style_of_mark(mark), mark.unit),), has_unit=True)
    if standing := ground.units.get(hex_):
        return Cell(((style_of(standing.seat), standing.name),), has_unit=True)
    glyph = ground.glyph(hex_)
    return Cell(((_ground_style(glyph), f"{glyph}{ground.beside_glyph(hex_)}"),))


def large_cell(ground: Ground, hex_: Hex) -> Cell:
    """Two rows of three signs; slow ground is drawn in both."""
    mark, standing = ground.mark_at(hex_), ground.units.get(hex_)
    if mark:
        named = _named(ground.view, mark)
        below = short_strength(named.unit) if named else "   "
        name = f"{mark.unit}{kind_sign(named.name, named.unit) if named else ' '}"
        return Cell(((_style_of_mark(mark), name), (_style_of_mark(mark), below)), has_unit=True)
    if standing:
        style = style_of(standing.seat)
        kind = kind_sign(standing.name, standing.unit)
        return Cell(
            ((style, f"{standing.name}{kind}"), (style, short_strength(standing.unit))), has_unit=True
        )
    glyph = ground.glyph(hex_)
    below = "   " if glyph in (OPEN, BANNER) else f"{glyph}  "
    style = _ground_style(glyph)
    return Cell(((style, f"{glyph}{ground.beside_glyph(hex_)} "), (style, below)))


def _named(view: ArgadView, mark: Mark) -> Standing | None:
    """The unit of a mark as it stands on the board now."""
    return next((each for each in standing_on(view).values() if each.name == mark.unit), None)


def _style_of_mark(mark: Mark) -> str:
    seat: Seat = mark.side
    return f"{style_of(seat)} {style_of_mark(mark)}"


def _ground_style(glyph: str) -> str:
    return "class:sea" if glyph in WATER else "class:dim" if glyph == OPEN else ""
