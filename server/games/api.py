"""The interface between the table and a game. A game is a chain of phases in which seats owe sheets.

A game uses no clock and no socket. No text and no missing sheet of a player makes `resolve` raise an error.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType

from protocol.ids import Lines, Seat, SheetKey
from protocol.notes import Fault, Note, Progress, Suggestion
from protocol.options import SLOW_SECONDS, BadOptions, GameOptions
from protocol.texts import DEFAULT, catalogue
from server.games.dice import Roller

Sheets: TypeAlias = Mapping[SheetKey, Lines]

StateT = TypeVar("StateT", bound=Struct)
ViewT = TypeVar("ViewT", bound=Struct)
OptionsT = TypeVar("OptionsT", bound="Options")


class Options(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """The options of a table that all games have; a game adds its own."""

    players: int
    """Each game has its own default."""
    seconds: float | UnsetType | None = UNSET
    """Seconds to write orders. If it is left out, the game decides; null means no hourglass."""
    limit: float | UnsetType | None = UNSET
    """Seconds after which the last round of the game comes; null means no limit."""
    interlude: float | None = 60.0
    """The longest time to read and talk between two phases; it ends earlier if all are ready."""
    slow: bool | UnsetType = UNSET
    """Whether nobody need attend. If it is left out, `is_slow` decides by the time to write."""
    quiet_hours: str | None = None
    """The hours of the night in which the hourglass stands, as "22-8"; null means none."""

    @property
    def is_slow(self) -> bool:
        """Whether the hourglass runs while nobody is connected, also after a restart of the server."""
        if self.slow is not UNSET:
            return self.slow
        return isinstance(self.seconds, int | float) and self.seconds >= SLOW_SECONDS


def convert_options(
    described: GameOptions, given: Mapping[str, Any], options_type: type[OptionsT]
) -> OptionsT:
    """The options that somebody asked for. Raises BadOptions if one is not as it is described."""
    described.check(given)
    return msgspec.convert(given, options_type)


def times_of(options: Options, usual: Mapping[str, float]) -> dict[str, float | None]:
    """Seconds for each kind of phase, out of a table's options; `usual` are the game's own.

    The option `seconds` is for the first kind, the option `KIND_seconds` for each other. A table that has
    no hourglass for the first kind has none for the others either, unless it asks for one. A slow table
    gives the others as much time as the first.
    """
    first = next(iter(usual))
    times = {first: usual[first] if options.seconds is UNSET else options.seconds}
    for kind, seconds in usual.items():
        if kind != first:
            own = getattr(options, f"{kind}_seconds")
            usual_time = times[first] if times[first] is None or options.is_slow else seconds
            times[kind] = usual_time if own is UNSET else own
    return times


def limit_of(options: Options, usual: float | None) -> float | None:
    """Seconds after which the last round comes; `usual` is the game's own. A slow table has none."""
    if options.limit is not UNSET:
        return options.limit
    return None if options.is_slow else usual


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
    """Who owes which sheets. If nobody does, the game is over."""
    seconds: float | None = None
    strict: bool = False
    """True if a sheet with a fault cannot be sealed. False: its bad lines are lost when it is read."""
    quiet: bool = False
    """True if nobody may chat while the sheets are written."""
    lines: int | None = None
    """How many lines a sheet may have."""
    at_once: bool = False
    """True if it opens as soon as the phase before has been read, without time to read and talk."""
    waiting: tuple[Seat, ...] = ()
    """The seats that owe no sheet now but are still in the game."""
    private: bool = False
    """True if its sheets are shown only to their writers, and nobody is told who wrote or sealed, or when."""
    first_counts: bool = False
    """True if only the first line that can be carried out counts. False: every line counts."""
    about: Note | None = None
    """What the players are asked about, such as an order or a unit. Everybody is told this."""


class Outcome(Struct, frozen=True):
    winners: tuple[Seat, ...]
    """If there are none, the game is a draw."""
    reason: str
    partial: tuple[Seat, ...] = ()
    """The seats that share in the victory without being the winner."""
    drawn: tuple[Seat, ...] = ()
    """In a draw, the seats that came out equal at the top."""


class Private(Struct, frozen=True):
    """A part of a story that only some seats may know."""

    seats: tuple[Seat, ...]
    event: Any
    instead: Any = None
    """What all others are told instead; None means nothing."""
    sheet: SheetKey = ""
    """The private sheet that the event quotes: only who wrote that sheet is told, not a later holder."""


class Resolution(Struct, frozen=True):
    state: Any
    story: tuple[Any, ...]
    """What happened, in order, as events of the game. An event that not everybody may know is a Private."""


