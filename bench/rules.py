"""How many rounds of POWER one process resolves in a second, and how that grows with the pieces."""

from time import perf_counter

from bench.corpus import rounds
from server.games.api import Sheets
from server.games.dice import Dice
from server.games.power import POWER
from server.games.power.state import PowerState


def rate(corpus: list[tuple[PowerState, Sheets]], repeats: int = 3) -> float:
    """Rounds a second: the best of a few passes, which is the one the machine disturbed least."""
    best = float("inf")
    for _ in range(repeats):
        start = perf_counter()
        for state, sheets in corpus:
            POWER.resolve(state, sheets, Dice(0))
        best = min(best, perf_counter() - start)
    return len(corpus) / best


def count(corpus: list[tuple[PowerState, Sheets]]) -> float:
    total = sum(
        sum(stack) for state, _ in corpus for places in state.pieces.values() for stack in places.values()
    )
    return total / len(corpus)


def main() -> None:
    print("POWER rounds resolved in one process")
    corpus = rounds(2000)
    events = sum(len(POWER.resolve(state, sheets, Dice(0)).story) for state, sheets in corpus)
    print(
        f"  2,000 varied rounds, {count(corpus):.0f} pieces and {events / 2000:.0f} events a round on average"
    )
    print(f"  {rate(corpus):,.0f} rounds a second")
    print("  pieces a round -> microseconds a round")
    for crowd in (1, 2, 4, 8):
        crowded = rounds(500, crowd=crowd)
        print(f"  {count(crowded):8.0f} -> {1e6 / rate(crowded):.0f}")
