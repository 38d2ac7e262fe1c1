"""The recruit attacks where it strikes with more figures than it faces, shoots when it can, and walks on."""

from collections.abc import Callable, Iterator
from random import Random

from msgspec import structs

from protocol.ids import Lines, SheetKey
from protocol.views.argad.board import NEIGHBOURS, TABLES, distance
from protocol.views.argad.field import contacts, enemies_of
from protocol.views.argad.figures import JAVELIN, missile_of
from protocol.views.argad.view import ArgadView, Position, Unit
from protocol.views.argad.ways import NO_ENTRY, OPEN_GROUND, ground_for, passage_of, reachable, steps_with
from protocol.views.argad.words import (
    SIDE_OF,
    Hex,
    UnitName,
    is_lone_general,
)
from server.games.argad.glosses import odds_after
from server.games.argad.jokers import default_help, reserve_of
from server.games.argad.judging import Asking, judge, unit_flaw
from server.games.argad.notation import parse_order
from server.games.argad.odds import expected_hits
from server.games.argad.shots import SIX, aim, shot_flaw, weapon_flaw
from server.games.argad.units import Plan
from server.games.flaw import Flaw

SHOOTING_DISTANCE = 8
"""Shooters walk so near to the enemy, and no nearer."""
PASS, HOLD = "P", "HOLD"


def recruit(
    view: ArgadView, sheets: tuple[SheetKey, ...], random: Random, seconds: float
) -> dict[SheetKey, Lines]:
    return {sheet: _write(view, sheet, random) for sheet in sheets}


def _write(view: ArgadView, seat: SheetKey, random: Random) -> Lines:
    match view.stage:
        case "army":
            return (f"TAKE {random.choice(list(TABLES.armies))}",)
        case "deploy":
            return ()
        case "joker":
            return (_help(view, seat),)
        case "reserve":
            return (_react(view, seat),)
        case "plan":
            return tuple(plan_lines(view, seat))
    return (_Choice(view, seat, view.extra or None).line() or PASS,)


def _help(view: ArgadView, seat: SheetKey) -> str:
    """Wear off the most worn; else a die for the next attacker; else nothing."""
    letter, unit = default_help(view, seat)
    if letter == "W":
        return f"W {unit[0]}"
    attack = _Choice(view, seat, None).attack()
    return f"D {attack.split()[1]}" if attack else "N"


def _react(view: ArgadView, seat: SheetKey) -> str:
    unit = reserve_of(view, (seat,))
    return (_Choice(view, seat, unit).volley() if unit else "") or HOLD


def plan_lines(view: ArgadView, seat: SheetKey) -> Iterator[str]:
    """One order for each card, each for another unit if there is one."""
    position: Position = view
    for _ in range(view.deck.get(seat, 0)):
        line = _Choice(position, seat, None).line()
        yield line or PASS
        if line:
            name = f"{line.split()[1][0]}{seat}"
            acted = structs.replace(position.units[name], acts=1, wear=position.units[name].wear + 1)
            position = structs.replace(position, units={**position.units, name: acted})


