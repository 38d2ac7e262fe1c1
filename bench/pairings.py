"""One pairing after the other, a row each: the first of the pair goes round the table of the other."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from bench.encounters import Encounter, Met, meet, places_of
from bench.intervals import wilson
from bench.tables import TABLE

USUAL_GAMES = 60
"""Games of a pairing of which nothing else is said."""
DECIDED = ("last-side", "terrain", "supremacy", "city", "alone", "broken")
"""The endings that are not those of a limit."""
HEAD = (
    "pairing                                   games   won  lost drawn   share  95 % interval"
    "  decided  phases  slowest    time  won by"
)


class Pairing(Struct, frozen=True):
    strong: str
    weak: str
    games: int = USUAL_GAMES
    game: str = "power"
    players: int = 0
    """How many sit at the table; 0 is the usual number."""

    @property
    def seats(self) -> int:
        return self.players or TABLE[self.game]


def matches(pairing: Pairing, rounds: int, seconds: float) -> list[Encounter]:
    """The stronger goes round the table, on the same lot for the first referee, or the same dice."""
    places = places_of(pairing.game, pairing.seats)
    found = []
    for number in range(pairing.games):
        lot, place = divmod(number, places)
        if pairing.strong == pairing.weak:
            lot = number  # the same game otherwise, seen from every seat
        found.append(
            Encounter(pairing.game, pairing.seats, pairing.strong, pairing.weak, place, lot, seconds, rounds)
        )
    return found


def play(match: Encounter) -> Met:
    return meet(match)


def report(pairing: Pairing, played: Sequence[Met], taken: float) -> str:
    games, won, drawn = len(played), sum(met.won for met in played), sum(met.drawn for met in played)
    low, high = wilson(won, games)
    decided = sum(met.ending in DECIDED for met in played) / games
    phases, slowest = sum(met.phases for met in played) / games, max(met.slowest for met in played)
    others = pairing.seats - 1
    name = f"{pairing.game} {pairing.strong} - {f'{others} ' if others > 1 else ''}{pairing.weak}"
    endings = Counter(met.ending for met in played if met.won)
    return (
        f"{name:40} {games:6} {won:5} {games - won - drawn:5} {drawn:5}  {won / games:6.1%}"
        f"  {low:6.1%}-{high:6.1%}  {decided:7.0%}  {phases:6.1f}  {slowest:6.3f}s  {taken:5.0f}s"
        f"  {', '.join(f'{ending} {count}' for ending, count in sorted(endings.items()))}"
    )
