"""Who has a place at this server: limits in all and from one address, and who makes room for the next."""

from collections import Counter
from typing import Generic, Protocol, TypeVar

from server.errors import TableError
from server.metrics import Metrics
from server.net.limits import Limits

SILENT_SECONDS = 1.0
"""A newcomer who has said nothing for so long makes room before all others."""
FRESH_SECONDS = 2.0
"""A newcomer who came so lately has time to show a token: those who have been here longer go first."""


class Socket(Protocol):
    """A socket on which the opening handshake is not over."""

    address: str

    def abort(self) -> None:
        """End it at once."""


class Guest(Protocol):
    """A connection after the opening handshake."""

    address: str
    opened_at: float
    heard_at: float
    """When its last message arrived, or when it was opened."""
    has_spoken: bool
    is_entering: bool
    """Whether a table judges its request to come in. Waiting for a password to be judged is not meant."""

    @property
    def is_newcomer(self) -> bool:
        """Whether it is at no table."""

    def make_room(self) -> None:
        """Tell it that another needs its place, and end it."""


M = TypeVar("M", Socket, Guest)


class _Pool(Generic[M]):
    """Those of one kind, the oldest first, counted by address."""

    def __init__(self) -> None:
        self.members: dict[M, None] = {}
        self.by_address: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self.members)

    def add(self, member: M) -> None:
        self.members[member] = None
        self.by_address[member.address] += 1

    def discard(self, member: M) -> bool:
        if member not in self.members:
            return False
        del self.members[member]
        self.by_address[member.address] -= 1
        if not self.by_address[member.address]:
            del self.by_address[member.address]
        return True

    def too_many_at(self, address: str, most: int, most_from_one: int) -> list[M]:
        """If one more came from this address, and there were too many: those of whom one must make room."""
        if self.by_address[address] >= most_from_one:
            crowded = address
        elif self.members and len(self) >= most:
            crowded = max(self.by_address, key=lambda one: self.by_address[one])
        else:
            return []
        return [member for member in self.members if member.address == crowded]


class Room:
    """The places of a server.

    A socket is first before the opening handshake, then at no table, then at a table; each kind has limits of
    its own. Only those at a table are never ended for others: they sit there by right.
    """

    def __init__(self, limits: Limits, metrics: Metrics, most_sockets: int | None = None) -> None:
        self._limits = limits
        self._most_sockets = most_sockets
        self._metrics = metrics
        self._unfinished: _Pool[Socket] = _Pool()
        self._newcomers: _Pool[Guest] = _Pool()
        self._at_tables: _Pool[Guest] = _Pool()
        self._is_closed = False

    def arrived(self, socket: Socket, now: float) -> bool:
        """A socket was accepted. If there are too many before the handshake, the oldest one is ended.

        The answer is whether it may stay: not if all files that may be open are used by those at tables.
        """
        if self._is_closed:
            return False
        limits = self._limits
        found = self._unfinished.too_many_at(socket.address, limits.unfinished, limits.unfinished_from_one)
        if found:
            self._end(found[0])
        elif self._is_out_of_sockets() and not self._end_any(now):
            self._metrics.refused_connections_total += 1
            return False
        self._unfinished.add(socket)
        return True

    def _is_out_of_sockets(self) -> bool:
        used = len(self._unfinished) + len(self._newcomers) + len(self._at_tables)
        return self._most_sockets is not None and used >= self._most_sockets

    def _end_any(self, now: float) -> bool:
        """End somebody who is not at a table, and tell whether there was anybody."""
        if unfinished := self._unfinished.too_many_at("", 0, 1):
            self._end(unfinished[0])
        elif newcomers := self._newcomers.too_many_at("", 0, 1):
            self._end_one_of(newcomers, now)
        else:
            return False
        return True

    def _end(self, socket: Socket) -> None:
        self._metrics.made_room_total += 1
        self._unfinished.discard(socket)
        socket.abort()

    def left(self, socket: Socket) -> None:
        """The socket was closed."""
        self._unfinished.discard(socket)

    def admit(self, guest: Guest, socket: Socket, now: float) -> None:
        """The opening handshake is over. If there are too many newcomers, one of them makes room."""
        self._unfinished.discard(socket)
        limits = self._limits
        found = self._newcomers.too_many_at(guest.address, limits.newcomers, limits.newcomers_from_one)
        if found:
            self._end_one_of(found, now)
        self._newcomers.add(guest)

    def _end_one_of(self, newcomers: list[Guest], now: float) -> None:
        """End the newcomer who needs the place least, or find that one of them sits at a table by now."""
        for guest in newcomers:
            if self.settle(guest):
                return

        def need(guest: Guest) -> tuple[bool, bool, float]:
            is_silent = not guest.has_spoken and now - guest.heard_at > SILENT_SECONDS
            # Nobody can make oneself fresh again, so who comes in and shows a token at once is among the last
            # to go, whatever all others from this address wait for or send.
            is_fresh = now - guest.opened_at <= FRESH_SECONDS
            if guest.is_entering or (is_fresh and not is_silent):
                return True, True, guest.opened_at
            return False, not is_silent, guest.heard_at

        chosen = min(newcomers, key=need)
        self._metrics.made_room_total += 1
        self._newcomers.discard(chosen)
        chosen.make_room()

    def check_seats(self, address: str) -> None:
        """Refuse one more connection at a table, if there are too many in all or from its address."""
        limits, seated = self._limits, self._at_tables
        if len(seated) < limits.connections and seated.by_address[address] < limits.from_one:
            return
        for guest in [guest for guest in seated.members if guest.is_newcomer]:  # they have left their table
            seated.discard(guest)
            self._newcomers.add(guest)
        if seated.by_address[address] >= limits.from_one:
            raise TableError("address-full", count=limits.from_one)
        if len(seated) >= limits.connections:
            raise TableError("server-full", count=limits.connections)

    def settle(self, guest: Guest) -> bool:
        """Count the guest among those at tables, if it is there by now."""
        if guest.is_newcomer or not self._newcomers.discard(guest):
            return False
        self._at_tables.add(guest)
        return True

    def gone(self, guest: Guest) -> None:
        """The connection has ended."""
        self._newcomers.discard(guest)
        self._at_tables.discard(guest)

    def close(self) -> None:
        """The server stops: no socket comes in any more, and those before the handshake are ended."""
        self._is_closed = True
        for socket in list(self._unfinished.members):
            socket.abort()
