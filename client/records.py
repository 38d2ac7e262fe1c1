"""A game in a file: the record the server exports, read back as one who watched it knows it."""

import asyncio
import zlib
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from client.errors import ClientError
from client.logbook import note_of
from client.session import Session
from client.state import OVER, WATCHER, ClientState, LogLine, RoundTold
from client.words import say
from protocol.events import GameEnded, PhaseClosed, SheetsRead, TableEvent
from protocol.ids import Lines, Seat, SheetKey
from protocol.messages import SeatLine
from protocol.seals import seal_hash
from protocol.views import read_story, read_view

FORMAT = "qg-record-1"


class _Round(Struct, frozen=True, kw_only=True):
    phase: int
    kind: str = "read"
    """read or reread; rolled_back and amended are rulings, and no rounds."""
    sheets: dict[SheetKey, Lines] = {}
    salts: dict[SheetKey, str] = {}
    hashes: dict[SheetKey, str] = {}
    story: tuple[Any, ...] = ()
    view: Any = None
    """The position behind the round, as a watcher sees it."""


class _Record(Struct, frozen=True):
    format: str
    table: str
    name: str
    game: str
    options: dict[str, Any]
    tournament: bool
    seats: dict[Seat, str]
    start_view: Any
    rounds: tuple[_Round, ...]
    log: tuple[tuple[float, Any], ...] = ()
    outcome: Any = None


async def save_record(session: Session, path: Path) -> None:
    """The game so far, as the server keeps it: `qg replay` and `qg-server verify` read it."""
    record = zlib.decompress(await session.export())
    await asyncio.to_thread(lambda: path.expanduser().write_bytes(record))


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
        if record.format != FORMAT:
            raise ClientError(say(language, "error.not-a-record", file=where))
        return _watched(record)
    except (msgspec.DecodeError, msgspec.ValidationError):
        raise ClientError(say(language, "error.not-a-record", file=where)) from None


def _watched(record: _Record) -> ClientState:
    view = read_view(record.game, record.start_view)
    rounds: list[RoundTold] = []
    for played in record.rounds:
        if played.kind in ("read", "reread"):
            rounds.append(_told(record, played, _start(played, rounds, view)))
        view = read_view(record.game, played.view)
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


def _start(played: _Round, rounds: list[RoundTold], view: Any) -> Any:
    """The position a round began with; one that is read again begins where it did."""
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
        after=read_view(record.game, played.view),
        seals_hold=None if ruled else not broken,
        broken=() if ruled else broken,
        ruled=ruled,
    )


def _log(record: _Record, state: ClientState) -> list[LogLine]:
    lines: list[LogLine] = []
    for at, plain in record.log:
        event = msgspec.convert(plain, TableEvent)
        note = None if isinstance(event, SheetsRead | PhaseClosed) else note_of(event, state.label)
        lines += [LogLine(at, note)] if note else []
    return lines
