"""The pieces that an order names, and whether they may act at all. L-SHEET-1, L-SHEET-6."""

from protocol.views.zargos_lords.board import CONSTANTS, PIECES
from protocol.views.zargos_lords.words import FOOT, Kind, People, Unit, UnitText
from server.games.flaw import Flaw
from server.games.zargos_lords.field import FREE, Field
from server.games.zargos_lords.fights import Attacker
from server.games.zargos_lords.figures import Body, City, Figure, is_foot
from server.games.zargos_lords.notation import FIGHT, FLAME, MOVE, OVERRUN, VANISH, Order
from server.games.zargos_lords.ways import Traveller


class Actor:
    """One piece or a pair that an order names: a unit of the map, one of a pair, or pieces in a city."""

    def __init__(self, at: str, figures: tuple[Figure, ...], body: Body | None, city: City | None) -> None:
        self.at = at
        self.figures = figures
        self.body = body
        self.city = city

    @property
    def is_part(self) -> bool:
        """Whether it is one of a pair, by itself."""
        return bool(self.body and self.body.ward and len(self.figures) == 1)

    @property
    def people(self) -> People:
        return self.figures[0].people

    @property
    def top(self) -> Figure:
        return self.figures[0]

    @property
    def spent(self) -> int:
        return max(figure.spent for figure in self.figures)

    @property
    def text(self) -> UnitText:
        if len(self.figures) == 1:
            return self.top.kind
        ward = self.figures[1]
        return Unit(self.top.kind, ward.kind, ward.people if ward.people != self.people else "").text

    def traveller(self, *, minds_zones: bool = True) -> Traveller:
        """L-ESC-2: a pair moves as foot, with the points of the foot less the most that either has spent."""
        nature, spent = self.top.nature, self.spent
        is_flier = nature.has("fly") and len(self.figures) == 1
        return Traveller(self.people, nature.movement - spent, is_flier, spent == 0, minds_zones)

    def as_attacker(self) -> Attacker:
        """As it attacks from where it stands."""
        return Attacker(self.at, self.top, self.body)


def find_actor(field: Field, people: People, order: Order) -> Actor | Flaw:
    city = field.cities.get(order.at)
    found: tuple[Figure, ...] | None = None
    body = field.bodies.get(order.at)
    if city and city.people == people:
        found = _in_city(city, order.unit)
        body = None
    elif body and body.people == people:
        found = _in_body(body, order.unit)
        city = None
    if found:
        return Actor(order.at, found, body, city)
    code = "hostage" if _is_hostage(field, people, order) else "no-piece"
    return Flaw(code, 0, {"unit": "+".join(order.unit), "at": order.at})


def _in_body(body: Body, unit: tuple[Kind, ...]) -> tuple[Figure, ...] | None:
    if len(unit) == 2:
        return body.figures if body.ward and body.ward.kind == unit[1] else None
    return next(((figure,) for figure in body.figures if figure.kind == unit[0]), None)


def _in_city(city: City, unit: tuple[Kind, ...]) -> tuple[Figure, ...] | None:
    """Of several alike one that has not acted is taken."""
    taken: list[Figure] = []
    for kind in unit:
        alike = [each for each in city.garrison if each.kind == kind and each not in taken]
        if not alike:
            return None
        taken.append(min(alike, key=lambda figure: figure.has_acted))
    return tuple(taken)


def _is_hostage(field: Field, people: People, order: Order) -> bool:
    """Whether what is named is a hostage: in one's own city, or one's own piece in the hands of another."""
    city, body = field.cities.get(order.at), field.bodies.get(order.at)
    if city and city.people == people:
        return _names_captive(city, order.unit)
    held = [*city.hostages] if city else []
    if body and body.captive_of and body.ward:
        held.append(body.ward)
    kinds = {figure.kind for figure in held if figure.people == people}
    return len(order.unit) == 1 and order.unit[0] in kinds


def _names_captive(city: City, unit: tuple[Kind, ...]) -> bool:
    """Whether all that the garrison lacks of a unit are hostages in the same city."""
    missing, garrison = list(unit), [figure.kind for figure in city.garrison]
    for kind in unit:
        if kind in garrison:
            garrison.remove(kind)
            missing.remove(kind)
    held = [figure.kind for figure in city.hostages]
    return bool(missing) and all(held.count(kind) >= missing.count(kind) for kind in missing)


def actor_flaw(field: Field, people: People, actor: Actor, order: Order) -> Flaw | None:
    """The codes of all orders that come behind `no-piece`."""
    if actor.body and field.stuck.get(actor.at, FREE) != FREE:
        return Flaw("paralysed", 0, {"at": actor.at, "moves": field.stuck[actor.at] + 1})
    if _has_moved(actor, order):
        return Flaw("moved", 0, {"unit": actor.text, "at": actor.at})
    if _breaks_escort(actor, order):
        return Flaw("escort", 0, {"unit": actor.text})
    if actor.people != people:
        return Flaw("hostage", 0, {"unit": actor.text, "at": actor.at})
    return None


def _has_moved(actor: Actor, order: Order) -> bool:
    if actor.body and order.is_pair and actor.body.is_fresh:
        return False
    return any(figure.has_acted for figure in actor.figures)


def _breaks_escort(actor: Actor, order: Order) -> bool:
    """L-ESC-2, L-ESC-5: what a pair, or one of it that does not move off, may not do."""
    if order.is_pair:
        if order.verb not in (MOVE, FIGHT):
            return True
        return bool(actor.city) and (not order.moves or all(is_foot(each) for each in actor.figures))
    if not actor.is_part:
        return False
    return not order.moves or order.verb in (OVERRUN, FLAME, VANISH) or actor.top.was_laid


def combat_named(people: People, order: Order) -> int:
    """L-FIGHT-4: the most that a line can count for, by the kind that it names."""
    piece = PIECES[people].get(FOOT if order.is_pair else order.unit[0])
    if piece is None:
        return 0
    return piece.combat + (CONSTANTS.charge_front if piece.has("charge") and not order.is_pair else 0)
