"""Bots against each other, on every core: `make arena`. A draw is not a win."""

import argparse
import os
from collections.abc import Sequence
from math import sqrt
from multiprocessing import Pool
from time import perf_counter

from msgspec import Struct

from protocol.ids import Lines, SheetKey
from server.bots import LEVELS, think
from server.games.dice import Dice
from server.games.power import POWER
from server.games.power.state import PowerOptions

ROUNDS = 60
"""Then comes P-END-3: the last round, and the most power wins."""
WANTED = 0.8


class Match(Struct, frozen=True):
    """One game to be played: who sits where."""

    number: int
    levels: tuple[str, ...]
    """By seat, in the order of the seating."""
    strong: int
    """Which of the seats is the stronger's."""
    rounds: int
    seconds: float


class Played(Struct, frozen=True):
    won: bool
    """By the stronger of the pair."""
    drawn: bool
    ending: str
    rounds: int
    slowest: float
    """The longest time, in seconds, that a decision took."""


class Pairing(Struct, frozen=True):
    strong: str
    weak: str
    games: int


PAIRINGS = (Pairing("captain", "recruit", 200), Pairing("general", "captain", 60))


def play(match: Match) -> Played:
    options = PowerOptions(players=len(match.levels))
    state = POWER.setup(options, Dice(match.number))
    seats = POWER.seating(options)
    level = dict(zip(seats, match.levels, strict=True))
    dice, slowest = Dice(0), 0.0
    while not state.over:
        sheets: dict[SheetKey, Lines] = {}
        for at, (seat, owed) in enumerate(POWER.phase(state).owing.items()):
            start = perf_counter()
            seed = (match.number * 1000 + state.round) * 10 + at
            sheets |= think("power", level[seat], POWER.view(state, seat), owed, seed, match.seconds)
            slowest = max(slowest, perf_counter() - start)
        state = POWER.resolve(state, sheets, dice, last=state.round >= match.rounds).state
    won = state.winner == seats[match.strong]
    return Played(won, state.winner is None, state.ending, state.round - 1, slowest)


def matches(pairing: Pairing, rounds: int, seconds: float) -> list[Match]:
    """Sides are swapped every other game, on the same lot for the first referee."""
    return [
        Match(
            number // 2,
            (pairing.weak, pairing.strong) if number % 2 else (pairing.strong, pairing.weak),
            number % 2,
            rounds,
            seconds,
        )
        for number in range(pairing.games)
    ]


def wilson(won: int, games: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval for the share of games won."""
    if not games:
        return 0.0, 1.0
    share = won / games
    middle = share + z * z / (2 * games)
    spread = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return (middle - spread) / scale, (middle + spread) / scale


HEAD = "pairing               games   won  lost drawn   share  95 % interval  flags  rounds  slowest    time"


def report(pairing: Pairing, played: Sequence[Played], taken: float) -> str:
    won, drawn = sum(game.won for game in played), sum(game.drawn for game in played)
    low, high = wilson(won, len(played))
    decided = sum(game.ending == "last-side" for game in played) / len(played)
    rounds = sum(game.rounds for game in played) / len(played)
    slowest = max(game.slowest for game in played)
    name = f"{pairing.strong} - {pairing.weak}"
    return (
        f"{name:20} {len(played):6} {won:5} {len(played) - won - drawn:5} {drawn:5}  {won / len(played):6.1%}"
        f"  {low:6.1%}-{high:6.1%}  {decided:4.0%}  {rounds:6.1f}  {slowest:6.3f}s  {taken:5.0f}s"
    )


def _asked(arguments: argparse.Namespace) -> list[Pairing]:
    if not arguments.pairing:
        return [Pairing(p.strong, p.weak, arguments.games or p.games) for p in PAIRINGS]
    found = []
    for text in arguments.pairing:
        strong, _, weak = text.partition("-")
        games = next((p.games for p in PAIRINGS if (p.strong, p.weak) == (strong, weak)), 60)
        found.append(Pairing(strong, weak, arguments.games or games))
    return found


def _pairing(text: str) -> str:
    if not set(text.split("-")) <= set(LEVELS["power"]) or text.count("-") != 1:
        raise argparse.ArgumentTypeError(f"give two of {', '.join(LEVELS['power'])} as in general-captain")
    return text


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.arena", description=__doc__)
    parser.add_argument("--pairing", action="append", type=_pairing, help="for example general-captain")
    parser.add_argument("--games", type=int, help="games a pairing (200 and 60)")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="the last round of a game (%(default)s)")
    parser.add_argument("--seconds", type=float, default=0.2, help="a general's time (%(default)s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes (%(default)s)")
    arguments = parser.parse_args()
    print(f"POWER, two players, at most {arguments.rounds} rounds, a general thinks {arguments.seconds} s")
    print(HEAD, flush=True)
    with Pool(arguments.jobs) as pool:
        for pairing in _asked(arguments):
            start = perf_counter()
            games = matches(pairing, arguments.rounds, arguments.seconds)
            played = pool.map(play, games, chunksize=1)
            print(report(pairing, played, perf_counter() - start), flush=True)
    print('won: the first of the pair; a draw is not won; "flags": games won by flags, not on power')


if __name__ == "__main__":
    main()
