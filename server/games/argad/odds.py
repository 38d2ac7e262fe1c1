"""What volleys and melees may be expected to bring, for the help at the desk and for bots."""

from collections.abc import Callable
from math import comb

from msgspec import Struct

from protocol.views.argad.view import Position
from protocol.views.argad.words import FigureCode, UnitName
from server.games.argad.shots import SIX, Aim
from server.games.argad.strikes import (
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
    strikers: int
    faced: int
    """How many figures strike the attacker."""


def melee_odds(
    position: Position, attacker: UnitName, defender: UnitName, way: tuple[str, ...] | None
) -> MeleeOdds:
    """The odds of a melee in a position in which the attacker stands beside the defender."""
    met = encounter(position, attacker, defender, way)
    theirs = [_expected(position, name, attacker, met) for name in (defender, *met.helpers)]
    ours = _expected(position, attacker, defender, met)
    return MeleeOdds(
        kills=min(ours[1], len(position.units[defender].figs)),
        losses=min(sum(each[1] for each in theirs), len(position.units[attacker].figs)),
        causes=reaction_causes(position, attacker, defender),
        strikers=ours[0],
        faced=sum(each[0] for each in theirs),
    )


def _expected(position: Position, by: UnitName, on: UnitName, met: Encounter) -> tuple[int, float]:
    """How many strike, and how many they kill on average."""
    unit, target = position.units[by], position.units[on]
    ground = footing(position, by, on, met)
    strikers = [unit.figs[place] for place in strikers_of(unit, target)]
    kills = {code: _average(target.figs, code, ground.modifiers) for code in set(strikers)}
    return len(strikers), sum(kills[code] for code in strikers)


def _average(figures: tuple[FigureCode, ...], striker: FigureCode, modifiers: Modifiers) -> float:
    """How likely a blow kills, on average over the figures that it may fall on."""
    counts = {code: figures.count(code) for code in set(figures)}
    return sum(
        count * chances(sum(modifiers(striker, code).values()), code)[0] for code, count in counts.items()
    ) / len(figures)
