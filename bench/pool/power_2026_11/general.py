"""The general tries sheets against what the others may write, and takes the one with the best result."""

from collections.abc import Callable, Iterator
from random import Random
from time import perf_counter

import msgspec

from bench.pool.power_2026_11.captain import campaign
from bench.pool.power_2026_11.draft import Order, Plan, exchanges, hundred, lines, moves, redraft
from bench.pool.power_2026_11.position import Judge, Weights
from bench.pool.power_2026_11.recruit import recruit
from bench.pool.power_2026_11.staff import Staff, Style, enough
from bench.pool.power_2026_11.survey import ALL_SECTORS, Survey
from protocol.ids import Lines, Seat, SheetKey
from protocol.views.power import Army, Place, PowerView, Side, headquarters, strength
from server.games.api import Sheets
from server.games.dice import Dice
from server.games.power import POWER
from server.games.power.field import MISSILE
from server.games.power.notation import Exchange, Move
from server.games.power.state import rebuild

WEIGHTS = Weights()
SAMPLES = 6
"""How many times the sheets of the others are guessed if there is little time."""
ORDER = 0.25
"""How much an order must gain to be written, so that no piece moves without need."""
SHY = 0.15
"""How much the worst guess counts, besides the mean of all guesses."""


def general(
    view: PowerView, sheets: tuple[SheetKey, ...], random: Random, seconds: float = 2.0
) -> dict[SheetKey, Lines]:
    armies = tuple(army for army in sheets if army in view.armies)
    if not armies:
        return {}
    deadline = perf_counter() + seconds * 0.95
    search = Search(view, armies, random, lambda: perf_counter() >= deadline)
    search.run(SAMPLES if seconds < 1 else 2 * SAMPLES)
    return lines(search.best)


