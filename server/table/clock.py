"""The hourglass: arithmetic on the times it is given. It reads no clock of its own. P-TIME, P-END-2."""

from msgspec import Struct

PAUSE_SECONDS = 180.0


class Hourglass(Struct):
    """`length` seconds to run, `spent` of them gone at the time `since`; standing still if since is None."""

    length: float | None = None
    spent: float = 0.0
    since: float | None = None
    played: float = 0.0
    """Running time of the whole game, up to `since`."""

    @property
    def running(self) -> bool:
        return self.since is not None

    def turn(self, length: float | None) -> None:
        """A fresh glass, standing still."""
        self.length = length
        self.spent = 0.0
        self.since = None

    def start(self, now: float) -> None:
        if self.since is None:
            self.since = now

    def stop(self, now: float) -> None:
        if self.since is not None:
            self.spent = self.spent_at(now)
            self.played = self.played_at(now)
            self.since = None

    def grant(self, seconds: float) -> None:
        if self.length is not None:
            self.length = max(self.spent, self.length + seconds)

    def spent_at(self, now: float) -> float:
        return self.spent + self._run(now)

    def played_at(self, now: float) -> float:
        return self.played + self._run(now)

    def left_at(self, now: float) -> float | None:
        return None if self.length is None else max(0.0, self.length - self.spent_at(now))

    def deadline(self) -> float | None:
        """When it will have run out, if nothing stops it."""
        if self.length is None or self.since is None:
            return None
        return self.since + self.length - self.spent

    def set_spent(self, spent: float, played: float) -> None:
        """As a stored fact found it."""
        self.spent = spent
        self.played = played

    def _run(self, now: float) -> float:
        return 0.0 if self.since is None else max(0.0, now - self.since)


def is_last_round(limit: float | None, played: float, seconds: float | None) -> bool:
    """P-END-2: no more time left than one order phase takes."""
    return limit is not None and limit - played <= (seconds or 0.0)
