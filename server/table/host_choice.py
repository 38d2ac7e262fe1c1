"""Choose the host of a table: the first who sits down, then the one who has been there longest."""

from typing import TYPE_CHECKING

from protocol.ids import Seat
from protocol.vocabulary import OVER
from server.table import facts

if TYPE_CHECKING:
    from server.table.table import Table

HOST_SECONDS = 60.0
"""A host who has been away for so long is no longer the host, if somebody else is there."""


def host_due(table: "Table") -> float | None:
    """When another host is chosen: somebody is there, and the host is away or there is none."""
    host = table.state.hosting.host
    if host and host not in table.away_since:  # nearly always; this is asked for every message
        return None
    if table.state.opened.tournament or table.state.stage == OVER or not _heirs(table):
        return None
    return table.away_since[host] + HOST_SECONDS if host else 0.0


def _heirs(table: "Table") -> list[Seat]:
    """The players who are there and are not the host, the one who has been there longest first."""
    here = table.humans_here()
    seats = [peer.seat for peer in table.peers.values()]
    return [seat for seat in seats if seat in here and seat != table.state.hosting.host]


def settle_host(table: "Table", at: float) -> None:
    """Choose a host if there is none, or if the host has been away for long.

    A host who comes back later does not get the role back.
    """
    due = host_due(table)
    if due is not None and at >= due:
        table.emit(facts.HostChosen(_heirs(table)[0]), at)


def pass_host_on(table: "Table", seat: Seat, at: float) -> None:
    """The player of this seat has left of their own will. If that was the host, choose another one now."""
    if seat == table.state.hosting.host and host_due(table) is not None:
        table.emit(facts.HostChosen(_heirs(table)[0]), at)
