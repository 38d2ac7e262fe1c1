"""The recruit shoots and fights whom it stands beside, and walks some of its pieces towards enemy cities."""

from random import Random

from protocol.ids import Lines, SheetKey
from protocol.views.zargos_lords.board import NEIGHBOURS, SEA, distance, terrain_of
from protocol.views.zargos_lords.view import LordsView
from protocol.views.zargos_lords.words import ANSWER, FIRST_PART, SETUP, Hex, People
from protocol.views.zargos_lords.zones import enemies_of
from server.games.zargos_lords.actors import Actor
from server.games.zargos_lords.attack_hints import ends_of
from server.games.zargos_lords.course import Course
from server.games.zargos_lords.field import Field
from server.games.zargos_lords.figures import Body
from server.games.zargos_lords.launches import RANGES, launch_kind
from server.games.zargos_lords.notation import FIGHT, LAUNCH, MOVE, Order
from server.games.zargos_lords.orders import Movement
from server.games.zargos_lords.phases import mark_acted
from server.games.zargos_lords.sheet import begin_move
from server.games.zargos_lords.strength import solo_difference

WALKERS = 16
"""How many pieces the recruit moves at most."""


def recruit(
    view: LordsView, sheets: tuple[SheetKey, ...], random: Random, seconds: float
) -> dict[SheetKey, Lines]:
    return {sheet: _write(view, sheet, random) for sheet in sheets}


def _write(view: LordsView, people: SheetKey, random: Random) -> Lines:
    if view.stage == SETUP:
        return ("ok",)
    return ("no",) if view.stage == ANSWER else _Move(view, people, random).lines()


class _Move:
    """One move of a recruit, tried out order by order on what it sees."""

    def __init__(self, view: LordsView, people: People, random: Random) -> None:
        self._course = Course(Field(view), people, None)
        mark_acted(self._course, view.acted)
        if view.part == FIRST_PART:
            begin_move(self._course)
        self._field = self._course.field
        self._people = people
        self._random = random
        self._movement = Movement(self._course, [])
        self._lines: list[str] = []
        self._steps = _steps_to_cities(view, people)

    def lines(self) -> Lines:
        bodies = self._field.bodies_of(self._people)
        for body in bodies:
            if not body.has_acted and not self._shoots(body):
                self._fights(body)
        idle = [body for body in bodies if not body.has_acted]
        for body in self._random.sample(idle, min(WALKERS, len(idle))):
            self._walk(body)
        return tuple(self._lines)

    def _shoots(self, body: Body) -> bool:
        kind = launch_kind(body.nature)
        if kind is None or body.ward:
            return False
        near = [at for at in self._enemies() if distance(body.at, at) <= RANGES[kind]]
        near.sort(key=lambda at: (self._field.bodies[at].nature.resistance, at))
        return any(self._carry_out(LAUNCH, body, (body.at,), (at,)) for at in near)

    def _fights(self, body: Body) -> bool:
        beside = [self._field.enemy_at(self._people, at) for at in NEIGHBOURS[body.at]]
        weaker = [each for each in beside if each and solo_difference(self._field, body, each) >= 0]
        return any(self._carry_out(FIGHT, body, (body.at,), (each.at,)) for each in weaker)

    def _walk(self, body: Body) -> None:
        """To the hex in reach that is nearest to an enemy city."""
        actor = Actor(body.at, body.figures, body, None)
        ends = [at for at, _ in ends_of(self._field, actor.traveller(), body.at) if at in self._steps]
        far = self._steps.get(body.at, 0)
        for end in sorted(ends, key=lambda at: (self._steps[at], at)):
            if self._steps[end] >= far:
                return
            if self._carry_out(MOVE, body, (body.at, end), ()):
                return

    def _enemies(self) -> list[Hex]:
        field = self._field
        return [at for at, body in field.bodies.items() if field.is_enemy(self._people, body.people)]

    def _carry_out(self, verb: str, body: Body, way: tuple[Hex, ...], targets: tuple[Hex, ...]) -> bool:
        unit = tuple(figure.kind for figure in body.figures)
        if self._movement.carry_out(Order(verb, unit, way, targets)):
            return False
        mark = {FIGHT: " x ", LAUNCH: " * ", MOVE: ""}[verb]
        self._lines.append(f"{'+'.join(unit)} {' '.join(way)}{mark}{' '.join(targets)}")
        return True


def _steps_to_cities(view: LordsView, people: People) -> dict[Hex, int]:
    """The steps over land and bridges from each hex to the nearest city of an enemy."""
    terrain = terrain_of(view.is_skirmish)
    edge = [at for enemy in enemies_of(view, people) for at in view.cities.get(enemy, {})]
    steps = dict.fromkeys(edge, 0)
    while edge:
        reached: list[Hex] = []
        for here in edge:
            for beside in NEIGHBOURS[here]:
                if beside not in steps and terrain[beside] != SEA:
                    steps[beside] = steps[here] + 1
                    reached.append(beside)
        edge = reached
    return steps