class Checked(Struct, frozen=True):
    """A sheet that was checked outside any game."""

    told: tuple[Note, ...] = ()
    """What the sheet comes to, as sentences of the game."""
    faults: tuple[Fault, ...] = ()
    """What is wrong with its lines."""
    flaws: tuple[Note, ...] = ()
    """What is wrong with it as a whole."""

    @property
    def is_good(self) -> bool:
        return not self.faults and not self.flaws


class Game(Protocol[OptionsT, StateT, ViewT]):
    @property
    def name(self) -> str: ...
    @property
    def players(self) -> range: ...
    @property
    def rules_version(self) -> int:
        """It must be raised when a change of the rules gives another outcome for the same sheets."""
        ...

    @property
    def has_secrets(self) -> bool:
        """Whether a state holds anything that not everybody may know. False: a view shows everything."""
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
        """The options of a table from what somebody asked for. Raises BadOptions."""
        ...

    def seating(self, options: OptionsT) -> tuple[Seat, ...]:
        """The seats of a game with these options. Raises BadOptions."""
        ...

    def limit(self, options: OptionsT) -> float | None:
        """Seconds until the last round is due."""
        ...

    def setup(self, options: OptionsT, dice: Roller) -> StateT: ...
    def phase(self, state: StateT) -> Phase: ...
    def resolve(self, state: StateT, sheets: Sheets, dice: Roller, *, last: bool = False) -> Resolution: ...
    def declare(self, state: StateT, seat: Seat, text: str, dice: Roller) -> Resolution | Note:
        """The result of a word that a seat says at any time, without a sheet; or why it cannot be said."""
        ...

    def suggest_words(self, view: ViewT, text: str) -> tuple[Suggestion, ...]:
        """The words that this seat may declare now and that begin with this text."""
        ...

    def amend(self, state: StateT, lines: Sequence[str]) -> StateT:
        """The position after a referee's corrections in the notation of the game. Raises BadScenario."""
        ...

    def outcome(self, state: StateT) -> Outcome | None: ...
    def figures(self, state: StateT) -> dict[Seat, dict[str, int]]:
        """What each seat has reached by the end, under words of the game. Everybody is told it."""
        ...

    def view(self, state: StateT, seat: Seat | None) -> ViewT:
        """All that this seat may know. None gives the view of a watcher or a referee."""
        ...

    def imagine(self, view: ViewT, options: OptionsT) -> StateT | None:
        """A state that looks like this view to its seat, made from the view alone; None if that cannot be.

        With it a player tries what guessed sheets would lead to. A game without secrets gives the state back.
        """
        ...

    def usage(self, view: ViewT, sheet: SheetKey) -> Note | None:
        """A sentence on how this sheet is written now, with an example made from the view of the seat."""
        ...

    def progress(self, view: ViewT, sheet: SheetKey, lines: Sequence[str]) -> Progress:
        """How far this draft is written, and what happens if it is sealed as it is, or stays empty."""
        ...

    def review(self, view: ViewT, sheet: SheetKey, lines: Sequence[str]) -> tuple[Fault, ...]:
        """Which lines of this draft would be lost, and why. Each line is judged after those above it."""
        ...

    def suggest(
        self, view: ViewT, sheet: SheetKey, above: Sequence[str], text: str
    ) -> tuple[Suggestion, ...]:
        """Ways to continue the line that is being typed below the lines above.

        An order of one word on a sheet of several lines has to be suggested alone, with nothing behind it:
        else a client line by line takes it for a command that was mistyped.
        """
        ...

    def check_sheet(self, lines: Sequence[str]) -> Checked | None:
        """A sheet that players prepare before any game, checked by itself; None if the game has none."""
        ...

    def scenario(self, given: Any, language: str, dice: Roller | None = None) -> dict[str, Any]:
        """The outcome of a position and its sheets, all as JSON values. Raises BadScenario.

        `dice` are the dice of the scenario; without them, nothing can be thrown.
        """
        ...

    def write_scenario(self, state: StateT, sheets: Sheets, *, last: bool) -> dict[str, Any]:
        """A position and its sheets in the form that `scenario` reads."""
        ...


AnyGame: TypeAlias = Game[Any, Any, Any]

__all__ = [
    "AnyGame",
    "BadOptions",
    "BadScenario",
    "Checked",
    "Fault",
    "Game",
    "Note",
    "Options",
    "Outcome",
    "Phase",
    "Private",
    "Progress",
    "Resolution",
    "Sheets",
    "Suggestion",
    "convert_options",
]
