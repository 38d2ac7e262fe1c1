"""A seat of a table and who holds it."""

from msgspec import Struct

from server.table import facts


class Chair(Struct):
    """A seat and its holder, a person or a bot.

    A holder is known by the number of the event with which it first took the seat. No two holders have the
    same number, not even at different seats.
    """

    name: str = ""
    bot: str = ""
    character: str = ""
    token: str = ""
    key: str = ""
    pause_left: bool = True
    seconds_used: float = 0.0
    used_now: float = 0.0
    """The seconds of this phase that are part of `seconds_used`."""
    holder: int = 0
    """Who plays at this seat now."""
    person: int = 0
    """Who has the token. While a bot plays, this person is not the holder but may come back."""

    @property
    def taken(self) -> bool:
        return bool(self.name)

    @property
    def human(self) -> bool:
        return self.taken and not self.bot

    def take(self, fact: facts.SeatTaken, number: int) -> None:
        """Somebody takes the seat with the event of that number. Who has the same key is the same person."""
        has_same_key = bool(fact.key) and fact.key == self.key
        if not fact.bot and (not self.person or (fact.token and not has_same_key)):
            self.person = number
        self.holder = number if fact.bot else self.person
        self.name, self.bot, self.character = fact.name, fact.bot, fact.character
        if fact.token:
            self.token, self.key = fact.token, fact.key

    def use_time(self, spent: float) -> None:
        """The seat has used so many seconds of this phase; what was added for it before is taken back."""
        self.seconds_used += spent - self.used_now
        self.used_now = spent
