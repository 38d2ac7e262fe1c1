"""What rivals write who think about it: a short search for each of them, as if it were their own."""

from random import Random

from server.bots.assignment import Assignment
from server.bots.power.families import Side
from server.bots.power.general import Search
from server.bots.power.habits import WORST
from server.bots.power.response import Guess
from server.bots.power.study import QUICK, USED, Pools, Study
from server.bots.power.variations import Plan
from server.bots.power.weights import BY_HAND

SHARE = 0.35
"""The share of the time that the searches for rivals may take together."""
LATEST = 0.6
"""They are over after this share of the time, however late they began."""
EACH = 3
"""How many plans are looked for, for each rival; fewer in a quick search."""
EXPECTED = 8
"""Against so many guesses at the others each of these plans is tried."""
DRAWN = 10
"""So many guesses are drawn from the plans that were found."""
TRUST = 0.7
"""How likely it is that all rivals think; for the rest they play as the families do."""
FIRST = 0.4
"""The share of each search for the plans of families; then the best of them is improved."""


def as_a_general(study: Study, rival: Side, seconds: float) -> Plan:
    """What the rival writes if it thinks as a general does, and for so long. It judges as generals do."""
    random = Random(study.random.getrandbits(32))
    assignment = Assignment(rival.view, rival.armies, random, seconds / USED)
    search = Search(Study(assignment, BY_HAND, study.clock))
    return tuple(study.position.read(read.army, read.kept) for read in search.run())


class ForeseeingSearch(Search):
    """Looks for the best plan among several rivals who all look for theirs.

    One that expects captains is surprised by bots and people who have thought, and among several rivals it
    cannot find out by replies, because each of them replies to all others.
    """

    def run(self) -> Plan:
        study, own = self.study, self.own
        families = self._guesses()
        total = sum(guess.weight for guess in families)
        own.face(
            [Guess(guess.sheets, TRUST * guess.weight) for guess in study.combined(self._foreseen(), DRAWN)]
            + [Guess(guess.sheets, (1 - TRUST) * guess.weight / total) for guess in families]
        )
        now = study.share_of_time()
        own.try_all(study.beginnings(study.me, own), study.after((now + self.end) / 2))
        own.improve(study.after(self.end))
        return own.best

    def _foreseen(self) -> Pools:
        """Plans that each rival may find, all equally likely."""
        study = self.study
        everybody: Pools = {**self.pools, study.me.number: study.plans_of_mine()}
        rivals = [*study.rivals.values()] * (2 if study.seconds < QUICK else EACH)
        begin = study.share_of_time()
        step = max(0.0, min(SHARE, LATEST - begin)) * self.end / len(rivals)
        found: Pools = {number: [] for number in study.rivals}
        for at, rival in enumerate(rivals):
            plan = self._found_by(rival, everybody, begin + at * step, begin + (at + 1) * step)
            found[rival.number].append((plan, 1.0))
        return found

    def _found_by(self, rival: Side, everybody: Pools, begin: float, end: float) -> Plan:
        """What the rival finds in its search if it guesses that the others play as the families do."""
        study = self.study
        others = {number: plans for number, plans in everybody.items() if number != rival.number}
        found = study.response(rival, study.after(end))
        found.worst = WORST
        found.face([Guess(study.drawn(others), 1.0) for _ in range(EXPECTED)])
        usual = (plan for plan, _ in self.pools[rival.number])
        found.try_all(usual, study.after(begin + FIRST * (end - begin)))
        found.improve(study.after(end))
        self._tried_for_rivals += found.tried
        return found.best
