"""What a position promises to a side: what both have, and what each could do to the other next."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from bench.pool.argad_2026_11.exchanges import melee_gain, stripped, volley_gain
from bench.pool.argad_2026_11.strides import (
    FAR_AWAY,
    Overlay,
    ground_kind,
    is_in_line,
    opaque_hexes,
    overlay_of,
    steps_from,
)
from bench.pool.argad_2026_11.worth import side_worth
from protocol.views.argad.board import BESIDE, NEIGHBOURS, Missile, distance
from protocol.views.argad.figures import has_general, steps_of
from protocol.views.argad.view import Position, Unit
from protocol.views.argad.words import ENEMY_OF, SIDE_OF, Hex, Side, UnitName, is_lone_general, side_of
from server.games.argad.shots import number_needed, weapon_of

LATER = 0.3
"""What an attack counts that needs a move before it."""
SLOWED = 0.5
"""What an attack counts that leads over slow ground."""
NEXT_TURN = 0.6
"""What a volley counts that cannot be shot this turn."""
ON_THE_MOVE = 0.8
"""What a volley counts after a move, with a weapon that allows it."""
NEXT_ONE = 0.7
"""What the second, third ... best attack of a side counts of the one before."""
PRECIOUS = 1.3
"""What an attack on the general's unit counts more."""
NEAREST = 2
"""So near a unit comes to shoot."""


class Manner(Struct, frozen=True):
    """How a captain weighs things."""

    ours: float = 1.1
    theirs: float = 1.1
    approach: float = 0.25
    """What each hex counts by which a unit is nearer to the enemy."""
    rest: float = 3.0


MANNER = Manner()


