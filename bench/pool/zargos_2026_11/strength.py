"""Where more units do most good: what a number of units on a place is worth to its people."""

from collections.abc import Iterable

from bench.pool.zargos_2026_11.assault import THRIFT
from bench.pool.zargos_2026_11.survey import Survey
from protocol.views.zargos.board import HOME, RANK, SEAS, TERRITORIES, is_sea
from protocol.views.zargos.words import Place
from server.games.zargos.ways import NEIGHBOURS

BUNDLES = (1, 2, 3, 4, 6, 8, 12)
PUSH = 6
"""The number of units by which one sees where more of them are wanted."""
FADING = 0.7
"""How much less a place is worth with each step to it."""
LANDING = 12
"""Z-TABLE-2: so many units land on Zargos."""
SHORE = 14.0
"""What a group of that size is worth on a coast from which it could land there."""


class Strength:
    """The worth of units on own places, as far as a captain can tell."""

    def __init__(self, survey: Survey) -> None:
        self.survey = survey
        self.numbers = dict(survey.own)
        self._prizes: dict[Place, float] = {}
        self._known: dict[tuple[Place, int], float] = {}
        self.has_foothold = any(TERRITORIES[p].kingdom == HOME for p in survey.lands())
        self._shore = {place: cells_to_zargos(place) for place in survey.lands()}

    def score(self, place: Place, number: int) -> float:
        """What so many units on a place promise: what they keep, and the best that they could take."""
        key = place, number
        if key not in self._known:
            self._known[key] = self._kept(place, number) + self._promise(place, number)
        return self._known[key]

    def _kept(self, place: Place, number: int) -> float:
        if is_sea(place) or not number:
            return 0.0
        value = self.survey.value(place, self.survey.own)
        return value * (1.0 - self.survey.danger(place, number))

    def _promise(self, place: Place, number: int) -> float:
        goers = number - (not is_sea(place))
        if goers < 1:
            return 0.0
        found = [self._hope(to, goers) for to in self.survey.reach(self.survey.people, place)]
        hopes = sorted((hope for hope in found if hope > 0), reverse=True)[:2]
        promise = sum(hope * share for hope, share in zip(hopes, (0.8, 0.2), strict=False))
        if not self.has_foothold and self._shore.get(place) and self.survey.counts_left > 1:
            promise += SHORE / self._shore[place] * min(goers / LANDING, 1.0)
        return promise

    def _hope(self, to: Place, goers: int) -> float:
        if not self.survey.is_foreign(to):
            return 0.0
        if to not in self._prizes:
            self._prizes[to] = self.survey.prize(to, self.survey.own)
        chance, left, _ = self.survey.attack(to, goers)
        return chance * self._prizes[to] - THRIFT * self.survey.price * (goers - left)

    def more(self, place: Place, number: int) -> float:
        """What so many more units are worth there."""
        there = self.numbers.get(place, 0)
        return self.score(place, there + number) - self.score(place, there)

    def spread(self, number: int, places: Iterable[Place]) -> dict[Place, int]:
        """How many of so many new units go to each place: always the bundle that brings most for each."""
        added: dict[Place, int] = {}
        ranked = sorted(places, key=RANK.__getitem__)
        while number and ranked:
            sizes = [size for size in BUNDLES if size <= number]
            place, size = max(
                ((place, size) for place in ranked for size in sizes),
                key=lambda each: self.more(*each) / each[1],
            )
            if self.more(place, size) <= 0:
                place, size = max(ranked, key=lambda each: self.pull(each)), number
            added[place] = added.get(place, 0) + size
            self.numbers[place] = self.numbers.get(place, 0) + size
            number -= size
        return added

    def pull(self, place: Place) -> float:
        return max(self.more(place, PUSH) / PUSH, 0.0)

    def pulls(self) -> dict[Place, float]:
        """How much each own place, or one that is reached from it, wants more units."""
        found = {place: self.pull(place) for place in self.survey.own}
        for _ in range(6):
            for place in self.survey.own:
                near = SEAS[place].coasts if is_sea(place) else NEIGHBOURS[place]
                best = max((found[each] for each in near if each in found), default=0.0)
                found[place] = max(found[place], FADING * best)
        return found


def cells_to_zargos(place: Place) -> int:
    """How many sea cells lie between a territory and Zargos; 0 if it has no coast or none is near."""
    ring, crossed = set(TERRITORIES[place].seas), 1
    while ring and crossed <= 3:
        if any(TERRITORIES[coast].kingdom == HOME for cell in ring for coast in SEAS[cell].coasts):
            return crossed
        ring = {far for cell in ring for far in SEAS[cell].neighbours}
        crossed += 1
    return 0
