"""A game as a record anyone can keep: exported from the log, re-resolved and checked by `verify`."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from protocol import events
from protocol.events import TableEvent
from protocol.ids import Lines, Seat, SheetKey
from protocol.seals import seal_hash
from server.games import GAMES
from server.games.api import AnyGame
from server.games.dice import LoadedDice
from server.table import facts
from server.table.facts import Row
from server.table.state import WITH_VIEW, TableState

FORMAT = "qg-record-1"
NO_STORY: tuple[Any, ...] = ()


class Round(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A phase that was read, or a referee's ruling on one."""

    phase: int
    kind: str = "read"
    """read, reread (a ruling: with these sheets), rolled_back (to that phase) or amended (by `lines`)."""
    key: str = ""
    last: bool = False
    sheets: dict[SheetKey, Lines] = {}
    hashes: dict[SheetKey, str] = {}
    """As they were published: when a sheet was sealed, or when the phase closed."""
    salts: dict[SheetKey, str] = {}
    dice: tuple[int, ...] = ()
    scenario: dict[str, Any] | None = None
    """The round as `qg-server resolve` takes it."""
    story: tuple[Any, ...] = ()
    lines: Lines = ()
    position: Any
    """The position behind the round, whole."""
    view: Any = None
    """The same as a watcher sees it: what a replay shows."""


class Record(Struct, frozen=True, kw_only=True):
    format: str
    table: str
    name: str
    game: str
    rules_version: int
    options: dict[str, Any]
    tournament: bool
    seats: dict[Seat, str]
    setup_dice: tuple[int, ...]
    start: Any
    start_view: Any
    rounds: tuple[Round, ...]
    log: tuple[tuple[float, Any], ...]
    """All that was said to everybody, with the time: [seconds since 1970, event]."""
    outcome: Any = None


def export(table: str, rows: Sequence[Row]) -> Record:
    """What everybody may know of the game: no draft of a phase that is still open."""
    state = TableState(table, rows[0])
    rounds: list[Round] = []
    setup: tuple[int, ...] = ()
    start: Any = None
    start_view: Any = None
    for row in rows[1:]:
        state.apply(row)
        match row.fact:
            case facts.GameStarted():
                setup, start = row.fact.dice, msgspec.to_builtins(state.position)
                start_view = _view(state)
            case facts.SheetsRead() | facts.SheetsReread():
                rounds.append(_round(state, row.fact))
            case facts.RolledBack():
                rounds.append(_ruling(state, phase=row.fact.phase, kind="rolled_back"))
            case facts.PositionAmended():
                rounds.append(_ruling(state, phase=state.phase_no, kind="amended", lines=row.fact.lines))
    return Record(
        format=FORMAT,
        table=table,
        name=state.opened.name,
        game=state.opened.game,
        rules_version=state.opened.rules_version,
        options=state.opened.options,
        tournament=state.opened.tournament,
        seats={seat: chair.name for seat, chair in state.chairs.items()},
        setup_dice=setup,
        start=start,
        start_view=start_view,
        rounds=tuple(rounds),
        log=tuple(_log(state)),
        outcome=msgspec.to_builtins(state.outcome),
    )


def _view(state: TableState) -> Any:
    return msgspec.to_builtins(state.game.view(state.position, None))


def _ruling(state: TableState, *, phase: int, kind: str, lines: Lines = ()) -> Round:
    position = msgspec.to_builtins(state.position)
    return Round(phase=phase, kind=kind, lines=lines, position=position, view=_view(state))


def _round(state: TableState, fact: facts.SheetsRead | facts.SheetsReread) -> Round:
    read = state.stream[-1].event
    closed = next((e.event for e in reversed(state.stream) if isinstance(e.event, events.PhaseClosed)), None)
    assert isinstance(read, events.SheetsRead)
    assert isinstance(closed, events.PhaseClosed)
    assert state.phase
    before = state.position_before(state.phase_no)
    return Round(
        phase=state.phase_no,
        kind="reread" if read.ruled else "read",
        key=state.phase.key,
        last=state.last,
        sheets=read.sheets,
        hashes={} if read.ruled else closed.hashes,
        salts={} if read.ruled else read.salts,
        dice=fact.dice,
        scenario=state.game.write_scenario(before, read.sheets, last=state.last),
        story=read.story,
        position=msgspec.to_builtins(state.position),
        view=_view(state),
    )


def _log(state: TableState) -> Iterator[tuple[float, Any]]:
    for entry in state.stream:
        # Private talk stays private; stories and positions stand in the rounds already.
        event = state.told(entry, None)
        if isinstance(event, events.SheetsRead):
            event = msgspec.structs.replace(event, story=())
        if isinstance(event, WITH_VIEW):
            event = msgspec.structs.replace(event, view=None)
        yield entry.at, msgspec.to_builtins(event)


