"""What a client asks of the server. Every request has an `id` of the client's choosing."""

from typing import Annotated, TypeAlias

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
    id: Count = 0


class Hello(_Request, frozen=True, tag="hello"):
    """The first message of a connection."""

    protocol: int
    client: Name = ""
    language: Key = "en"


class ListTables(_Request, frozen=True, tag="list_tables"):
    pass


class OpenTable(_Request, frozen=True, tag="open_table"):
    """`key` is a secret of the client's own: sent again, it opens no second table."""

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

    table: Name
    name: Name
    key: OwnSecret
    seat: Key = ""
    """Left out: the first one free."""
    password: Secret = ""


class Resume(_Request, frozen=True, tag="resume"):
    """Come back to a seat; with `after`, the stream goes on behind that number."""

    table: Name
    token: Secret
    after: Count | None = None


class Watch(_Request, frozen=True, tag="watch"):
    table: Name
    password: Secret = ""
    after: Count | None = None


class Referee(_Request, frozen=True, tag="referee"):
    """Take the outside referee's place at a tournament table."""

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

    phase: Count
    sheet: Key
    revision: Count
    lines: Draft


class Seal(_Request, frozen=True, tag="seal"):
    """Close the envelope on exactly these revisions; a sheet left out is one never written."""

    phase: Count
    revisions: Annotated[dict[Key, Count], Meta(max_length=16)] = {}


class Unseal(_Request, frozen=True, tag="unseal"):
    phase: Count


class Suggest(_Request, frozen=True, tag="suggest"):
    """How may this line go on, below those above it?"""

    sheet: Key
    above: Draft = ()
    text: Line = ""


class Ready(_Request, frozen=True, tag="ready"):
    """The story has been read: the next phase may open."""

    phase: Count


class Pause(_Request, frozen=True, tag="pause"):
    """Stop the hourglass: once a game, three minutes at most."""


class Continue(_Request, frozen=True, tag="continue"):
    """End one's own pause, or start a clock that stopped because the server restarted."""


class Chat(_Request, frozen=True, tag="chat"):
    text: Chatter
    to: Key = ""


class Ruling(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What a tournament's referee may give a reason for: it goes into the record before what is done."""

    id: Count = 0
    reason: Chatter = ""


class Replace(Ruling, frozen=True, tag="replace"):
    """Give a seat to a bot (`level`), or to another person (`name`), who gets a new token."""

    seat: Key
    level: Key = ""
    name: Name = ""


class Start(Ruling, frozen=True, tag="start"):
    """Referee: start the game, or the next phase without waiting."""


class Hold(Ruling, frozen=True, tag="hold"):
    """Referee: once the phase is closed, do not read the sheets yet."""


class Release(Ruling, frozen=True, tag="release"):
    pass


class StopClock(Ruling, frozen=True, tag="stop_clock"):
    pass


class StartClock(Ruling, frozen=True, tag="start_clock"):
    pass


class Grant(Ruling, frozen=True, tag="grant"):
    seconds: Annotated[float, Meta(ge=-3600, le=3600)]


class Ring(Ruling, frozen=True, tag="ring"):
    """Referee: the bell of that phase, before the hourglass has run out; sheets count as they stand."""

    phase: Count


class Unseat(Ruling, frozen=True, tag="unseat"):
    """Referee, before the game: that seat is free again."""

    seat: Key


class Annotate(_Request, frozen=True, tag="annotate"):
    text: Chatter


class RollBack(Ruling, frozen=True, tag="roll_back"):
    """Referee: the game goes back to where it stood when that phase opened."""

    phase: Count


class Reread(Ruling, frozen=True, tag="reread"):
    """Referee: read the last phase again with these sheets in place of those handed in."""

    sheets: Annotated[dict[Key, Draft], Meta(max_length=16)]


class Amend(Ruling, frozen=True, tag="amend"):
    """Referee: correct the position, in the game's own notation, before the next phase opens."""

    lines: Draft


class Finish(_Request, frozen=True, tag="finish"):
    """Referee: end the game now. `winners` may name seats; nobody is a draw."""

    text: Chatter = ""
    winners: Annotated[tuple[Key, ...], Meta(max_length=8)] = ()


class Sync(_Request, frozen=True, tag="sync"):
    """Send the stream again from behind this number, or a snapshot if that is too long ago."""

    after: Count


class Export(_Request, frozen=True, tag="export"):
    """The game so far as a record, with all that everybody may know."""


class Inspect(_Request, frozen=True, tag="inspect"):
    """Referee: how are the players' links, and the host?"""


class Ping(_Request, frozen=True, tag="ping"):
    pass


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

REFEREE_ACTS = (
    *(Start, Hold, Release, StopClock, StartClock, Grant, Ring, Unseat),
    *(Annotate, RollBack, Reread, Amend, Finish),
)
