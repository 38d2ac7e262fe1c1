"""What a volley or a melee between two units may be expected to bring, apart from all others on the table.

Both are tried on a small table of their own with the rules of the game, and the answers are kept.
"""

from collections import Counter
from functools import lru_cache
from math import erf, sqrt

from msgspec import Struct
from msgspec.structs import replace

from protocol.views.argad.board import COLUMNS, HEXES, OPEN, PLACE
from protocol.views.argad.figures import Figures, cost_of, fighting_order, figure
from protocol.views.argad.view import Position, Unit
from server.bots.argad.worth import RARER, STANDING, stability, strength
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
NO_BLOWS = (0.0, 0.0, 0.0)


class Bare:
    """A unit with nothing but what matters in an exchange. Equal ones are one and the same."""

    __slots__ = ("unit",)

    def __init__(self, unit: Unit) -> None:
        self.unit = unit


def as_attacker(unit: Unit, *, is_fresh: bool = False) -> Bare:
    """Who shoots or strikes out of an own order; `is_fresh` if that will be in a later turn."""
    acts = 0 if is_fresh else min(unit.acts, 1)
    return _bare(unit.figs, unit.wear, unit.is_demoralised, acts, 0, False, False, unit.die)


def as_defender(unit: Unit) -> Bare:
    """Who is attacked in a melee."""
    attacked = min(unit.attacked, 1)
    return _bare(unit.figs, unit.wear, unit.is_demoralised, 0, attacked, unit.fought, unit.moved, unit.die)


def as_target(unit: Unit) -> Bare:
    """Who is shot at; only behind pavises it matters whether it has moved."""
    has_moved = unit.moved and any(figure(code).has_pavise for code in unit.figs)
    attacked = min(unit.attacked, 1)
    return _bare(unit.figs, unit.wear, unit.is_demoralised, 0, attacked, False, has_moved, False)


@lru_cache(maxsize=KEPT)
def _bare(
    figs: Figures,
    wear: int,
    is_demoralised: bool,
    acts: int,
    attacked: int,
    fought: bool,
    moved: bool,
    die: bool,
) -> Bare:
    return Bare(
        Unit(
            at="",
            figs=figs,
            wear=wear,
            is_demoralised=is_demoralised,
            acts=acts,
            attacked=attacked,
            fought=fought,
            moved=moved,
            die=die,
        )
    )


def _table(one: Unit, other: Unit, here: str, ground: str, their_ground: str) -> Position:
    places = {here: ground, THEIR_HEX: their_ground}
    return Position(
        stage="card",
        seats=("S", "H"),
        map="plain",
        terrain={hex_: glyph for hex_, glyph in places.items() if glyph != OPEN},
        units={OURS: replace(one, at=here), THEIRS: replace(other, at=THEIR_HEX)},
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
        strikers = [unit.figs[place] for place in strikers_of(unit, target)]
        able = len(strikers)
        self._share = max(0.0, able - startled) / able if able and able == unit.able else 1.0
        if unit.die and strikers:
            strikers.append(strikers[0])
        self._strikers = len(strikers)
        self._blows: dict[int, tuple[float, float, float]] = {}
        for code, count in Counter(strikers).items():
            self._add(length_of(code, is_short), count, *_blow(code, target.figs, ground))
        self.fallen = self.score = self.spread = 0.0

    def _add(self, length: int, count: int, kill: float, recoil: float) -> None:
        points = 2 * kill + recoil
        kills, score, spread = self._blows.get(length, NO_BLOWS)
        self._blows[length] = (
            kills + count * kill,
            score + count * points,
            spread + count * (4 * kill + recoil - points**2),
        )

    def blows(self, length: int) -> tuple[float, float, float]:
        """Kills, points and their variance of the blows of this length."""
        if length not in self._blows:
            return NO_BLOWS
        left = max(0.0, self._men - self.fallen)
        share = self._share * min(self._strikers, left) / self._strikers
        kills, points, spread = self._blows[length]
        return share * kills, share * points, share * spread

    def suffer(self, kills: float, points: float, spread: float) -> None:
        self.fallen = min(self._men, self.fallen + kills)
        self.score += points
        self.spread += spread


def _blow(striker: str, figures: Figures, ground: Footing) -> tuple[float, float]:
    """How likely a blow kills and how likely it makes recoil, on average over the figures struck."""
    kill = recoil = 0.0
    for code, count in Counter(figures).items():
        chance = chances(sum(ground.modifiers(striker, code).values()), code)
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
def melee_gain(by: Bare, on: Bare, ground: str, their_ground: str, is_charge: bool | None) -> float:
    """What the attacker may expect to gain in worth over the defender; below 0 he had better not attack."""
    one, other = by.unit, on.unit
    if not fighting_order(one.figs):
        return 0.0
    met = clash(one, other, ground, their_ground, is_charge)
    taken = _loss(other, met.kills, 1 + met.startled + _shaken(other, met.kills, met.won))
    given = _loss(one, met.losses, 1 + one.acts + _shaken(one, met.losses, met.lost))
    return taken - given


@lru_cache(maxsize=KEPT)
def volley_gain(by: Bare, on: Bare, far: int, their_ground: str) -> float:
    """What a volley from this distance may be expected to cost the target."""
    one, other = by.unit, on.unit
    column, row = PLACE[THEIR_HEX]
    here = HEXES[row * COLUMNS + column + far]
    position = _table(one, other, here, OPEN, their_ground)
    aimed = aim(position, OURS, THEIRS, moves=False)
    hits = min(expected_hits(aimed), len(other.figs))
    causes = volley_causes(other, 0, other.attacked, False)
    shaken = failing(other, causes) if causes else 0.0
    shaken += _heavy_losses(len(other.figs), hits) * failing(other, ("losses",)) * (not causes)
    return _loss(other, hits, shaken) - (_loss(one, 0, 1) if one.acts else 0.0)
