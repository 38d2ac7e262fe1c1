"""The greedy planner: it gives every single order a score and writes the five best. It plans no whole."""

from collections.abc import Iterator, Sequence
from random import Random

from bench.pool.outsiders.paper import NEVER, POWER_OF, Paper, menace, orders_to
from protocol.ids import Lines, SheetKey
from protocol.views.power import Army, Kind, Place, PowerView, headquarters
from server.games.api import Sheets
from server.games.power.board import REACH, TERRITORY

FEET = ("S", "R")


def greedy(
    view: PowerView, sheets: tuple[SheetKey, ...], random: Random, seconds: float, past: Sequence[Sheets]
) -> dict[SheetKey, Lines]:
    paper = Paper(view, sheets)
    scores = Scores(paper)
    for army in paper.armies:
        write_best(paper, scores, army, random)
    return paper.lines()


def write_best(paper: Paper, scores: "Scores", army: Army, random: Random) -> None:
    """The best orders one after the other, each judged by itself on the board of the beginning."""
    found = [(score + random.random(), move) for move, score in scores.moves(army)]
    for score, (kind, origin, to) in sorted(found, reverse=True):
        if score > 1 and paper.room(army):
            paper.go(army, kind, origin, to)
    paper.merge_all(army)
    for kind in ("D", "C", "T", "S"):
        while paper.buy(army, kind):
            pass
    paper.deploy(army)


class Scores:
    """What a move is worth by itself: what it takes, what threatens it, and how far it still has to go."""

    def __init__(self, paper: Paper) -> None:
        self._paper = paper
        self._menace: dict[Place, int] = {}
        self._goals = [headquarters(army) for army in paper.flying()]

    def moves(self, army: Army) -> Iterator[tuple[tuple[Kind, Place, Place], float]]:
        for origin, kind, _ in self._paper.pieces(army):
            for to in REACH[kind][origin]:
                yield (kind, origin, to), self._score(army, kind, origin, to)

    def _danger(self, place: Place) -> int:
        if place not in self._menace:
            self._menace[place] = menace(self._paper.view, self._paper.side, place)
        return self._menace[place]

    def _score(self, army: Army, kind: Kind, origin: Place, to: Place) -> float:
        paper, power = self._paper, POWER_OF[kind]
        rival, force = paper.standing(to), paper.own(to) + power
        score = 0.0
        if rival:
            score += 2 * rival if force > rival else -3 * power
        if to in self._goals and kind in FEET and force > rival:
            score += 200
        if to != headquarters(army) and self._danger(to) > force:
            score -= 0.6 * power
        if origin != headquarters(army) and self._danger(origin) > paper.own(origin):
            score += 0.5 * power
        if origin == headquarters(army) and self._danger(origin) > paper.own(origin) - power:
            score -= 2 * power
        return score + self._approach(kind, origin, to, power) + self._income(to)

    def _approach(self, kind: Kind, origin: Place, to: Place, power: int) -> float:
        """Nearer to the nearest flag is better, for strong pieces and foot most of all."""
        ways = [orders_to(kind, goal) for goal in self._goals]
        before = min((way.get(origin, NEVER) for way in ways), default=0)
        after = min((way.get(to, NEVER) for way in ways), default=0)
        return (before - after) * (0.3 * power + (3 if kind in FEET else 1))

    def _income(self, to: Place) -> float:
        land = TERRITORY.get(to)
        return 2.5 if land in self._paper.flying() else 0.0
