"""What a captain knows of a position: where its units can go, who could attack which hex, where to go."""

from itertools import islice

from protocol.views.zargos_lords.board import NEIGHBOURS, PIECES, WHIRLPOOL
from protocol.views.zargos_lords.view import LordsView
from protocol.views.zargos_lords.words import FIRST_PART, Hex, People, read_garrison, read_unit
from protocol.views.zargos_lords.zones import enemies_of
from server.bots.zargos_lords.odds import cornered_at, risk_of, worth_of
from server.games.zargos_lords.actors import Actor
from server.games.zargos_lords.attack_hints import ends_of
from server.games.zargos_lords.bargains import bargain
from server.games.zargos_lords.course import Course
from server.games.zargos_lords.field import FREE, Field
from server.games.zargos_lords.figures import Body, City, Figure
from server.games.zargos_lords.monks import MONKS, steps_from
from server.games.zargos_lords.notation import FIGHT, LAUNCH, MOVE, Order
from server.games.zargos_lords.orders import Movement
from server.games.zargos_lords.phases import mark_acted
from server.games.zargos_lords.sheet import begin_move
from server.games.zargos_lords.strength import defence_of, terrain_help

ATTACKERS = 3
"""So many enemies are expected to attack one unit together."""
AHEAD = 1.2
"""How much a captain minds danger who holds most cities."""
LAST_PIECE = 1000.0
"""How much a captain minds danger who has one piece left."""
NEAR = 8
"""Units within so many steps of a city count for its defence or its siege."""
_MARKS = {FIGHT: " x ", LAUNCH: " * ", MOVE: ""}


class Mover:
    """A unit of the captain, or a piece in its city, with the hexes where its way can end."""

    __slots__ = ("actor", "at", "reach")

    def __init__(self, actor: Actor, reach: dict[Hex, int]) -> None:
        self.actor = actor
        self.at = actor.at
        self.reach = reach

    @property
    def figure(self) -> Figure:
        return self.actor.top

    @property
    def is_flier(self) -> bool:
        return self.figure.nature.has("fly") and len(self.actor.figures) == 1

    @property
    def is_idle(self) -> bool:
        return not any(figure.has_acted for figure in self.actor.figures)

    @property
    def combat(self) -> int:
        return self.figure.nature.combat

    @property
    def worth(self) -> float:
        return worth_of(self.figure.nature)

    @property
    def unit(self) -> tuple[str, ...]:
        return tuple(figure.kind for figure in self.actor.figures)


