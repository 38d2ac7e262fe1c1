"""How many steps over open ground lead from a hex to each other, and whether a line of sight is free."""

from collections.abc import Set
from functools import lru_cache

from protocol.views.argad.board import MAPS, NEIGHBOURS, TERRAIN
from protocol.views.argad.figures import Figures, is_heavy, is_mounted
from protocol.views.argad.sight import lines_between
from protocol.views.argad.view import Position
from protocol.views.argad.words import Hex

FAR_AWAY = 99
Overlay = tuple[tuple[Hex, str], ...]
"""The hexes of a position that differ from its map."""


def overlay_of(position: Position) -> Overlay:
    return tuple(sorted(position.terrain.items()))


@lru_cache(maxsize=64)
def open_hexes(map_: str, overlay: Overlay, figures_ground: str) -> frozenset[Hex]:
    """The hexes that do not slow down whoever goes on foot, mounted or heavily mounted."""
    glyphs = {**MAPS[map_], **dict(overlay)}
    return frozenset(
        hex_ for hex_, glyph in glyphs.items() if getattr(TERRAIN[glyph], figures_ground) == "open"
    )


@lru_cache(maxsize=64)
def opaque_hexes(map_: str, overlay: Overlay) -> frozenset[Hex]:
    glyphs = {**MAPS[map_], **dict(overlay)}
    return frozenset(hex_ for hex_, glyph in glyphs.items() if TERRAIN[glyph].blocks_sight)


@lru_cache(maxsize=4096)
def ground_kind(figures: Figures) -> str:
    """The column of the table of terrain that holds for these figures."""
    return ("heavy" if is_heavy(figures) else "mounted") if is_mounted(figures) else "foot"


@lru_cache(maxsize=16384)
def steps_from(map_: str, overlay: Overlay, kind: str, start: Hex, most: int) -> dict[Hex, int]:
    """The steps over open ground, whoever stands there, to every hex that so many steps reach."""
    is_open = open_hexes(map_, overlay, kind)
    found, edge = {start: 0}, [start]
    for steps in range(1, most + 1):
        reached: list[Hex] = []
        for here in edge:
            for beside in NEIGHBOURS[here]:
                if beside not in found and beside in is_open:
                    found[beside] = steps
                    reached.append(beside)
        edge = reached
    return found


def is_in_line(start: Hex, end: Hex, opaque: Set[Hex]) -> bool:
    """Whether nothing that blocks the sight stands between."""
    return any(opaque.isdisjoint(line) for line in lines_between(start, end))
