"""Plans of one side, and how they are changed at random: the moves of a local search, all on numbers."""

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import TypeAlias

from protocol.views.power import POWERS
from server.bots.power.draft import hundred
from server.bots.power.gauge import kinds_in
from server.bots.power.outcome import Position
from server.bots.power.packed import (
    BIGGER,
    COUNT,
    HQ,
    MISSILE,
    POWER,
    REACH_BITS,
    REACH_OF,
    REGIMENT,
    RESERVE,
    SECTOR_BITS,
    SHIFT,
    SOLDIER,
    STRENGTH,
    TRADE,
    UNIT,
    Sheet,
    Typed,
    bits_of,
    pack,
    places_in,
    unpack,
)
from server.bots.power.reading import SheetRead
from server.games.power.orders import MOST_ORDERS

Plan: TypeAlias = tuple[SheetRead, ...]
"""The sheets of one side, one for each of its armies that has a sheet."""


DRAWN = 3
"""Whoever has experience draws so many orders, and takes the one that has done best."""
DOUBT = 3
"""An order is judged as if it had done no harm so many times before."""
MOST_HARM = 0.2
"""More than this is as bad as this."""


class Experience:
    """How much worse plans became by each order that was put into them."""

    def __init__(self) -> None:
        self._harm: dict[tuple[int, Typed], tuple[int, float]] = {}
        """For each order, how often it was tried and the sum of what it cost."""

    def learn(self, before: Plan, after: Plan, worse: float) -> None:
        """The second plan is worse by so much: the orders that only it has are to blame."""
        for old, new in zip(before, after, strict=True):
            for order in new.kept if new is not old else ():
                if order not in old.kept:
                    count, total = self._harm.get((new.army, order), (0, 0.0))
                    self._harm[new.army, order] = count + 1, total + min(worse, MOST_HARM)

    def harm(self, army: int, order: Typed) -> float:
        count, total = self._harm.get((army, order), (0, 0.0))
        return total / (count + DOUBT)


