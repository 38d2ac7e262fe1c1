"""Fights hand to hand: who attacks whom, how it ends, and what becomes of both sides. L-FIGHT, L-CITY."""

from collections.abc import Sequence

from msgspec import Struct

from protocol.views.zargos_lords.board import CONSTANTS
from protocol.views.zargos_lords.events import Duty, Fought, Lapsed, Revealed
from protocol.views.zargos_lords.words import Hex, write_garrison
from server.games.zargos_lords.course import Course
from server.games.zargos_lords.field import Field, Target
from server.games.zargos_lords.figures import Body, City, Figure
from server.games.zargos_lords.retreats import eliminate, go_back
from server.games.zargos_lords.strength import (
    attack_of,
    defence_of,
    is_beside,
    result_of,
    solo_difference,
)

ELIMINATED = "E"


class Outcome(Struct, frozen=True):
    """How a fight ended: whether the attackers won, or why it did not take place."""

    is_won: bool = False
    lapse: str = ""


class Attacker(Struct, frozen=True, eq=False):
    """A unit that is committed to a fight, or a piece that attacks out of a city."""

    at: Hex
    figure: Figure
    body: Body | None
    """The unit on the map; None for a piece in a city."""

    def is_there(self, field: Field) -> bool:
        """Whether it still stands where it was when it was committed."""
        if self.body:
            return field.bodies.get(self.at) is self.body and self.body.top is self.figure
        city = field.cities.get(self.at)
        return bool(city and any(each is self.figure for each in city.garrison))

    @property
    def is_escort(self) -> bool:
        return bool(self.body and self.body.ward)

    def strength(self, field: Field, targets: Sequence[Hex]) -> int:
        return attack_of(field, self.figure, self.is_escort, self.at, targets)


class Fight:
    """A fight to come: its targets as they were first named, its attackers as they joined."""

    def __init__(self, targets: Sequence[Target]) -> None:
        self.targets = tuple(targets)
        self.places = {target: target.at for target in targets}
        self.attackers: list[Attacker] = []


def is_standing(field: Field, target: Target, at: Hex) -> bool:
    """L-FIGHT-9: whether a target is still where it stood when the line was read."""
    if isinstance(target, City):
        return target.is_manned
    return field.bodies.get(at) is target


def resolve_fight(course: Course, fight: Fight) -> None:
    """L-FIGHT-5, L-FIGHT-9: one fight of period 3b."""
    field = course.field
    targets = [each for each in fight.targets if is_standing(field, each, fight.places[each])]
    attackers = [
        each
        for each in fight.attackers
        if each.is_there(field) and all(is_beside(each.at, target.at) for target in targets)
    ]
    reason = "" if targets else "gone"
    if not reason and not attackers:
        reason = "no-attackers"
    if not reason and isinstance(targets[0], City) and len(attackers) < len(targets[0].garrison):
        reason = "too-few"  # L-CITY-6
    if not reason:
        reason = strike(course, attackers, targets, fight.targets).lapse
    if reason:
        course.tell(Lapsed("fight", reason, targets=tuple(fight.places.values())))
    field.release(fight.targets)


def strike(
    course: Course, attackers: Sequence[Attacker], targets: Sequence[Target], released: Sequence[Target] = ()
) -> Outcome:
    """The throw and what follows from it; or the reason why the fight lapses."""
    field, places = course.field, tuple(target.at for target in targets)
    attack = sum(each.strength(field, places) for each in attackers)
    defence = sum(defence_of(field, target) for target in targets)
    is_hopeless = attack - defence < CONSTANTS.min_difference
    city = targets[0] if isinstance(targets[0], City) else None
    if is_hopeless and city is None:
        return Outcome(lapse="too-weak")
    if city:
        garrison = write_garrison(figure.kind for figure in city.garrison)
        course.tell(Revealed(city.at, city.people, garrison))
    die = None if is_hopeless else course.throw()
    result = "AE" if die is None else result_of(attack - defence, die)
    hexes = tuple(each.at for each in attackers)
    course.tell(Fought(hexes, places, attack, defence, attack - defence, die, result))
    if result[0] == "A":
        field.release(released)  # L-RET-2: the defenders have their zones again
        _strike_attackers(course, attackers, result[1], "siege" if is_hopeless else "combat")
    else:
        _strike_defenders(course, targets, result[1])
    return Outcome(is_won=result[0] == "D")


def _strike_attackers(course: Course, attackers: Sequence[Attacker], effect: str, cause: str) -> None:
    for attacker in attackers:
        if attacker.body:
            _strike_body(course, attacker.body, effect, cause)
        else:
            _strike_figure(course, course.field.cities[attacker.at], attacker.figure, effect, cause)


def _strike_defenders(course: Course, targets: Sequence[Target], effect: str) -> None:
    for target in targets:
        if isinstance(target, City):
            for figure in tuple(target.garrison):
                _strike_figure(course, target, figure, effect, "combat")
        else:
            _strike_body(course, target, effect, "combat")


def _strike_body(course: Course, body: Body, effect: str, cause: str) -> None:
    """L-FIGHT-8: a unit that a push has eliminated meanwhile is not struck any more."""
    if course.field.bodies.get(body.at) is not body:
        return
    if effect == ELIMINATED:
        eliminate(course, body, body.at, cause)
    else:
        go_back(course, body, body.at, int(effect))


def _strike_figure(course: Course, city: City, figure: Figure, effect: str, cause: str) -> None:
    """L-CITY-7, L-CITY-9: a piece in a city leaves it by its own line, or is eliminated."""
    body = Body(city.at, figure)
    was_manned = city.is_manned
    city.garrison = [each for each in city.garrison if each is not figure]
    if effect == ELIMINATED:
        eliminate(course, body, city.at, cause)
    else:
        go_back(course, body, city.at, int(effect))
    course.note_garrison(city, was_manned)


def add_duties(course: Course, fights: list[Fight]) -> None:
    """L-ZONE-6: units that have done nothing and stand in a zone attack the weakest neighbour they can."""
    field = course.field
    for body in field.bodies_of(course.people):
        if body.has_acted or field.is_held(body) or body.nature.has("no_melee"):
            continue
        if not field.in_zone(course.people, body.at):
            continue
        target = _weakest(field, body)
        if target and solo_difference(field, body, target) >= 0:
            fight = Fight((target,))
            fight.attackers.append(Attacker(body.at, body.top, body))
            fights.append(fight)
            field.commit_against(target)
            course.tell(Duty(body.people, body.text, body.at, target.at))


def _weakest(field: Field, body: Body) -> Body | None:
    makers = field.zone_makers(body.people, body.at)
    units = (each for each in makers if isinstance(each, Body) and each not in field.under_attack)
    return min(units, key=lambda each: (defence_of(field, each), each.at), default=None)
