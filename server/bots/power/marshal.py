"""The marshal mixes its plans so that knowing its thoughts does not help, and draws one of them.

Each side has some plans. Their joint outcomes make a table; regret matching says how often to play each; a
local search looks for a better reply to that mixture, for either side, and the table grows by it. In the end
a plan is drawn from the average of the mixtures on the way: few of them can be hurt at the same place.
"""

from collections.abc import Iterable, Sequence
from operator import mul
from typing import NamedTuple

from protocol.ids import Lines, SheetKey
from server.bots.assignment import Assignment
from server.bots.power.foresight import ForeseeingSearch, as_a_general
from server.bots.power.general import Search
from server.bots.power.openings import opening, opens
from server.bots.power.regret import solve
from server.bots.power.response import Guess
from server.bots.power.study import QUICK, Study
from server.bots.power.variations import Plan


class Manner(NamedTuple):
    """How a marshal mixes."""

    trust: float
    """How much the guesses are trusted to describe the rivals; for the rest it does what hurts most."""
    rare: float
    """A plan that is played less often than this is not played at all."""
    dearer: float
    """Nor is a plan that is worse than the best by more than this, which mixing is not worth."""


IN_DUELS = Manner(trust=0.25, rare=0.003, dearer=0.04)
AMONG_MANY = Manner(trust=0.8, rare=0.04, dearer=0.001)
"""Several rivals do not all mean me."""

ROUNDS = 120
"""How many rounds of regret matching the first table gets, if there is time enough for a long search."""
ROUNDS_OF_A_STEP = 20
"""The same for each of the tables after it."""
FIRST = 0.06
"""The time in seconds of the first search, which is that of a general."""
LEAST_BEGUN, MOST_BEGUN = 0.04, 0.5
"""It takes at least and at most these shares of the time."""
BEGUN_ALONE = 0.95
"""Its share where there is little time, or more than one rival: only a mixture of what it found is added."""
GENERALS = 3
"""After the first search, a single rival is expected to write like one of so many generals."""
THOUGHT = 0.06
"""The share of the time that each of them may think."""
LIKE_A_GENERAL = 0.5
"""How likely that is, beside all families."""
STEP = 0.045
"""After that, the rival and the marshal reply to each other's mixtures: so long for both."""
MOST_STEPS = 40
"""There are never more such steps."""
REPLYING = 0.5
"""The share of each step in which the rival looks for a reply."""
REPLIES = 1.6
"""The weight of all replies of the rival together, beside the weight of one in the first search."""
MOST_PLANS, MOST_GUESSES = 48, 32
"""A table that has grown larger than this loses what is played least."""
FACED = 0.01
"""The rival replies to the plans that are now played at least so often."""
TRIED_AGAIN = 6
"""With so many of the likeliest plans in the table a search for a reply begins."""


def marshal(assignment: Assignment) -> dict[SheetKey, Lines]:
    if not any(army in assignment.view.armies for army in assignment.sheets):
        return {}
    study = Study(assignment, is_experienced=True)
    if opens(study.view):
        return {**study.lines(opening(study))}
    mixing = Mixing(study)
    mixing.run()
    return {**study.lines(mixing.drawn())}


