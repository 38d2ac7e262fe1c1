"""Where the next card comes from: from dice at a table, from a list in a scenario. A-DECK-2."""

from typing import Protocol

from protocol.views.argad.words import JOKER, SEATS
from server.games.argad.battle import Battle


class Pile(Protocol):
    def is_empty(self, battle: Battle) -> bool: ...

    def draw(self, battle: Battle) -> str:
        """The next card: the letter of a seat, or that of the Joker."""
        ...

    def clear(self) -> None:
        """The rest of the cards is void."""
        ...


class ShuffledPile:
    """Each card is drawn at random among those left, so that no order exists that could leak."""

    def is_empty(self, battle: Battle) -> bool:
        return not battle.state.deck

    def draw(self, battle: Battle) -> str:
        deck = battle.state.deck
        cards = [card for card in (*SEATS, JOKER) for _ in range(deck.get(card, 0))]
        number, _ = battle.pick(len(set(cards)) == 1, len(cards))
        return cards[number]

    def clear(self) -> None:
        """Nothing but the deck of the position holds the cards."""


class ListedPile:
    """The cards come in a given order."""

    def __init__(self, cards: list[str]) -> None:
        self.left = cards

    def is_empty(self, battle: Battle) -> bool:
        return not self.left

    def draw(self, battle: Battle) -> str:
        return self.left.pop(0)

    def clear(self) -> None:
        self.left.clear()
