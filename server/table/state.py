"""What lies on the table: the fold of its facts, and what each role may see of it."""

import zlib
from typing import Any, TypeAlias, get_args

import msgspec
from msgspec import Struct

from protocol import events
from protocol.events import TableEvent
from protocol.ids import Lines, Seat, SheetKey
from protocol.messages import SeatLine
from protocol.seals import seal_hash
from protocol.vocabulary import BETWEEN, CLOSED, GATHERING, OVER, REFEREE, WRITING
from server.errors import TableError
from server.games import GAMES
from server.games.api import AnyGame, Phase, Resolution
from server.games.dice import Dice, LoadedDice, Roller
from server.table import facts
from server.table.clock import Hourglass
from server.table.facts import AnyFact, Row


class Draft(Struct, frozen=True):
    revision: int = 0
    lines: Lines = ()


class Chair(Struct):
    """A seat and who holds it."""

    name: str = ""
    bot: str = ""
    token: str = ""
    key: str = ""
    pause_left: bool = True
    seconds_used: float = 0.0

    @property
    def taken(self) -> bool:
        return bool(self.name)

    @property
    def human(self) -> bool:
        return self.taken and not self.bot


class Entry:
    """One number of the stream. The large ones, with a story and a position, are kept packed."""

    __slots__ = ("_event", "_state", "at", "private_to", "seq")

    def __init__(
        self,
        seq: int,
        at: float,
        event: TableEvent,
        state: Any = None,
        private_to: frozenset[Seat] | None = None,
    ) -> None:
        self.seq = seq
        self.at = at
        self.private_to = private_to
        self._event: TableEvent | bytes = event if state is None else _pack(event)
        self._state: bytes | None = None if state is None else _pack(state)

    @property
    def event(self) -> TableEvent:
        if isinstance(self._event, bytes):
            return _large_events.decode(zlib.decompress(self._event))
        return self._event

    @property
    def personal(self) -> bool:
        """Whether what is told differs from one seat to another."""
        return self._state is not None or self.private_to is not None

    def state(self, kind: type[Struct]) -> Any:
        """The position that the event's view is to be taken from."""
        assert self._state is not None
        return msgspec.msgpack.decode(zlib.decompress(self._state), type=kind)


_LargeEvent: TypeAlias = events.GameStarted | events.SheetsRead | events.RolledBack | events.PositionAmended
WITH_VIEW = get_args(_LargeEvent)
_large_events: msgspec.msgpack.Decoder[_LargeEvent] = msgspec.msgpack.Decoder(_LargeEvent)


def _pack(value: Any) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(value), 1)


WritingFact: TypeAlias = facts.Drafted | facts.Wrote | facts.SheetSealed | facts.SheetUnsealed
GlassFact: TypeAlias = (
    facts.PauseBegun
    | facts.ClockStopped
    | facts.ClockStarted
    | facts.TimeGranted
    | facts.ReadingHeld
    | facts.ReadingReleased
)


