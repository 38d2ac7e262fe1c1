"""One contestant alone against another at all other places of a table, and what comes of it."""

from collections.abc import Iterator, Sequence
from random import Random

from msgspec import Struct

from bench.contestants import play_contestants
from bench.play import ROUNDS, Finished
from bench.tables import parties_of, seats_of, table_of
from protocol.ids import Seat


class Encounter(Struct, frozen=True):
    """A game that is to be played."""

    game: str
    players: int
    lone: str
    """Who sits alone, or leads one of the parties."""
    rest: str
    """Who sits at all other places."""
    place: int
    """Which of the places is the lone one's."""
    lot: int
    seconds: float = 0.2
    """How long a level may think that uses all the time it gets."""
    rounds: int = ROUNDS


class Met(Struct, frozen=True):
    """A game that has been played."""

    encounter: Encounter
    points: float
    """Of the lone one: 1 for a win; a draw is shared among those who drew."""
    drawn: bool
    ending: str
    phases: int
    slowest: float
    """The longest time, in seconds, that the lone one took for a decision."""

    @property
    def won(self) -> bool:
        return self.points > 0 and not self.drawn


def meet(encounter: Encounter) -> Met:
    table = table_of(encounter.game, encounter.players, encounter.lot, encounter.rounds)
    parties = parties_of(table)
    lone = parties[encounter.place]
    names = [encounter.lone if seat in lone else encounter.rest for seat in seats_of(table)]
    played = play_contestants(table, names, encounter.seconds)
    outcome, slowest = played.outcome, max(played.slowest[seat] for seat in lone)
    return Met(
        encounter,
        points_of(played, parties)[encounter.place],
        not outcome.winners,
        outcome.reason,
        played.phases,
        slowest,
    )


def points_of(played: Finished, parties: Sequence[tuple[Seat, ...]]) -> list[float]:
    """One point for each game, shared by the parties that have won it, or drawn it if nobody has won."""
    outcome = played.outcome
    best = {*(outcome.winners or outcome.drawn)} or {seat for party in parties for seat in party}
    shares = [bool(best & {*party}) for party in parties]
    return [share / sum(shares) for share in shares]


def places_of(game: str, players: int) -> int:
    """How many parties a table has: the seats, or the sides where several seats are one."""
    return len(parties_of(table_of(game, players, 0)))


def rotated(game: str, players: int, lone: str, rest: str, lot: int, seconds: float) -> list[Encounter]:
    """The same lot from every place, so that no place and no lot favours anybody."""
    return [
        Encounter(game, players, lone, rest, place, lot, seconds) for place in range(places_of(game, players))
    ]


def lot_by_lot(
    game: str, players: int, pairs: Sequence[tuple[str, str]], games: int, seconds: float
) -> Iterator[Encounter]:
    """At least so many games of each pair. Every pair meets on a lot before the next lot begins.

    Within a lot the order is left to chance, so that a run which is cut short has left out no pair more
    than others.
    """
    places = places_of(game, players)
    for lot in range(-(-games // places)):
        met = [each for lone, rest in pairs for each in rotated(game, players, lone, rest, lot, seconds)]
        Random(lot).shuffle(met)
        yield from met
