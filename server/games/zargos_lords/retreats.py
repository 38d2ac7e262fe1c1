"""Going back: lines of retreat, friends that are pushed, wards without an escort. L-RET, L-PUSH."""

from msgspec import Struct

from protocol.views.zargos_lords.board import (
    BESIDE,
    DIRECTIONS,
    MOUNTAIN,
    SEA,
    WHIRLPOOL,
    WOOD,
    distance,
    ray,
)
from protocol.views.zargos_lords.events import Eliminated, Freed, Pushed, Retreated
from protocol.views.zargos_lords.view import Standing
from protocol.views.zargos_lords.words import ALWAYS, AWAY, NEVER, Hex
from server.games.zargos_lords.course import Course
from server.games.zargos_lords.field import Field
from server.games.zargos_lords.figures import Body

SAID_NOTHING = Standing()


class Line(Struct, frozen=True):
    """A line along which a unit can go back, and what becomes of the friends on it, farthest first."""

    end: Hex
    pushed: tuple[tuple[Body, Hex | None], ...]
    """Each friend with the hex where it ends; None if it is eliminated."""

    @property
    def victims(self) -> tuple[Body, ...]:
        return tuple(body for body, end in self.pushed if end is None)


class _Tracing:
    """Follows one line hex by hex. Nothing on the map changes."""

    def __init__(self, field: Field, body: Body, start: Hex, direction: int) -> None:
        self._field = field
        self._body = body
        self._hexes = ray(start, direction)
        self._moved: dict[int, Body | None] = {}
        """Who stands on a hex of the line after the pushes so far, if that has changed."""
        self._ends: dict[Body, int | None] = {}

    def line(self, steps: int) -> Line | None:
        for number in range(steps):
            if self._is_barred(self._body, number):
                return None
            if self._field.terrain[self._hexes[number]] == WHIRLPOOL:  # L-RET-3
                return self._written(number)
            if self._standing(number):
                self._push(number)
        return self._written(steps - 1)

    def _written(self, last: int) -> Line:
        farthest = sorted(self._ends, key=lambda body: self._hexes.index(body.at), reverse=True)
        ends = ((body, self._ends[body]) for body in farthest)
        return Line(
            self._hexes[last],
            tuple((body, None if end is None else self._hexes[end]) for body, end in ends),
        )

    def _standing(self, number: int) -> Body | None:
        if number in self._moved:
            return self._moved[number]
        found = self._field.bodies.get(self._hexes[number])
        return None if found is self._body else found

    def _is_barred(self, body: Body, number: int) -> bool:
        """L-RET-2, for the owner and the kind of this unit."""
        if number >= len(self._hexes):
            return True
        at, field = self._hexes[number], self._field
        terrain = field.terrain[at]
        if terrain == SEA or at in field.cities:
            return True
        if terrain in (WOOD, MOUNTAIN) and not body.is_flier:
            return True
        other = self._standing(number)
        if other and (terrain == WHIRLPOOL or field.is_enemy(body.people, other.people)):
            return True
        return self._in_zone(body, at)

    def _in_zone(self, body: Body, at: Hex) -> bool:
        """L-PUSH-1: pushes go hex by hex, so an enemy that a friend pushed has its zone elsewhere."""
        field = self._field
        zones = field.zone(body.people).get(at, 0)
        for other, end in self._ends.items():
            if field.is_enemy(body.people, other.people) and other not in field.under_attack:
                zones -= self._has_zone_on(other.at, at)
                zones += end is not None and self._has_zone_on(self._hexes[end], at)
        return zones > 0 and at not in field.cities

    def _has_zone_on(self, stands: Hex, at: Hex) -> bool:
        return at in BESIDE[stands] and self._field.terrain[stands] != WHIRLPOOL

    def _push(self, number: int) -> None:
        """L-PUSH-1, L-PUSH-2: the unit on this hex gives way, or is eliminated."""
        body = self._standing(number)
        if body is None:
            return
        self._ends[body] = None
        if not self._is_barred(body, number + 1):
            self._push(number + 1)
            self._moved[number + 1] = body
            self._ends[body] = number + 1
        self._moved[number] = None


def go_back(course: Course, body: Body, start: Hex, steps: int) -> None:
    """L-RET-1: the unit goes back from a hex or out of a city; it is eliminated if it cannot."""
    line = _best_line(course.field, body, start, steps)
    if line is None:
        eliminate(course, body, start, "no-retreat")
    elif line.victims and _is_given_up(course.field, body, line):
        eliminate(course, body, start, "sacrificed")
    else:
        _carry_out(course, body, start, line)


def _best_line(field: Field, body: Body, start: Hex, steps: int) -> Line | None:
    """L-RET-5."""
    found: list[tuple[tuple[int, int, bool, int], Line]] = []
    for direction in range(len(DIRECTIONS)):
        line = _Tracing(field, body, start, direction).line(steps)
        if line:
            in_whirlpool = field.terrain[line.end] == WHIRLPOOL
            liked = _dislike(field, body, line.end)
            found.append(((len(line.victims), len(line.pushed), in_whirlpool, liked), line))
    return min(found, key=lambda each: each[0])[1] if found else None


def _dislike(field: Field, body: Body, end: Hex) -> int:
    """By the standing word: how far from the nearest own city, or how near to an enemy."""
    if field.standing.get(body.people, SAID_NOTHING).retreat == AWAY:
        enemies = (distance(end, source.at) for source in field.sources(body.people))
        return -min(enemies, default=0)
    return min((distance(end, city.at) for city in field.cities_of(body.people)), default=0)


def _is_given_up(field: Field, body: Body, line: Line) -> bool:
    """L-PUSH-3."""
    word = field.standing.get(body.people, SAID_NOTHING).push
    if word in (ALWAYS, NEVER):
        return word == NEVER
    return sum(victim.nature.combat for victim in line.victims) > body.nature.combat


def _carry_out(course: Course, body: Body, start: Hex, line: Line) -> None:
    field = course.field
    if field.bodies.get(start) is body:
        field.lift_off(body)
    for pushed, end in line.pushed:
        origin = pushed.at
        field.lift_off(pushed)
        if end is None:
            course.tell(Eliminated(pushed.people, pushed.top.kind, origin, "pushed"))
        else:
            field.set_down(pushed, end)
            course.tell(Pushed(pushed.people, pushed.text, origin, end))
            course.hold(pushed)
    field.set_down(body, line.end)
    course.tell(Retreated(body.people, body.text, start, line.end))
    course.hold(body)
    for victim in line.victims:
        _free_ward(course, victim, victim.at)


def eliminate(course: Course, body: Body, at: Hex, cause: str) -> None:
    """The piece, or the escort of a pair, is out of the game; its ward flees at once. L-ESC-4."""
    if course.field.bodies.get(at) is body:
        course.field.lift_off(body)
    course.tell(Eliminated(body.people, body.top.kind, at, cause))
    _free_ward(course, body, at)


def _free_ward(course: Course, body: Body, at: Hex) -> None:
    if body.ward:
        if body.captive_of:  # L-HOST-3
            course.tell(Freed(body.captive_of, body.ward.kind, at))
        go_back(course, Body(at, body.ward), at, body.ward.nature.movement)
