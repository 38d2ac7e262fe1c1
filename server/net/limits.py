"""Limits for each peer: messages in a second, wrong passwords, connections from one address."""

from msgspec import Struct


class Limits(Struct, frozen=True):
    """The limits that the host has chosen. A rate of 0 means no limit."""

    burst: int = 100
    rate: float = 5.0
    """Messages that change something: `burst` of them at once, then `rate` in a second."""
    asking_burst: int = 200
    asking_rate: float = 25.0
    """The same for messages that only ask, such as one for each key that a player types."""
    connections: int = 2048
    from_one: int = 256
    """How many connections may be at tables: in all, and from one address. A right token always gets in."""
    newcomers: int = 512
    newcomers_from_one: int = 128
    """How many may be at no table: in all, and from one address. One who is idle makes room for the next."""
    unfinished: int = 512
    unfinished_from_one: int = 256
    """How many sockets may be before the end of the opening handshake. The oldest makes room for the next."""
    tables_from_one: int = 64
    """How many tables that are not over one address may have opened."""
    newcomer_seconds: float = 300.0
    """A connection at no table is closed after so many seconds without a message."""
    hello_seconds: float = 5.0
    """The first message must come within so many seconds."""
    address_share: int = 8
    """One address may send as much as so many connections; those who have a seat there, as much again."""
    wrong_passwords: int = 5
    password_rate: float = 0.5
    """Wrong passwords from one address for one table: so many at once, then so many are tried in a second."""
    table_passwords: int = 20
    table_password_rate: float = 1.0
    """The same from all addresses together."""


HASTE = 0.25
"""Whoever has used this part of what may be sent at once is slowed down."""


class Bucket:
    """A token bucket: it fills with time, and each message takes from it. If it is empty, it refuses."""

    def __init__(self, burst: float, rate: float, now: float) -> None:
        self.burst, self._rate = burst, rate
        self._level, self._at = float(burst), now
        self._refused = 0

    def take(self, now: float, cost: int = 1) -> bool:
        if self._rate <= 0:
            return True
        self._fill(now)
        if self._level >= self.burst:
            self._refused = 0  # the peer has been quiet long enough
        if self._level < cost:
            self._refused += 1
            return False
        self._level -= cost
        return True

    def charge(self, now: float, cost: int) -> None:
        """Take so much, or all that there is."""
        self._fill(now)
        self._level = max(0.0, self._level - cost)

    def is_full(self, now: float) -> bool:
        """Whether the bucket is as good as a new one."""
        return self.used(now) <= 0

    def used(self, now: float) -> float:
        """How much is missing until the bucket is full again."""
        self._fill(now)
        return self.burst - self._level

    def is_much_used(self, now: float) -> bool:
        return self.used(now) > HASTE * self.burst

    def wait(self, now: float) -> float:
        """How many seconds it takes until one more can be taken."""
        self._fill(now)
        return max(0.0, 1.0 - self._level) / self._rate if self._rate > 0 else 0.0

    def _fill(self, now: float) -> None:
        now = max(now, self._at)  # messages that waited may not come in the order of their times
        self._level = min(self.burst, self._level + (now - self._at) * self._rate)
        self._at = now

    @property
    def exhausted(self) -> bool:
        """Whether the peer goes on sending although very many of its messages have been refused."""
        return self._refused > self.burst
