"""What a level that searches starts from: the position, its sides, and guesses at what each rival writes."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from time import perf_counter
from typing import TypeAlias

from protocol.ids import Lines
from protocol.views.power import ARMIES, Army, PowerView
from server.bots.assignment import Assignment
from server.bots.power.characters import STYLES
from server.bots.power.draft import write
from server.bots.power.families import FAMILIES, PRIOR, Side, sides_of
from server.bots.power.habits import HABITS, NONE, Liking
from server.bots.power.memory import recall
from server.bots.power.outcome import Position
from server.bots.power.packed import HQ, REGIMENT, SECTOR_BITS, SOLDIER, STRENGTH, order_of
from server.bots.power.position import Judge
from server.bots.power.reading import SheetRead
from server.bots.power.response import Guess, Response
from server.bots.power.variations import Experience, Plan

USED = 0.94
"""The share of its time that a level uses; the rest is for what it cannot interrupt."""

QUICK = 0.35
"""A search shorter than this, in seconds, is content with less of everything."""

ASSAULT = 0.08
"""The weight of an assault on one of my flags. The guesses of all families weigh about one together."""

RAID = 0.05
"""The weight of a raid on one of my stacks."""
RAIDS = 2
"""So many stacks of mine each rival is expected to raid: the richest."""

Pools: TypeAlias = dict[int, list[tuple[Plan, float]]]
"""For each rival side, plans that it may write and how likely each is."""


class Study:
    """The position of an assignment, and the time that is left."""

    def __init__(
        self,
        assignment: Assignment,
        weights: tuple[float, ...] = (),
        clock: Callable[[], float] | None = None,
        *,
        is_experienced: bool = False,
    ) -> None:
        self.clock = clock or perf_counter
        self.began = self.clock()
        self.seconds = assignment.seconds * USED
        self.random: Random = assignment.random
        self.view: PowerView = assignment.view
        self.position = Position(self.view)
        self.judge = Judge(self.position, weights)
        self.sides = sides_of(self.view, self.position, self.random)
        asked = tuple(army for army in self.view.reading if army in assignment.sheets)
        number = self.position.side[ARMIES.index(asked[0])]
        style = STYLES.get(assignment.character or "")
        self.me = Side(self.view, self.position, asked, self.random, style)
        self.rivals = {other: side for other, side in self.sides.items() if other != number}
        self._moves_groups = is_experienced and len(self.rivals) == 1
        """Whether searches send pieces together, also to where stacks will be: marshals do so in duels."""
        if is_experienced:
            for side in (self.me, *self.rivals.values()):
                side.variations.experience = Experience()
        self.habits = HABITS.get(assignment.character or "", NONE)
        self.liking = Liking(self.habits, self.position, number, self.view.round)
        self.idle = self._idle(asked, number)
        """The sheets of my side that this assignment does not ask for: nothing is known of them."""
        self.families = recall(assignment.past, self.view, self.random, self.after(0.1))

    def _idle(self, asked: tuple[Army, ...], number: int) -> Plan:
        others = [army for army in self.sides[number].armies if army not in asked]
        return tuple(self.position.read(ARMIES.index(army), ()) for army in others)

    def after(self, share: float) -> Callable[[], bool]:
        """Whether this share of the time is over."""
        end = self.began + share * self.seconds
        return lambda: self.clock() >= end

    def share_of_time(self) -> float:
        """How much of the time is over."""
        return (self.clock() - self.began) / self.seconds if self.seconds else 1.0

    def weight(self, rival: Side, family: str) -> float:
        return self.families[self.view.sides[rival.armies[0]]][family]

    def guess_plans(self, rival: Side, each: int, late: Callable[[], bool]) -> list[tuple[Plan, float]]:
        """Plans that the rival may write, and their weights: some of each family, more of the likely."""
        found: list[tuple[Plan, float]] = []
        for family, make in FAMILIES.items():
            weight = self.weight(rival, family)
            count = max(1, round(weight * len(FAMILIES) * each))
            for _ in range(count):
                if late() and found:
                    break
                found.append((make(rival), weight / count))
        return found

    def plans_of_mine(self) -> list[tuple[Plan, float]]:
        """What a rival who knows nothing of me may expect: a plan of each family, and its weight."""
        return [(make(self.me), PRIOR[family]) for family, make in FAMILIES.items()]

    def response(self, side: Side, late: Callable[[], bool]) -> Response:
        """A search for the plan of a side."""
        found = Response(self.position, self.judge, side.variations, late)
        found.moves_groups = self._moves_groups
        return found

    def own_response(
        self, late: Callable[[], bool], assaults: Sequence[Guess], worst: float = 0.0
    ) -> Response:
        """A search for my own plan, with my habits, and with an eye on assaults on my flags."""
        found = self.response(self.me, late)
        found.liking, found.assaults, found.worst = self.liking, assaults, worst
        return found

    def beginnings(self, side: Side, found: Response) -> Iterator[Plan]:
        """Plans to begin a search with: captains of all tempers, a guard, and attacks on everything."""
        for caution in (0.75, 0.9, 0.5, 0.25, 0.0):
            yield side.campaign(caution)
        yield FAMILIES["hold"](side)
        for army in side.flags:
            yield side.campaign(0.5, army)
            yield side.variations.attack(found.best, HQ[ARMIES.index(army)], 1.0)
        for place in side.variations.targets:
            yield side.variations.attack(found.best, place)
        yield from side.variations.bombardments(found.best)

    def assaults(self, pools: Pools) -> list[Guess]:
        """Each rival goes with all it has for one of my flags."""
        return self._expected(pools, self._assaults_of, ASSAULT)

    def raids(self, pools: Pools) -> list[Guess]:
        """Each rival goes with all it has for one of my stacks that it can take."""
        return self._expected(pools, self._raids_of, RAID)

    def _expected(
        self, pools: Pools, plans_of: Callable[[Side], Iterator[Plan]], weight: float
    ) -> list[Guess]:
        """Each of these plans of each rival as a guess, in which the others play as they usually do."""
        return [
            Guess(self.drawn({**pools, number: [(plan, 1.0)]}), weight)
            for number, rival in self.rivals.items()
            for plan in plans_of(rival)
        ]

    def _assaults_of(self, rival: Side) -> Iterator[Plan]:
        rest = rival.campaign(0.5)
        for army in self.me.variations.armies:
            if self._brings_foot(rival, HQ[army]):
                yield rival.variations.attack(rest, HQ[army], 1.0)

    def _brings_foot(self, rival: Side, place: int) -> bool:
        """P-FLAG-1: who takes a flag has foot soldiers there."""
        return any(order[0] in (SOLDIER, REGIMENT) for _, _, order in rival.variations.arriving(place))

    def _raids_of(self, rival: Side) -> Iterator[Plan]:
        places = self._within_reach_of(rival)[:RAIDS]
        rest = rival.campaign(0.5) if places else ()
        for place in places:
            yield rival.variations.attack(rest, place, 1.0)

    def _within_reach_of(self, rival: Side) -> list[int]:
        """P-FIGHT-1: the places of mine where the rival can be stronger than my side, the richest first.

        An HQ to which the rival can bring foot is left out, because that is an assault.
        """
        mine = self.me.variations.armies
        side = self.position.teams[self.me.number]
        strengths = {
            place: sum(self.position.cells[army].get(place, 0) & STRENGTH for army in side)
            for place in {place for army in mine for place in self.position.cells[army]}
            if SECTOR_BITS >> place & 1
        }
        assaulted = {HQ[army] for army in mine if self._brings_foot(rival, HQ[army])}
        loose = [
            (strength, place)
            for place, strength in strengths.items()
            if place not in assaulted and rival.variations.most_at(place) > strength
        ]
        return [place for _, place in sorted(loose, reverse=True)]

    def lines(self, plan: Plan) -> dict[Army, Lines]:
        return {
            ARMIES[read.army]: tuple(write(order_of(order), ARMIES[read.army]) for order in read.kept)
            for read in plan
        }

    def drawn(self, pools: Pools) -> tuple[SheetRead, ...]:
        """The sheets of all rivals, one plan of each drawn by lot."""
        sheets = list(self.idle)
        for plans in pools.values():
            ((plan, _),) = self.random.choices(plans, [weight for _, weight in plans])
            sheets += plan
        return tuple(sheets)

    def combined(self, pools: Pools, count: int) -> list[Guess]:
        """Guesses at all sheets of the others: with one rival each of its plans, with more so many draws."""
        if len(pools) == 1:
            (plans,) = pools.values()
            return [Guess((*self.idle, *plan), weight) for plan, weight in plans]
        return [Guess(self.drawn(pools), 1.0 / count) for _ in range(count if pools else 1)]