class TableState:
    def __init__(self, table: str, row: Row) -> None:
        opened = row.fact
        assert isinstance(opened, facts.TableOpened)
        self.id = table
        self.opened = opened
        self.game: AnyGame = GAMES[opened.game]
        self.options = msgspec.convert(opened.options, self.game.options_type)
        self.chairs: dict[Seat, Chair] = {seat: Chair() for seat in self.game.seating(self.options)}
        self.stage = GATHERING
        self.position: Any = None
        self.phase_no = 0
        self.phase: Phase | None = None
        self.last = False
        self.drafts: dict[SheetKey, Draft] = {}
        self.written: set[Seat] = set()
        self.sealed: set[Seat] = set()
        self.salts: dict[SheetKey, str] = {}
        self.glass = Hourglass()
        self.stopped_by = ""
        """Why the hourglass stands still: a seat, "referee", "restart" or "nobody"."""
        self.held = False
        self.outcome: events.GameEnded | None = None
        self.stream: list[Entry] = []
        self.count = 0
        self._rehearsed: Resolution | None = None
        self._before: dict[int, bytes] = {}
        self.read_phase = 0
        """The last phase whose sheets everybody has seen."""
        self.apply(row)

    def apply(self, row: Row) -> None:
        """Take a fact in, whether it just happened or is read back from the log."""
        self.count = row.n
        event = self._take(row.fact, row)
        if event is not None:
            self._tell(row, event, None)

    def _tell(self, row: Row, event: TableEvent, private_to: frozenset[Seat] | None) -> None:
        needs_view = isinstance(event, WITH_VIEW)
        state = self.position if needs_view else None
        self.stream.append(Entry(len(self.stream) + 1, row.at, event, state, private_to))

    @property
    def seq(self) -> int:
        return len(self.stream)

    @property
    def has_players(self) -> bool:
        return any(chair.human for chair in self.chairs.values())

    def owed_by(self, seat: Seat) -> tuple[SheetKey, ...]:
        """The sheets this seat owes in the phase that is on."""
        if self.stage != WRITING or self.phase is None:
            return ()
        return self.phase.owing.get(seat, ())

    def all_sheets(self) -> list[SheetKey]:
        return [sheet for sheets in (self.phase.owing.values() if self.phase else ()) for sheet in sheets]

    def draft(self, sheet: SheetKey) -> Draft:
        return self.drafts.get(sheet, Draft())

    def hash_of(self, sheet: SheetKey) -> str:
        return seal_hash(self.phase_no, sheet, self.draft(sheet).lines, self.salts[sheet])

    def seat_line(self, seat: Seat, *, connected: bool, ready: bool) -> SeatLine:
        chair = self.chairs[seat]
        return SeatLine(
            seat=seat,
            name=chair.name,
            bot=chair.bot,
            connected=connected,
            written=seat in self.written,
            sealed=seat in self.sealed,
            ready=ready,
            pause_left=chair.pause_left,
            seconds_used=round(chair.seconds_used, 1),
        )

    def told(self, entry: Entry, seat: Seat | None) -> TableEvent:
        """The event as this seat, or a watcher, may know it: the only way out of the stream."""
        if entry.private_to is not None and seat not in entry.private_to:
            return events.Masked()
        event = entry.event
        if isinstance(event, WITH_VIEW):
            view = msgspec.to_builtins(self.game.view(entry.state(self.game.state_type), seat))
            seen: TableEvent = msgspec.structs.replace(event, view=view)
            return seen
        return event

    def phase_event(self) -> events.PhaseOpened | None:
        if self.phase is None:
            return None
        phase = self.phase
        return events.PhaseOpened(
            phase=self.phase_no,
            key=phase.key,
            owing=phase.owing,
            seconds=phase.seconds,
            strict=phase.strict,
            quiet=phase.quiet,
            lines=phase.lines,
            last=self.last,
            waiting=phase.waiting,
        )

    def _take(self, fact: AnyFact, row: Row) -> TableEvent | None:
        match fact:
            case facts.TableOpened():
                return self._open(fact)
            case facts.SeatTaken():
                return self._seat(fact)
            case facts.SeatLeft():
                self.chairs[fact.seat] = Chair()
                return fact
            case facts.GameStarted():
                return self._start(fact)
            case facts.Chatted():
                self._tell(row, fact, frozenset({fact.sender, fact.to}) if fact.to else None)
                return None
            case facts.Annotated():
                return fact
            case facts.GameEnded():
                self.stage = OVER
                self.glass.turn(None)
                self.outcome = fact
                return fact
            case facts.Drafted() | facts.Wrote() | facts.SheetSealed() | facts.SheetUnsealed():
                return self._write(fact, row)
            case facts.PhaseOpened() | facts.PhaseClosed() | facts.SheetsRead():
                return self._advance(fact, row)
            case facts.SheetsReread() | facts.RolledBack() | facts.PositionAmended():
                return self._rule(fact)
            case _:
                return self._turn_glass(fact)

    def _open(self, fact: facts.TableOpened) -> TableEvent:
        return events.TableOpened(
            game=fact.game,
            name=fact.name,
            seats=tuple(self.chairs),
            options=fact.options,
            tournament=fact.tournament,
            password=bool(fact.password),
        )

    def _seat(self, fact: facts.SeatTaken) -> TableEvent:
        chair = self.chairs[fact.seat]
        chair.name, chair.bot = fact.name, fact.bot
        if fact.token:
            chair.token, chair.key = fact.token, fact.key
        return events.SeatTaken(fact.seat, fact.name, fact.bot)

    def _start(self, fact: facts.GameStarted) -> TableEvent:
        self.position = self.game.setup(self.options, LoadedDice(fact.dice))
        return events.GameStarted(view=None)

    def _write(self, fact: WritingFact, row: Row) -> TableEvent | None:
        match fact:
            case facts.Drafted():
                self.drafts[fact.sheet] = Draft(fact.revision, fact.lines)
                return None
            case facts.Wrote():
                self.written.add(fact.seat)
                return fact
            case facts.SheetSealed():
                self.sealed.add(fact.seat)
                self.salts.update(fact.salts)
                self.chairs[fact.seat].seconds_used += row.spent
                return events.SheetSealed(fact.seat, {sheet: self.hash_of(sheet) for sheet in fact.salts})
            case facts.SheetUnsealed():
                self.sealed.discard(fact.seat)
                for sheet in self.phase.owing[fact.seat] if self.phase else ():
                    self.salts.pop(sheet, None)
                return fact

    def _advance(
        self, fact: facts.PhaseOpened | facts.PhaseClosed | facts.SheetsRead, row: Row
    ) -> TableEvent | None:
        match fact:
            case facts.PhaseOpened():
                self._before[fact.phase] = _pack(self.position)
                self.phase_no = fact.phase
                self.phase = self.game.phase(self.position)
                self.last = fact.last
                self.drafts, self.salts = {}, {}
                self.written, self.sealed = set(), set()
                self.stage = WRITING
                self.stopped_by = ""
                self.glass.turn(self.phase.seconds)
                return self.phase_event()
            case facts.PhaseClosed():
                self.stage = CLOSED
                self.salts.update(fact.salts)
                self._charge(row)
                self.glass.turn(None)
                self._let_run()
                return events.PhaseClosed(fact.phase, {s: self.hash_of(s) for s in self.all_sheets()})
            case facts.SheetsRead():
                return self._read(fact)

    def _read(self, fact: facts.SheetsRead) -> TableEvent:
        self.read_phase = fact.phase
        sheets = self.handed_in()
        resolution = self._rehearsed or self._resolve(sheets, LoadedDice(fact.dice))
        self._take_position(resolution.state)
        story = tuple(msgspec.to_builtins(event) for event in resolution.story)
        return events.SheetsRead(fact.phase, sheets, dict(self.salts), story, view=None)

    def _take_position(self, state: Any) -> None:
        """A new position: everybody may look at it before the next phase opens."""
        self._rehearsed = None
        self.position = state
        self.stage = BETWEEN
        self._let_run()
        self.outcome = None
        self.held = False
        self.glass.turn(self.options.interlude)

    def _let_run(self) -> None:
        """What made the glass stand still is past; but the referee's word holds until it is taken back."""
        self.stopped_by = REFEREE if self.stopped_by == REFEREE else ""

    def _charge(self, row: Row) -> None:
        """Who has not sealed has used all the time there was."""
        for seat in self.phase.owing if self.phase else ():
            if seat not in self.sealed:
                self.chairs[seat].seconds_used += row.spent

    def _rule(self, fact: facts.SheetsReread | facts.RolledBack | facts.PositionAmended) -> TableEvent:
        match fact:
            case facts.SheetsReread():
                resolution = self._rehearsed or self._resolve(fact.sheets, LoadedDice(fact.dice))
                self._take_position(resolution.state)
                story = tuple(msgspec.to_builtins(event) for event in resolution.story)
                salts = dict(self.salts)
                return events.SheetsRead(fact.phase, fact.sheets, salts, story, view=None, ruled=True)
            case facts.RolledBack():
                self._take_position(self.position_before(fact.phase))
                return events.RolledBack(fact.phase, view=None)
            case facts.PositionAmended():
                self._take_position(self.game.amend(self.position, fact.lines))
                return events.PositionAmended(fact.lines, view=None)

    def chair(self, seat: Seat) -> Chair:
        if seat not in self.chairs:
            raise TableError("no-such-seat", seat=seat, seats=", ".join(self.chairs))
        return self.chairs[seat]

    def handed_in(self) -> dict[SheetKey, Lines]:
        return {sheet: self.draft(sheet).lines for sheet in self.all_sheets()}

    def position_before(self, phase: int) -> Any:
        """As it stood when that phase opened."""
        packed = zlib.decompress(self._before[phase])
        return msgspec.msgpack.decode(packed, type=self.game.state_type)

    def opened_phases(self) -> range:
        return range(1, self.phase_no + 1)

    def rehearse(self, dice: Dice, sheets: dict[SheetKey, Lines] | None = None) -> None:
        """Resolve without taking it in yet: the dice must be written down with the fact."""
        self._rehearsed = self._resolve(self.handed_in() if sheets is None else sheets, dice)

    def _resolve(self, sheets: dict[SheetKey, Lines], dice: Roller) -> Resolution:
        before = self.position_before(self.phase_no)
        return self.game.resolve(before, sheets, dice, last=self.last)

    def _turn_glass(self, fact: GlassFact) -> TableEvent:
        match fact:
            case facts.PauseBegun():
                self.chairs[fact.seat].pause_left = False
                self.stopped_by = fact.seat
            case facts.ClockStopped():
                self.stopped_by = fact.why
            case facts.ClockStarted():
                self.stopped_by = ""
            case facts.TimeGranted():
                self.glass.grant(fact.seconds)
            case facts.ReadingHeld() | facts.ReadingReleased():
                self.held = isinstance(fact, facts.ReadingHeld)
        return fact