class BadRecord(ValueError):
    """This is no record, or one that does not hold; the text says where."""


def read_record(text: bytes) -> Record:
    try:
        record = msgspec.json.decode(text, type=Record)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise BadRecord(f"this is no record of a game: {error}") from None
    if record.format != FORMAT:
        raise BadRecord(f"this is a record of the form {record.format[:20]!r}; this program reads {FORMAT!r}")
    if record.game not in GAMES:
        raise BadRecord(f"the game {record.game[:20]!r} is not on this shelf")
    return record


def write_record(record: Record) -> bytes:
    return msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n"


def verify(record: Record) -> list[str]:
    """What does not hold: seals and sheets against the log, positions and stories against the rules."""
    game = GAMES[record.game]
    found: list[str] = []
    if record.rules_version != game.rules_version:
        found.append(f"rules version {record.rules_version}, this program has {game.rules_version}")
    try:
        told = [msgspec.convert(event, TableEvent) for _, event in record.log]
        position = _start(game, record)
    except (ValueError, TypeError, msgspec.ValidationError) as error:
        return [*found, f"the log or the start: {error}"]
    found += _opening(record, told, position)
    if position is None and record.rounds:
        return [*found, "there are rounds, and no start"]
    found += _office(record, told)
    found += _chapters(record, _history(told))
    before: dict[int, Any] = {}
    for number, played in enumerate(record.rounds, start=1):
        if played.kind == "read":
            before[played.phase] = position
        start = before.get(played.phase, position) if played.kind in ("reread", "rolled_back") else position
        position, faults = _replay(game, start, played)
        found += (f"round {number}: {fault}" for fault in faults)
    return [*found, *_end(game, record, told, position)]


def _start(game: AnyGame, record: Record) -> Any:
    options = msgspec.convert(record.options, game.options_type)
    game.seating(options)
    if record.start is None:
        return None
    dice = _SpentDice(record.setup_dice)
    position = game.setup(options, dice)
    dice.check_spent()
    return position


def _opening(record: Record, told: Sequence[TableEvent], position: Any) -> Iterator[str]:
    first = told[0] if told else None
    names: dict[Seat, str] = {}
    for event in told:
        if isinstance(event, events.TableOpened):
            names = dict.fromkeys(event.seats, "")
        elif isinstance(event, events.SeatTaken):
            names[event.seat] = event.name
        elif isinstance(event, events.SeatLeft):
            names[event.seat] = ""
    if not isinstance(first, events.TableOpened):
        yield "the log: it does not begin with the opening of a table"
    elif (first.game, first.name, first.options) != (record.game, record.name, record.options):
        yield "the log: it is of another table"
    if names != record.seats:
        yield "the seats: they are not those who sat down"
    started = any(isinstance(event, events.GameStarted) for event in told)
    if started != (record.start is not None):
        yield "the start: the log and the record do not agree whether there was one"
    if record.start is not None and _plain(position) != _plain(record.start):
        yield "the start: the position is not what the options and dice give"
    view = GAMES[record.game].view(position, None) if position is not None else None
    if _plain(view) != _plain(record.start_view):
        yield "the start: the view is not what the rules give"


def _office(record: Record, told: Sequence[TableEvent]) -> Iterator[str]:
    """Only a tournament has a referee who can rule, hold, grant and end."""
    if record.tournament:
        return
    acts = (events.RolledBack, events.PositionAmended, events.ReadingHeld, events.TimeGranted)
    ruled = any(played.kind != "read" for played in record.rounds)
    if ruled or any(isinstance(event, acts) for event in told):
        yield "the log: a referee acts at a table that has none"
    if any(isinstance(event, events.GameEnded) and event.reason == "referee" for event in told):
        yield "the outcome: a referee ends a game that has none"


class _Chapter(Struct):
    """A reading or a ruling as the log tells it: what a round of the record must agree with."""

    phase: int
    kind: str
    key: str = ""
    last: bool = False
    sheets: dict[SheetKey, Lines] = {}
    salts: dict[SheetKey, str] = {}
    hashes: dict[SheetKey, str] = {}
    sealed: dict[SheetKey, str] = {}
    """Of the sheets that were under seal when the phase closed: the hash told at the sealing."""
    lines: Lines = ()


