"""Finds how a marshal opens a duel of POWER: `python -m bench.openings --minutes 6`.

Both sides begin alike, so a good plan of one is a good plan of the other, on the turned board. All plans meet
each other in a table, and regret matching says how often to play each. Then a search looks for a better reply
to that mixture, and another one for a better reply to what may come; both join the table. A part of what may
come are sheets of our other levels, so that the mixture takes something from those who do not think that far.
It ends with the mixture, as it stands in `server/bots/power/openings.py`, and with what the best replies gain
to it and to the mixture in use.
"""

import argparse
from collections.abc import Sequence
from random import Random
from time import perf_counter

from protocol.ids import Lines
from protocol.views.power import ARMIES
from server.bots import think
from server.bots.assignment import Assignment
from server.bots.power.families import FAMILIES, read_lines
from server.bots.power.openings import OPENINGS, Opening, plans_of
from server.bots.power.regret import solve
from server.bots.power.response import Guess
from server.bots.power.study import Study
from server.bots.power.symmetry import TURNS
from server.bots.power.variations import Experience, Plan
from server.games.dice import Dice
from server.games.power import POWER
from server.games.power.state import PowerOptions
from server.garbage import unsearched

SIDE = "VB"
TURN = TURNS[2]
"""It brings green and blue to the places of yellow and red."""
LEVELS = {"captain": 10, "general": 20}
"""How many sheets of each level may come."""
TRUST = 0.25
"""How likely it is that one of them comes."""
ROUNDS, ROUNDS_AT_LAST = 300, 4000
"""How long regret matching goes on."""
MOST_PLANS = 120
RARE = 0.005
"""A plan that is played less often than this is left out."""
LEAST = 0.001
"""What comes less often than this is not looked at by a search for a reply."""
TRIED_AGAIN = 8
"""With so many of the likeliest plans a search for a reply begins."""


