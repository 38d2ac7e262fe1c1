"""Whether an exploiter of a marshal of POWER gains by reading it, or by its time: `python -m bench.reading`.

In positions of duels between bots, some marshals think for one side, each with a seed of its own. Three
players of the other side are compared with a marshal in the same time: a marshal that has ten times the time,
one who has seen sheets drawn for the first side, as the exploiter has, and one who knows all those mixtures.
"""

import argparse
import os
from collections.abc import Sequence
from functools import partial
from random import Random
from typing import NamedTuple

from bench.best_reply import (
    PLAYERS,
    PLAYING,
    ROUNDS,
    Mixture,
    best_reply,
    mixture,
    report,
    rival_of,
    study_of,
    worth,
)
from bench.exploiter import GUESSING, SAMPLES, TIMES
from bench.power_games import FOREVER, positions
from bench.processes import done_until, processes
from protocol.ids import Seat
from server.bots.power.variations import Plan
from server.games.power import POWER
from server.games.power.state import PowerState
from server.garbage import unsearched

MARSHALS = 4
"""So many think for the first side, and it plays like each of them equally often."""


class Gains(NamedTuple):
    """What each player of the other side does better than a marshal in the same time."""

    by_time: float
    by_samples: float
    by_knowledge: float


def gains(state: PowerState, seat: Seat, seed: int, seconds: float) -> Gains:
    other, random = rival_of(state, seat), Random(seed)

    def marshals(number: int) -> list[Mixture]:
        return [mixture(state, seat, random.getrandbits(30), seconds) for _ in range(number)]

    known = [pair for each in marshals(MARSHALS) for pair in of_one(each)]
    samples = [(drawn(each, random), 1.0) for each in marshals(SAMPLES)]
    searching = (1 - GUESSING) * TIMES * seconds
    study = study_of(state, other, seed, 0.0)
    usual = worth(study, mixture(state, other, seed, seconds), known)
    return Gains(
        worth(study, mixture(state, other, seed, TIMES * seconds), known) - usual,
        worth(study, [(best_reply(study_of(state, other, seed, searching), samples), 1.0)], known) - usual,
        worth(study, [(best_reply(study_of(state, other, seed, searching), known), 1.0)], known) - usual,
    )


def of_one(mixed: Mixture) -> Mixture:
    """The same mixture, whose shares are one together."""
    total = sum(share for _, share in mixed)
    return [(plan, share / total) for plan, share in mixed]


def drawn(mixed: Mixture, random: Random) -> Plan:
    ((plan, _),) = random.choices(mixed, [share for _, share in mixed])
    return plan


def gains_of_a_duel(seconds: float, number: int) -> list[Gains]:
    states = [*positions(2, PLAYERS, number, PLAYING)]
    with unsearched():
        return [
            gains(states[at], [*POWER.phase(states[at]).owing][(number + at) % 2], number, seconds)
            for at in ROUNDS
            if at < len(states) - 2
        ]


def lines(found: Sequence[Gains]) -> list[str]:
    times, samples, knowledge = zip(*found, strict=True)
    return [
        f"{TIMES} times the time:       {report(times)}",
        f"{SAMPLES} sheets were seen:      {report(samples)}",
        f"all mixtures are known: {report(knowledge)}",
    ]


def main() -> None:
    assert __doc__
    parser = argparse.ArgumentParser(prog="python -m bench.reading", description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=6, help="(%(default)s)")
    parser.add_argument("--seconds", type=float, default=1.0, help="time for a decision (%(default)s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (%(default)s)")
    asked = parser.parse_args()
    with processes(asked.jobs) as executor:
        run = partial(gains_of_a_duel, asked.seconds)
        played = [*done_until(run, range(asked.games), executor, asked.jobs, FOREVER)]
    print("\n".join(lines([each for game in played for each in game])))


if __name__ == "__main__":
    main()
