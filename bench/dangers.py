"""What becomes of flags that could be taken, in games of bots of POWER: `python -m bench.dangers`.

A flag is in danger if a rival with foot soldiers could be stronger on its HQ in the next round than those who
are there now. It is called beyond help instead if that rival could be stronger than all who could come. The
weights for many sides (`AMONG_MANY`) rest on these figures.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from bench.power_games import play_as_asked, positions
from protocol.views.power import ARMIES
from server.bots.power.outcome import Outcome, Position
from server.bots.power.position import Judge, Siege

SORTS = ("in danger", "beyond help")
FATES = ("taken at once", "owner wins", "captor wins")


def sieges(position: Position) -> list[Siege]:
    """The flags that could be taken in the next round."""
    return Judge(position).sieges(Outcome(position, list(position.standing)))


def play(players: int, level: str, seconds: float, number: int) -> Counter[tuple[str, str]]:
    """One game: how many flags were in danger, and what became of them."""
    met: list[tuple[str, str, str]] = []
    counted: Counter[tuple[str, str]] = Counter()
    states = [*positions(players, (level,), number, seconds)]
    for state, after in pairwise(states):
        position = Position(state)
        for siege in sieges(position):
            sort, owner = SORTS[siege.is_lost], ARMIES[siege.army]
            counted[sort, "all"] += 1
            counted[sort, FATES[0]] += state.flags[owner] != after.flags[owner]
            met.append((sort, position.names[siege.side], position.names[siege.captor]))
    for sort, owner, rival in met:
        counted[sort, FATES[1]] += states[-1].winner == owner
        counted[sort, FATES[2]] += states[-1].winner == rival
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
    total: Counter[tuple[str, str]] = Counter()
    for counted in play_as_asked("bench.dangers", __doc__.splitlines()[0], play, 100, 0.05):
        total.update(counted)
    print("\n".join(report(total)))


if __name__ == "__main__":
    main()