class Book:
    """The plans of both sides, and what each leads to against each."""

    def __init__(self, levels: dict[str, int], seconds: float) -> None:
        self.seconds = seconds
        """For one search."""
        self.view = POWER.view(POWER.setup(PowerOptions(players=2), Dice(1)), SIDE)
        self.study = Study(Assignment(self.view, self.view.armies, Random(1), seconds), is_experienced=True)
        self.known = [
            self._turned(plan) for level, count in levels.items() for plan in self._written(level, count)
        ]
        """What may come from the other levels."""
        self.plans: list[Plan] = []
        self.replies: list[Plan] = []
        """The same plans, of the rival."""
        self.table: list[list[float]] = []
        """The chance to win with each plan against all that is known, and then against each reply."""
        for make in FAMILIES.values():
            self.enter([make(self.study.me)])

    def _written(self, level: str, count: int) -> list[Plan]:
        armies = self.view.armies
        written = [think("power", level, self.view, armies, seed, self.seconds) for seed in range(count)]
        return [
            self.study.me.variations.plan([read_lines(sheets[army], army) for army in armies])
            for sheets in written
        ]

    def _turned(self, plan: Plan) -> Plan:
        written = TURN.sheets(self.study.lines(plan))
        return tuple(
            self.study.position.read(ARMIES.index(army), read_lines(lines, army))
            for army, lines in written.items()
        )

    def result(self, plan: Plan, reply: Plan) -> float:
        study = self.study
        return study.judge.chance(study.position.resolve((*reply, *plan)), study.me.number)

    def enter(self, plans: Sequence[Plan]) -> None:
        for plan in plans:
            if plan in self.plans:
                continue
            self.plans.append(plan)
            self.replies.append(self._turned(plan))
            for other, row in zip(self.plans, self.table, strict=False):
                row.append(self.result(other, self.replies[-1]))
            self.table.append([self.result(plan, reply) for reply in (*self.known, *self.replies)])

    def solve(self, rounds: int) -> tuple[list[float], list[float]]:
        """How often I should play each plan, and how likely each thing is that may come."""
        width = len(self.known) + len(self.replies)
        known = [1 / len(self.known) if at < len(self.known) else 0.0 for at in range(width)]
        trust = TRUST if self.known else 0.0
        mine, free = solve(self.table, known, trust, rounds)
        return mine, [trust * k + (1 - trust) * f for k, f in zip(known, free, strict=True)]

    def reply_to(self, replies: Sequence[Plan], shares: Sequence[float]) -> tuple[list[Plan], float]:
        """The plans that do best against these, and the chance to win with the best of them."""
        study = self.study
        expected = [
            Guess(reply, share) for reply, share in zip(replies, shares, strict=True) if share > LEAST
        ]
        total = sum(guess.weight for guess in expected)

        def worth(plan: Plan) -> float:
            return sum(guess.weight * self.result(plan, guess.sheets) for guess in expected) / total

        likeliest, end = sorted(self.plans, key=worth, reverse=True), perf_counter() + self.seconds
        study.me.variations.experience = Experience()
        found = study.response(study.me, lambda: perf_counter() >= end)
        found.face(sorted(expected, key=lambda guess: -guess.weight))
        found.try_all(likeliest[:TRIED_AGAIN], found.late)
        found.improve(found.late)
        return [found.best, *found.others[-1:]], worth(found.best)

    def grow(self) -> None:
        """Both sides look for a better reply, and what they find joins the table."""
        mine, expected = self.solve(ROUNDS)
        against_me, _ = self.reply_to(self.replies, mine)
        for_me, _ = self.reply_to([*self.known, *self.replies], expected)
        self.enter([*against_me, *for_me])
        if len(self.plans) > MOST_PLANS:
            self.forget(mine, expected[len(self.known) :])

    def forget(self, mine: Sequence[float], expected: Sequence[float]) -> None:
        """Leave out what neither side plays. The newest plans have had no time to be played."""
        news = range(len(mine), len(self.plans))
        often = sorted(range(len(mine)), key=lambda at: -max(mine[at], expected[at]))
        kept = sorted([*often[: MOST_PLANS * 2 // 3], *news])
        first = len(self.known)
        self.plans = [self.plans[at] for at in kept]
        self.replies = [self.replies[at] for at in kept]
        self.table = [
            self.table[at][:first] + [self.table[at][first + other] for other in kept] for at in kept
        ]

    def openings(self) -> list[Opening]:
        """What is worth playing. Plans that differ only in the order of their lines are one."""
        shares: dict[tuple[Lines, Lines], float] = {}
        mine, _ = self.solve(ROUNDS_AT_LAST)
        for share, plan in zip(mine, self.plans, strict=True):
            lines = self.study.lines(plan)
            green, blue = (tuple(sorted(lines[army])) for army in ("V", "B"))
            shares[green, blue] = shares.get((green, blue), 0.0) + share
        often = {sheets: share for sheets, share in shares.items() if share >= RARE}
        total = sum(often.values())
        found = [Opening(round(share / total, 3), *sheets) for sheets, share in often.items()]
        return sorted(found, key=lambda each: -each.share)

    def gain(self, openings: Sequence[Opening]) -> float:
        """What the best reply to these openings gains, that a search finds."""
        plans, shares = zip(*plans_of(self.study, openings), strict=True)
        return self.reply_to([*map(self._turned, plans)], shares)[1] - 0.5


def main() -> None:
    assert __doc__
    parser = argparse.ArgumentParser(prog="python -m bench.openings", description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=6.0, help="(%(default)s)")
    parser.add_argument("--seconds", type=float, default=1.0, help="for one search (%(default)s)")
    asked = parser.parse_args()
    with unsearched():
        book, end = Book(LEVELS, asked.seconds), perf_counter() + 60 * asked.minutes
        while perf_counter() < end:
            book.grow()
        openings = book.openings()
        for each in openings:
            print(f"    Opening({each.share}, {each.green}, {each.blue}),")
        print(f"the best reply to these gains {book.gain(openings):+.4f} of the chance to win")
        print(f"the best reply to those in use gains {book.gain(OPENINGS):+.4f}")


if __name__ == "__main__":
    main()
