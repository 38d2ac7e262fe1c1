"""What a position promises to a side: what both have, and what each could do to the other next."""

from collections.abc import Iterable

from msgspec.structs import replace

from protocol.views.argad.board import BESIDE, RANK, distance
from protocol.views.argad.view import Position, Unit
from protocol.views.argad.words import ENEMY_OF, SIDE_OF, SIDES, Hex, Side, UnitName, side_of
from server.bots.argad.foes import Foe
from server.bots.argad.pieces import Ground, Manner, Piece
from server.bots.argad.strides import distances_from, is_in_line
from server.bots.argad.worth import army_worth, side_worth

NEXT_ONE = 0.7
"""What the second, third ... best attack of a side counts of the one before."""
CLOSED = 0.5
"""What an attack counts of a unit that takes no more orders this turn."""
Pieces = dict[UnitName, Piece]
Gains = dict[UnitName, dict[UnitName, float]]


class Outlook:
    """A position as a captain of one side sees it."""

    def __init__(self, position: Position, side: Side, ground: Ground) -> None:
        self._position, self._side, self._ground = position, side, ground
        self._manner = ground.manner
        ours: Pieces = {}
        theirs: Pieces = {}
        for name, unit in position.units.items():
            (ours if side_of(name) == side else theirs)[name] = ground.piece(name, unit)
        self._ours, self._theirs = ours, theirs
        self._our_hexes = frozenset([piece.at for piece in ours.values()])
        self._their_hexes = frozenset([piece.at for piece in theirs.values()])
        self._opaque = ground.opaque | self._our_hexes | self._their_hexes
        self._worth = _worth(position, side, ours) - _worth(position, ENEMY_OF[side], theirs)
        self._our_gains = self._gains(ours, theirs, self._our_hexes)
        self._their_gains = self._gains(theirs, ours, self._their_hexes)
        self._cards = {
            each: sum([count for card, count in position.deck.items() if SIDE_OF.get(card) == each])
            for each in SIDES
        }
        self._approach = ground.manner.approach * ground.eagerness[side]
        self._comforts = {name: self._comfort(piece, piece.at) for name, piece in ours.items()}

    def value(self) -> float:
        """What the position is worth to the side."""
        ours = [max(row.values(), default=0.0) for row in self._our_gains.values()]
        theirs = [max(row.values(), default=0.0) for row in self._their_gains.values()]
        return self._sum(ours, theirs) + sum(self._comforts.values())

    def _sum(self, ours: list[float], theirs: list[float]) -> float:
        manner, cards = self._manner, self._cards
        own, foes = cards[self._side], cards[ENEMY_OF[self._side]]
        hoped = _total(ours, own, foes, manner)
        return self._worth + hoped - manner.fear * _total(theirs, foes, own, manner)

    def _gains(self, ones: Pieces, others: Pieces, friends: frozenset[Hex]) -> Gains:
        """What each unit of a side may gain from each of the other, by whatever way is best."""
        found: Gains = {}
        for by, one in ones.items():
            if not one.acts:
                continue
            row = found[by] = {}
            for on, other in others.items():
                gain, here, later = one.gains.get(other) or self._ground.gains(one, other)
                if (here > gain or later > gain) and self._is_free(one, other, friends):
                    gain = max(gain, later)
                    if here > gain and is_in_line(one.at, other.at, self._opaque):
                        gain = here
                row[on] = CLOSED * gain if one.unit.closed else gain
        return found

    def _is_free(self, one: Piece, other: Piece, friends: frozenset[Hex]) -> bool:
        """Whether none of its friends but the unit itself is beside the target."""
        beside = BESIDE[other.at] & friends
        return not beside or beside == {one.at}

    def values_at(self, name: UnitName, hexes: Iterable[Hex]) -> dict[Hex, float]:
        """What it would be worth if an own unit stood on each hex. Sight of others stays as it is."""
        places = list(hexes)
        if not places:
            return {}
        rest = [max(row.values(), default=0.0) for by, row in self._our_gains.items() if by != name]
        moved, tired = self._after_move(name, self._ours[name].unit)
        gained, struck = self._exchanged(name, moved, places)
        comfort = sum(value for each, value in self._comforts.items() if each != name) - tired
        found: dict[Hex, float] = {}
        for number, hex_ in enumerate(places):
            ours = [*rest, max([row[number] for row in gained], default=0.0)]
            value = self._sum(ours, [row[number] for row in struck])
            found[hex_] = value + comfort + self._comfort(moved, hex_)
        return found

    def _exchanged(
        self, name: UnitName, moved: Piece, places: list[Hex]
    ) -> tuple[list[list[float]], list[list[float]]]:
        """What the unit would gain from each enemy on each hex, and what each enemy could gain at best."""
        others = self._our_hexes - {moved.at}
        gained: list[list[float]] = []
        struck: list[list[float]] = []
        for by, piece in self._theirs.items():
            foe = Foe(self._ground, piece, moved)
            gained.append(foe.suffered(places, BESIDE[piece.at].isdisjoint(others), self._opaque))
            if piece.acts:
                row = self._their_gains[by]
                least = max([gain for on, gain in row.items() if on != name], default=0.0)
                struck.append(foe.gained(places, least, self._their_hexes, self._opaque))
        return gained, struck

    def _after_move(self, name: UnitName, unit: Unit) -> tuple[Piece, float]:
        """A unit that has moved, and what the wear of a later activation takes from its worth."""
        gone = replace(unit, moved=True, acts=unit.acts + 1, wear=unit.wear + (unit.acts > 0), march=0)
        piece = Piece(name, gone, "")
        if not unit.acts:
            return piece, 0.0
        before = side_worth(self._position, self._side)
        units = {**self._position.units, name: gone}
        return piece, before - side_worth(replace(self._position, units=units), self._side)

    def _comfort(self, piece: Piece, at: Hex) -> float:
        """Nearness to the enemy for who can fight, nearness to friends, and rest for who is worn."""
        far, found = distances_from(at), 0.0
        if piece.acts:
            nearest = min([far[RANK[foe.at]] for foe in self._theirs.values()], default=0)
            friends = [far[RANK[each]] for each in self._our_hexes if each != piece.at]
            found -= self._manner.cohesion * max(0, min(friends, default=0) - self._manner.near)
            if piece.comes_near:
                found -= self._approach * nearest
            if piece.is_precious:
                found -= self._manner.leading * max(0, self._front(piece) + 1 - nearest)
        if piece.worn and not self._is_reached(far):
            found += self._manner.rest * piece.relief
        return found

    def _front(self, general: Piece) -> int:
        """How near to the enemy the foremost unit is that is not the general's."""
        foes = [foe.at for foe in self._theirs.values()]
        friends = [each.at for each in self._ours.values() if each.acts and each.at != general.at]
        return min([distance(at, foe) for at in friends for foe in foes], default=0)

    def _is_reached(self, far: bytes) -> bool:
        return any(foe.acts and far[RANK[foe.at]] - 1 <= foe.steps for foe in self._theirs.values())


def _worth(position: Position, side: Side, pieces: Pieces) -> float:
    return army_worth(position, side, [piece.worth for piece in pieces.values()])


def _total(gains: list[float], cards: int, against: int, manner: Manner) -> float:
    """What a side may hope for from its best attacks, of which it can make so many this turn.

    The fewer cards the others have, the surer they are.
    """
    now = manner.now + (manner.sure - manner.now) * cards / (cards + against) if cards else 0.0
    found, share = 0.0, 1.0
    for number, gain in enumerate(sorted(gains, reverse=True)):
        if gain <= 0:
            break
        found += share * gain * (now if number < cards else manner.next_turn)
        share *= NEXT_ONE
    return found
