"""Checks that the events of a log can have happened in this order at a table.

It knows the acts of a table and not the rules of a game. What it finds was left out, doubled or put in.
"""

from collections.abc import Sequence

from protocol import events
from protocol.events import PhaseOpened, TableEvent
from protocol.ids import Seat, SheetKey
from protocol.vocabulary import BETWEEN, CLOSED, GATHERING, OVER, REFEREE, SERVER, WRITING

IN_PLAY = (WRITING, CLOSED, BETWEEN)


def faults_of_order(told: Sequence[TableEvent]) -> list[str]:
    """A sentence for each event that cannot have happened where it stands."""
    if not told or not isinstance(told[0], events.TableOpened):
        return []  # verify says so itself
    log = _Log(told[0])
    found = []
    for number, event in enumerate(told[1:], start=2):
        if fault := log.take(event):
            found.append(f"the log: event {number}: {fault}")
    return found


class _Log:
    """What the events so far say of a table."""

    def __init__(self, opened: events.TableOpened) -> None:
        self._seats: dict[Seat, bool] = dict.fromkeys(opened.seats, False)
        """Whether each seat is taken."""
        self._has_referee = opened.tournament
        self._stage = GATHERING
        self._phase = PhaseOpened(0, "", {})
        self._number = 0
        """The number of the last phase; a ruling may go back to an earlier one."""
        self._written: set[Seat] = set()
        self._sealed: set[Seat] = set()
        self._names: dict[Seat, tuple[str, str]] = {}
        """Who sits in each seat: the name, and the level if it is a bot."""
        self._paused: set[Seat] = set()
        self._is_held = False
        self._tells_seals: bool | None = None
        """Whether phases say who had sealed when they closed. Those of older games do not."""
        self._must_close = False
        self._after_word = False

    def take(self, event: TableEvent) -> str:
        """Go on by this event. Returns why it cannot have happened now, or nothing."""
        fault = self._fault_before(event) or self._fault_of(event)
        self._must_close = isinstance(event, events.SheetSealed) and self._all_sealed()
        self._after_word = isinstance(event, events.Declared)
        return fault

    def _fault_before(self, event: TableEvent) -> str:
        if self._must_close and not isinstance(event, events.PhaseClosed | events.GameEnded):
            return "everybody had sealed, and the phase did not close"
        return ""

    def _fault_of(self, event: TableEvent) -> str:
        match event:
            case events.TableOpened():
                return "a table is opened twice"
            case events.SeatTaken() | events.SeatLeft():
                return self._seat(event)
            case events.Wrote() | events.SheetSealed() | events.SheetUnsealed():
                return self._write(event)
            case events.GameStarted() | PhaseOpened() | events.PhaseClosed() | events.SheetsRead():
                return self._advance(event)
            case events.Declared():
                return self._declare(event)
            case events.RolledBack() | events.PositionAmended():
                return self._rule(event)
            case events.Chatted() | events.Masked():
                return self._chat(event)
            case events.GameEnded():
                is_second, self._stage = self._stage == OVER, OVER
                return "a game that is over ends again" if is_second else ""
            case events.Annotated() | events.SeatRequested():
                return ""
            case events.HostChosen() | events.ClosingAgreed():
                return "" if self._seats.get(event.seat) else f"nobody has the seat {event.seat}"
            case events.RematchOpened():
                return "" if self._stage == OVER else "the players play again, and the game is not over"
            case _:
                return self._turn_glass(event)

    def _seat(self, event: events.SeatTaken | events.SeatLeft) -> str:
        if event.seat not in self._seats:
            return f"the table has no seat {event.seat}"
        self._seats[event.seat] = isinstance(event, events.SeatTaken)
        holder = (event.name, event.bot) if isinstance(event, events.SeatTaken) else ("", "")
        changes_hands = bool(event.by) or self._names.get(event.seat) != holder
        self._names[event.seat] = holder
        # S16: a sealed sheet stays when a seat changes hands, and any other is thrown away.
        if self._stage == WRITING and changes_hands and event.seat not in self._sealed:
            self._written.discard(event.seat)
        return ""

    def _owed(self) -> list[SheetKey]:
        return [sheet for sheets in self._phase.owing.values() for sheet in sheets]

    def _all_sealed(self) -> bool:
        return self._sealed.issuperset(self._phase.owing)

    def _write(self, event: events.Wrote | events.SheetSealed | events.SheetUnsealed) -> str:
        seat = event.seat
        if self._stage != WRITING:
            return f"{seat} acts on a sheet while no phase is open"
        if self._phase.private:
            return f"it tells what {seat} does in a private phase"
        if seat not in self._phase.owing:
            return f"{seat} owes no sheet in phase {self._phase.phase}"
        match event:
            case events.Wrote():
                fault = "begins to write twice" if seat in self._written else ""
                self._written.add(seat)
            case events.SheetSealed():
                fault = "seals twice" if seat in self._sealed else ""
                if event.hashes.keys() != set(self._phase.owing[seat]):
                    fault = "seals other sheets than those it owes"
                self._sealed.add(seat)
            case events.SheetUnsealed():
                fault = "opens a sheet that is not sealed" if seat not in self._sealed else ""
                self._sealed.discard(seat)
        return fault and f"{seat} {fault} in phase {self._phase.phase}"

    def _advance(
        self, event: events.GameStarted | PhaseOpened | events.PhaseClosed | events.SheetsRead
    ) -> str:
        match event:
            case events.GameStarted():
                can_start = self._stage == GATHERING and all(self._seats.values())
                self._stage = BETWEEN
                return "" if can_start else "the game starts twice, or with a free seat"
            case PhaseOpened():
                return self._open(event)
            case events.PhaseClosed():
                return self._close(event)
            case events.SheetsRead():
                return self._read(event)

    def _open(self, event: PhaseOpened) -> str:
        # A word may lead to a phase of another kind at once.
        can_open = self._stage == BETWEEN or (self._stage == WRITING and self._after_word)
        is_next = event.phase == self._number + 1
        self._phase, self._number, self._stage = event, event.phase, WRITING
        self._written, self._sealed = set(), set()
        return "" if can_open and is_next else f"phase {event.phase} does not follow what was before it"

    def _close(self, event: events.PhaseClosed) -> str:
        phase, was_open = self._phase, self._stage == WRITING
        self._stage = CLOSED
        if not was_open or event.phase != phase.phase:
            return f"phase {event.phase} closes, and it is not open"
        if event.hashes.keys() != set(self._owed()):
            return f"phase {event.phase} closes with other sheets than those that are owed"
        if phase.private:
            return ""
        tells_seals = event.sealed is not None
        if self._tells_seals is None:
            self._tells_seals = tells_seals
        if tells_seals != self._tells_seals:
            return f"phase {event.phase} differs from those before it in whether it says who had sealed"
        if event.sealed is not None and set(event.sealed) != self._sealed:
            return f"phase {event.phase} closes with the seals of other seats than those that sealed"
        can_ring = phase.seconds is not None or self._has_referee
        is_early = not self._all_sealed() and not can_ring
        return f"phase {event.phase} has no hourglass, and not everybody had sealed" if is_early else ""

    def _read(self, event: events.SheetsRead) -> str:
        stages = (BETWEEN, OVER) if event.ruled else (CLOSED,)
        can_read = self._stage in stages and not (self._is_held and not event.ruled)
        self._stage, self._is_held = BETWEEN, False
        if not can_read or event.phase != self._number:
            return f"the sheets of phase {event.phase} are read, and they are not to be read now"
        return "" if event.ruled or event.private else self._unwritten(event)

    def _unwritten(self, event: events.SheetsRead) -> str:
        """Who has lines on a sheet must have begun to write."""
        for seat, sheets in self._phase.owing.items():
            has_lines = any(event.sheets.get(sheet) for sheet in sheets)
            if has_lines and seat not in self._written:
                return f"{seat} has lines on a sheet in phase {event.phase}, and never began to write"
        return ""

    def _declare(self, event: events.Declared) -> str:
        if self._stage not in (WRITING, BETWEEN) or event.seat not in self._seats:
            return f"{event.seat} declares a word at a time when nobody can"
        if event.phase is None:
            return ""
        before, self._phase = self._phase, event.phase
        changed = {seat for seat, sheets in before.owing.items() if event.phase.owing.get(seat) != sheets}
        self._written -= changed
        self._sealed -= changed
        return ""

    def _rule(self, event: events.RolledBack | events.PositionAmended) -> str:
        can_rule = self._stage in (BETWEEN, OVER) and self._number > 0
        self._stage, self._is_held = BETWEEN, False
        if isinstance(event, events.RolledBack) and not 1 <= event.phase <= self._number:
            return f"the game goes back to phase {event.phase}, which there was not"
        return "" if can_rule else "the referee rules while a phase is on"

    def _chat(self, event: events.Chatted | events.Masked) -> str:
        if self._stage == WRITING and self._phase.quiet:
            return f"somebody chats in phase {self._phase.phase}, which is quiet"
        senders = {*self._seats, *([REFEREE] if self._has_referee else ())}
        if isinstance(event, events.Chatted) and event.sender not in senders:
            return f"{event.sender} chats, who is not at this table"
        return ""

    def _turn_glass(self, event: TableEvent) -> str:
        # What was stopped or held when the game ended can still be started and released.
        is_end = isinstance(event, events.ClockStarted | events.ReadingReleased)
        if self._stage not in IN_PLAY and not (is_end and self._stage == OVER):
            return "the hourglass is touched while no game is on"
        match event:
            case events.PauseBegun():
                return self._pause(event.seat)
            case events.ClockStarted() if event.by not in (*self._seats, REFEREE, SERVER):
                return f"{event.by} starts the hourglass, who is not at this table"
            case events.ReadingReleased() if not self._is_held:
                return "the reading is released, and it was not held"
            case events.ReadingHeld() | events.ReadingReleased():
                self._is_held = isinstance(event, events.ReadingHeld)
        return ""

    def _pause(self, seat: Seat) -> str:
        is_allowed = seat in self._seats and seat not in self._paused
        self._paused.add(seat)
        if not is_allowed or self._stage != WRITING or self._phase.seconds is None:
            return f"{seat} begins a pause that it does not have"
        return ""
