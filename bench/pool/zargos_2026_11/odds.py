"""What is to be expected of a combat, computed exactly and remembered. Z-COMBAT."""

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import product
from typing import TypeAlias

from msgspec import Struct

from protocol.views.zargos.words import People
from server.games.zargos.combat import dice_for
from server.games.zargos.peoples import FIGURES

MOST = 20
"""Larger groups are computed as if both sides were smaller in the same proportion."""
Losses: TypeAlias = tuple[tuple[int, float], ...]
Outcome: TypeAlias = tuple[float, float, float]
"""The chance that the invader takes the place, and the units that each side is expected to have left."""
SURE = 1.0 - 1e-9


class Meeting(Struct, frozen=True):
    """Two peoples that meet, and all that changes their dice but their numbers."""

    invader: People
    defender: People
    walled: bool = False
    war: bool = False
    defence_war: bool = False
    volley: bool = False
    reroll: tuple[int, int] | None = None
    """The policy of Monks who fight here with their power; None without them."""


@cache
def _throws(dice: int, lowest: int, highest: int) -> dict[tuple[int, bool], float]:
    """The sums of a throw with whether a die was thrown again.

    The lowest die is thrown again if it shows `lowest` or less, the highest if it shows `highest` or more.
    """
    found: dict[tuple[int, bool], float] = {}
    share = 1 / 6**dice
    for faces in product(range(1, 7), repeat=dice):
        was = min(faces) if min(faces) <= lowest else max(faces) if max(faces) >= highest else 0
        news = range(1, 7) if was else (0,)
        for now in news:
            key = sum(faces) - was + now, bool(was)
            found[key] = found.get(key, 0.0) + share / len(news)
    return found


def _policy(people: People, reroll: tuple[int, int] | None) -> tuple[int, int]:
    """Which die of this side is thrown again. Z-M-2."""
    if reroll is None:
        return 0, 7
    return (reroll[0], 7) if people == "M" else (0, reroll[1])


