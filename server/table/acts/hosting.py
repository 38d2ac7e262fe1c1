"""What the host of a table decides, and what its players decide together: seats, the start, the end.

The host of a friends' table is the person who opened it. If the host is gone, the player who has been there
for the longest time takes over. At a tournament the referee decides.
"""

from protocol import messages
from protocol.ids import Seat
from protocol.messages import Done, Seated, ServerMessage
from protocol.vocabulary import BETWEEN, GATHERING, OVER, PUT_AWAY, REFEREE
from server import tokens
from server.errors import TableError
from server.names import skeleton
from server.table import facts
from server.table.acts.seating import bot_for, hand_over, own_name
from server.table.audience import Peer, Waiter
from server.table.table import Table

CLOSING_DAYS = 14
"""A table can be closed without the players who have done nothing there for so many days."""


def check_host(table: Table, peer: Peer) -> None:
    """Refuse what only the host may do; at a tournament, what only the referee may do."""
    host = table.state.hosting.host
    if table.state.opened.tournament:
        if peer.role != REFEREE:
            raise TableError("not-referee")
    elif not host:
        raise TableError("no-host")
    elif peer.seat != host:
        raise TableError("not-host", host=table.state.chairs[host].name, seat=host)


def invite(table: Table, peer: Peer, message: messages.Invite, at: float) -> ServerMessage:
    if table.state.stage != GATHERING:
        raise TableError("not-now")
    if table.state.chair(message.seat).taken:
        free = ", ".join(seat for seat, other in table.state.chairs.items() if not other.taken)
        raise TableError("seat-taken", seat=message.seat, free=free or "-")
    bot = bot_for(table, message.seat, message.level)
    taken = facts.SeatTaken(message.seat, bot.name, bot.level, by=peer.role, character=bot.character)
    table.emit(taken, at)
    table.begin_if_ready(at)
    return Done()


def start(table: Table, peer: Peer, message: messages.Start, at: float) -> ServerMessage:
    """Start the game. The referee of a tournament may also open the next phase."""
    state = table.state
    free = [seat for seat, chair in state.chairs.items() if not chair.taken]
    if state.stage == GATHERING and free:
        raise TableError("seats-free", free=", ".join(free))
    if state.stage != GATHERING and peer.role != REFEREE:
        raise TableError("begun-already")
    if state.stage not in (GATHERING, BETWEEN):
        raise TableError("not-between")
    table.give_reason(peer, message, at)
    if state.stage == GATHERING:
        table.begin(at)
    else:
        table.open_phase(at)
    return Done()


def unseat(table: Table, peer: Peer, message: messages.Unseat, at: float) -> ServerMessage:
    chair = table.state.chair(message.seat)
    if table.state.stage != GATHERING:
        raise TableError("seat-in-play", seat=message.seat)
    if peer.seat == message.seat:
        raise TableError("own-seat")
    if chair.taken:
        table.give_reason(peer, message, at)
        table.send_off(message.seat, "unseated" if peer.role == REFEREE else "unseated-host")
        table.ready.discard(message.seat)
        table.emit(facts.SeatLeft(message.seat, peer.role), at)
    return Done()


def admit(table: Table, peer: Peer, message: messages.Admit, at: float) -> ServerMessage:
    """Give a seat to somebody who waits. Only that person is told the token."""
    if table.state.stage == OVER:
        raise TableError("game-over")
    waiter = _waiter(table, message.name)
    table.state.chair(message.seat)
    _check_vacant(table, message.seat, waiter, at)
    name, token, guest = own_name(table, waiter.name, message.seat), tokens.new_token(), waiter.peer
    table.forget(guest)
    table.attach(guest, message.seat)
    table.reply(guest, Seated(table=table.state.id, seat=message.seat, token=token))
    taken = facts.SeatTaken(message.seat, name, "", tokens.digest(token), waiter.key, by=peer.role)
    hand_over(table, taken, at)
    table.reply(guest, table.snapshot(guest))
    table.resume_clock(at)
    return Done()


def _waiter(table: Table, name: str) -> Waiter:
    for waiter in table.waiting.values():
        if skeleton(waiter.name) == skeleton(name):
            return waiter
    names = ", ".join(waiter.name for waiter in table.waiting.values())
    raise TableError("nobody-waits", name=name, names=names or "-")


def _check_vacant(table: Table, seat: Seat, waiter: Waiter, at: float) -> None:
    """A seat is vacant if it is free, if a bot plays there, or if its player has been away for long.

    A player who comes back without the token need not wait.
    """
    chair = table.state.chairs[seat]
    if not chair.human:
        return
    if seat in table.humans_here():
        raise TableError("not-away")
    away = at - table.away_since.get(seat, at)
    if skeleton(chair.name) != skeleton(waiter.name) and away < table.away_seconds:
        raise TableError("away-wait", away=int(away), needed=int(table.away_seconds))


def close(table: Table, peer: Peer, message: messages.Close, at: float) -> ServerMessage:
    """Close the table for good: the host who has opened it does so alone, otherwise all players together."""
    state = table.state
    if state.stage == OVER:
        raise TableError("game-over")
    if state.opened.tournament and peer.role != REFEREE:
        raise TableError("not-referee")
    if not state.opened.tournament and not peer.seat:
        raise TableError("not-seated")
    if peer.seat and not _may_close_alone(table, peer.seat):
        if peer.seat not in state.hosting.wants_closing:
            table.emit(facts.ClosingAgreed(peer.seat), at)
        if _still_needed(table):
            return Done()
    table.end(facts.GameEnded((), PUT_AWAY), at)
    return Done()


def _may_close_alone(table: Table, seat: Seat) -> bool:
    """Whether this is the host, and has opened the table.

    Who became the host because another was away cannot close the table behind that person's back.
    """
    state = table.state
    return seat == state.hosting.host and tokens.same(state.chairs[seat].key, state.opened.key)


def _still_needed(table: Table) -> list[Seat]:
    """The players who must agree before the table can be closed.

    Who has the token of a seat at which a bot plays is one of them. Who is not connected and has done nothing
    for a long time is not.
    """
    hosting, here = table.state.hosting, table.humans_here()
    oldest = table.wall - CLOSING_DAYS * 86_400
    people = [seat for seat, chair in table.state.chairs.items() if chair.token]
    known = [seat for seat in people if seat in here or hosting.seen.get(seat, 0.0) > oldest]
    return [seat for seat in known if seat not in hosting.wants_closing]
