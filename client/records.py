"""A game in a file: written from what a client saw, read from that or from the server's own export."""

from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from client.errors import ClientError
from client.logbook import note_of
from client.state import OVER, WATCHER, ClientState, LogLine, RoundTold
from client.words import say
from protocol.events import GameEnded, PhaseClosed, SheetsRead, TableEvent
from protocol.ids import Lines, Seat, SheetKey
from protocol.messages import SeatLine
from protocol.seals import seal_hash
from protocol.views import read_story, read_view
from protocol.views.power import ARMIES

OURS, SERVERS = "qg-replay-1", "qg-record-1"


class _Round(Struct, frozen=True, kw_only=True):
    phase: int
    position: Any
    """Behind the round: in our own files a view, in the server's the whole state."""
    kind: str = "read"
    """read or reread; in the server's files rolled_back and amended too, which are no rounds."""
    sheets: dict[SheetKey, Lines] = {}
    salts: dict[SheetKey, str] = {}
    hashes: dict[SheetKey, str] = {}
    story: tuple[Any, ...] = ()
    before: Any = None
    """In our own files: the view the round began with."""


class _Record(Struct, frozen=True):
    format: str
    table: str
    name: str
    game: str
    options: dict[str, Any]
    tournament: bool
    seats: dict[Seat, str]
    start: Any
    rounds: tuple[_Round, ...]
    log: tuple[tuple[float, Any], ...] = ()
    outcome: Any = None


def write_record(path: Path, state: ClientState) -> None:
    """All that was read before our eyes."""
    rounds = tuple(
        _Round(
            phase=told.phase,
            kind="reread" if told.ruled else "read",
            sheets=told.sheets,
            salts=told.salts,
            hashes=told.hashes,
            story=tuple(msgspec.to_builtins(event) for event in told.story),
            position=msgspec.to_builtins(told.after),
            before=msgspec.to_builtins(told.before),
        )
        for told in state.rounds
    )
    record = _Record(
        format=OURS,
        table=state.table,
        name=state.table_name,
        game=state.game,
        options=state.options,
        tournament=state.tournament,
        seats={line.seat: line.name for line in state.seats},
        start=msgspec.to_builtins(state.rounds[0].before if state.rounds else state.view),
        rounds=rounds,
        outcome=msgspec.to_builtins(state.outcome),
    )
    path.write_bytes(msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n")


def read_file(target: str, language: str = "en") -> bytes | None:
    """The file of that name; None if it may be a table's name instead."""
    file = Path(target).expanduser()
    if not file.is_file():
        if file.suffix or "/" in target:
            raise ClientError(say(language, "error.no-file", file=target))
        return None
    try:
        return file.read_bytes()
    except OSError as error:
        raise ClientError(
            say(language, "error.cannot-read", file=target, reason=str(error.strerror))
        ) from None


def read_record(content: bytes, where: str, language: str = "en") -> ClientState:
    """The game as one who watched it to its end would know it."""
    try:
        record = msgspec.json.decode(content, type=_Record)
        if record.format not in (OURS, SERVERS):
            raise ClientError(say(language, "error.not-a-record", file=where))
        return _watched(record)
    except (msgspec.DecodeError, msgspec.ValidationError):
        raise ClientError(say(language, "error.not-a-record", file=where)) from None


def _watched(record: _Record) -> ClientState:
    view = _view(record, record.start)
    rounds: list[RoundTold] = []
    for played in record.rounds:
        if played.kind in ("read", "reread"):
            rounds.append(_told(record, played, _start(record, played, rounds, view)))
        view = _view(record, played.position)
    state = ClientState(
        link="ok",
        table=record.table,
        table_name=record.name,
        game=record.game,
        options=record.options,
        tournament=record.tournament,
        role=WATCHER,
        seats=tuple(SeatLine(seat=seat, name=name) for seat, name in record.seats.items()),
        stage=OVER,
        view=view,
        rounds=tuple(rounds),
        outcome=msgspec.convert(record.outcome, GameEnded) if record.outcome else None,
    )
    return msgspec.structs.replace(state, log=tuple(_log(record, state)))


def _start(record: _Record, played: _Round, rounds: list[RoundTold], view: Any) -> Any:
    """The position a round began with; one that is read again begins where it did."""
    if played.before is not None:
        return _view(record, played.before)
    again = [told.before for told in rounds if told.phase == played.phase and played.kind == "reread"]
    return again[0] if again else view


def _told(record: _Record, played: _Round, before: Any) -> RoundTold:
    ruled = played.kind == "reread"
    broken = tuple(
        sheet
        for sheet, lines in played.sheets.items()
        if seal_hash(played.phase, sheet, lines, played.salts.get(sheet, "")) != played.hashes.get(sheet)
    )
    return RoundTold(
        phase=played.phase,
        sheets=played.sheets,
        salts=played.salts,
        hashes=played.hashes,
        story=read_story(record.game, played.story),
        before=before,
        after=_view(record, played.position),
        seals_hold=None if ruled else not broken,
        broken=() if ruled else broken,
        ruled=ruled,
    )


def _view(record: _Record, position: Any) -> Any:
    if record.format == SERVERS and record.game == "power" and position is not None:
        position = _power_view(position)
    return read_view(record.game, position)


def _power_view(state: dict[str, Any]) -> dict[str, Any]:
    """A POWER position as a watcher sees it: nothing in it is secret, it only lacks who reads when."""
    at = ARMIES.index(state["referee"])
    silent = (*state.get("eliminated", ()), state.get("mercenary"))
    reading = [army for army in ARMIES[at:] + ARMIES[:at] if army not in silent]
    return {**state, "seat": None, "armies": [], "reading": reading}


def _log(record: _Record, state: ClientState) -> list[LogLine]:
    lines: list[LogLine] = []
    for at, plain in record.log:
        event = msgspec.convert(plain, TableEvent)
        note = None if isinstance(event, SheetsRead | PhaseClosed) else note_of(event, state.label)
        lines += [LogLine(at, note)] if note else []
    if not record.log and state.outcome:
        note = note_of(state.outcome, state.label)
        lines += [LogLine(0.0, note)] if note else []
    return lines
