"""The sheet of an attack: groups by land, boat or card, War, the order of combats. Z-MOVE, Z-PHASE-3."""

from collections.abc import Sequence

from msgspec.structs import replace

from protocol.views.zargos.board import is_sea
from protocol.views.zargos.events import Policy
from protocol.views.zargos.story import PositionT
from protocol.views.zargos.view import Combat
from protocol.views.zargos.words import People, Place
from server.games.flaw import Flaw
from server.games.zargos.groups import Group, group_of, ice_flaw, inner_flaw, send, start_flaw, way_flaw
from server.games.zargos.notation import (
    CombatOrder,
    Elsewhere,
    Move,
    Order,
    Reroll,
    Voyage,
    WarCall,
)
from server.games.zargos.peoples import has_power, is_friend
from server.games.zargos.state import holder
from server.games.zargos.trial import Trial, place_flaw


class Attack(Trial[PositionT]):
    stage = "attack"

    def __init__(self, position: PositionT, people: People) -> None:
        super().__init__(position, people)
        self.has_moved = False
        self._first: tuple[Place, ...] = ()
        """The combats that the last good line ORDER puts first."""

    def judge(self, number: int, order: Order) -> Flaw | None:
        match order:
            case Move() | Voyage() | Elsewhere():
                return self._go(group_of(order))
            case WarCall():
                return self._war(order.at)
            case CombatOrder():
                return self._order(order.places)
            case Reroll():
                self.tell(Policy(order.own, order.foe))
        return None

    def combats(self) -> tuple[Combat, ...]:
        """Z-MOVE-7: the combats in the order in which they are fought."""
        opened = {combat.at: combat for combat in self.position.combats}
        first = tuple(opened[at] for at in self._first)
        return (*first, *(combat for at, combat in opened.items() if at not in self._first))

    def _go(self, group: Group) -> Flaw | None:
        flaw = self.group_flaw(group) or self.shortage(group.count, group.origin, group.word - 1)
        if flaw is None:
            number = self.sendable(group.origin) if group.count is None else group.count
            send(self, group, number)
            self.has_moved = True
        return flaw

    def capacity(self, group: Group) -> int:
        """How many units may go."""
        return self.sendable(group.origin)

    def group_flaw(self, group: Group) -> Flaw | None:
        """What is wrong with the group, its number apart."""
        return (
            start_flaw(self, group)
            or inner_flaw(group)
            or self.target_flaw(group.to, group.last_word)
            or ice_flaw(self.position, group)
            or self._course_flaw(group)
        )

    def target_flaw(self, to: Place, word: int) -> Flaw | None:
        """Z-MOVE-1, Z-K-2."""
        if is_sea(to):
            return Flaw("bad-target--sea", word, {"place": to})
        found = holder(self.position, to)
        if found == self.people:
            return Flaw("bad-target--own", word, {"place": to})
        if is_friend(self.position, self.people, found):
            return Flaw("bad-target--friend", word, {"place": to})
        if self.people == "K" and to in self.position.attacked:
            return Flaw("bad-target--again", word, {"place": to})
        return None

    def _course_flaw(self, group: Group) -> Flaw | None:
        """Z-PEOPLE-3: Knights need their power for a second wave; it takes them no farther."""
        flaw = way_flaw(self.position, self.people, group)
        is_far = flaw is not None and flaw.code.startswith("too-far")
        is_later = self.people == "K" and bool(self.position.attacked)
        if is_later and not is_far and not has_power(self.position, "K", group.origin, group.to):
            return Flaw("power-off", 0, {"people": "K"})
        return flaw

    def _war(self, at: Place) -> Flaw | None:
        flaw = place_flaw((at,), 1) or self.card_flaw("WAR")
        if flaw:
            return flaw
        combats = self.position.combats
        if all(combat.at != at or combat.war for combat in combats):
            return Flaw("no-combat", 1, {"place": at})
        self.hand.remove("WAR")
        named = tuple(replace(combat, war=True) if combat.at == at else combat for combat in combats)
        self.position = replace(self.position, combats=named)
        return None

    def _order(self, places: Sequence[Place]) -> Flaw | None:
        flaw = place_flaw(places, 1)
        if flaw:
            return flaw
        opened = {combat.at for combat in self.position.combats}
        for number, place in enumerate(places):
            if place not in opened or place in places[:number]:
                return Flaw("no-combat", number + 1, {"place": place})
        self._first = tuple(places)
        return None
