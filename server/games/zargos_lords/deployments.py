"""The setup: where the peoples live, the default deployment, and the lines that change it. L-SETUP."""

from collections.abc import Sequence

from protocol.orders import orders_on
from protocol.views.zargos_lords.board import (
    COAST,
    CONSTANTS,
    WHIRLPOOL,
    deployment_of,
    distance,
    home_hexes,
)
from protocol.views.zargos_lords.view import Position
from protocol.views.zargos_lords.words import Hex, People
from server.games.dice import Roller
from server.games.flaw import Flaw
from server.games.zargos_lords.field import Field
from server.games.zargos_lords.figures import Body, City, Figure, is_foot
from server.games.zargos_lords.notation import Order, parse_setup
from server.games.zargos_lords.sheet import ROOM, Entry
from server.games.zargos_lords.state import LordsState, change

CONTINENTS = ("I", "II", "III", "IV")
PAIRS = (("I", "III"), ("II", "IV"))
QUARTERS = (("first",), ("second",))


def draw_homes(
    peoples: Sequence[People], dice: Roller, *, is_skirmish: bool
) -> dict[People, tuple[str, ...]]:
    """L-SETUP-2, L-SKIR-2: who lives where falls by lot."""
    if is_skirmish or len(peoples) == 2:
        first, second = QUARTERS if is_skirmish else PAIRS
        homes = (first, second) if dice.roll(2) == 1 else (second, first)
        return dict(zip(peoples, homes, strict=True))
    left = list(CONTINENTS)
    drawn: dict[People, tuple[str, ...]] = {}
    for people in peoples:
        number = dice.roll(len(left)) if len(left) > 1 else 1
        drawn[people] = (left.pop(number - 1),)
    return drawn


def deploy(state: LordsState) -> LordsState:
    """L-SETUP-6: everybody starts from the default deployment."""
    pieces, cities = {}, {}
    for people in state.peoples:
        deployment = deployment_of(people, state.homes[people])
        pieces[people] = dict(sorted(deployment.pieces.items()))
        cities[people] = dict(sorted(deployment.cities.items()))
    return held_in_whirlpools(change(state, pieces=pieces, cities=cities))


def held_in_whirlpools(state: LordsState) -> LordsState:
    """L-SETUP-4: in a whirlpool a unit starts held."""
    field = Field(state)
    held = {at: CONSTANTS.whirlpool_moves for at in sorted(field.bodies) if field.terrain[at] == WHIRLPOOL}
    return change(state, stuck=held)


def read_setup(state: LordsState, people: People, lines: Sequence[str]) -> tuple[list[Entry], LordsState]:
    """What became of each line of a setup sheet, and the deployment after it."""
    deployment = SetupSheet(state, people)
    entries = deployment.read(lines)
    fields = deployment.field.fields()
    changed = change(state, pieces=fields["pieces"], cities=fields["cities"])
    return entries, held_in_whirlpools(changed)


