"""The general looks for the plan that does best against all the ways in which its rivals may play."""

from protocol.ids import Lines, SheetKey
from server.bots.assignment import Assignment
from server.bots.power.families import Side
from server.bots.power.response import LITTLE_PATIENCE, Guess
from server.bots.power.study import QUICK, Study
from server.bots.power.variations import Plan
from server.bots.power.weights import BY_HAND


def general(assignment: Assignment) -> dict[SheetKey, Lines]:
    if not any(army in assignment.view.armies for army in assignment.sheets):
        return {}
    study = Study(assignment, BY_HAND)
    return {**study.lines(Search(study).run())}


class Search:
    """First against guesses of all families, then also against the best replies to its own plan."""

    def __init__(self, study: Study, end: float = 1.0) -> None:
        self.study = study
        self.end = end
        """The share of the time that it may use."""
        is_quick = study.seconds < QUICK
        self.pools = {
            number: study.guess_plans(rival, 1 if is_quick else 2, study.after(0.25 * end))
            for number, rival in study.rivals.items()
        }
        self.profiles = 10 if is_quick else 14
        self._tried_for_rivals = 0
        self.assaults = study.assaults(self.pools)
        self.raids = study.raids(self.pools)
        self.own = study.own_response(study.after(end), self.assaults, study.habits.worst)
        self.own.patience = LITTLE_PATIENCE

    def run(self) -> Plan:
        study, own = self.study, self.own
        own.face(self._guesses())
        own.try_all(study.beginnings(study.me, own), study.after(0.5 * self.end))
        own.improve(study.after(0.5 * self.end))
        for number, rival in study.rivals.items():
            self.pools[number].append((self._reply(rival), study.weight(rival, "reply")))
        own.face(self._guesses())
        own.improve(study.after(self.end))
        return own.best

    def _guesses(self) -> list[Guess]:
        return self.study.combined(self.pools, self.profiles) + self.assaults + self.raids

    def _reply(self, rival: Side) -> Plan:
        """What the rival writes if it has guessed my plan."""
        study = self.study
        share = 0.5 + 0.15 * (list(study.rivals).index(rival.number) + 1) / len(study.rivals)
        share *= self.end
        found = study.response(rival, study.after(share))
        others = {n: pool for n, pool in self.pools.items() if n != rival.number}
        found.face([Guess((*self.own.best, *study.drawn(others)), 1.0)])
        found.try_all((plan for plan, _ in self.pools[rival.number]), study.after(share))
        found.improve(study.after(share))
        self._tried_for_rivals += found.tried
        return found.best

    @property
    def tried(self) -> int:
        """How many plans were tried, those of rivals included."""
        return self.own.tried + self._tried_for_rivals
