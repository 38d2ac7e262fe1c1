"""Who plays in the arena: a level, a level with a character (`captain:bold`), or a member of the pool."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from bench.play import Finished, Reading, Table, play
from bench.pool import MEMBERS, think_as
from protocol.events import PhaseOpened
from protocol.ids import Lines, Seat, SheetKey
from server.bots import LEVELS, roster, think
from server.bots.assignment import PastPhase
from server.games import GAMES


def levels(game: str) -> tuple[str, ...]:
    return LEVELS[game]


def ours(game: str) -> tuple[str, ...]:
    """The levels, and each level with each character that it has."""
    characters = roster(game).characters
    found = [f"{level}:{each}" for level in LEVELS[game] for each in characters.get(level, ())]
    return (*LEVELS[game], *found)


def pool(game: str) -> tuple[str, ...]:
    """The members of the pool; a new game has none."""
    return tuple(MEMBERS.get(game, ()))


def is_known(game: str, name: str) -> bool:
    return name in pool(game) or name in ours(game)


def write_as(
    game: str,
    name: str,
    view: Any,
    owed: tuple[SheetKey, ...],
    seed: int,
    seconds: float,
    past: Sequence[PastPhase] = (),
) -> dict[SheetKey, Lines]:
    """The sheets of a contestant. The same seed gives the same sheets, unless it uses all its time."""
    if name in pool(game):
        return think_as(game, name, view, owed, seed, seconds, [phase.sheets for phase in past])
    level, _, character = name.partition(":")
    return think(game, level, view, owed, seed, seconds, character or None, tuple(past))


class BotHolder:
    """A contestant at a seat. It remembers the phases that a bot at a table would remember."""

    def __init__(self, game: str, name: str, seat: Seat, place: int, lot: int, seconds: float) -> None:
        self._game = game
        self._name = name
        self._seat = seat
        self._place = place
        self._lot = lot
        self._seconds = seconds
        self._remembered = roster(game).remembered
        self._past: tuple[PastPhase, ...] = ()

    async def write(self, phase: PhaseOpened, view: Any) -> Mapping[SheetKey, Lines]:
        return self.think(phase, view, seed_of(self._lot, phase.phase, self._place))

    def think(self, phase: PhaseOpened, view: Any, seed: int) -> dict[SheetKey, Lines]:
        """What it would write with this seed."""
        owed = phase.owing[self._seat]
        return write_as(self._game, self._name, view, owed, seed, self._seconds, self._past)

    def hear(self, reading: Reading) -> None:
        if not self._remembered:
            return
        phase, game = reading.phase, GAMES[self._game]
        sheets = shown_sheets(reading, self._seat)
        read = PastPhase(phase.phase, phase.key, game.view(reading.before, self._seat), sheets)
        self._past = (*self._past, read)[-self._remembered :]


def shown_sheets(reading: Reading, seat: Seat) -> dict[SheetKey, Lines]:
    """The sheets of a phase that this seat is shown: of a private one only its own."""
    own = reading.phase.owing.get(seat, ())
    return {
        sheet: lines for sheet, lines in reading.sheets.items() if sheet in own or not reading.phase.private
    }


def seed_of(lot: int, phase: int, place: int) -> int:
    """The same for whoever sits at that place, so that contestants are compared by the same chance."""
    return (lot * 100_000 + phase) * 10 + place


def play_contestants(table: Table, names: Sequence[str], seconds: float = 2.0) -> Finished:
    """A game among these, in the order of the seating."""
    game = GAMES[table.game]
    seats = game.seating(game.read_options(table.options))
    holders = {
        seat: BotHolder(table.game, name, seat, place, table.lot, seconds)
        for place, (seat, name) in enumerate(zip(seats, names, strict=True))
    }
    return asyncio.run(play(table, holders))
