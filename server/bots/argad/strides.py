"""How many steps over open ground lead from a hex to each other, and whether a line of sight is free."""

from collections.abc import Set
from functools import lru_cache

from protocol.views.argad.board import HEXES, MAPS, NEIGHBOURS, TERRAIN, distance
from protocol.views.argad.figures import Figures, is_heavy, is_mounted
from protocol.views.argad.sight import lines_between
from protocol.views.argad.view import Position
from protocol.views.argad.ways import NO_ENTRY
from protocol.views.argad.words import Hex

Overlay = tuple[tuple[Hex, str], ...]
"""The hexes of a position that differ from its map."""


def overlay_of(position: Position) -> Overlay:
    return tuple(sorted(position.terrain.items()))


@lru_cache(maxsize=64)
def glyphs_of(map_: str, overlay: Overlay) -> dict[Hex, str]:
    return {**MAPS[map_], **dict(overlay)}


@lru_cache(maxsize=64)
def open_hexes(map_: str, overlay: Overlay, figures_ground: str) -> frozenset[Hex]:
    """The hexes that do not slow down whoever goes on foot, mounted or heavily mounted."""
    glyphs = glyphs_of(map_, overlay)
    return frozenset(
        hex_ for hex_, glyph in glyphs.items() if getattr(TERRAIN[glyph], figures_ground) == "open"
    )


@lru_cache(maxsize=64)
def slow_hexes(map_: str, overlay: Overlay, figures_ground: str) -> frozenset[Hex]:
    """The hexes that slow them down and are not closed to them."""
    glyphs = glyphs_of(map_, overlay)
    kinds = {hex_: getattr(TERRAIN[glyph], figures_ground) for hex_, glyph in glyphs.items()}
    return frozenset(hex_ for hex_, kind in kinds.items() if kind not in ("open", NO_ENTRY))


@lru_cache(maxsize=64)
def opaque_hexes(map_: str, overlay: Overlay) -> frozenset[Hex]:
    glyphs = glyphs_of(map_, overlay)
    return frozenset(hex_ for hex_, glyph in glyphs.items() if TERRAIN[glyph].blocks_sight)


@lru_cache(maxsize=4096)
def ground_kind(figures: Figures) -> str:
    """The column of the table of terrain that holds for these figures."""
    return ("heavy" if is_heavy(figures) else "mounted") if is_mounted(figures) else "foot"


@lru_cache(maxsize=4096)
def steps_to(map_: str, overlay: Overlay, kind: str, target: Hex, most: int) -> dict[Hex, int]:
    """From each hex the steps over open ground, whoever stands there, to a hex beside the target."""
    is_open = open_hexes(map_, overlay, kind)
    edge = list(NEIGHBOURS[target])
    found = dict.fromkeys(edge, 0)
    for steps in range(1, most + 1):
        edge = [hex_ for hex_ in edge if hex_ in is_open]
        reached: list[Hex] = []
        for here in edge:
            for beside in NEIGHBOURS[here]:
                if beside not in found:
                    found[beside] = steps
                    reached.append(beside)
        edge = reached
    return found


@lru_cache(maxsize=4096)
def steps_from(map_: str, overlay: Overlay, kind: str, start: Hex, most: int) -> dict[Hex, int]:
    """The steps over open ground, whoever stands there, from the start to a hex beside each hex."""
    is_open = open_hexes(map_, overlay, kind)
    found: dict[Hex, int] = {}
    edge, seen = [start], {start}
    for steps in range(most + 1):
        reached: list[Hex] = []
        for here in edge:
            for beside in NEIGHBOURS[here]:
                found.setdefault(beside, steps)
                if beside not in seen and beside in is_open:
                    seen.add(beside)
                    reached.append(beside)
        edge = reached
    return found


@lru_cache(maxsize=len(HEXES))
def distances_from(start: Hex) -> bytes:
    """The distance to each hex, in reading order."""
    return bytes(distance(start, hex_) for hex_ in HEXES)


def is_in_line(start: Hex, end: Hex, opaque: Set[Hex]) -> bool:
    """Whether nothing that blocks the sight stands between."""
    return any(opaque.isdisjoint(line) for line in lines_between(start, end))
