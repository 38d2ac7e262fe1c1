"""How an order may go on, word by word: only what leads to an order that is legal now is offered."""

from collections.abc import Iterator, Sequence

from protocol.notes import Note
from protocol.views.argad.board import BESIDE, NEIGHBOURS, PLACE, RANK, distance
from protocol.views.argad.field import contacts, enemies_of
from protocol.views.argad.figures import rate_of
from protocol.views.argad.view import Position, Unit
from protocol.views.argad.ways import (
    DIFFICULT,
    VERY_DIFFICULT,
    ground_for,
    passage_of,
    reachable,
    steps_with,
)
from protocol.views.argad.words import GENERAL, SIDE_OF, Hex, UnitName, is_lone_general, side_of
from server.games.argad.generals import general_in, unit_of_general
from server.games.argad.glosses import (
    Glosses,
    end_note,
    hex_note,
    melee_note,
    retreat_note,
    shot_note,
    unit_note,
)
from server.games.argad.judging import Asking, judge, unit_flaw
from server.games.argad.notation import FOLLOW, JAVELINS, THEN_SHOOT, parse_order
from server.games.argad.routes import CM_PER_SHIFT
from server.games.argad.shots import shot_flaw, weapon_flaw
from server.games.argad.strength import SMALLEST
from server.games.argad.units import Plan, enemy_named, own_named
from server.games.flaw import Flaw

WORDS = "MSCFDLOTRUXBG"
"""The letters of the orders that name somebody, as they are offered."""
ALONE = frozenset("LTRB")
"""The orders that end with the unit."""
PASS = "P"


