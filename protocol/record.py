"""A game as a file. `qg-server export` writes it; `qg-server verify` and `qg replay` read it."""

from typing import Any

from msgspec import Struct

from protocol.ids import Lines, Seat, SheetKey

FORMAT = "qg-record-2"


class Round(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A phase whose sheets were read, a word that was declared, or a ruling of the referee."""

    phase: int
    kind: str = "read"
    """`read`, `declared` (`seat` said `lines`), or a ruling: `reread`, `rolled_back` or `amended`."""
    key: str = ""
    last: bool = False
    sheets: dict[SheetKey, Lines] = {}
    hashes: dict[SheetKey, str] = {}
    """The hashes as they were published when a sheet was sealed or when the phase closed."""
    salts: dict[SheetKey, str] = {}
    dice: tuple[int, ...] = ()
    dice_salt: str = ""
    """In a game with secrets: the salt of the published hash of the dice."""
    scenario: dict[str, Any] | None = None
    """The round in the form that `qg-server resolve` reads."""
    story: tuple[Any, ...] = ()
    lines: Lines = ()
    seat: Seat = ""
    position: Any = None
    """The state after the round, if the record is whole."""
    view: Any = None
    """The state after the round as the asker may see it; a replay shows this."""


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
    """All that was told to everybody, each with its time: [seconds since 1970, event]."""
    head: str
    """The head of the chain over the whole log (`protocol.chain`)."""
    whole: bool = True
    """False if a game with secrets is not over, so that what the asker may not know is left out."""
    setup_dice: tuple[int, ...] = ()
    setup_salt: str = ""
    start: Any = None
    start_view: Any = None
    outcome: Any = None
