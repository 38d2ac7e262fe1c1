"""Planners weigh every order, and every attack of several pieces, by what it changes on the board.

They look at what is taken, what could be lost, whether the flags are safe, and how far the way still is.
They write what gains most for an order, and then weigh again. The besieger weighs in the same way, but the
way to one HQ counts more for it and losses count less.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from msgspec import Struct

from bench.pool.outsiders.ledger import Ledger
from bench.pool.outsiders.paper import BIG_OF, NEVER, POWER_OF, Paper, orders_to
from protocol.ids import Lines, SheetKey
from protocol.views.power import Army, Kind, Place, PowerView, headquarters, reserve
from server.games.api import Sheets
from server.games.power.board import REACH, TERRITORY

FEET: tuple[Kind, ...] = ("S", "R")
GATHERED = (0.0, 0.05, 0.4, 0.9)
"""What 0 to 3 small pieces of a kind are worth together, as a share of what it gains to merge three."""


class Temper(Struct, frozen=True):
    """How much each thing counts."""

    risk: float = 0.25
    """The share of pieces that is given up for lost where a rival could come stronger."""
    approach: float = 0.09
    """What a piece gains with every order that it is nearer to the HQ, as a share of its power."""
    foot: float = 0.4
    """What foot gains besides."""
    guard: float = 0.6
    """The share of an army that is given up for lost if its HQ can be taken."""
    income: float = 6.0
    """What it is worth to stand on land that pays."""
    doubt: float = 0.4
    """The chance that an attack succeeds although as much could come to help as it brings."""


class Step(Struct, frozen=True):
    """One or several orders that belong together."""

    gain: float
    """For each order."""
    write: Callable[[], bool]


class Planner:
    def __init__(self, view: PowerView, sheets: Sequence[SheetKey], temper: Temper, random: Random) -> None:
        self.paper = Paper(view, sheets)
        self.ledger = Ledger(view, self.paper.side)
        self.temper = temper
        self.random = random
        self.goal = self._goal()

    def _goal(self) -> Place | None:
        """The HQ that is held weakest for its distance, seen from all armies of the side."""
        flying = self.paper.flying()
        if not flying or not self.paper.armies:
            return None
        pieces = [(place, kind) for army in self.paper.armies for place, kind, _ in self.paper.pieces(army)]

        def cost(army: Army) -> float:
            home = headquarters(army)
            far = [orders_to(kind, home).get(place, NEVER) for place, kind in pieces if kind in FEET]
            return 4 * min(far, default=3) + 0.5 * self.ledger.threat(home) + 0.1 * self.ledger.power[army]

        return headquarters(min(flying, key=lambda army: (cost(army), army)))

    def run(self) -> dict[SheetKey, Lines]:
        for _ in range(5 * len(self.paper.armies)):
            steps = [
                step for army in self.paper.armies if self.paper.room(army) for step in self._steps(army)
            ]
            for step in sorted(steps, key=lambda step: -step.gain):
                if step.gain > 0.2 and step.write():
                    break
            else:
                break
        return self.paper.lines()

    def _steps(self, army: Army) -> Iterator[Step]:
        yield from self._moves(army)
        yield from self._exchanges(army)
        yield from self._attacks(army)

    def _moves(self, army: Army) -> Iterator[Step]:
        for origin, kind, _ in self.paper.pieces(army):
            leaving = self._change(origin, -POWER_OF[kind], kind, -1) + self._gathers(army, origin, kind, -1)
            leaving -= self._pays(army, origin, 1)
            for to in REACH[kind][origin]:
                gain = leaving + self._change(to, POWER_OF[kind], kind, 1) + self._nearer(kind, origin, to)
                gain += self._gathers(army, to, kind, 1) + self._pays(army, to, 0)
                if gain > 0.2:
                    yield Step(gain + 0.1 * self.random.random(), self._writer(army, [(kind, origin, to)]))

    def _writer(self, army: Army, moves: list[tuple[Kind, Place, Place]]) -> Callable[[], bool]:
        def write() -> bool:
            written = [self.paper.go(army, kind, origin, to) for kind, origin, to in moves]
            return all(written)

        return write

    def _exchanges(self, army: Army) -> Iterator[Step]:
        for place in tuple(self.paper.field.places(army)):
            for small, big in BIG_OF.items():
                if self.paper.field.count(army, place, small) >= 3:
                    gain = 0.5 * (POWER_OF[big] - 3 * POWER_OF[small])
                    yield Step(
                        gain + self._change(place, int(2 * gain), big, 1),
                        self._merger(army, small, place, big),
                    )
        money = self.paper.field.count(army, reserve(army), "P")
        for kind in BIG_OF:
            if money >= POWER_OF[kind]:
                missing = self._gathers(army, headquarters(army), kind, 1)
                yield Step(1 + 0.1 * POWER_OF[kind] + missing, self._buyer(army, kind))

    def _merger(self, army: Army, small: Kind, place: Place, big: Kind) -> Callable[[], bool]:
        return lambda: self.paper.swap(army, {small: 3}, place, big)

    def _buyer(self, army: Army, kind: Kind) -> Callable[[], bool]:
        return lambda: self.paper.buy(army, kind)

    def _attacks(self, army: Army) -> Iterator[Step]:
        """All that reaches a place of rivals together, as many pieces as are surely enough if there are."""
        for place in self.ledger.targets:
            force = self._force(army, place)
            if len(force) < 2:
                continue
            power = sum(POWER_OF[kind] for kind, _, _ in force)
            foot = next((kind for kind, _, _ in force if kind in FEET), "T")
            gain = self._change(place, power, foot, 1)
            gain += sum(self._change(origin, -POWER_OF[kind], kind, -1) for kind, origin, _ in force)
            yield Step(gain / len(force), self._writer(army, force))

    def _force(self, army: Army, place: Place) -> list[tuple[Kind, Place, Place]]:
        reaching = [
            (kind, origin, place)
            for origin, kind, count in self.paper.pieces(army)
            if place in REACH[kind][origin]
            for _ in range(count)
        ]
        reaching.sort(key=lambda move: (-POWER_OF[move[0]], move))
        need, total = self.ledger.threat(place) - self.paper.own(place), 0
        force: list[tuple[Kind, Place, Place]] = []
        foot = [move for move in reaching if move[0] in FEET][-1:] if place in self.ledger.homes else []
        for move in [*foot, *(move for move in reaching if move not in foot)]:
            if total <= need and len(force) < self.paper.room(army):
                force.append(move)
                total += POWER_OF[move[0]]
        return force

    def _gathers(self, army: Army, place: Place, kind: Kind, change: int) -> float:
        """What one piece more or less is worth to those of its kind that wait for a third."""
        if kind not in BIG_OF or kind == "C":
            return 0.0  # fighters earn more apart
        before = self.paper.field.count(army, place, kind)
        gain = POWER_OF[BIG_OF[kind]] - 3 * POWER_OF[kind]
        return gain * (_gathered(before + change) - _gathered(before))

    def _pays(self, army: Army, place: Place, pieces: int) -> float:
        """What the land pays, if not more than so many pieces of the army stand on it."""
        land = TERRITORY.get(place)
        if place not in self.ledger.paying:
            return 0.0
        there = [where for where in self.paper.field.places(army) if TERRITORY.get(where) == land]
        count = sum(sum(self.paper.field.stack(army, where)) for where in there)
        return self.temper.income if count <= pieces else 0.0

    def _nearer(self, kind: Kind, origin: Place, to: Place) -> float:
        if self.goal is None:
            return 0.0
        far = orders_to(kind, self.goal)
        nearer = min(far.get(origin, NEVER), 9) - min(far.get(to, NEVER), 9)
        return nearer * (self.temper.approach * POWER_OF[kind] + (self.temper.foot if kind in FEET else 0.1))

    def _change(self, place: Place, power: int, kind: Kind, sign: int) -> float:
        """What it changes on a place if so much power comes to it, or leaves it."""
        own = self.paper.own(place)
        has_foot = any(
            self.paper.field.count(army, place, foot) for army in self.paper.friends for foot in FEET
        )
        comes_foot = has_foot or (sign > 0 and kind in FEET)
        return self._worth(place, own + power, comes_foot) - self._worth(place, own, has_foot)

    def _worth(self, place: Place, own: int, has_foot: bool) -> float:
        ledger, temper = self.ledger, self.temper
        if place in ledger.reserves:
            return -0.05 * own  # what lies in a reserve does nothing
        worth = self._fight(place, own, has_foot)
        if place in ledger.own_homes and (siege := ledger.siege(place)) > own:
            worth -= temper.guard * (60 + ledger.power[place[2:]]) * (0.4 + 0.6 * (siege - own) / siege)
        return worth

    def _fight(self, place: Place, own: int, has_foot: bool) -> float:
        if not own:
            return 0.0
        ledger, temper = self.ledger, self.temper
        standing, threat = ledger.standing(place), ledger.threat(place)
        if not standing:
            prize = self._flag(place) if has_foot else 0.0
            return prize - (temper.risk * own if threat > own else 0.0)
        if own <= standing:
            return -own if own < standing else -0.1 * own
        chance = (
            1.0
            if own > threat
            else temper.doubt + (1 - temper.doubt) * (own - standing) / (threat - standing)
        )
        prize = standing + (self._flag(place) if has_foot else 0.0)
        return chance * prize - (1 - chance) * temper.risk * own

    def _flag(self, place: Place) -> float:
        return 60.0 + self.ledger.power[place[2:]] if place in self.ledger.homes else 0.0


def _gathered(count: int) -> float:
    return count // 3 * GATHERED[3] + GATHERED[count % 3]


def planner(
    view: PowerView, sheets: tuple[SheetKey, ...], random: Random, seconds: float, past: Sequence[Sheets]
) -> dict[SheetKey, Lines]:
    return Planner(view, sheets, Temper(), random).run()


def besieger(
    view: PowerView, sheets: tuple[SheetKey, ...], random: Random, seconds: float, past: Sequence[Sheets]
) -> dict[SheetKey, Lines]:
    temper = Temper(risk=0.2, approach=0.22, foot=1.0, guard=0.35, doubt=0.6)
    return Planner(view, sheets, temper, random).run()