class Search:
    """The plans tried so far, all against the same guesses, so that they can be compared."""

    def __init__(
        self, view: PowerView, armies: tuple[Army, ...], random: Random, late: Callable[[], bool]
    ) -> None:
        self.view = view
        self.armies = armies
        self.random = random
        self.late = late
        self.state = rebuild(view)
        self.side = view.sides[armies[0]]
        self.judge = Judge(self.state, self.side, WEIGHTS)
        self.guesses: list[Sheets] = []
        self.survey = Survey(view.pieces, view.sides, ALL_SECTORS)
        self.best = self.campaign(Style())
        self.scores: list[float] = []
        """The scores of the best plan, one for each guess."""
        self.tried: set[str] = set()

    def campaign(self, style: Style) -> Plan:
        return campaign(self.view, self.armies, style, self.random, self.survey)

    def run(self, samples: int) -> None:
        for number in range(samples):
            if self.late():
                break
            self.guesses.append(self.guess(is_recruit=number % 6 == 5))
        self.scores = [self.score(lines(self.best), sheets) for sheets in self.guesses]
        for plan in self.plans():
            if self.late():
                return
            self.challenge(plan)
        while not self.late():
            self.challenge(self.variation())

    def guess(self, *, is_recruit: bool) -> Sheets:
        """A guess at what the others write: mostly as captains of some temper, sometimes as a recruit."""
        sheets: dict[SheetKey, Lines] = {}
        for seat, armies in _others(self.view, self.armies).items():
            seen = msgspec.structs.replace(self.view, seat=seat, armies=armies)
            if is_recruit:
                sheets |= recruit(seen, armies, self.random)
            else:
                style = Style(caution=self.random.uniform(0.5, 1.0))
                sheets |= lines(campaign(seen, armies, style, self.random, self.survey))
        return sheets

    def score(self, mine: Sheets, others: Sheets) -> float:
        after = POWER.resolve(self.state, {**others, **mine}, _DICE).state
        return self.judge.evaluate(after) - ORDER * sum(map(len, mine.values()))

    def challenge(self, plan: Plan) -> None:
        """Make this plan the best one if its scores are better; stop as soon as it looks worse."""
        written = lines(plan)
        key = str(written)
        if key in self.tried or any(self.best[army] and not written[army] for army in self.armies):
            return  # P-IDLE-2 can even be a gain, but a player who can do something does it
        self.tried.add(key)
        scores: list[float] = []
        for number, sheets in enumerate(self.guesses):
            scores.append(self.score(written, sheets))
            if number >= 1 and sum(scores) < sum(self.scores[: number + 1]) - 12.0:
                return
            if self.late():
                return
        if _verdict(scores) > _verdict(self.scores):
            self.best, self.scores = plan, scores

    def plans(self) -> Iterator[Plan]:
        """Try plans of captains of other tempers, then attacks on everything in reach."""
        for caution in (0.9, 0.5, 0.25, 0.0):
            yield self.campaign(Style(caution=caution))
        for army in _flags(self.view, self.side):
            yield self.campaign(Style(caution=0.5, target=army))
        for place in sorted(_occupied(self.view, self.side)):
            yield self.attack(place, self.best)
        for army in self.armies:
            yield from self.bombardments(army)

    def attack(self, place: Place, plan: Plan) -> Plan:
        """Send as many pieces to the place as the rivals may make necessary."""
        staff = Staff(self.view, self.armies, Style(), self.random, self.survey)
        movers = staff.movers(place)
        need = staff.expected(place, self.random.random()) - staff.mine(place)
        force = enough(movers, need, strictly=True) or movers
        if place in {headquarters(army) for army in staff.flags} and (foot := staff.foot(place)):
            force = [foot, *(mover for mover in force if mover != foot)]
        staff.send(force, place)
        for army, orders in plan.items():
            for order in orders:
                staff.draft.write(army, order)
        return staff.draft.plan()

    def bombardments(self, army: Army) -> Iterator[Plan]:
        """P-MISS-3: exchange pieces of power 100 for a missile and fire it at the richest rival places."""
        for place, stack in self.view.pieces.get(army, {}).items():
            used = hundred(stack)
            if not used and not stack[MISSILE]:
                continue
            for target in _richest(self.view, self.side)[:3]:
                first = [] if stack[MISSILE] or not used else [Exchange(used, place, "M")]
                orders = (*first, Move("M", place, target), *self.best[army])
                yield redraft(self.view, {**self.best, army: orders}).plan()

    def variation(self) -> Plan:
        """The best plan with an order or two changed."""
        if self.random.random() < 0.15:
            places = sorted(_occupied(self.view, self.side))
            if places:
                return self.attack(self.random.choice(places), self.best)
        plan = {army: list(orders) for army, orders in self.best.items()}
        for _ in range(self.random.choice((1, 1, 2, 3))):
            self.change(plan)
        return redraft(self.view, {army: tuple(orders) for army, orders in plan.items()}).plan()

    def change(self, plan: dict[Army, list[Order]]) -> None:
        army = self.random.choice(self.armies)
        orders = plan[army]
        if orders and (len(orders) >= 5 or self.random.random() < 0.5):
            orders.pop(self.random.randrange(len(orders)))
            if self.random.random() < 0.3:
                return
        options = self.options(army, plan)
        if options:
            orders.append(self.random.choice(options))

    def options(self, army: Army, plan: dict[Army, list[Order]]) -> list[Order]:
        """The orders for one piece, or the exchanges, that are still possible below the lines written."""
        draft = redraft(self.view, {army: tuple(plan[army])})
        if self.random.random() < 0.2 and (trades := list(exchanges(draft, army))):
            return [*trades]
        hired = self.view.mercenary if self.random.random() < 0.2 else None
        journeys = list(moves(draft, hired or army))
        if not journeys:
            return []
        piece = self.random.choice(sorted({(move.kind, move.origin) for move in journeys}))
        return [move for move in journeys if (move.kind, move.origin) == piece]


_DICE = Dice(0)


def _verdict(scores: list[float]) -> float:
    if not scores:
        return 0.0
    return (1 - SHY) * sum(scores) / len(scores) + SHY * min(scores)


def _others(view: PowerView, mine: tuple[Army, ...]) -> dict[Seat, tuple[Army, ...]]:
    """The other armies with a sheet, by the side they belong to."""
    seats: dict[Seat, tuple[Army, ...]] = {}
    for army in view.reading:
        if army not in mine:
            seats[view.sides[army]] = (*seats.get(view.sides[army], ()), army)
    return seats


def _richest(view: PowerView, side: Side) -> list[Place]:
    """The places where rivals have most, reserves included, the richest first."""
    riches: dict[Place, int] = {}
    for army, stacks in view.pieces.items():
        for place, stack in stacks.items():
            sign = -1 if view.sides[army] == side else 1
            riches[place] = riches.get(place, 0) + sign * strength(stack)
    return sorted(riches, key=lambda place: -riches[place])


def _flags(view: PowerView, side: Side) -> list[Army]:
    """The rivals whose flags are not taken."""
    return [army for army, holder in view.flags.items() if army == holder and view.sides[army] != side]


def _occupied(view: PowerView, side: Side) -> set[Place]:
    """The places of rival pieces, and the HQs of rivals even if they are empty."""
    places = {place for army, stacks in view.pieces.items() if view.sides[army] != side for place in stacks}
    homes = set(map(headquarters, _flags(view, side)))
    return (places | homes) & ALL_SECTORS
