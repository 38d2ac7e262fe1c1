"""What becomes of flags that could be taken, in games of bots of POWER: `python -m bench.dangers`.

A flag is in danger if a rival with foot soldiers could be stronger on its HQ in the next round than those who
are there now. It is called beyond help instead if that rival could be stronger than all who could come. The
weights for many sides (`AMONG_MANY`) rest on these figures.
"""

import argparse
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random

from bench.processes import done_until, processes
from protocol.ids import Lines, SheetKey
from server.bots import think
from server.bots.power.outcome import Outcome, Position
from server.bots.power.position import Judge
from server.games.dice import Dice
from server.games.power import POWER
from server.games.power.state import PowerOptions, PowerState

ROUNDS = 60
SORTS = ("in danger", "beyond help")
FATES = ("taken at once", "owner wins", "captor wins")
FOREVER = float("inf")


def dangers(state: PowerState) -> Iterator[tuple[int, int, str]]:
    """The armies whose flags are in danger, the side that could take each, and how great the danger is."""
    position = Position(state)
    standing = Outcome(position, list(position.standing))
    for siege in Judge(position).sieges(standing):
        yield siege.army, siege.captor, SORTS[siege.is_lost]


def play(players: int, level: str, seconds: float, number: int) -> Counter[tuple[str, str]]:
    """One game: how many flags were in danger, and what became of them."""
    random = Random(number)
    state = POWER.setup(PowerOptions(players=players), Dice(number))
    met: list[tuple[str, str, str]] = []
    counted: Counter[tuple[str, str]] = Counter()
    while not state.over:
        position, before = Position(state), [*dangers(state)]
        sheets: dict[SheetKey, Lines] = {}
        for seat, owed in POWER.phase(state).owing.items():
            sheets |= think("power", level, POWER.view(state, seat), owed, random.getrandbits(32), seconds)
        state = POWER.resolve(state, sheets, Dice(0), last=state.round >= ROUNDS).state
        after = Position(state).flags
        for army, captor, sort in before:
            counted[sort, "all"] += 1
            counted[sort, FATES[0]] += after[army] != position.flags[army]
            met.append((sort, position.names[position.side[army]], position.names[captor]))
    for sort, owner, rival in met:
        counted[sort, FATES[1]] += state.winner == owner
        counted[sort, FATES[2]] += state.winner == rival
    return counted


def report(counted: Counter[tuple[str, str]]) -> Sequence[str]:
    head = f"{'flag':14} {'met':>6} " + " ".join(f"{fate:>14}" for fate in FATES)
    rows = []
    for sort in SORTS:
        count = counted[sort, "all"]
        shares = [f"{counted[sort, fate] / count:14.0%}" if count else f"{'-':>14}" for fate in FATES]
        rows.append(f"{sort:14} {count:6} " + " ".join(shares))
    return [head, *rows]


def main() -> None:
    assert __doc__
    parser = argparse.ArgumentParser(prog="python -m bench.dangers", description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, default=4, choices=(2, 3, 4), help="(%(default)s)")
    parser.add_argument("--level", default="general", help="who plays (%(default)s)")
    parser.add_argument("--games", type=int, default=100, help="(%(default)s)")
    parser.add_argument("--seconds", type=float, default=0.05, help="time for a decision (%(default)s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (%(default)s)")
    asked = parser.parse_args()
    run = partial(play, asked.players, asked.level, asked.seconds)
    total: Counter[tuple[str, str]] = Counter()
    with processes(asked.jobs) as executor:
        for counted in done_until(run, range(asked.games), executor, asked.jobs, FOREVER):
            total.update(counted)
    print("\n".join(report(total)))


if __name__ == "__main__":
    main()
