"""The ways between places: land borders, flights, volcanoes, the swimming of Dragons, and boats. Z-MOVE."""

from collections.abc import Sequence

from protocol.views.zargos.board import ARMS, SEAS, TERRITORIES, VOLCANOES, is_sea
from protocol.views.zargos.view import Position
from protocol.views.zargos.words import People, Place
from server.games.flaw import Flaw
from server.games.zargos.peoples import has_power, is_touched, stormy_cells

LAND_CELLS = 3
"""Z-CARD-5: how many sea cells the card LAND crosses."""

NEIGHBOURS: dict[Place, frozenset[Place]] = {
    place: frozenset(territory.neighbours) for place, territory in TERRITORIES.items()
}
_FLIGHTS: dict[Place, frozenset[Place]] = {
    place: frozenset(
        {*near, *(far for each in near for far in NEIGHBOURS[each]), *ARMS.get(place, ())} - {place}
    )
    for place, near in NEIGHBOURS.items()
}
"""Z-W-1: where the Winged fly to, over one or two borders or along an arm."""


def reach_of_power(people: People, origin: Place) -> frozenset[Place]:
    """The territories that a people reaches by land or air from a territory, with its power on."""
    if people == "W":
        return _FLIGHTS[origin]
    if people == "S" and origin in VOLCANOES:
        return NEIGHBOURS[origin] | VOLCANOES - {origin}  # Z-S-1
    return NEIGHBOURS[origin]


def swims(origin: Place, to: Place) -> bool:
    """Z-D-2, Z-D-3: whether Dragons go from one place to the other if one of them is a sea cell."""
    if is_sea(origin):
        return to in SEAS[origin].neighbours or to in SEAS[origin].coasts
    return to in TERRITORIES[origin].seas


def step_flaw(position: Position, people: People, origin: Place, to: Place, word: int) -> Flaw | None:
    """Why a group cannot go from one place to the next without a boat."""
    if is_sea(origin) or is_sea(to):
        return _swim_flaw(position, people, origin, to, word)
    if to in NEIGHBOURS[origin]:
        return None
    if to not in reach_of_power(people, origin):
        return Flaw("too-far", word, {"place": origin, "to": to})
    return None if has_power(position, people, origin, to) else Flaw("power-off", word, {"people": people})


def _swim_flaw(position: Position, people: People, origin: Place, to: Place, word: int) -> Flaw | None:
    if not swims(origin, to):
        return Flaw("too-far", word, {"place": origin, "to": to})
    if not has_power(position, people, origin, to):
        return Flaw("power-off", word, {"people": people})  # Z-D-5
    stormy = stormy_cells(position) & {origin, to}
    if stormy:
        return Flaw("stormy", word, {"place": min(stormy)})
    if is_sea(to) and "TIDE" in position.winds:
        return Flaw("stormy--tide", word)  # Z-CARD-17
    return None


def voyage_flaw(
    position: Position, people: People, ends: tuple[Place, Place], cells: Sequence[Place], word: int
) -> Flaw | None:
    """Why a group cannot cross these sea cells; boats apart. `word` is the word of the first cell."""
    flaw = _course_flaw(ends, cells, word)
    if flaw is None:
        flaw = _weather_flaw(position, people, cells, word)
    if flaw is None and is_touched(position, people, "OCEAN"):
        flaw = _ocean_flaw(cells, word)
    return flaw


def _course_flaw(ends: tuple[Place, Place], cells: Sequence[Place], word: int) -> Flaw | None:
    origin, to = ends
    if cells[0] not in TERRITORIES[origin].seas:
        return Flaw("too-far--coast", word, {"place": origin, "to": cells[0]})
    for number in range(1, len(cells)):
        before, cell = cells[number - 1], cells[number]
        if cell not in SEAS[before].neighbours:
            return Flaw("too-far", word + number, {"place": before, "to": cell})
        if cell in cells[:number]:
            return Flaw("too-far--twice", word + number, {"place": cell})
    if to not in SEAS[cells[-1]].coasts:
        return Flaw("too-far--coast", word + len(cells), {"place": to, "to": cells[-1]})
    return None


def _weather_flaw(position: Position, people: People, cells: Sequence[Place], word: int) -> Flaw | None:
    stormy = stormy_cells(position)
    for number, cell in enumerate(cells):
        if cell in stormy:
            return Flaw("stormy", word + number, {"place": cell})
    if people == "D" and "TIDE" in position.winds:
        return Flaw("stormy--tide", word)
    return None


def _ocean_flaw(cells: Sequence[Place], word: int) -> Flaw | None:
    """Z-CURSE-9."""
    for number in range(1, len(cells)):
        before, cell = cells[number - 1], cells[number]
        if SEAS[before].ocean != SEAS[cell].ocean:
            return Flaw("ocean", word + number, {"place": before, "to": cell})
    return None
