"""How people have done against each other, computed from the finished games of this server."""

from collections.abc import Iterable

from msgspec import Struct

from protocol.answer_parts import StandingLine
from protocol.answers import Standings
from protocol.events import GameEnded
from protocol.ids import Seat
from protocol.vocabulary import FAULT, PUT_AWAY
from server.names import skeleton

UNDECIDED = (FAULT, PUT_AWAY, "deserted")
"""The reasons of ends that say nothing about the players."""


class FinishedGame(Struct, frozen=True):
    game: str
    people: dict[Seat, str]
    """The names of those who are no bots, by their seats."""
    ended: GameEnded


class Results:
    """All finished games, found by the people who played in them. Two alike names are one person."""

    def __init__(self) -> None:
        self._games: dict[str, FinishedGame] = {}
        self._tables: dict[str, set[str]] = {}
        """The tables at which each person has finished a game, by what the name looks like."""

    def add(self, table: str, finished: FinishedGame) -> None:
        """Add the game of a table, or replace what was known of it."""
        self.remove(table)
        if finished.people and finished.ended.reason not in UNDECIDED:
            self._games[table] = finished
            for person in _persons(finished.people.values()):
                self._tables.setdefault(person, set()).add(table)

    def remove(self, table: str) -> None:
        """A ruling has taken the end of this game back, or it is not known."""
        finished = self._games.pop(table, None)
        for person in _persons(finished.people.values()) if finished else ():
            self._tables[person].discard(table)

    def of(self, game: str, people: Iterable[str]) -> Standings:
        """The standings in the games in which none but these people played, and at least two of them.

        For one person alone, they are those of the games against bots.
        """
        names = {skeleton(name): name for name in people}
        tables = set().union(*(self._tables.get(person, ()) for person in names))
        least = min(2, len(names))
        counted = [
            finished
            for finished in (self._games[table] for table in sorted(tables))
            if finished.game == game and least <= len(finished.people)
            if _persons(finished.people.values()) <= names.keys()
        ]
        lines = [_line(name, person, counted) for person, name in names.items()]
        lines.sort(key=lambda line: (-line.won, -line.shared, -line.drawn, line.name))
        return Standings(lines=tuple(line for line in lines if line.games), games=len(counted))


def _persons(names: Iterable[str]) -> set[str]:
    return {skeleton(name) for name in names}


def _line(name: str, person: str, games: Iterable[FinishedGame]) -> StandingLine:
    """Add up what this person has done in these games."""
    line = StandingLine(name=name, games=0)
    for finished in games:
        for seat, other in finished.people.items():
            if skeleton(other) == person:
                line = _with(line, seat, finished.ended)
    return line


def _with(line: StandingLine, seat: Seat, ended: GameEnded) -> StandingLine:
    figures = dict(line.figures)
    for word, figure in ended.figures.get(seat, {}).items():
        figures[word] = figures.get(word, 0) + figure
    return StandingLine(
        name=line.name,
        games=line.games + 1,
        won=line.won + (seat in ended.winners),
        shared=line.shared + (seat in ended.partial),
        drawn=line.drawn + (not ended.winners),
        rounds=line.rounds + ended.rounds,
        figures=figures,
    )
