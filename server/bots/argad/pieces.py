"""Units as a captain compares them: what an attack by one on another promises, worked out once."""

from msgspec import Struct

from protocol.views.argad.board import BESIDE, COLUMNS, OPEN, ROWS, TABLES, Missile, distance
from protocol.views.argad.figures import FOOT, has_general, missile_of, steps_of
from protocol.views.argad.view import Position, Unit
from protocol.views.argad.words import ENEMY_OF, SIDES, Hex, Side, UnitName, is_lone_general, side_of
from server.bots.argad.exchanges import as_attacker, as_defender, as_target, melee_gain, volley_gain
from server.bots.argad.strides import (
    glyphs_of,
    ground_kind,
    opaque_hexes,
    open_hexes,
    overlay_of,
    slow_hexes,
    steps_from,
    steps_to,
)
from server.bots.argad.worth import relief_of, unit_worth
from server.games.argad.shots import number_needed, weapon_of

LATER = 0.3
"""What an attack counts that needs a move before it."""
SLOWED = 0.5
"""What an attack counts that leads over slow ground."""
NEXT_TURN = 0.6
"""What a volley counts that cannot be shot this turn."""
ON_THE_MOVE = 0.8
"""What a volley counts after a move, with a weapon that allows it."""
EAGEREST, EVEN, HALF_RANGE = 3.0, 1.0, 10
"""At most so many times as eager as usual; what is added on both sides of the comparison; hexes."""
PRECIOUS = 1.3
"""What an attack on the general's unit counts more."""
NEAREST = 2
"""So near a unit comes to shoot."""
FARTHEST = 15
"""Volleys from farther away, which only engines shoot, are not counted."""


def _bands(weapon: Missile) -> tuple[int, ...]:
    """For each distance the farthest from which the same number is needed; 0 if it is out of range."""
    found: list[int] = []
    for far in range(COLUMNS + ROWS):
        needed = number_needed(weapon, far) if far <= FARTHEST else None
        found.append(
            0 if needed is None else min(FARTHEST, *(most for most, _ in weapon.bands if far <= most))
        )
    return tuple(found)


BANDS = {name: _bands(weapon) for name, weapon in TABLES.missile.items()}


class Manner(Struct, frozen=True):
    """How a captain weighs things."""

    now: float = 0.7
    """What an attack counts for which a side has a card this turn: less than 1, which it counts once done."""
    sure: float = 0.95
    """What it counts if nobody else has a card left."""
    next_turn: float = 0.5
    """What an attack counts that has to wait for another turn."""
    fear: float = 1.0
    """What the attacks of the enemy count, if the own count 1."""
    volley_later: float = 0.5
    """What a volley counts for which the shooters must come nearer first."""
    approach: float = 0.5
    """What each hex counts by which a unit is nearer to the enemy."""
    leading: float = 0.8
    """What each hex counts by which the unit of the general is nearer to the enemy than behind a friend."""
    cohesion: float = 0.5
    """What each hex counts by which a unit is farther than `near` from its nearest friend."""
    near: int = 3
    rest: float = 0.9
    """The share of a point of wear that counts as gone already, since no enemy reaches the unit."""
    effort: float = 0.8
    """So much more a plain move must promise than no order at all, lest units go to and fro."""
    hold: float = 2.0
    """How much it counts who shoots better: that side is less eager to come near."""
    spacing: int = 3
    """How many columns the units are apart when they are deployed."""
    tries: int = 7
    """How often the best orders are tried with dice."""


MANNER = Manner()


class Piece:
    """A unit with what an attack by it or on it needs to know."""

    __slots__ = (
        *("acts", "at", "attacker", "bands", "comes_near", "defender", "fresh", "gains", "glyph"),
        *("is_precious", "kind", "relief", "share", "steps", "target", "unit", "weapon", "worn", "worth"),
    )

    def __init__(self, name: UnitName, unit: Unit, glyph: str) -> None:
        self.unit, self.at, self.glyph = unit, unit.at, glyph
        self.attacker, self.fresh = as_attacker(unit), as_attacker(unit, is_fresh=True)
        self.defender, self.target = as_defender(unit), as_target(unit)
        self.acts = unit.is_ready and not is_lone_general(name)
        self.steps = steps_of(unit.figs)
        self.kind = ground_kind(unit.figs)
        self.weapon: Missile | None = weapon_of(unit)
        if self.weapon and self.weapon.ammo is not None and unit.ammo <= 0:
            self.weapon = None
        self.bands = BANDS[missile_of(unit.figs)] if self.weapon else ()
        self.share = 1.0
        if self.weapon and (unit.load or unit.shots >= self.weapon.shots):
            self.share = NEXT_TURN
        self.is_precious = has_general(unit.figs)
        self.worn = 0 if unit.is_demoralised else unit.wear
        self.comes_near = self.weapon is None or self.weapon.move == "free"
        self.worth = unit_worth(name, unit)
        self.relief = relief_of(name, unit)
        self.gains: dict[Piece, tuple[float, float, float]] = {}


