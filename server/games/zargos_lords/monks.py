"""Monks that vanish and come back. L-VAN."""

from functools import lru_cache

from protocol.views.zargos_lords.board import (
    CONSTANTS,
    NEIGHBOURS,
    PIECES,
    RANK,
    SEA,
    WHIRLPOOL,
    terrain_of,
)
from protocol.views.zargos_lords.events import Eliminated, Reappeared, Vanished
from protocol.views.zargos_lords.words import Hex, People
from server.games.flaw import Flaw
from server.games.zargos_lords.actors import actor_flaw, find_actor
from server.games.zargos_lords.arrivals import detach
from server.games.zargos_lords.course import Course
from server.games.zargos_lords.field import Field
from server.games.zargos_lords.figures import Body, Figure
from server.games.zargos_lords.notation import Order

MONKS: People = "M"
MONK = "O"
FARTHEST = PIECES[MONKS][MONK].movement


def vanish(course: Course, order: Order) -> Flaw | None:
    """L-VAN-1: it is his whole move."""
    field = course.field
    actor = find_actor(field, course.people, order)
    if isinstance(actor, Flaw):
        return actor
    flaw = actor_flaw(field, course.people, actor, order)
    if flaw:
        return flaw
    if not actor.top.nature.has("vanish"):
        return Flaw("no-vanish", 0, {"unit": actor.text})
    detach(course, actor)
    field.vanished[actor.at] = field.vanished.get(actor.at, 0) + 1
    course.tell(Vanished(course.people, actor.at))
    return None


def come_back(course: Course, order: Order) -> Flaw | None:
    """L-VAN-2: a line that says where he comes back."""
    field, marker, end = course.field, order.at, order.targets[0]
    is_monk = course.people == MONKS and order.unit == (MONK,)
    if not is_monk or not field.vanished.get(marker):
        return Flaw("no-piece--vanished", 0, {"at": marker})
    city = field.cities.get(end)
    if end in field.bodies or (city and city.people != course.people):
        return Flaw("occupied", 0, {"at": end})
    steps = steps_from(is_skirmish(field), marker)
    if field.terrain[end] == WHIRLPOOL or end not in steps:
        return Flaw("no-way")
    if steps[end] > FARTHEST:
        return Flaw("too-far", 0, {"needed": steps[end], "has": FARTHEST})
    if city and len(city.garrison) >= CONSTANTS.garrison_max:
        return Flaw("full", 0, {"at": end, "most": CONSTANTS.garrison_max})
    _reappear(course, marker, end)
    return None


def _reappear(course: Course, marker: Hex, end: Hex) -> None:
    field = course.field
    _drop_marker(field, marker)
    monk = Figure(course.people, MONK)
    city = field.cities.get(end)
    course.tell(Reappeared(course.people, marker, end))
    if city:
        was_manned = city.is_manned
        city.admit(monk)
        course.note_garrison(city, was_manned)
    else:
        field.set_down(Body(end, monk), end)


def _drop_marker(field: Field, marker: Hex) -> None:
    field.vanished[marker] -= 1
    if not field.vanished[marker]:
        del field.vanished[marker]


def call_all_back(course: Course) -> None:
    """L-VAN-3: those without a valid line come back by the markers' letter and number."""
    field = course.field
    if course.people != MONKS:
        return
    for marker in sorted(field.vanished, key=RANK.__getitem__):
        for _ in range(field.vanished[marker]):
            end = _nearest(field, course.people, marker)
            if end is None:
                _drop_marker(field, marker)
                course.tell(Eliminated(course.people, MONK, marker, "vanished"))
            else:
                _reappear(course, marker, end)


def _nearest(field: Field, people: People, marker: Hex) -> Hex | None:
    """The first hex outside enemy zones, else in one: least steps, then letter and number."""
    steps = steps_from(is_skirmish(field), marker)
    fit = (at for at, far in steps.items() if far <= FARTHEST and is_free(field, people, at))
    return min(fit, key=lambda at: (field.in_zone(people, at), steps[at], RANK[at]), default=None)


def is_free(field: Field, people: People, at: Hex) -> bool:
    if at in field.bodies or field.terrain[at] == WHIRLPOOL:
        return False
    city = field.cities.get(at)
    return city is None or (city.people == people and len(city.garrison) < CONSTANTS.garrison_max)


def is_skirmish(field: Field) -> bool:
    return field.terrain is terrain_of(True)


@lru_cache(maxsize=256)
def steps_from(is_skirmish: bool, start: Hex) -> dict[Hex, int]:
    """The steps from a hex over land and bridges to all that is joined with it, whatever stands there."""
    terrain = terrain_of(is_skirmish)
    steps = {start: 0}
    edge = [start]
    while edge:
        reached: list[Hex] = []
        for here in edge:
            for beside in NEIGHBOURS[here]:
                if beside not in steps and terrain[beside] != SEA:
                    steps[beside] = steps[here] + 1
                    reached.append(beside)
        edge = reached
    return steps
