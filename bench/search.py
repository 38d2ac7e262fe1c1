"""How many sheets the general of POWER tries in the time of a decision, beside the general of November 2026.

Both are counted in one run and by the time of the processor, so that the ratio holds on a busy machine too.
"""

from random import Random
from time import process_time

from bench.pool.power_2026_11.general import SAMPLES
from bench.pool.power_2026_11.general import Search as OldSearch
from protocol.ids import Lines, SheetKey
from server.bots import think
from server.bots.assignment import Assignment
from server.bots.power.general import Search
from server.bots.power.study import Study
from server.games.dice import Dice
from server.games.power import POWER
from server.games.power.state import PowerOptions, PowerState

SECONDS = 2.0
ROUNDS = (0, 8, 16)


def after(rounds: int, players: int) -> PowerState:
    """The position after so many rounds between captains."""
    state = POWER.setup(PowerOptions(players=players), Dice(3))
    for number in range(rounds):
        sheets: dict[SheetKey, Lines] = {}
        for seat, owed in POWER.phase(state).owing.items():
            sheets |= think("power", "captain", POWER.view(state, seat), owed, number)
        state = POWER.resolve(state, sheets, Dice(0)).state
    return state


def tried_before(state: PowerState, seconds: float) -> int:
    view = POWER.view(state, next(iter(POWER.phase(state).owing)))
    end = process_time() + 0.95 * seconds
    search = OldSearch(view, view.armies, Random(1), lambda: process_time() >= end)
    search.run(2 * SAMPLES)
    return len(search.tried)


def tried_now(state: PowerState, seconds: float) -> int:
    view = POWER.view(state, next(iter(POWER.phase(state).owing)))
    search = Search(Study(Assignment(view, view.armies, Random(1), seconds), clock=process_time))
    search.run()
    return search.tried


def main() -> None:
    print(f"POWER: sheets that a general tries in {SECONDS} s")
    print("  players  round   before      now   ratio")
    ratios = []
    for players in (2, 4):
        for rounds in ROUNDS:
            state = after(rounds, players)
            if state.over:
                continue
            before, now = tried_before(state, SECONDS), tried_now(state, SECONDS)
            ratios.append(now / before)
            print(f"  {players:7} {rounds + 1:6} {before:8,} {now:8,}  {ratios[-1]:6.1f}", flush=True)
    print(f"  {sum(ratios) / len(ratios):.1f} times as many on average")


if __name__ == "__main__":
    main()
