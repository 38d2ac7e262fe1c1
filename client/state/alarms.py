"""When the time of a phase is urgent. All alarms come later in a short phase."""

MINUTE, SOON, NOW = 60.0, 30.0, 10.0
UNWRITTEN = 15.0
"""From so many seconds before the bell on, an order that is typed but not on the sheet is warned of."""
LAST_MOMENT = 1.5
"""So many seconds before the bell, such an order is put on the sheet."""


def urgency(left: float | None, length: float | None = None) -> str:
    """How urgent the time is: "minute", "soon", "now", or an empty text if it is not urgent."""
    if left is None:
        return ""
    if left <= _within(NOW, length, 6):
        return "now"
    if left <= _within(SOON, length, 4):
        return "soon"
    return "minute" if left <= MINUTE <= _within(MINUTE, length, 3) else ""


def is_time_to_warn(left: float | None, length: float | None) -> bool:
    """Whether an order that is typed but not on the sheet may soon be too late."""
    return left is not None and left <= _within(UNWRITTEN, length, 4)


def is_last_moment(left: float | None, length: float | None) -> bool:
    return left is not None and left <= _within(LAST_MOMENT, length, 10)


def _within(seconds: float, length: float | None, part: int) -> float:
    """So many seconds, but at most that part of a phase of this length."""
    return seconds if length is None else min(seconds, length / part)
