"""The orders that a captain considers for a card, and what each promises when it is tried with dice."""

from collections.abc import Iterable, Iterator

from protocol.ids import Seat
from protocol.views.argad.board import BESIDE, NEIGHBOURS, OPEN, RANK, distance
from protocol.views.argad.field import contacts, enemies_of
from protocol.views.argad.figures import steps_of
from protocol.views.argad.view import Unit
from protocol.views.argad.ways import steps_with
from protocol.views.argad.words import SIDE_OF, Hex, UnitName, is_lone_general, side_of
from server.bots.argad.exchanges import Bare, as_attacker, as_defender, melee_gain
from server.bots.argad.outlook import Outlook
from server.bots.argad.pieces import Ground
from server.bots.argad.strides import distances_from
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
FIRST_TRIES, FINALISTS = 2, 3
CERTAIN = frozenset("OL")
"""The orders that need no dice."""
LEAVINGS, CONTACTS, SLOW_MOVES = 2, 2, 1
"""How many hexes are tried for a unit that leaves, and for each enemy that it could meet."""
FEW_HEXES, ALIKE = 12, 3
"""More hexes than so many are not all looked at: of those equally far from the enemy only so many."""
HOPELESS = -12.0
"""A contact that promises less is not tried."""


class Choice:
    """What a seat could do with one card, or one of its units with an activation."""

    def __init__(
        self, state: ArgadState, seat: Seat, only: UnitName | None, seed: int, ground: Ground
    ) -> None:
        self._state = state
        self._seat = seat
        self._side = SIDE_OF[seat]
        self._asking = Asking(seat, only)
        self._seed = seed
        self._ground = ground
        self._outlook = Outlook(state, self._side, ground)
        self._foes = enemies_of(state, self._side)
        self._own_hexes = [unit.at for name, unit in state.units.items() if side_of(name) == self._side]
        self._taken = frozenset(unit.at for unit in state.units.values())
        self._shunned = frozenset().union(*(BESIDE[foe.at] for foe in self._foes.values()))

    def line(self) -> str:
        values = self.values()
        return max(values, key=values.__getitem__)

    def best(self) -> Plan | None:
        line = self.line()
        return self.plan(line) if line != PASS else None

    def values(self) -> dict[str, float]:
        """What each order promises: all are tried with a few dice, the best of them with more."""
        found = {PASS: self._outlook.value()}
        plans: dict[str, Plan] = {}
        for name, unit in self._actors():
            found |= self._moves(name, unit)
            plans |= self._plans(self._lines_of(name, unit))
        tried = {line: self._try(plan, range(FIRST_TRIES)) for line, plan in plans.items()}
        best = sorted(tried, key=tried.__getitem__, reverse=True)[:FINALISTS]
        tries = self._ground.manner.tries
        for line in best:
            if plans[line].command.verb not in CERTAIN:
                more = self._try(plans[line], range(FIRST_TRIES, tries))
                tried[line] = (FIRST_TRIES * tried[line] + (tries - FIRST_TRIES) * more) / tries
            found[line] = tried[line]
        return found

    def _try(self, plan: Plan, numbers: range) -> float:
        if plan.command.verb in CERTAIN:
            numbers = range(1)
        found = [Outlook(self.tried(plan, number), self._side, self._ground).value() for number in numbers]
        return sum(found) / len(found)

    def tried(self, plan: Plan, number: int) -> ArgadState:
        battle = Battle(self._state, Dice(self._seed + number))
        carry_out(battle, plan)
        return battle.state

    def _plans(self, lines: Iterable[str]) -> dict[str, Plan]:
        plans = {line: self.plan(line) for line in lines}
        return {line: plan for line, plan in plans.items() if plan is not None}

    def plan(self, line: str) -> Plan | None:
        command = parse_order(line)
        plan = command if isinstance(command, Flaw) else judge(self._state, self._asking, command)
        return plan if isinstance(plan, Plan) else None

    def lines(self) -> Iterator[str]:
        """All orders that are considered."""
        for name, unit in self._actors():
            yield from self._moves(name, unit)
            yield from self._lines_of(name, unit)

    def _actors(self) -> Iterator[tuple[UnitName, Unit]]:
        for name, unit in self._state.units.items():
            is_own = name[-1] == self._seat and not is_lone_general(name)
            if is_own and self._asking.only in (None, name) and not unit.closed:
                yield name, unit

    def _lines_of(self, name: UnitName, unit: Unit) -> Iterator[str]:
        """The orders of a unit that are tried with dice."""
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
        yield from self._slow_moves(name, unit)

    def _shots(self, name: UnitName, unit: Unit) -> Iterator[str]:
        if weapon_flaw(unit, 1, moves=False):
            return
        for target in self._foes:
            if shot_flaw(self._state, name, target, 0) is None:
                yield f"S {name[0]} {target}"

    def _contacts(self, name: UnitName, unit: Unit) -> Iterator[str]:
        steps = steps_with(unit.figs, unit.march)
        throws = " J" if not weapon_flaw(unit, 1, moves=True, throws=True) else ""
        attacker = as_attacker(unit)
        for target, enemy in self._foes.items():
            far = distance(unit.at, enemy.at)
            if far - 1 > steps:
                continue
            if self._promise(attacker, enemy, far) < HOPELESS:
                continue
            for hex_ in self._ends(unit, enemy, steps):
                yield f"C {name[0]} {target} {hex_}{throws} +"

    def _promise(self, attacker: Bare, enemy: Unit, far: int) -> float:
        glyph = self._ground.glyphs[enemy.at]
        return melee_gain(attacker, as_defender(enemy), OPEN, glyph, far > 2)

    def _ends(self, unit: Unit, enemy: Unit, steps: int) -> list[Hex]:
        """The hexes beside an enemy with the fewest other enemies beside them."""
        others = [each.at for each in self._foes.values() if each.is_ready and each.at != enemy.at]
        free = [
            hex_
            for hex_ in NEIGHBOURS[enemy.at]
            if hex_ not in self._taken and distance(unit.at, hex_) <= steps
        ]
        free.sort(
            key=lambda hex_: (
                sum(hex_ in BESIDE[at] for at in others),
                self._state.glyph(hex_) != "^",
                distance(unit.at, hex_),
            )
        )
        return free[:CONTACTS]

    def _moves(self, name: UnitName, unit: Unit) -> dict[str, float]:
        """The best hex to which a unit may go over open ground, and what it is worth to be there."""
        if not unit.is_ready or unit.at in self._shunned:
            return {}
        is_open = self._ground.open_to(name, unit)
        if unit.at not in is_open:
            return {}
        ends = _spread(unit.at, is_open - self._taken - self._shunned, steps_with(unit.figs, unit.march))
        best = self._best_hexes(name, self._picked(ends))
        effort = self._ground.manner.effort
        return {f"M {name[0]} {at}": value - effort for at, value in best[:1]}

    def _slow_moves(self, name: UnitName, unit: Unit) -> Iterator[str]:
        """Moves that begin, lead or end on slow ground, which takes dice."""
        is_open, steps = self._ground.open_to(name, unit), steps_with(unit.figs, unit.march)
        free = (is_open | self._ground.slow_for(name, unit)) - self._taken - self._shunned
        ends = _spread(unit.at, free, steps)
        if unit.at in is_open:
            ends = [at for at in ends if at not in is_open]
        for at, _ in self._best_hexes(name, self._picked(ends))[:SLOW_MOVES]:
            yield f"M {name[0]} {at}"

    def _leaving(self, name: UnitName, unit: Unit) -> Iterator[str]:
        is_open = self._ground.open_to(name, unit) - self._taken
        ends = [at for at in _spread(unit.at, is_open, steps_of(unit.figs)) if at not in self._shunned]
        for at, _ in self._best_hexes(name, ends)[:LEAVINGS]:
            yield f"D {name[0]} {at}"

    def _picked(self, ends: list[Hex]) -> list[Hex]:
        """Of hexes that are equally far from the nearest enemy only a few: those nearest to friends."""
        if len(ends) <= FEW_HEXES:
            return ends
        foes = [distances_from(foe.at) for foe in self._foes.values()]
        friends = [distances_from(at) for at in self._own_hexes]
        found: dict[int, list[tuple[int, Hex]]] = {}
        for at in ends:
            rank = RANK[at]
            near = sum(sorted([far[rank] for far in friends])[:3])
            found.setdefault(min([far[rank] for far in foes], default=0), []).append((near, at))
        return [at for row in found.values() for _, at in sorted(row)[:ALIKE]]

    def _best_hexes(self, name: UnitName, ends: list[Hex]) -> list[tuple[Hex, float]]:
        """The hexes with what it is worth to be there, the best first."""
        values = self._outlook.values_at(name, ends)
        return sorted(values.items(), key=lambda found: -found[1])


def _spread(start: Hex, free: frozenset[Hex], steps: int) -> list[Hex]:
    """The hexes that so many steps reach over free hexes, the nearest first."""
    found: dict[Hex, None] = {}
    edge = [start]
    for _ in range(steps):
        beside = [each for here in edge for each in NEIGHBOURS[here] if each in free and each not in found]
        edge = list(dict.fromkeys(beside))
        found |= dict.fromkeys(edge)
    return [hex_ for hex_ in found if hex_ != start]