class OrderHints:
    """The ways to go on with one order of a card, an extra activation or a reserve."""

    def __init__(self, position: Position, asking: Asking, verbs: str = WORDS) -> None:
        self._position = position
        self._asking = asking
        self._verbs = verbs

    def next_words(self, done: Sequence[str]) -> Glosses:
        if not done:
            return self._first_words()
        verb, rest = done[0], done[1:]
        if verb not in self._verbs:
            return {}
        if verb == GENERAL:
            return self._general_words() if not rest else {}
        if not rest:
            return self._units(verb)
        name = own_named(self._position, self._asking.seat, rest[0], 1)
        if isinstance(name, Flaw) or verb in ALONE:
            return {}
        return self._further(verb, name, rest[1:])

    def _first_words(self) -> Glosses:
        return {
            verb: Note(f"gloss.verb-{verb}")
            for verb in self._verbs
            if (self._general_words() if verb == GENERAL else any(self._able(verb)))
        }

    def _units(self, verb: str) -> Glosses:
        units, note = self._position.units, retreat_note if verb == "T" else unit_note
        return {name[0]: note(name, units[name]) for name in self._able(verb)}

    def _able(self, verb: str) -> Iterator[UnitName]:
        """The units that can carry out some order with this letter."""
        for name in self._position.units:
            is_own = name[-1] == self._asking.seat and not is_lone_general(name)
            if is_own and self._asking.only in (None, name) and self._can(verb, name):
                yield name

    def _can(self, verb: str, name: UnitName) -> bool:
        """A quick look first: most units cannot be given most orders."""
        if unit_flaw(self._position, name, verb):
            return False
        if verb in ALONE or verb == "O":
            return self._is_legal(verb, name[0])
        if verb == "M":
            passage = passage_of(self._position, name, self._position.units[name].figs)
            return any(map(passage.may_pass, NEIGHBOURS[self._position.units[name].at]))
        return bool(self._further(verb, name, ()))

    def _is_legal(self, *words: str) -> bool:
        return isinstance(self._plan(*words), Plan)

    def _plan(self, *words: str) -> Plan | Flaw:
        command = parse_order(" ".join(words))
        return command if isinstance(command, Flaw) else judge(self._position, self._asking, command)

    def _further(self, verb: str, name: UnitName, rest: Sequence[str]) -> Glosses:
        """What may stand behind the unit."""
        match verb:
            case "M":
                return self._move_words(name, rest)
            case "S":
                return self._shot_words(name, rest)
            case "C":
                return self._contact_words(name, rest)
            case "F":
                return self._fight_words(name, rest)
        return self._shape_words(verb, name, rest)

    def _enemies(self) -> dict[UnitName, Unit]:
        return enemies_of(self._position, SIDE_OF[self._asking.seat])

    def _move_words(self, name: UnitName, rest: Sequence[str]) -> Glosses:
        unit = self._position.units[name]
        if not rest:
            if unit_flaw(self._position, name, "M"):
                return {}
            passage = passage_of(self._position, name, unit.figs)
            starts_slow = ground_for(unit.figs)[self._position.glyph(unit.at)]
            found = reachable(passage, unit.at, steps_with(unit.figs, unit.march))
            return {
                hex_: hex_note(self._position, unit.at, hex_, _slower(starts_slow, found[hex_]))
                for hex_ in self._towards_enemies(unit.at, found)
            }
        if len(rest) == 1 and self._shots_from(name, rest[0]):
            return {THEN_SHOOT: Note("gloss.then-shoot")}
        if len(rest) == 2 and rest[1] == THEN_SHOOT:
            return self._shots_from(name, rest[0])
        return {}

    def _towards_enemies(self, start: Hex, found: dict[Hex, str]) -> list[Hex]:
        """The hexes in reach, those without slow ground first, and of these the nearest to an enemy."""
        places, column = [enemy.at for enemy in self._enemies().values()], PLACE[start][0]

        def rank(hex_: Hex) -> tuple[bool, int, int, int]:
            nearest = min((distance(hex_, at) for at in places), default=0)
            return bool(found[hex_]), nearest, abs(PLACE[hex_][0] - column), RANK[hex_]

        return sorted(found, key=rank)

    def _shots_from(self, name: UnitName, at: Hex) -> Glosses:
        """The targets of a shot after a move to this hex."""
        unit = self._position.units[name]
        if weapon_flaw(unit, 1, moves=True) or at not in RANK:
            return {}
        return {
            target: shot_note(self._position, name, target, moves=True, at=at)
            for target in self._enemies()
            if shot_flaw(self._position, name, target, 0, at) is None
        }

    def _shot_words(self, name: UnitName, rest: Sequence[str]) -> Glosses:
        unit = self._position.units[name]
        if not rest:
            if unit_flaw(self._position, name, "S") or weapon_flaw(unit, 1, moves=False):
                return {}
            return {
                target: shot_note(self._position, name, target, moves=False)
                for target in self._enemies()
                if shot_flaw(self._position, name, target, 0) is None
            }
        if len(rest) == 1 and not weapon_flaw(unit, 1, moves=True):
            return self._move_words(name, ())
        return {}

    def _contact_words(self, name: UnitName, rest: Sequence[str]) -> Glosses:
        if not rest:
            return {} if unit_flaw(self._position, name, "C") else self._contacts_in_reach(name)
        if FOLLOW in rest or not self._is_legal("C", name[0], *rest):
            return {}
        marks: Glosses = {FOLLOW: Note("gloss.follow")}
        if JAVELINS not in rest and self._is_legal("C", name[0], *rest, JAVELINS):
            marks = {JAVELINS: Note("gloss.javelins")} | marks
        return self._ends(name, rest[0]) | marks if len(rest) == 1 else marks

    def _contacts_in_reach(self, name: UnitName) -> Glosses:
        unit, found = self._position.units[name], dict[str, Note]()
        steps = steps_with(unit.figs, unit.march)
        for target, enemy in self._enemies().items():
            is_near = distance(unit.at, enemy.at) - 1 <= steps
            plan = self._plan("C", name[0], target) if is_near else None
            if isinstance(plan, Plan):
                ground = self._slow(unit, plan.way)
                found[target] = melee_note(self._position, name, target, plan.way, ground)
        return found

    def _slow(self, unit: Unit, way: tuple[Hex, ...]) -> str:
        ground = ground_for(unit.figs)
        return _slower(*(ground[self._position.glyph(hex_)] for hex_ in way))

    def _ends(self, name: UnitName, target: str) -> Glosses:
        """The hexes beside the target from which it can be met, those without slow ground first.

        A contact with the target is known to be legal.
        """
        met = str(enemy_named(self._position, self._asking.seat, target, 0))
        unit, at = self._position.units[name], self._position.units[met].at
        plans = {
            hex_: self._plan("C", name[0], target, hex_) for hex_ in sorted(BESIDE[at], key=RANK.__getitem__)
        }
        ways = {hex_: plan.way for hex_, plan in plans.items() if isinstance(plan, Plan)}
        slow = {hex_: self._slow(unit, way) for hex_, way in ways.items()}
        return {
            hex_: end_note(self._position, name, met, ways[hex_], slow[hex_])
            for hex_ in sorted(ways, key=lambda each: (bool(slow[each]), len(ways[each])))
        }

    def _fight_words(self, name: UnitName, rest: Sequence[str]) -> Glosses:
        if rest:
            may_follow = len(rest) == 1 and self._is_legal("F", name[0], rest[0])
            return {FOLLOW: Note("gloss.follow")} if may_follow else {}
        return {
            target: melee_note(self._position, name, target, None)
            for target in contacts(self._position, name)
            if self._is_legal("F", name[0], target)
        }

    def _shape_words(self, verb: str, name: UnitName, rest: Sequence[str]) -> Glosses:
        """Leaving a melee, a shift, uniting and splitting."""
        unit = self._position.units[name]
        if verb == "X":
            return self._split_words(name, rest)
        if rest:
            return {}
        if verb == "U":
            return {
                other[0]: unit_note(other, each)
                for other, each in self._position.units.items()
                if each.at in BESIDE[unit.at] and self._is_legal("U", name[0], other)
            }
        if verb == "D" and not contacts(self._position, name):
            return {}
        steps = steps_with(unit.figs, unit.march) if verb == "D" else rate_of(unit.figs) // CM_PER_SHIFT
        near = [hex_ for hex_ in RANK if distance(unit.at, hex_) <= steps]
        return {
            hex_: hex_note(self._position, unit.at, hex_)
            for hex_ in near
            if self._is_legal(verb, name[0], hex_)
        }

    def _split_words(self, name: UnitName, rest: Sequence[str]) -> Glosses:
        """So many figures of a kind, then the hex for the new unit."""
        unit, side = self._position.units[name], side_of(name)
        here = sum(side_of(each) == side and not is_lone_general(each) for each in self._position.units)
        if here >= self._position.start.get(side, 0):
            return {}
        if not rest:
            return {
                f"{count}{code}": Note("gloss.figures", {"count": count, "figs": code})
                for code in dict.fromkeys(unit.figs)
                for count in range(SMALLEST, unit.figs.count(code) + 1)
                if "+" not in code and self._split_ends(name, f"{count}{code}")
            }
        if len(rest) > 1:
            return {}
        ends = self._split_ends(name, rest[0])
        return {hex_: hex_note(self._position, unit.at, hex_) for hex_ in ends}

    def _split_ends(self, name: UnitName, figures: str) -> list[Hex]:
        beside = sorted(BESIDE[self._position.units[name].at], key=RANK.__getitem__)
        return [hex_ for hex_ in beside if self._is_legal("X", name[0], figures, hex_)]

    def _general_words(self) -> Glosses:
        """The units that the general may join, and the hexes that he reaches alone."""
        position, seat = self._position, self._asking.seat
        home = unit_of_general(position, seat)
        if home is None or self._asking.only is not None:
            return {}
        unit = position.units[home]
        joins = {
            name[0]: unit_note(name, other)
            for name, other in position.units.items()
            if name[-1] == seat and not is_lone_general(name) and self._is_legal(GENERAL, name[0])
        }
        figures = (general_in(unit),)
        found = reachable(passage_of(position, home, figures), unit.at, steps_with(figures))
        if not any(self._is_legal(GENERAL, hex_) for hex_ in list(found)[:1]):
            return joins
        ordered = sorted(found, key=RANK.__getitem__)
        return joins | {hex_: hex_note(position, unit.at, hex_, found[hex_]) for hex_ in ordered}


def _slower(*grounds: str) -> str:
    if VERY_DIFFICULT in grounds:
        return VERY_DIFFICULT
    return DIFFICULT if DIFFICULT in grounds else ""
