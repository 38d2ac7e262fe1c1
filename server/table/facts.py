"""What a table's log is made of: facts, each stored before anyone is told. The table is their sum.

Facts hold no position: that is the fold of what was read. Secrets stand here only as digests, but for the
drafts and salts, which are the players' own and leave the log through the table alone.
"""

from typing import Any, TypeAlias

from msgspec import Struct

from protocol.ids import Lines, Seat, SheetKey


class Fact(Struct, frozen=True, omit_defaults=True):
    pass


class Opened(Fact, frozen=True, tag="opened"):
    game: str
    rules_version: int
    name: str
    options: dict[str, Any]
    seed: int
    key: str
    """Digest of the opener's own secret, so that a repeated request opens no second table."""
    tournament: bool = False
    password: str = ""
    referee: str = ""
    """Digests of the table's password and of the referee's key."""


class Taken(Fact, frozen=True, tag="taken"):
    seat: Seat
    name: str
    bot: str = ""
    token: str = ""
    key: str = ""


class Left(Fact, frozen=True, tag="left"):
    seat: Seat


class Started(Fact, frozen=True, tag="started"):
    dice: tuple[int, ...]


class PhaseBegun(Fact, frozen=True, tag="phase_begun"):
    phase: int
    last: bool = False


class Drafted(Fact, frozen=True, tag="drafted"):
    seat: Seat
    sheet: SheetKey
    revision: int
    lines: Lines


class WroteFirst(Fact, frozen=True, tag="wrote_first"):
    seat: Seat


class Sealed(Fact, frozen=True, tag="sealed"):
    seat: Seat
    salts: dict[SheetKey, str]


class Unsealed(Fact, frozen=True, tag="unsealed"):
    seat: Seat


class Closed(Fact, frozen=True, tag="closed"):
    phase: int
    salts: dict[SheetKey, str]
    """For the sheets that were never sealed."""


class Read(Fact, frozen=True, tag="read"):
    phase: int
    dice: tuple[int, ...] = ()


class Reread(Fact, frozen=True, tag="reread"):
    phase: int
    sheets: dict[SheetKey, Lines]
    dice: tuple[int, ...] = ()


class RolledBack(Fact, frozen=True, tag="rolled_back"):
    phase: int


class Amended(Fact, frozen=True, tag="amended"):
    lines: Lines


class Paused(Fact, frozen=True, tag="paused"):
    seat: Seat
    seconds: float


class Stopped(Fact, frozen=True, tag="stopped"):
    why: str


class Resumed(Fact, frozen=True, tag="resumed"):
    by: str


class Granted(Fact, frozen=True, tag="granted"):
    seconds: float


class Held(Fact, frozen=True, tag="held"):
    pass


class Released(Fact, frozen=True, tag="released"):
    pass


class Noted(Fact, frozen=True, tag="noted"):
    text: str


class Spoken(Fact, frozen=True, tag="spoken"):
    sender: str
    text: str
    to: Seat | None = None


class Ended(Fact, frozen=True, tag="ended"):
    winners: tuple[Seat, ...]
    reason: str
    partial: tuple[Seat, ...] = ()
    text: str = ""


AnyFact: TypeAlias = (
    Opened
    | Taken
    | Left
    | Started
    | PhaseBegun
    | Drafted
    | WroteFirst
    | Sealed
    | Unsealed
    | Closed
    | Read
    | Reread
    | RolledBack
    | Amended
    | Paused
    | Stopped
    | Resumed
    | Granted
    | Held
    | Released
    | Noted
    | Spoken
    | Ended
)


class Row(Struct, frozen=True):
    """A fact as stored: when (the host's wall clock, for people), and how far the hourglass was."""

    n: int
    at: float
    spent: float
    played: float
    fact: AnyFact
