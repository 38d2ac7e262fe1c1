"""What a game is to the table: a chain of phases in which seats owe sheets. Pure: no clock, no socket.

Rules never raise at a player: whatever the text, and whatever sheet is missing, `resolve` resolves.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType

from protocol.ids import Lines, Seat, SheetKey
from protocol.notes import Fault, Note, Suggestion
from protocol.options import BadOptions, GameOptions
from protocol.texts import DEFAULT, catalogue
from server.games.dice import Roller

Sheets: TypeAlias = Mapping[SheetKey, Lines]

StateT = TypeVar("StateT", bound=Struct)
ViewT = TypeVar("ViewT", bound=Struct)
OptionsT = TypeVar("OptionsT", bound="Options")


class Options(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What a table may choose; a game adds its own choices."""

    players: int
    """Every game says which number is its own default."""
    seconds: float | UnsetType | None = UNSET
    """Time to write orders: left out, the game's own; null, no hourglass at all."""
    limit: float | UnsetType | None = UNSET
    """Seconds for the whole game, after which comes a last round; null, no limit."""
    interlude: float | None = 60.0
    """The longest time between two phases, to read and talk; it ends when all are ready."""


def convert_options(
    described: GameOptions, given: Mapping[str, Any], options_type: type[OptionsT]
) -> OptionsT:
    """The options that somebody asked for, or BadOptions if one of them is not as it is described."""
    described.check(given)
    return msgspec.convert(given, options_type)


class BadScenario(ValueError):
    """What somebody wrote down is no position of the game, or no scenario at all.

    The note says what is wrong. Its sentence is in the catalogue of `subject`: a game, or the table.
    """

    def __init__(self, subject: str, note: Note) -> None:
        self._subject = subject
        self._note = note
        super().__init__(self.text(DEFAULT))

    def text(self, language: str) -> str:
        return catalogue(self._subject, language).say(self._note)


class Phase(Struct, frozen=True):
    key: str
    owing: dict[Seat, tuple[SheetKey, ...]]
    """Who owes which sheets; nobody: the game is over."""
    seconds: float | None = None
    strict: bool = False
    """True: a faulty sheet cannot be sealed. False: its bad lines are lost when it is read."""
    quiet: bool = False
    """No chat while it lasts."""
    lines: int | None = None
    """How many lines a sheet has room for."""
    at_once: bool = False
    """Opens as soon as the phase before it has been read; False: after the time to read and talk."""
    waiting: tuple[Seat, ...] = ()
    """Who owes nothing now, and is in the game all the same."""
    private: bool = False
    """Its sheets are shown to nobody else, and nobody is told who wrote or sealed, or when."""
    first_counts: bool = False
    """Only the first line that will do counts. False: every line counts."""
    about: Note | None = None
    """What is being asked about, as everybody may know it: this order, that unit."""


class Outcome(Struct, frozen=True):
    winners: tuple[Seat, ...]
    """Nobody: a draw."""
    reason: str
    partial: tuple[Seat, ...] = ()
    """Those who share in the victory without having won it."""


class Private(Struct, frozen=True):
    """A part of a story that only some seats may know."""

    seats: tuple[Seat, ...]
    event: Any
    instead: Any = None
    """What everybody else is told in its place. None: nothing."""


class Resolution(Struct, frozen=True):
    state: Any
    story: tuple[Any, ...]
    """What happened, in order, as the game's own tagged events; those not for everybody as Private."""


class Game(Protocol[OptionsT, StateT, ViewT]):
    @property
    def name(self) -> str: ...
    @property
    def players(self) -> range: ...
    @property
    def rules_version(self) -> int:
        """Goes up when the same sheets would no longer give the same outcome."""
        ...

    @property
    def has_secrets(self) -> bool:
        """Whether a state holds anything that not everybody may know. False: views tell all of it."""
        ...

    @property
    def options_type(self) -> type[OptionsT]: ...
    @property
    def state_type(self) -> type[StateT]: ...
    @property
    def view_type(self) -> type[ViewT]: ...
    @property
    def event_type(self) -> Any:
        """The union of the events a story is made of."""
        ...

    def read_options(self, given: Mapping[str, Any]) -> OptionsT:
        """The options of a table as somebody asked for them, or BadOptions."""
        ...

    def seating(self, options: OptionsT) -> tuple[Seat, ...]:
        """The seats of such a game, or BadOptions."""
        ...

    def limit(self, options: OptionsT) -> float | None:
        """Seconds until the last round is due."""
        ...

    def setup(self, options: OptionsT, dice: Roller) -> StateT: ...
    def phase(self, state: StateT) -> Phase: ...
    def resolve(self, state: StateT, sheets: Sheets, dice: Roller, *, last: bool = False) -> Resolution: ...
    def declare(self, state: StateT, seat: Seat, text: str, dice: Roller) -> Resolution | Note:
        """What comes of a word that a seat says at any time, outside any sheet; or why it cannot be said."""
        ...

    def suggest_words(self, view: ViewT, text: str) -> tuple[Suggestion, ...]:
        """The words of that kind that this seat may say now and that go on like this."""
        ...

    def amend(self, state: StateT, lines: Sequence[str]) -> StateT:
        """A position as a referee corrects it, in the game's own notation, or BadScenario."""
        ...

    def outcome(self, state: StateT) -> Outcome | None: ...
    def view(self, state: StateT, seat: Seat | None) -> ViewT:
        """All that this seat may know; None is a spectator's or referee's view."""
        ...

    def usage(self, view: ViewT, sheet: SheetKey) -> Note | None:
        """One line on how this sheet is written now, with an example made from the seat's own view."""
        ...

    def review(self, view: ViewT, sheet: SheetKey, lines: Sequence[str]) -> tuple[Fault, ...]:
        """What would be lost of this draft and why, each line judged after those above it."""
        ...

    def suggest(
        self, view: ViewT, sheet: SheetKey, above: Sequence[str], text: str
    ) -> tuple[Suggestion, ...]:
        """Ways to go on with a line being typed, below those written."""
        ...

    def scenario(self, given: Any, language: str, dice: Roller | None = None) -> dict[str, Any]:
        """The outcome of one position and its sheets, both as JSON values, or BadScenario.

        `dice` are the scenario's own; without them, nothing can be thrown.
        """
        ...

    def write_scenario(self, state: StateT, sheets: Sheets, *, last: bool) -> dict[str, Any]:
        """A position and its sheets as `scenario` takes them."""
        ...


AnyGame: TypeAlias = Game[Any, Any, Any]

__all__ = [
    "AnyGame",
    "BadOptions",
    "BadScenario",
    "Fault",
    "Game",
    "Note",
    "Options",
    "Outcome",
    "Phase",
    "Private",
    "Resolution",
    "Sheets",
    "Suggestion",
    "convert_options",
]
