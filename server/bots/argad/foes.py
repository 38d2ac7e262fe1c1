"""What would pass between an enemy and one own unit on each of the hexes to which that unit might go."""

from collections.abc import Sequence, Set

from protocol.views.argad.board import BESIDE, RANK
from protocol.views.argad.words import Hex
from server.bots.argad.pieces import Ground, Melees, Piece, melee_after, melees, volleys_from, weighed
from server.bots.argad.strides import distances_from, is_in_line


class Foe:
    """An enemy where it stands, and an own unit that has moved, wherever that may be."""

    def __init__(self, ground: Ground, piece: Piece, moved: Piece) -> None:
        self.piece, self._moved, self._ground = piece, moved, ground
        self._far = distances_from(piece.at)

    def suffered(self, hexes: Sequence[Hex], is_free: bool, opaque: Set[Hex]) -> list[float]:
        """What the own unit gains from each hex; `is_free` if no friend of it is beside the enemy."""
        one, other = self._moved, self.piece
        if not one.acts:
            return [0.0] * len(hexes)
        ways, met = self._ground.steps_to(one, other.at), melees(one, other)
        shots: dict[int, tuple[float, float]] = {}
        found: list[float] = []
        for hex_ in hexes:
            far = self._far[RANK[hex_]]
            gain = melee_after(met, ways.get(hex_), far, one.steps)
            if is_free and one.weapon:
                volleys = shots.get(far) or shots.setdefault(
                    far, volleys_from(one, other, far, self._ground.manner.volley_later)
                )
                gain = _best(gain, volleys, hex_, other.at, opaque)
            found.append(weighed(gain, other))
        return found

    def gained(self, hexes: Sequence[Hex], least: float, friends: Set[Hex], opaque: Set[Hex]) -> list[float]:
        """What the enemy gains if the own unit is on each hex; elsewhere it gains the least."""
        one, other = self.piece, self._moved
        ways, others = self._ground.steps_from(one), friends - {one.at}
        tables: dict[str, Melees] = {}
        shots: dict[tuple[int, str], tuple[float, float]] = {}
        found: list[float] = []
        for hex_ in hexes:
            far, glyph = self._far[RANK[hex_]], self._ground.glyphs[hex_]
            other.glyph = glyph
            met = tables.get(glyph) or tables.setdefault(glyph, melees(one, other))
            gain = melee_after(met, ways.get(hex_), far, one.steps)
            if one.weapon and BESIDE[hex_].isdisjoint(others):
                key = (far, glyph)
                volleys = shots.get(key) or shots.setdefault(
                    key, volleys_from(one, other, far, self._ground.manner.volley_later)
                )
                gain = _best(gain, volleys, one.at, hex_, opaque)
            found.append(max(least, weighed(gain, other)))
        return found


def _best(gain: float, volleys: tuple[float, float], start: Hex, end: Hex, opaque: Set[Hex]) -> float:
    here, later = volleys
    gain = max(gain, later)
    return here if here > gain and is_in_line(start, end, opaque) else gain
