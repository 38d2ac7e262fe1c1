"""How much there is to be had from a marshal of POWER whose mixture is known: `python -m bench.best_reply`.

In positions of duels between bots, two marshals think, one for each side. Then a search looks for the best
reply to the mixture of one of them, which the other does not know. What that reply does better is what there
is to gain by knowing the mixture. An exploiter does not know it, and gains less; but a few positions say more
here than many games do there.
"""

import argparse
import os
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import TypeAlias, TypeVar

from bench.power_games import FOREVER, positions
from bench.processes import done_until, processes
from protocol.ids import Seat
from server.bots.assignment import Assignment
from server.bots.power.marshal import Mixing
from server.bots.power.response import Guess
from server.bots.power.study import Study
from server.bots.power.variations import Plan
from server.games.power import POWER
from server.games.power.state import PowerState
from server.garbage import unsearched

ROUNDS = (1, 2, 4, 7)
"""The rounds of each duel that are looked at, counted from 0."""
PLAYERS = ("general", "general", "marshal")
"""Who plays the duels, by lot, in little time."""
PLAYING = 0.1
SEARCHING = 1.0
"""The time in seconds of the search for the best reply."""
BEGINNING = 0.3
"""The share of it for plans to begin with."""

Mixture: TypeAlias = Sequence[tuple[Plan, float]]
Found = TypeVar("Found")
Work: TypeAlias = Callable[[PowerState, Seat, int, float], Found]
"""Looks at the position of a seat, with a seed and the time in seconds for a decision."""


def study_of(state: PowerState, seat: Seat, seed: int, seconds: float) -> Study:
    view = POWER.view(state, seat)
    return Study(Assignment(view, view.armies, Random(seed), seconds), is_experienced=True)


def mixture(state: PowerState, seat: Seat, seed: int, seconds: float) -> Mixture:
    """The plans that a marshal may draw, and how often it draws each."""
    mixing = Mixing(study_of(state, seat, seed, seconds))
    mixing.run()
    return [pair for pair in zip(mixing.plans, mixing.shares(), strict=True) if pair[1]]


def rival_of(state: PowerState, seat: Seat) -> Seat:
    (other,) = (each for each in POWER.phase(state).owing if each != seat)
    return other


def best_reply(study: Study, known: Mixture, begin: Iterable[Plan] = ()) -> Plan:
    """The best reply that is found to this mixture in all the time of the study."""
    search = study.response(study.me, study.after(1.0))
    search.face(sorted((Guess((*plan,), share) for plan, share in known), key=lambda guess: -guess.weight))
    search.try_all(begin, study.after(BEGINNING))
    search.try_all(study.beginnings(study.me, search), study.after(study.share_of_time() + BEGINNING))
    search.improve(study.after(1.0))
    return search.best


def worth(study: Study, mine: Mixture, known: Mixture) -> float:
    """The chance to win with plans that are drawn like this against this mixture."""
    search = study.response(study.me, study.after(1.0))
    results = [
        often * share * search.result(plan, Guess((*other,), share))
        for plan, often in mine
        for other, share in known
    ]
    return sum(results) / sum(often for _, often in mine) / sum(share for _, share in known)


def gain(state: PowerState, seat: Seat, seed: int, seconds: float) -> float:
    """What the other side gains by knowing the mixture of this seat."""
    other = rival_of(state, seat)
    known, unknowing = (mixture(state, each, seed, seconds) for each in (seat, other))
    study = study_of(state, other, seed, SEARCHING)
    found = best_reply(study, known, (plan for plan, _ in unknowing))
    return worth(study, [(found, 1.0)], known) - worth(study, unknowing, known)


def of_a_duel(work: Work[Found], seconds: float, number: int) -> list[Found]:
    """What is found in some positions of one duel."""
    states = [*positions(2, PLAYERS, number, PLAYING)]
    with unsearched():
        return [
            work(states[at], [*POWER.phase(states[at]).owing][(number + at) % 2], number, seconds)
            for at in ROUNDS
            if at < len(states) - 2
        ]


def of_duels(work: Work[Found], name: str, about: str, games: int, seconds: float) -> list[Found]:
    """What is found in the positions of as many duels as the command line asks for."""
    parser = argparse.ArgumentParser(prog=f"python -m {name}", description=about.splitlines()[0])
    parser.add_argument("--games", type=int, default=games, help="(%(default)s)")
    parser.add_argument("--seconds", type=float, default=seconds, help="time for a decision (%(default)s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (%(default)s)")
    asked = parser.parse_args()
    with processes(asked.jobs) as executor:
        run = partial(of_a_duel, work, asked.seconds)
        played = [*done_until(run, range(asked.games), executor, asked.jobs, FOREVER)]
    return [each for game in played for each in game]


def report(found: Sequence[float]) -> str:
    error = stdev(found) / sqrt(len(found)) if len(found) > 1 else 0.0
    return f"{len(found)} positions, gains {fmean(found):.4f} ± {error:.4f}"


def main() -> None:
    assert __doc__
    found = of_duels(gain, "bench.best_reply", __doc__, games=12, seconds=2.0)
    print(f"who knows the mixture: {report(found)}")


if __name__ == "__main__":
    main()
