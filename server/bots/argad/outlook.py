"""What a position promises to a side: what both have, and what each could do to the other next."""

from collections.abc import Iterable

from msgspec.structs import replace

from protocol.views.argad.board import BESIDE, distance
from protocol.views.argad.view import Position, Unit
from protocol.views.argad.words import ENEMY_OF, SIDE_OF, Hex, Side, UnitName, side_of
from server.bots.argad.foes import Foe
from server.bots.argad.pieces import Ground, Piece, weighed
from server.bots.argad.strides import is_in_line
from server.bots.argad.worth import side_worth

NEXT_ONE = 0.7
"""What the second, third ... best attack of a side counts of the one before."""


class Outlook:
    """A position as a captain of one side sees it."""

    def __init__(self, position: Position, side: Side, ground: Ground) -> None:
        manner = self._manner = ground.manner
        self._ground = ground
        ours: dict[UnitName, Piece] = {}
        theirs: dict[UnitName, Piece] = {}
        for name, unit in position.units.items():
            (ours if side_of(name) == side else theirs)[name] = ground.piece(name, unit)
        self._ours, self._theirs = ours, theirs
        self._our_hexes = frozenset(piece.at for piece in ours.values())
        self._their_hexes = frozenset(piece.at for piece in theirs.values())
        self._opaque = ground.opaque | self._our_hexes | self._their_hexes
        self._position, self._side = position, side
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
        return weighed(found, other)

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
        moved, tired = self._after_move(name, piece.unit)
        places = list(hexes)
        if not places:
            return {}
        foes = [Foe(self._ground, foe, moved) for foe in self._theirs.values()]
        is_free = [not (BESIDE[foe.piece.at] & self._our_hexes - {piece.at}) for foe in foes]
        best = [foe.suffered(places, free, self._opaque) for foe, free in zip(foes, is_free, strict=True)]
        acting = [(foe, theirs[by]) for by, foe in zip(self._theirs, foes, strict=True) if foe.piece.acts]
        struck = [foe.gained(places, least, self._their_hexes, self._opaque) for foe, least in acting]
        found: dict[Hex, float] = {}
        for number, hex_ in enumerate(places):
            moved.at = hex_
            ours = [*rest, max([row[number] for row in best], default=0.0)]
            value = self._sum(ours, [row[number] for row in struck])
            found[hex_] = value + comfort + self._comfort(moved) - tired
        return found

    def _after_move(self, name: UnitName, unit: Unit) -> tuple[Piece, float]:
        """A unit that has moved, and what the wear of a later activation takes from its worth."""
        gone = replace(unit, moved=True, acts=unit.acts + 1, wear=unit.wear + (unit.acts > 0), march=0)
        if not unit.acts:
            return Piece(name, gone, "."), 0.0
        units = {**self._position.units, name: gone}
        worth = side_worth(replace(self._position, units=units), self._side)
        return Piece(name, gone, "."), side_worth(self._position, self._side) - worth

    def _comfort(self, piece: Piece) -> float:
        """Nearness to the enemy for who can fight, and rest for who is worn."""
        found = 0.0
        if piece.acts and (piece.weapon is None or piece.weapon.move == "free"):
            far = min([distance(piece.at, foe.at) for foe in self._theirs.values()], default=0)
            found -= self._manner.approach * far
        if self._manner.cohesion and piece.acts:
            found -= self._manner.cohesion * max(0, self._nearest_friend(piece) - self._manner.near)
        if piece.worn and not any(
            foe.acts and distance(piece.at, foe.at) - 1 <= foe.steps for foe in self._theirs.values()
        ):
            found += self._manner.rest * min(piece.worn, 2)
        return found

    def _nearest_friend(self, piece: Piece) -> int:
        friends = [
            distance(piece.at, each.at) for each in self._ours.values() if each.unit.at != piece.unit.at
        ]
        return min(friends, default=0)


def _total(gains: list[float]) -> float:
    found, share = 0.0, 1.0
    for gain in sorted(gains, reverse=True):
        found += share * gain
        share *= NEXT_ONE
    return found
