"""How good a reply a short search of a marshal of POWER finds: `python -m bench.replies`.

In positions of duels between bots, one side has a mixture that is known. The other side searches a reply for
a short time, once by changing single orders only, and once by sending pieces together as well. Told is how
far each stays behind the best reply that is known. Time is that of the processor, so that other work matters
little.
"""

from collections.abc import Sequence
from functools import partial
from statistics import fmean
from time import process_time
from typing import NamedTuple

from bench.best_reply import Mixture, mixture, of_duels, rival_of, study_of
from protocol.ids import Seat
from server.bots.power.response import Guess
from server.bots.power.study import Study
from server.games.power.state import PowerState

TIMES = (0.03, 0.06, 0.12, 0.24)
"""The time in seconds of each search."""
LONG = 1.0
"""The same of those that show what is to be had."""
WARMING = 0.1
"""What is known of sheets and stacks after a search of so many seconds helps those that are measured."""


class Behind(NamedTuple):
    """What the best known reply is better by than the one that was found in each of TIMES."""

    single: Sequence[float]
    """By changing single orders."""
    together: Sequence[float]
    """By sending pieces together as well."""


def behind(state: PowerState, seat: Seat, seed: int, seconds: float) -> Behind:
    other = rival_of(state, seat)
    known, unknowing = (mixture(state, each, seed, seconds) for each in (seat, other))
    found = [
        [_reply(study_of(state, other, seed, 1.0), unknowing, known, time, together=way) for time in TIMES]
        for way in (False, True)
    ]
    long = [
        _reply(study_of(state, other, seed, 1.0), unknowing, known, LONG, together=way)
        for way in (False, True)
    ]
    best = max(*long, *found[0], *found[1])
    single, together = ([best - worth for worth in each] for each in found)
    return Behind(single, together)


def _reply(study: Study, begin: Mixture, known: Mixture, seconds: float, *, together: bool) -> float:
    """The chance to win with the reply that is found in this time."""
    guesses = sorted((Guess((*plan,), share) for plan, share in known), key=lambda guess: -guess.weight)
    likeliest = sorted(begin, key=lambda pair: -pair[1])
    score = 0.0
    for time in (WARMING, seconds):
        end = process_time() + time
        search = study.response(study.me, partial(_is_over, end))
        search.moves_groups = together
        search.face(guesses)
        search.try_all((plan for plan, _ in likeliest), search.late)
        search.improve(search.late)
        score = sum(guess.weight * each for guess, each in zip(guesses, search.results, strict=True))
    return score / sum(guess.weight for guess in guesses)


def _is_over(end: float) -> bool:
    return process_time() >= end


def lines(found: Sequence[Behind]) -> list[str]:
    rows = [
        f"{time:8.2f} s {single:10.4f} {together:11.4f}"
        for time, single, together in zip(
            TIMES,
            map(fmean, zip(*(each.single for each in found), strict=True)),
            map(fmean, zip(*(each.together for each in found), strict=True)),
            strict=True,
        )
    ]
    return [
        f"{len(found)} positions: how far behind the best known reply",
        "      time     single    together",
        *rows,
    ]


def main() -> None:
    assert __doc__
    print("\n".join(lines(of_duels(behind, "bench.replies", __doc__, games=12, seconds=1.0))))


if __name__ == "__main__":
    main()
