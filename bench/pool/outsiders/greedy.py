"""The greedy planner: it gives every single order a score, writes the best one, and looks again.

A score is made of material, threat and distance; there is no plan behind it, and no guess at the others.
"""

from collections.abc import Iterator, Sequence
from random import Random

from bench.pool.outsiders.ledger import Ledger
from bench.pool.outsiders.paper import NEVER, POWER_OF, Paper, orders_to
from protocol.ids import Lines, SheetKey
from protocol.views.power import Army, Kind, Place, PowerView, headquarters, reserve
from server.games.api import Sheets
from server.games.power.board import REACH, TERRITORY

FEET = ("S", "R")
CADRE = ("S", "T", "D")
"""The small pieces that wait at home for a third of their kind."""
LEAST = 0.5
"""An order with less than this is not worth its line."""


def greedy(
    view: PowerView, sheets: tuple[SheetKey, ...], random: Random, seconds: float, past: Sequence[Sheets]
) -> dict[SheetKey, Lines]:
    paper = Paper(view, sheets)
    scores = Scores(paper)
    for army in paper.armies:
        write_best(paper, scores, army, random)
    return paper.lines()


def write_best(paper: Paper, scores: "Scores", army: Army, random: Random) -> None:
    while paper.room(army):
        grow(paper, army)
        found = [(score + random.random() / 10, move) for move, score in scores.moves(army)]
        best = max(found, default=None)
        if best is None or best[0] < LEAST or not paper.go(army, *best[1]):
            return


def grow(paper: Paper, army: Army) -> None:
    """Merge what can be merged, and buy what makes a third; the rest of the Power is saved for that."""
    paper.merge_all(army)
    home, box = headquarters(army), reserve(army)
    for kind in ("T", "S", "D"):
        waiting = paper.field.fresh_count(army, home, kind)
        if paper.field.count(army, box, kind) + waiting < 3 and waiting == 2:
            paper.buy(army, kind)
        if waiting == 2 and paper.go(army, kind, box, home):
            paper.merge_all(army)


class Scores:
    """What a move is worth by itself: what it takes, what threatens it, and how far it still has to go."""

    def __init__(self, paper: Paper) -> None:
        self._paper = paper
        self._ledger = Ledger(paper.view, paper.side)
        self._goals = [headquarters(army) for army in paper.flying()]

    def moves(self, army: Army) -> Iterator[tuple[tuple[Kind, Place, Place], float]]:
        reach = self._reach(army)
        for origin, kind, _ in self._paper.pieces(army):
            leaving = self._leave(army, kind, origin)
            for to in REACH[kind][origin]:
                arriving = self._arrive(army, kind, to, reach.get(to, ()))
                yield (kind, origin, to), leaving + arriving + self._approach(kind, origin, to)

    def _reach(self, army: Army) -> dict[Place, list[tuple[int, Kind]]]:
        """What could still be sent to each place where rivals are."""
        found: dict[Place, list[tuple[int, Kind]]] = {}
        for origin, kind, count in self._paper.pieces(army):
            for to in self._ledger.targets:
                if to in REACH[kind][origin]:
                    found.setdefault(to, []).extend([(POWER_OF[kind], kind)] * count)
        return found

    def _leave(self, army: Army, kind: Kind, origin: Place) -> float:
        power, own = POWER_OF[kind], self._paper.own(origin)
        if origin == reserve(army):
            return 0.3 * power
        if origin == headquarters(army):
            siege = self._ledger.siege(origin)
            waits = 14.0 if kind in CADRE else 0.0
            return -waits - (40 + 2 * power if siege > own - power else 0)
        escapes = 0.5 * power if self._ledger.threat(origin) > own else 0.0
        land = TERRITORY.get(origin)
        return escapes - (4.0 if origin in self._ledger.paying and self._alone(army, land) else 0.0)

    def _arrive(self, army: Army, kind: Kind, to: Place, others: Sequence[tuple[int, Kind]]) -> float:
        power, own = POWER_OF[kind], self._paper.own(to)
        standing, threat = self._ledger.standing(to), self._ledger.threat(to)
        score = 0.0
        force = own + power
        if standing:
            most = own + sum(sorted((each for each, _ in others), reverse=True)[: self._paper.room(army)])
            if most <= standing:
                return -3.0 * power
            stays = 1.5 if standing >= 10 or to in self._goals else 0.4  # small pieces run away
            score += stays * standing if most > threat else 0.4 * stays * standing - 0.4 * power
            score += 0.1 * power if force <= standing else 0.0
        elif threat > force and to != headquarters(army):
            score -= 0.45 * power
        if to in self._goals and (kind in FEET or any(foot in FEET for _, foot in others)):
            score += 150.0 if max(force, own) > threat else 60.0 if force > standing else 0.0
        if to in self._ledger.paying and not self._on(army, TERRITORY[to]):
            score += 4.0
        return score

    def _on(self, army: Army, land: Army) -> int:
        return sum(TERRITORY.get(place) == land for place in self._paper.field.places(army))

    def _alone(self, army: Army, land: Army | None) -> bool:
        return land is not None and self._on(army, land) == 1

    def _approach(self, kind: Kind, origin: Place, to: Place) -> float:
        """Nearer to the nearest flag is better, for strong pieces most of all."""
        ways = [orders_to(kind, goal) for goal in self._goals]
        before = min((way.get(origin, NEVER) for way in ways), default=0)
        after = min((way.get(to, NEVER) for way in ways), default=0)
        return (min(before, 9) - min(after, 9)) * 0.12 * POWER_OF[kind]
