"""A search for the best plan of one side against weighted guesses at what all others write."""

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from server.bots.power.outcome import Position
from server.bots.power.position import Judge
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
"""A plan is given up when what it has lost so far, against the best one, makes it worse by so much."""


class Guess(Struct, frozen=True):
    """What all the others may write, and how likely it is."""

    sheets: tuple[SheetRead, ...]
    weight: float


class Response:
    """The best plan found so far. All plans are tried against the same guesses, so that they compare."""

    def __init__(
        self,
        position: Position,
        judge: Judge,
        variations: Variations,
        late: Callable[[], bool],
        worst: float = 0.0,
        assaults: Sequence[Guess] = (),
    ) -> None:
        self.position = position
        self.judge = judge
        self.variations = variations
        self.side = variations.side
        self.late = late
        self.worst = worst
        """How much the worst guess counts, besides the mean of all guesses."""
        self.assaults = assaults
        """The worst that rivals could do to my flags."""
        self.guesses: list[Guess] = []
        self.best: Plan = ()
        self.score = -1.0
        self.results: list[float] = []
        """The results of the best plan, one for each guess."""
        self.patience = 0.0
        self.tried = 0
        self.others: list[Plan] = []
        """Plans that were the best one before, or nearly as good, the latest last."""
        self._seen: set[tuple[int, ...]] = set()

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
        self.patience = PATIENCE * sum(guess.weight for guess in self.guesses)
        self._seen.clear()
        if self.best:
            self.results = [self.result(self.best, guess) for guess in self.guesses]
            self.score = self.verdict(self.best, self.results) - self.exposure(self.best)

    def verdict(self, plan: Plan, results: Sequence[float]) -> float:
        if not results:
            return 0.0
        weights = [guess.weight for guess in self.guesses[: len(results)]]
        mean = sum(w * r for w, r in zip(weights, results, strict=True)) / sum(weights)
        orders = sum([len(read.kept) for read in plan])
        return (1 - self.worst) * mean + self.worst * min(results) - ORDER * orders

    def challenge(self, plan: Plan) -> bool:
        """Make this plan the best one if it is better; give it up as soon as it looks worse."""
        key = tuple(map(id, plan))
        if key in self._seen or self._is_idle(plan):
            return False
        self._seen.add(key)
        self.tried += 1
        results: list[float] = []
        behind = 0.0
        is_known = bool(self.best)
        for number, guess in enumerate(self.guesses):
            results.append(self.result(plan, guess))
            if is_known:
                behind += guess.weight * (self.results[number] - results[-1])
                if behind > self.patience:
                    return False
            if is_known and number % LOOK == LOOK - 1 and self.late():
                return False
        score = self.verdict(plan, results)
        if score > self.score - NEARLY:
            score -= self.exposure(plan)
        if is_known and score <= self.score:
            if score > self.score - NEARLY:
                self.others.append(plan)
            return False
        if is_known:
            self.others.append(self.best)
        self.best, self.results, self.score = plan, results, score
        return True

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
        random = self.variations.random
        while not until():
            if self.others and random.random() < 0.1:
                self.challenge(self.variations.crossed(self.best, random.choice(self.others)))
            else:
                self.challenge(self.variations.varied(self.best))
