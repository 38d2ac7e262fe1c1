"""How many sheets the general of POWER tries in the time of a decision, beside the general of November 2026.

A general of today tries each sheet against more guesses than that of November did. So the bare fast path is
measured besides: the same sheets against the same guesses, resolved and judged by both. All is counted in one
run and by the time of the processor, so that the ratios hold on a busy machine too.
"""

from collections.abc import Callable
from random import Random
from time import process_time

from bench.pool.power_2026_11.general import SAMPLES
from bench.pool.power_2026_11.general import Search as OldSearch
from protocol.ids import Lines, SheetKey
from server.bots import think
from server.bots.assignment import Assignment
from server.bots.power.general import Search
from server.bots.power.study import Study
from server.bots.power.weights import BY_HAND
from server.games.dice import Dice
from server.games.power import POWER
from server.games.power.state import PowerOptions, PowerState
from server.garbage import unsearched

SECONDS = 2.0
SHEETS = 400
GUESSES = 6
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
    with unsearched():  # as the level does
        search = Search(Study(Assignment(view, view.armies, Random(1), seconds), BY_HAND, process_time))
        search.run()
    return search.tried


def paths(state: PowerState) -> tuple[float, float]:
    """How many sheets each of the two resolves and judges in a second, against the same guesses."""
    view = POWER.view(state, next(iter(POWER.phase(state).owing)))
    study = Study(Assignment(view, view.armies, Random(1), 1.0), BY_HAND, lambda: 0.0)
    search = Search(study)
    guesses = study.combined(search.pools, GUESSES)[:GUESSES]
    plans = [study.me.campaign(0.5)]
    while len(plans) < SHEETS:
        plan = study.me.variations.varied(plans[-1])
        plans += [plan] if plan not in plans else []
    lines = [dict(study.lines(each)) for each in plans]
    others = [dict(study.lines(guess.sheets)) for guess in guesses]
    old = OldSearch(view, view.armies, Random(1), lambda: False)
    start = process_time()
    for mine in lines:
        for sheets in others:
            old.score(mine, sheets)
    before = process_time() - start
    study.position.forget()
    sheets_read = [[read.sheet for read in each] for each in plans]
    start = process_time()
    for written in sheets_read:
        fresh = study.me.variations.plan(written)
        for guess in guesses:
            search.own.result(fresh, guess)
    return SHEETS / before, SHEETS / (process_time() - start)


def main() -> None:
    print(f"POWER: sheets resolved and judged in a second, each against {GUESSES} guesses")
    _compare(paths)
    print(f"POWER: sheets that a general tries in {SECONDS} s")
    _compare(lambda state: (tried_before(state, SECONDS), tried_now(state, SECONDS)))


def _compare(measure: Callable[[PowerState], tuple[float, float]]) -> None:
    print("  players  round   before      now   ratio")
    ratios = []
    for players in (2, 4):
        for rounds in ROUNDS:
            state = after(rounds, players)
            if state.over:
                continue
            before, now = measure(state)
            ratios.append(now / before)
            print(f"  {players:7} {rounds + 1:6} {before:8,.0f} {now:8,.0f}  {ratios[-1]:6.1f}", flush=True)
    print(f"  {sum(ratios) / len(ratios):.1f} times as many on average")


if __name__ == "__main__":
    main()
