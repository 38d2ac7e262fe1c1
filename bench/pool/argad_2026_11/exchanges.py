"""What a volley or a melee between two units may be expected to bring, apart from all others on the table.

Both are tried on a small table of their own with the rules of the game, and the answers are kept.
"""

from functools import lru_cache
from math import erf, sqrt

from msgspec import Struct

from bench.pool.argad_2026_11.worth import RARER, STANDING, stability, strength
from protocol.views.argad.board import HEXES, OPEN, PLACE
from protocol.views.argad.figures import Figures, cost_of, fighting_order
from protocol.views.argad.view import Position, Unit
from server.games.argad.morale import NEVER, number_for
from server.games.argad.odds import expected_hits
from server.games.argad.shots import aim, volley_causes
from server.games.argad.strikes import (
    LENGTHS,
    Footing,
    chances,
    encounter,
    footing,
    length_of,
    reaction_causes,
    strikers_of,
)

OURS, THEIRS = "1S", "1H"
OUR_HEX, THEIR_HEX = "L7", "K7"
WALKED, CHARGED = ("M7", "L7"), ("N7", "M7", "L7")
"""Ways to the hex beside the enemy: without and with room for a charge."""
KEPT = 200_000
CAN_STAND = STANDING + 2 * RARER
"""What it is worth in an exchange that a unit stands."""
HALF = 0.5


def stripped(unit: Unit) -> Unit:
    """The unit with nothing but what matters in an exchange, so that equal exchanges are found again."""
    return Unit(
        at="",
        figs=unit.figs,
        wear=unit.wear,
        is_demoralised=unit.is_demoralised,
        acts=min(unit.acts, 1),
        attacked=min(unit.attacked, 1),
        fought=unit.fought,
        moved=unit.moved,
        die=unit.die,
    )


def _table(one: Unit, other: Unit, here: str, ground: str, their_ground: str) -> Position:
    places = {here: ground, THEIR_HEX: their_ground}
    return Position(
        stage="card",
        seats=("S", "H"),
        map="plain",
        terrain={hex_: glyph for hex_, glyph in places.items() if glyph != OPEN},
        units={OURS: _at(one, here), THEIRS: _at(other, THEIR_HEX)},
    )


def _at(unit: Unit, at: str) -> Unit:
    return Unit(
        at=at,
        figs=unit.figs,
        wear=unit.wear,
        is_demoralised=unit.is_demoralised,
        acts=unit.acts,
        attacked=unit.attacked,
        fought=unit.fought,
        moved=unit.moved,
        die=unit.die,
    )


def failing(unit: Unit, causes: tuple[str, ...]) -> float:
    """How likely a unit fails a test with these causes."""
    if not causes or unit.is_demoralised:
        return 0.0
    need = sum(number_for(unit, causes).values())
    return 1 - min(max(need, 1), NEVER - 1) / NEVER


class Clash(Struct, frozen=True):
    """A melee as it may be expected."""

    kills: float
    losses: float
    won: float
    lost: float
    startled: float
    """How likely the defender fails before the blows."""


@lru_cache(maxsize=KEPT)
def clash(one: Unit, other: Unit, ground: str, their_ground: str, is_charge: bool | None) -> Clash:
    """One attacks the other; `is_charge` is None if both were in contact before."""
    position = _table(one, other, OUR_HEX, ground, their_ground)
    way = None if is_charge is None else (CHARGED if is_charge else WALKED)
    met = encounter(position, OURS, THEIRS, way)
    startled = failing(other, reaction_causes(position, OURS, THEIRS))
    ours = _Rank(one, other, footing(position, OURS, THEIRS, met), met.has_short_spears, 0.0)
    theirs = _Rank(other, one, footing(position, THEIRS, OURS, met), met.has_short_spears, startled)
    if met.strikes_first:
        for length in LENGTHS:
            theirs.suffer(*ours.blows(length))
        for length in LENGTHS:
            ours.suffer(*theirs.blows(length))
    else:
        for length in LENGTHS:
            forth, back = ours.blows(length), theirs.blows(length)
            theirs.suffer(*forth)
            ours.suffer(*back)
    ahead, spread = theirs.score - ours.score, sqrt(theirs.spread + ours.spread + 0.1)
    won, lost = _above(ahead - HALF, spread), _above(-ahead - HALF, spread)
    return Clash(theirs.fallen, ours.fallen, won, lost, startled)


