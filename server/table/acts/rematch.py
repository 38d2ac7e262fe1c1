"""Playing again with the same people, after the game is over."""

from protocol import messages
from protocol.ids import Seat
from protocol.messages import Done, Refused, RematchSeat, ServerMessage
from protocol.vocabulary import OVER
from server.errors import TableError
from server.table import facts
from server.table.audience import Peer
from server.table.rematch import NewTable
from server.table.table import Table


def rematch(table: Table, peer: Peer, message: messages.Rematch, at: float) -> ServerMessage:
    """The player wants to play again. The new table is opened when all connected players want it."""
    if not peer.seat:
        raise TableError("not-seated")
    if table.state.opened.tournament:
        raise TableError("no-rematch")
    if table.state.stage != OVER:
        raise TableError("not-over")
    table.mark_ready(peer.seat)
    table.reopen_if_agreed()
    return Done()


def tell_rematch(table: Table, opened: NewTable, at: float, wall: float) -> None:
    """The new table is stored: tell everybody here, and give each player who wanted it the seat there."""
    table.advance_to(at, wall)
    if table.state.rematch != opened.table:
        table.emit(facts.RematchOpened(opened.table, opened.name), at)
    for peer in _those_who_wait(table):
        moved = opened.seats.get(peer.seat or "")
        if moved is None:  # the player was not there when the others agreed, so the seat was left free
            error = TableError("rematch-begun", table=opened.table)
            table.reply(peer, Refused(code=error.code, text=error.text(peer.language)))
        else:
            table.reply(peer, RematchSeat(table=opened.table, seat=moved.seat, token=moved.token))
    _forget_wishes(table)


def refuse_rematch(table: Table, error: TableError) -> None:
    """The new table could not be opened: tell those who wanted it, who may ask again."""
    for peer in _those_who_wait(table):
        table.reply(peer, Refused(code=error.code, text=error.text(peer.language)))
    _forget_wishes(table)


def _those_who_wait(table: Table) -> list[Peer]:
    wanting: set[Seat] = table.ready
    return [peer for peer in table.peers.values() if peer.seat in wanting]


def _forget_wishes(table: Table) -> None:
    for seat in tuple(table.ready):
        table.unmark_ready(seat)
