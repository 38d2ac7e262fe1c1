"""Single attacks and overruns, one after the other before all other movement. L-SINGLE, L-OVER."""

from protocol.views.zargos_lords.board import (
    CONSTANTS,
    MOUNTAIN,
    SEA,
    WHIRLPOOL,
    line_between,
    ray,
)
from protocol.views.zargos_lords.events import Stopped
from protocol.views.zargos_lords.words import Hex
from server.games.flaw import Flaw
from server.games.zargos_lords.actors import Actor, actor_flaw, find_actor
from server.games.zargos_lords.arrivals import arrival_flaw, end_flaw, go, single_end_flaw
from server.games.zargos_lords.course import Course
from server.games.zargos_lords.fights import strike
from server.games.zargos_lords.figures import Body
from server.games.zargos_lords.notation import Order
from server.games.zargos_lords.strength import defence_of, is_beside
from server.games.zargos_lords.ways import Way, entry_cost, find_way


def strike_singly(course: Course, order: Order) -> Flaw | None:
    """L-SINGLE-2: go to a hex beside the target, or stay, and fight at once; if won, go on."""
    field, target_at = course.field, order.targets[0]
    actor = find_actor(field, course.people, order)
    if isinstance(actor, Flaw):
        return actor
    flaw = actor_flaw(field, course.people, actor, order)
    if flaw is None and not actor.top.nature.has("single"):
        flaw = Flaw("no-single", 0, {"unit": actor.text})
    if flaw:
        return flaw
    way: Way | None = None
    if order.moves:
        found = single_end_flaw(field, actor, order.way[-1])
        found_way = found or find_way(field, actor.traveller(minds_zones=False), order.way)
        if isinstance(found_way, Flaw):
            return found_way
        way = found_way
    flaw = target_flaw(course, actor, order.way[-1], target_at)
    if flaw:
        return flaw
    _carry_out(course, actor, way, order)
    return None


def target_flaw(course: Course, actor: Actor, at: Hex, target_at: Hex) -> Flaw | None:
    field, people = course.field, course.people
    if target_at in field.cities:
        return Flaw("city", 0, {"at": target_at})
    target = field.bodies.get(target_at)
    if target is None or target.people == people:
        return Flaw("no-target", 0, {"at": target_at})
    if not field.is_enemy(people, target.people):
        return Flaw("ally--target", 0, {"people": target.people})
    if field.is_held(target):
        return Flaw("whirlpool--target", 0, {"at": target_at})
    if not is_beside(at, target_at):
        return Flaw("not-adjacent", 0, {"at": at, "target": target_at})
    return _weakness(course, actor, target)


def _weakness(course: Course, actor: Actor, target: Body) -> Flaw | None:
    """L-SINGLE-5: below the least difference there is no attack."""
    difference = actor.top.nature.combat - defence_of(course.field, target)
    least = CONSTANTS.min_difference
    if difference >= least:
        return None
    return Flaw("too-weak", 0, {"difference": difference, "least": least})


def _carry_out(course: Course, actor: Actor, way: Way | None, order: Order) -> None:
    if way:
        go(course, actor, way)
    actor.top.has_acted = actor.top.has_attacked = True
    target = course.field.bodies[order.targets[0]]
    if _wins(course, actor, target) and order.beyond:
        reason = go_on(course, actor, order.beyond, minds_zones=False)
        if reason:
            course.tell(Stopped(actor.people, actor.text, actor.at, reason))


def _wins(course: Course, actor: Actor, target: Body) -> bool:
    """One against one. In a trial the attacker wins and the target is gone."""
    if course.is_trial:
        course.field.lift_off(target)
        return True
    return strike(course, [actor.as_attacker()], [target]).is_won


def go_on(course: Course, actor: Actor, beyond: tuple[Hex, ...], *, minds_zones: bool) -> str:
    """Use the points that are left; the code of what bars the way, or nothing."""
    field = course.field
    traveller = actor.traveller(minds_zones=minds_zones)
    way: Way | Flaw = end_flaw(field, actor, beyond[-1]) or find_way(field, traveller, (actor.at, *beyond))
    if isinstance(way, Way):
        flaw = arrival_flaw(field, actor, way.end, is_attack=True)
        if flaw is None or (flaw.code.startswith("zone") and not minds_zones):
            go(course, actor, way)
            return ""
        way = flaw
    return way.code.partition("--")[0]


def overrun(course: Course, order: Order) -> Flaw | None:
    """L-OVER-1: straight ahead, through whoever bars the way."""
    field, end = course.field, order.targets[0]
    actor = find_actor(field, course.people, order)
    if isinstance(actor, Flaw):
        return actor
    flaw = actor_flaw(field, course.people, actor, order)
    if flaw:
        return flaw
    if not actor.top.nature.has("overrun"):
        return Flaw("no-single--overrun", 0, {"unit": actor.text})
    line = line_between(actor.at, end)
    if line is None:
        return Flaw("not-straight", 0, {"at": actor.at, "target": end})
    points = actor.top.nature.movement
    if line[1] > points:
        return Flaw("too-far", 0, {"needed": line[1], "has": points})
    actor.top.has_acted = actor.top.has_attacked = True
    _run(course, actor, ray(actor.at, line[0])[: line[1]], line[0])
    return None


def _run(course: Course, actor: Actor, hexes: tuple[Hex, ...], heading: int) -> None:
    met: list[Body] = []
    for at in hexes:
        reason = bar(course, actor, at, met)
        if reason:
            course.tell(Stopped(actor.people, actor.text, actor.at, reason))
            return
        target = course.field.bodies.get(at)
        if target:
            met.append(target)
            if not _wins(course, actor, target):
                return
        cost = entry_cost(course.field, actor.traveller(), at)
        go(course, actor, Way((at,), cost, heading))
        if course.field.terrain[at] == WHIRLPOOL:
            return


def bar(course: Course, actor: Actor, at: Hex, met: list[Body]) -> str:
    """L-OVER-2: what stops a serpent before a hex, in the order of the rule."""
    field, body = course.field, course.field.bodies.get(at)
    if field.terrain[at] in (SEA, MOUNTAIN):
        return "no-way"
    if at in field.cities:
        return "city"
    if field.terrain[at] == WHIRLPOOL and body:
        return "whirlpool"
    if body and (not field.is_enemy(actor.people, body.people) or body in met):
        return "occupied"
    if body and _weakness(course, actor, body):
        return "too-weak"
    traveller = actor.traveller()
    return "too-far" if entry_cost(field, traveller, at) > traveller.points else ""
