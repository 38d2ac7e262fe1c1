"""The seats of Argad! as the screens show them, and where their units stand."""

from collections.abc import Iterable

from msgspec import Struct

from client.games.api import Side
from protocol.ids import Seat
from protocol.views.argad.board import RANK, distance, turned, zone_of
from protocol.views.argad.view import ArgadView, ArmyUnit, Position, Unit
from protocol.views.argad.words import (
    ARMY,
    DEPLOY,
    LEADER_OF,
    RED,
    SEATS,
    SIDE_OF,
    Hex,
    UnitName,
    read_figures,
)

SLOTS = {"S": 1, "C": 0, "H": 3, "D": 2}
"""The colours of the seats in the palette; the two of a side are not alike."""
sides = tuple(Side(seat, seat, SLOTS[seat]) for seat in SEATS)
SIDE = {side.key: side for side in sides}
BEFORE_BATTLE = (ARMY, DEPLOY)


class Standing(Struct, frozen=True):
    """A unit on the board, and its name."""

    name: UnitName
    unit: Unit

    @property
    def seat(self) -> Seat:
        return self.name[-1]


def style_of(seat: Seat) -> str:
    return SIDE[seat].style


def friends_of(view: Position, seat: Seat) -> tuple[Seat, ...]:
    """The seats of the side of a seat, the seat itself too."""
    return tuple(each for each in view.seats if SIDE_OF[each] == SIDE_OF.get(seat))


def standing_on(view: Position) -> dict[Hex, Standing]:
    """What stands on each hex that is taken."""
    return {unit.at: Standing(name, unit) for name, unit in units_of(view).items()}


def units_of(view: Position) -> dict[UnitName, Unit]:
    """The units on the table. While armies are deployed, the reader's own where they would stand."""
    if view.stage != DEPLOY or view.units or not isinstance(view, ArgadView) or not view.seat:
        return view.units
    return mustered(view, view.seat)


def mustered(view: Position, seat: Seat) -> dict[UnitName, Unit]:
    """A-SETUP-2: the units of a seat on the hexes where they stand if nobody says otherwise."""
    side = SIDE_OF.get(seat, "")
    army = view.armies.get(side)
    is_shared = len(friends_of(view, seat)) > 1
    found: dict[UnitName, Unit] = {}
    for each in army.units if army else ():
        if not is_shared or seat == _commander(view, each, seat):
            zone = zone_of(seat, side, is_shared)
            wanted = turned(each.default) if side == RED else each.default
            at = nearest_free(wanted, zone, {unit.at for unit in found.values()})
            found[f"{each.number}{seat}"] = Unit(at=at, figs=read_figures(each.figs) or ())
    return found


def _commander(view: Position, unit: ArmyUnit, seat: Seat) -> Seat:
    """A-SETUP-5: wing 1 is led by the first seat of the side, wing 2 by the other one."""
    leader = LEADER_OF[SIDE_OF[seat]]
    return leader if unit.wing == 1 else next(each for each in friends_of(view, seat) if each != leader)


def nearest_free(wanted: Hex, zone: Iterable[Hex], taken: Iterable[Hex]) -> Hex:
    """A-SETUP-2: the free hex of the zone nearest to the wanted one; of equals the first."""
    free = [hex_ for hex_ in zone if hex_ not in set(taken)]
    return min(free, key=lambda hex_: (distance(wanted, hex_), RANK[hex_]))
