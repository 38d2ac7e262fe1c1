"""The peoples of Zargo's Lords as the screens show them: letters, colours, and what stands where."""

from collections.abc import Iterable

from msgspec import Struct

from client.games.api import Side
from protocol.notes import Arg, Note
from protocol.texts import Catalogue
from protocol.views.zargos_lords import unit_name
from protocol.views.zargos_lords.board import PIECES, RANK, Piece
from protocol.views.zargos_lords.view import Position
from protocol.views.zargos_lords.words import (
    HIDDEN,
    PEOPLES,
    GarrisonText,
    Hex,
    Kind,
    People,
    Unit,
    read_garrison,
    read_unit,
)

sides = tuple(Side(people, people, slot) for slot, people in enumerate(PEOPLES))
SIDE = {side.key: side for side in sides}


class City(Struct, frozen=True):
    people: People
    garrison: GarrisonText


class Standing(Struct, frozen=True):
    """A unit on the map, and whose it is."""

    people: People
    unit: Unit


def style_of(people: People) -> str:
    return SIDE[people].style


def units_on(view: Position) -> dict[Hex, Standing]:
    return {
        hex_: Standing(people, read_unit(unit))
        for people, units in view.pieces.items()
        for hex_, unit in units.items()
    }


def cities_on(view: Position) -> dict[Hex, City]:
    return {
        hex_: City(people, garrison)
        for people, cities in view.cities.items()
        for hex_, garrison in cities.items()
    }


def piece_of(people: People, unit: Unit) -> Piece:
    """The figures with which a unit moves and fights: of a pair those of its escort."""
    return PIECES[people][unit.kind]


def count_of(view: Position, people: People) -> int | None:
    """How many pieces a people has on the map and in its cities; None if its garrisons are hidden."""
    garrisons = view.cities.get(people, {}).values()
    if HIDDEN in garrisons:
        return None
    units = [read_unit(unit) for unit in view.pieces.get(people, {}).values()]
    on_map = sum(2 if unit.ward and not unit.captive_of else 1 for unit in units)
    vanished = sum(view.vanished.values()) if people == "M" else 0
    return on_map + vanished + sum(len(read_garrison(garrison)) for garrison in garrisons)


def in_order(hexes: Iterable[Hex]) -> list[Hex]:
    """By letter and number."""
    return sorted(hexes, key=RANK.__getitem__)


def kind_name(people: People, kind: Kind, words: Catalogue, count: int = 1) -> str:
    return words.word("soldier", f"{people}{kind}", count)


def unit_words(people: People, unit: Unit, words: Catalogue) -> str:
    """A unit in words: a knight, or a foot escorting a mage; of a hostage, whose piece it is."""
    if not unit.captive_of:
        return words.word("unit", unit_name(people, unit.text))
    ward = kind_name(unit.captive_of, unit.ward, words)
    args: dict[str, Arg] = {"ward": ward, "people": unit.captive_of}
    return words.say(Note("place.guards", {"escort": kind_name(people, unit.kind, words), **args}))
