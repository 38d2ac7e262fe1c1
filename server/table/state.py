"""The state of a table, computed from its facts. It holds all secrets; `knowledge` decides who is told."""

from collections.abc import Sequence
from typing import Any

import msgspec

from protocol import events
from protocol.chain import NO_HEAD, next_head
from protocol.events import TableEvent
from protocol.ids import Lines, Seat, SheetKey
from protocol.notes import Note
from protocol.seals import dice_hash, seal_hash
from protocol.vocabulary import BETWEEN, CLOSED, FIRST_KEY, GATHERING, OVER, REFEREE, WRITING
from server import tokens
from server.errors import TableError
from server.games import GAMES
from server.games.api import AnyGame, Phase, Resolution
from server.games.dice import Dice, LoadedDice, Roller
from server.table import facts
from server.table.chairs import Chair
from server.table.clock import Hourglass
from server.table.facts import AnyFact, Row
from server.table.hosting import Hosting
from server.table.phase_history import PhaseHistory
from server.table.sheets import Draft, PhaseSheets
from server.table.stream import WITH_VIEW, Entry, Step, phase_event, steps_of


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
        self.hosting = Hosting()
        self.sheets = PhaseSheets()
        self.glass = Hourglass()
        self.stopped_by = ""
        """What stopped it: a seat, "referee", "restart", "nobody", "night", "first-key"; empty: nothing."""
        self.first_key_came = False
        """The hourglass has waited for the first key of the only person who plays, and was started."""
        self.held = False
        self.outcome: events.GameEnded | None = None
        self.rematch = ""
        """The table at which the players of this one play again; empty if they do not."""
        self.stream: list[Entry] = []
        self.head = NO_HEAD
        """The head of the chain over the stream."""
        self._story: tuple[Step, ...] = ()
        """The story of the fact that is being applied."""
        self.count = 0
        self._rehearsed: Resolution | None = None
        self.history = PhaseHistory(self.game.state_type)
        self.read_phase = 0
        """The last phase whose sheets everybody has seen."""
        self.apply(row)

    def apply(self, row: Row) -> None:
        """Change the state by a fact that has just happened or that is read from the log."""
        self.count = row.n
        event = self._take(row.fact, row)
        self.hosting.take(row.fact, row.at, self.chairs)
        if event is not None:
            self._tell(row, event, story=self._story)
        self._story = ()

    def _tell(
        self,
        row: Row,
        event: TableEvent,
        private_to: frozenset[Seat] | None = None,
        *,
        story: tuple[Step, ...] = (),
    ) -> None:
        position = self.position if isinstance(event, WITH_VIEW) else None
        is_private = isinstance(event, events.SheetsRead) and event.private
        writers = self.sheets.writers if is_private else None
        entry = Entry(
            self.seq + 1,
            row.at,
            event,
            position=position,
            story=story,
            private_to=private_to,
            writers=writers,
        )
        self.stream.append(entry)
        self.head = next_head(self.head, row.at, event)

    def _writers(self) -> dict[SheetKey, int]:
        """Who has written each sheet: the holder who sealed it, or else the one who could still write."""
        owing = self.phase.owing if self.phase else {}
        return {
            sheet: self.sheets.sealed_by.get(seat, self.chairs[seat].holder)
            for seat, sheets in owing.items()
            for sheet in sheets
        }

    @property
    def seq(self) -> int:
        return len(self.stream)

    @property
    def has_players(self) -> bool:
        return any(chair.human for chair in self.chairs.values())

    @property
    def is_private(self) -> bool:
        """Whether the current or last phase is private."""
        return self.phase is not None and self.phase.private

    def owed_by(self, seat: Seat) -> tuple[SheetKey, ...]:
        """The sheets that this seat owes now."""
        if self.stage != WRITING or self.phase is None:
            return ()
        return self.phase.owing.get(seat, ())

    def sealed_openly(self) -> tuple[Seat, ...] | None:
        """The seats that have sealed; None in a private phase, which tells nobody who has."""
        return None if self.is_private else tuple(seat for seat in self.chairs if seat in self.sealed)

    def all_sheets(self) -> list[SheetKey]:
        return [sheet for sheets in (self.phase.owing.values() if self.phase else ()) for sheet in sheets]

    def draft(self, sheet: SheetKey) -> Draft:
        return self.sheets.draft(sheet)

    @property
    def sealed(self) -> set[Seat]:
        return self.sheets.sealed

    def is_sealed_by_another(self, seat: Seat) -> bool:
        """Whether a holder before the present one has sealed the sheets of this seat."""
        sealer = self.sheets.sealed_by.get(seat)
        return sealer is not None and sealer != self.chairs[seat].holder

    def phase_event(self) -> events.PhaseOpened | None:
        return phase_event(self.phase_no, self.phase, last=self.last) if self.phase else None

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
            case facts.Annotated() | facts.HostChosen() | facts.SeatRequested() | facts.ClosingAgreed():
                return fact
            case facts.GlassMarked():
                return None
            case facts.RematchOpened():
                self.rematch = fact.table
                return fact
            case facts.GameEnded():
                self.stage = OVER
                self.glass.turn(None)
                self.outcome = msgspec.structs.replace(fact, head=self.head)
                return self.outcome
            case (
                facts.Drafted()
                | facts.Wrote()
                | facts.SheetSealed()
                | facts.SheetUnsealed()
                | facts.SheetsDiscarded()
            ):
                return self._write(fact, row)
            case facts.PhaseOpened() | facts.PhaseClosed() | facts.SheetsRead():
                return self._advance(fact, row)
            case facts.Declared():
                return self._declare(fact)
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
            table=self.id,
        )

    def _seat(self, fact: facts.SeatTaken) -> TableEvent:
        self.chairs[fact.seat].take(fact, self.seq + 1)
        return events.SeatTaken(fact.seat, fact.name, fact.bot, fact.by, fact.character)

    def _start(self, fact: facts.GameStarted) -> TableEvent:
        self.position = self.game.setup(self.options, LoadedDice(fact.dice))
        return events.GameStarted(view=None, dice=self._dice_hash(0, fact.dice))

    def dice_salt(self, seq: int) -> str:
        """The salt of the hash of dice that the event of that number tells."""
        return tokens.derived(self.opened.seed, f"salt of event {seq}")

    def _dice_hash(self, phase: int, dice: Sequence[int]) -> str:
        """The hash of dice that the next event tells."""
        return dice_hash(phase, dice, self.dice_salt(self.seq + 1))

    def _write(self, fact: facts.WritingFact, row: Row) -> TableEvent | None:
        sheets = self.phase.owing.get(fact.seat, ()) if self.phase else ()
        match fact:
            case facts.Drafted():
                self.sheets.drafts[fact.sheet] = Draft(fact.revision, fact.lines)
                return None
            case facts.Wrote():
                self.sheets.written.add(fact.seat)
                return None if self.is_private else fact
            case facts.SheetSealed():
                self.sheets.seal(fact.seat, self.chairs[fact.seat].holder, fact.salts)
                if self.is_private:
                    return None
                self.chairs[fact.seat].use_time(row.spent)
                return events.SheetSealed(fact.seat, self.sheets.hashes(fact.salts))
            case facts.SheetUnsealed():
                self.sheets.unseal(fact.seat, sheets)
                self.chairs[fact.seat].use_time(0.0)
                return None if self.is_private else fact
            case facts.SheetsDiscarded():
                self.sheets.discard(fact.seat, sheets)
                return None

    def _advance(
        self, fact: facts.PhaseOpened | facts.PhaseClosed | facts.SheetsRead, row: Row
    ) -> TableEvent | None:
        match fact:
            case facts.PhaseOpened():
                self.history.open_phase(fact.phase, self.position)
                self.phase_no = fact.phase
                self.phase = self.game.phase(self.position)
                self.last = fact.last
                self.sheets = PhaseSheets(fact.phase)
                for chair in self.chairs.values():
                    chair.used_now = 0.0
                self.stage = WRITING
                self.stopped_by = ""
                self.glass.turn(self.phase.seconds)
                return self.phase_event()
            case facts.PhaseClosed():
                self.stage = CLOSED
                self.sheets.close(fact.salts, self._writers())
                self._add_time_used(row)
                self.glass.turn(None)
                self._forget_stop()
                hashes = self.sheets.hashes(self.all_sheets())
                return events.PhaseClosed(fact.phase, hashes, fact.sealed)
            case facts.SheetsRead():
                return self._read(fact)

    def _read(self, fact: facts.SheetsRead | facts.SheetsReread) -> TableEvent:
        self.read_phase = fact.phase
        sheets, salts, hashes = self.handed_in(), dict(self.sheets.salts), dict[SheetKey, str]()
        if isinstance(fact, facts.SheetsReread):
            sheets, salts = fact.sheets, fact.salts
            hashes = {key: seal_hash(fact.phase, key, sheets[key], salt) for key, salt in salts.items()}
        resolution = self._rehearsed or self._resolve(sheets, LoadedDice(fact.dice))
        assert self.phase
        self.history.remember(fact.phase, self.phase, sheets, self.sheets.writers)
        self._take_position(resolution.state)
        self._story = steps_of(resolution.story)
        return events.SheetsRead(
            fact.phase,
            sheets,
            salts,
            (),
            view=None,
            ruled=isinstance(fact, facts.SheetsReread),
            hashes=hashes,
            private=self.is_private,
            dice=self._dice_hash(fact.phase, fact.dice),
            head=self.head,
        )

    def _declare(self, fact: facts.Declared) -> TableEvent:
        """A word changes the position at once. In an open phase it can change who owes a sheet."""
        resolution = self._rehearsed or self._declared(fact.seat, fact.text, LoadedDice(fact.dice))
        self._rehearsed = None
        self.position = resolution.state
        self._story = steps_of(resolution.story)
        phase = self._reassign() if self.stage == WRITING else None
        dice = self._dice_hash(self.phase_no, fact.dice)
        return events.Declared(fact.seat, fact.text, (), view=None, phase=phase, dice=dice)

    def _declared(self, seat: Seat, text: str, dice: Roller) -> Resolution:
        resolution = self.game.declare(self.position, seat, text, dice)
        assert isinstance(resolution, Resolution), "only a word that the rules allow becomes a fact"
        return resolution

    def _reassign(self) -> events.PhaseOpened | None:
        """A sheet that somebody else owes now becomes empty: nobody gets the lines of another writer."""
        assert self.phase
        self.history.change(self.position)
        before, self.phase = self.phase, self.game.phase(self.position)
        if self.phase == before:
            return None
        for seat, sheets in before.owing.items():
            if self.phase.owing.get(seat) != sheets:
                self.sheets.discard(seat, sheets)
        return self.phase_event()

    def _take_position(self, state: Any) -> None:
        """Set a new position. Everybody may look at it before the next phase opens."""
        self._rehearsed = None
        self.position = state
        self.stage = BETWEEN
        self._forget_stop()
        self.outcome = None
        self.held = False
        self.glass.turn(self.options.interlude)

    def _forget_stop(self) -> None:
        """Forget what stopped the hourglass, unless it was the referee, who must start it again."""
        self.stopped_by = REFEREE if self.stopped_by == REFEREE else ""

    def _add_time_used(self, row: Row) -> None:
        """A player who has not sealed has used all the time of the phase."""
        for seat in self.phase.owing if self.phase and not self.is_private else ():
            if seat not in self.sealed:
                self.chairs[seat].use_time(row.spent)

    def _rule(self, fact: facts.SheetsReread | facts.RolledBack | facts.PositionAmended) -> TableEvent:
        match fact:
            case facts.SheetsReread():
                return self._read(fact)
            case facts.RolledBack():
                self._take_position(self.history.go_back(fact.phase))
                return events.RolledBack(fact.phase, view=None)
            case facts.PositionAmended():
                self._take_position(self.game.amend(self.position, fact.lines))
                return self._amended(fact)

    def _amended(self, fact: facts.PositionAmended) -> TableEvent:
        """In a game with secrets only a hash of the lines is told, so that they cannot be changed later."""
        if not self.game.has_secrets:
            return events.PositionAmended(fact.lines, view=None)
        hashed = seal_hash(self.phase_no, "", fact.lines, fact.salt)
        return events.PositionAmended(fact.lines, view=None, hidden=True, hash=hashed)

    def chair(self, seat: Seat) -> Chair:
        if seat not in self.chairs:
            raise TableError("no-such-seat", seat=seat, seats=", ".join(self.chairs))
        return self.chairs[seat]

    def handed_in(self) -> dict[SheetKey, Lines]:
        return self.sheets.lines(self.all_sheets())

    def position_to_read(self) -> Any:
        """The position in which the sheets of the current or last phase are read."""
        return self.history.to_read()

    def opened_phases(self) -> range:
        return range(1, self.phase_no + 1)

    def rehearse(self, dice: Dice, sheets: dict[SheetKey, Lines] | None = None) -> None:
        """Compute the outcome before there is a fact, because the fact must hold the dice."""
        self._rehearsed = self._resolve(self.handed_in() if sheets is None else sheets, dice)

    def rehearse_word(self, seat: Seat, text: str, dice: Roller) -> Note | None:
        """Compute what a word leads to, in the same way; or return why it cannot be said."""
        found = self.game.declare(self.position, seat, text, dice)
        if isinstance(found, Note):
            return found
        self._rehearsed = found
        return None

    def _resolve(self, sheets: dict[SheetKey, Lines], dice: Roller) -> Resolution:
        return self.game.resolve(self.position_to_read(), sheets, dice, last=self.last)

    def _turn_glass(self, fact: facts.GlassFact) -> TableEvent:
        match fact:
            case facts.PauseBegun():
                self.chairs[fact.seat].pause_left = False
                self.stopped_by = fact.seat
            case facts.ClockStopped():
                self.stopped_by = fact.why
            case facts.ClockStarted():
                self.first_key_came = self.first_key_came or self.stopped_by == FIRST_KEY
                self.stopped_by = ""
            case facts.TimeGranted():
                self.glass.grant(fact.seconds)
            case facts.ReadingHeld() | facts.ReadingReleased():
                self.held = isinstance(fact, facts.ReadingHeld)
        return fact
