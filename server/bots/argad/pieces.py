"""Units as a captain compares them: what an attack by one on another promises, worked out once."""

from msgspec import Struct

from protocol.views.argad.board import COLUMNS, OPEN, ROWS, TABLES, Missile, distance
from protocol.views.argad.figures import FOOT, has_general, missile_of, steps_of
from protocol.views.argad.view import Position, Unit
from protocol.views.argad.words import Hex, UnitName, is_lone_general
from server.bots.argad.exchanges import melee_gain, stripped, volley_gain
from server.bots.argad.strides import (
    ground_kind,
    has_slow_ground,
    opaque_hexes,
    open_hexes,
    overlay_of,
    steps_from,
    steps_to,
)
from server.games.argad.shots import number_needed, weapon_of

LATER = 0.3
"""What an attack counts that needs a move before it."""
SLOWED = 0.5
"""What an attack counts that leads over slow ground."""
NEXT_TURN = 0.6
"""What a volley counts that cannot be shot this turn."""
ON_THE_MOVE = 0.8
"""What a volley counts after a move, with a weapon that allows it."""
PRECIOUS = 1.3
"""What an attack on the general's unit counts more."""
NEAREST = 2
"""So near a unit comes to shoot."""
RANGES: dict[str, tuple[bool, ...]] = {
    name: tuple(number_needed(weapon, far) is not None for far in range(COLUMNS + ROWS))
    for name, weapon in TABLES.missile.items()
}
"""Whether each weapon carries so far, by distance."""


class Manner(Struct, frozen=True):
    """How a captain weighs things."""

    ours: float = 1.1
    theirs: float = 1.1
    approach: float = 0.25
    """What each hex counts by which a unit is nearer to the enemy."""
    rest: float = 3.0
    cohesion: float = 0.0
    near: int = 3
    spacing: int = 0
    volley_lines: bool = False
    hold: float = 0.0
    tries: int = 8
    support: float = 0.0


MANNER = Manner()


class Piece:
    """A unit with what an attack by it or on it needs to know."""

    __slots__ = (
        *("acts", "at", "bare", "glyph", "is_precious", "kind", "melees"),
        *("ranges", "share", "steps", "unit", "volleys", "weapon", "worn"),
    )

    def __init__(self, name: UnitName, unit: Unit, glyph: str) -> None:
        self.unit, self.at, self.glyph = unit, unit.at, glyph
        self.bare = stripped(unit)
        self.acts = unit.is_ready and not is_lone_general(name)
        self.steps = steps_of(unit.figs)
        self.kind = ground_kind(unit.figs)
        self.weapon: Missile | None = weapon_of(unit)
        if self.weapon and self.weapon.ammo is not None and unit.ammo <= 0:
            self.weapon = None
        self.ranges = RANGES[missile_of(unit.figs)] if self.weapon else ()
        self.share = 1.0
        if self.weapon and (unit.load or unit.shots >= self.weapon.shots):
            self.share = NEXT_TURN
        self.is_precious = has_general(unit.figs)
        self.worn = 0 if unit.is_demoralised else unit.wear
        self.melees: dict[Piece, float] = {}
        self.volleys: dict[Piece, tuple[float, float]] = {}


class Ground:
    """The map of one decision, and all units as they may come to stand on it."""

    def __init__(self, position: Position, manner: Manner = MANNER) -> None:
        self.manner = manner
        self._map, self._overlay = position.map, overlay_of(position)
        self.glyph = position.glyph
        self.opaque = opaque_hexes(position.map, self._overlay)
        self._pieces: dict[int, Piece] = {}

    def piece(self, name: UnitName, unit: Unit) -> Piece:
        """The same piece for the same unit, which most units are from one position to the next."""
        found = self._pieces.get(id(unit))
        if found is None:
            # The piece holds the unit, so that no other unit gets its identity.
            found = self._pieces[id(unit)] = Piece(name, unit, self.glyph(unit.at))
        return found

    def open_to(self, name: UnitName, unit: Unit) -> frozenset[Hex]:
        """The hexes that do not slow a unit down."""
        return open_hexes(self._map, self._overlay, self.piece(name, unit).kind)

    def has_slow_ground(self, name: UnitName, unit: Unit, steps: int) -> bool:
        """Whether any hex within so many steps slows the unit down and may be entered."""
        return has_slow_ground(self._map, self._overlay, self.piece(name, unit).kind, unit.at, steps)

    def steps_to(self, one: Piece, target: Hex) -> dict[Hex, int]:
        return steps_to(self._map, self._overlay, one.kind, target, 2 * one.steps)

    def steps_from(self, one: Piece) -> dict[Hex, int]:
        return steps_from(self._map, self._overlay, one.kind, one.at, 2 * one.steps)

    def melee(self, one: Piece, other: Piece) -> float:
        """What a melee promises to the attacker, whatever else happens on the table."""
        found = one.melees.get(other)
        if found is None:
            found = one.melees[other] = self._melee(one, other)
        return found

    def _melee(self, one: Piece, other: Piece) -> float:
        far = distance(one.at, other.at)
        if far == 1:
            return melee_gain(one.bare, other.bare, one.glyph, other.glyph, None)
        if far - 1 > 2 * one.steps:
            return 0.0
        needed = self.steps_from(one).get(other.at)
        if needed is None and far - 1 > one.steps - 2:
            return 0.0
        return melees_by_steps(one, other)[-1 if needed is None else needed]

    def volleys(self, one: Piece, other: Piece) -> tuple[float, float]:
        """What a volley promises from where the unit stands, if it sees the other, and one from nearer."""
        found = one.volleys.get(other)
        if found is None:
            found = one.volleys[other] = volleys_from(one, other, distance(one.at, other.at))
        return found


def melees_by_steps(one: Piece, other: Piece) -> list[float]:
    """What a melee promises after so many steps over open ground; the last entry is one over slow ground."""
    walked = melee_gain(one.bare, other.bare, OPEN, other.glyph, False)
    is_horse = one.kind != FOOT
    met = (walked, melee_gain(one.bare, other.bare, OPEN, other.glyph, True) if is_horse else walked)
    steps = one.steps
    shares = [1.0 if needed <= steps else LATER for needed in range(2 * steps + 1)]
    return [*(share * met[needed > 1] for needed, share in enumerate(shares)), SLOWED * met[steps > 3]]


def weighed(gain: float, target: Piece) -> float:
    """A gain counts more if the target has the general, and none counts less than nothing."""
    if gain <= 0:
        return 0.0
    return gain * PRECIOUS if target.is_precious else gain


def volleys_from(one: Piece, other: Piece, far: int) -> tuple[float, float]:
    """What volleys from this distance and from nearer promise; the unit has a weapon."""
    here = later = 0.0
    if one.ranges[far]:
        here = one.share * volley_gain(one.bare, other.bare, far, other.glyph)
    nearer = max(far - one.steps, NEAREST)
    if nearer < far and one.ranges[nearer]:
        is_free = one.weapon is not None and one.weapon.move == "free"
        later = (ON_THE_MOVE if is_free else LATER) * volley_gain(one.bare, other.bare, nearer, other.glyph)
    return here, later
