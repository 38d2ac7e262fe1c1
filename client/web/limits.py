"""How much browsers may ask for: how many tabs there are, how often they speak, how slowly they read."""

from collections.abc import Callable

from msgspec import Struct


class WebLimits(Struct, frozen=True):
    tabs: int = 1500
    from_one: int = 1100
    """How many tabs may be open: in all, and from one address."""
    at_tables: int = 240
    """How many of them may be at a table, because the server bounds the connections of one address."""
    burst: int = 60
    rate: float = 12.0
    """What one tab may ask for: so much at once, then so much in a second."""
    address_share: int = 6
    """All tabs of one address together may ask for as much as so many tabs."""
    longest: int = 8192
    """How many characters a message of a tab may have."""
    longest_record: int = 1024 * 1024
    unpacked_record: int = 12 * 1024 * 1024
    """How many bytes a record that is dropped onto the page may have: as it is sent, and unpacked."""
    largest_round: int = 128 * 1024
    """How many bytes the positions and the story of one of its rounds may have. Real ones have a tenth."""
    replays: int = 16
    """How many tabs may show a record at the same time, because each keeps it in memory."""
    entrances: int = 8
    entrance_rate: float = 0.5
    """How often one tab may go to a table: so often at once, then so often in a second."""
    idle_seconds: float = 1800.0
    """A tab at no table that is silent for so long is closed; a key or a click opens it again."""
    greet_seconds: float = 10.0
    """The first message of a tab must come within so many seconds."""
    slow_seconds: float = 10.0
    """A tab that takes nothing for so long is dropped."""


class Allowance:
    """Refills with time. What is asked for is taken from it, and refused if it is not there."""

    def __init__(self, burst: float, rate: float, clock: Callable[[], float]) -> None:
        self._burst, self._rate, self._clock = burst, rate, clock
        self._left, self._at = float(burst), clock()

    def _refill(self) -> None:
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now

    def take(self) -> bool:
        self._refill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def owe(self) -> float:
        """Take one even if it is not there yet. Returns for how many seconds to wait for it."""
        self._refill()
        # Nobody waits for debts of tabs that are gone for long.
        self._left = max(self._left - 1, -self._burst)
        return max(0.0, -self._left / self._rate)

    @property
    def is_full(self) -> bool:
        """Whether it is as good as a new one."""
        return self._left + (self._clock() - self._at) * self._rate >= self._burst
