"""A table as the lobby lists it, computed from a few of its facts."""

import time
from collections.abc import Iterable

import msgspec
from msgspec import Struct

from protocol.ids import Seat
from protocol.messages import TableLine
from protocol.vocabulary import GATHERING, OVER, PLAYING
from server.games import GAMES
from server.games.api import Options
from server.table import facts
from server.table.facts import Row

SHOWN_DAYS = 14
"""A table where nothing has happened for so many days is no longer listed."""


class Listing(Struct):
    """What the lobby knows of a table without loading all its facts."""

    id: str
    opened: facts.TableOpened
    seats: dict[Seat, str]
    stage: str = GATHERING
    people: set[Seat] = set()
    """The seats of players who are not bots."""
    here: int = 0
    """How many of them are connected."""
    at: float = 0.0
    """When something was last told at this table, as the time of day."""
    turn: tuple[Seat, ...] = ()
    """The seats that still owe a sheet. It is not known before the table is loaded."""
    phase: int = 0
    ended: facts.GameEnded | None = None
    """How the game ended, as the store has it."""

    def take(self, fact: facts.AnyFact) -> None:
        match fact:
            case facts.SeatTaken():
                self.seats[fact.seat] = fact.name
                (self.people.discard if fact.bot else self.people.add)(fact.seat)
            case facts.SeatLeft():
                self.seats[fact.seat] = ""
                self.people.discard(fact.seat)
            case facts.GameStarted():
                self.stage = PLAYING
            case facts.GameEnded():
                self.stage, self.ended = OVER, fact
            case facts.RolledBack() | facts.SheetsReread() | facts.PositionAmended():
                self.stage, self.ended = PLAYING, None  # a ruling takes the end of a game back

    def line(self) -> TableLine:
        return TableLine(
            id=self.id,
            name=self.opened.name,
            game=self.opened.game,
            free=tuple(seat for seat, name in self.seats.items() if not name),
            seats=len(self.seats),
            password=bool(self.opened.password),
            stage=self.stage,
            tournament=self.opened.tournament,
            players=tuple(self.seats[seat] for seat in self.seats if seat in self.people),
            here=self.here,
            quiet_for=self.quiet_for(),
            turn=self.turn,
            phase=self.phase,
        )

    def quiet_for(self) -> float:
        """For how many seconds nothing was told there, in whole minutes."""
        return 0.0 if self.here else max(0.0, time.time() - self.at) // 60 * 60

    @property
    def goes_on_alone(self) -> bool:
        """Whether this is a slow table in the middle of a game."""
        if self.stage != PLAYING:
            return False
        options: Options = msgspec.convert(self.opened.options, GAMES[self.opened.game].options_type)
        return options.is_slow

    @property
    def is_shown(self) -> bool:
        """Whether the list has this table. An old one is left out, but its letters still lead to it."""
        return self.stage != OVER and self.quiet_for() < SHOWN_DAYS * 86_400


def listing(table: str, rows: Iterable[Row]) -> Listing:
    first, *rest = rows
    assert isinstance(first.fact, facts.TableOpened)
    game = GAMES[first.fact.game]
    options = msgspec.convert(first.fact.options, game.options_type)
    found = Listing(table, first.fact, dict.fromkeys(game.seating(options), ""), at=first.at)
    for row in rest:
        found.take(row.fact)
        found.at = row.at
    return found
