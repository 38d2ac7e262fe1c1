"""One game at a table without a server: whoever holds a seat is asked for its sheets, phase after phase.

Any game of `server.games` is played by this loop, and anybody can sit down: a level, a member of the pool, or
a program (bench/programs.py).
"""

from collections.abc import Mapping
from time import perf_counter
from typing import Any, Protocol

from msgspec import Struct

from protocol.events import PhaseOpened
from protocol.ids import Lines, Seat, SheetKey
from server.games import GAMES
from server.games.api import Outcome, Resolution, Sheets
from server.games.dice import Dice
from server.table.stream import phase_event

ROUNDS = 60
"""Then comes the last round, in games that the server ends after a time (P-END-3)."""


class Holder(Protocol):
    """Whoever holds a seat."""

    async def write(self, phase: PhaseOpened, view: Any) -> Mapping[SheetKey, Lines]:
        """The sheets that the seat owes in this phase."""
        ...

    def hear(self, reading: "Reading") -> None:
        """A phase has been read. Whoever listens takes only what the seat may know."""
        ...


class Reading(Struct, frozen=True):
    """A phase whose sheets have been read, with all of it that anybody may know."""

    phase: PhaseOpened
    before: Any
    """The state in which the phase opened."""
    sheets: Sheets
    resolution: Resolution


class Table(Struct, frozen=True):
    """A game that is to be played."""

    game: str
    options: Mapping[str, Any]
    lot: int
    """The same lot is the same beginning and the same dice."""
    rounds: int = ROUNDS
    opening: Mapping[SheetKey, Lines] = {}
    """Sheets of the first phase that are written already, whatever the holders would write."""


class Finished(Struct, frozen=True):
    """A game that has been played."""

    state: Any
    outcome: Outcome
    phases: int
    slowest: Mapping[Seat, float]
    """The longest time, in seconds, that each seat took for a decision."""
    present: tuple[frozenset[Seat], ...] = ()
    """For each phase, the seats that still had a part in the game."""


async def play(table: Table, holders: Mapping[Seat, Holder]) -> Finished:
    game = GAMES[table.game]
    options = game.read_options(table.options)
    state, dice = game.setup(options, Dice(table.lot)), Dice(table.lot + 1_000_000)
    number, slowest, present = 0, dict.fromkeys(holders, 0.0), list[frozenset[Seat]]()
    while game.phase(state).owing:
        number += 1
        is_last = game.limit(options) is not None and number >= table.rounds
        phase = phase_event(number, game.phase(state), last=is_last)
        present.append(frozenset((*phase.owing, *phase.waiting)))
        sheets: dict[SheetKey, Lines] = {}
        for seat in phase.owing:
            start = perf_counter()
            sheets |= await holders[seat].write(phase, game.view(state, seat))
            slowest[seat] = max(slowest[seat], perf_counter() - start)
        if number == 1:
            sheets |= table.opening
        reading = Reading(phase, state, sheets, game.resolve(state, sheets, dice, last=is_last))
        state = reading.resolution.state
        for holder in holders.values():
            holder.hear(reading)
    outcome = game.outcome(state)
    assert outcome
    return Finished(state, outcome, number, slowest, tuple(present))
