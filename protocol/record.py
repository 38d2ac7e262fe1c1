"""A game as a file. `qg-server export` writes it; `qg-server verify` and `qg replay` read it."""

from typing import Any

from msgspec import Struct

from protocol.ids import Lines, Seat, SheetKey

FORMAT = "qg-record-2"


class Round(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A phase whose sheets were read, a word that was declared, or a ruling of the referee."""

    phase: int
    """The number of the phase."""
    kind: str = "read"
    """`read`, `declared` (`seat` said `lines`), or a ruling: `reread`, `rolled_back` or `amended`."""
    key: str = ""
    """The kind of the phase, as in `phase_opened`."""
    last: bool = False
    """It was the last phase of the game."""
    sheets: dict[SheetKey, Lines] = {}
    """The sheets that were read."""
    hashes: dict[SheetKey, str] = {}
    """The hashes as they were published when a sheet was sealed or when the phase closed."""
    salts: dict[SheetKey, str] = {}
    """The salts of the hashes; of hidden lines that corrected the position, under an empty name."""
    dice: tuple[int, ...] = ()
    """The faces that were rolled, in order."""
    dice_salt: str = ""
    """In a game with secrets: the salt of the published hash of the dice."""
    scenario: dict[str, Any] | None = None
    """The round in the form that `qg-server resolve` reads."""
    story: tuple[Any, ...] = ()
    """What happened, as events of the game."""
    lines: Lines = ()
    """The word that was declared, or the corrections of the position."""
    seat: Seat = ""
    """Who declared the word."""
    position: Any = None
    """The state after the round, if the record is whole."""
    view: Any = None
    """The state after the round as the asker may see it; a replay shows this."""


class Record(Struct, frozen=True, kw_only=True):
    """The whole file."""

    format: str
    """`qg-record-2`."""
    table: str
    """The id of the table."""
    name: str
    """What the table was called."""
    game: str
    """The name of the game."""
    rules_version: int
    """The version of the rules with which the game was played."""
    options: dict[str, Any]
    """All options of the table."""
    tournament: bool
    """Whether there was an outside referee."""
    seats: dict[Seat, str]
    """The name of the last player of each seat."""
    rounds: tuple[Round, ...]
    """What was read, declared and ruled, in order."""
    log: tuple[tuple[float, Any], ...]
    """All that was told to everybody, each with its time: [seconds since 1970, event]."""
    head: str
    """The head of the chain over the whole log."""
    whole: bool = True
    """False if a game with secrets is not over, so that what the asker may not know is left out."""
    setup_dice: tuple[int, ...] = ()
    """The faces that were rolled for the set-up, in order."""
    setup_salt: str = ""
    """The salt of the hash of the set-up dice."""
    start: Any = None
    """The state in which the game began; null if the record is not whole."""
    start_view: Any = None
    """The same as a watcher, or the asker, may see it."""
    outcome: Any = None
    """The `game_ended`; null if the game is not over."""
