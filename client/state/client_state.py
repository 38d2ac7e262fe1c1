"""What a client knows about its table. It is frozen: `client.state.fold` makes the next state."""

from typing import Any, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from client.state.history import FROM_THE_START, Chain
from client.state.levels import bot_label, bot_name
from protocol.events import GameEnded, PhaseOpened
from protocol.ids import Lines, Seat, SheetKey
from protocol.messages import Advice, Health, SeatLine, SheetProgress, Standings
from protocol.notes import Note
from protocol.texts import DEFAULT
from protocol.vocabulary import BETWEEN, CLOSED, GATHERING, OVER, REFEREE, WATCHER, WRITING

Link: TypeAlias = Literal["connecting", "ok", "lost", "over", "file"]
FILE: Link = "file"
"""There is no server: the game comes from a record."""


class OwnSheet(Struct, frozen=True):
    """One of the player's own sheets: its lines here, and the lines that the server has stored."""

    lines: Lines = ()
    revision: int = 0
    acked: int = 0
    """The revision that the server has stored."""
    stored: Lines = ()
    """The lines of that revision."""
    advice: tuple[Advice, ...] = ()
    """The server's advice on `stored`: which lines would be lost, and why."""
    usage: str = ""
    """How a line is written in this phase, with an example; empty if the server has not said it."""
    progress: SheetProgress = SheetProgress()
    """How far `stored` is written, and what the rules do about what it leaves out."""
    past: tuple[Lines, ...] = ()
    future: tuple[Lines, ...] = ()
    by_another: bool = False
    """The player who had our seat before sealed this sheet. It counts; we are not shown its lines."""

    @property
    def is_stored(self) -> bool:
        return self.acked == self.revision

    @property
    def otherwise(self) -> str:
        """What the rules do about what the sheet leaves out; empty if the server has not seen the sheet."""
        return self.progress.otherwise if self.lines == self.stored else ""

    def advice_for(self, line: int) -> Advice | None:
        """What is wrong with that line, counted from 0. None if the server has not seen it as it is now."""
        if self.lines[line : line + 1] != self.stored[line : line + 1]:
            return None
        found = [advice for advice in self.advice if advice.line == line]
        if len(found) < 2:
            return found[0] if found else None
        # The line holds several orders.
        return replace(found[0], text="; ".join(advice.text for advice in found))


CLOSED_BY_HOST = "closed"
"""What has stopped the hourglass if the host has stopped the server. No server sends this."""


class ClockFace(Struct, frozen=True):
    """The hourglass as the server last told it; `offset` is the server's clock minus our clock."""

    left: float | None = None
    running: bool = False
    now: float = 0.0
    offset: float = 0.0
    paused_by: str = ""
    """A seat, "referee", "restart", "nobody" or "night"; empty if the hourglass is not stopped."""
    pause_left: float | None = None
    length: float | None = None
    game_left: float | None = None
    phase: int = 0
    """The phase in which the server told it."""

    def left_at(self, now: float) -> float | None:
        """The seconds on the hourglass at our time `now`, or None if there is no hourglass."""
        return self._run_down(self.left, now) if self.running else self.left

    def stopped_at(self, now: float) -> "ClockFace":
        """The hourglass as it stands at our time `now`, because it runs no longer."""
        left, length = self.left_at(now), self.length
        return ClockFace(left=left, offset=self.offset, length=length, paused_by=CLOSED_BY_HOST)

    def pause_left_at(self, now: float) -> float | None:
        return self._run_down(self.pause_left, now)

    def _run_down(self, left: float | None, now: float) -> float | None:
        return None if left is None else max(0.0, left - (now + self.offset - self.now))


class RoundTold(Struct, frozen=True):
    """A round that has been read. `story` holds the game's own events (`protocol.views`)."""

    phase: int
    sheets: dict[SheetKey, Lines]
    salts: dict[SheetKey, str]
    hashes: dict[SheetKey, str]
    story: tuple[Any, ...]
    before: Any
    after: Any
    seals_hold: bool | None
    """Whether every sheet is the one that was sealed; None if its hash was never told to us."""
    broken: tuple[SheetKey, ...] = ()
    """The sheets that are not the ones that were sealed."""
    owing: dict[Seat, tuple[SheetKey, ...]] = {}
    """The sheets that each seat had to write."""
    ruled: bool = False
    """The referee had the phase read again, with these sheets in place of the sealed ones."""
    supposed: bool = False
    """The round did not take place: its sheets are guesses of the player."""