@cache
def _losses(
    striker: People, parrier: People, dice: tuple[int, int], reroll: tuple[int, int] | None
) -> Losses:
    """How many units the parrier loses in one round, with the chances. Z-COMBAT-4."""
    attack = FIGURES[striker].attack * dice[0]
    defence = FIGURES[parrier].defence * dice[1]
    found: dict[int, float] = {}
    for (thrown, used), chance in _throws(dice[0], *_policy(striker, reroll)).items():
        answers = _throws(dice[1], *_policy(parrier, None if used else reroll))
        for (answer, _), other in answers.items():
            loss = max((thrown + attack) // 2 - (answer + defence) // 2, 0)
            found[loss] = found.get(loss, 0.0) + chance * other
    return tuple(sorted(found.items()))


@cache
def _mutual_losses(
    invader: People, defender: People, dice: tuple[int, int]
) -> tuple[tuple[int, int, float], ...]:
    """The losses of both sides in a round in which both strike at once. Z-COMBAT-6."""
    one, other = FIGURES[invader], FIGURES[defender]
    found: dict[tuple[int, int], float] = {}
    for (thrown, _), chance in _throws(dice[0], 0, 7).items():
        for (answer, _), more in _throws(dice[1], 0, 7).items():
            struck = (thrown + one.attack * dice[0]) // 2 - (answer + other.defence * dice[1]) // 2
            suffered = (answer + other.attack * dice[1]) // 2 - (thrown + one.defence * dice[0]) // 2
            key = max(suffered, 0), max(struck, 0)
            found[key] = found.get(key, 0.0) + chance * more
    return tuple((mine, theirs, chance) for (mine, theirs), chance in found.items())


def _sum(parts: Iterable[tuple[float, Outcome]]) -> Outcome:
    taken = left = theirs = 0.0
    for chance, outcome in parts:
        taken += chance * outcome[0]
        left += chance * outcome[1]
        theirs += chance * outcome[2]
    return taken, left, theirs


class Table:
    """The outcomes of one meeting for all numbers that were asked for."""

    def __init__(self, meeting: Meeting) -> None:
        self._meeting = meeting
        speeds = FIGURES[meeting.invader].speed, FIGURES[meeting.defender].speed
        self._is_even = speeds[0] == speeds[1]
        self._is_faster = speeds[0] > speeds[1]
        self._known: dict[tuple[int, int], tuple[Outcome, Outcome]] = {}
        self._whole: dict[tuple[int, int], Outcome] = {}

    def outcome(self, invaders: int, defenders: int) -> Outcome:
        """The outcome of the whole combat."""
        key = invaders, defenders
        found = self._whole.get(key)
        if found is None:
            scale = max(1.0, max(key) / MOST)
            small = max(round(invaders / scale), min(invaders, 1)), max(round(defenders / scale), 1)
            chance, left, theirs = self._begin(*small)
            found = self._whole[key] = chance, left * scale, theirs * scale
        return found

    def _dice(self, invaders: int, defenders: int) -> tuple[int, int]:
        meeting = self._meeting
        return dice_for(invaders) + meeting.war, dice_for(defenders) + meeting.defence_war

    def _begin(self, invaders: int, defenders: int) -> Outcome:
        """Z-COMBAT-1: the volley comes first."""
        if not self._meeting.volley:
            return self._at_the_wall(invaders, defenders)
        divisor = 2 if self._meeting.walled else 3
        parts = [
            (chance, self._at_the_wall(max(invaders - thrown // divisor, 0), defenders))
            for (thrown, _), chance in _throws(dice_for(defenders), 0, 7).items()
        ]
        return _sum(parts)

    def _at_the_wall(self, invaders: int, defenders: int) -> Outcome:
        """Z-COMBAT-7: in a capital the defender strikes once before the first round."""
        if not self._meeting.walled or not invaders:
            return self._fight(invaders, defenders)[0]
        mine, theirs = self._dice(invaders, defenders)
        meeting = self._meeting
        losses = _losses(meeting.defender, meeting.invader, (theirs, mine), meeting.reroll)
        return _sum([(chance, self._fight(max(invaders - loss, 0), defenders)[0]) for loss, chance in losses])

    def _fight(self, invaders: int, defenders: int) -> tuple[Outcome, Outcome]:
        """The outcome if a round of the faster side comes next, and if one of the slower side does."""
        if not invaders or not defenders:
            end = float(bool(invaders)), float(invaders), float(defenders)
            return end, end
        key = invaders, defenders
        if key not in self._known:
            self._known[key] = (self._together if self._is_even else self._in_turn)(invaders, defenders)
        return self._known[key]

    def _together(self, invaders: int, defenders: int) -> tuple[Outcome, Outcome]:
        meeting = self._meeting
        dice = self._dice(invaders, defenders)
        still, parts = 0.0, []
        for mine, theirs, chance in _mutual_losses(meeting.invader, meeting.defender, dice):
            if mine or theirs:
                after = self._fight(max(invaders - mine, 0), max(defenders - theirs, 0))[0]
                parts.append((chance, after))
            else:
                still += chance
        if still > SURE:
            return (0.0, 0.0, float(defenders)), (0.0, 0.0, float(defenders))
        found = _sum([(chance / (1 - still), each) for chance, each in parts])
        return found, found

    def _in_turn(self, invaders: int, defenders: int) -> tuple[Outcome, Outcome]:
        """Rounds in which nobody falls may come again and again, so both outcomes are solved together."""
        first_still, first = self._round(invaders, defenders, by_invader=self._is_faster, following=1)
        then_still, then = self._round(invaders, defenders, by_invader=not self._is_faster, following=0)
        if first_still * then_still > SURE:
            return (0.0, 0.0, float(defenders)), (0.0, 0.0, float(defenders))  # Z-COMBAT-9
        rest = 1 - first_still * then_still
        faster = _sum([(1 / rest, first), (first_still / rest, then)])
        return faster, _sum([(1.0, then), (then_still, faster)])

    def _round(
        self, invaders: int, defenders: int, *, by_invader: bool, following: int
    ) -> tuple[float, Outcome]:
        """The chance that nobody falls in this round, and what comes of the rest."""
        meeting = self._meeting
        mine, theirs = self._dice(invaders, defenders)
        if by_invader:
            losses = _losses(meeting.invader, meeting.defender, (mine, theirs), meeting.reroll)
        else:
            losses = _losses(meeting.defender, meeting.invader, (theirs, mine), meeting.reroll)
        still, parts = 0.0, []
        for loss, chance in losses:
            if not loss:
                still = chance
            elif by_invader:
                parts.append((chance, self._fight(invaders, max(defenders - loss, 0))[following]))
            else:
                parts.append((chance, self._fight(max(invaders - loss, 0), defenders)[following]))
        return still, _sum(parts)


@lru_cache(maxsize=512)
def table_of(meeting: Meeting) -> Table:
    return Table(meeting)


def expect(meeting: Meeting, invaders: int, defenders: int) -> Outcome:
    """The outcome if so many invaders meet so many defenders. An empty place is taken."""
    if invaders <= 0:
        return 0.0, 0.0, float(defenders)
    if defenders <= 0:
        return 1.0, float(invaders), 0.0
    return table_of(meeting).outcome(invaders, defenders)