class Survey:
    """One move of a captain, tried out order by order on what it sees."""

    def __init__(self, view: LordsView, people: People) -> None:
        self.view = view
        self.people = people
        self.course = Course(Field(view), people, None)
        mark_acted(self.course, view.acted)
        if view.part == FIRST_PART:
            begin_move(self.course)
        self.field = self.course.field
        self.movement = Movement(self.course, [])
        self.lines: list[str] = []
        self.kept: set[Hex] = set()
        """Where those stand who are needed for a city and strike nobody."""
        self.enemies = enemies_of(view, people)

    def say(self, order: Order) -> None:
        """Write a line of period 1, if it would not be lost."""
        if bargain(self.course, order, self.view.part) is None:
            self.lines.append(f"{order.verb} {order.word}")
            self.enemies = tuple(each for each in self.view.peoples if self.field.is_enemy(self.people, each))

    def look_around(self) -> None:
        """Find out who can go where. It is done when vanished monks have come back."""
        self.movers = self._own_movers()
        self.threats = self._threats()
        self.goals = self.goals_now()
        self.caution = self._caution()

    # One's own units

    def _own_movers(self) -> list[Mover]:
        field, found = self.field, list[Mover]()
        for body in field.bodies_of(self.people):
            is_held = field.is_held(body) and field.stuck.get(body.at, FREE) != FREE
            if not is_held and not body.has_acted and not body.captive_of:
                found.append(self._mover(Actor(body.at, body.figures, body, None)))
        return found

    def _mover(self, actor: Actor) -> Mover:
        return Mover(actor, dict(ends_of(self.field, actor.traveller(), actor.at)))

    def staying(self, city: City, figure: Figure) -> Mover:
        """A piece that acts from inside its city."""
        return Mover(Actor(city.at, (figure,), None, city), {})

    def leave_cities(self) -> None:
        """Each city keeps one piece, the slowest; the others may go."""
        for city in sorted(self.own_cities(), key=lambda each: each.at):
            able = [figure for figure in city.garrison if not figure.has_acted]
            able.sort(key=lambda figure: (-figure.nature.movement, figure.rank))
            for figure in able[: len(city.garrison) - 1]:
                self.movers.append(self._mover(Actor(city.at, (figure,), None, city)))

    def own_cities(self) -> list[City]:
        return list(self.field.cities_of(self.people))

    def has_one_piece(self) -> bool:
        """L-END-3: a people without pieces has no part in the game any more."""
        field = self.field
        standing = sum(len(body.figures) for body in field.bodies_of(self.people))
        inside = sum(len(city.garrison) for city in self.own_cities())
        vanished = sum(field.vanished.values()) if self.people == MONKS else 0
        return standing + inside + vanished == 1

    def enemy_cities(self) -> list[City]:
        return [each for each in self.field.cities.values() if each.people in self.enemies]

    def enemy_bodies(self) -> list[Body]:
        field = self.field
        return [each for each in field.bodies.values() if each.people in self.enemies]

    def is_free(self, at: Hex) -> bool:
        field = self.field
        return at not in field.bodies and at not in field.cities and field.terrain[at] != WHIRLPOOL

    # Danger

    def _threats(self) -> dict[Hex, list[tuple[int, Hex]]]:
        """Who could attack each hex in the next move of the enemies: how strong, and where it stands now."""
        found: dict[Hex, list[tuple[int, Hex]]] = {}
        for body in self.enemy_bodies():
            if self.field.stuck.get(body.at, 0) > 0 or body.nature.has("no_melee"):
                continue
            traveller = Actor(body.at, body.figures, body, None).traveller()
            ends = [at for at, _ in ends_of(self.field, traveller, body.at)]
            reached = {beside for at in (body.at, *ends) for beside in NEIGHBOURS[at]}
            for at in reached:
                found.setdefault(at, []).append((body.nature.combat, body.at))
        for threats in found.values():
            threats.sort(reverse=True)
        return found

    def danger(self, mover: Mover, at: Hex, besides: Hex = "") -> float:
        """What a unit that stands there is expected to lose; `besides` is an enemy that will be dead."""
        if at in self.field.cities:
            return 0.0
        known = (strength for strength, origin in self.threats.get(at, ()) if origin != besides)
        strengths = tuple(islice(known, ATTACKERS))
        if not strengths:
            return 0.0
        defence = mover.combat + terrain_help(self.field, at)
        cornered = cornered_at(self.view.is_skirmish, at, mover.is_flier)
        return self.caution * risk_of(strengths, defence, cornered) * mover.worth

    def _caution(self) -> float:
        """Who is ahead keeps its pieces; who is not takes risks as the months pass."""
        if self.has_one_piece():
            return LAST_PIECE
        count = self.view.count
        lead = count.get(self.people, 0) - max((count.get(each, 0) for each in self.enemies), default=0)
        left = 1.0 - self.view.month / self.view.months
        return AHEAD if lead > 0 else 0.1 + 0.2 * left

    # Where to go

    def goals_now(self) -> dict[Hex, float]:
        """From each hex, how far it is to an enemy city; cities that are well defended count as farther."""
        found: dict[Hex, float] = {}
        for city in self.enemy_cities():
            steps = steps_from(self.view.is_skirmish, city.at)
            hindrance = self._hindrance(steps) if city.is_manned else 0.0
            for at, far in steps.items():
                found[at] = min(found.get(at, 1e6), far + hindrance)
        return found

    def _hindrance(self, steps: dict[Hex, int]) -> float:
        own = other = 0
        for body in self.field.bodies.values():
            if steps.get(body.at, NEAR) < NEAR:
                if body.people == self.people:
                    own += body.nature.combat
                elif body.people in self.enemies:
                    other += body.nature.combat
        return max(-4.0, min(8.0, 0.25 * (other - own)))

    # Hidden garrisons

    def missing(self, people: People) -> list[int]:
        """The combat of the pieces that are not on the map: those in cities, and those that are dead."""
        view = self.view
        left = {
            kind: piece.skirmish_count if view.is_skirmish else piece.count
            for kind, piece in PIECES[people].items()
        }
        for text in view.pieces.get(people, {}).values():
            unit = read_unit(text)
            for kind in (unit.kind, unit.ward if not unit.captive_of else ""):
                if kind:
                    left[kind] -= 1
        for text in view.cities.get(people, {}).values():
            for kind in read_garrison(text):
                left[kind] -= 1
        return [PIECES[people][kind].combat for kind, number in left.items() for _ in range(max(0, number))]

    # Writing

    def carry_out(self, verb: str, mover: Mover, end: Hex, targets: tuple[Hex, ...] = ()) -> bool:
        """Write a line if it would not be lost."""
        way = (mover.at,) if end == mover.at else (mover.at, end)
        if self.movement.carry_out(Order(verb, mover.unit, way, targets)):
            return False
        self.lines.append(f"{'+'.join(mover.unit)} {' '.join(way)}{_MARKS[verb]}{' '.join(targets)}")
        return True

    def defence(self, target: Body) -> int:
        return defence_of(self.field, target)
