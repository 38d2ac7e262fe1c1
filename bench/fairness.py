"""Whether a seat is favoured: one level against itself, and how often each seat wins or is out first.

    python -m bench.fairness --game power --level captain --players 4 --games 400

`p` is how often equal chances would spread the wins at least so unevenly; below 0.01 is not chance.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from multiprocessing import Pool
from time import perf_counter
from typing import Any

from msgspec import Struct

from bench.contestants import play_contestants
from bench.intervals import chance_of_spread
from bench.play import ROUNDS, Table
from bench.tables import seats_of
from protocol.ids import Seat
from server.bots import LEVELS
from server.games import GAMES
from server.games.api import AnyGame

LEAST_CHANCE = 0.01


class Contest(Struct, frozen=True):
    """One level against itself."""

    game: str
    level: str
    players: int
    options: dict[str, Any]
    seconds: float
    last_phase: int


class Contested(Struct, frozen=True):
    """A game that has been played."""

    winners: tuple[Seat, ...]
    first_out: tuple[Seat, ...]
    """The seats that were the first to have no more part in the game."""
    ending: str
    phases: int
    slowest: float
    """The longest time, in seconds, that a decision took."""


def play(contest: Contest, lot: int) -> Contested:
    table = Table(contest.game, {"players": contest.players, **contest.options}, lot, contest.last_phase)
    seats = seats_of(table)
    played = play_contestants(table, [contest.level] * len(seats), contest.seconds)
    outcome = played.outcome
    first = _first_out(seats, [*played.present, frozenset(outcome.winners or outcome.drawn)])
    slowest = max(played.slowest.values())
    return Contested(outcome.winners, first, outcome.reason, played.phases, slowest)


def _first_out(seats: Sequence[Seat], present: Sequence[AbstractSet[Seat]]) -> tuple[Seat, ...]:
    """The seats that had no more part from the earliest phase on; nobody if the end was the same for all."""
    left = {seat: max((n for n, here in enumerate(present) if seat in here), default=-1) for seat in seats}
    soonest = min(left.values())
    # Who was there until the last phase has lost with the game, and not before.
    return tuple(seat for seat in seats if left[seat] == soonest < len(present) - 2)


def share_out(groups: Iterator[tuple[Seat, ...]], seats: Sequence[Seat]) -> dict[Seat, float]:
    """How often each seat was among these, where those who shared count a part each."""
    counts = dict.fromkeys(seats, 0.0)
    for group in groups:
        for seat in group:
            counts[seat] += 1 / len(group)
    return counts


def report(contest: Contest, games: Sequence[Contested], taken: float) -> str:
    game: AnyGame = GAMES[contest.game]
    seats = game.seating(game.read_options({"players": contest.players, **contest.options}))
    endings = Counter(each.ending for each in games)
    lines = [
        f"{contest.game} {contest.level}, {contest.players} players, {len(games)} games, {taken:.0f} s; "
        f"phases {sum(each.phases for each in games) / len(games):.1f}, "
        f"slowest {max(each.slowest for each in games):.3f} s; "
        + ", ".join(f"{ending} {count / len(games):.0%}" for ending, count in endings.most_common()),
        _row("won", share_out((each.winners for each in games), seats)),
        _row("first out", share_out((each.first_out for each in games), seats)),
    ]
    return "\n".join(lines)


def _row(what: str, counts: dict[Seat, float]) -> str:
    chance = chance_of_spread(list(counts.values()))
    verdict = "within chance" if chance > LEAST_CHANCE else "NOT within chance"
    seats = "  ".join(f"{seat} {count:g}" for seat, count in counts.items())
    return f"  {what:10} {seats}  p = {chance:.4f}, {verdict}"


def _players_of(game: str, asked: list[int] | None) -> list[int]:
    known = list(GAMES[game].players)
    return [number for number in asked or known if number in known]


def measure(run: Callable[[int], Contested], contest: Contest, games: int, jobs: int) -> str:
    start = perf_counter()
    with Pool(jobs) as pool:
        played = pool.map(run, range(games), chunksize=1)
    return report(contest, played, perf_counter() - start)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.fairness", description=__doc__.splitlines()[0])
    parser.add_argument("--game", choices=[*LEVELS], default=next(iter(LEVELS)))
    parser.add_argument("--level", action="append", help="all of the game, if none is given")
    parser.add_argument("--players", action="append", type=int, help="every number, if none is given")
    parser.add_argument("--games", type=int, default=400, help="for each level and number (%(default)s)")
    parser.add_argument("--seconds", type=float, default=0.05, help="the time of a slow level (%(default)s)")
    parser.add_argument("--last-phase", type=int, default=ROUNDS, help="as an hour would (%(default)s)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=WORD")
    parser.add_argument("--jobs", type=int, default=1, help="processes (%(default)s)")
    asked = parser.parse_args()
    options = dict(option.split("=", 1) for option in asked.option)
    for level in asked.level or LEVELS[asked.game]:
        for players in _players_of(asked.game, asked.players):
            contest = Contest(asked.game, level, players, options, asked.seconds, asked.last_phase)
            print(measure(partial(play, contest), contest, asked.games, asked.jobs), flush=True)


if __name__ == "__main__":
    main()
