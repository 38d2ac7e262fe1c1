"""The map while a sheet is read: who stands where, whose zones are on, who is whose enemy."""

from collections.abc import Iterable, Iterator

from protocol.views.zargos_lords.board import NEIGHBOURS, RANK, WHIRLPOOL, home_hexes, terrain_of
from protocol.views.zargos_lords.view import Position
from protocol.views.zargos_lords.words import (
    HIDDEN,
    PEOPLES,
    Hex,
    Kind,
    People,
    pact_of,
    read_garrison,
    read_unit,
    write_garrison,
)
from server.games.zargos_lords.figures import Body, City, Figure

Target = Body | City
FREE = -1
"""The moves to be missed of a unit in a whirlpool that may act in this move. L-WHIRL-2."""


class Field:
    """A position that changes. What changes zones goes through its methods."""

    def __init__(self, position: Position) -> None:
        self.terrain = terrain_of(position.is_skirmish)
        self.peoples = position.peoples
        self.homes = position.homes
        self.pacts = set(position.pacts)
        self.standing = position.standing
        self.bodies: dict[Hex, Body] = {}
        self.cities: dict[Hex, City] = {}
        self.vanished = dict(position.vanished)
        self.stuck = dict(position.stuck)
        self.offered = set(position.offered)
        self.under_attack: set[Target] = set()
        """L-ZONE-3: those who have no zone because a fight against them is to come."""
        self._zones: dict[People, dict[Hex, int]] = {}
        self._place(position)

    def _place(self, position: Position) -> None:
        for people, units in position.pieces.items():
            for at, text in units.items():
                unit = read_unit(text)
                ward = Figure(unit.captive_of or people, unit.ward) if unit.ward else None
                self.bodies[at] = Body(at, Figure(people, unit.kind), ward)
        for people, cities in position.cities.items():
            for at, garrison in cities.items():
                city = self.cities[at] = City(at, people)
                city.is_hidden = garrison == HIDDEN
                city.admit(*(Figure(people, kind) for kind in read_garrison(garrison)))
        for at, held in position.hostages.items():
            for people, kinds in held.items():
                for kind in read_garrison(kinds):
                    self.cities[at].hold(Figure(people, kind))

    # Who is who

    def is_enemy(self, one: People, other: People) -> bool:
        return one != other and pact_of(one, other) not in self.pacts

    def enemy_at(self, people: People, at: Hex) -> Body | None:
        body = self.bodies.get(at)
        return body if body and self.is_enemy(people, body.people) else None

    def is_held(self, body: Body) -> bool:
        """L-WHIRL-3: whether a unit stands in a whirlpool."""
        return self.terrain[body.at] == WHIRLPOOL

    def home_owner(self, at: Hex) -> People | None:
        return next((people for people, homes in self.homes.items() if at in home_hexes(homes)), None)

    def bodies_of(self, people: People) -> list[Body]:
        """The units of a people by letter and number."""
        own = (body for body in self.bodies.values() if body.people == people)
        return sorted(own, key=lambda body: RANK[body.at])

    def cities_of(self, people: People) -> Iterator[City]:
        return (city for city in self.cities.values() if city.people == people)

    # Zones

    def zone(self, people: People) -> dict[Hex, int]:
        """How many zones of enemies of this people lie on each hex; cities may be among the hexes."""
        found = self._zones.get(people)
        if found is None:
            found = self._zones[people] = {}
            for source in self.sources(people):
                for at in NEIGHBOURS[source.at]:
                    found[at] = found.get(at, 0) + 1
        return found

    def sources(self, people: People) -> Iterator[Target]:
        """The enemies of a people whose zones are on."""
        enemies = {other for other in PEOPLES if self.is_enemy(people, other)}
        terrain, off = self.terrain, self.under_attack
        for at, body in self.bodies.items():
            if body.top.people in enemies and terrain[at] != WHIRLPOOL and body not in off:
                yield body
        for city in self.cities.values():
            if city.people in enemies and city.is_manned and city not in off:
                yield city

    def in_zone(self, people: People, at: Hex) -> bool:
        """L-ZONE-1: whether an enemy's zone lies on a hex; none reaches into a city."""
        return self.zone(people).get(at, 0) > 0 and at not in self.cities

    def zone_makers(self, people: People, at: Hex) -> Iterator[Target]:
        """The enemies beside a hex whose zone it is, or was until they came under attack. L-ZONE-2."""
        for beside in NEIGHBOURS[at]:
            body = self.enemy_at(people, beside)
            if body and not self.is_held(body):
                yield body
            city = self.cities.get(beside)
            if city and city.is_manned and self.is_enemy(people, city.people):
                yield city

    def commit_against(self, target: Target) -> None:
        """L-ZONE-3: the target has no zone from now on."""
        if target in self.under_attack:
            return
        self.under_attack.add(target)
        for people, zone in self._zones.items():
            if self.is_enemy(people, target.people):
                for at in NEIGHBOURS[target.at]:
                    zone[at] = zone.get(at, 0) - 1

    def release(self, targets: Iterable[Target]) -> None:
        """The fight is over: the zones are on again."""
        self.under_attack.difference_update(targets)
        self._zones.clear()

    def changed(self, people: People) -> None:
        """Units of this people have moved: the zones against all others have changed."""
        self._zones = {each: zone for each, zone in self._zones.items() if each == people}

    # Pieces that come and go

    def lift_off(self, body: Body) -> None:
        """Take a unit off the map."""
        self.bodies.pop(body.at, None)
        self.stuck.pop(body.at, None)
        self.offered.discard(body.at)
        self.changed(body.people)

    def set_down(self, body: Body, at: Hex) -> None:
        """Put a unit on a free hex."""
        body.at = at
        self.bodies[at] = body
        self.changed(body.people)

    def end_pact(self, pact: str) -> None:
        self.pacts.discard(pact)
        self._zones.clear()

    # Writing it down

    def pieces(self) -> dict[People, dict[Hex, str]]:
        written: dict[People, dict[Hex, str]] = {}
        for people in PEOPLES:
            units = {body.at: body.text for body in self.bodies_of(people)}
            if units:
                written[people] = units
        return written

    def garrisons(self) -> dict[People, dict[Hex, str]]:
        written: dict[People, dict[Hex, str]] = {}
        for people in PEOPLES:
            own = sorted(self.cities_of(people), key=lambda city: RANK[city.at])
            if own:
                written[people] = {city.at: _garrison(city) for city in own}
        return written

    def hostages(self) -> dict[Hex, dict[People, str]]:
        written: dict[Hex, dict[People, str]] = {}
        for city in sorted(self.cities.values(), key=lambda each: RANK[each.at]):
            held: dict[People, list[Kind]] = {}
            for figure in city.hostages:
                held.setdefault(figure.people, []).append(figure.kind)
            if held:
                written[city.at] = {each: write_garrison(held[each]) for each in PEOPLES if each in held}
        return written

    def fields(self) -> dict[str, object]:
        """What has changed of the position, as its fields are called."""
        by_place = RANK.__getitem__
        return {
            "pieces": self.pieces(),
            "cities": self.garrisons(),
            "hostages": self.hostages(),
            "vanished": {at: self.vanished[at] for at in sorted(self.vanished, key=by_place)},
            "stuck": {at: self.stuck[at] for at in sorted(self.stuck, key=by_place)},
            "pacts": tuple(pact for pact in ALL_PACTS if pact in self.pacts),
            "offered": tuple(sorted(self.offered, key=by_place)),
            "standing": self.standing,
        }


ALL_PACTS: tuple[str, ...] = tuple(
    one + other for number, one in enumerate(PEOPLES) for other in PEOPLES[number + 1 :]
)


def _garrison(city: City) -> str:
    return HIDDEN if city.is_hidden else write_garrison(figure.kind for figure in city.garrison)
