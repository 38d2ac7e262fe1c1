"""Skirmishes of Zargo's Lords among bots: who wins, and with which people. `make arena` plays them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec import Struct

from bench.contestants import play_contestants
from bench.play import Table
from protocol.views.zargos_lords.words import PEOPLES, People

PAIRS: tuple[str, ...] = tuple(one + other for one, other in combinations(PEOPLES, 2))
"""The six pairs of peoples."""
GAMES = 60
"""Skirmishes of captains for each pair."""


class Skirmish(Struct, frozen=True):
    """A skirmish that has been played."""

    pair: str
    winner: People | None
    """None if it is a draw."""
    ending: str
    month: int
    slowest: float
    """The longest time, in seconds, that a sheet took."""


def play_skirmish(number: int, pair: str, levels: Sequence[str]) -> Skirmish:
    """The levels are those of the two peoples, in this order. Who lives where falls by lot."""
    played = play_contestants(table_of(number, pair), levels)
    state = played.state
    return Skirmish(pair, state.winner, state.ending, state.month, max(played.slowest.values()))


def table_of(number: int, pair: str) -> Table:
    return Table("zargos_lords", {"skirmish": True, "peoples": pair}, number)


def pair_of(lot: int) -> str:
    """The pairs take turns."""
    return PAIRS[lot % len(PAIRS)]


def captains(games: int) -> list[tuple[int, str]]:
    """The skirmishes that compare the peoples: so many of each pair."""
    return [(number, pair) for pair in PAIRS for number in range(games)]


def play_captains(game: tuple[int, str]) -> Skirmish:
    number, pair = game
    return play_skirmish(number, pair, ("captain", "captain"))


def report_pairs(played: Sequence[Skirmish], taken: float) -> str:
    """How often each people won against each other, and how many skirmishes were decided at all."""
    return "\n".join(_report_lines(played, taken))


def _report_lines(played: Sequence[Skirmish], taken: float) -> Iterator[str]:
    drawn = sum(game.winner is None for game in played)
    slowest = max(game.slowest for game in played)
    yield (
        f"zargos_lords, skirmishes of captains, {len(played)} games: {1 - drawn / len(played):.0%} decided;"
        f" slowest sheet {slowest:.3f} s; {taken:.0f} s"
    )
    for pair in PAIRS:
        games = [game for game in played if game.pair == pair]
        if games:
            won = Counter(game.winner for game in games)
            yield (
                f"  {pair[0]} - {pair[1]}  {len(games)} games:  {pair[0]} {won[pair[0]]}"
                f"  {pair[1]} {won[pair[1]]}  drawn {won[None]}"
            )
    for people in PEOPLES:
        games = [game for game in played if people in game.pair]
        if games:
            won_by = sum(game.winner == people for game in games)
            yield f"  {people} won {won_by} of {len(games)} ({won_by / len(games):.0%})"
