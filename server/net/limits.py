"""How much one peer may ask for: messages a second, wrong secrets a minute, connections an address."""

from collections import deque

from msgspec import Struct


class Limits(Struct, frozen=True):
    """The host's choices; a rate of 0 means no limit."""

    burst: int = 100
    rate: float = 5.0
    """Messages that change something: this many at once, then so many a second (100 in 20 s)."""
    asking_burst: int = 200
    asking_rate: float = 25.0
    """Messages that only ask, such as one for each key typed."""
    connections: int = 2048
    newcomers: int = 64
    """Connections that are at no table yet: in all, and from one address."""
    newcomers_from_one: int = 16
    from_one: int = 256
    """Connections from one address, at tables or not."""
    tables_from_one: int = 64
    """Tables opened from one address that are not over."""
    newcomer_seconds: float = 300.0
    hello_seconds: float = 5.0
    wrong_secrets: int = 5
    wrong_seconds: float = 60.0


class Bucket:
    """A bucket of tokens that fills with time. Empty, it refuses; long overdrawn, it gives up on the peer."""

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
            self._refused = 0  # a rest makes good
        if self._level < cost:
            self._refused += 1
            return False
        self._level -= cost
        return True

    @property
    def exhausted(self) -> bool:
        """The peer goes on as if nothing had been said."""
        return self._refused > self._burst


class Strikes:
    """Wrong tokens, keys and passwords by address."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._by_address: dict[str, deque[float]] = {}

    def wait(self, address: str, now: float) -> int:
        """How many seconds this address must wait before it may try again."""
        strikes = self._by_address.get(address)
        if not strikes or len(strikes) < self._limits.wrong_secrets:
            return 0
        return max(0, int(strikes[0] + self._limits.wrong_seconds - now + 0.999))

    def add(self, address: str, now: float) -> None:
        if len(self._by_address) > 10_000:
            self._by_address.clear()
        strikes = self._by_address.setdefault(address, deque(maxlen=self._limits.wrong_secrets))
        strikes.append(now)
