"""A table without sockets and disk: messages and their times go in, facts and answers come out."""

from collections import deque

import msgspec

from protocol.ids import Lines, Seat, SheetKey
from protocol.messages import (
    ClientMessage,
    Continue,
    Ruling,
)
from protocol.notes import Note
from protocol.vocabulary import (
    BETWEEN,
    CLOSED,
    FAULT,
    FIRST_KEY,
    GATHERING,
    NOBODY,
    OVER,
    REFEREE,
    RESTART,
    SERVER,
    WRITING,
)
from server import tokens
from server.bots.assignment import NO_BOTS, Roster
from server.games.dice import Dice
from server.names import LONGEST_CHAT, clean
from server.table import facts
from server.table.audience import Audience, BotJob, Connected, Effects, Peer
from server.table.bot_jobs import BotJobs
from server.table.clock import is_last_round
from server.table.facts import AnyFact, Row
from server.table.host_choice import host_due, settle_host
from server.table.slow import SlowPlay
from server.table.state import TableState

MOST_STEPS = 4
CHAT_LINES, CHAT_SECONDS = 4, 10.0


class Table(Audience):
    """A TableState in play: who is connected, when the bell rings, what changes the state."""

    def __init__(self, state: TableState, roster: Roster = NO_BOTS) -> None:
        super().__init__(state)
        self.roster = roster
        self._bot_jobs = BotJobs(roster.remembered)
        self.chatted: dict[str, deque[float]] = {}
        """When each role chatted last. Reconnecting does not reset the chat limit."""
        self.wall = 0.0
        """The time of day when the last message came. It is stored with the facts."""
        self._slow = SlowPlay(state.options)

    def deadline(self) -> float | None:
        """When the next thing is due if no message arrives."""
        return _earliest(self.bell_due(), self._slow.next_look, host_due(self))

    def bell_due(self) -> float | None:
        """When the pause or the hourglass ends."""
        if self.pause_until is not None:
            return self.pause_until
        return self.state.glass.deadline()

    def do_what_is_due(self, now: float) -> None:
        """Do what is due at this time: look at the hour, end a pause, ring the bell, or end the interlude."""
        settle_host(self, now)
        for _ in range(MOST_STEPS):  # if more is due, it is done at the next call
            due = _earliest(self.bell_due(), self._slow.next_look)
            if due is None or now < due:
                return
            if due == self._slow.next_look:
                self._look(due, self.wall - (now - due))
                self._slow.skip_to(now)
            elif self.pause_until is not None:
                self.emit(facts.ClockStarted(SERVER), now)
                self._stop_if_nobody(now)
            elif self.state.stage == WRITING:
                self.close(now)
            else:
                self.open_phase(now)

    def _look(self, at: float, wall: float) -> None:
        """Stop the hourglass at night and start it in the morning; at a slow table, mark how it stands."""
        fact = self._slow.look(self.state, at, wall)
        if fact:
            self.emit(fact, at)
            self._stop_if_nobody(at)

    def advance_to(self, at: float, wall: float) -> None:
        """Do what is due up to the time `at`. `wall` is the time of day, which is stored with the facts."""
        self.wall = wall
        self.do_what_is_due(at)

    def emit(self, fact: AnyFact, now: float) -> None:
        """Apply a fact. Nothing else changes the state. It is stored before anybody is told of it."""
        glass = self.state.glass
        now = max(now, glass.since or now)  # messages that waited may not come in the order of their times
        glass.stop(now)
        row = Row(self.state.count + 1, self.wall, glass.spent, glass.played, fact)
        known = self.state.seq
        self.state.apply(row)
        self._effects.rows.append(row)
        if self.state.stopped_by not in self.state.chairs:
            self.pause_until = None
        if self.state.stage in (WRITING, BETWEEN) and not self.state.stopped_by:
            glass.start(now)
        if isinstance(fact, facts.ClockStarted):
            self._slow.look_at_once(now)
        told = self.state.stream[known:]
        for entry in told:
            self._effects.out += ((peer, entry) for peer in self.peers.values())
        self._effects.told += len(told)
        if isinstance(
            fact, facts.SheetsReread | facts.RolledBack | facts.PositionAmended | facts.GameEnded
        ):  # everybody must look at the new position
            self.ready.clear()
            self._presence_moved = True
        # No clock is sent for a fact that nobody is told of, nor because somebody began to write.
        self._clock_moved = self._clock_moved or (bool(told) and not isinstance(fact, facts.Wrote))

    def give_reason(self, peer: Peer, message: Ruling, at: float) -> None:
        """Record why the referee does what comes next."""
        if peer.role == REFEREE and (reason := clean(message.reason, LONGEST_CHAT)):
            self.emit(facts.Annotated(reason), at)

    def attach(self, peer: Peer, seat: Seat | None, role: str = "") -> None:
        super().attach(peer, seat, role)
        self._slow.somebody_came()

    def detach(self, peer: Peer, at: float, wall: float) -> None:
        """The connection has ended. The player keeps the seat."""
        if peer.number not in self.peers:
            return
        self.advance_to(at, wall)
        seat = peer.seat
        self.forget(peer)
        if seat:
            self.vacate(seat, at)
        self._stop_if_nobody(at)

    def vacate(self, seat: Seat, at: float) -> None:
        """The player of this seat has left. If all others are ready, the next phase opens."""
        self.away_since[seat] = at
        self.ready.discard(seat)
        self._stop_if_nobody(at)
        self.open_if_ready(at)
        self.reopen_if_agreed()

    def reopen_if_agreed(self) -> None:
        """If the game is over and every connected player wants to play again, open a table for that."""
        here = self.humans_here()
        if self.state.stage == OVER and here and self.ready.issuperset(here):
            self._effects.rematch = frozenset(here)

    def _stop_if_nobody(self, at: float) -> None:
        """Stop the hourglass if nobody is connected, so that a network failure costs nobody a round.

        Nobody need attend a slow table: it stops only if nobody has come for many phases.
        """
        if self._slow.goes_on_alone:
            return
        if self.state.stage in (WRITING, BETWEEN) and not self.state.stopped_by and not self._attended():
            self.emit(facts.ClockStopped(NOBODY), at)

    def open_if_ready(self, at: float) -> None:
        if self.state.stage != BETWEEN or self.state.stopped_by or not self.ready:
            return
        if self.ready.issuperset(self._waited_for()):
            self.open_phase(at)

    def _waited_for(self) -> list[Seat]:
        """The connected players who are still in the game; if there are none, all connected players."""
        here = self.humans_here()
        phase = self.state.game.phase(self.state.position)
        return [seat for seat in here if seat in phase.owing or seat in phase.waiting] or here

    def resume_clock(self, at: float) -> None:
        """Start an hourglass that stopped because players were missing, if they are back."""
        owing = self.state.phase.owing if self.state.phase else {}
        here = self.humans_here()
        missing = [seat for seat in owing if self.state.chairs[seat].human and seat not in here]
        if (self.state.stopped_by == NOBODY and self._attended()) or (
            self.state.stopped_by == RESTART and not missing
        ):
            self.emit(facts.ClockStopped(FIRST_KEY) if self._waits else facts.ClockStarted(SERVER), at)

    def notice_player(self, peer: Peer, message: ClientMessage, at: float) -> None:
        """Whatever the only person at the table does counts as the first key."""
        is_act = not (message.is_question or message.is_entrance or isinstance(message, Continue))
        if self.state.stopped_by == FIRST_KEY and peer.seat and is_act:
            self.emit(facts.ClockStarted(peer.seat), at)

    @property
    def _waits(self) -> bool:
        """Whether the hourglass waits for the first key. With several people at the table it never does."""
        people = sum(chair.human for chair in self.state.chairs.values())
        return self.state.opened.waits and people == 1 and self.state.glass.length is not None

    def begin(self, at: float) -> None:
        dice = self._dice("set-up")
        self.state.game.setup(self.state.options, dice)
        self.emit(facts.GameStarted(tuple(dice.rolled)), at)
        self.open_phase(at)

    def welcome_to_rematch(self, seat: Seat, at: float) -> None:
        """Who comes to a rematch has agreed to it already, so it begins when the last of them is here."""
        if self.state.stage == GATHERING and self.state.opened.number > 1:
            self.mark_ready(seat)
            self.begin_if_ready(at)

    def begin_if_ready(self, at: float) -> None:
        """Begin the game if every seat is taken and everybody is ready. Bots are always ready."""
        is_full = all(chair.taken for chair in self.state.chairs.values())
        people = [seat for seat, chair in self.state.chairs.items() if chair.human]
        is_ready = is_full and self.ready.issuperset(people)
        if self.state.stage == GATHERING and is_ready and not self.state.opened.tournament:
            self.begin(at)

    def open_phase(self, at: float) -> None:
        phase = self.state.game.phase(self.state.position)
        played = self.state.glass.played_at(at)
        last = is_last_round(self.state.game.limit(self.state.options), played, phase.seconds)
        self.ready.clear()
        self._slow.phase_opens(attended=self._attended())
        self.emit(facts.PhaseOpened(self.state.phase_no + 1, last), at)
        self.tell_usage()
        for seat in phase.owing:
            self.send_bot(seat)
        self._look(at, self.wall)
        is_asked = any(self.state.chairs[seat].human for seat in phase.owing)
        if is_asked and self._waits and not self.state.first_key_came and not self.state.stopped_by:
            self.emit(facts.ClockStopped(FIRST_KEY), at)
        self._stop_if_nobody(at)

    def send_bot(self, seat: Seat) -> None:
        is_bot = bool(self.state.chairs[seat].bot)
        if is_bot and self.state.owed_by(seat) and seat not in self.state.sealed:
            self._effects.jobs.append(self._bot_jobs.job(self.state, seat, self.view(seat)))

    def close_if_sealed(self, at: float) -> None:
        """P-TIME-1: the phase closes early if every player has sealed."""
        assert self.state.phase
        if self.state.sealed.issuperset(self.state.phase.owing):
            self.close(at)

    def close(self, at: float) -> None:
        """Close the phase. P-SHEET-6: what is on the sheets counts."""
        salts = {
            sheet: tokens.new_salt()
            for sheet in self.state.all_sheets()
            if sheet not in self.state.sheets.salts
        }
        self.emit(facts.PhaseClosed(self.state.phase_no, salts, self.state.sealed_openly()), at)
        if not self.state.held:
            self.read(at)

    def read(self, at: float, *, is_released: bool = False) -> None:
        """Read the sheets. After a reading that the referee held, there is always time for a ruling."""
        dice = self._phase_dice()
        self.state.rehearse(dice)
        self.emit(facts.SheetsRead(self.state.phase_no, tuple(dice.rolled)), at)
        self._end_if_decided(at)
        is_between = self.state.stage == BETWEEN and not is_released
        if is_between and self.state.game.phase(self.state.position).at_once:
            self.open_phase(at)
        self._stop_if_nobody(at)

    def read_again(self, sheets: dict[SheetKey, Lines], at: float) -> None:
        """A ruling of the referee: read the same phase with other sheets and the same dice."""
        dice = self._phase_dice()
        self.state.rehearse(dice, sheets)
        salts = {sheet: tokens.new_salt() for sheet in sheets}
        self.emit(facts.SheetsReread(self.state.phase_no, sheets, tuple(dice.rolled), salts), at)
        self._end_if_decided(at)

    def declare(self, seat: Seat, text: str, at: float) -> Note | None:
        """A seat says a word that takes effect at once. Returns why it cannot be said, or None."""
        dice = self._dice(f"word {self.state.count}")
        refused = self.state.rehearse_word(seat, text, dice)
        if refused:
            return refused
        kind = self.state.phase.key if self.state.phase else ""
        self.emit(facts.Declared(seat, text, tuple(dice.rolled)), at)
        self._end_if_decided(at)
        if self.state.stage == WRITING:
            self._go_on_after_word(kind, at)
        return None

    def _go_on_after_word(self, kind: str, at: float) -> None:
        """Continue the current phase, or open a new one if the word has led to a phase of another kind."""
        assert self.state.phase
        if self.state.phase.key != kind:
            self.open_phase(at)
            return
        self.tell_usage()
        for seat in self.state.phase.owing:
            self.send_bot(seat)
        self.close_if_sealed(at)

    def _phase_dice(self) -> Dice:
        return self._dice(f"phase {self.state.phase_no}")

    def _dice(self, purpose: str) -> Dice:
        """Dice that nobody can foresee without the secret of the table."""
        return Dice(tokens.derived_number(self.state.opened.seed, purpose))

    def _end_if_decided(self, at: float) -> None:
        outcome = self.state.game.outcome(self.state.position)
        if outcome:
            ended = facts.GameEnded(outcome.winners, outcome.reason, outcome.partial, drawn=outcome.drawn)
            self.end(ended, at)

    def end(self, ended: facts.GameEnded, at: float) -> None:
        """End the game, and tell what each seat has reached."""
        position = self.state.position
        figures = self.state.game.figures(position) if position is not None else {}
        self.emit(msgspec.structs.replace(ended, rounds=self.state.read_phase, figures=figures), at)

    def draft(self, seat: Seat, sheet: SheetKey, revision: int, lines: Lines, at: float) -> None:
        self.emit(facts.Drafted(seat, sheet, revision, lines), at)
        if lines and seat not in self.state.sheets.written:
            self.emit(facts.Wrote(seat), at)

    def bot_wrote(self, job: BotJob, sheets: dict[SheetKey, Lines], at: float, wall: float) -> None:
        """Take the sheets of a bot, unless the phase is another one or the seat has changed hands since."""
        self.advance_to(at, wall)
        seat = job.seat
        owed = self.state.owed_by(seat)
        if job.phase != self.state.phase_no or not owed or job.holder != self.state.chairs[seat].holder:
            return
        if seat in self.state.sealed:
            return
        for sheet in owed:
            lines = tuple(sheets.get(sheet, ()))
            self.draft(seat, sheet, self.state.draft(sheet).revision + 1, lines, at)
        self.emit(facts.SheetSealed(seat, {sheet: tokens.new_salt() for sheet in owed}), at)
        self.close_if_sealed(at)

    def take_up(self, at: float, wall: float) -> None:
        """The table was opened or loaded: finish what was interrupted, then wait for the players."""
        self.wall = wall
        self.away_since = {seat: at for seat, chair in self.state.chairs.items() if chair.human}
        if self.state.stage == CLOSED and not self.state.held:
            self.read(at)
        if self.state.stage == WRITING:
            self.close_if_sealed(at)
        waiting = self.state.has_players and self.state.stopped_by != REFEREE
        if self.state.options.is_slow:
            self._go_on_alone(at)
        elif self.state.stage in (WRITING, BETWEEN) and waiting:
            self.emit(facts.ClockStopped(RESTART), at)
        self._stop_if_nobody(at)
        if self.state.stage == WRITING and self.state.phase:
            for seat in self.state.phase.owing:
                self.send_bot(seat)

    def _go_on_alone(self, at: float) -> None:
        """A slow table goes on after a restart from where its hourglass stood, and waits for nobody."""
        if self.state.stage not in (WRITING, BETWEEN):
            return
        if not self.state.stopped_by:
            self.state.glass.start(at)
        elif self.state.stopped_by in (*self.state.chairs, RESTART):  # nobody knows when a pause would end
            self.emit(facts.ClockStarted(SERVER), at)
        self._look(at, self.wall)

    def return_to(self, state: TableState, now: float, connected: Connected | None = None) -> None:
        """The last facts could not be stored: go on from this state, which the log holds."""
        self.state = state
        self._effects = Effects()
        for peer in self.peers.values():
            peer.is_catching_up = False
        if connected:
            self.restore(connected)
        if state.stopped_by not in state.chairs:
            self.pause_until = None
        if state.stage in (WRITING, BETWEEN) and not state.stopped_by:
            state.glass.start(now)
        self._clock_moved = self._presence_moved = True

    def close_if_empty(self, at: float, wall: float) -> None:
        """End a table at which no player sits, to make room for others."""
        self.wall = wall
        if self.state.stage == GATHERING and not self.state.has_players and not self.peers:
            self.emit(facts.GameEnded((), "deserted"), at)

    def break_down(self, at: float, wall: float) -> None:
        """An error in the program ends this table. The reason `fault` tells the players so."""
        self.wall = wall
        if self.state.stage != OVER:
            self.emit(facts.GameEnded((), FAULT), at)


def _earliest(*dues: float | None) -> float | None:
    return min((due for due in dues if due is not None), default=None)
