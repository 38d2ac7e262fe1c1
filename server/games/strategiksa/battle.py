"""Battles. In each exchange both sides choose a piece, one after the other. K-BATTLE."""

from typing import TypeAlias

from msgspec import Struct, structs

from protocol.ids import Seat
from protocol.views.strategiksa import (
    EMPTY,
    Battle,
    BattleBegun,
    BattleEnded,
    Cell,
    Choice,
    Chosen,
    Colour,
    Cured,
    Duelled,
    Kind,
    Position,
    Slain,
    Stack,
    Unit,
    one,
    stack_of,
)
from server.games.flaw import Flaw
from server.games.strategiksa.board import has, sides_at, units_of
from server.games.strategiksa.notation import Pick
from server.games.strategiksa.state import Course, PositionT
from server.games.strategiksa.vassals import fall, vanish

BEATS: dict[Kind, str] = {"I": "C", "C": "A", "A": "I", "R": "ICA"}
FIGHTERS: tuple[Unit, ...] = tuple(unit for kind in "ICAR" for unit in units_of(kind))
"""K-BATTLE-7: the order in which pieces fight for a player who does not choose."""
WOUNDED: tuple[Unit, ...] = tuple(unit for unit in FIGHTERS if unit.endswith("*"))
OTHER = {"attacker": "defender", "defender": "attacker"}


class Cure(Struct, frozen=True):
    colour: Colour
    kind: Kind


Option: TypeAlias = Choice | Cure


def side(position: Position, battle: Battle, role: str) -> Colour:
    """The current suzerain of the attackers, or of the defenders."""
    attacker = position.lords[battle.attacker]
    if role == "attacker":
        return attacker
    return next(lord for lord in sides_at(position, battle.cell) if lord != attacker)


def chooser_role(battle: Battle) -> str:
    """K-BATTLE-1: the side with the initiative chooses first, then the other."""
    return battle.initiative if battle.chosen is None else OTHER[battle.initiative]


def standing(position: Position, cell: Cell, lord: Colour) -> dict[Colour, Stack]:
    """What each colour of a side has on a cell, in the order of turns."""
    return {
        colour: position.pieces[colour][cell]
        for colour in position.order
        if position.lords[colour] == lord and cell in position.pieces.get(colour, {})
    }


def leader(position: Position, cell: Cell, lord: Colour) -> Colour:
    """K-BATTLE-6: the colour with most pieces there; if some are equal, the colour of the suzerain."""
    sizes = {colour: sum(stack) for colour, stack in standing(position, cell, lord).items()}
    most = [colour for colour, size in sizes.items() if size == max(sizes.values())]
    return most[0] if len(most) == 1 else lord


def chooser(position: Position) -> tuple[Seat, Colour]:
    """Who chooses next, and for which colour."""
    battle = position.battles[0]
    leading = leader(position, battle.cell, side(position, battle, chooser_role(battle)))
    return position.directors[leading], leading


def options(position: Position) -> tuple[Option, ...]:
    """All possible choices. K-BATTLE-7 takes the first of them."""
    battle = position.battles[0]
    role = chooser_role(battle)
    lord = side(position, battle, role)
    stacks = standing(position, battle.cell, lord)
    leading = leader(position, battle.cell, lord)
    colours = sorted(stacks, key=lambda colour: colour != leading)
    picks = [Choice(colour, unit) for unit in FIGHTERS for colour in colours if has(stacks[colour], unit)]
    healers = sum(has(stack, "S") for stack in stacks.values()) - battle.cures.get(role, 0)
    if battle.chosen is not None or healers <= 0:
        return tuple(picks)
    cures = [Cure(colour, unit[0]) for unit in WOUNDED for colour in colours if has(stacks[colour], unit)]
    return (*picks, *cures)


def find(position: Position, pick: Pick) -> Option | Flaw:
    """The choice that a line makes, or why it makes none."""
    offered = options(position)
    if pick.heal:
        return _find_cure(position, pick, offered)
    for option in offered:
        fits = isinstance(option, Choice) and option.unit in (pick.unit, pick.unit + "*")
        if fits and pick.colour in (None, option.colour):
            assert isinstance(option, Choice)
            return option
    if pick.unit == "S":
        return Flaw("never-fights")
    return Flaw("not-there", 0, {"unit": pick.unit, "cell": position.battles[0].cell})


def _find_cure(position: Position, pick: Pick, offered: tuple[Option, ...]) -> Option | Flaw:
    for option in offered:
        if isinstance(option, Cure) and option.kind == pick.unit[0] and pick.colour in (None, option.colour):
            return option
    if position.battles[0].chosen is not None:
        return Flaw("no-initiative")
    if any(isinstance(option, Cure) for option in offered):
        return Flaw("not-wounded", 1, {"kind": pick.unit[0], "cell": position.battles[0].cell})
    return Flaw("no-cure", 0, {"cell": position.battles[0].cell})


