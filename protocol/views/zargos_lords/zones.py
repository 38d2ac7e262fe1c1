"""The zones of influence, as anybody who sees the map knows them. L-ZONE-1."""

from collections.abc import Iterator

from protocol.views.zargos_lords.board import NEIGHBOURS, WHIRLPOOL, terrain_of
from protocol.views.zargos_lords.view import Position
from protocol.views.zargos_lords.words import Hex, People, pact_of


def is_enemy(position: Position, one: People, other: People) -> bool:
    return one != other and pact_of(one, other) not in position.pacts


def enemies_of(position: Position, people: People) -> tuple[People, ...]:
    return tuple(each for each in position.peoples if is_enemy(position, people, each))


def city_hexes(position: Position) -> frozenset[Hex]:
    return frozenset(city for cities in position.cities.values() for city in cities)


def sources_of(position: Position, people: People) -> Iterator[Hex]:
    """Where a people has a unit or a garrison that has a zone: nobody who is held in a whirlpool has one."""
    terrain = terrain_of(position.is_skirmish)
    yield from (hex_ for hex_ in position.pieces.get(people, {}) if terrain[hex_] != WHIRLPOOL)
    yield from (city for city, garrison in position.cities.get(people, {}).items() if garrison)


def zone_against(position: Position, people: People) -> frozenset[Hex]:
    """The hexes in the zone of an enemy of this people, before any fight. No zone reaches into a city."""
    return frozenset(
        hex_
        for enemy in enemies_of(position, people)
        for source in sources_of(position, enemy)
        for hex_ in NEIGHBOURS[source]
    ) - city_hexes(position)
