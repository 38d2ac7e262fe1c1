"""The figures of the peoples, and whether their powers work. Z-PEOPLE."""

from msgspec import Struct

from protocol.views.zargos.board import HOME, kingdom_of
from protocol.views.zargos.view import Position
from protocol.views.zargos.words import DEMONS, People, Place


class Figures(Struct, frozen=True):
    speed: int
    attack: int
    defence: int
    price: int
    allotment: dict[int, int]
    """How many units the people starts with, by the number of players."""


def _figures(speed: int, attack: int, defence: int, price: int, least: int) -> Figures:
    allotment = {6: least, 5: least + 5, 4: least + 10, 3: least, 2: least + 10}
    return Figures(speed, attack, defence, price, allotment)


FIGURES: dict[People, Figures] = {
    "K": _figures(1, 4, 5, 4, 20),
    "M": _figures(2, 5, 3, 4, 20),
    "A": _figures(3, 4, 3, 2, 25),
    "D": _figures(3, 3, 4, 2, 25),
    "S": _figures(4, 4, 2, 1, 30),
    "W": _figures(5, 3, 2, 1, 30),
    DEMONS: Figures(3, 3, 3, 0, {}),
}
BOAT_PRICE = 5
SWORD_UNITS = 3
"""Z-SETUP-7: how many units a sword gives."""

NULLIFIERS: dict[str, People] = {"QUAKE": "S", "ECLIPSE": "A", "HEAT": "M", "TYPHOON": "W", "FLOOD": "K"}
"""The winds that put the power of a people off."""


def allotment(position: Position, people: People) -> int:
    """How many units a people starts with. Fewer than two players count as two."""
    players = max(2, len(set(position.seats.values())))
    return FIGURES[people].allotment[min(players, 6)]


def is_touched(position: Position, people: People, curse: str) -> bool:
    """Whether this curse is in force and touches the people. Z-CURSE-1."""
    return position.curse == curse and people not in position.exempt


def is_silenced(position: Position, people: People) -> bool:
    """Z-CURSE-5."""
    return is_touched(position, people, "SILENCE")


def has_power(position: Position, people: People, *places: Place) -> bool:
    """Whether the power of a people works, for a move between these places or a combat there. Z-PEOPLE-3."""
    if is_touched(position, people, "POWERS"):
        return False
    if any(NULLIFIERS.get(wind) == people for wind in position.winds):
        return False
    return position.zargos_powers or all(kingdom_of(place) != HOME for place in places)


def is_friend(position: Position, people: People, other: People | None) -> bool:
    """Whether both peoples are led by the same player. Z-TWO-2."""
    seat = position.seats.get(people)
    return seat is not None and other is not None and position.seats.get(other) == seat


def is_frozen(position: Position, *places: Place) -> bool:
    """Whether one of the places lies in a kingdom under ICE. Z-CARD-10."""
    frozen = {wind.split()[1] for wind in position.winds if wind.startswith("ICE ")}
    return bool(frozen) and any(kingdom_of(place) in frozen for place in places)


def stormy_cells(position: Position) -> frozenset[Place]:
    """Z-CARD-11: the sea cells under a STORM."""
    return frozenset(
        cell for wind in position.winds if wind.startswith("STORM ") for cell in wind.split()[1:]
    )
