"""The structs of which the messages from the server are made."""

from msgspec import Struct

from protocol.ids import Lines, Seat


class TableLine(Struct, frozen=True, omit_defaults=True):
    """A table as the list of tables shows it."""

    id: str
    """Five letters."""
    name: str
    """What the table is called."""
    game: str
    """The name of the game."""
    free: tuple[Seat, ...]
    """The seats that are free."""
    seats: int
    """How many seats there are."""
    password: bool
    """Whether a password is needed."""
    stage: str
    """`gathering` or `playing`."""
    tournament: bool = False
    """Whether there is an outside referee."""
    players: tuple[str, ...] = ()
    """The names of the people who sit there, bots left out."""
    here: int = 0
    """How many of them are connected."""
    quiet_for: float = 0.0
    """For how many seconds nothing has happened there; 0 while somebody is connected."""
    turn: tuple[Seat, ...] = ()
    """The seats that still owe a sheet, as everybody at the table knows it."""
    phase: int = 0
    """The number of the phase in which they owe it; 0 if nobody has come since the server was started."""


class StandingLine(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """How one person has done in the games of these people."""

    name: str
    """The name of the person."""
    games: int
    """How many games the person has finished."""
    won: int = 0
    """How many the person has won, alone or with others."""
    shared: int = 0
    """In how many games the person had a part of the victory of another."""
    drawn: int = 0
    """How many games nobody won."""
    rounds: int = 0
    """How many phases these games had."""
    figures: dict[str, int] = {}
    """What the person reached in them, added up, under words of the game."""


class Advice(Struct, frozen=True):
    """Why a line would be lost. Lines and columns count from 0."""

    line: int
    """The line, counted from 0."""
    column: int
    """The column, counted from 0."""
    code: str
    """What is wrong, for programs: a code of the game."""
    text: str
    """What is wrong, as a sentence in the player's language."""


class SheetProgress(Struct, frozen=True, omit_defaults=True):
    """How far one of the receiver's own sheets is written."""

    done: int = 0
    """How much of what the game counts is on the sheet."""
    wanted: int = 0
    """How much belongs on the sheet; 0 if the game does not count anything on this sheet."""
    otherwise: str = ""
    """What the rules do in place of what the sheet leaves out; empty if nothing is missing."""


class Offer(Struct, frozen=True):
    """One way to continue a line."""

    text: str
    """The line as it would be."""
    gloss: str
    """What its last word means, in the player's language."""


class SeatLine(Struct, frozen=True, omit_defaults=True):
    """A seat as the receiver may know it."""

    seat: Seat
    """The seat."""
    name: str = ""
    """The name of the player or of the bot. Empty: the seat is free."""
    bot: str = ""
    """The level of the bot that plays. Empty: it is a person."""
    character: str = ""
    """The character of the bot that plays. Empty: it has none, or it is a person."""
    connected: bool = False
    """Whether the player is connected."""
    written: bool = False
    """Whether the seat has begun to write in this phase."""
    sealed: bool = False
    """Whether the seat has sealed in this phase."""
    ready: bool = False
    """The player is ready for the game to begin, or for the next phase."""
    pause_left: bool = True
    """Whether the player may still stop the hourglass."""
    host: bool = False
    """This player is the host of the table."""
    wants_closing: bool = False
    """This player has agreed to close the table."""
    seconds_used: float = 0.0
    """The time from the opening of each phase to the seal, added up over the game."""


class Sheet(Struct, frozen=True, omit_defaults=True):
    """One of the receiver's own sheets."""

    revision: int
    """The revision that is stored; 0 if nothing was written."""
    lines: Lines
    """What is stored."""
    advice: tuple[Advice, ...] = ()
    """What would be lost, and why."""
    usage: str = ""
    """How a line is written in this phase, with an example that would be accepted."""
    by_another: bool = False
    """The holder of the seat before you sealed this sheet. It counts; its lines are not shown to you."""
    progress: SheetProgress = SheetProgress()
    """How far the sheet is written, and what happens in place of what it leaves out."""


class LinkLine(Struct, frozen=True, omit_defaults=True):
    """The connection of a seat. It does not show whether or when the player writes."""

    seat: Seat
    """The seat."""
    lag: float | None = None
    """Seconds to the player's machine and back, as last measured; null if it was not measured yet."""
    silent: float = 0.0
    """Seconds since that machine last answered."""
