"""Period 1 of a move: pacts, hostages that are put to death, standing words; and pieces that are given."""

from protocol.notes import Arg
from protocol.views.zargos_lords.events import Broken, Eliminated, Given, Offered, Withdrawn, Words
from protocol.views.zargos_lords.view import Standing
from protocol.views.zargos_lords.words import LAST_PART, PEOPLES, Hex, People, pact_of
from server.games.flaw import Flaw
from server.games.zargos_lords.actors import find_actor
from server.games.zargos_lords.course import Course
from server.games.zargos_lords.field import FREE, Field
from server.games.zargos_lords.notation import RETREAT, Order

TWO = 2


def bargain(course: Course, order: Order, part: int) -> Flaw | None:
    """One line of period 1."""
    match order.verb:
        case "more":
            return Flaw("parts", 0, {"most": LAST_PART - 1}) if part >= LAST_PART else None
        case "ally":
            return _ally(course, order.word, part)
        case "break":
            return _break(course, order.word)
        case "kill":
            return _kill(course, order)
    said = course.field.standing.get(course.people, Standing())
    is_retreat = order.verb == RETREAT
    new = Standing(order.word, said.push) if is_retreat else Standing(said.retreat, order.word)
    course.field.standing = {**course.field.standing, course.people: new}
    course.tell(Words(course.people, new.retreat, new.push))
    return None


def _partner_flaw(course: Course, other: People) -> Flaw | None:
    if len(course.field.peoples) <= TWO:
        return Flaw("two-players")
    if other == course.people or other not in course.field.peoples:
        return Flaw("no-piece--people", 0, {"people": other})
    return None


def _ally(course: Course, other: People, part: int) -> Flaw | None:
    """L-PACT-1: each people can be asked once a move."""
    if part >= LAST_PART:
        return Flaw("parts", 0, {"most": LAST_PART - 1})
    flaw = _partner_flaw(course, other)
    if flaw:
        return flaw
    if pact_of(course.people, other) in course.field.pacts:
        return Flaw("pact", 0, {"people": other})
    if f"ally {other}" in course.done:
        return Flaw("asked", 0, {"people": other})
    course.done.append(f"ally {other}")
    course.tell(Offered(course.people, other))
    return None


def _break(course: Course, other: People) -> Flaw | None:
    """L-PACT-4."""
    flaw = _partner_flaw(course, other)
    if flaw:
        return flaw
    pact = pact_of(course.people, other)
    if pact not in course.field.pacts:
        return Flaw("no-pact", 0, {"people": other})
    course.field.end_pact(pact)
    course.tell(Broken(course.people, other))
    for at in sorted(course.field.offered):
        if _is_void(course.field, at, {course.people, other}):
            withdraw(course, at)
    return None


def _is_void(field: Field, at: Hex, parted: set[People]) -> bool:
    """L-HOST-1: whether a piece was offered between two who have parted."""
    body, taker = field.bodies.get(at), field.home_owner(at)
    if body is None or body.people not in parted:
        return False
    if taker in parted:
        return True
    return taker is None and not any(body.people in pact for pact in field.pacts)


def withdraw(course: Course, at: Hex) -> None:
    course.field.offered.discard(at)
    course.tell(Withdrawn(at))


def _kill(course: Course, order: Order) -> Flaw | None:
    """L-HOST-4: one hostage in each city a move."""
    city = course.field.cities.get(order.at)
    held = city.hostages if city and city.people == course.people else []
    alike = [figure for figure in held if figure.kind == order.unit[0]]
    if city is None or not alike:
        return Flaw("no-piece--hostage", 0, {"unit": order.unit[0], "at": order.at})
    if f"kill {order.at}" in course.done:
        return Flaw("moved--kill", 0, {"at": order.at})
    victim = min(alike, key=lambda figure: PEOPLES.index(figure.people))
    city.hostages.remove(victim)
    course.done.append(f"kill {order.at}")
    course.tell(Eliminated(victim.people, victim.kind, order.at, "hostage"))
    return None


def give(course: Course, order: Order) -> Flaw | None:
    """L-HOST-1: offer a piece to the ally on whose home it stands."""
    field = course.field
    actor = find_actor(field, course.people, order)
    if isinstance(actor, Flaw):
        return actor
    named: dict[str, Arg] = {"unit": actor.text, "at": actor.at}
    if actor.body and field.stuck.get(actor.at, FREE) != FREE:
        return Flaw("paralysed", 0, {**named, "moves": field.stuck[actor.at] + 1})
    if actor.people != course.people:
        return Flaw("hostage", 0, named)
    if actor.city:
        return Flaw("city--give", 0, named)
    if actor.is_part:
        return Flaw("escort", 0, named)
    if len(field.peoples) <= TWO:
        return Flaw("two-players")
    taker = field.home_owner(actor.at)
    if taker is None or taker == course.people or field.is_enemy(course.people, taker):
        return Flaw("no-pact--home", 0, named)
    field.offered.add(actor.at)
    course.tell(Given(course.people, actor.text, actor.at, taker))
    return None
