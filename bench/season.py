"""Everybody against everybody: which games are played, and how the time is shared out among them."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from time import perf_counter

from msgspec import Struct

from bench.contestants import levels, ours, pool
from bench.crosstable import Crosstable
from bench.encounters import lot_by_lot, meet, places_of
from bench.pool.outsiders import OUTSIDERS
from bench.processes import Executor, done_until
from server.games import GAMES

LENGTH = {"power": 8, "strategiksa": 3, "zargos": 1, "zargos_lords": 2, "argad": 5}
"""About how long a game takes if slow levels have half a second, by which the time is shared out."""


class Division(Struct, frozen=True):
    """A game at tables of one size, and who meets whom there."""

    game: str
    players: int
    places: int
    """How many win or lose: the seats, or the sides where several seats are one."""
    pairs: tuple[tuple[str, str], ...]
    """Who sits alone, and who at all other places."""

    @property
    def title(self) -> str:
        return f"{self.game}, {self.players} players"

    @property
    def round(self) -> int:
        """How many games it takes until every pair has met on one lot."""
        return self.places * len(self.pairs)

    @property
    def length(self) -> int:
        """About how long a round takes, compared with others."""
        return self.round * LENGTH.get(self.game, 1)


def divisions(games: Sequence[str], players: Sequence[int], *, is_quick: bool) -> list[Division]:
    """All tables of these games. A quick season has only the smallest and the largest tables."""
    return [
        division(game, number, is_quick=is_quick)
        for game in games
        for number in sizes(game, is_quick=is_quick)
        if not players or number in players
    ]


def sizes(game: str, *, is_quick: bool) -> list[int]:
    numbers = [*GAMES[game].players]
    return [numbers[0], numbers[-1]] if is_quick else numbers


def division(game: str, players: int, *, is_quick: bool) -> Division:
    """At the smallest tables all meet all. At larger ones a level or a character sits alone.

    A quick season has no characters, no games among members of the pool, and no outsiders at larger tables.
    """
    places = places_of(game, players)
    own = levels(game) if is_quick else ours(game)
    is_small = players == min(GAMES[game].players)
    others = [name for name in pool(game) if is_small or not is_quick or name not in OUTSIDERS]
    if places == 2:
        pairs = combinations([*own, *others], 2)
        wanted = [pair for pair in pairs if (is_small and not is_quick) or pair[0] in own]
    else:
        wanted = [(lone, rest) for lone in own for rest in [*levels(game), *others] if lone != rest]
        wanted += [(lone, rest) for lone in others for rest in levels(game)] if is_small else []
    return Division(game, players, places, tuple(wanted))


def play_season(
    season: Sequence[Division], games: int, seconds: float, executor: Executor, jobs: int, end: float
) -> Iterator[tuple[Division, Crosstable]]:
    """Each division gets a part of the time that is left, by the length of one of its rounds.

    Games that are under way when its time is over are played to their end. So those with the longest games
    come last, and take no time from others.
    """
    ordered = sorted(season, key=lambda each: LENGTH.get(each.game, 1) * each.players)
    for number, each in enumerate(ordered):
        left = sum(other.length for other in ordered[number:])
        now = perf_counter()
        until = now + (end - now) * each.length / left
        encounters = lot_by_lot(each.game, each.players, each.pairs, games, seconds)
        met = [*done_until(meet, encounters, executor, jobs, until)]
        met.sort(key=lambda one: (one.encounter.lone, one.encounter.rest, one.encounter.lot))
        yield each, Crosstable(each.title, each.places, met)
