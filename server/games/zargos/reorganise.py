"""The sheet of a reorganisation: two steps, the flights of the Winged, the swimming of Dragons. Z-REORG."""

from protocol.views.zargos.board import is_sea
from protocol.views.zargos.events import Moved, Played, Policy
from protocol.views.zargos.story import PositionT
from protocol.views.zargos.words import People, Place
from server.games.flaw import Flaw
from server.games.zargos.groups import Group, group_of, ice_flaw, inner_flaw, send, start_flaw, way_flaw
from server.games.zargos.notation import Elsewhere, Mist, Move, Order, Reroll, Voyage
from server.games.zargos.peoples import has_power
from server.games.zargos.trial import Trial

STEPS = 2


def same_place_flaw(group: Group) -> Flaw | None:
    """Z-CARD-6, Z-CARD-7: no card is spent on a group that would stay where it is."""
    if group.to == group.origin:
        return Flaw("bad-target--same", group.last_word, {"place": group.to})
    return None


class Reorganisation(Trial[PositionT]):
    stage = "reorganise"

    def __init__(self, position: PositionT, people: People) -> None:
        super().__init__(position, people)
        self.steps = 0
        self.in_mist = False
        self._ended: Place | None = None
        """Where the first step ended."""
        self._moved: dict[Place, int] = {}
        """How many units on each place have moved in this phase."""

    def judge(self, number: int, order: Order) -> Flaw | None:
        match order:
            case Reroll():
                self.tell(Policy(order.own, order.foe))
            case Mist():
                return self._mist(number)
            case Voyage() | Elsewhere() if self.in_mist:
                return Flaw("not-now--mist")
            case Move() if self.in_mist:
                return self._drift(group_of(order))
            case Move() | Voyage() | Elsewhere():
                return self._go(group_of(order))
        return None

    def _mist(self, number: int) -> Flaw | None:
        """Z-CARD-7."""
        if number:
            return Flaw("not-now--first")
        flaw = self.card_flaw("MIST")
        if flaw is None:
            self.hand.remove("MIST")
            self.played.append("MIST")
            self.tell(Played(self.people, "MIST", ""))
            self.in_mist = True
        return flaw

    def _drift(self, group: Group) -> Flaw | None:
        """A group that goes anywhere in the mist."""
        flaw = self.drift_flaw(group) or self.shortage(group.count, group.origin, 0)
        if flaw is None:
            number = self.sendable(group.origin) if group.count is None else group.count
            self.tell(Moved(self.people, number, group.origin, group.to))
        return flaw

    def drift_flaw(self, group: Group) -> Flaw | None:
        flaw = start_flaw(self, group)
        if flaw is None and not self.stock(group.to):
            flaw = Flaw("bad-target--not-own", group.last_word, {"place": group.to})
        return flaw or same_place_flaw(group) or ice_flaw(self.position, group)

    def _go(self, group: Group) -> Flaw | None:
        flaw = self.group_flaw(group)
        flaw = flaw or self.shortage(group.count, group.origin, group.word - 1) or self.steps_flaw(group)
        if flaw is None:
            number = self.movable(group) if group.count is None else group.count
            send(self, group, number)
            self._note(group, number)
        return flaw

    def capacity(self, group: Group) -> int:
        """How many units may go; none if both steps are used."""
        if self.in_mist:
            return self.sendable(group.origin)
        is_step_left = self.steps < STEPS or not self.is_step(group)
        return self.movable(group) if is_step_left else 0

    def group_flaw(self, group: Group) -> Flaw | None:
        """What is wrong with the group, its number and the steps apart."""
        if self.in_mist:
            return self.drift_flaw(group)
        return (
            start_flaw(self, group)
            or inner_flaw(group)
            or self.target_flaw(group)
            or ice_flaw(self.position, group)
            or way_flaw(self.position, self.people, group)
        )

    def target_flaw(self, group: Group) -> Flaw | None:
        """Z-REORG-3: own territories are entered, and by swimming Dragons sea cells."""
        if is_sea(group.to):
            may_swim = self.people == "D" and not group.cells and not group.card
            return None if may_swim else Flaw("bad-target--sea", group.last_word, {"place": group.to})
        if not self.stock(group.to):
            return Flaw("bad-target--not-own", group.last_word, {"place": group.to})
        return same_place_flaw(group) if group.card == "ELSE" else None

    def is_step(self, group: Group) -> bool:
        """Z-CARD-6: ELSE is no step. Z-W-2: no move of the Winged is, while their power works there."""
        if group.card == "ELSE":
            return False
        return self.people != "W" or not has_power(self.position, "W", group.origin, group.to)

    def is_second(self, group: Group) -> bool:
        """Z-REORG-1: whether it goes on from where the first step ended, with any units there."""
        return self.steps == 1 and group.origin == self._ended and self.is_step(group)

    def movable(self, group: Group) -> int:
        """How many units may still go, one unit staying."""
        there = self.sendable(group.origin)
        if self.is_second(group):
            return there
        return min(there, self.stock(group.origin) - self._moved.get(group.origin, 0))

    def steps_flaw(self, group: Group) -> Flaw | None:
        if self.is_step(group) and self.steps >= STEPS:
            return Flaw("no-steps", 0, {"most": STEPS})
        if self.movable(group) < (group.count or 1):
            return Flaw("no-steps--again", group.word, {"place": group.origin})
        return None

    def _note(self, group: Group, number: int) -> None:
        """Remember the step, and which units have moved. Those that have moved go on first."""
        if self.is_second(group):
            left = self._moved.get(group.origin, 0) - number
            self._moved[group.origin] = max(left, 0)
        self._moved[group.to] = self._moved.get(group.to, 0) + number
        if self.is_step(group):
            self.steps += 1
            self._ended = group.to