def run(course: Course[PositionT]) -> None:
    """Go on until a player has a choice to make, or all battles are over."""
    while course.position.battles and course.position.fallen is None:
        battle = course.position.battles[0]
        if len(sides_at(course.position, battle.cell)) < 2:
            _end(course, battle)
        elif not battle.begun:
            _begin(course, battle)
        elif not _slay(course, battle):
            offered = options(course.position)
            if len(offered) > 1:
                return
            play(course, offered[0])  # there is only one choice, so nobody is asked


def _update(course: Course[PositionT], battle: Battle) -> None:
    course.change(battles=(battle, *course.position.battles[1:]))


def _begin(course: Course[PositionT], battle: Battle) -> None:
    position = course.position
    sides = side(position, battle, "attacker"), side(position, battle, "defender")
    stacks = {**standing(position, battle.cell, sides[0]), **standing(position, battle.cell, sides[1])}
    course.tell(BattleBegun(battle.cell, *sides, stacks))
    _update(course, structs.replace(battle, begun=True))


def _slay(course: Course[PositionT], battle: Battle) -> bool:
    """K-BATTLE-4: sides that have only healers left lose them."""
    lost: dict[Colour, Stack] = {}
    for lord in sides_at(course.position, battle.cell):
        stacks = standing(course.position, battle.cell, lord)
        if not any(has(stack, unit) for stack in stacks.values() for unit in FIGHTERS):
            lost.update(stacks)
    if lost:
        course.tell(Slain(battle.cell, lost))
    return bool(lost)


def _end(course: Course[PositionT], battle: Battle) -> None:
    position = course.position
    if battle.begun:
        left = sides_at(position, battle.cell)
        recovered = _recovering(position, battle.cell) if position.wounds == "battle" else {}
        course.tell(BattleEnded(battle.cell, left[0] if left else None, recovered))
    course.change(battles=position.battles[1:])


def _recovering(position: Position, cell: Cell) -> dict[Colour, Stack]:
    """K-BATTLE-5: the pieces whose wounds end with this battle."""
    found: dict[Colour, Stack] = {}
    for colour in position.order:
        stack = position.pieces.get(colour, {}).get(cell, EMPTY)
        wounded = {unit: has(stack, unit) for unit in WOUNDED if has(stack, unit)}
        if wounded:
            found[colour] = stack_of(wounded)
    return found


def play(course: Course[PositionT], option: Option) -> None:
    """Make a choice. If it was the second of the exchange, the duel follows."""
    battle = course.position.battles[0]
    if isinstance(option, Cure):
        role = battle.initiative
        course.tell(Cured(battle.cell, option.colour, option.kind))
        cures = {**battle.cures, role: battle.cures.get(role, 0) + 1}
        _update(course, structs.replace(battle, initiative=OTHER[role], cures=cures))
    elif battle.chosen is None:
        course.tell(Chosen(battle.cell, option))
        _update(course, structs.replace(battle, chosen=option))
    else:
        _update(course, structs.replace(battle, chosen=None, initiative=OTHER[battle.initiative]))
        _duel(course, battle.cell, battle.chosen, option)


def winner_of(first: Unit, second: Unit) -> int:
    """K-BATTLE-2: 1 or 2; 0 if both pieces fall."""
    return 1 if second[0] in BEATS[first[0]] else 2 if first[0] in BEATS[second[0]] else 0


def _duel(course: Course[PositionT], cell: Cell, first: Choice, second: Choice) -> None:
    """K-BATTLE-2."""
    winner = winner_of(first.unit, second.unit)
    lost: dict[Colour, Stack] = {}
    wounded: dict[Colour, Stack] = {}
    for number, choice in ((1, first), (2, second)):
        survives = number == winner and not choice.unit.endswith("*")
        (wounded if survives else lost)[choice.colour] = one(choice.unit)
    course.tell(Duelled(cell, first, second, winner, lost, wounded))
    _mourn(course, cell, first, second, lost)


def _mourn(
    course: Course[PositionT], cell: Cell, first: Choice, second: Choice, lost: dict[Colour, Stack]
) -> None:
    """What follows when a king falls. A king has the colour of its suzerain, so its colour names the side."""
    kings = [choice.colour for choice in (first, second) if choice.unit[0] == "R" and choice.colour in lost]
    if len(kings) == 2:
        vanish(course, (kings[0], kings[1]))
    elif kings:
        victor = second.colour if kings[0] == first.colour else first.colour
        fall(course, kings[0], course.position.lords[victor], cell)
