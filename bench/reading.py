"""Whether an exploiter of a marshal of POWER gains by reading it, or by its time: `python -m bench.reading`.

In positions of duels between bots, some marshals think for one side, each with a seed of its own. Three
players of the other side are compared with a marshal in the same time: a marshal that has ten times the time,
one who has seen sheets drawn for the first side, as the exploiter has, and one who knows all those mixtures
and begins with the reply of the player before.
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from bench.best_reply import Mixture, best_reply, mixture, of_duels, report, rival_of, study_of, worth
from bench.exploiter import GUESSING, SAMPLES, TIMES
from protocol.ids import Seat
from server.bots.power.variations import Plan
from server.games.power.state import PowerState

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
    with_samples = best_reply(study_of(state, other, seed, searching), samples)
    with_all = best_reply(study_of(state, other, seed, searching), known, [with_samples])
    return Gains(
        worth(study, mixture(state, other, seed, TIMES * seconds), known) - usual,
        worth(study, [(with_samples, 1.0)], known) - usual,
        worth(study, [(with_all, 1.0)], known) - usual,
    )


def of_one(mixed: Mixture) -> Mixture:
    """The same mixture, whose shares are one together."""
    total = sum(share for _, share in mixed)
    return [(plan, share / total) for plan, share in mixed]


def drawn(mixed: Mixture, random: Random) -> Plan:
    ((plan, _),) = random.choices(mixed, [share for _, share in mixed])
    return plan


def lines(found: Sequence[Gains]) -> list[str]:
    times, samples, knowledge = zip(*found, strict=True)
    return [
        f"{TIMES} times the time:       {report(times)}",
        f"{SAMPLES} sheets were seen:      {report(samples)}",
        f"all mixtures are known: {report(knowledge)}",
    ]


def main() -> None:
    assert __doc__
    print("\n".join(lines(of_duels(gains, "bench.reading", __doc__, games=6, seconds=1.0))))


if __name__ == "__main__":
    main()