class _Choice:
    """What a seat could do with one card."""

    def __init__(self, position: Position, seat: SheetKey, only: UnitName | None) -> None:
        self._position = position
        self._asking = Asking(seat, only)
        self._enemies = enemies_of(position, SIDE_OF[seat])
        self._own = {
            name: unit
            for name, unit in position.units.items()
            if name[-1] == seat and not is_lone_general(name) and only in (None, name)
        }

    def line(self) -> str:
        """The first of its ways to act that is open to it; empty if there is none."""
        ways: tuple[Callable[[], str], ...] = (
            self._rally,
            self.attack,
            self.volley,
            self._fight,
            self._reorganise,
            self._load,
            self._advance,
        )
        return next((line for line in (way() for way in ways) if line), "")

    def _is_legal(self, line: str) -> bool:
        return self._judged(line) is not None

    def _judged(self, line: str) -> Plan | None:
        command = parse_order(line)
        plan = command if isinstance(command, Flaw) else judge(self._position, self._asking, command)
        return plan if isinstance(plan, Plan) else None

    def _fresh(self, name: UnitName, unit: Unit) -> bool:
        """Whether one more activation would not tire the unit out."""
        return not unit.acts or unit.wear + 1 < len(unit.figs)

    def _first(self, verb: str, is_wanted: Callable[[UnitName, Unit], bool]) -> str:
        lines = (f"{verb} {name[0]}" for name, unit in self._own.items() if is_wanted(name, unit))
        return next((line for line in lines if self._is_legal(line)), "")

    def _rally(self) -> str:
        return self._first("R", lambda name, unit: unit.is_demoralised)

    def _reorganise(self) -> str:
        return self._first("O", lambda name, unit: 2 * unit.wear >= len(unit.figs))

    def _load(self) -> str:
        return self._first("L", lambda name, unit: unit.load > 0 and self._fresh(name, unit))

    def attack(self) -> str:
        """The contact in which it has most strikers more than it faces, without slow ground on the way."""
        found: dict[str, int] = {}
        for name, unit in self._own.items():
            if unit_flaw(self._position, name, "C") or not self._fresh(name, unit):
                continue
            for target, enemy in self._enemies.items():
                if distance(unit.at, enemy.at) - 1 <= steps_with(unit.figs, unit.march):
                    found |= self._contact(name, unit, target)
        return max(found, key=found.__getitem__, default="")

    def _contact(self, name: UnitName, unit: Unit, target: UnitName) -> dict[str, int]:
        line = f"C {name[0]} {target} +"
        plan = self._judged(line)
        if plan is None:
            return {}
        ground = ground_for(unit.figs)
        if any(ground[self._position.glyph(hex_)] != OPEN_GROUND for hex_ in plan.way):
            return {}
        odds = odds_after(self._position, name, target, plan.way)
        return {line: odds.strikers - odds.faced} if odds.strikers > odds.faced else {}

    def volley(self) -> str:
        """The volley that may be expected to hit most, if it needs a six or less."""
        found: dict[str, float] = {}
        for name, unit in self._own.items():
            is_ready = unit_flaw(self._position, name, "S") is None and self._fresh(name, unit)
            if not is_ready or weapon_flaw(unit, 1, moves=False):
                continue
            for target in self._enemies:
                if shot_flaw(self._position, name, target, 0) is None:
                    aimed = aim(self._position, name, target, moves=False)
                    if aimed.need <= SIX:
                        found[f"S {name[0]} {target}"] = expected_hits(aimed)
        return max(found, key=found.__getitem__, default="")

    def _fight(self) -> str:
        """Fight on where its strikers outnumber the enemy's."""
        for name, unit in self._own.items():
            if unit_flaw(self._position, name, "F") or not self._fresh(name, unit):
                continue
            for target in contacts(self._position, name):
                odds = odds_after(self._position, name, target, None)
                if odds.strikers > odds.faced and self._is_legal(f"F {name[0]} {target}"):
                    return f"F {name[0]} {target} +"
        return ""

    def _advance(self) -> str:
        """A unit that has not acted goes towards the nearest enemy; shooters keep their distance."""
        for name, unit in self._own.items():
            if unit.acts or unit_flaw(self._position, name, "M"):
                continue
            to = self._hex_ahead(name, unit)
            if to:
                return f"M {name[0]} {to}"
        return ""

    def _hex_ahead(self, name: UnitName, unit: Unit) -> Hex | None:
        """The hex in reach from which the way to an enemy is shortest, over open ground if there is any."""
        keeps_off = missile_of(unit.figs) not in ("", JAVELIN)
        least = SHOOTING_DISTANCE if keeps_off else 2
        steps = self._steps_to_enemies(unit)
        ends = reachable(
            passage_of(self._position, name, unit.figs), unit.at, steps_with(unit.figs, unit.march)
        )
        good = [at for at in ends if least <= steps.get(at, 0) < steps.get(unit.at, 0)]
        is_open = [at for at in good if not ends[at]]
        return min(is_open or good, key=lambda at: (steps[at], at), default=None)

    def _steps_to_enemies(self, unit: Unit) -> dict[Hex, int]:
        """From each hex the steps to the nearest enemy over ground that the unit may enter."""
        ground = ground_for(unit.figs)
        edge = [enemy.at for enemy in self._enemies.values()]
        steps = dict.fromkeys(edge, 0)
        while edge:
            reached: list[Hex] = []
            for here in edge:
                for beside in NEIGHBOURS[here]:
                    if beside not in steps and ground[self._position.glyph(beside)] != NO_ENTRY:
                        steps[beside] = steps[here] + 1
                        reached.append(beside)
            edge = reached
        return steps
