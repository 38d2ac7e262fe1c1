"""Zargos as a seat sees it: the words of the game, its board, the position, and the story of a phase."""

from protocol.views.zargos.events import Event
from protocol.views.zargos.story import holder_of, note_of, step
from protocol.views.zargos.view import Combat, Offer, PlayedCard, Position, ZargosView

__all__ = [
    "Combat",
    "Event",
    "Offer",
    "PlayedCard",
    "Position",
    "ZargosView",
    "holder_of",
    "note_of",
    "step",
]
