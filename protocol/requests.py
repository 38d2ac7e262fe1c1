"""The messages from a client to the server. The client chooses the `id` of each request."""

from typing import Annotated, TypeAlias

from msgspec import Meta, field

from protocol.request import (
    After,
    BotKind,
    Chatter,
    Count,
    Draft,
    Key,
    Line,
    Name,
    OptionValue,
    OwnSecret,
    Request,
    Secret,
)
from protocol.rulings import (
    Amend,
    Grant,
    Hold,
    Release,
    Replace,
    Reread,
    Ring,
    RollBack,
    Start,
    StartClock,
    StopClock,
    Unseat,
)


class Hello(Request, frozen=True, tag="hello"):
    """The first message of a connection."""

    protocol: int
    """The version of the protocol that the client speaks."""
    client: Name = ""
    """What the client is called, for the log of the host."""
    language: Key = "en"
    """The language of the sentences for the player; one that is not known becomes English."""


class ListTables(Request, frozen=True, tag="list_tables"):
    """Ask for the tables that are not over."""

    is_repeatable = True
    is_question = True


class OpenTable(Request, frozen=True, tag="open_table"):
    """`key` is a secret that the client has made. The same request sent again opens no second table."""

    is_repeatable = True

    game: Key
    """The name of the game, one of those in `welcome`."""
    name: Name
    """What the table is called. It is cleaned like the name of a player."""
    key: OwnSecret
    """A secret that the client makes. The same request with the same key opens no second table."""
    options: Annotated[dict[str, OptionValue], Meta(max_length=32)] = field(default_factory=dict)
    """The options of the game that are not to have their default."""
    password: Secret = ""
    """Who joins or watches must give it. Empty: no password."""
    tournament: bool = False
    """An outside referee leads the game."""
    bots: Annotated[dict[Key, BotKind], Meta(max_length=16)] = field(default_factory=dict)
    """Seats that bots take from the start, with levels. A character may follow, as in `captain:bold`."""
    waits: bool = False
    """If only one person plays, the hourglass stands still until that person sends `continue`."""


class Join(Request, frozen=True, tag="join"):
    """Take a seat. `key` is a secret that the client made; the same request again takes no second seat.

    Who joins with the key with which the table was opened is its host. If every seat is taken, but not each
    by a person who is there, the sender waits until the host gives them a seat.
    """

    is_repeatable = True
    is_entrance = True

    table: Name
    """The id of the table, or its name if no other table has that name."""
    name: Name
    """The name of the player. It is cleaned, and refused if it looks like that of somebody else."""
    key: OwnSecret
    """A secret that the client makes. The same request with the same key takes no second seat."""
    seat: Key = ""
    """The seat to take. Empty: the first free one."""
    password: Secret = ""
    """The password of the table, if it has one."""


class Resume(Request, frozen=True, tag="resume"):
    """Come back to a seat. With `after`, the server first sends the events that have a higher number."""

    is_repeatable = True
    is_entrance = True

    table: Name
    """The id of the table, or its name if no other table has that name."""
    token: Secret
    """The secret of the seat, from `seated` or `seat_key`."""
    after: After = None


class Watch(Request, frozen=True, tag="watch"):
    """Look on without a seat."""

    is_repeatable = True
    is_entrance = True

    table: Name
    """The id of the table, or its name if no other table has that name."""
    password: Secret = ""
    """The password of the table, if it has one."""
    after: After = None


class Referee(Request, frozen=True, tag="referee"):
    """Become the outside referee of a tournament table."""

    is_repeatable = True
    is_entrance = True

    table: Name
    """The id of the table, or its name if no other table has that name."""
    key: Secret
    """The referee's key, from `opened`."""
    after: After = None


class Leave(Request, frozen=True, tag="leave"):
    """Give up the seat (before the game) or stop watching."""


class Invite(Request, frozen=True, tag="invite"):
    """Host: let a bot take a free seat."""

    is_for_host = True

    seat: Key
    """A free seat."""
    level: BotKind
    """A level of the bots of this game, from `welcome`. A character may follow, as in `captain:bold`."""


class Write(Request, frozen=True, tag="write"):
    """The whole sheet as it is now. Each revision has a higher number; the server keeps the highest."""

    shows_writing = True

    phase: Count
    """The phase that is open."""
    sheet: Key
    """The sheet, one of those that the seat owes."""
    revision: Count
    """Higher than the one before. The first is 1; a sheet that was never written has revision 0."""
    lines: Draft
    """All lines of the sheet. Blank ones at the end are not stored."""


