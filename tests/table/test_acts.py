"""Every request of the protocol is carried out by somebody: by a table, or by the connection itself."""

from typing import get_args

from protocol import messages
from protocol.messages import ClientMessage
from server.table.acts import ACTS

BY_THE_CONNECTION = {
    *(messages.Hello, messages.Ping, messages.ListTables, messages.OpenTable),
    *(messages.Export, messages.Inspect, messages.ListStandings),
}
"""What `server/net/connection.py` answers, because it concerns no table or takes long."""


def test_every_request_has_an_act_or_is_answered_by_the_connection() -> None:
    assert set(ACTS) | BY_THE_CONNECTION == set(get_args(ClientMessage))
    assert not set(ACTS) & BY_THE_CONNECTION
