"""A game in a file: the record the server exports, read back as one who watched it knows it."""

import asyncio
import zlib
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec.structs import replace

from client.errors import ClientError
from client.link.address import looks_like_host
from client.link.session import Session
from client.state.client_state import FILE, ClientState
from client.state.fold import fold
from client.words import reason_of, say
from protocol import events
from protocol.events import TableEvent
from protocol.messages import Told
from protocol.record import FORMAT, Record, Round
from protocol.vocabulary import WATCHER

LATEST = 2.0**33
"""Beyond this no calendar of ours goes."""
FILE_FAULTS = (OSError, ValueError, RuntimeError)
"""What a name that is none, or a home that is nobody's, comes to."""


async def save_record(session: Session, path: Path) -> None:
    """The game so far, as the server keeps it: `qg replay` and `qg-server verify` read it."""
    record = zlib.decompress(await session.export())
    if await asyncio.to_thread(_is_another, path, session.state.table):
        raise ClientError(say(session.language, "error.file-exists", file=str(path)))
    try:
        await asyncio.to_thread(lambda: path.expanduser().write_bytes(record))
    except FILE_FAULTS as error:
        reason = reason_of(error, session.language)
        said = say(session.language, "error.cannot-write", file=str(path), reason=reason)
        raise ClientError(said) from None


def _is_another(path: Path, table: str) -> bool:
    """Whether there is a file that is no earlier record of this very game."""
    try:
        held = path.expanduser().read_bytes()
        return msgspec.json.decode(held, type=Record).table != table
    except FileNotFoundError:
        return False
    except msgspec.DecodeError:
        return True
    except FILE_FAULTS:
        return False  # writing will tell


def read_file(target: str, language: str = "en") -> bytes | None:
    """The file of that name; None if it may be a table's name instead."""
    try:
        file = Path(target).expanduser()
        if file.is_file():
            return file.read_bytes()
    except FILE_FAULTS as error:
        reason = reason_of(error, language)
        raise ClientError(say(language, "error.cannot-read", file=target, reason=reason)) from None
    if (file.suffix or "/" in target) and not looks_like_host(target):
        raise ClientError(say(language, "error.no-file", file=target))
    return None


def read_record(content: bytes, where: str, language: str = "en") -> ClientState:
    """The game as one who watched it from the beginning would know it."""
    try:
        record = msgspec.json.decode(content, type=Record)
        if record.format != FORMAT:
            raise ClientError(say(language, "error.not-a-record", file=where))
        return _watched(record)
    except (msgspec.DecodeError, msgspec.ValidationError):
        raise ClientError(say(language, "error.not-a-record", file=where)) from None


def _watched(record: Record) -> ClientState:
    """Its log, heard from the beginning; the stories and positions stand beside it."""
    state = ClientState(link=FILE, table=record.table, role=WATCHER)
    rounds = iter(record.rounds)
    for seq, (at, plain) in enumerate(record.log, 1):
        if not 0 <= at < LATEST:
            raise msgspec.ValidationError("no time of this world")
        event = _whole(msgspec.convert(plain, TableEvent), record, rounds)
        state = fold(state, Told(seq=seq, at=at, event=event), at)
    return state


def _whole(event: TableEvent, record: Record, rounds: Iterator[Round]) -> TableEvent:
    """With what the log leaves out because the record has it already."""
    match event:
        case events.GameStarted():
            return replace(event, view=record.start_view)
        case events.SheetsRead():
            played = _next(rounds)
            sheets, salts = (played.sheets, played.salts) if event.private else (event.sheets, event.salts)
            return replace(event, sheets=sheets, salts=salts, story=played.story, view=played.view)
        case events.Declared():
            said = _next(rounds)
            return replace(event, story=said.story, view=said.view)
        case events.RolledBack() | events.PositionAmended():
            return replace(event, view=_next(rounds).view)
        case _:
            return event


def _next(rounds: Iterator[Round]) -> Round:
    found = next(rounds, None)
    if found is None:
        raise msgspec.ValidationError("the log tells of more rounds than there are")
    return found
