"""A game as a record anyone can keep: exported from the log, re-resolved and checked by `verify`."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from protocol import events
from protocol.ids import Lines, Seat, SheetKey
from protocol.seals import seal_hash
from server import facts
from server.facts import Row
from server.games import GAMES
from server.games.api import AnyGame
from server.games.dice import LoadedDice
from server.tabletop import WITH_VIEW, Tabletop

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
    """The state behind the round, whole."""


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
    rounds: tuple[Round, ...]
    log: tuple[Any, ...]
    """All that was said to everybody, with the time: [seconds since 1970, event]."""
    outcome: Any = None


def export(table: str, rows: Sequence[Row]) -> Record:
    """What everybody may know of the game: no draft of a phase that is still open."""
    top = Tabletop(table, rows[0])
    rounds: list[Round] = []
    setup: tuple[int, ...] = ()
    start: Any = None
    for row in rows[1:]:
        top.apply(row)
        match row.fact:
            case facts.Started():
                setup, start = row.fact.dice, msgspec.to_builtins(top.state)
            case facts.Read() | facts.Reread():
                rounds.append(_round(top, row.fact))
            case facts.RolledBack():
                position = msgspec.to_builtins(top.state)
                rounds.append(Round(phase=row.fact.phase, kind="rolled_back", position=position))
            case facts.Amended():
                position = msgspec.to_builtins(top.state)
                ruling = Round(phase=top.phase_no, kind="amended", lines=row.fact.lines, position=position)
                rounds.append(ruling)
    return Record(
        format=FORMAT,
        table=table,
        name=top.opened.name,
        game=top.opened.game,
        rules_version=top.opened.rules_version,
        options=top.opened.options,
        tournament=top.opened.tournament,
        seats={seat: chair.name for seat, chair in top.chairs.items()},
        setup_dice=setup,
        start=start,
        rounds=tuple(rounds),
        log=tuple(_log(top)),
        outcome=msgspec.to_builtins(top.outcome),
    )


def _round(top: Tabletop, fact: facts.Read | facts.Reread) -> Round:
    read = top.stream[-1].event
    closed = next(e.event for e in reversed(top.stream) if isinstance(e.event, events.PhaseClosed))
    assert isinstance(read, events.SheetsRead)
    assert isinstance(closed, events.PhaseClosed)
    assert top.phase
    before = top.position_before(top.phase_no)
    return Round(
        phase=top.phase_no,
        kind="reread" if read.ruled else "read",
        key=top.phase.key,
        last=top.last,
        sheets=read.sheets,
        hashes={} if read.ruled else closed.hashes,
        salts={} if read.ruled else read.salts,
        dice=fact.dice,
        scenario=top.game.write_scenario(before, read.sheets, last=top.last),
        story=read.story,
        position=msgspec.to_builtins(top.state),
    )


def _log(top: Tabletop) -> Iterator[tuple[float, Any]]:
    for entry in top.stream:
        # Private talk stays private; stories and positions stand in the rounds already.
        event = top.told(entry, None)
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
    """What does not hold in it: hashes against sheets, positions and stories against the rules."""
    game = GAMES[record.game]
    found: list[str] = []
    if record.rules_version != game.rules_version:
        found.append(f"rules version {record.rules_version}, this program has {game.rules_version}")
    try:
        options = msgspec.convert(record.options, game.options_type)
        state = game.setup(options, LoadedDice(record.setup_dice)) if record.start is not None else None
    except (ValueError, msgspec.ValidationError) as error:
        return [*found, f"the start: {error}"]
    if record.start is not None and _plain(state) != _plain(record.start):
        found.append("the start: the position is not what the options and dice give")
    before: dict[int, Any] = {}
    for number, played in enumerate(record.rounds, start=1):
        if played.kind == "read":
            before[played.phase] = state
            found += _seals(record, played, number)
        start = before.get(played.phase, state) if played.kind in ("reread", "rolled_back") else state
        state, faults = _replay(game, start, played, number)
        found += faults
    return found


def _seals(record: Record, played: Round, number: int) -> Iterator[str]:
    published = _published(record, played.phase)
    for sheet, lines in played.sheets.items():
        given = seal_hash(played.phase, sheet, lines, played.salts.get(sheet, ""))
        if given != played.hashes.get(sheet):
            yield f"round {number}: the sheet of {sheet} is not the one that was sealed"
        if published.get(sheet, given) != given:
            yield f"round {number}: the hash of {sheet} is not the one that was published"


def _published(record: Record, phase: int) -> dict[SheetKey, str]:
    """The last hash told for each sheet of that phase, when it was sealed or when the phase closed."""
    told: dict[SheetKey, str] = {}
    current = 0
    for _, event in record.log:
        if event["type"] == "phase_opened":
            current = event["phase"]
        if event["type"] in ("sheet_sealed", "phase_closed") and current == phase:
            told.update(event["hashes"])
    return told


def _replay(game: AnyGame, before: Any, played: Round, number: int) -> tuple[Any, list[str]]:
    """The state the rules give for this round or ruling, and what of the record differs from it."""
    try:
        if played.kind == "rolled_back":
            after, story = before, NO_STORY
        elif played.kind == "amended":
            after, story = game.amend(before, played.lines), NO_STORY
        else:
            resolution = game.resolve(before, played.sheets, LoadedDice(played.dice), last=played.last)
            after, story = resolution.state, resolution.story
    except ValueError as error:
        return _recorded(game, played, before), [f"round {number}: {error}"]
    found: list[str] = []
    if _plain(after) != _plain(played.position):
        found.append(f"round {number}: the position is not what the rules give")
    if _plain(story) != _plain(played.story):
        found.append(f"round {number}: the story is not what the rules give")
    return after, found


def _plain(value: Any) -> Any:
    """As JSON knows it, whether it comes from a file or from the rules."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _recorded(game: AnyGame, played: Round, before: Any) -> Any:
    try:
        return msgspec.convert(played.position, game.state_type)
    except msgspec.ValidationError:
        return before