class LogLine(Struct, frozen=True):
    """`at` is the time of the host's clock. `note` is for the catalogue of `subject`; people wrote `text`."""

    at: float
    note: Note | None = None
    subject: str = "table"
    text: str = ""


class ChatLine(Struct, frozen=True):
    at: float
    sender: str
    """A seat, "referee", or a watcher's name."""
    text: str
    to: Seat | None = None
    who: str = ""
    """The name of the sender with the seat, as it was when this was said."""
    whom: str = ""
    """The name of the player to whom it was said, with the seat; empty if it was said to all."""


class ClientState(Struct, frozen=True):
    language: str = DEFAULT
    """The language of the person who reads: the names of bots are in it."""
    link: Link = "connecting"
    lost_at: float | None = None
    """Our time at which the link was lost."""
    is_closed: bool = False
    """The host has stopped the server. It opens the table again later, so the link will come back."""
    table: str = ""
    table_name: str = ""
    game: str = ""
    options: dict[str, Any] = {}
    tournament: bool = False
    role: str = ""
    """A seat, "referee" or "watcher"."""
    seats: tuple[SeatLine, ...] = ()
    time_used: dict[Seat, float] = {}
    """The seconds of this phase that are part of what a seat has used."""
    stage: str = ""
    """gathering, writing, closed, between or over; empty before the first snapshot."""
    held: bool = False
    """The referee holds the reading of the sheets."""
    phase: PhaseOpened | None = None
    """The phase that is open, or else the last one."""
    view: Any = None
    """The game's own view (`protocol.views`), or None before the game begins."""
    sheets: dict[SheetKey, OwnSheet] = {}
    clock: ClockFace = ClockFace()
    rounds: tuple[RoundTold, ...] = ()
    hashes: dict[SheetKey, str] = {}
    """The published hashes of this phase's sheets."""
    closed: bool = False
    """We were there when the phase was closed, so `hashes` has the hash of every sheet."""
    forged: tuple[SheetKey, ...] = ()
    """The sheets whose published hash changed between the seal and the bell."""
    log: tuple[LogLine, ...] = ()
    chat: tuple[ChatLine, ...] = ()
    outcome: GameEnded | None = None
    head: tuple[int, str] = (0, "")
    """The latest head of the chain that we know for certain, and the number of the event behind it."""
    chain: Chain = FROM_THE_START
    """The number of the next event, and the head before it; what the server tells next has to fit."""
    seq: int = 0
    gap: bool = False
    """Some events of the stream are missing, and have to be asked for with Sync."""
    notice: str = ""
    """The last refusal or announcement, as a sentence; empty when the player has read it."""
    rematch: str = ""
    """The table at which the players of this one play again; empty if they do not."""
    standings: Standings | None = None
    """How the people of this table have done in their games, as the server last told it."""
    health: Health | None = None
    """The health of the links and the host, as the referee was last told."""
    is_supposed: bool = False
    """The player only tries what sheets would lead to. The table knows nothing of it."""
    watchers: int = 0
    is_waiting: bool = False
    """We watch, because every seat was taken, until the host gives us one."""
    waiting: tuple[str, ...] = ()
    """The names of those who wait until the host gives them a seat."""
    referee: bool = False
    """The referee of the tournament is connected."""

    @property
    def seat(self) -> Seat:
        """Our own seat; empty for a referee or a watcher."""
        return "" if self.role in (REFEREE, WATCHER) else self.role

    @property
    def host(self) -> Seat:
        """The seat of the host of the table; empty if there is none, as at a tournament."""
        return next((line.seat for line in self.seats if line.host), "")

    @property
    def decides(self) -> bool:
        """Whether we decide about the seats and the start: as the host, or as the referee of a tournament."""
        return self.role == REFEREE or (bool(self.seat) and self.seat == self.host)

    @property
    def not_ready(self) -> tuple[Seat, ...]:
        """The seats of the people who are not ready."""
        return tuple(line.seat for line in self.seats if line.name and not (line.bot or line.ready))

    @property
    def sealed(self) -> bool:
        mine = self.line(self.seat)
        return mine is not None and mine.sealed

    @property
    def is_sealed_by_another(self) -> bool:
        """Whether the player who had our seat before has sealed our sheets of this phase."""
        return self.sealed and any(sheet.by_another for sheet in self.sheets.values())

    @property
    def ready(self) -> frozenset[Seat]:
        return frozenset(line.seat for line in self.seats if line.ready)

    @property
    def people(self) -> tuple[str, ...]:
        """The names of those at the table who are no bots."""
        return tuple(line.name for line in self.seats if line.name and not line.bot)

    @property
    def free(self) -> tuple[Seat, ...]:
        return tuple(line.seat for line in self.seats if not line.name)

    @property
    def owed(self) -> tuple[SheetKey, ...]:
        """The sheets that we owe in the open phase."""
        return self.phase.owing.get(self.seat, ()) if self.phase and self.stage == WRITING else ()

    @property
    def may_write(self) -> bool:
        return bool(self.owed) and not self.sealed

    @property
    def owes_one_line(self) -> bool:
        """Whether we may write now, and our sheets have one line each."""
        return self.may_write and self.phase is not None and self.phase.lines == 1

    @property
    def has_spare_lines(self) -> bool:
        """Whether only the first valid line counts on a sheet that has room for more lines."""
        return self.phase is not None and self.phase.first_counts and self.phase.lines != 1

    @property
    def most_lines(self) -> int | None:
        """How many lines a sheet may have. There is no limit where a line replaces another or is spare."""
        if self.phase is None or self.phase.lines == 1 or self.phase.first_counts:
            return None
        return self.phase.lines

    def has_room(self, sheet: SheetKey) -> bool:
        """Whether one more line may be written on that sheet."""
        lines = self.sheets[sheet].lines if sheet in self.sheets else ()
        return self.most_lines is None or len(lines) < self.most_lines

    @property
    def has_a_turn(self) -> bool:
        """Whether this person can do something now, or the game is over."""
        if self.stage == OVER:
            return True
        if self.role == REFEREE:
            is_full = self.stage == GATHERING and not self.free
            return self.stage == BETWEEN or is_full or (self.stage == CLOSED and self.held)
        if self.stage == BETWEEN or (self.stage == GATHERING and not self.tournament):
            return bool(self.seat) and self.seat not in self.ready
        return self.may_write

    @property
    def may_talk(self) -> bool:
        quiet = self.stage == WRITING and self.phase is not None and self.phase.quiet
        return bool(self.role) and self.role != WATCHER and not quiet

    def may_know_of(self, seat: Seat) -> bool:
        """Whether we are told if that seat has written or sealed: in a private phase only our own seat is."""
        return seat == self.seat or self.phase is None or not self.phase.private

    @property
    def is_stored(self) -> bool:
        """Whether the server has stored all our sheets as they are."""
        return all(sheet.is_stored for sheet in self.sheets.values())

    @property
    def faults(self) -> list[tuple[SheetKey, int, Advice]]:
        """The lines of our own sheets that would be lost: the sheet, the line from 0, and the advice."""
        return [
            (key, line, advice)
            for key, sheet in self.sheets.items()
            for line in range(len(sheet.lines))
            if (advice := sheet.advice_for(line))
        ]

    @property
    def left_empty(self) -> list[SheetKey]:
        """The empty sheets, if the player has several sheets."""
        return [key for key, sheet in self.sheets.items() if not sheet.lines and len(self.sheets) > 1]

    def line(self, seat: Seat) -> SeatLine | None:
        return next((line for line in self.seats if line.seat == seat), None)

    def label(self, who: str) -> str:
        """A seat with its player's name; for anybody else, `who` as it is."""
        line = self.line(who)
        if line is None or not line.name:
            return who
        if line.bot:
            return bot_label(line, self.game, self.language)
        return f"{line.name} ({who})"

    def name_of(self, line: SeatLine) -> str:
        """The name of the player or of the bot at a seat; empty if the seat is free."""
        return bot_name(line, self.game, self.language) if line.bot else line.name
