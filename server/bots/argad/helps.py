"""What the captain makes of a Joker, and of a unit in reserve."""

from collections.abc import Iterator

from protocol.views.argad.words import SIDE_OF, UnitName, is_lone_general
from server.bots.argad.choices import Choice
from server.bots.argad.outlook import Outlook
from server.bots.argad.pieces import MANNER, Ground, Manner
from server.games.argad.battle import Battle
from server.games.argad.course import Course
from server.games.argad.jokers import help_with, judge_help
from server.games.argad.notation import HOLD, parse_help
from server.games.argad.state import ArgadState
from server.games.dice import Dice
from server.games.flaw import Flaw

TRIES = 4
HOPED = 0.7
"""The share of what one more activation seems to promise that is counted."""
WAITING = 1.5
"""What it is worth to have a unit in reserve."""
NONE = "N"


class Helps:
    """The helps of a Joker, each with what it promises more than none."""

    def __init__(self, state: ArgadState, seat: str, seed: int, manner: Manner = MANNER) -> None:
        self._state, self._seat, self._seed = state, seat, seed
        self._ground = Ground(state, manner)
        self._now = Outlook(state, SIDE_OF[seat], self._ground).value()

    def line(self) -> str:
        values = {NONE: 0.0} | dict(self._values())
        return max(values, key=values.__getitem__)

    def simple_line(self) -> str:
        """The best of the helps that do not depend on the next orders; empty if none helps."""
        values = dict(self._simple(self._own()))
        best = max(values, key=values.__getitem__, default=NONE)
        return best if values.get(best, 0.0) > 0 else ""

    def _values(self) -> Iterator[tuple[str, float]]:
        own = self._own()
        yield from self._simple(own)
        yield from self._further(own)

    def _own(self) -> list[UnitName]:
        return [name for name in self._state.units if name[-1] == self._seat and not is_lone_general(name)]

    def _simple(self, own: list[UnitName]) -> Iterator[tuple[str, float]]:
        for name in own:
            for letter in "WCH":
                if self._is_legal(letter, name):
                    yield f"{letter} {name[0]}", self._tried(letter, name)

    def _is_legal(self, letter: str, name: UnitName) -> bool:
        chosen = parse_help(f"{letter} {name[0]}")
        return not isinstance(chosen, Flaw) and not isinstance(
            judge_help(self._state, self._seat, chosen), Flaw
        )

    def _tried(self, letter: str, name: UnitName) -> float:
        total = 0.0
        tries = TRIES if letter == "C" else 1
        for number in range(tries):
            battle = Battle(self._state, Dice(self._seed + number))
            help_with(battle, self._seat, letter, name)
            total += Outlook(battle.state, SIDE_OF[self._seat], self._ground).value()
        return total / tries - self._now

    def _further(self, own: list[UnitName]) -> Iterator[tuple[str, float]]:
        """One more activation is worth what its unit could do after the best order of this card."""
        choice = Choice(self._state, self._seat, None, self._seed, self._ground)
        plan = choice.best()
        if plan is None:
            return
        after = choice.tried(plan, 0)
        for name in own:
            if self._is_legal("X", name) and name in after.units:
                values = Choice(after, self._seat, name, self._seed + 1, self._ground).values()
                yield f"X {name[0]}", HOPED * (max(values.values()) - values["P"])
            if self._is_legal("R", name) and not self._state.units[name].acts and name != plan.unit:
                yield f"R {name[0]}", WAITING
        if plan.command.verb in "SCF" and self._is_legal("D", plan.unit):
            yield f"D {plan.unit[0]}", self._with_die(choice, plan.unit)

    def _with_die(self, choice: Choice, name: UnitName) -> float:
        battle = Battle(self._state, Dice(self._seed))
        help_with(battle, self._seat, "D", name)
        helped = Choice(battle.state, self._seat, name, self._seed, self._ground).values()
        bare = Choice(self._state, self._seat, name, self._seed, self._ground).values()
        return max(helped.values()) - max(bare.values())


def react(state: ArgadState, seat: str, unit: UnitName | None, seed: int, manner: Manner = MANNER) -> str:
    """What the unit in reserve does before the enemy's order is carried out, or that it holds."""
    ground = Ground(state, manner)
    lines = [HOLD]
    if unit:
        lines += [line for line in Choice(state, seat, unit, seed, ground).lines() if line[0] in "MSC"]
    values = {line: _after(state, seat, line, seed, ground) for line in lines}
    return max(values, key=values.__getitem__)


def _after(state: ArgadState, seat: str, line: str, seed: int, ground: Ground) -> float:
    total = 0.0
    for number in range(TRIES):
        battle = Battle(state, Dice(seed + number))
        Course(battle, None).read_reserve((line,))
        total += Outlook(battle.state, SIDE_OF[seat], ground).value()
    return total / TRIES