class Ground:
    """The map of one decision, and all units as they may come to stand on it."""

    def __init__(self, position: Position, manner: Manner = MANNER) -> None:
        self.manner = manner
        self._map, self._overlay = position.map, overlay_of(position)
        self.glyphs = glyphs_of(position.map, self._overlay)
        self.opaque = opaque_hexes(position.map, self._overlay)
        self._pieces: dict[int, Piece] = {}
        fire = {side: self._fire_of(position, side) for side in SIDES}
        self.eagerness = {side: self._eagerness(fire[side], fire[ENEMY_OF[side]]) for side in SIDES}

    def _fire_of(self, position: Position, side: Side) -> float:
        """What the volleys of a side promise in a turn, at half their range; javelins are not counted."""
        targets = [as_target(unit) for name, unit in position.units.items() if side_of(name) != side]
        found = 0.0
        for name, unit in position.units.items():
            weapon = weapon_of(unit) if side_of(name) == side and unit.is_ready else None
            if weapon and weapon.ammo is None and targets:
                by = as_attacker(unit, is_fresh=True)
                hits = sum([volley_gain(by, on, HALF_RANGE, OPEN) for on in targets])
                found += hits / len(targets) / (1 + weapon.reload)
        return found

    def _eagerness(self, ours: float, theirs: float) -> float:
        """How much a side wants to come nearer: who shoots better lets the others come."""
        wanted = float(((theirs + EVEN) / (ours + EVEN)) ** self.manner.hold)
        return max(1 / EAGEREST, min(EAGEREST, wanted))

    def piece(self, name: UnitName, unit: Unit) -> Piece:
        """The same piece for the same unit, which most units are from one position to the next."""
        found = self._pieces.get(id(unit))
        if found is None:
            # The piece holds the unit, so that no other unit gets its identity.
            found = self._pieces[id(unit)] = Piece(name, unit, self.glyphs[unit.at])
        return found

    def open_to(self, name: UnitName, unit: Unit) -> frozenset[Hex]:
        """The hexes that do not slow a unit down."""
        return open_hexes(self._map, self._overlay, self.piece(name, unit).kind)

    def slow_for(self, name: UnitName, unit: Unit) -> frozenset[Hex]:
        """The hexes that slow a unit down."""
        return slow_hexes(self._map, self._overlay, self.piece(name, unit).kind)

    def steps_to(self, one: Piece, target: Hex) -> dict[Hex, int]:
        return steps_to(self._map, self._overlay, one.kind, target, 2 * one.steps)

    def steps_from(self, one: Piece) -> dict[Hex, int]:
        return steps_from(self._map, self._overlay, one.kind, one.at, 2 * one.steps)

    def gains(self, one: Piece, other: Piece) -> tuple[float, float, float]:
        """What a unit may gain from another, whatever else happens on the table.

        By a melee; by a volley from where it stands, if it has sight; by a volley from nearer.
        """
        melee = weighed(self._melee(one, other), other)
        here = later = 0.0
        if one.weapon is not None and other.at not in BESIDE[one.at]:
            volleys = volleys_from(one, other, distance(one.at, other.at), self.manner.volley_later)
            here, later = (weighed(gain, other) for gain in volleys)
        found = one.gains[other] = (melee, here, later)
        return found

    def _melee(self, one: Piece, other: Piece) -> float:
        far = distance(one.at, other.at)
        if far == 1:
            return melee_gain(one.attacker, other.defender, one.glyph, other.glyph, None)
        if far - 1 > 2 * one.steps:
            return 0.0
        return melee_after(melees(one, other), self.steps_from(one).get(other.at), far, one.steps)


Melees = tuple[float, float, float]
"""What a melee promises: without and with room for a charge, and after a move in a later turn."""


def melees(one: Piece, other: Piece) -> Melees:
    walked = melee_gain(one.attacker, other.defender, OPEN, other.glyph, False)
    is_horse = one.kind != FOOT
    charged = melee_gain(one.attacker, other.defender, OPEN, other.glyph, True) if is_horse else walked
    later = LATER * melee_gain(one.fresh, other.defender, OPEN, other.glyph, is_horse)
    return walked, charged, later


def melee_after(met: Melees, needed: int | None, far: int, steps: int) -> float:
    """A melee after so many steps over open ground; over slow ground if no such way is short enough."""
    if needed is None:
        return SLOWED * met[steps > 3] if far - 1 <= steps - 2 else 0.0
    return met[needed > 1] if needed <= steps else met[2]


def weighed(gain: float, target: Piece) -> float:
    """A gain counts more if the target has the general, and none counts less than nothing."""
    if gain <= 0:
        return 0.0
    return gain * PRECIOUS if target.is_precious else gain


def volleys_from(one: Piece, other: Piece, far: int, share: float) -> tuple[float, float]:
    """What volleys from this distance and from nearer promise; the unit has a weapon."""
    here = later = 0.0
    band, nearer = one.bands[far], max(far - one.steps, NEAREST)
    if band:
        here = one.share * volley_gain(one.attacker, other.target, band, other.glyph)
    if nearer < far and one.bands[nearer]:
        is_free = one.weapon is not None and one.weapon.move == "free"
        later = volley_gain(one.fresh, other.target, one.bands[nearer], other.glyph)
        later *= ON_THE_MOVE if is_free else share
    return here, later