def _history(told: Sequence[TableEvent]) -> list[_Chapter]:
    chapters: list[_Chapter] = []
    phase = events.PhaseOpened(0, "", {})
    hashes: dict[SheetKey, str] = {}
    sealed: dict[SheetKey, str] = {}
    for event in told:
        match event:
            case events.PhaseOpened():
                phase, hashes, sealed = event, {}, {}
            case events.SheetSealed():
                sealed.update(event.hashes)
            case events.SheetUnsealed():
                for sheet in phase.owing.get(event.seat, ()):
                    sealed.pop(sheet, None)
            case events.PhaseClosed():
                hashes = event.hashes
            case events.SheetsRead():
                read = _Chapter(event.phase, "reread", phase.key, phase.last, event.sheets)
                if not event.ruled:
                    read.kind, read.salts, read.hashes, read.sealed = "read", event.salts, hashes, sealed
                chapters.append(read)
            case events.RolledBack():
                chapters.append(_Chapter(event.phase, "rolled_back"))
            case events.PositionAmended():
                chapters.append(_Chapter(phase.phase, "amended", lines=event.lines))
    return chapters


def _chapters(record: Record, history: Sequence[_Chapter]) -> Iterator[str]:
    if len(history) != len(record.rounds):
        yield f"the log tells of {len(history)} readings and rulings, the record has {len(record.rounds)}"
    for number, (told, played) in enumerate(zip(history, record.rounds, strict=False), start=1):
        if (told.kind, told.phase) != (played.kind, played.phase):
            yield f"round {number}: the log tells of another here ({told.kind}, phase {told.phase})"
            continue
        for name in ("key", "last", "sheets", "salts", "hashes", "lines"):
            if getattr(told, name) != getattr(played, name):
                yield f"round {number}: {name} not as in the log"
        if played.kind == "read":
            yield from (f"round {number}: {fault}" for fault in _seals(told, played))


def _seals(told: _Chapter, played: Round) -> Iterator[str]:
    if not played.sheets.keys() == played.salts.keys() == played.hashes.keys():
        yield "sheets, salts and hashes are not of the same armies"
    for sheet, lines in played.sheets.items():
        given = seal_hash(played.phase, sheet, lines, played.salts.get(sheet, ""))
        if given != played.hashes.get(sheet):
            yield f"the sheet of {sheet} is not the one that was sealed"
        if given != told.sealed.get(sheet, given):
            yield f"the hash of {sheet} is not the one that was published when it was sealed"


class _SpentDice(LoadedDice):
    """Dice of a record, none of which may be left over."""

    def __init__(self, rolled: Sequence[int]) -> None:
        super().__init__(rolled)
        self._unspent = len(rolled)

    def roll(self, faces: int) -> int:
        self._unspent -= 1
        return super().roll(faces)

    def check_spent(self) -> None:
        if self._unspent > 0:
            raise ValueError(f"the record of dice does not fit: {self._unspent} were never rolled")


def _replay(game: AnyGame, before: Any, played: Round) -> tuple[Any, list[str]]:
    """The position the rules give for this round or ruling, and what of the record differs from it."""
    dice = _SpentDice(played.dice)
    scenario = None
    try:
        if played.kind == "rolled_back":
            after, story = before, NO_STORY
        elif played.kind == "amended":
            after, story = game.amend(before, played.lines), NO_STORY
        else:
            scenario = game.write_scenario(before, played.sheets, last=played.last)
            resolution = game.resolve(before, played.sheets, dice, last=played.last)
            after, story = resolution.state, resolution.story
        dice.check_spent()
    except ValueError as error:
        return _recorded(game, played, before), [str(error)]
    given = {"position": (after, played.position), "story": (story, played.story)}
    given["scenario"] = (scenario, played.scenario)
    given["view"] = (game.view(after, None), played.view)
    found = [
        f"the {name} is not what the rules give"
        for name, (ours, theirs) in given.items()
        if _plain(ours) != _plain(theirs)
    ]
    return after, found


def _end(game: AnyGame, record: Record, told: Sequence[TableEvent], position: Any) -> Iterator[str]:
    """A ruling takes the end of a game back; the last that stands is the outcome."""
    ended: events.GameEnded | None = None
    for event in told:
        if isinstance(event, events.GameEnded):
            ended = event
        elif isinstance(event, WITH_VIEW):
            ended = None
    if _plain(record.outcome) != _plain(ended):
        yield "the outcome: it is not the one that was told"
    by_rules = game.outcome(position) if position is not None else None
    if ended and ended.reason not in ("referee", "fault"):
        winners = (ended.winners, ended.reason, ended.partial)
        if by_rules is None or winners != (by_rules.winners, by_rules.reason, by_rules.partial):
            yield "the outcome: it is not what the rules give"
    elif by_rules and not ended:
        yield "the outcome: by the rules the game is over"


def _plain(value: Any) -> Any:
    """As JSON knows it, whether it comes from a file or from the rules."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _recorded(game: AnyGame, played: Round, before: Any) -> Any:
    try:
        return msgspec.convert(played.position, game.state_type)
    except msgspec.ValidationError:
        return before
