"""The messages from a client to the server. The client chooses the `id` of each request."""

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
    """`key` is a secret that the client has made. The same request sent again opens no second table."""

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
    """Take a seat. `key` is a secret that the client made; the same request again takes no second seat.

    Who joins with the key with which the table was opened is its host. If every seat is taken, but not each
    by a person who is there, the sender waits until the host gives them a seat.
    """

    is_repeatable = True
    is_entrance = True

    table: Name
    name: Name
    key: OwnSecret
    seat: Key = ""
    """If it is left out, the first free seat is taken."""
    password: Secret = ""


class Resume(_Request, frozen=True, tag="resume"):
    """Come back to a seat. With `after`, the server first sends the events that have a higher number."""

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
    """Become the outside referee of a tournament table."""

    is_repeatable = True
    is_entrance = True

    table: Name
    key: Secret
    after: Count | None = None


class Leave(_Request, frozen=True, tag="leave"):
    """Give up the seat (before the game) or stop watching."""


class Invite(_Request, frozen=True, tag="invite"):
    """Host: let a bot take a free seat."""

    is_for_host = True

    seat: Key
    level: Key


class Write(_Request, frozen=True, tag="write"):
    """The whole sheet as it is now. Each revision has a higher number; the server keeps the highest."""

    shows_writing = True

    phase: Count
    sheet: Key
    revision: Count
    lines: Draft


class Seal(_Request, frozen=True, tag="seal"):
    """Seal the sheets at exactly these revisions. A sheet that is left out has never been written."""

    is_repeatable = True
    shows_writing = True

    phase: Count
    revisions: Annotated[dict[Key, Count], Meta(max_length=16)] = {}


class Unseal(_Request, frozen=True, tag="unseal"):
    is_repeatable = True
    shows_writing = True

    phase: Count


class Suggest(_Request, frozen=True, tag="suggest"):
    """Ask how this line may go on, below the lines above it. Without a sheet, it is a word to be declared."""

    is_repeatable = True
    is_question = True
    shows_writing = True

    sheet: Key = ""
    above: Draft = ()
    text: Line = ""


class Ready(_Request, frozen=True, tag="ready"):
    """The player is ready for the game to begin (`phase` is 0), or has read the story of that phase."""

    is_repeatable = True

    phase: Count


class Declare(_Request, frozen=True, tag="declare"):
    """Say a word that takes effect at once, without a sheet, if the game has such words."""

    text: Line


class Pause(_Request, frozen=True, tag="pause"):
    """Stop the hourglass for three minutes at most. Each player may do this once in a game."""


class Continue(_Request, frozen=True, tag="continue"):
    """End your own pause, or start an hourglass that stopped at a restart or because nobody was connected."""


class Chat(_Request, frozen=True, tag="chat"):
    text: Chatter
    to: Key = ""


class Replace(_Request, frozen=True, tag="replace"):
    """Give a seat to a bot (`level`), or to another person (`name`), for whom there is a new token."""

    seat: Key
    level: Key = ""
    name: Name = ""
    reason: Chatter = ""


class Admit(_Request, frozen=True, tag="admit"):
    """Host: give a seat to somebody who waits: a free one, a bot's, or that of an absent player."""

    is_for_host = True

    name: Name
    seat: Key


class Close(_Request, frozen=True, tag="close"):
    """Close the table for good; the game ends without a result.

    A host who has opened the table does so alone. Otherwise all players must ask for it.
    """

    is_repeatable = True


class Start(_Request, frozen=True, tag="start"):
    """Host: start the game, though not everybody is ready. Referee: that, or open the next phase."""

    is_for_host = True
    reason: Chatter = ""


class Hold(_Request, frozen=True, tag="hold"):
    """Referee: when the phase closes, do not read the sheets yet."""

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
    """Referee: close that phase before the hourglass has run out. The sheets count as they are."""

    is_for_referee = True

    phase: Count
    reason: Chatter = ""


class Unseat(_Request, frozen=True, tag="unseat"):
    """Host, before the game begins: make that seat free again."""

    is_for_host = True

    seat: Key
    reason: Chatter = ""


class Annotate(_Request, frozen=True, tag="annotate"):
    is_for_referee = True

    text: Chatter


class RollBack(_Request, frozen=True, tag="roll_back"):
    """Referee: take the game back to the position in which that phase opened."""

    is_for_referee = True

    phase: Count
    reason: Chatter = ""


class Reread(_Request, frozen=True, tag="reread"):
    """Referee: read the last phase again, with these sheets instead of those that were handed in."""

    is_for_referee = True

    sheets: Annotated[dict[Key, Draft], Meta(max_length=16)]
    reason: Chatter = ""


class Amend(_Request, frozen=True, tag="amend"):
    """Referee: correct the position, in the game's own notation, before the next phase opens."""

    is_for_referee = True

    lines: Draft
    reason: Chatter = ""


class Finish(_Request, frozen=True, tag="finish"):
    """Referee: end the game now. `winners` are seats; if there are none, the game is a draw."""

    is_for_referee = True

    text: Chatter = ""
    winners: Annotated[tuple[Key, ...], Meta(max_length=8)] = ()


class Sync(_Request, frozen=True, tag="sync"):
    """Send the events with a higher number again, or a snapshot if there are too many of them."""

    is_repeatable = True
    is_question = True

    after: Count


class Export(_Request, frozen=True, tag="export"):
    """Ask for a record of the game so far, with what the asker may know."""


class Inspect(_Request, frozen=True, tag="inspect"):
    """Referee: ask how the connections of the players and the host are."""

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
"""An act for which the referee may give a reason, which is recorded before the act itself."""

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
    | Admit
    | Close
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
