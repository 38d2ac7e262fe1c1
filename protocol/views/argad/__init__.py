"""Argad as a seat sees it: the words of the game, its board, the position, and the story of a phase."""

from protocol.views.argad.events import Event
from protocol.views.argad.points import points_of
from protocol.views.argad.steps import step
from protocol.views.argad.story import note_of
from protocol.views.argad.view import ArgadView, Army, Order, Position, Unit

__all__ = [
    "ArgadView",
    "Army",
    "Event",
    "Order",
    "Position",
    "Unit",
    "note_of",
    "points_of",
    "step",
]
