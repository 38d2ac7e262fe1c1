"""The marshal mixes its plans so that knowing its thoughts does not help, and draws one of them.

Each side has some plans. Their joint outcomes make a table; regret matching says how often to play each; a
local search looks for a better reply to that mixture, for either side, and the table grows by it.
"""

from collections.abc import Iterable, Sequence
from operator import mul

from protocol.ids import Lines, SheetKey
from server.bots.assignment import Assignment
from server.bots.power.foresight import ForeseeingSearch
from server.bots.power.general import Search
from server.bots.power.regret import solve
from server.bots.power.response import Guess
from server.bots.power.study import QUICK, Study
from server.bots.power.variations import Plan

TRUST = 0.45
"""How much the families are trusted to describe a single rival; for the rest it does what hurts most."""
TRUST_MANY = 0.8
"""The same for several rivals, who do not all mean me."""
ROUNDS = 120
"""How many rounds of regret matching each table gets, if there is time enough for a long search."""
RARE = 0.04
"""A plan that is played less often than this is not played at all."""
DEARER = 0.005
"""Nor is a plan that is worse than the best by more than this, which mixing is not worth."""
BEGUN = 0.5
"""The share of the time for the first search, which is that of a general."""
BEGUN_ALONE = 0.95
"""The same where there is little time, or more than one rival: only the mixture of what it found is added."""
STEPS = 5
"""How often, after the first search, the rival and the marshal reply to each other's mixtures."""
REPLYING = 0.3
"""The share of each later step in which the rival looks for a reply."""


def marshal(assignment: Assignment) -> dict[SheetKey, Lines]:
    if not any(army in assignment.view.armies for army in assignment.sheets):
        return {}
    study = Study(assignment, is_experienced=True)
    mixing = Mixing(study)
    mixing.run()
    return {**study.lines(mixing.drawn())}


class Mixing:
    """My plans against everything that all rivals may write together."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self.is_quick = study.seconds < QUICK
        self.trust = TRUST if len(study.rivals) == 1 else TRUST_MANY
        self.steps = 0 if self.is_quick or len(study.rivals) > 1 else STEPS
        self.begun = BEGUN if self.steps else BEGUN_ALONE
        self.search = (ForeseeingSearch if len(study.rivals) > 1 else Search)(study, self.begun)
        self.pools, self.assaults, self.own = self.search.pools, self.search.assaults, self.search.own
        self.guesses: list[Guess] = []
        self.plans: list[Plan] = []
        self.besides: list[float] = []
        """What each plan of mine is worth besides: how much I like it, less what assaults would take."""
        self.table: list[list[float]] = []
        self.mixture: list[float] = []
        self.free: list[float] = []

    @property
    def known(self) -> list[float]:
        """The mixture that the families say, over all guesses."""
        total = sum(guess.weight for guess in self.guesses)
        return [guess.weight / total for guess in self.guesses]

    def run(self) -> None:
        study, begun = self.study, self.begun
        best = self.search.run()
        self.guesses = list(self.own.guesses)
        self.enter([best, *self.own.others[-8:]])
        self.settle()
        mine = study.plans_of_mine() if self.steps else []
        for step in range(self.steps):
            begin = begun + (1 - begun) * step / self.steps
            end = begun + (1 - begun) * (step + 1) / self.steps
            self.let_rival_reply(mine, begin + REPLYING * (end - begin))
            self.settle()
            self.reply(end)
            self.settle()
            mine = [pair for pair in zip(self.plans, self.mixture, strict=True) if pair[1] >= RARE]

    def enter(self, plans: Iterable[Plan]) -> None:
        """Add plans of mine to the table."""
        for plan in plans:
            if plan not in self.plans:
                self.plans.append(plan)
                besides = self.study.liking(plan) - self.own.exposure(plan)
                self.besides.append(besides)
                self.table.append([self.own.result(plan, guess) + besides for guess in self.guesses])

    def face(self, guess: Guess) -> None:
        """Add something that the rivals may write to the table."""
        self.guesses.append(guess)
        for plan, row, besides in zip(self.plans, self.table, self.besides, strict=True):
            row.append(self.own.result(plan, guess) + besides)

    def settle(self) -> None:
        rounds = ROUNDS // 3 if self.is_quick else ROUNDS
        self.mixture, self.free = solve(self.table, self.known, self.trust, rounds)

    def let_rival_reply(self, mine: Sequence[tuple[Plan, float]], until: float) -> None:
        """The only rival looks for the best reply to these plans of mine: one more thing it may write."""
        study = self.study
        ((number, rival),) = study.rivals.items()
        found = study.response(rival, study.after(until))
        guesses = [Guess((*study.idle, *plan), share) for plan, share in mine]
        found.face(sorted(guesses, key=lambda guess: -guess.weight))
        found.try_all((plan for plan, _ in self.pools[number][:8]), study.after(until))
        found.improve(study.after(until))
        weight = study.weight(rival, "reply") / 3
        self.pools[number].append((found.best, weight))
        self.face(Guess((*study.idle, *found.best), weight))

    def blend(self) -> list[float]:
        """How likely everything is that the rivals may write: known in part, and in part what hurts most."""
        return [
            self.trust * known + (1 - self.trust) * free
            for known, free in zip(self.known, self.free, strict=True)
        ]

    def reply(self, until: float) -> None:
        """Look for a better reply to what the rivals are expected to write."""
        blended = [Guess(g.sheets, weight) for g, weight in zip(self.guesses, self.blend(), strict=True)]
        likely = sorted((g for g in blended if g.weight > 0.01), key=lambda guess: -guess.weight)
        found = self.study.own_response(self.study.after(until), self.assaults)
        found.face(likely)
        found.challenge(self.plans[self.best()])
        found.improve(self.study.after(until))
        self.enter([found.best, *found.others[-2:]])

    def values(self) -> list[float]:
        """The chance to win with each plan of mine against the blend."""
        blend = self.blend()
        return [sum(map(mul, row, blend)) for row in self.table]

    def best(self) -> int:
        """The number of the plan with the best chance."""
        values = self.values()
        return values.index(max(values))

    def drawn(self) -> Plan:
        """One plan of the mixture, by lot; none that is rare, or clearly worse than the best of them."""
        values = self.values()
        good = max(values) - DEARER
        often = [
            share if share >= RARE and value >= good else 0.0
            for share, value in zip(self.mixture, values, strict=True)
        ]
        return self.study.random.choices(self.plans, often)[0] if any(often) else self.plans[self.best()]
