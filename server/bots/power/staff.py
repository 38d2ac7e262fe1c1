"""What a captain knows while writing: the sheets so far, what rivals can reach, which pieces must stay."""

from random import Random

from msgspec import Struct

from protocol.views.power import Army, Kind, Place, PowerView, headquarters, strength
from server.bots.power.draft import Draft
from server.bots.power.survey import ALL_SECTORS, FOOT, REACHED, ROUNDS, STRONGEST_FIRST, Survey
from server.games.power.board import KIND_INDEX
from server.games.power.field import POWER_OF


class Style(Struct, frozen=True):
    """The temper of a captain. A general tries several."""

    caution: float = 0.75
    """How much of what rivals could bring is expected: 0 is nothing, 1 is all of it."""
    target: Army | None = None
    """The HQ to march to; None means the one that looks easiest."""
    aggression: float = 0.7
    """How soon it goes for one HQ with all it has: at 0 if three times as strong, at 1 if a third."""
    greed: float = 0.5
    """How many orders go after small pieces: at 0 none, at 1 four of each army."""
    patience: float = 0.0
    """How long it stays at home: at 1 for the first twenty rounds."""
    missiles: float = 0.5
    """How little a missile may destroy: at 0 power 175 at least, at 1 power 75."""

    @property
    def strike_worth(self) -> float:
        """How much a missile made from pieces of power 100 must destroy at least."""
        return 175 - 100 * self.missiles

    @property
    def missile_price(self) -> float:
        """What the pieces that are melted into a missile may be worth at most."""
        return 100 + 50 * self.missiles

    @property
    def odds(self) -> float:
        """How many times as strong as a rival it must be to go for that rival's HQ."""
        return float(3 ** (1 - 2 * self.aggression))


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
        self.side = view.sides[armies[0]]
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
        self.prey = self._prey()
        """The rival HQ that all must help to take; none if no rival is weak enough."""
        stacks = [stack for army in self.own for stack in view.pieces.get(army, {}).values()]
        # Early in the game soldiers are kept, because three of them make a regiment.
        self.lacks_foot = view.round > 8 and not any(stack[KIND_INDEX["R"]] for stack in stacks)

    def _prey(self) -> Army | None:
        """The HQ of a rival who is weak enough; of several the one that is defended least and is near."""
        if self.waits:
            return None
        powers = dict.fromkeys(self.view.sides.values(), 0)
        for army, stacks in self.view.pieces.items():
            powers[self.view.sides[army]] += sum(map(strength, stacks.values()))
        enough_for = powers[self.side] / self.style.odds
        weak = [army for army in self.flags if powers[self.view.sides[army]] < enough_for]
        return min(weak, key=self._effort, default=None)

    def _effort(self, land: Army) -> float:
        """What the defence of this HQ could be, and how far my foot soldiers are."""
        far = min(
            (
                ROUNDS[land][kind].get(place, 9)
                for army in self.armies
                for kind in FOOT
                for place, stack in self.view.pieces.get(army, {}).items()
                if stack[KIND_INDEX[kind]]
            ),
            default=9,
        )
        return self.defence(land, 1.0) + 12.0 * far

    def defence(self, land: Army, caution: float) -> float:
        """The expected strength in a rival HQ of those who defend it, or of others who are there now."""
        place, side = headquarters(land), self.view.sides[land]
        held, bring = self.survey.held.get(side, {}), self.survey.bring.get(side, {})
        own = held.get(place, 0) + caution * bring.get(place, 0)
        return max(own, self.survey.standing(place, self.side))

    def looming(self, army: Army) -> int:
        """The strength that a rival with foot soldiers could bring to this HQ in two rounds."""
        most = 0
        for side in self.survey.held:
            pieces = [
                (POWER_OF[kind], kind, stack[KIND_INDEX[kind]])
                for rival, stacks in self.view.pieces.items()
                if self.view.sides[rival] == side != self.side
                for place, stack in stacks.items()
                for kind in STRONGEST_FIRST
                if stack[KIND_INDEX[kind]] and ROUNDS[army][kind].get(place, 9) <= 2
            ]
            if any(kind in FOOT for _, kind, _ in pieces):
                powers = sorted((power for power, _, count in pieces for _ in range(count)), reverse=True)
                most = max(most, sum(powers[:5]))
        return most

    @property
    def waits(self) -> bool:
        """Whether it is too early to leave home."""
        return self.view.round <= 20 * self.style.patience

    def hunters(self) -> int:
        """How many orders may go after small pieces. Who goes for an HQ does not chase them."""
        return 0 if self.prey else round(4 * self.style.greed) * len(self.armies)

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
