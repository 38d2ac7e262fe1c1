"""Zargo's Lords as a seat sees it: the words of the game, its map, the position, and the story of a phase."""

from protocol.views.zargos_lords.events import Event
from protocol.views.zargos_lords.steps import step
from protocol.views.zargos_lords.story import note_of, unit_name
from protocol.views.zargos_lords.view import LordsView, Position, Standing
from protocol.views.zargos_lords.zones import zone_against

__all__ = [
    "Event",
    "LordsView",
    "Position",
    "Standing",
    "note_of",
    "step",
    "unit_name",
    "zone_against",
]