class Seal(Request, frozen=True, tag="seal"):
    """Seal the sheets at exactly these revisions. A sheet that is left out has never been written."""

    is_repeatable = True
    shows_writing = True

    phase: Count
    """The phase that is open."""
    revisions: Annotated[dict[Key, Count], Meta(max_length=16)] = field(default_factory=dict)
    """The stored revision of each sheet that the seat owes. A sheet at revision 0 may be left out."""


class Unseal(Request, frozen=True, tag="unseal"):
    """Open the sealed sheets again, to change them."""

    is_repeatable = True
    shows_writing = True

    phase: Count
    """The phase that is open."""


class Suggest(Request, frozen=True, tag="suggest"):
    """Ask how this line may go on, below the lines above it. Without a sheet, it is a word to be declared."""

    is_repeatable = True
    is_question = True
    shows_writing = True

    sheet: Key = ""
    """The sheet on which the line stands. Empty: the line is a word for `declare`."""
    above: Draft = ()
    """The lines above it."""
    text: Line = ""
    """The line so far."""
    supposed: bool = False
    """The sheet may be that of another seat, which the player guesses (`what_if`)."""


class WhatIf(Request, frozen=True, tag="what_if"):
    """Resolve this phase with these sheets, for the asker alone, from what the asker may know.

    An own sheet that is left out is taken as it is stored; any other that is left out is empty.
    """

    is_repeatable = True
    is_question = True
    shows_writing = True
    cost = 10

    phase: Count
    """The phase that is open."""
    sheets: Annotated[dict[Key, Draft], Meta(max_length=16)] = field(default_factory=dict)
    """All sheets that are guessed."""


class Ready(Request, frozen=True, tag="ready"):
    """The player is ready for the game to begin (`phase` is 0), or has read the story of that phase."""

    is_repeatable = True

    phase: Count
    """The phase whose story has been read."""


class Rematch(Request, frozen=True, tag="rematch"):
    """The player wants to play again with the same people, after the game is over.

    When every connected player wants it, the server opens a new table with the same options, at which the
    seats are turned by one. Each of them is sent a `rematch_seat`.
    """

    is_repeatable = True


class Declare(Request, frozen=True, tag="declare"):
    """Say a word that takes effect at once, without a sheet, if the game has such words."""

    text: Line
    """The word, as it is written in this game."""


class Pause(Request, frozen=True, tag="pause"):
    """Stop the hourglass for three minutes at most. Each player may do this once in a game."""


class Continue(Request, frozen=True, tag="continue"):
    """End your own pause, or start an hourglass that stopped at a restart or because nobody was connected."""


class Chat(Request, frozen=True, tag="chat"):
    """Say something to everybody, or to one seat."""

    text: Chatter
    """What is said. It is cleaned, and cut after 300 characters."""
    to: Key = ""
    """The seat for which it is. Empty: for everybody."""


class Admit(Request, frozen=True, tag="admit"):
    """Host: give a seat to somebody who waits: a free one, a bot's, or that of an absent player."""

    is_for_host = True

    name: Name
    """The name of somebody who waits, from `presence`."""
    seat: Key
    """The seat to give."""


class Close(Request, frozen=True, tag="close"):
    """Close the table for good; the game ends without a result.

    A host who has opened the table does so alone. Otherwise all players must ask for it.
    """

    is_repeatable = True


class Annotate(Request, frozen=True, tag="annotate"):
    """Referee: put a note into the record."""

    is_for_referee = True

    text: Chatter
    """The note. It is cleaned, and cut after 300 characters."""


class Finish(Request, frozen=True, tag="finish"):
    """Referee: end the game now. `winners` are seats; if there are none, the game is a draw."""

    is_for_referee = True

    text: Chatter = ""
    """What everybody is told. It is cleaned, and cut after 300 characters."""
    winners: Annotated[tuple[Key, ...], Meta(max_length=8)] = ()
    """The seats that win. None: a draw."""


class Sync(Request, frozen=True, tag="sync"):
    """Send the events with a higher number again, or a snapshot if there are too many of them."""

    is_repeatable = True
    is_question = True

    after: Count
    """The number of the last event that the client has; 0 asks for the whole history."""


class ListStandings(Request, frozen=True, tag="list_standings"):
    """Ask how the people of this table have done in the games that they finished at this server."""

    is_repeatable = True
    is_question = True


class Export(Request, frozen=True, tag="export"):
    """Ask for a record of the game so far, with what the asker may know."""

    cost = 20


class Inspect(Request, frozen=True, tag="inspect"):
    """Referee: ask how the connections of the players and the host are."""

    is_repeatable = True
    is_question = True
    is_for_referee = True


class Ping(Request, frozen=True, tag="ping"):
    """Ask for the clock of the server."""

    is_repeatable = True
    is_question = True


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
    | WhatIf
    | Ready
    | Rematch
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
    | ListStandings
    | Export
    | Inspect
    | Ping
)