def _above(mean: float, spread: float) -> float:
    """How likely something of this mean and spread is above 0."""
    return HALF * (1 + erf(mean / (spread * sqrt(2))))


class _Rank:
    """A unit in a melee whose dice all show what they show on average."""

    def __init__(self, unit: Unit, target: Unit, ground: Footing, is_short: bool, startled: float) -> None:
        self._men = len(unit.figs)
        places = strikers_of(unit, target)
        self._strikers = [unit.figs[place] for place in places]
        able = len(places)
        self._share = max(0.0, able - startled) / able if able and able == unit.able else 1.0
        if unit.die and places:
            self._strikers.append(unit.figs[places[0]])
        self._target, self._footing, self._is_short = target.figs, ground, is_short
        self.fallen = self.score = self.spread = 0.0

    def blows(self, length: int) -> tuple[float, float, float]:
        """Kills, points and their variance of the blows of this length."""
        able = len(self._strikers)
        left = max(0.0, self._men - self.fallen)
        share = self._share * min(able, left) / able if able else 0.0
        kills = points = spread = 0.0
        for code in self._strikers:
            if length_of(code, self._is_short) == length:
                kill, recoil = _blow(code, self._target, self._footing)
                kills += kill
                points += 2 * kill + recoil
                spread += 4 * kill + recoil - (2 * kill + recoil) ** 2
        return share * kills, share * points, share * spread

    def suffer(self, kills: float, points: float, spread: float) -> None:
        self.fallen = min(self._men, self.fallen + kills)
        self.score += points
        self.spread += spread


def _blow(striker: str, figures: Figures, ground: Footing) -> tuple[float, float]:
    """How likely a blow kills and how likely it makes recoil, on average over the figures struck."""
    kill = recoil = 0.0
    for code in set(figures):
        chance = chances(sum(ground.modifiers(striker, code).values()), code)
        count = figures.count(code)
        kill += count * chance[0]
        recoil += count * chance[1]
    return kill / len(figures), recoil / len(figures)


def _heavy_losses(men: int, fallen: float) -> float:
    """How likely more than a quarter of the men fall, if so many fall on average."""
    if not fallen:
        return 0.0
    return _above(fallen - men // 4 - HALF, sqrt(fallen * max(0.15, 1 - fallen / men)))


def _loss(unit: Unit, fallen: float, wear: float) -> float:
    """What a unit loses in worth."""
    men, cost = len(unit.figs), cost_of(unit.figs)
    if unit.is_demoralised:
        return 0.3 * cost * fallen / men
    left = men - fallen
    lost = cost * (strength(men, unit.wear) - left / men * strength(left, unit.wear + wear))
    return lost + CAN_STAND * (stability(men, unit.wear) - stability(left, unit.wear + wear))


def _shaken(unit: Unit, fallen: float, lost: float) -> float:
    """How likely a unit fails the test after a melee that it loses with this chance."""
    tried = 1 - (1 - _heavy_losses(len(unit.figs), fallen)) * (1 - lost)
    return tried * failing(unit, ("lost",))


@lru_cache(maxsize=KEPT)
def melee_gain(one: Unit, other: Unit, ground: str, their_ground: str, is_charge: bool | None) -> float:
    """What the attacker may expect to gain in worth over the defender; below 0 he had better not attack."""
    if not fighting_order(one.figs):
        return 0.0
    met = clash(one, other, ground, their_ground, is_charge)
    taken = _loss(other, met.kills, 1 + met.startled + _shaken(other, met.kills, met.won))
    given = _loss(one, met.losses, 1 + one.acts + _shaken(one, met.losses, met.lost))
    return taken - given


@lru_cache(maxsize=KEPT)
def volley_gain(one: Unit, other: Unit, far: int, their_ground: str) -> float:
    """What a volley from this distance may be expected to cost the target."""
    column, row = PLACE[THEIR_HEX]
    here = HEXES[row * 26 + column + (far if far <= 15 else -far)] if far <= 15 else ""
    if not here:
        return 0.0
    position = _table(one, other, here, OPEN, their_ground)
    aimed = aim(position, OURS, THEIRS, moves=False)
    hits = min(expected_hits(aimed), len(other.figs))
    causes = volley_causes(other, 0, other.attacked, False)
    shaken = failing(other, causes) if causes else 0.0
    shaken += _heavy_losses(len(other.figs), hits) * failing(other, ("losses",)) * (not causes)
    return _loss(other, hits, shaken) - (_loss(one, 0, 1) if one.acts else 0.0)
