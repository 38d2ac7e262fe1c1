"""Games of POWER between bots of the server, position by position, for whoever learns or counts from them."""

import argparse
import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import TypeVar

from bench.play import ROUNDS
from bench.processes import done_until, processes
from protocol.ids import Lines, SheetKey
from server.bots import think
from server.games.dice import Dice
from server.games.power import POWER
from server.games.power.state import PowerOptions, PowerState

Done = TypeVar("Done")
FOREVER = float("inf")


def play_as_asked(
    module: str, title: str, play: Callable[[int, str, float, int], Done], games: int, seconds: float
) -> Iterator[Done]:
    """What comes of each game that the command line asks for: its players, a level, its time, its number."""
    parser = argparse.ArgumentParser(prog=f"python -m {module}", description=title)
    parser.add_argument("--players", type=int, default=4, choices=(2, 3, 4), help="(%(default)s)")
    parser.add_argument("--level", default="general", help="who is looked at (%(default)s)")
    parser.add_argument("--games", type=int, default=games, help="(%(default)s)")
    parser.add_argument("--seconds", type=float, default=seconds, help="time for a decision (%(default)s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (%(default)s)")
    asked = parser.parse_args()
    run = partial(play, asked.players, asked.level, asked.seconds)
    with processes(asked.jobs) as executor:
        yield from done_until(run, range(asked.games), executor, asked.jobs, FOREVER)


def positions(players: int, levels: Sequence[str], number: int, seconds: float) -> Iterator[PowerState]:
    """All positions of one game, the last one included. The lot gives each seat one of these levels."""
    random = Random(number)
    state = POWER.setup(PowerOptions(players=players), Dice(number))
    level = {seat: random.choice(levels) for seat in POWER.phase(state).owing}
    yield state
    while not state.over:
        sheets: dict[SheetKey, Lines] = {}
        for seat, owed in POWER.phase(state).owing.items():
            view = POWER.view(state, seat)
            sheets |= think("power", level[seat], view, owed, random.getrandbits(32), seconds)
        state = POWER.resolve(state, sheets, Dice(0), last=state.round >= ROUNDS).state
        yield state
