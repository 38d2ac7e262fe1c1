"""Computes a battle in advance: which pieces would be left if both sides chose well."""

from functools import lru_cache

from msgspec import Struct

from protocol.views.strategiksa import UNITS, Choice, Stack, StrategiksaView
from server.games.strategiksa.battle import BEATS, Option, chooser_role, options, side, standing

KING, FOOT, HORSE, ARCHER, HEALER, HURT_KING, HURT_FOOT, HURT_HORSE, HURT_ARCHER = range(len(UNITS))
"""The indices of units in a stack."""
KINGS = (KING, HURT_KING)
FIGHTERS = (FOOT, HORSE, ARCHER, KING, HURT_FOOT, HURT_HORSE, HURT_ARCHER, HURT_KING)
WORTH = (40.0, 1.0, 1.3, 1.0, 0.8, 15.0, 0.5, 0.7, 0.5)
CURES = ((HURT_KING, KING), (HURT_HORSE, HORSE), (HURT_FOOT, FOOT), (HURT_ARCHER, ARCHER))
SMALL = 20
"""In a battle with at most so many pieces there is time to try several replies."""
LARGE = 30
CROWN = 1000.0
"""How much the fall of a king counts when two choices are compared."""


def _after(mine: int, other: int) -> int | None:
    """What is left of a piece after a duel with another."""
    if UNITS[other][0] not in BEATS[UNITS[mine][0]] or UNITS[mine].endswith("*"):
        return None
    return UNITS.index(UNITS[mine] + "*")


_AFTER = {(mine, other): _after(mine, other) for mine in FIGHTERS for other in FIGHTERS}


def _cost(mine: int, other: int) -> float:
    left = _AFTER[mine, other]
    return WORTH[mine] - (0.0 if left is None else WORTH[left])


GAIN = {
    (first, second): _cost(first, second) - _cost(second, first) for first in FIGHTERS for second in FIGHTERS
}
"""How much a reply gains for its side."""


class Result(Struct, frozen=True):
    left: tuple[Stack, Stack]
    """What is left of the attackers, then of the defenders."""
    fallen: tuple[bool, bool]
    """Whether the king of each side fell."""

    def value(self, mine: int) -> float:
        other = 1 - mine
        crowns = CROWN * (self.fallen[other] - 1.5 * self.fallen[mine])
        return crowns + worth(self.left[mine]) - worth(self.left[other])


def worth(stack: Stack) -> float:
    return sum(number * each for number, each in zip(stack, WORTH, strict=True) if number)


class _Fight:
    """A battle while it is computed. Side 0 attacks, side 1 defends."""

    def __init__(self, stacks: tuple[Stack, Stack], healers: tuple[int, int]) -> None:
        self.sides = [list(stacks[0]), list(stacks[1])]
        self.healers = list(healers)
        self.fallen = [False, False]

    def cure(self, at: int, wounded: int, cured: int) -> None:
        self.sides[at][wounded] -= 1
        self.sides[at][cured] += 1
        self.healers[at] -= 1

    def duel(self, at: int, first: int, second: int) -> None:
        for who, mine, other in ((at, first, second), (1 - at, second, first)):
            self.sides[who][mine] -= 1
            left = _AFTER[mine, other]
            if left is not None:
                self.sides[who][left] += 1
            elif mine in KINGS:
                self.fallen[who] = True

    def present(self, at: int) -> list[int]:
        stack = self.sides[at]
        return [unit for unit in FIGHTERS if stack[unit]]

    def answer(self, at: int, chosen: int) -> int:
        """The best reply of the other side to a piece of side `at`, without looking further."""
        return max(self.present(1 - at), key=lambda unit: GAIN[chosen, unit])

    def answers(self, at: int, chosen: int) -> list[int]:
        """All replies, the likeliest first."""
        return sorted(self.present(1 - at), key=lambda unit: -GAIN[chosen, unit])

    def run(self, at: int) -> Result:
        """Fight to the end; side `at` has the initiative."""
        while not any(self.fallen):
            mine, others = self.present(at), self.present(1 - at)
            if not mine or not others:
                break
            if self.healers[at] > 0 and self._heal(at):
                at = 1 - at
                continue
            first = min(mine, key=lambda unit: max([GAIN[unit, other] for other in others]))
            self.duel(at, first, self.answer(at, first))
            at = 1 - at
        for who in (0, 1):
            if not self.present(who):
                self.sides[who][HEALER] = 0
        return Result((tuple(self.sides[0]), tuple(self.sides[1])), (self.fallen[0], self.fallen[1]))

    def _heal(self, at: int) -> bool:
        """Cure a piece if possible: it costs nothing, and then the other side must choose first."""
        for wounded, cured in CURES:
            if self.sides[at][wounded]:
                self.cure(at, wounded, cured)
                return True
        return False


@lru_cache(maxsize=8192)
def fight(attackers: Stack, defenders: Stack) -> Result:
    """Large armies are computed in groups, so the result is only approximate."""
    pack = 1 + max(sum(attackers), sum(defenders)) // LARGE
    stacks = _packed(attackers, pack), _packed(defenders, pack)
    result = _Fight(stacks, (stacks[0][HEALER], stacks[1][HEALER])).run(1)
    if pack == 1:
        return result
    return Result((_unpacked(result.left[0], pack), _unpacked(result.left[1], pack)), result.fallen)


def _packed(stack: Stack, pack: int) -> Stack:
    return stack if pack == 1 else tuple((number + pack - 1) // pack for number in stack)


def _unpacked(stack: Stack, pack: int) -> Stack:
    return tuple(number if unit in KINGS else number * pack for unit, number in enumerate(stack))


def total(*stacks: Stack) -> Stack:
    return tuple(map(sum, zip(*stacks, strict=True)))


def choose(view: StrategiksaView) -> str:
    """The choice of a piece or a cure that leads to the best end of the battle."""
    battle = view.battles[0]
    role = chooser_role(battle)
    me = int(role == "defender")
    both = [standing(view, battle.cell, side(view, battle, each)) for each in ("attacker", "defender")]
    stacks = total(*both[0].values()), total(*both[1].values())
    used = battle.cures.get("attacker", 0), battle.cures.get("defender", 0)
    healers = stacks[0][HEALER] - used[0], stacks[1][HEALER] - used[1]
    looked_at = 3 if sum(stacks[0]) + sum(stacks[1]) <= SMALL else 1

    def value(option: Option) -> float:
        course = _Fight(stacks, healers)
        if not isinstance(option, Choice):
            cured = UNITS.index(option.kind)
            course.cure(me, UNITS.index(option.kind + "*"), cured)
            return course.run(1 - me).value(me)
        unit = UNITS.index(option.unit)
        if battle.chosen is not None:
            course.duel(1 - me, UNITS.index(battle.chosen.unit), unit)
            return course.run(me).value(me)
        return min(
            _met(answer, unit).run(1 - me).value(me) for answer in course.answers(me, unit)[:looked_at]
        )

    def _met(answer: int, unit: int) -> _Fight:
        course = _Fight(stacks, healers)
        course.duel(me, unit, answer)
        return course

    return write_option(max(options(view), key=value))


def write_option(option: Option) -> str:
    if isinstance(option, Choice):
        return f"{option.unit} {option.colour}"
    return f"heal {option.kind} {option.colour}"
