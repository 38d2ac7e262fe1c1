"""The marshal mixes its plans so that knowing its thoughts does not help, and draws one of them.

Each side has some plans. Their joint outcomes make a table; regret matching says how often to play each; a
local search looks for a better reply to that mixture, for either side, and the table grows by it.
"""

from collections.abc import Iterable, Sequence
from operator import mul

from protocol.ids import Lines, SheetKey
from server.bots.assignment import Assignment
from server.bots.power.families import FAMILIES, PRIOR, Side
from server.bots.power.regret import solve
from server.bots.power.response import Guess
from server.bots.power.study import Study
from server.bots.power.variations import Plan

TRUST = 0.7
"""How much the families are trusted to describe a single rival; for the rest it does what hurts most."""
TRUST_MANY = 0.8
"""The same for several rivals, who do not all mean me."""
ROUNDS = 120
"""How many rounds of regret matching each table gets, if there is time enough for a long search."""
QUICK = 0.5
"""A search shorter than this, in seconds, is content with less of everything."""
RARE = 0.04
"""A plan that is played less often than this is not played at all."""
DEARER = 0.005
"""Nor is a plan that lowers the chance to win by more than this, which mixing is not worth."""
BEGUN = 0.4
"""The share of the time for the first search, against guesses alone."""
REPLYING = 0.35
"""The share of each later step in which the rivals look for replies."""


def marshal(assignment: Assignment) -> dict[SheetKey, Lines]:
    if not any(army in assignment.view.armies for army in assignment.sheets):
        return {}
    study = Study(assignment)
    mixing = Mixing(study)
    mixing.run()
    return {**study.lines(mixing.drawn())}


class Mixing:
    """My plans against everything that all rivals may write together."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self.is_quick = study.seconds < QUICK
        self.trust = TRUST if len(study.rivals) == 1 else TRUST_MANY
        self.pools = {
            number: study.guess_plans(rival, 1 if self.is_quick else 2, study.after(0.15))
            for number, rival in study.rivals.items()
        }
        self.guesses: list[Guess] = study.combined(self.pools, 12)
        self.assaults = study.assaults(self.pools)
        self.guesses += self.assaults
        self.own = study.response(study.me, study.after(1.0), assaults=self.assaults)
        self.plans: list[Plan] = []
        self.exposed: list[float] = []
        """What each plan of mine loses because assaults would take flags."""
        self.table: list[list[float]] = []
        self.mixture: list[float] = []
        self.free: list[float] = []

    @property
    def known(self) -> list[float]:
        """The mixture that the families say, over all guesses."""
        total = sum(guess.weight for guess in self.guesses)
        return [guess.weight / total for guess in self.guesses]

    def run(self) -> None:
        study = self.study
        self.own.face(self.guesses)
        self.own.try_all(study.beginnings(study.me, self.own), study.after(BEGUN))
        self.own.improve(study.after(BEGUN))
        self.enter([self.own.best, *self.own.others[-8:]])
        mine = [(make(study.me), PRIOR[family]) for family, make in FAMILIES.items()]
        steps = 2 if self.is_quick else 6
        for step in range(steps):
            begin = BEGUN + (1 - BEGUN) * step / steps
            end = BEGUN + (1 - BEGUN) * (step + 1) / steps
            self.let_rivals_reply(mine, begin, begin + REPLYING * (end - begin))
            self.settle()
            self.reply(end)
            self.settle()
            mine = [pair for pair in zip(self.plans, self.mixture, strict=True) if pair[1] >= RARE]

    def enter(self, plans: Iterable[Plan]) -> None:
        """Add plans of mine to the table."""
        for plan in plans:
            if plan not in self.plans:
                self.plans.append(plan)
                exposed = self.own.exposure(plan)
                self.exposed.append(exposed)
                self.table.append([self.own.result(plan, guess) - exposed for guess in self.guesses])

    def face(self, guess: Guess) -> None:
        """Add something that the rivals may write to the table."""
        self.guesses.append(guess)
        for plan, row, exposed in zip(self.plans, self.table, self.exposed, strict=True):
            row.append(self.own.result(plan, guess) - exposed)

    def settle(self) -> None:
        rounds = ROUNDS // 3 if self.is_quick else ROUNDS
        self.mixture, self.free = solve(self.table, self.known, self.trust, rounds)

    def let_rivals_reply(self, mine: Sequence[tuple[Plan, float]], begin: float, end: float) -> None:
        """Each rival looks for the best reply to these plans of mine: one more thing they may write."""
        study = self.study
        for at, (number, rival) in enumerate(study.rivals.items()):
            until = begin + (end - begin) * (at + 1) / len(study.rivals)
            plan = self._best_reply(rival, mine, until)
            weight = study.weight(rival, "reply") / 3
            self.pools[number].append((plan, weight))
            sheets = study.drawn({**self.pools, number: [(plan, weight)]})
            self.face(Guess(sheets, weight / len(study.rivals)))

    def _best_reply(self, rival: Side, mine: Sequence[tuple[Plan, float]], until: float) -> Plan:
        study = self.study
        others = {n: pool for n, pool in self.pools.items() if n != rival.number}
        guesses = [Guess((*plan, *study.drawn(others)), share) for plan, share in mine]
        found = study.response(rival, study.after(until))
        found.face(sorted(guesses, key=lambda guess: -guess.weight))
        found.try_all((plan for plan, _ in self.pools[rival.number][:8]), study.after(until))
        found.improve(study.after(until))
        return found.best

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
        found = self.study.response(self.study.me, self.study.after(until), assaults=self.assaults)
        found.face(likely)
        order = sorted(range(len(self.plans)), key=lambda at: -self.mixture[at])
        found.try_all((self.plans[at] for at in order), self.study.after(until))
        found.improve(self.study.after(until))
        self.enter([found.best, *found.others[-2:]])

    def drawn(self) -> Plan:
        """One plan of the mixture, by lot; none that is rare, or clearly worse than the best of them."""
        blend = self.blend()
        values = [sum(map(mul, row, blend)) for row in self.table]
        good = max(values) - DEARER
        often = [
            share if share >= RARE and value >= good else 0.0
            for share, value in zip(self.mixture, values, strict=True)
        ]
        if not any(often):
            return self.plans[values.index(max(values))]
        return self.study.random.choices(self.plans, often)[0]
