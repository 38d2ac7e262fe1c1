"""Somebody comes when every seat is taken: they watch, and wait until the host gives them a seat."""

from protocol import messages
from protocol.vocabulary import GATHERING, OVER, WATCHER
from server import tokens
from server.errors import TableError
from server.names import clean_player_name, skeleton
from server.table import facts
from server.table.audience import Peer, Waiter
from server.table.hosting import MOST_REQUESTS
from server.table.table import Table

MOST_WAITING = 16


def wait(table: Table, peer: Peer, message: messages.Join, at: float) -> None:
    """Let the peer watch and wait. The name may be that of an absent player, who has lost the token."""
    state = table.state
    if peer.role:
        raise TableError("at-table")
    if state.opened.tournament or state.stage == OVER or not _may_get_a_seat(table):
        raise TableError("table-full" if state.stage == GATHERING else "already-started", table=state.id)
    waiter = Waiter(peer, _waiting_name(table, message), tokens.digest(message.key))
    _forget_earlier(table, waiter)
    if len(table.waiting) >= MOST_WAITING:
        raise TableError("table-full", table=state.id)
    requests = state.hosting.requests
    if skeleton(waiter.name) not in requests and len(requests) < MOST_REQUESTS:
        table.emit(facts.SeatRequested(waiter.name), at)  # before the peer is attached, which catches up
    table.attach(peer, None, WATCHER)
    table.waiting[peer.number] = waiter
    table.reply(peer, messages.Waiting(re=message.id, table=state.id))
    table.catch_up(peer, 0, at)
    table.resume_clock(at)


def _may_get_a_seat(table: Table) -> bool:
    """Whether a bot plays at some seat, or the player of some seat is away.

    Before the game anybody may still leave, so that a seat may become free at any time.
    """
    here = table.humans_here()
    return table.state.stage == GATHERING or any(
        chair.bot or seat not in here for seat, chair in table.state.chairs.items()
    )


def _waiting_name(table: Table, message: messages.Join) -> str:
    """The name, if nobody who is there has it. An absent player's name is for the host to judge."""
    name, key = clean_player_name(message.name, table.state.chairs), tokens.digest(message.key)
    here = [table.state.chairs[seat].name for seat in table.humans_here()]
    here += [waiter.name for waiter in table.waiting.values() if not tokens.same(key, waiter.key)]
    if any(skeleton(other) == skeleton(name) for other in here):
        raise TableError("name-taken", name=name)
    return name


def _forget_earlier(table: Table, waiter: Waiter) -> None:
    """The same person has connected again, and waits only once."""
    for number, other in list(table.waiting.items()):
        if tokens.same(waiter.key, other.key):
            del table.waiting[number]