class Piece:
    """A unit with what an attack by it or on it needs to know."""

    __slots__ = (
        *("acts", "at", "bare", "glyph", "is_precious", "kind"),
        *("share", "steps", "unit", "weapon", "worn"),
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
        self.share = 1.0
        if self.weapon and (unit.load or unit.shots >= self.weapon.shots):
            self.share = NEXT_TURN
        self.is_precious = has_general(unit.figs)
        self.worn = 0 if unit.is_demoralised else unit.wear


class Outlook:
    """A position as a captain of one side sees it."""

    def __init__(self, position: Position, side: Side, manner: Manner) -> None:
        self._manner = manner
        self._map = position.map
        self._overlay: Overlay = overlay_of(position)
        self._glyph = position.glyph
        ours: dict[UnitName, Piece] = {}
        theirs: dict[UnitName, Piece] = {}
        for name, unit in position.units.items():
            (ours if side_of(name) == side else theirs)[name] = Piece(name, unit, position.glyph(unit.at))
        self._ours, self._theirs = ours, theirs
        self._our_hexes = frozenset(piece.at for piece in ours.values())
        self._their_hexes = frozenset(piece.at for piece in theirs.values())
        self._opaque = opaque_hexes(position.map, self._overlay) | self._our_hexes | self._their_hexes
        self._worth = side_worth(position, side) - side_worth(position, ENEMY_OF[side])
        self._our_gains = {
            by: {on: self._gain(piece, other, self._our_hexes) for on, other in theirs.items()}
            for by, piece in ours.items()
            if piece.acts
        }
        self._their_gains = {
            by: {on: self._gain(piece, other, self._their_hexes) for on, other in ours.items()}
            for by, piece in theirs.items()
            if piece.acts
        }
        cards = sum(count for card, count in position.deck.items() if SIDE_OF.get(card) == side)
        foes = sum(count for card, count in position.deck.items() if SIDE_OF.get(card) == ENEMY_OF[side])
        share = (cards + 1) / (cards + foes + 2)
        self._ours_next, self._theirs_next = 2 * manner.ours * share, 2 * manner.theirs * (1 - share)
        self._comforts = {name: self._comfort(piece) for name, piece in ours.items()}

    def value(self) -> float:
        """What the position is worth to the side."""
        ours = [max(row.values(), default=0.0) for row in self._our_gains.values()]
        theirs = [max(row.values(), default=0.0) for row in self._their_gains.values()]
        return self._sum(ours, theirs) + sum(self._comforts.values())

    def _sum(self, ours: list[float], theirs: list[float]) -> float:
        return self._worth + self._ours_next * _total(ours) - self._theirs_next * _total(theirs)

    def values_at(self, name: UnitName, hexes: Iterable[Hex]) -> dict[Hex, float]:
        """What it would be worth if an own unit stood on each hex. Sight of others stays as it is."""
        piece = self._ours[name]
        unit = piece.unit
        rest = [max(row.values(), default=0.0) for by, row in self._our_gains.items() if by != name]
        theirs = [
            (self._theirs[by], max((gain for on, gain in row.items() if on != name), default=0.0))
            for by, row in self._their_gains.items()
        ]
        comfort = sum(value for each, value in self._comforts.items() if each != name)
        moved = Piece(name, replace(unit, moved=True, acts=1), ".")
        found: dict[Hex, float] = {}
        for hex_ in hexes:
            moved.at, moved.glyph = hex_, self._glyph(hex_)
            gains = (self._gain(moved, foe, self._our_hexes) for foe in self._theirs.values())
            ours = [*rest, max(gains, default=0.0)]
            struck = [max(best, self._gain(foe, moved, self._their_hexes)) for foe, best in theirs]
            found[hex_] = self._sum(ours, struck) + comfort + self._comfort(moved)
        return found

    def _comfort(self, piece: Piece) -> float:
        """Nearness to the enemy for who can fight, and rest for who is worn."""
        found = 0.0
        if piece.acts and (piece.weapon is None or piece.weapon.move == "free"):
            far = min((distance(piece.at, foe.at) for foe in self._theirs.values()), default=0)
            found -= self._manner.approach * far
        if piece.worn and not any(
            foe.acts and distance(piece.at, foe.at) - 1 <= foe.steps for foe in self._theirs.values()
        ):
            found += self._manner.rest * min(piece.worn, 2)
        return found

    def _gain(self, one: Piece, other: Piece, friends: frozenset[Hex]) -> float:
        """What an attack of one unit on the other promises, by whatever way is best."""
        far = distance(one.at, other.at)
        found = self._by_melee(one, other, far)
        if far > 1 and one.weapon is not None and BESIDE[other.at].isdisjoint(friends - {one.at}):
            found = max(found, self._by_volley(one, other, far, one.weapon))
        if found <= 0:
            return 0.0
        return found * PRECIOUS if other.is_precious else found

    def _by_melee(self, one: Piece, other: Piece, far: int) -> float:
        if far == 1:
            return melee_gain(one.bare, other.bare, one.glyph, other.glyph, None)
        steps = one.steps
        if far - 1 > 2 * steps:
            return 0.0
        reached = steps_from(self._map, self._overlay, one.kind, one.at, 2 * steps)
        needed = min([reached.get(beside, FAR_AWAY) for beside in NEIGHBOURS[other.at]])
        share = 1.0 if needed <= steps else LATER
        if needed > 2 * steps:
            if far - 1 > steps - 2:
                return 0.0
            needed, share = far - 1, SLOWED
        return share * melee_gain(one.bare, other.bare, ".", other.glyph, needed > 1)

    def _by_volley(self, one: Piece, other: Piece, far: int, weapon: Missile) -> float:
        found = 0.0
        if number_needed(weapon, far) is not None and is_in_line(one.at, other.at, self._opaque):
            found = one.share * volley_gain(one.bare, other.bare, far, other.glyph)
        nearer = max(far - one.steps, NEAREST)
        if nearer < far and number_needed(weapon, nearer) is not None:
            share = ON_THE_MOVE if weapon.move == "free" else LATER
            found = max(found, share * volley_gain(one.bare, other.bare, nearer, other.glyph))
        return found


def _total(gains: list[float]) -> float:
    found, share = 0.0, 1.0
    for gain in sorted(gains, reverse=True):
        found += share * gain
        share *= NEXT_ONE
    return found
