"""What only a tournament's outside referee may do. Each act is a fact, told to everybody."""

from protocol import messages
from protocol.messages import (
    Done,
    ServerMessage,
)
from server import facts
from server.errors import TableError
from server.names import clean_chat
from server.table import REFEREE, Peer, Table
from server.tabletop import BETWEEN, CLOSED, GATHERING, OVER


def start(table: Table, peer: Peer, message: messages.Start, at: float) -> ServerMessage:
    free = [seat for seat, chair in table.top.chairs.items() if not chair.taken]
    if table.top.stage == GATHERING and free:
        raise TableError("seats-free", free=", ".join(free))
    if table.top.stage == GATHERING:
        table.begin(at)
    elif table.top.stage == BETWEEN:
        table.open_phase(at)
    else:
        raise TableError("not-now")
    return Done()


def hold(table: Table, peer: Peer, message: messages.Hold, at: float) -> ServerMessage:
    _check_on(table)
    if not table.top.held:
        table.emit(facts.Held(), at)
    return Done()


def release(table: Table, peer: Peer, message: messages.Release, at: float) -> ServerMessage:
    if not table.top.held:
        raise TableError("not-closed")
    table.emit(facts.Released(), at)
    if table.top.stage == CLOSED:
        table.read(at)
    return Done()


def stop_clock(table: Table, peer: Peer, message: messages.StopClock, at: float) -> ServerMessage:
    _check_on(table)
    if table.top.stopped_by != REFEREE:
        table.emit(facts.Stopped(REFEREE), at)
    return Done()


def start_clock(table: Table, peer: Peer, message: messages.StartClock, at: float) -> ServerMessage:
    if not table.top.stopped_by:
        raise TableError("not-paused")
    table.emit(facts.Resumed(REFEREE), at)
    return Done()


def grant(table: Table, peer: Peer, message: messages.Grant, at: float) -> ServerMessage:
    _check_on(table)
    if table.top.glass.length is None:
        raise TableError("no-clock")
    table.emit(facts.Granted(message.seconds), at)
    return Done()


def annotate(table: Table, peer: Peer, message: messages.Annotate, at: float) -> ServerMessage:
    table.emit(facts.Noted(clean_chat(message.text)), at)
    return Done()


def finish(table: Table, peer: Peer, message: messages.Finish, at: float) -> ServerMessage:
    _check_on(table)
    unknown = [seat for seat in message.winners if seat not in table.top.chairs]
    if unknown:
        raise TableError("no-such-seat", seat=unknown[0], seats=", ".join(table.top.chairs))
    text = clean_chat(message.text) if message.text.strip() else ""
    table.emit(facts.Ended(message.winners, REFEREE, (), text), at)
    return Done()


def _check_on(table: Table) -> None:
    if table.top.stage in (GATHERING, OVER):
        raise TableError("not-started" if table.top.stage == GATHERING else "game-over")
