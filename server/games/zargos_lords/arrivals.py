"""Where a way may end, and what happens there: cities, escorts, hostages. L-ESC, L-CITY, L-HOST."""

from collections.abc import Iterable

from protocol.views.zargos_lords.board import CONSTANTS, WHIRLPOOL
from protocol.views.zargos_lords.events import Custody, Freed, Moved, Taken
from protocol.views.zargos_lords.words import Hex, People
from server.games.flaw import Flaw
from server.games.zargos_lords.actors import Actor
from server.games.zargos_lords.course import Course, leave_city
from server.games.zargos_lords.field import Field
from server.games.zargos_lords.figures import Body, City, is_foot
from server.games.zargos_lords.ways import Way


def end_flaw(field: Field, actor: Actor, end: Hex) -> Flaw | None:
    """`occupied`: another people's unit, an ally's city, or an enemy's with a garrison."""
    body, city = field.bodies.get(end), field.cities.get(end)
    if body and body.people != actor.people and not can_take_charge(field, actor, body):
        return Flaw("occupied", 0, {"at": end})
    is_foreign = city is not None and city.people != actor.people
    if city and is_foreign and (city.is_manned or not field.is_enemy(actor.people, city.people)):
        return Flaw("occupied--city", 0, {"at": end})
    return None


def single_end_flaw(field: Field, actor: Actor, end: Hex) -> Flaw | None:
    """L-SINGLE-2: who strikes singly goes to a free hex, no city and no whirlpool."""
    if end == actor.at:
        return None  # L-MOVE-3: such a way is none, whoever stands there
    if end in field.bodies or end in field.cities:
        return Flaw("occupied", 0, {"at": end})
    return Flaw("whirlpool", 0, {"at": end}) if field.terrain[end] == WHIRLPOOL else None


def can_take_charge(field: Field, actor: Actor, body: Body) -> bool:
    """L-HOST-2: a foot may move onto the piece that an ally offers it."""
    if len(actor.figures) != 1 or not is_foot(actor.top) or body.ward or body.at not in field.offered:
        return False
    is_ally = not field.is_enemy(actor.people, body.people)
    return is_ally and field.home_owner(body.at) in (None, actor.people)


def arrival_flaw(
    field: Field, actor: Actor, end: Hex, *, attacks: Iterable[Hex] = (), is_attack: bool = False
) -> Flaw | None:
    """Why the end of a way will not do: `full`, `escort`, `occupied` by one's own, `zone`."""
    city = field.cities.get(end)
    if city:
        return _city_flaw(actor, city)
    body = field.bodies.get(end)
    if body:
        is_held = field.is_held(body)  # L-WHIRL-3: it bars the hex to everyone
        flaw = Flaw("occupied", 0, {"at": end}) if is_held else _laying_flaw(actor, body, is_attack)
        if flaw:
            return flaw
    return zone_flaw(field, actor.people, end, attacks)


def _city_flaw(actor: Actor, city: City) -> Flaw | None:
    """L-CITY-2, L-HOST-2, L-HOST-5."""
    entering = [figure for figure in actor.figures if figure.people == actor.people]
    held = [figure for figure in (*actor.figures, *city.hostages) if figure.people != actor.people]
    if len(held) > CONSTANTS.hostages_per_city:
        return Flaw("full--hostages", 0, {"at": city.at, "most": CONSTANTS.hostages_per_city})
    if len(city.garrison) + len(entering) > CONSTANTS.garrison_max:
        return Flaw("full", 0, {"at": city.at, "most": CONSTANTS.garrison_max})
    return None


def _laying_flaw(actor: Actor, body: Body, is_attack: bool) -> Flaw | None:
    """L-ESC-2: whether the pair can be laid."""
    feet = is_foot(actor.top) + is_foot(body.top)
    is_custody = body.people != actor.people
    if len(actor.figures) > 1 or body.ward or not (feet == 1 or is_custody):
        return Flaw("occupied--own", 0, {"at": body.at})
    both = (actor.top, body.top)
    if is_attack or actor.is_part or any(each.has_attacked or each.was_lifted for each in both):
        return Flaw("escort--laying", 0, {"at": body.at})
    return None


def zone_flaw(field: Field, people: People, end: Hex, attacks: Iterable[Hex]) -> Flaw | None:
    """L-ZONE-2: a hex in a zone is entered only to attack one of those whose zone it is."""
    if not field.in_zone(people, end):
        return None
    makers = {maker.at for maker in field.zone_makers(people, end)}
    return None if makers.intersection(attacks) else Flaw("zone--end", 0, {"at": end})


def go(course: Course, actor: Actor, way: Way) -> None:
    """The pieces go this way, and what is at its end happens. The actor knows then where it is."""
    field = course.field
    text, origin = actor.text, actor.at
    freed = detach(course, actor)
    spent = actor.spent + way.cost
    for figure in actor.figures:
        figure.spent = spent
        figure.heading = way.heading
        figure.has_acted = True
    course.tell(Moved(actor.people, text, origin, way.end, way.cost))
    if freed:
        course.tell(Freed(freed.people, freed.top.kind, origin))
    actor.at = way.end
    city = field.cities.get(way.end)
    if city:
        _enter(course, actor, city)
        return
    body, there = Body(way.end, *actor.figures), field.bodies.get(way.end)
    actor.body, actor.city = body, None
    if there:
        actor.body = _lay(course, body, there)
        return
    field.set_down(body, way.end)
    course.hold(body)


def detach(course: Course, actor: Actor) -> Body | None:
    """Take the pieces from where they stand. A hostage whose guard goes off is free: it is returned."""
    field, body = course.field, actor.body or Body(actor.at, *actor.figures)
    if actor.city:
        leave_city(course, actor.city, body)
        if len(actor.figures) > 1:
            for figure in actor.figures:
                figure.was_laid = True
        return None
    if not actor.is_part:
        field.lift_off(body)
        return None
    stays = next(figure for figure in body.figures if figure is not actor.top)
    is_freed = bool(body.captive_of)
    body.top, body.ward, body.is_fresh = stays, None, False
    actor.top.was_lifted = stays.was_lifted = True
    field.changed(actor.people)
    if is_freed:
        field.changed("")
    return body if is_freed else None


def _enter(course: Course, actor: Actor, city: City) -> None:
    """L-CITY-10: an empty city of an enemy is taken; hostages there change masters or are free."""
    was_manned = city.is_manned
    if city.people != actor.people:
        course.tell(Taken(city.at, actor.people, city.people))
        city.people, was_manned = actor.people, False
        course.field.changed("")
        for figure in [each for each in city.hostages if each.people == actor.people]:
            city.hostages.remove(figure)
            city.admit(figure)
            course.tell(Freed(figure.people, figure.kind, city.at))
    for figure in actor.figures:
        if figure.people == actor.people:
            city.admit(figure)
        else:
            city.hold(figure)
    actor.body, actor.city = None, city
    course.note_garrison(city, was_manned)


def _lay(course: Course, body: Body, there: Body) -> Body:
    """The foot lies over the other piece: a pair that may have one order more."""
    field = course.field
    foot, other = (body.top, there.top) if is_foot(body.top) else (there.top, body.top)
    if there.people != body.people:
        foot, other = body.top, there.top
        field.offered.discard(there.at)
        course.tell(Custody(foot.people, foot.kind, there.at, f"{other.people}:{other.kind}"))
    pair = Body(there.at, foot, other)
    pair.is_fresh = True
    foot.was_laid = other.was_laid = True
    field.bodies[there.at] = pair
    field.changed("")
    return pair
