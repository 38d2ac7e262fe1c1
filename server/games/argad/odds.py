"""What volleys and melees may be expected to bring, for the help at the desk and for bots."""

from collections.abc import Callable, Sequence
from math import comb

from msgspec import Struct

from protocol.views.argad.view import Position
from protocol.views.argad.words import FigureCode, UnitName
from server.games.argad.blows import POINTS
from server.games.argad.morale import aftermath_causes
from server.games.argad.shots import SIX, Aim, may_test
from server.games.argad.strikes import (
    KILL,
    RECOIL,
    Encounter,
    chances,
    encounter,
    footing,
    reaction_causes,
    strikers_of,
)

Modifiers = Callable[[FigureCode, FigureCode], dict[str, int]]
"""The parts of m for a striker and the figure that is struck."""


def expected_hits(aim: Aim) -> float:
    """A-SHOOT-3: how many hits a volley brings on average."""
    if aim.need <= SIX:
        return aim.dice * (SIX + 1 - max(aim.need, 2)) / SIX
    each = aim.need - SIX + 1
    ways = sum(
        (sixes // each) * comb(aim.dice, sixes) * 5.0 ** (aim.dice - sixes) for sixes in range(aim.dice + 1)
    )
    return ways / 6.0**aim.dice


class MeleeOdds(Struct, frozen=True):
    """What a melee may be expected to bring, if nobody falls before he strikes."""

    kills: float
    """By the attacker."""
    losses: float
    """Of the attacker."""
    causes: tuple[str, ...]
    """Why the defender would test before the blows."""
    tests_after: tuple[UnitName, ...]
    """Which of the two would test after the blows, if these bring what may be expected."""
    strikers: int
    faced: int
    """How many figures strike the attacker."""


def melee_odds(
    position: Position, attacker: UnitName, defender: UnitName, way: tuple[str, ...] | None
) -> MeleeOdds:
    """The odds of a melee in a position in which the attacker stands beside the defender."""
    met = encounter(position, attacker, defender, way)
    units = position.units
    ours = _expected(position, (attacker,), defender, met)
    theirs = _expected(position, (defender, *met.helpers), attacker, met)
    is_able = may_test(defender, units[defender])
    return MeleeOdds(
        kills=min(ours.kills, len(units[defender].figs)),
        losses=min(theirs.kills, len(units[attacker].figs)),
        causes=reaction_causes(position, attacker, defender) if is_able else (),
        tests_after=tuple(
            name
            for name, dealt, taken in ((attacker, ours, theirs), (defender, theirs, ours))
            if _tests_after(position, name, dealt, taken)
        ),
        strikers=ours.strikers,
        faced=theirs.strikers,
    )


class Dealt(Struct, frozen=True):
    """What the blows of one side bring on average."""

    strikers: int
    kills: float
    score: float
    """A-MELEE-13: what decides who has won."""


def _expected(position: Position, side: Sequence[UnitName], on: UnitName, met: Encounter) -> Dealt:
    """The blows of the units of one side on one unit."""
    target, number, kills, recoils = position.units[on], 0, 0.0, 0.0
    for by in side:
        unit, ground = position.units[by], footing(position, by, on, met)
        strikers = [unit.figs[place] for place in strikers_of(unit, target)]
        number += len(strikers)
        for code in set(strikers):
            kill, recoil = _average(target.figs, code, ground.modifiers)
            kills += strikers.count(code) * kill
            recoils += strikers.count(code) * recoil
    return Dealt(number, kills, POINTS[KILL] * kills + POINTS[RECOIL] * recoils)


def _average(
    figures: tuple[FigureCode, ...], striker: FigureCode, modifiers: Modifiers
) -> tuple[float, float]:
    """How likely a blow kills or makes recoil, on average over the figures that it may fall on."""
    found = [
        (figures.count(code), chances(sum(modifiers(striker, code).values()), code)) for code in set(figures)
    ]
    kill = sum(count * likely[0] for count, likely in found) / len(figures)
    return kill, sum(count * likely[1] for count, likely in found) / len(figures)


def _tests_after(position: Position, name: UnitName, dealt: Dealt, taken: Dealt) -> bool:
    """A-MORALE-4: whether a unit that deals and takes this has a cause to test."""
    unit, has_lost = position.units[name], dealt.score < taken.score
    causes = aftermath_causes(len(unit.figs), taken.kills, has_lost=has_lost)
    return bool(causes) and may_test(name, unit)
