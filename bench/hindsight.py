"""What a side of POWER would gain by knowing how its rivals write: `python -m bench.hindsight`.

In positions of games of bots, several players write for one seat while all other seats are held by one level:
the general, the marshal, and one who has seen how that level writes there with other seeds, and answers that
(`bench/exploiter.py`). Each sheet then meets what the level writes with seeds that nobody has seen. The
difference to the last row is what better guesses could bring; the marshal's foresight rests on it.
"""

from collections.abc import Mapping, Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev

from bench.exploiter import answer
from bench.power_games import play_as_asked, positions
from protocol.ids import Lines, Seat, SheetKey
from protocol.views.power import ARMIES
from server.bots import think
from server.bots.assignment import Assignment
from server.bots.power.families import read_lines
from server.bots.power.outcome import Position
from server.bots.power.position import Judge
from server.games.api import Sheets
from server.games.power import POWER
from server.games.power.state import PowerState

ROUNDS = (3, 6, 9, 14)
"""The rounds of each game that are looked at."""
SEEN, UNSEEN = 7, 8
"""How often the others write for the one who answers them, and how often for the comparison."""
WRITERS = ("general", "marshal")
KNOWING = "who has seen it"
PLAYERS = ("general", "general", "marshal")
"""Who plays the games, by lot, in little time."""
PLAYING = 0.05

Worths = Mapping[str, float]
"""The chance to win after the round, for each who wrote."""


def others(state: PowerState, seat: Seat, level: str, seed: int, seconds: float) -> Sheets:
    """What all others write with this seed."""
    sheets: dict[SheetKey, Lines] = {}
    for other, owed in POWER.phase(state).owing.items():
        if other != seat:
            sheets |= think("power", level, POWER.view(state, other), owed, seed, seconds)
    return sheets


def worth(state: PowerState, seat: Seat, mine: Sheets, replies: Sequence[Sheets]) -> float:
    """The seat's mean chance to win after the round, if one of these replies comes."""
    position = Position(state)
    judge, side = Judge(position), position.names.index(seat)
    outcomes = [
        position.resolve(
            [position.read(ARMIES.index(army), read_lines(lines, army)) for army, lines in sheets.items()]
        )
        for sheets in ({**mine, **reply} for reply in replies)
    ]
    return fmean(judge.chance(outcome, side) for outcome in outcomes)


def compare(state: PowerState, seat: Seat, level: str, seconds: float) -> Worths:
    owed, view = POWER.phase(state).owing[seat], POWER.view(state, seat)
    written: dict[str, Sheets] = {
        writer: think("power", writer, view, owed, state.round, seconds) for writer in WRITERS
    }
    drawn = [others(state, seat, level, seed, seconds) for seed in range(SEEN + UNSEEN)]
    written[KNOWING] = answer(Assignment(view, owed, Random(state.round), seconds), drawn[:SEEN])
    return {name: worth(state, seat, mine, drawn[SEEN:]) for name, mine in written.items()}


def play(players: int, level: str, seconds: float, number: int) -> list[Worths]:
    """One game, and what is found in some of its positions."""
    states = [*positions(players, PLAYERS, number, PLAYING)]
    found = []
    for at in ROUNDS:
        if at < len(states) - 2:
            seats = [*POWER.phase(states[at]).owing]
            found.append(compare(states[at], seats[(number + at) % len(seats)], level, seconds))
    return found


def report(found: Sequence[Worths]) -> list[str]:
    rows = [f"{len(found)} positions", f"{'writes':16} {'chance':>7} {'more than a general':>20}"]
    for name in (*WRITERS, KNOWING):
        more = [each[name] - each[WRITERS[0]] for each in found]
        error = stdev(more) / sqrt(len(more)) if len(more) > 1 else 0.0
        rows.append(
            f"{name:16} {fmean(each[name] for each in found):7.4f} {fmean(more):+11.4f} ± {error:.4f}"
        )
    return rows


def main() -> None:
    assert __doc__
    played = play_as_asked("bench.hindsight", __doc__.splitlines()[0], play, 8, 0.4)
    print("\n".join(report([worths for game in played for worths in game])))


if __name__ == "__main__":
    main()
