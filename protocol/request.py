"""What all requests of a client have in common, and the types of their fields with their limits."""

from typing import Annotated, ClassVar

from msgspec import Meta, Struct

MOST_LINES = 64
LONGEST_LINE = 200
LONGEST_STRING = 2_048
"""No text of a request may be longer; most have a limit of their own."""
HIGHEST_COUNT = 2**53
"""The highest number that every language keeps exactly, even one that knows only floating-point numbers."""
Line = Annotated[str, Meta(max_length=LONGEST_LINE)]
Draft = Annotated[tuple[Line, ...], Meta(max_length=MOST_LINES)]
Name = Annotated[str, Meta(max_length=80)]
Secret = Annotated[str, Meta(max_length=128)]
OwnSecret = Annotated[str, Meta(min_length=16, max_length=128)]
Key = Annotated[str, Meta(max_length=16)]
BotKind = Annotated[str, Meta(max_length=33)]
"""A level of bots, and perhaps a colon and a character."""
Chatter = Annotated[str, Meta(max_length=500)]
Reason = Chatter
"""Why the referee does it. It goes into the record before the act, as an `annotated`."""
Count = Annotated[int, Meta(ge=0, le=HIGHEST_COUNT)]
After = Count | None
"""The number of the last event that the client has, to be sent those that it missed; null: it wants none."""
Scalar = Annotated[str, Meta(max_length=LONGEST_STRING)] | int | float | bool | None
OptionValue = Scalar | Annotated[dict[str, Scalar], Meta(max_length=16)]


class Request(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The class variables say how client and server treat this kind of request."""

    is_repeatable: ClassVar[bool] = False
    """Sent twice, it has the same effect as once, so a client may repeat it if the answer was lost."""
    is_question: ClassVar[bool] = False
    """It changes nothing. It has a rate limit of its own, and the player is not told of a refusal."""
    is_entrance: ClassVar[bool] = False
    """It brings its sender to a table. All other requests but a few are for those who are at one."""
    is_for_referee: ClassVar[bool] = False
    """Only the referee of a tournament may ask for it."""
    is_for_host: ClassVar[bool] = False
    """Only the host of a table may ask for it; at a tournament, only the referee."""
    shows_writing: ClassVar[bool] = False
    """The public metrics must not count it, because they would show that somebody is writing."""
    cost: ClassVar[int] = 1
    """How much of the rate limit it takes."""

    id: Count = 0
    """A number that the client chooses. The answer has it as `re`."""
