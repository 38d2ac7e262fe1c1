"""What a position promises to a side: what both have, and what each could do to the other next."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from protocol.views.argad.board import BESIDE, distance
from protocol.views.argad.view import Position
from protocol.views.argad.words import ENEMY_OF, SIDE_OF, Hex, Side, UnitName, side_of
from server.bots.argad.pieces import Ground, Piece, melee_after, volleys_from
from server.bots.argad.strides import FAR_AWAY, is_in_line
from server.bots.argad.worth import side_worth

NEXT_ONE = 0.7
"""What the second, third ... best attack of a side counts of the one before."""
PRECIOUS = 1.3
"""What an attack on the general's unit counts more."""


class Manner(Struct, frozen=True):
    """How a captain weighs things."""

    ours: float = 1.1
    theirs: float = 1.1
    approach: float = 0.25
    """What each hex counts by which a unit is nearer to the enemy."""
    rest: float = 3.0


MANNER = Manner()


class Outlook:
    """A position as a captain of one side sees it."""

    def __init__(self, position: Position, side: Side, ground: Ground, manner: Manner = MANNER) -> None:
        self._manner = manner
        self._ground = ground
        ours: dict[UnitName, Piece] = {}
        theirs: dict[UnitName, Piece] = {}
        for name, unit in position.units.items():
            (ours if side_of(name) == side else theirs)[name] = ground.piece(name, unit)
        self._ours, self._theirs = ours, theirs
        self._our_hexes = frozenset(piece.at for piece in ours.values())
        self._their_hexes = frozenset(piece.at for piece in theirs.values())
        self._opaque = ground.opaque | self._our_hexes | self._their_hexes
        self._worth = side_worth(position, side) - side_worth(position, ENEMY_OF[side])
        self._our_gains = self._gains(ours, theirs, self._our_hexes)
        self._their_gains = self._gains(theirs, ours, self._their_hexes)
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

    def _gains(
        self, ones: dict[UnitName, Piece], others: dict[UnitName, Piece], friends: frozenset[Hex]
    ) -> dict[UnitName, dict[UnitName, float]]:
        """What each unit of a side may gain from each of the other."""
        return {
            by: {on: self._gain(one, other, friends) for on, other in others.items()}
            for by, one in ones.items()
            if one.acts
        }

    def _gain(self, one: Piece, other: Piece, friends: frozenset[Hex]) -> float:
        """What an attack of one unit on the other promises, by whatever way is best."""
        found = self._ground.melee(one, other)
        if one.weapon is not None and other.at not in BESIDE[one.at] and self._is_free(one, other, friends):
            here, later = self._ground.volleys(one, other)
            found = max(found, later)
            if here > found and is_in_line(one.at, other.at, self._opaque):
                found = here
        return _weighed(found, other)

    def _is_free(self, one: Piece, other: Piece, friends: frozenset[Hex]) -> bool:
        """Whether none of its friends but the unit itself is beside the target."""
        beside = BESIDE[other.at] & friends
        return not beside or beside == {one.at}

    def values_at(self, name: UnitName, hexes: Iterable[Hex]) -> dict[Hex, float]:
        """What it would be worth if an own unit stood on each hex. Sight of others stays as it is."""
        piece = self._ours[name]
        rest = [max(row.values(), default=0.0) for by, row in self._our_gains.items() if by != name]
        theirs = {
            by: max((gain for on, gain in row.items() if on != name), default=0.0)
            for by, row in self._their_gains.items()
        }
        comfort = sum(value for each, value in self._comforts.items() if each != name)
        moved = Piece(name, replace(piece.unit, moved=True, acts=1), ".")
        foes = [_Foe(self, foe, moved, theirs.get(by)) for by, foe in self._theirs.items()]
        found: dict[Hex, float] = {}
        for hex_ in hexes:
            moved.at, moved.glyph = hex_, self._ground.glyph(hex_)
            ours = [*rest, max([foe.suffers(hex_) for foe in foes], default=0.0)]
            struck = [foe.gains(hex_) for foe in foes if foe.piece.acts]
            found[hex_] = self._sum(ours, struck) + comfort + self._comfort(moved)
        return found

    def _comfort(self, piece: Piece) -> float:
        """Nearness to the enemy for who can fight, and rest for who is worn."""
        found = 0.0
        if piece.acts and (piece.weapon is None or piece.weapon.move == "free"):
            far = min([distance(piece.at, foe.at) for foe in self._theirs.values()], default=0)
            found -= self._manner.approach * far
        if piece.worn and not any(
            foe.acts and distance(piece.at, foe.at) - 1 <= foe.steps for foe in self._theirs.values()
        ):
            found += self._manner.rest * min(piece.worn, 2)
        return found


class _Foe:
    """An enemy, and what passes between it and one own unit on the hexes to which that unit might go."""

    def __init__(self, outlook: Outlook, piece: Piece, moved: Piece, best: float | None) -> None:
        self.piece, self._moved = piece, moved
        self._best = best or 0.0
        ground = outlook._ground
        self._ways = ground.steps_to(moved, piece.at)
        self._ways_back = ground.steps_from(piece) if piece.acts else {}
        self._opaque = outlook._opaque
        self._is_free = not (BESIDE[piece.at] & outlook._our_hexes - {moved.unit.at})
        self._their_hexes = outlook._their_hexes - {piece.at}
        self._volleys: dict[tuple[int, str, bool], tuple[float, float]] = {}

    def suffers(self, hex_: Hex) -> float:
        """What the own unit gains from there."""
        one, other = self._moved, self.piece
        far = distance(hex_, other.at)
        found = 0.0
        if not one.acts:
            return found
        if far - 1 <= 2 * one.steps:
            found = melee_after(one, other, far, self._ways.get(hex_, FAR_AWAY))
        if one.weapon is not None and self._is_free:
            found = self._shot(one, other, far, found)
        return _weighed(found, other)

    def gains(self, hex_: Hex) -> float:
        """What the enemy gains, from the own unit there or from another."""
        one, other = self.piece, self._moved
        far = distance(hex_, one.at)
        found = 0.0
        if far - 1 <= 2 * one.steps:
            found = melee_after(one, other, far, self._ways_back.get(hex_, FAR_AWAY))
        if one.weapon is not None and BESIDE[hex_].isdisjoint(self._their_hexes):
            found = self._shot(one, other, far, found)
        return max(self._best, _weighed(found, other))

    def _shot(self, one: Piece, other: Piece, far: int, found: float) -> float:
        key = (far, other.glyph, one is self.piece)
        volleys = self._volleys.get(key)
        if volleys is None:
            volleys = self._volleys[key] = volleys_from(one, other, far)
        here, later = volleys
        found = max(found, later)
        if here > found and is_in_line(one.at, other.at, self._opaque):
            return here
        return found


def _weighed(gain: float, target: Piece) -> float:
    if gain <= 0:
        return 0.0
    return gain * PRECIOUS if target.is_precious else gain


def _total(gains: list[float]) -> float:
    found, share = 0.0, 1.0
    for gain in sorted(gains, reverse=True):
        found += share * gain
        share *= NEXT_ONE
    return found