class Variations:
    """Makes new plans of one side out of others."""

    def __init__(self, position: Position, armies: Sequence[int], random: Random) -> None:
        self.position = position
        self.armies = tuple(armies)
        self.random = random
        self.experience: Experience | None = None
        """With experience, orders that have done harm are drawn less often."""
        self.side = position.side[self.armies[0]]
        rivals = [army for army in range(4) if position.side[army] != self.side]
        self.flying = [
            army for army in rivals if position.flags[army] == army and not position.out >> army & 1
        ]
        """The rival armies whose flags are on their HQs."""
        occupied = 0
        for army in rivals:
            occupied |= bits_of(position.cells[army])
        self.targets = places_in((occupied & SECTOR_BITS) | sum(1 << HQ[army] for army in self.flying))
        """The places of rival pieces, and the HQs of rivals even if they are empty."""
        own = sum(1 << HQ[army] for army in self.armies)
        self._sought = own | sum(1 << place for place in self.targets)
        self._pieces = {army: self._pieces_of(army) for army in self.armies}
        self._trades = {army: self._trades_of(army) for army in self.armies}
        self._arriving: dict[int, list[tuple[int, int, Typed]]] = {}
        self.richest = sorted(self._riches(rivals), reverse=True)

    def plan(self, sheets: Sequence[Sheet]) -> Plan:
        """The plan of these sheets, without the orders that are lost."""
        found = []
        for army, sheet in zip(self.armies, sheets, strict=True):
            read = self.position.read(army, sheet)
            found.append(read if read.kept == sheet else self.position.read(army, read.kept))
        return tuple(found)

    def varied(self, plan: Plan) -> Plan:
        """The plan with an order or two changed, or with an attack in front."""
        chance = self.random.random()
        if chance < 0.2 and self.targets:
            return self.attack(plan, self.random.choice(self.targets))
        sheets = [read.kept for read in plan]
        for _ in range(self.random.choice((1, 1, 2, 3))):
            at = self.random.randrange(len(sheets))
            sheets[at] = self._changed(self.armies[at], sheets[at])
        return self.plan(sheets)

    def crossed(self, plan: Plan, other: Plan) -> Plan:
        """Some sheets of one plan and some of another; of a single sheet, the first orders of one."""
        if len(plan) == 1:
            cut = self.random.randrange(1, MOST_ORDERS)
            mixed = plan[0].kept[:cut] + tuple(o for o in other[0].kept if o not in plan[0].kept[:cut])
            return self.plan([mixed[:MOST_ORDERS]])
        return tuple(self.random.choice(pair) for pair in zip(plan, other, strict=True))

    def _changed(self, army: int, sheet: Sheet) -> Sheet:
        orders = list(sheet)
        if orders and (len(orders) >= MOST_ORDERS or self.random.random() < 0.5):
            orders.pop(self.random.randrange(len(orders)))
            if self.random.random() < 0.25:
                return tuple(orders)
        order = self.order(army)
        if order is None:
            return tuple(orders)
        orders.insert(self.random.randint(0, len(orders)), order)
        return tuple(orders[:MOST_ORDERS])

    def order(self, army: int) -> Typed | None:
        """An order for a piece that the army has; with experience, the least harmful of a few."""
        if self.experience is None:
            return self._any_order(army)
        harm = partial(self.experience.harm, army)
        return min([order for _ in range(DRAWN) if (order := self._any_order(army))], key=harm, default=None)

    def _any_order(self, army: int) -> Typed | None:
        """Any order for a piece that the army has, more often to a place where something is to be had."""
        random = self.random
        trades, pieces = self._trades[army], self._pieces[army]
        if trades and (random.random() < 0.25 or not pieces):
            return random.choice(trades)
        if not pieces:
            return None
        kind, place = random.choice(pieces)
        sought = REACH_BITS[kind][place] & self._sought
        reach = places_in(sought) if sought and random.random() < 0.5 else REACH_OF[kind][place]
        return (kind, place, random.choice(reach)) if reach else None

    def _pieces_of(self, army: int) -> list[tuple[int, int]]:
        """The pieces that an order on the army's sheet can name, big ones and mercenaries among them."""
        mercenary = self.position.mercenary
        found = []
        for owner in (army, mercenary) if mercenary >= 0 else (army,):
            for place, cell in self.position.cells[owner].items():
                found += [(kind, place) for kind, _ in kinds_in(cell) if kind < MISSILE]
        bought = [(kind, RESERVE[army]) for kind in BIGGER if self._power(army) >= POWERS[kind]]
        return found + bought

    def _power(self, army: int) -> int:
        return self.position.cells[army].get(RESERVE[army], 0) >> SHIFT[POWER] & COUNT

    def _trades_of(self, army: int) -> list[Typed]:
        """P-EXCH-1, P-EXCH-2: what could be bought, and what could be merged where pieces meet."""
        trades: list[Typed] = []
        for small, big in BIGGER.items():
            if self._power(army) >= POWERS[small]:
                trades.append((TRADE + small, RESERVE[army], POWERS[small] * UNIT[POWER]))
            places = {RESERVE[army], HQ[army], *self.position.cells[army]}
            count = sum(cell >> SHIFT[small] & COUNT for cell in self.position.cells[army].values())
            if count * POWERS[small] + self._power(army) >= 3 * POWERS[small]:
                trades += [(TRADE + big, place, 3 * UNIT[small]) for place in sorted(places)]
        return trades

    def attack(self, plan: Plan, place: int, share: float | None = None) -> Plan:
        """Send the strongest pieces in reach to the place, foot among them, in front of the other orders."""
        share = self.random.random() if share is None else share
        sheets = []
        for army, read in zip(self.armies, plan, strict=True):
            movers = self.movers(army, place)
            most = min(MOST_ORDERS, len(movers))
            sent = movers[: max(0, round(share * most))]
            foot = next((mover for mover in movers if mover[0] in (SOLDIER, REGIMENT)), None)
            if sent and foot and foot not in sent:
                sent = [*sent[: MOST_ORDERS - 1], foot]
            sheets.append((tuple(sent) + read.kept)[:MOST_ORDERS])
        return self.plan(sheets)

    def arriving(self, place: int) -> list[tuple[int, int, Typed]]:
        """The side's pieces that reach a place, the strongest first: power, army and order of each."""
        known = self._arriving.get(place)
        if known is None:
            orders = [(army, order) for army in self.armies for order in self.movers(army, place)]
            known = sorted(((POWERS[order[0]], army, order) for army, order in orders), reverse=True)
            self._arriving[place] = known
        return known

    def held(self, place: int) -> int:
        """The strength that the side has on a place before the round."""
        return sum(self.position.cells[army].get(place, 0) & STRENGTH for army in self.armies)

    def movers(self, army: int, place: int) -> list[Typed]:
        """The army's pieces that reach a place, the strongest first, each as an order."""
        found: list[tuple[int, Typed]] = []
        for origin, cell in self.position.cells[army].items():
            for kind, count in kinds_in(cell):
                if kind < MISSILE and REACH_BITS[kind][origin] >> place & 1:
                    found += [(-POWERS[kind], (kind, origin, place))] * min(count, MOST_ORDERS)
        return [order for _, order in sorted(found)]

    def most_at(self, place: int) -> int:
        """The most power that the side can send to a place in a round."""
        sent = [self.movers(army, place)[:MOST_ORDERS] for army in self.armies]
        return sum(POWERS[kind] for movers in sent for kind, _, _ in movers)

    def bombardments(self, plan: Plan) -> list[Plan]:
        """P-MISS-3: fire missiles, or exchange pieces of power 100 for one, at the richest rival places."""
        found = []
        for at, army in enumerate(self.armies):
            for place, cell in self.position.cells[army].items():
                used = hundred(unpack(cell))
                if not used and not cell >> SHIFT[MISSILE] & COUNT:
                    continue
                made: Sheet = () if not used else ((TRADE + MISSILE, place, pack(used)),)
                made = () if cell >> SHIFT[MISSILE] & COUNT else made
                for _, target in self.richest[:3]:
                    sheets = [read.kept for read in plan]
                    sheets[at] = (*made, (MISSILE, place, target), *sheets[at])[:MOST_ORDERS]
                    found.append(self.plan(sheets))
        return found

    def _riches(self, rivals: Sequence[int]) -> list[tuple[int, int]]:
        """How much the rivals have on each place, reserves included, without what is mine there."""
        riches: dict[int, int] = {}
        for army in range(4):
            sign = 1 if army in rivals else -1
            for place, cell in self.position.cells[army].items():
                riches[place] = riches.get(place, 0) + sign * (cell & STRENGTH)
        return [(rich, place) for place, rich in riches.items() if rich > 0]
