"""Who is the host of a table, who asks for a seat, and who wants to close it, computed from the facts."""

from collections.abc import Mapping

from msgspec import Struct

from protocol.ids import Seat
from server.names import skeleton
from server.table import facts
from server.table.chairs import Chair

MOST_REQUESTS = 32
"""So many requests for a seat are told at a table. Who asks later also waits, but the log does not tell."""


class Hosting(Struct):
    host: Seat = ""
    """The seat of the host; empty at a tournament, and while there is nobody who could be the host."""
    wants_closing: set[Seat] = set()
    """The players who have agreed to close the table."""
    requests: set[str] = set()
    """The names of those who have asked for a seat, in the form in which names are compared."""
    seen: dict[Seat, float] = {}
    """When the player of a seat last did something that is in the log, as the time of day."""

    def take(self, fact: facts.AnyFact, at: float, chairs: Mapping[Seat, Chair]) -> None:
        """Change by a fact that has been applied to the chairs."""
        self._see(fact, at, chairs)
        match fact:
            case facts.HostChosen():
                self.host = fact.seat
            case facts.SeatTaken():
                self.requests.discard(skeleton(fact.name))
                self._forget(fact.seat, is_gone=bool(fact.bot), is_other=bool(fact.by or fact.bot))
            case facts.SeatLeft():
                self._forget(fact.seat, is_gone=True, is_other=True)
            case facts.SeatRequested():
                self.requests.add(skeleton(fact.name))
            case facts.ClosingAgreed():
                self.wants_closing.add(fact.seat)
            case facts.PhaseClosed():  # the game goes on
                self.wants_closing.clear()

    def _forget(self, seat: Seat, *, is_gone: bool, is_other: bool) -> None:
        """The player of this seat has left it, or somebody else plays there now."""
        if is_gone and seat == self.host:
            self.host = ""
        if is_other:
            self.wants_closing.discard(seat)

    def _see(self, fact: facts.AnyFact, at: float, chairs: Mapping[Seat, Chair]) -> None:
        seat = fact.sender if isinstance(fact, facts.Chatted) else getattr(fact, "seat", "")
        if seat in chairs and chairs[seat].human:
            self.seen[seat] = at
