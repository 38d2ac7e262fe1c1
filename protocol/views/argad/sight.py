"""The lines of sight between two hexes. A-SIGHT."""

from functools import lru_cache

from msgspec import Struct

from protocol.views.argad.board import TERRAIN, WOOD, axial_of, distance, hex_at
from protocol.views.argad.field import occupied
from protocol.views.argad.view import Position
from protocol.views.argad.words import Hex

_NUDGE = (1e-6, 2e-6, -3e-6)
"""A-SIGHT-1: by how much the line is moved, in cube coordinates, to choose a side of an edge."""
MOST_WOODS = 2


class Sight(Struct, frozen=True):
    """What a shooter sees of a hex."""

    is_clear: bool
    """Whether the hex is seen at all."""
    has_wood: bool = False
    """Whether there is wood on the line between, which is cover."""


BLIND = Sight(is_clear=False)


@lru_cache(maxsize=65536)
def lines_between(start: Hex, end: Hex) -> tuple[tuple[Hex, ...], ...]:
    """The one or two straight lines: the hexes strictly between. A line that leaves the board is none."""
    found = (_line(start, end, sign) for sign in (1, -1))
    return tuple(dict.fromkeys(line for line in found if line is not None))


def _line(start: Hex, end: Hex, sign: int) -> tuple[Hex, ...] | None:
    steps = distance(start, end)
    first, last = (_nudged(hex_, sign) for hex_ in (start, end))
    between: list[Hex] = []
    for number in range(1, steps):
        x, y, z = (a + (b - a) * number / steps for a, b in zip(first, last, strict=True))
        hex_ = _rounded(x, y, z)
        if hex_ is None:
            return None
        between.append(hex_)
    return tuple(between)


def _nudged(hex_: Hex, sign: int) -> tuple[float, float, float]:
    q, r = axial_of(hex_)
    return q + sign * _NUDGE[0], -q - r + sign * _NUDGE[1], r + sign * _NUDGE[2]


def _rounded(x: float, y: float, z: float) -> Hex | None:
    q, s, r = round(x), round(y), round(z)
    off_q, off_s, off_r = abs(q - x), abs(s - y), abs(r - z)
    if off_q > off_s and off_q > off_r:
        q = -s - r
    elif off_r >= off_s:
        r = -q - s
    return hex_at(q + r // 2, r)


def sight(position: Position, start: Hex, end: Hex, *, past_units: bool = False) -> Sight:
    """What is seen of a hex from another. The better line counts for the one who looks."""
    standing = {} if past_units else occupied(position)
    seen = [_along(position, start, end, line, frozenset(standing)) for line in lines_between(start, end)]
    clear = [each for each in seen if each.is_clear]
    return min(clear, key=lambda each: each.has_wood, default=BLIND)


def _along(
    position: Position, start: Hex, end: Hex, line: tuple[Hex, ...], standing: frozenset[Hex]
) -> Sight:
    """A-SIGHT-2: villages, more than two woods and units between block the line."""
    glyphs = [position.glyph(hex_) for hex_ in line]
    woods = glyphs.count(WOOD)
    if any(TERRAIN[glyph].blocks_sight for glyph in glyphs):
        return BLIND
    if woods + (position.glyph(end) == WOOD) > MOST_WOODS:
        return BLIND
    is_high = TERRAIN[position.glyph(start)].height or TERRAIN[position.glyph(end)].height
    if any(_blocks(position, hex_, is_high) for hex_ in line if hex_ in standing):
        return BLIND
    return Sight(is_clear=True, has_wood=woods > 0)


def _blocks(position: Position, hex_: Hex, is_high: bool) -> bool:
    return not is_high or TERRAIN[position.glyph(hex_)].height
