"""The places that the words of orders name: some games name a place, others the piece that stands there."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from client.games.api import Game
from protocol.ids import SheetKey


class OrderPlaces(Struct, frozen=True):
    """Finds places for the orders of one game, as its pieces stand in this view."""

    game: Game
    view: Any

    @property
    def has_pieces(self) -> bool:
        """Whether orders name pieces, and not the places where they stand."""
        return self.game.place_of_piece is not None

    def of(self, word: str, sheet: SheetKey) -> str:
        """The place that a word names, or where the piece stands that it names, or an empty text."""
        found = self.game.board.place_of(word, sheet)
        if found or self.game.place_of_piece is None or self.view is None:
            return found
        return self.game.place_of_piece(self.view, word, sheet)

    def among(self, words: Iterable[str], sheet: SheetKey) -> frozenset[str]:
        return frozenset(self.of(word, sheet) for word in words) - {""}
