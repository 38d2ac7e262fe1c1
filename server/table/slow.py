"""Slow play: an hourglass that runs though nobody attends, and that stands still at night."""

from protocol.vocabulary import NIGHT, SERVER, WRITING
from server.games.api import Options
from server.table import facts
from server.table.clock import LONGEST_WAIT, night_of
from server.table.state import TableState

MOST_ALONE = 10
"""A slow table stops its hourglass when it has opened so many phases and nobody has come."""


class SlowPlay:
    """When a table looks at the time of day and marks its hourglass, and for how long it has been alone.

    Nobody's writing moves the times at which it looks: what a restart gives back must not show it.
    """

    def __init__(self, options: Options) -> None:
        self._is_slow = options.is_slow
        self._night = night_of(options.quiet_hours)
        self._phases_alone = 0
        self.next_look: float | None = None

    @property
    def goes_on_alone(self) -> bool:
        """Whether the hourglass runs while nobody is connected: for some phases, but not for ever."""
        return self._is_slow and self._phases_alone < MOST_ALONE

    def somebody_came(self) -> None:
        self._phases_alone = 0

    def phase_opens(self, *, attended: bool) -> None:
        self._phases_alone = 0 if attended else self._phases_alone + 1

    def look_at_once(self, at: float) -> None:
        """The hourglass was started: it may be night."""
        self.next_look = at if self._is_slow or self._night else None

    def skip_to(self, now: float) -> None:
        """The host was asleep: of the looks that are overdue, only one is made, so that the bell can ring."""
        if self.next_look is not None:
            self.next_look = max(self.next_look, now)

    def look(self, state: TableState, at: float, wall: float) -> facts.AnyFact | None:
        """What the time of day leads to at a slow table or one with a night; `wall` is that time."""
        self.next_look = None
        if state.stage != WRITING or not (self._is_slow or self._night):
            return None
        self.next_look = at + (self._night.next_look(wall) if self._night else LONGEST_WAIT)
        is_night = self._night is not None and self._night.is_at(wall)
        if is_night and not state.stopped_by:
            return facts.ClockStopped(NIGHT)
        if not is_night and state.stopped_by == NIGHT:
            return facts.ClockStarted(SERVER)
        if self._is_slow and state.glass.running and state.glass.spent_at(at):
            return facts.GlassMarked()
        return None
