"""The orders that a captain considers for a card, and what each promises when it is tried with dice."""

from collections.abc import Iterator

from bench.pool.argad_2026_11.outlook import MANNER, Outlook
from protocol.ids import Seat
from protocol.views.argad.board import BESIDE, NEIGHBOURS, distance
from protocol.views.argad.field import contacts, enemies_of
from protocol.views.argad.figures import steps_of
from protocol.views.argad.view import Unit
from protocol.views.argad.ways import passage_of, reachable, steps_with
from protocol.views.argad.words import SIDE_OF, Hex, UnitName, is_lone_general
from server.games.argad.battle import Battle
from server.games.argad.judging import Asking, judge
from server.games.argad.notation import parse_order
from server.games.argad.orders import carry_out
from server.games.argad.shots import shot_flaw, weapon_flaw
from server.games.argad.state import ArgadState
from server.games.argad.units import Plan
from server.games.dice import Dice
from server.games.flaw import Flaw

PASS = "P"
FIRST_TRIES, TRIES, FINALISTS = 2, 8, 4
CHANCY = frozenset("SCFDRT")
MOVES, LEAVINGS, CONTACTS = 3, 2, 2
"""How many hexes are tried for each unit, and for each enemy that it could meet."""


def is_chancy(plan: Plan) -> bool:
    return plan.command.verb in CHANCY


class Choice:
    """What a seat could do with one card, or one of its units with an activation."""

    def __init__(self, state: ArgadState, seat: Seat, only: UnitName | None, seed: int) -> None:
        self._state = state
        self._seat = seat
        self._side = SIDE_OF[seat]
        self._asking = Asking(seat, only)
        self._seed = seed
        self._outlook = Outlook(state, self._side, MANNER)
        self._foes = enemies_of(state, self._side)

    def line(self) -> str:
        values = self.values()
        return max(values, key=values.__getitem__)

    def best(self) -> tuple[Plan | None, float]:
        values = self.values()
        line = max(values, key=values.__getitem__)
        return self._plan(line) if line != PASS else None, values[line]

    def values(self) -> dict[str, float]:
        """What each order promises: all are tried with a few dice, the best of them with more."""
        plans = dict(self._plans())
        tried = {line: self._try(plan, range(FIRST_TRIES)) for line, plan in plans.items()}
        best = sorted(tried, key=tried.__getitem__, reverse=True)[:FINALISTS]
        found = {PASS: self._outlook.value()}
        for line in best:
            if is_chancy(plans[line]):
                more = self._try(plans[line], range(FIRST_TRIES, TRIES))
                tried[line] = (FIRST_TRIES * tried[line] + (TRIES - FIRST_TRIES) * more) / TRIES
            found[line] = tried[line]
        return found

    def _try(self, plan: Plan, numbers: range) -> float:
        if not is_chancy(plan):
            numbers = range(1)
        return sum(Outlook(self.tried(plan, number), self._side, MANNER).value() for number in numbers) / len(
            numbers
        )

    def tried(self, plan: Plan, number: int) -> ArgadState:
        battle = Battle(self._state, Dice(self._seed + number))
        carry_out(battle, plan)
        return battle.state

    def _plans(self) -> Iterator[tuple[str, Plan]]:
        for line in self.lines():
            plan = self._plan(line)
            if plan is not None:
                yield line, plan

    def _plan(self, line: str) -> Plan | None:
        command = parse_order(line)
        plan = command if isinstance(command, Flaw) else judge(self._state, self._asking, command)
        return plan if isinstance(plan, Plan) else None

    def lines(self) -> Iterator[str]:
        for name, unit in self._state.units.items():
            is_own = name[-1] == self._seat and not is_lone_general(name)
            if is_own and self._asking.only in (None, name) and not unit.closed:
                yield from self._lines_of(name, unit)

    def _lines_of(self, name: UnitName, unit: Unit) -> Iterator[str]:
        number = name[0]
        if unit.is_demoralised:
            yield f"R {number}"
            return
        if unit.wear:
            yield f"O {number}"
        if unit.is_fatigued:
            yield f"T {number}"
            return
        touching = contacts(self._state, name)
        if touching:
            for target in touching:
                yield f"F {number} {target} +"
            yield from self._leaving(name, unit)
            return
        if unit.load:
            yield f"L {number}"
        yield from self._shots(name, unit)
        yield from self._contacts(name, unit)
        yield from self._moves(name, unit)

    def _shots(self, name: UnitName, unit: Unit) -> Iterator[str]:
        if weapon_flaw(unit, 1, moves=False):
            return
        for target in self._foes:
            if shot_flaw(self._state, name, target, 0) is None:
                yield f"S {name[0]} {target}"

    def _contacts(self, name: UnitName, unit: Unit) -> Iterator[str]:
        steps = steps_with(unit.figs, unit.march)
        has_javelins = not weapon_flaw(unit, 1, moves=True, throws=True)
        for target, enemy in self._foes.items():
            if distance(unit.at, enemy.at) - 1 > steps:
                continue
            for hex_ in self._ends(unit, enemy, steps):
                yield f"C {name[0]} {target} {hex_} +"
                if has_javelins:
                    yield f"C {name[0]} {target} {hex_} J +"

    def _ends(self, unit: Unit, enemy: Unit, steps: int) -> list[Hex]:
        """The hexes beside an enemy with the fewest other enemies beside them."""
        taken = {each.at for each in self._state.units.values()} - {unit.at}
        others = [each.at for each in self._foes.values() if each.is_ready and each.at != enemy.at]
        free = [h for h in NEIGHBOURS[enemy.at] if h not in taken and distance(unit.at, h) <= steps]
        free.sort(
            key=lambda hex_: (
                sum(hex_ in BESIDE[at] for at in others),
                self._state.glyph(hex_) != "^",
                distance(unit.at, hex_),
            )
        )
        return free[:CONTACTS]

    def _moves(self, name: UnitName, unit: Unit) -> Iterator[str]:
        passage = passage_of(self._state, name, unit.figs)
        ends = reachable(passage, unit.at, steps_with(unit.figs, unit.march))
        for at in self._best_hexes(name, ends)[:MOVES]:
            yield f"M {name[0]} {at}"

    def _leaving(self, name: UnitName, unit: Unit) -> Iterator[str]:
        passage = passage_of(self._state, name, unit.figs, past_enemies=True)
        ends = reachable(passage, unit.at, steps_of(unit.figs))
        for at in self._best_hexes(name, ends)[:LEAVINGS]:
            yield f"D {name[0]} {at}"

    def _best_hexes(self, name: UnitName, ends: dict[Hex, str]) -> list[Hex]:
        values = self._outlook.values_at(name, [at for at in ends if not ends[at]])
        return sorted(values, key=values.__getitem__, reverse=True)
