"""What an outsider knows of the rivals in this round: what stands where, and what could come where."""

from bench.pool.outsiders.paper import POWER_OF
from protocol.views.power import KINDS, Army, Place, PowerView, Side, headquarters, reserve, strength
from server.games.power.board import RANGE, REACH, TERRITORY

_MOST = 5


class Ledger:
    """Rivals only: nothing here changes while the own sheets are written."""

    def __init__(self, view: PowerView, side: Side) -> None:
        self._rivals = [army for army, other in view.sides.items() if other != side]
        self._sides = {army: view.sides[army] for army in self._rivals}
        self._pieces = {army: view.pieces.get(army, {}) for army in self._rivals}
        self._still = view.mercenary
        self._standing: dict[Place, int] = {}
        self._threat: dict[Place, int] = {}
        self._siege: dict[Place, int] = {}
        self.power: dict[Army, int] = {
            army: sum(map(strength, view.pieces.get(army, {}).values())) for army in view.sides
        }
        flying = [army for army, holder in view.flags.items() if army == holder]
        lands = [army for army in flying if army in self._rivals and army not in view.eliminated]
        self.homes = frozenset(map(headquarters, lands))
        self.own_homes = frozenset(headquarters(army) for army in flying if army not in self._rivals)
        self.paying = frozenset(place for place, land in TERRITORY.items() if land in lands)
        self.reserves = frozenset(map(reserve, view.sides))
        held = {place for stacks in self._pieces.values() for place in stacks if place not in self.reserves}
        self.targets = tuple(sorted(held | self.homes))

    def standing(self, place: Place) -> int:
        """The strength of the strongest rival side that is there."""
        if place not in self._standing:
            totals = self._by_side(
                {army: strength(self._pieces[army].get(place, ())) for army in self._rivals}
            )
            self._standing[place] = max(totals.values(), default=0)
        return self._standing[place]

    def threat(self, place: Place) -> int:
        """The most that a rival side could have there when this round's orders have been carried out."""
        if place not in self._threat:
            totals = self._by_side({army: self._most(army, place) for army in self._rivals})
            self._threat[place] = max(totals.values(), default=0)
        return self._threat[place]

    def siege(self, place: Place) -> int:
        """The same of those sides that have foot there or could bring it."""
        if place not in self._siege:
            feet = {self._sides[army] for army in self._rivals if self._brings_foot(army, place)}
            totals = self._by_side({army: self._most(army, place) for army in self._rivals})
            self._siege[place] = max((most for side, most in totals.items() if side in feet), default=0)
        return self._siege[place]

    def _by_side(self, powers: dict[Army, int]) -> dict[Side, int]:
        totals: dict[Side, int] = {}
        for army, power in powers.items():
            totals[self._sides[army]] = totals.get(self._sides[army], 0) + power
        return totals

    def _most(self, army: Army, place: Place) -> int:
        there = strength(self._pieces[army].get(place, ()))
        if army == self._still:
            return there
        powers: list[int] = []
        for origin, stack in self._pieces[army].items():
            for kind, count in zip(KINDS, stack, strict=True):
                if count and kind in RANGE and place in REACH[kind][origin]:
                    powers += [POWER_OF[kind]] * count
        return there + sum(sorted(powers, reverse=True)[:_MOST])

    def _brings_foot(self, army: Army, place: Place) -> bool:
        return army != self._still and any(
            (stack[0] or stack[4]) and (origin == place or place in REACH["S"][origin])
            for origin, stack in self._pieces[army].items()
        )
