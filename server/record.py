"""Makes the record of a game from its facts, with what the asker may know."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from protocol import events
from protocol.ids import Lines
from protocol.record import FORMAT, Record, Round
from protocol.vocabulary import WATCHER
from server.games import GAMES
from server.slices import Work, at_once
from server.table import facts, knowledge
from server.table.facts import Row
from server.table.folding import folding
from server.table.knowledge import Role
from server.table.state import TableState
from server.table.stream import WITH_VIEW, Entry


def exporting(table: str, rows: Sequence[Row], role: Role = WATCHER) -> Work[Record]:
    """Make a record of what this role may know of the game. If it is over or has no secrets, that is all.

    No record holds the drafts of a phase that is still open.
    """
    state = TableState(table, rows[0])
    now = (yield from folding(table, list(rows))) if state.game.has_secrets else state
    is_whole = knowledge.is_open(now)
    exported = _Export(state, now, WATCHER if is_whole else role, is_whole)  # a whole record is one for all
    for row in rows[1:]:
        exported.take(row)
        yield
    log = []
    for line in _log(state):
        log.append(line)
        yield
    return exported.record(tuple(log))


def export(table: str, rows: Sequence[Row], role: Role = WATCHER) -> Record:
    """The record, made without a pause. A server makes it in slices instead."""
    return at_once(exporting(table, rows, role))


class _Export:
    """Builds a record from the facts of a game, one after the other."""

    def __init__(self, state: TableState, now: TableState, role: Role, is_whole: bool) -> None:
        self._state = state
        self._now = now
        """The table as it is now: who holds a seat now decides what is known, not who held it then."""
        self._role = role
        self._is_whole = is_whole
        self._rounds: list[Round] = []
        self._start: dict[str, Any] = {}

    def take(self, row: Row) -> None:
        state = self._state
        state.apply(row)
        match row.fact:
            case facts.GameStarted():
                self._start = {"start_view": self._view(), **self._secret_start(row.fact)}
            case facts.SheetsRead() | facts.SheetsReread():
                self._rounds.append(self._round(row.fact))
            case facts.Declared():
                self._rounds.append(self._word(row.fact))
            case facts.RolledBack():
                self._rounds.append(self._ruling(phase=row.fact.phase, kind="rolled_back"))
            case facts.PositionAmended():
                self._rounds.append(self._amendment(row.fact))

    def record(self, log: tuple[tuple[float, Any], ...]) -> Record:
        state = self._state
        return Record(
            format=FORMAT,
            table=state.id,
            name=state.opened.name,
            game=state.opened.game,
            rules_version=state.opened.rules_version,
            options=state.opened.options,
            tournament=state.opened.tournament,
            seats={seat: chair.name for seat, chair in state.chairs.items()},
            rounds=tuple(self._rounds),
            log=log,
            head=state.head,
            whole=self._is_whole,
            outcome=msgspec.to_builtins(state.outcome),
            **self._start,
        )

    def _view(self) -> Any:
        state = self._state
        return msgspec.to_builtins(knowledge.view(state.game, state.position, self._role))

    def _position(self) -> Any:
        return msgspec.to_builtins(self._state.position) if self._is_whole else None

    def _secret_start(self, fact: facts.GameStarted) -> dict[str, Any]:
        if not self._is_whole:
            return {}
        return {
            "setup_dice": fact.dice,
            "setup_salt": self._dice_salt(self._state.seq),
            "start": self._position(),
        }

    def _amendment(self, fact: facts.PositionAmended) -> Round:
        told = knowledge.told(self._now, self._state.stream[-1], self._role)
        assert isinstance(told, events.PositionAmended)
        ruling = self._ruling(phase=self._state.phase_no, kind="amended", lines=told.lines)
        if not (told.hidden and self._is_whole):
            return ruling
        return msgspec.structs.replace(ruling, lines=fact.lines, salts={"": fact.salt})

    def _ruling(self, *, phase: int, kind: str, lines: Lines = ()) -> Round:
        return Round(phase=phase, kind=kind, lines=lines, position=self._position(), view=self._view())

    def _round(self, fact: facts.SheetsRead | facts.SheetsReread) -> Round:
        state = self._state
        read = knowledge.told(self._now, state.stream[-1], self._role)
        assert isinstance(read, events.SheetsRead)
        known = Round(
            phase=state.phase_no,
            kind="reread" if read.ruled else "read",
            key=state.phase.key if state.phase else "",
            last=state.last,
            sheets=read.sheets,
            hashes=read.hashes if read.ruled else _closing_hashes(state.stream),
            salts=read.salts,
            story=read.story,
            view=self._view(),
        )
        return self._with_secrets(known, state.stream[-1], fact.dice) if self._is_whole else known

    def _word(self, fact: facts.Declared) -> Round:
        entry = self._state.stream[-1]
        said = knowledge.told(self._now, entry, self._role)
        assert isinstance(said, events.Declared)
        return Round(
            phase=self._state.phase_no,
            kind="declared",
            seat=fact.seat,
            lines=(fact.text,),
            dice=fact.dice if self._is_whole else (),
            dice_salt=self._dice_salt(entry.seq),
            story=tuple(step.event for step in entry.story) if self._is_whole else said.story,
            position=self._position(),
            view=self._view(),
        )

    def _dice_salt(self, seq: int) -> str:
        return self._state.dice_salt(seq) if self._is_whole else ""

    def _with_secrets(self, known: Round, entry: Entry, dice: tuple[int, ...]) -> Round:
        """The round with what nobody may know before the end: all sheets, the dice, the whole position."""
        state, read = self._state, entry.event
        assert isinstance(read, events.SheetsRead)
        before = state.position_to_read()
        return msgspec.structs.replace(
            known,
            sheets=read.sheets,
            salts=read.salts,
            dice=dice,
            dice_salt=state.dice_salt(entry.seq),
            scenario=state.game.write_scenario(before, read.sheets, last=state.last),
            story=tuple(step.event for step in entry.story),
            position=self._position(),
        )


def _closing_hashes(stream: Sequence[Entry]) -> dict[str, str]:
    """The hashes that were published when the last phase closed."""
    for entry in reversed(stream):
        if isinstance(event := entry.event, events.PhaseClosed):
            return event.hashes
    return {}


def _log(state: TableState) -> Iterator[tuple[float, Any]]:
    """The stream as a watcher received it, so that all records have the same log. Rounds hold the stories."""
    for entry in state.stream:
        event = knowledge.told(state, entry, WATCHER)
        if isinstance(event, events.SheetsRead | events.Declared):
            event = msgspec.structs.replace(event, story=())
        if isinstance(event, WITH_VIEW):
            event = msgspec.structs.replace(event, view=None)
        yield entry.at, msgspec.to_builtins(event)


class BadRecord(ValueError):
    """A file is no record that this program can read. The text says why."""


def read_record(text: bytes) -> Record:
    try:
        record = msgspec.json.decode(text, type=Record)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise BadRecord(f"this is not a record of a game: {error}") from None
    if record.format != FORMAT:
        raise BadRecord(f"this record has the format {record.format[:20]!r}; this program reads {FORMAT!r}")
    if record.game not in GAMES:
        raise BadRecord(f"the game {record.game[:20]!r} is not known to this program")
    return record


def writing_record(record: Record) -> Work[bytes]:
    """Write a record as JSON, one round or event after the other, because it may have some megabytes."""
    short = msgspec.to_builtins(msgspec.structs.replace(record, rounds=(), log=()))
    fields = []
    for name in record.__struct_fields__:
        items = getattr(record, name) if name in ("rounds", "log") else ()
        if items:
            parts = []
            for item in items:
                parts.append(_formatted(item, 2))
                yield
            fields.append((name, b"[\n  " + b",\n  ".join(parts) + b"\n ]"))
        elif name in short:
            fields.append((name, _formatted(short[name], 1)))
    return b"{\n " + b",\n ".join(b'"%s": %s' % (name.encode(), text) for name, text in fields) + b"\n}\n"


def _formatted(value: Any, depth: int) -> bytes:
    """The value as JSON on several lines, as it stands so deep in a record."""
    text = msgspec.json.format(msgspec.json.encode(value), indent=1)
    return text.replace(b"\n", b"\n" + b" " * depth)  # a line never ends within a string of JSON


def write_record(record: Record) -> bytes:
    return at_once(writing_record(record))