class SetupSheet:
    """The setup of one people while its lines are read, each judged after those above."""

    def __init__(self, state: Position, people: People) -> None:
        self.field = Field(state)
        self.people = people
        self.home = home_hexes(state.homes[people])

    def read(self, lines: Sequence[str]) -> list[Entry]:
        entries: list[Entry] = []
        room = ROOM["setup"]
        for number, line in enumerate(lines):
            for order in orders_on(line):
                read = parse_setup(order.text)
                if number >= room:
                    read = Flaw("unreadable--room", 0, {"most": room})
                entry = Entry(number, order.column, order.text, read)
                entry.flaw = entry.flaw or self.carry_out(entry.order)
                entries.append(entry)
        return entries

    def carry_out(self, order: Order) -> Flaw | None:
        match order.verb:
            case "ok":
                return None
            case "city":
                return self._move_city(*order.way)
            case "swap":
                return self._swap(*order.way)
        return self._move_piece(order.unit[0], *order.way)

    def own_city(self, at: Hex) -> City | None:
        city = self.field.cities.get(at)
        return city if city and city.people == self.people else None

    def own_body(self, at: Hex) -> Body | None:
        body = self.field.bodies.get(at)
        return body if body and body.people == self.people else None

    def _move_city(self, start: Hex, end: Hex) -> Flaw | None:
        city = self.own_city(start)
        if city is None:
            return Flaw("no-piece--city", 0, {"at": start})
        flaw = self.city_flaw(start, end)
        if flaw:
            return flaw
        del self.field.cities[start]
        city.at = end
        self.field.cities[end] = city
        return None

    def city_flaw(self, start: Hex, end: Hex) -> Flaw | None:
        """L-SETUP-3."""
        if end not in self.home:
            return Flaw("not-home", 0, {"at": end})
        if end in self.field.bodies or end in self.field.cities:
            return Flaw("occupied", 0, {"at": end})
        if end in COAST:
            return Flaw("coast", 0, {"at": end})
        if self.field.terrain[end] == WHIRLPOOL:
            return Flaw("whirlpool", 0, {"at": end})
        least = CONSTANTS.city_min_distance
        for other in self.field.cities_of(self.people):
            if other.at != start and distance(end, other.at) < least:
                return Flaw("too-near", 0, {"at": end, "city": other.at, "least": least})
        return None

    def _swap(self, one: Hex, other: Hex) -> Flaw | None:
        first, second = self.own_body(one), self.own_body(other)
        if first is None or second is None:
            return Flaw("no-piece--swap", 0, {"at": other if first else one})
        if first is second:
            return Flaw("occupied--same", 0, {"at": one})
        self.field.bodies[one], self.field.bodies[other] = second, first
        first.at, second.at = other, one
        return None

    def _move_piece(self, kind: str, start: Hex, end: Hex) -> Flaw | None:
        flaw, figure = self.piece_flaw(kind, start, end), self._figure(kind, start)
        if flaw or figure is None:
            return flaw
        self._take(figure, start)
        self._put(figure, end)
        return None

    def piece_flaw(self, kind: str, start: Hex, end: Hex) -> Flaw | None:
        """L-SETUP-4, L-SETUP-7."""
        figure = self._figure(kind, start)
        if figure is None:
            return Flaw("no-piece", 0, {"unit": kind, "at": start})
        if end not in self.home:
            return Flaw("not-home", 0, {"at": end})
        if start == end:
            return Flaw("occupied--same", 0, {"at": end})
        there, city = self.field.bodies.get(end), self.field.cities.get(end)
        if there and (there.ward or is_foot(there.top) == is_foot(figure)):
            return Flaw("occupied--own", 0, {"at": end})
        if city and len(city.garrison) >= CONSTANTS.garrison_max:
            return Flaw("full", 0, {"at": end, "most": CONSTANTS.garrison_max})
        return None

    def _figure(self, kind: str, at: Hex) -> Figure | None:
        city, body = self.own_city(at), self.own_body(at)
        figures = city.garrison if city else body.figures if body else ()
        return next((figure for figure in figures if figure.kind == kind), None)

    def _take(self, figure: Figure, at: Hex) -> None:
        city = self.own_city(at)
        if city:
            city.garrison.remove(figure)
            return
        body = self.field.bodies[at]
        rest = [each for each in body.figures if each is not figure]
        if rest:
            body.top, body.ward = rest[0], None
        else:
            del self.field.bodies[at]

    def _put(self, figure: Figure, at: Hex) -> None:
        city, there = self.own_city(at), self.field.bodies.get(at)
        if city:
            city.admit(figure)
        elif there:
            foot, ward = (figure, there.top) if is_foot(figure) else (there.top, figure)
            self.field.bodies[at] = Body(at, foot, ward)
        else:
            self.field.bodies[at] = Body(at, figure)
