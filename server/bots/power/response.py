"""A search for the best plan of one side against weighted guesses at what all others write."""

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from server.bots.power.groups import gather, regroup, seize
from server.bots.power.outcome import Position
from server.bots.power.position import Judge
from server.bots.power.prey import Prey, prey_after
from server.bots.power.reading import SheetRead
from server.bots.power.variations import Plan, Variations

ORDER = 0.0002
"""How much an order must raise the chance to win to be written, so that no piece moves without need."""
GUARD = 0.15
"""What a plan loses for each flag that an assault takes, besides what follows from the position."""
LAST_FLAG = 0.3
"""What it loses besides if these are all the flags of its side."""
LOOK = 8
"""After so many guesses the clock is looked at, because a look costs as much as a guess on some machines."""
NEARLY = 0.007
"""A plan that is worse by less than this is nearly as good."""
PATIENCE = 0.02
"""A plan is given up when what it has lost so far, against the best one, makes it worse by so much.

The fewer guesses are left in which it could catch up, the less it may have lost: in the end only NEARLY. More
is allowed to plans that could save flags, or do better against the worst guess.
"""
LITTLE_PATIENCE = 0.0075
"""Against guesses of families this is enough, because a plan that is behind there seldom catches up. Against
a mixture it may lose to most and win much against one."""
SEIZE, GATHER, REGROUP = 0.35, 0.2, 0.25
"""Whoever moves groups makes so large a share of its changes in each of these ways."""
SPREAD = 0.05
"""By so much the worst result of a plan may be better than that of another which is as good on the whole."""


class Guess(Struct, frozen=True):
    """What all the others may write, and how likely it is."""

    sheets: tuple[SheetRead, ...]
    weight: float


def no_liking(_: Plan) -> float:
    """A side without habits."""
    return 0.0


