"""The orders of period 2b: moves, fights that are committed, launches that are announced. L-MOVE, L-FIGHT."""

from collections.abc import Sequence

from protocol.views.zargos_lords.board import CONSTANTS, distance
from protocol.views.zargos_lords.events import Stopped
from protocol.views.zargos_lords.words import Hex
from server.games.flaw import Flaw
from server.games.zargos_lords.actors import Actor, actor_flaw, combat_named, find_actor
from server.games.zargos_lords.arrivals import arrival_flaw, end_flaw, go
from server.games.zargos_lords.course import Course
from server.games.zargos_lords.field import Field, Target
from server.games.zargos_lords.fights import Fight
from server.games.zargos_lords.figures import Body, City
from server.games.zargos_lords.launches import Launches, announce, launch_flaw, launch_kind
from server.games.zargos_lords.notation import FIGHT, LAUNCH, MOVE, Order
from server.games.zargos_lords.singles import go_on
from server.games.zargos_lords.strength import AURA_PEOPLE, aura, charge_bonus, is_beside, terrain_help
from server.games.zargos_lords.ways import Traveller, Way, find_way


class Movement:
    """The orders of 2b one after the other, and the fights and launches that they lead to."""

    def __init__(self, course: Course, lines: list[Order]) -> None:
        self._course = course
        self._lines = [order for order in lines if order.verb == FIGHT]
        """L-FIGHT-4: all lines of the sheet that name targets, lost or not."""
        self.fights: list[Fight] = []
        self.launches: list[Launches] = []

    def carry_out(self, order: Order) -> Flaw | None:
        """A move, with or without a fight or a launch at its end."""
        course = self._course
        actor = self.named(order)
        if isinstance(actor, Flaw):
            return actor
        way = self._way(actor, order)
        if isinstance(way, Flaw):
            return way
        flaw = self._attack_flaw(actor, order, way.end if way else actor.at)
        if flaw:
            return flaw
        if way:
            go(course, actor, way)
        if actor.body:
            actor.body.is_fresh = actor.body.is_fresh and order.verb == MOVE and not order.is_pair
        for figure in actor.figures:
            figure.has_acted = True
        self._attack(actor, order)
        return None

    def named(self, order: Order) -> Actor | Flaw:
        """The pieces that an order names, if they may act."""
        field, people = self._course.field, self._course.people
        actor = find_actor(field, people, order)
        if isinstance(actor, Flaw):
            return actor
        return actor_flaw(field, people, actor, order) or actor

    def _way(self, actor: Actor, order: Order) -> Way | Flaw | None:
        if not order.moves:
            return None
        field, end = self._course.field, order.way[-1]
        way: Way | Flaw = end_flaw(field, actor, end) or find_way(field, actor.traveller(), order.way)
        if isinstance(way, Flaw):
            return way
        is_attack = order.verb in (FIGHT, LAUNCH)
        attacks = order.targets if is_attack else ()
        return arrival_flaw(field, actor, way.end, attacks=attacks, is_attack=is_attack) or way

    def way_to(self, actor: Actor, hexes: Sequence[Hex], traveller: Traveller | None = None) -> Way | Flaw:
        """The way over these hexes, whatever may happen at its end."""
        field = self._course.field
        return end_flaw(field, actor, hexes[-1]) or find_way(field, traveller or actor.traveller(), hexes)

    def joined(self, actor: Actor, end: Hex, targets: Sequence[Hex]) -> tuple[int, int]:
        """How many attackers a fight would have together with this one, and how strong they are."""
        field = self._course.field
        fight = self._fight_against([_target_at(field, each) for each in targets])
        attackers = fight.attackers if fight else []
        strength = sum(each.strength(field, targets) for each in attackers)
        heading = self._heading(actor, end)
        own = actor.top.nature.combat + aura(field, actor.top, end)
        if heading is not None and len(actor.figures) == 1:
            own += charge_bonus(actor.top.nature, heading, end, targets)
        return len(attackers) + 1, strength + own

    def _heading(self, actor: Actor, end: Hex) -> int | None:
        if end == actor.at:
            return None
        way = self.way_to(actor, (actor.at, end))
        return None if isinstance(way, Flaw) else way.heading

    def distances_to(self, kind: str, target: Body) -> list[int]:
        """How far those are who launch so at this unit already."""
        return [
            distance(launcher.at, target.at)
            for launches in self.launches
            if launches.kind == kind and launches.target is target
            for launcher in launches.launchers
        ]

    def _attack_flaw(self, actor: Actor, order: Order, at: Hex) -> Flaw | None:
        if order.verb == FIGHT:
            return self.fight_flaw(actor, order, at)
        if order.verb == LAUNCH:
            kind = launch_kind(actor.top.nature)
            return launch_flaw(self._course.field, self._course.people, kind, at, order.targets[0])
        return None

    def fight_flaw(self, actor: Actor, order: Order, at: Hex) -> Flaw | None:
        field = self._course.field
        if actor.top.nature.has("no_melee"):
            return Flaw("no-melee", 0, {"unit": actor.text})
        for target in order.targets:
            flaw = self._target_flaw(order, at, target)
            if flaw:
                return flaw
        targets = [_target_at(field, each) for each in order.targets]
        fight = self._fight_against(targets)
        if fight is None and any(each in self._targets() for each in targets):
            return Flaw("target-taken")
        return self._weakness(order, targets)

    def _target_flaw(self, order: Order, at: Hex, target: Hex) -> Flaw | None:
        field, people = self._course.field, self._course.people
        city, body = field.cities.get(target), field.bodies.get(target)
        owner = city.people if city else body.people if body else people
        if city and len(order.targets) > 1:
            return Flaw("city--alone", 0, {"at": target})
        if owner == people or (city and not city.is_manned):
            return Flaw("no-target", 0, {"at": target})
        if not field.is_enemy(people, owner):
            return Flaw("ally--target", 0, {"people": owner})
        if body and field.is_held(body):
            return Flaw("whirlpool--target", 0, {"at": target})
        if not is_beside(at, target):
            return Flaw("not-adjacent", 0, {"at": at, "target": target})
        return None

    def _targets(self) -> set[Target]:
        return {target for fight in self.fights for target in fight.targets}

    def _fight_against(self, targets: list[Target]) -> Fight | None:
        wanted = set(targets)
        return next((fight for fight in self.fights if set(fight.targets) == wanted), None)

    def _weakness(self, order: Order, targets: list[Target]) -> Flaw | None:
        """L-FIGHT-4: whether all lines of the sheet together would not do."""
        bodies = [target for target in targets if isinstance(target, Body)]
        if len(bodies) < len(targets):
            return None
        field, people = self._course.field, self._course.people
        defence = sum(each.nature.combat + terrain_help(field, each.at) for each in bodies)
        lines = self._lines if any(each is order for each in self._lines) else [*self._lines, order]
        joined = [each for each in lines if set(each.targets) == set(order.targets)]
        most = CONSTANTS.aura if people == AURA_PEOPLE and has_mage(field) else 0
        difference = sum(combat_named(people, each) + most for each in joined) - defence
        if difference >= CONSTANTS.min_difference:
            return None
        return Flaw("too-weak", 0, {"difference": difference, "least": CONSTANTS.min_difference})

    def _attack(self, actor: Actor, order: Order) -> None:
        field = self._course.field
        if order.verb == MOVE:
            return
        actor.top.has_attacked = True
        if order.verb == LAUNCH:
            self._announce(self.launches, actor, order)
            return
        targets = [_target_at(field, each) for each in order.targets]
        fight = self._fight_against(targets)
        if fight is None:
            fight = Fight(targets)
            self.fights.append(fight)
        fight.attackers.append(actor.as_attacker())
        for target in targets:
            field.commit_against(target)

    def _announce(self, launches: list[Launches], actor: Actor, order: Order) -> None:
        kind = launch_kind(actor.top.nature) or ""
        announce(launches, kind, self._course.field.bodies[order.targets[0]], actor.as_attacker())

    def flame_first(self, launches: list[Launches], order: Order) -> Actor | Flaw:
        """L-FLAME-3: a dragon's flame before anybody moves."""
        actor = self.named(order)
        if isinstance(actor, Flaw):
            return actor
        kind = launch_kind(actor.top.nature) if actor.top.nature.has("flame_first") else None
        people = self._course.people
        flaw = launch_flaw(self._course.field, people, kind, actor.at, order.targets[0])
        if flaw:
            return flaw
        actor.top.has_acted = actor.top.has_attacked = True
        self._announce(launches, actor, order)
        return actor

    def move_after_flame(self, actor: Actor, order: Order) -> None:
        """L-SHEET-3: a dragon whose way is barred stays."""
        is_there = actor.as_attacker().is_there(self._course.field)
        if not is_there or order.beyond == (actor.at,):
            return
        reason = go_on(self._course, actor, order.beyond, minds_zones=True)
        if reason:
            self._course.tell(Stopped(actor.people, actor.text, actor.at, reason))


def _target_at(field: Field, at: Hex) -> Target:
    city: City | None = field.cities.get(at)
    return city or field.bodies[at]


def has_mage(field: Field) -> bool:
    """Whether any mage of the Knights is left, on the map or in their cities."""
    bodies = (figure for body in field.bodies.values() for figure in body.figures)
    inside = (figure for city in field.cities.values() for figure in city.garrison)
    return any(figure.nature.has("aura") for figures in (bodies, inside) for figure in figures)
