"""The hourglass. It computes with the times that it is given and reads no clock. P-TIME, P-END-2."""

import time

from msgspec import Struct

from protocol.options import read_quiet_hours

PAUSE_SECONDS = 180.0
SHORTEST_WAIT, LONGEST_WAIT = 0.05, 600.0
"""The time of day is read so often at least, because somebody may change the clock of the host."""
MINUTES_A_DAY = 24 * 60


class Night(Struct, frozen=True):
    """The hours in which the hourglass stands, in minutes after midnight, by the host's time of day.

    The time of day decides only when the hourglass stands. It never decides how much time is left.
    """

    begin: int
    end: int

    def is_at(self, wall: float) -> bool:
        length = (self.end - self.begin) % MINUTES_A_DAY * 60
        return self._since(wall, self.begin) < length

    def next_look(self, wall: float) -> float:
        """How many seconds later the time of day has to be read again."""
        day = MINUTES_A_DAY * 60
        change = min(day - self._since(wall, minute) for minute in (self.begin, self.end))
        return min(LONGEST_WAIT, max(SHORTEST_WAIT, change))

    def _since(self, wall: float, minute: int) -> float:
        """How many seconds have passed since the clock of the host last showed that minute."""
        shown = time.localtime(wall)
        seconds = (shown.tm_hour * 60 + shown.tm_min - minute) * 60 + shown.tm_sec + wall % 1
        return seconds % (MINUTES_A_DAY * 60)


def night_of(quiet_hours: str | None) -> Night | None:
    """The night of a table whose option `quiet_hours` this is."""
    hours = read_quiet_hours(quiet_hours) if quiet_hours else None
    return Night(*hours) if hours else None


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
