"""The hourglass. It computes with the times that it is given and reads no clock. P-TIME, P-END-2."""

from msgspec import Struct

PAUSE_SECONDS = 180.0


class Hourglass(Struct):
    """It runs for `length` seconds, of which `spent` had passed at `since`; None: it is stopped."""

    length: float | None = None
    spent: float = 0.0
    since: float | None = None
    played: float = 0.0
    """How long it has run in the whole game, up to `since`."""

    @property
    def running(self) -> bool:
        return self.since is not None

    def turn(self, length: float | None) -> None:
        """Begin anew with this length. The hourglass is stopped."""
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
        """When it will run out if nothing stops it."""
        if self.length is None or self.since is None:
            return None
        return self.since + self.length - self.spent

    def set_spent(self, spent: float, played: float) -> None:
        """Set the times that were stored with a fact."""
        self.spent = spent
        self.played = played

    def _run(self, now: float) -> float:
        return 0.0 if self.since is None else max(0.0, now - self.since)


def is_last_round(limit: float | None, played: float, seconds: float | None) -> bool:
    """P-END-2: the time that is left is not longer than one phase."""
    return limit is not None and limit - played <= (seconds or 0.0)
