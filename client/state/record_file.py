"""Read a record that the server has exported, as a state of somebody who watched the whole game."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from client.errors import ClientError
from client.state.client_state import FILE, ClientState
from client.state.fold import fold
from client.words import say
from protocol import events
from protocol.events import TableEvent
from protocol.messages import Told
from protocol.record import FORMAT, Record, Round
from protocol.vocabulary import WATCHER

LATEST = 2.0**33
"""Later times, in seconds since 1970, are refused: not every system can show them."""


def is_record_of(content: bytes, table: str) -> bool:
    """Whether this is an earlier record of the game at that table."""
    try:
        return msgspec.json.decode(content, type=Record).table == table
    except msgspec.DecodeError:
        return False


def read_record(content: bytes, where: str, language: str = "en") -> ClientState:
    """The state of a client that has watched the game from its beginning."""
    try:
        record = msgspec.json.decode(content, type=Record)
        if record.format != FORMAT:
            raise ClientError(say(language, "error.not-a-record", file=where))
        return _fold_log(record, language)
    except (msgspec.DecodeError, msgspec.ValidationError):
        raise ClientError(say(language, "error.not-a-record", file=where)) from None


def _fold_log(record: Record, language: str) -> ClientState:
    """Fold every event of the log, with the stories and positions that the record keeps apart from it."""
    state = ClientState(language=language, link=FILE, table=record.table, role=WATCHER)
    rounds = iter(record.rounds)
    for seq, (at, plain) in enumerate(record.log, 1):
        if not 0 <= at < LATEST:
            raise msgspec.ValidationError("the time is outside the calendar")
        event = _complete_event(msgspec.convert(plain, TableEvent), record, rounds)
        state = fold(state, Told(seq=seq, at=at, event=event), at)
    return state


def _complete_event(event: TableEvent, record: Record, rounds: Iterator[Round]) -> TableEvent:
    """The event with its story and position, which the log leaves out because the rounds hold them."""
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
