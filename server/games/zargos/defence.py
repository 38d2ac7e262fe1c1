"""The sheet of a defence: War, and Spiders who come from another volcano. Z-PHASE-4, Z-S-2."""

from msgspec.structs import replace

from protocol.views.zargos.board import VOLCANOES
from protocol.views.zargos.events import Policy
from protocol.views.zargos.story import PositionT
from protocol.views.zargos.view import Combat, Position
from protocol.views.zargos.words import DEMONS, People, Place
from server.games.flaw import Flaw
from server.games.zargos.notation import Order, Reroll, Vortex, WarCall
from server.games.zargos.peoples import has_power, is_frozen, is_silenced
from server.games.zargos.state import holder
from server.games.zargos.trial import Trial, place_flaw

LEAST_FOR_VORTEX = 2
"""So many units must stand in a volcano that sends some."""


def defenders(position: Position) -> list[People]:
    """The peoples that are attacked in this wave, in play order."""
    attacked = {holder(position, combat.at) for combat in position.combats} - {None, DEMONS}
    return [people for people in position.order if people in attacked]


def may_defend(position: Position, people: People, cards: int) -> bool:
    """Whether everybody knows that this people could decide something. `cards` is the size of its hand."""
    return (cards > 0 and not is_silenced(position, people)) or (people == "S" and may_call(position))


def may_call(position: Position) -> bool:
    """Whether Spiders attacked in a volcano have another one from which a group could come."""
    if not has_power(position, "S"):
        return False
    own = position.units.get("S", {})
    sources = [
        place
        for place, number in own.items()
        if place in VOLCANOES and number >= LEAST_FOR_VORTEX and not is_frozen(position, place)
    ]
    attacked = [combat.at for combat in position.combats if combat.at in VOLCANOES and combat.at in own]
    return any(source != at for source in sources for at in attacked)


class Defence(Trial[PositionT]):
    stage = "defence"

    def judge(self, number: int, order: Order) -> Flaw | None:
        match order:
            case WarCall():
                return self._war(order.at)
            case Vortex():
                return self._vortex(order)
            case Reroll():
                self.tell(Policy(order.own, order.foe))
        return None

    def combat_at(self, place: Place) -> Combat | None:
        """The combat at a place that this people holds."""
        if not self.stock(place):
            return None
        return next((combat for combat in self.position.combats if combat.at == place), None)

    def _war(self, at: Place) -> Flaw | None:
        flaw = place_flaw((at,), 1) or self.card_flaw("WAR")
        if flaw:
            return flaw
        combat = self.combat_at(at)
        if combat is None or combat.defence_war:
            return Flaw("no-combat", 1, {"place": at})
        self.hand.remove("WAR")
        self._name(replace(combat, defence_war=True))
        return None

    def _vortex(self, order: Vortex) -> Flaw | None:
        flaw = self.vortex_flaw(order.origin, order.to) or self.shortage(order.count, order.origin, 1)
        if flaw:
            return flaw
        combat = self.combat_at(order.to)
        if combat is None or combat.vortex is not None:
            return Flaw("no-combat", 3, {"place": order.to})
        number = self.sendable(order.origin) if order.count is None else order.count
        self._name(replace(combat, vortex=(order.origin, number)))
        return None

    def vortex_flaw(self, origin: Place, to: Place) -> Flaw | None:
        flaw = place_flaw((origin, to), 2)
        if flaw:
            return flaw
        if not self.stock(origin):
            return Flaw("not-own", 2, {"place": origin})
        if not self.stock(to):
            return Flaw("bad-target--not-own", 3, {"place": to})
        if origin == to or self._is_late(origin, to):
            return Flaw("bad-target--late", 2, {"place": origin})
        if is_frozen(self.position, origin, to):
            return Flaw("frozen", 2, {"place": origin if is_frozen(self.position, origin) else to})
        if not {origin, to} <= VOLCANOES:
            return Flaw("too-far--volcano", 2, {"place": origin, "to": to})
        if not has_power(self.position, "S", origin, to):
            return Flaw("power-off", 0, {"people": "S"})
        return None

    def _is_late(self, origin: Place, to: Place) -> bool:
        """Whether the combat at the origin comes after the one at the target."""
        places = [combat.at for combat in self.position.combats]
        return origin in places and (to not in places or places.index(origin) > places.index(to))

    def _name(self, named: Combat) -> None:
        combats = tuple(named if each.at == named.at else each for each in self.position.combats)
        self.position = replace(self.position, combats=combats)
