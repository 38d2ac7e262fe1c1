"""Launches: arrows, flames and visions. L-ARROW, L-FLAME, L-VISION."""

from msgspec import Struct

from protocol.views.zargos_lords.board import (
    CONSTANTS,
    MAP,
    MOUNTAIN,
    WHIRLPOOL,
    WOOD,
    Piece,
    distance,
    line_between,
    ray,
)
from protocol.views.zargos_lords.events import Lapsed, Vision, Volley
from protocol.views.zargos_lords.words import Hex, People
from server.games.flaw import Flaw
from server.games.zargos_lords.course import Course
from server.games.zargos_lords.field import Field
from server.games.zargos_lords.fights import Attacker
from server.games.zargos_lords.figures import Body
from server.games.zargos_lords.retreats import eliminate, go_back

ARROWS, FLAMES, VISIONS = "arrows", "flames", "visions"
_POWERS = {"arrow": ARROWS, "flame": FLAMES, "vision": VISIONS}
RANGES = {
    ARROWS: CONSTANTS.arrow_range,
    FLAMES: CONSTANTS.flame_range,
    VISIONS: CONSTANTS.vision_range,
}


def launch_kind(piece: Piece) -> str | None:
    """What a piece launches; None if it launches nothing."""
    return next((kind for power, kind in _POWERS.items() if piece.has(power)), None)


class Launches(Struct):
    """All launches of one kind at one unit; a vision stands alone."""

    kind: str
    target: Body
    at: Hex
    """Where the target stood when the line was read."""
    launchers: list[Attacker]


def announce(launches: list[Launches], kind: str, target: Body, launcher: Attacker) -> None:
    """L-ARROW-3: one volley at each unit, at the place of its first line. L-VISION-1: each for itself."""
    for each in launches:
        if each.kind == kind != VISIONS and each.target is target:
            each.launchers.append(launcher)
            return
    launches.append(Launches(kind, target, target.at, [launcher]))


def launch_flaw(field: Field, people: People, kind: str | None, at: Hex, target: Hex) -> Flaw | None:
    """L-SHEET-6: why a launch from a hex at another is lost."""
    if kind is None:
        return Flaw("no-launch")
    if target in field.cities:
        return Flaw("city--launch", 0, {"at": target})
    body = field.bodies.get(target)
    if body is None or body.people == people:
        return Flaw("no-target", 0, {"at": target})
    if not field.is_enemy(people, body.people):
        return Flaw("ally--target", 0, {"people": body.people})
    if field.is_held(body):
        return Flaw("whirlpool--target", 0, {"at": target})
    far = distance(at, target)
    if far > RANGES[kind]:
        return Flaw("range", 0, {"far": far, "most": RANGES[kind]})
    return None if kind == VISIONS else _line_flaw(field, at, target)


def _line_flaw(field: Field, at: Hex, target: Hex) -> Flaw | None:
    """L-ARROW-2."""
    line = line_between(at, target)
    if line is None:
        return Flaw("line", 0, {"at": target})
    if WOOD in (field.terrain[at], field.terrain[target]):
        return Flaw("wood")
    for between in ray(at, line[0])[: line[1] - 1]:
        if field.terrain[between] in (MOUNTAIN, WOOD, WHIRLPOOL) or between in field.cities:
            return Flaw("blocked", 0, {"at": between})
    return None


def hits_of(kind: str, die: int, far: int) -> int:
    """L-TABLE-2, L-TABLE-3: two distances share a column of the arrows."""
    table = MAP.tables.arrows if kind == ARROWS else MAP.tables.flames
    return table.rows[str(die)][(far - 1) // 2 if kind == ARROWS else far - 1]


def flight_of(die: int, far: int) -> int:
    """L-TABLE-4."""
    return MAP.tables.visions.rows[str(die)][far - 1]


def throw(course: Course, launches: Launches) -> None:
    """One volley or one vision. L-FIGHT-9: it lapses if its target is gone."""
    field, target = course.field, launches.target
    launchers = [each for each in launches.launchers if each.is_there(field)]
    is_there = field.bodies.get(launches.at) is target
    if not is_there or not launchers:
        reason = "no-attackers" if is_there else "gone"
        course.tell(Lapsed(launches.kind, reason, target=launches.at))
    elif launches.kind == VISIONS:
        _send_vision(course, launchers[0], target)
    else:
        _throw_volley(course, launches.kind, launchers, target)


def _throw_volley(course: Course, kind: str, launchers: list[Attacker], target: Body) -> None:
    at = target.at
    dice = tuple(course.throw() for _ in launchers)
    thrown = zip(launchers, dice, strict=True)
    hits = sum(hits_of(kind, die, distance(each.at, at)) for each, die in thrown)
    needed = target.nature.resistance
    hexes = tuple(each.at for each in launchers)
    course.tell(Volley(kind, hexes, at, dice, hits, needed, hits >= needed))
    if hits >= needed:
        eliminate(course, target, at, kind)


def _send_vision(course: Course, launcher: Attacker, target: Body) -> None:
    """L-VISION-2: the flight is a retreat."""
    far, die = distance(launcher.at, target.at), course.throw()
    flight = flight_of(die, far)
    course.tell(Vision(launcher.at, target.at, far, die, flight))
    if flight:
        go_back(course, target, target.at, flight)
