"""The requests for which the referee may give a reason. Some of them are for the host of a table, too."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from protocol.request import BotKind, Count, Draft, Key, Name, Reason, Request


class Replace(Request, frozen=True, tag="replace"):
    """Give a seat to a bot (`level`), or to another person (`name`), for whom there is a new token."""

    seat: Key
    """The seat to give away."""
    level: BotKind = ""
    """The level of the bot that takes it. A character may follow, as in `captain:bold`."""
    name: Name = ""
    """The name of the person who takes it. It counts only if there is no `level`."""
    reason: Reason = ""


class Start(Request, frozen=True, tag="start"):
    """Host: start the game, though not everybody is ready. Referee: that, or open the next phase."""

    is_for_host = True
    reason: Reason = ""


class Hold(Request, frozen=True, tag="hold"):
    """Referee: when the phase closes, do not read the sheets yet."""

    is_repeatable = True
    is_for_referee = True
    reason: Reason = ""


class Release(Request, frozen=True, tag="release"):
    """Referee: read the sheets that were held."""

    is_for_referee = True
    reason: Reason = ""


class StopClock(Request, frozen=True, tag="stop_clock"):
    """Referee: stop the hourglass."""

    is_for_referee = True
    reason: Reason = ""


class StartClock(Request, frozen=True, tag="start_clock"):
    """Referee: start the hourglass again."""

    is_for_referee = True
    reason: Reason = ""


class Grant(Request, frozen=True, tag="grant"):
    """Referee: give time in this phase, or take it."""

    is_for_referee = True

    seconds: Annotated[float, Meta(ge=-3600, le=3600)]
    """How much time is added to the hourglass; a negative number takes time away."""
    reason: Reason = ""


class Ring(Request, frozen=True, tag="ring"):
    """Referee: close that phase before the hourglass has run out. The sheets count as they are."""

    is_for_referee = True

    phase: Count
    """The phase that is open."""
    reason: Reason = ""


class Unseat(Request, frozen=True, tag="unseat"):
    """Host, before the game begins: make that seat free again."""

    is_for_host = True

    seat: Key
    """The seat to make free."""
    reason: Reason = ""


class RollBack(Request, frozen=True, tag="roll_back"):
    """Referee: take the game back to the position in which that phase opened."""

    is_for_referee = True

    phase: Count
    """The phase at whose opening the game is to stand again."""
    reason: Reason = ""


class Reread(Request, frozen=True, tag="reread"):
    """Referee: read the last phase again, with these sheets instead of those that were handed in."""

    is_for_referee = True

    sheets: Annotated[dict[Key, Draft], Meta(max_length=16)]
    """The sheets to read in place of those handed in. Sheets that are left out stay as they were."""
    reason: Reason = ""


class Amend(Request, frozen=True, tag="amend"):
    """Referee: correct the position, in the game's own notation, before the next phase opens."""

    is_for_referee = True

    lines: Draft
    """The corrections, one a line, in the notation of the game."""
    reason: Reason = ""


Ruling: TypeAlias = (
    Replace
    | Start
    | Hold
    | Release
    | StopClock
    | StartClock
    | Grant
    | Ring
    | Unseat
    | RollBack
    | Reread
    | Amend
)
"""An act for which the referee may give a reason, which is recorded before the act itself."""
