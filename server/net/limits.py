"""Limits for each peer: messages in a second, wrong secrets in a minute, connections from one address."""

from collections import deque

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
    hello_seconds: float = 5.0
    wrong_secrets: int = 5
    wrong_seconds: float = 60.0


class Bucket:
    """A token bucket: it fills with time, and each message takes from it. If it is empty, it refuses."""

    def __init__(self, burst: int, rate: float, now: float) -> None:
        self._burst, self._rate = burst, rate
        self._level, self._at = float(burst), now
        self._refused = 0

    def take(self, now: float, cost: int = 1) -> bool:
        if self._rate <= 0:
            return True
        self._level = min(self._burst, self._level + (now - self._at) * self._rate)
        self._at = now
        if self._level >= self._burst:
            self._refused = 0  # the peer has been quiet long enough
        if self._level < cost:
            self._refused += 1
            return False
        self._level -= cost
        return True

    @property
    def exhausted(self) -> bool:
        """Whether the peer goes on sending although very many of its messages have been refused."""
        return self._refused > self._burst


class WrongSecrets:
    """Counts the wrong tokens, keys and passwords from each address."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._by_address: dict[str, deque[float]] = {}

    def wait(self, address: str, now: float) -> int:
        """How many seconds this address must wait before it may try again."""
        times = self._by_address.get(address)
        if not times or len(times) < self._limits.wrong_secrets:
            return 0
        return max(0, int(times[0] + self._limits.wrong_seconds - now + 0.999))

    def add(self, address: str, now: float) -> None:
        if len(self._by_address) > 10_000:
            self._by_address.clear()
        times = self._by_address.setdefault(address, deque(maxlen=self._limits.wrong_secrets))
        times.append(now)
