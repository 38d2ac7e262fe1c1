"""What a client asks of the server. Every request has an `id` of the client's choosing."""

from typing import Annotated, ClassVar, TypeAlias

from msgspec import Meta, Struct

MOST_LINES = 64
LONGEST_LINE = 200
Line = Annotated[str, Meta(max_length=LONGEST_LINE)]
Draft = Annotated[tuple[Line, ...], Meta(max_length=MOST_LINES)]
Name = Annotated[str, Meta(max_length=80)]
Secret = Annotated[str, Meta(max_length=128)]
OwnSecret = Annotated[str, Meta(min_length=16, max_length=128)]
Key = Annotated[str, Meta(max_length=16)]
Chatter = Annotated[str, Meta(max_length=500)]
Count = Annotated[int, Meta(ge=0, le=2**53)]
Scalar = str | int | float | bool | None
OptionValue = Scalar | Annotated[dict[str, Scalar], Meta(max_length=16)]


class _Request(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The class variables say how both sides treat a kind of request."""

    is_repeatable: ClassVar[bool] = False
    """Sent twice, it has one effect: a client may send it again when the answer was lost."""
    is_question: ClassVar[bool] = False
    """It changes nothing: it is counted apart from acts, and a refusal is no news for the player."""
    is_entrance: ClassVar[bool] = False
    """It leads to a table; all others need one."""
    is_for_referee: ClassVar[bool] = False
    """Only the referee of a tournament may ask for it."""
    shows_writing: ClassVar[bool] = False
    """Public figures must not count it: they would show that somebody writes."""

    id: Count = 0


class Hello(_Request, frozen=True, tag="hello"):
    """The first message of a connection."""

    protocol: int
    client: Name = ""
    language: Key = "en"


class ListTables(_Request, frozen=True, tag="list_tables"):
    is_repeatable = True
    is_question = True


class OpenTable(_Request, frozen=True, tag="open_table"):
    """`key` is a secret of the client's own: sent again, it opens no second table."""

    is_repeatable = True

    game: Key
    name: Name
    key: OwnSecret
    options: Annotated[dict[str, OptionValue], Meta(max_length=32)] = {}
    password: Secret = ""
    tournament: bool = False
    bots: Annotated[dict[Key, Key], Meta(max_length=16)] = {}
    """Seats that bots take from the start, with their levels."""


class Join(_Request, frozen=True, tag="join"):
    """Take a seat. `key` is a secret of the client's own: sent again, it takes no second seat."""

    is_repeatable = True
    is_entrance = True

    table: Name
    name: Name
    key: OwnSecret
    seat: Key = ""
    """Left out: the first one free."""
    password: Secret = ""


class Resume(_Request, frozen=True, tag="resume"):
    """Come back to a seat; with `after`, the stream goes on behind that number."""

    is_repeatable = True
    is_entrance = True

    table: Name
    token: Secret
    after: Count | None = None


class Watch(_Request, frozen=True, tag="watch"):
    is_repeatable = True
    is_entrance = True

    table: Name
    password: Secret = ""
    after: Count | None = None


class Referee(_Request, frozen=True, tag="referee"):
    """Take the outside referee's place at a tournament table."""

    is_repeatable = True
    is_entrance = True

    table: Name
    key: Secret
    after: Count | None = None


class Leave(_Request, frozen=True, tag="leave"):
    """Give up the seat (before the game) or stop watching."""


class Invite(_Request, frozen=True, tag="invite"):
    """Let a bot take a free seat."""

    seat: Key
    level: Key


class Write(_Request, frozen=True, tag="write"):
    """The whole sheet as it now stands. Revisions count up; the server keeps the highest."""

    shows_writing = True

    phase: Count
    sheet: Key
    revision: Count
    lines: Draft


class Seal(_Request, frozen=True, tag="seal"):
    """Close the envelope on exactly these revisions; a sheet left out is one never written."""

    is_repeatable = True

    phase: Count
    revisions: Annotated[dict[Key, Count], Meta(max_length=16)] = {}


class Unseal(_Request, frozen=True, tag="unseal"):
    is_repeatable = True

    phase: Count


class Suggest(_Request, frozen=True, tag="suggest"):
    """How may this line go on, below those above it? Without a sheet: a word to be said at once."""

    is_repeatable = True
    is_question = True
    shows_writing = True

    sheet: Key = ""
    above: Draft = ()
    text: Line = ""


class Ready(_Request, frozen=True, tag="ready"):
    """The story has been read: the next phase may open."""

    is_repeatable = True

    phase: Count


class Declare(_Request, frozen=True, tag="declare"):
    """Say a word of the game that works at once, outside any sheet, if the game has such words."""

    text: Line


class Pause(_Request, frozen=True, tag="pause"):
    """Stop the hourglass: once a game, three minutes at most."""


class Continue(_Request, frozen=True, tag="continue"):
    """End one's own pause, or start a clock that stopped because the server restarted."""


class Chat(_Request, frozen=True, tag="chat"):
    text: Chatter
    to: Key = ""


class Replace(_Request, frozen=True, tag="replace"):
    """Give a seat to a bot (`level`), or to another person (`name`), who gets a new token."""

    seat: Key
    level: Key = ""
    name: Name = ""
    reason: Chatter = ""


class Start(_Request, frozen=True, tag="start"):
    """Referee: start the game, or the next phase without waiting."""

    is_for_referee = True
    reason: Chatter = ""


class Hold(_Request, frozen=True, tag="hold"):
    """Referee: once the phase is closed, do not read the sheets yet."""

    is_repeatable = True
    is_for_referee = True
    reason: Chatter = ""


class Release(_Request, frozen=True, tag="release"):
    is_for_referee = True
    reason: Chatter = ""


class StopClock(_Request, frozen=True, tag="stop_clock"):
    is_for_referee = True
    reason: Chatter = ""


class StartClock(_Request, frozen=True, tag="start_clock"):
    is_for_referee = True
    reason: Chatter = ""


class Grant(_Request, frozen=True, tag="grant"):
    is_for_referee = True

    seconds: Annotated[float, Meta(ge=-3600, le=3600)]
    reason: Chatter = ""


class Ring(_Request, frozen=True, tag="ring"):
    """Referee: the bell of that phase, before the hourglass has run out; sheets count as they stand."""

    is_for_referee = True

    phase: Count
    reason: Chatter = ""


class Unseat(_Request, frozen=True, tag="unseat"):
    """Referee, before the game: that seat is free again."""

    is_for_referee = True

    seat: Key
    reason: Chatter = ""


class Annotate(_Request, frozen=True, tag="annotate"):
    is_for_referee = True

    text: Chatter


class RollBack(_Request, frozen=True, tag="roll_back"):
    """Referee: the game goes back to where it stood when that phase opened."""

    is_for_referee = True

    phase: Count
    reason: Chatter = ""


class Reread(_Request, frozen=True, tag="reread"):
    """Referee: read the last phase again with these sheets in place of those handed in."""

    is_for_referee = True

    sheets: Annotated[dict[Key, Draft], Meta(max_length=16)]
    reason: Chatter = ""


class Amend(_Request, frozen=True, tag="amend"):
    """Referee: correct the position, in the game's own notation, before the next phase opens."""

    is_for_referee = True

    lines: Draft
    reason: Chatter = ""


class Finish(_Request, frozen=True, tag="finish"):
    """Referee: end the game now. `winners` may name seats; nobody is a draw."""

    is_for_referee = True

    text: Chatter = ""
    winners: Annotated[tuple[Key, ...], Meta(max_length=8)] = ()


class Sync(_Request, frozen=True, tag="sync"):
    """Send the stream again from behind this number, or a snapshot if that is too long ago."""

    is_repeatable = True
    is_question = True

    after: Count


class Export(_Request, frozen=True, tag="export"):
    """The game so far as a record, with all that everybody may know."""


class Inspect(_Request, frozen=True, tag="inspect"):
    """Referee: how are the players' links, and the host?"""

    is_repeatable = True
    is_question = True
    is_for_referee = True


class Ping(_Request, frozen=True, tag="ping"):
    is_repeatable = True
    is_question = True


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
"""What a tournament's referee may give a reason for: it goes into the record before what is done."""

ClientMessage: TypeAlias = (
    Hello
    | ListTables
    | OpenTable
    | Join
    | Resume
    | Watch
    | Referee
    | Leave
    | Invite
    | Write
    | Seal
    | Unseal
    | Suggest
    | Ready
    | Declare
    | Pause
    | Continue
    | Chat
    | Replace
    | Start
    | Hold
    | Release
    | StopClock
    | StartClock
    | Grant
    | Ring
    | Unseat
    | Annotate
    | RollBack
    | Reread
    | Amend
    | Finish
    | Sync
    | Export
    | Inspect
    | Ping
)
