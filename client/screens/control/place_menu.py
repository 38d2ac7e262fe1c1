"""The menu of what a piece that is taken up can do at a place: whole orders, one of which is chosen."""

from protocol.messages import Offer


class PlaceMenu:
    def __init__(self) -> None:
        self.entries: tuple[Offer, ...] = ()
        """The orders from which the player chooses; none if the menu is closed."""
        self.chosen = 0

    @property
    def is_open(self) -> bool:
        return bool(self.entries)

    @property
    def order(self) -> str:
        """The order that is marked."""
        return self.entries[self.chosen].text

    def open(self, entries: tuple[Offer, ...]) -> None:
        self.entries, self.chosen = entries, 0

    def close(self) -> None:
        self.entries, self.chosen = (), 0

    def move(self, by: int) -> None:
        """Mark another order; after the last one comes the first one."""
        self.chosen = (self.chosen + by) % len(self.entries)

    def mark(self, number: int) -> None:
        self.chosen = max(0, min(number, len(self.entries) - 1))
