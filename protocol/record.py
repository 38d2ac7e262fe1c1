"""A game as a file that anyone can keep: `qg-server export` writes it, `verify` and `qg replay` read it."""

from typing import Any

from msgspec import Struct

from protocol.ids import Lines, Seat, SheetKey

FORMAT = "qg-record-2"


class Round(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A phase that was read, or a referee's ruling on one."""

    phase: int
    kind: str = "read"
    """read, declared (by `seat`, in the words of `lines`), or a ruling: reread, rolled_back or amended."""
    key: str = ""
    last: bool = False
    sheets: dict[SheetKey, Lines] = {}
    hashes: dict[SheetKey, str] = {}
    """As they were published: when a sheet was sealed, or when the phase closed."""
    salts: dict[SheetKey, str] = {}
    dice: tuple[int, ...] = ()
    dice_salt: str = ""
    """In a game with secrets: what makes the dice fit the hash that was published."""
    scenario: dict[str, Any] | None = None
    """The round as `qg-server resolve` takes it."""
    story: tuple[Any, ...] = ()
    lines: Lines = ()
    seat: Seat = ""
    position: Any = None
    """The state behind the round, if the record is whole."""
    view: Any = None
    """The same as the asker may see it: what a replay shows."""


class Record(Struct, frozen=True, kw_only=True):
    format: str
    table: str
    name: str
    game: str
    rules_version: int
    options: dict[str, Any]
    tournament: bool
    seats: dict[Seat, str]
    rounds: tuple[Round, ...]
    log: tuple[tuple[float, Any], ...]
    """All that was said to everybody, with the time: [seconds since 1970, event]."""
    head: str
    """The head of the chain over the whole log (`protocol.chain`)."""
    whole: bool = True
    """Nothing is left out. False: a game with secrets that is not over, as far as the asker may know it."""
    setup_dice: tuple[int, ...] = ()
    setup_salt: str = ""
    start: Any = None
    start_view: Any = None
    outcome: Any = None
