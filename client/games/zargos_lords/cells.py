"""What is drawn on a hex of Zargo's Lords: three signs, or one sign if the board is zoomed out.

A unit is its owner's letter, its kind in small letters, and the terrain if that is not clear: `Kc^`. A pair
is the letter of its ward and a `+`. A city is `K#4` with its garrison, `D#?` if the garrison is hidden, and
`D#-` if nobody is in it. `M?` marks a vanished monk.
"""

from functools import cache

from msgspec import Struct

from client.games.api import AIMED, FROM, SIGNS, SPENT, TO, Fragment, Mark, Marks
from client.games.plans import style_of as style_of_mark
from client.games.zargos_lords.peoples import City, Standing, cities_on, style_of, units_on
from protocol.views.zargos_lords import zone_against
from protocol.views.zargos_lords.board import CLEAR, MAP, SEA, terrain_of
from protocol.views.zargos_lords.steps import MONKS
from protocol.views.zargos_lords.view import LordsView
from protocol.views.zargos_lords.words import HIDDEN, Hex, read_garrison, read_unit

BRIDGE, CITY, EMPTY, ESCORT, VANISHED = "=", "#", "-", "+", "?"
ZONE = "'"
"""Stands before the terrain of a hex in the zone of an enemy."""
AIMED_CITY = "*"
"""The sign of a city that is attacked; the usual one is the sign of a city itself."""
FREE = f".f^@{BRIDGE}{ESCORT}"
"""Signs of the terrain and of escorts, which give way to a sign that points a hex out."""


class Ground(Struct, frozen=True):
    """What one picture shows: the units that stay, the cities, the plan and the zones."""

    terrain: dict[Hex, str]
    units: dict[Hex, Standing]
    cities: dict[Hex, City]
    vanished: dict[Hex, int]
    zones: frozenset[Hex]
    planned: dict[Hex, tuple[Mark, ...]]

    def mark_at(self, hex_: Hex) -> Mark | None:
        """The mark that is drawn with its piece: one that comes is more important than one that leaves."""
        found = {mark.kind: mark for mark in self.planned.get(hex_, ()) if mark.unit}
        return next((found[kind] for kind in (TO, SPENT, FROM) if kind in found), None)


def ground_of(view: LordsView, marks: Marks) -> Ground:
    """Zones are shown while the reader chooses where to go: walking the board, or with hexes in reach."""
    is_choosing = bool(view.seat and (marks.reach or marks.cursor))
    shown = marks.plan.stays or view
    planned: dict[Hex, tuple[Mark, ...]] = {}
    for mark in marks.plan.marks:
        planned[mark.place] = (*planned.get(mark.place, ()), mark)
    return Ground(
        terrain_shown(view.is_skirmish),
        units_on(shown),
        cities_on(shown),
        view.vanished,
        zone_against(view, view.seat) if is_choosing and view.seat else frozenset(),
        planned,
    )


@cache
def terrain_shown(is_skirmish: bool) -> dict[Hex, str]:
    """L-SKIR-2: the continents that are not played are left blank, so that nobody plans to go there."""
    terrain = terrain_of(is_skirmish)
    if not is_skirmish:
        return terrain
    unseen = {
        hex_ for name in {*MAP.continents} - {*MAP.skirmish.continents} for hex_ in MAP.continents[name]
    }
    return {hex_: SEA if hex_ in unseen else sign for hex_, sign in terrain.items()}


def terrain_sign(terrain: str) -> str:
    """The sign of a terrain: a bridge is the same sign whatever its number, and the sea is blank."""
    return " " if terrain == SEA else BRIDGE if terrain.isdigit() else terrain


def city_signs(city: City) -> str:
    if city.garrison == HIDDEN:
        return f"{city.people}{CITY}{HIDDEN}"
    return f"{city.people}{CITY}{len(read_garrison(city.garrison)) or EMPTY}"


def unit_signs(standing: Standing, terrain: str) -> str:
    unit, ground = standing.unit, terrain_sign(terrain)
    if unit.ward:
        return f"{standing.people}{unit.ward.lower()}{ESCORT}"
    return f"{standing.people}{unit.kind.lower()}{' ' if ground == CLEAR else ground}"


def three_signs(ground: Ground, hex_: Hex) -> Fragment:
    """What stands on a hex, with its style."""
    terrain = ground.terrain[hex_]
    if city := ground.cities.get(hex_):
        return style_of(city.people), city_signs(city)
    if mark := ground.mark_at(hex_):
        return style_of_mark(mark), unit_signs(Standing(mark.side, read_unit(mark.unit)), terrain)
    if standing := ground.units.get(hex_):
        return style_of(standing.people), unit_signs(standing, terrain)
    if hex_ in ground.vanished:
        return style_of(MONKS), f"{MONKS}{VANISHED} "
    sign = terrain_sign(terrain)
    before = ZONE if hex_ in ground.zones and sign.strip() else " "
    return _ground_style(terrain), f"{before}{sign} "


def one_sign(ground: Ground, hex_: Hex) -> Fragment:
    """The owner's letter, a city, or the terrain."""
    style, signs = three_signs(ground, hex_)
    if hex_ in ground.cities:
        return style, CITY
    return style, signs[1] if signs[0] in (" ", ZONE) else signs[0]


def _ground_style(terrain: str) -> str:
    return "class:sea" if terrain.isdigit() else "class:dim" if terrain == CLEAR else ""


def city_sign(sign: str) -> str:
    """The sign that points a city out where there is no room behind it."""
    return AIMED_CITY if sign == SIGNS[AIMED] else sign