class Mixing:
    """My plans against everything that all rivals may write together."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self.is_quick = study.seconds < QUICK
        self.manner = IN_DUELS if len(study.rivals) == 1 else AMONG_MANY
        is_alone = self.is_quick or len(study.rivals) > 1
        self.begun, self.steps = (BEGUN_ALONE, 0) if is_alone else _schedule(study.seconds)
        self.search = (ForeseeingSearch if len(study.rivals) > 1 else Search)(study, self.begun)
        self.pools, self.assaults, self.own = self.search.pools, self.search.assaults, self.search.own
        self.guesses: list[Guess] = []
        self.plans: list[Plan] = []
        self.besides: list[float] = []
        """What each plan of mine is worth besides: how much I like it, less what assaults would take."""
        self.table: list[list[float]] = []
        self.mixture: list[float] = []
        """How often each plan is played now."""
        self.average: list[float] = []
        """The same for all mixtures so far, added up, the later ones counting more."""
        self.settled = 0
        """How many these are."""
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
        if self.steps:
            self.guesses += self.generals()
            begun = max(begun, study.share_of_time())
        self.enter([best, *self.own.others[-8:]])
        if len(study.rivals) > 1:  # the search may have found nothing that holds where its guesses are wrong
            self.enter(plan for plan, _ in study.plans_of_mine())
        self.settle(ROUNDS // 3 if self.is_quick else ROUNDS)
        mine = study.plans_of_mine() if self.steps else []
        for step in range(self.steps):
            if study.share_of_time() >= 1:
                break
            begin = begun + (1 - begun) * step / self.steps
            end = begun + (1 - begun) * (step + 1) / self.steps
            self.let_rival_reply(mine, begin + REPLYING * (end - begin))
            self.settle(ROUNDS_OF_A_STEP)
            self.reply(end)
            self.settle(ROUNDS_OF_A_STEP)
            self.forget_the_rarest()
            mine = self.played()

    def generals(self) -> list[Guess]:
        """What the only rival writes if it thinks as a general does."""
        study = self.study
        (rival,) = study.rivals.values()
        usual = sum(guess.weight for guess in self.guesses)
        weight = usual * LIKE_A_GENERAL / (1 - LIKE_A_GENERAL) / GENERALS
        plans = [as_a_general(study, rival, THOUGHT * study.seconds) for _ in range(GENERALS)]
        return [Guess((*study.idle, *plan), weight) for plan in plans]

    def enter(self, plans: Iterable[Plan]) -> None:
        """Add plans of mine to the table."""
        for plan in plans:
            if plan not in self.plans:
                self.plans.append(plan)
                self.average.append(0.0)
                besides = self.study.liking(plan) - self.own.exposure(plan)
                self.besides.append(besides)
                self.table.append([self.own.result(plan, guess) + besides for guess in self.guesses])

    def face(self, guess: Guess) -> None:
        """Add something that the rivals may write to the table."""
        self.guesses.append(guess)
        for plan, row, besides in zip(self.plans, self.table, self.besides, strict=True):
            row.append(self.own.result(plan, guess) + besides)

    def settle(self, rounds: int) -> None:
        """Say how often to play each plan of this table."""
        self.mixture, self.free = solve(self.table, self.known, self.manner.trust, rounds)
        self.settled += 1
        self.average = [
            before + self.settled**2 * share for before, share in zip(self.average, self.mixture, strict=True)
        ]

    def forget_the_rarest(self) -> None:
        """Keep the table small: each step costs as much as the table is large.

        A plan stays that is often played now, as a new one may be, or was often played before.
        """
        total = sum(self.average)
        often = [max(now, before / total) for now, before in zip(self.mixture, self.average, strict=True)]
        rows = _largest(often, MOST_PLANS)
        columns = _largest(self.blend(), MOST_GUESSES)
        self.plans = [self.plans[row] for row in rows]
        self.besides = [self.besides[row] for row in rows]
        self.mixture = [self.mixture[row] for row in rows]
        self.average = [self.average[row] for row in rows]
        self.table = [[self.table[row][column] for column in columns] for row in rows]
        self.guesses = [self.guesses[column] for column in columns]
        self.free = [self.free[column] for column in columns]

    def played(self) -> list[tuple[Plan, float]]:
        """My plans that are not rare now, and how often each is played; all, where every one is rare."""
        plans = [*zip(self.plans, self.mixture, strict=True)]
        return [pair for pair in plans if pair[1] >= FACED] or plans

    def let_rival_reply(self, mine: Sequence[tuple[Plan, float]], until: float) -> None:
        """The only rival looks for the best reply to these plans of mine: one more thing it may write."""
        study = self.study
        (rival,) = study.rivals.values()
        found = study.response(rival, study.after(until))
        guesses = [Guess((*study.idle, *plan), share) for plan, share in mine]
        found.face(sorted(guesses, key=lambda guess: -guess.weight))
        likeliest = _largest(self.blend(), TRIED_AGAIN)
        found.try_all((self.guesses[at].sheets[len(study.idle) :] for at in likeliest), study.after(until))
        found.improve(study.after(until))
        weight = REPLIES * study.weight(rival, "reply") / self.steps
        self.face(Guess((*study.idle, *found.best), weight))

    def blend(self) -> list[float]:
        """How likely everything is that the rivals may write: known in part, and in part what hurts most."""
        trust = self.manner.trust
        return [trust * known + (1 - trust) * free for known, free in zip(self.known, self.free, strict=True)]

    def reply(self, until: float) -> None:
        """Look for a better reply to what the rivals are expected to write."""
        blended = [Guess(g.sheets, weight) for g, weight in zip(self.guesses, self.blend(), strict=True)]
        likely = sorted((g for g in blended if g.weight > 0.01), key=lambda guess: -guess.weight)
        found = self.study.own_response(self.study.after(until), self.assaults)
        found.face(likely)
        likeliest = _largest(self.values(), TRIED_AGAIN)
        found.try_all((self.plans[at] for at in likeliest), self.study.after(until))
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

    def shares(self) -> list[float]:
        """How often each plan is drawn: none that is rare, or clearly worse than the best of them."""
        values = self.values()
        good, total = max(values) - self.manner.dearer, sum(self.average)
        often = [
            share / total if share >= self.manner.rare * total and value >= good else 0.0
            for share, value in zip(self.average, values, strict=True)
        ]
        if not any(often):
            often[self.best()] = 1.0
        return often

    def drawn(self) -> Plan:
        """One plan of the mixture, by lot."""
        return self.study.random.choices(self.plans, self.shares())[0]


def _schedule(seconds: float) -> tuple[float, int]:
    """The share of the time for the first search, and how many steps follow it."""
    begun = min(MOST_BEGUN, max(LEAST_BEGUN, FIRST / seconds))
    left = 1 - begun - GENERALS * THOUGHT
    return begun, min(MOST_STEPS, round(left * seconds / STEP))


def _largest(numbers: Sequence[float], most: int) -> list[int]:
    """The places of the largest of these numbers, the largest first; all, if there are not more."""
    return sorted(range(len(numbers)), key=lambda at: -numbers[at])[:most]