class Response:
    """The best plan found so far. All plans are tried against the same guesses, so that they compare."""

    def __init__(
        self,
        position: Position,
        judge: Judge,
        variations: Variations,
        late: Callable[[], bool],
    ) -> None:
        self.position = position
        self.judge = judge
        self.variations = variations
        self.side = variations.side
        self.late = late
        self.patience = PATIENCE
        """How much a plan may be behind at first."""
        self.worst = 0.0
        """How much the worst guess counts, besides the mean of all guesses."""
        self.assaults: Sequence[Guess] = ()
        """The worst that rivals could do to my flags."""
        self.liking: Callable[[Plan], float] = no_liking
        """How much the side likes a plan, besides what it leads to."""
        self.moves_groups = False
        """Whether it sends pieces together, also to where the others will stand, not only where they are."""
        self.guesses: list[Guess] = []
        self.best: Plan = ()
        self.score = -1.0
        self.results: list[float] = []
        """The results of the best plan, one for each guess."""
        self.exposed = 0.0
        """What the best plan loses because of assaults."""
        self.order: list[int] = []
        """The numbers of the guesses, those first that show soonest that a plan is worse."""
        self.total = 0.0
        """The weight of all guesses."""
        self.tried = 0
        self.others: list[Plan] = []
        """Plans that were the best one before, or nearly as good, the latest last."""
        self._seen: set[tuple[int, ...]] = set()
        self._prey: dict[int, list[Prey]] = {}
        """What can be had after each guess, once somebody has asked for it."""

    def result(self, plan: Plan, guess: Guess) -> float:
        outcome = self.position.resolve((*guess.sheets, *plan))
        return self.judge.chance(outcome, self.side)

    def exposure(self, plan: Plan) -> float:
        """What the plan loses because assaults take flags of mine. A flag that no plan saves is no matter."""
        taken = 0
        for assault in self.assaults:
            flags = self.position.resolve((*assault.sheets, *plan)).flags
            for army in self.variations.armies:
                taken |= (flags[army] != self.position.flags[army]) << army
        flying = [army for army in self.variations.armies if self.position.flags[army] == army]
        is_last = bool(taken) and taken.bit_count() == len(flying)
        return GUARD * taken.bit_count() + LAST_FLAG * is_last

    def face(self, guesses: Sequence[Guess]) -> None:
        """From now on plans are tried against these guesses."""
        self.guesses = list(guesses)
        self.total = sum(guess.weight for guess in self.guesses)
        self.order = list(range(len(self.guesses)))
        self._seen.clear()
        self._prey.clear()
        if self.best:
            self.results = [self.result(self.best, guess) for guess in self.guesses]
            self._measure()

    def _measure(self) -> None:
        """What the best plan is worth, after its results have changed."""
        self.exposed = self.exposure(self.best)
        self.score = self.verdict(self.best, self.results) - self.exposed

    def verdict(self, plan: Plan, results: Sequence[float]) -> float:
        if not results:
            return 0.0
        mean = sum(guess.weight * r for guess, r in zip(self.guesses, results, strict=True)) / self.total
        orders = sum([len(read.kept) for read in plan])
        return (1 - self.worst) * mean + self.worst * min(results) - ORDER * orders + self.liking(plan)

    def challenge(self, plan: Plan) -> bool:
        """Make this plan the best one if it is better; give it up as soon as it looks worse."""
        key = tuple(map(id, plan))
        if key in self._seen or self._is_idle(plan):
            return False
        self._seen.add(key)
        self.tried += 1
        if not self.best:
            self.best, self.results = plan, [self.result(plan, guess) for guess in self.guesses]
            self._measure()
            return True
        results = self._results(plan)
        if not results:
            return False
        score, exposed = self.verdict(plan, results), 0.0
        if score > self.score - NEARLY:
            exposed = self.exposure(plan)
            score -= exposed
        self._learn(plan, self.score - score)
        if score <= self.score:
            if score > self.score - NEARLY:
                self.others.append(plan)
            return False
        self.others.append(self.best)
        self.best, self.results, self.score, self.exposed = plan, results, score, exposed
        return True

    def _results(self, plan: Plan) -> list[float]:
        """Its results against all guesses; none if it looks worse than the best plan, or if it is late.

        The guess that showed it comes earlier the next time.
        """
        results = [0.0] * len(self.guesses)
        disliked = self.liking(self.best) - self.liking(plan)
        behind, left, order = 0.0, self.total, self.order
        at_last = NEARLY + SPREAD * self.worst
        allowed = self.total * (at_last + self.exposed)
        for at, number in enumerate(order):
            guess = self.guesses[number]
            results[number] = self.result(plan, guess)
            behind += guess.weight * (disliked + self.results[number] - results[number])
            left -= guess.weight
            if behind > allowed + (self.patience - at_last) * left:
                self._learn(plan, behind / (self.total - left))
                if at:
                    order[at - 1], order[at] = number, order[at - 1]
                return []
            if at % LOOK == LOOK - 1 and self.late():
                return []
        return results

    def _learn(self, plan: Plan, worse: float) -> None:
        if self.variations.experience:
            self.variations.experience.learn(self.best, plan, worse)

    def _is_idle(self, plan: Plan) -> bool:
        """P-IDLE-2 can even be a gain, but a player who can do something does it."""
        return bool(self.best) and any(
            old.kept and not new.kept for old, new in zip(self.best, plan, strict=True)
        )

    def try_all(self, plans: Iterable[Plan], until: Callable[[], bool]) -> None:
        """Try these plans one after the other, as long as there is time, and the first in any case."""
        for plan in plans:
            self.challenge(plan)
            if until():
                return

    def improve(self, until: Callable[[], bool]) -> None:
        """Change the best plan at random, as long as there is time."""
        while not until():
            self.challenge(self._changed())

    def _changed(self) -> Plan:
        random = self.variations.random
        if self.moves_groups and (changed := self._with_a_group_moved(random.random())):
            return changed
        if self.others and random.random() < 0.1:
            return self.variations.crossed(self.best, random.choice(self.others))
        return self.variations.varied(self.best)

    def _with_a_group_moved(self, chance: float) -> Plan | None:
        """The best plan with pieces sent together; None where this chance says so, or nothing can be had."""
        random = self.variations.random
        if chance < SEIZE:
            prey = self._prey_of(random.randrange(len(self.guesses)))
            return seize(self.variations, self.best, random.choice(prey)) if prey else None
        if chance < SEIZE + GATHER:
            return gather(self.variations, self.best)
        if chance < SEIZE + GATHER + REGROUP:
            return regroup(self.variations, self.best)
        return None

    def _prey_of(self, number: int) -> list[Prey]:
        """What can be had after this guess, as far as my pieces reach."""
        known = self._prey.get(number)
        if known is None:
            side_of = self.position.side
            others = [read for read in self.guesses[number].sheets if side_of[read.army] != self.side]
            found = prey_after(others, self.variations.flying)
            known = [prey for prey in found if self.variations.arriving(prey.place)]
            self._prey[number] = known
        return known
