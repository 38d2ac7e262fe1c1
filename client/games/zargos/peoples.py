"""The peoples of Zargos as the screens show them: letters, colours, figures, and who leads whom."""

from msgspec import Struct

from client.games.api import Side
from protocol.ids import Seat
from protocol.views.zargos import Position
from protocol.views.zargos.words import DEMONS, PEOPLES, People, Place

sides = tuple(Side(people, people, slot) for slot, people in enumerate(PEOPLES))
SIDE = {side.key: side for side in sides}
DEMON_STYLE = "class:side.7"


class Figures(Struct, frozen=True):
    """What a people is worth in a combat, and what a unit of it costs. Z-PEOPLE."""

    speed: int
    attack: int
    defence: int
    price: int | None
    """None for the demons, whom nobody buys."""


FIGURES: dict[People, Figures] = {
    "K": Figures(1, 4, 5, 4),
    "M": Figures(2, 5, 3, 4),
    "A": Figures(3, 4, 3, 2),
    "D": Figures(3, 3, 4, 2),
    "S": Figures(4, 4, 2, 1),
    "W": Figures(5, 3, 2, 1),
    DEMONS: Figures(3, 3, 3, None),
}


def style_of(people: People) -> str:
    return SIDE[people].style if people in SIDE else DEMON_STYLE


def led_by(view: Position, seat: Seat) -> tuple[People, ...]:
    """The peoples of a seat, in the order in which they were chosen."""
    return tuple(people for people, leader in view.seats.items() if seat and leader == seat)


def standing_order(view: Position) -> tuple[People, ...]:
    """The play order with those behind it that are not in it; before there is one, as they were chosen."""
    return tuple(dict.fromkeys((*view.order, *view.seats)))


def units_at(view: Position, place: Place) -> tuple[People, int] | None:
    """Who stands on a place, and how many; None if it is empty."""
    found = ((people, places[place]) for people, places in view.units.items() if place in places)
    return next(found, None)


def total_of(view: Position, people: People) -> int:
    """All units of a people, with those that wait for a combat."""
    waiting = sum(combat.number for combat in view.combats if combat.by == people)
    return sum(view.units.get(people, {}).values()) + waiting
