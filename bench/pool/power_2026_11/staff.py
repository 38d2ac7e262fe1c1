"""What a captain knows while writing: the sheets so far, what rivals can reach, which pieces must stay."""

from random import Random

from msgspec import Struct

from bench.pool.power_2026_11.draft import Draft
from bench.pool.power_2026_11.survey import ALL_SECTORS, FOOT, REACHED, STRONGEST_FIRST, Survey
from protocol.views.power import Army, Kind, Place, PowerView
from server.games.power.board import KIND_INDEX
from server.games.power.field import POWER_OF


class Style(Struct, frozen=True):
    """The temper of a captain. A general tries several."""

    caution: float = 0.75
    """How much of what rivals could bring is expected: 0 is nothing, 1 is all of it."""
    target: Army | None = None
    """The HQ to march to; None means the one that looks easiest."""


class Mover(Struct, frozen=True):
    """One piece that could be sent somewhere."""

    power: int
    army: Army
    kind: Kind
    origin: Place


class Staff:
    def __init__(
        self,
        view: PowerView,
        armies: tuple[Army, ...],
        style: Style,
        random: Random,
        survey: Survey | None = None,
    ) -> None:
        self.view = view
        self.armies = armies
        self.style = style
        self.random = random
        self.side = view.sides[armies[0]] if armies else ""
        self.own = tuple(army for army, side in view.sides.items() if side == self.side)
        self.draft = Draft(view, armies)
        self.survey = survey or Survey(view.pieces, view.sides, ALL_SECTORS)
        self.pinned: dict[tuple[Army, Place, Kind], int] = {}
        """The pieces that have a task where they are."""
        self.flags = tuple(
            army
            for army, holder in view.flags.items()
            if army == holder and army not in view.eliminated and view.sides[army] != self.side
        )
        """The rivals whose flags are not taken yet."""
        stacks = [stack for army in self.own for stack in view.pieces.get(army, {}).values()]
        # Early in the game soldiers are kept, because three of them make a regiment.
        self.lacks_foot = view.round > 8 and not any(stack[KIND_INDEX["R"]] for stack in stacks)

    def mine(self, place: Place) -> int:
        """The strength of my side there, after the orders written so far."""
        return sum(self.draft.field.strength(army, place) for army in self.own)

    def expected(self, place: Place, caution: float) -> float:
        """The expected strength of the strongest rival there: between what is there and what could come."""
        now = self.survey.standing(place, self.side)
        return now + caution * (self.survey.threat(place, self.side) - now)

    def free(self, army: Army, place: Place, kind: Kind) -> int:
        there = self.draft.field.fresh_count(army, place, kind)
        return max(0, there - self.pinned.get((army, place, kind), 0)) if there else 0

    def pin(self, army: Army, place: Place, kind: Kind, count: int = 1) -> None:
        key = army, place, kind
        self.pinned[key] = self.pinned.get(key, 0) + count

    def movers(self, to: Place) -> list[Mover]:
        """The free pieces that reach a place, the strongest first, as many as each army has orders for."""
        found: list[Mover] = []
        left = {army: self.draft.left(army) for army in self.armies}
        for kind in STRONGEST_FIRST:
            index = KIND_INDEX[kind]
            reached = REACHED[kind]
            for army in self.armies:
                for place, stack in self.draft.field.fresh[army].items():
                    if stack[index] and left[army] and to in reached[place]:
                        sent = min(self.free(army, place, kind), left[army])
                        left[army] -= sent
                        found += [Mover(POWER_OF[kind], army, kind, place)] * sent
        return found

    def foot(self, to: Place) -> Mover | None:
        """The weakest free soldier or regiment that reaches a place."""
        for kind in FOOT:
            for army in self.armies:
                if self.draft.left(army):
                    for place in self.draft.field.fresh[army]:
                        if to in REACHED[kind][place] and self.free(army, place, kind):
                            return Mover(POWER_OF[kind], army, kind, place)
        return None

    def has_foot(self, place: Place) -> bool:
        return any(self.draft.field.count(army, place, kind) for army in self.own for kind in FOOT)

    def feet_abroad(self) -> int:
        """How many regiments are on the board after the orders written so far."""
        field = self.draft.field
        return sum(
            field.count(army, place, "R")
            for army in self.own
            for place in field.places(army)
            if place in ALL_SECTORS
        )

    def send(self, movers: list[Mover], to: Place) -> None:
        for mover in movers:
            self.draft.move(mover.army, mover.kind, mover.origin, to)

    def stacks(self, army: Army) -> list[tuple[Place, Kind, int]]:
        """The army's free pieces on the board, strongest kinds first."""
        return [
            (place, kind, count)
            for kind in STRONGEST_FIRST
            for place in self.draft.field.fresh[army]
            if place in ALL_SECTORS and (count := self.free(army, place, kind))
        ]


def enough(movers: list[Mover], need: float, *, strictly: bool) -> list[Mover] | None:
    """A few of these pieces, the strongest first, that are stronger than the need; None if all are not."""
    chosen: list[Mover] = []
    total = 0
    for mover in movers:
        if total > need or (total == need and not strictly):
            break
        chosen.append(mover)
        total += mover.power
    if total < need or (strictly and total == need):
        return None
    return _without_excess(chosen, total - need, strictly)


def _without_excess(chosen: list[Mover], excess: float, strictly: bool) -> list[Mover]:
    kept = []
    for mover in reversed(chosen):
        if mover.power < excess or (mover.power == excess and not strictly):
            excess -= mover.power
        else:
            kept.append(mover)
    return kept[::-1]
