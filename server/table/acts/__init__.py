"""What each message does at a table."""

from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec

from protocol import messages
from protocol.messages import ClientMessage, Refused, ServerMessage
from protocol.vocabulary import REFEREE
from server.errors import TableError
from server.table.acts import hosting, play, referee, rematch, seating, supposing, writing
from server.table.audience import Peer
from server.table.host_choice import settle_host
from server.table.table import Table

Act: TypeAlias = Callable[[Table, Peer, Any, float], ServerMessage | None]
"""It returns the answer, or None if it has answered already."""

ACTS: dict[type, Act] = {
    messages.Join: seating.join,
    messages.Resume: seating.resume,
    messages.Watch: seating.watch,
    messages.Referee: seating.referee,
    messages.Leave: seating.leave,
    messages.Replace: seating.replace,
    messages.Invite: hosting.invite,
    messages.Start: hosting.start,
    messages.Unseat: hosting.unseat,
    messages.Admit: hosting.admit,
    messages.Close: hosting.close,
    messages.Write: writing.write,
    messages.Seal: writing.seal,
    messages.Unseal: writing.unseal,
    messages.Suggest: supposing.suggest,
    messages.WhatIf: supposing.what_if,
    messages.Ready: play.ready,
    messages.Rematch: rematch.rematch,
    messages.Declare: play.declare,
    messages.Pause: play.pause,
    messages.Continue: play.end_pause,
    messages.Chat: play.chat,
    messages.Sync: play.sync,
    messages.Hold: referee.hold,
    messages.Release: referee.release,
    messages.StopClock: referee.stop_clock,
    messages.StartClock: referee.start_clock,
    messages.Grant: referee.grant,
    messages.Ring: referee.ring,
    messages.Annotate: referee.annotate,
    messages.RollBack: referee.roll_back,
    messages.Reread: referee.reread,
    messages.Amend: referee.amend,
    messages.Finish: referee.finish,
}


def perform(table: Table, peer: Peer, message: ClientMessage, at: float, wall: float) -> None:
    """Handle a message that arrived at the monotonic time `at`. What was due before that is done first."""
    table.advance_to(at, wall)
    try:
        # The role of a peer belongs to one table; at others it may only come in.
        if peer.number not in table.peers and not message.is_entrance:
            raise TableError("not-at-table")
        if message.is_for_referee and peer.role != REFEREE:
            raise TableError("not-referee")
        if message.is_for_host:
            hosting.check_host(table, peer)
        table.notice_player(peer, message, at)
        answer = ACTS[type(message)](table, peer, message, at)
    except TableError as error:
        answer = Refused(code=error.code, text=error.text(peer.language))
    if answer is not None:
        table.reply(peer, msgspec.structs.replace(answer, re=message.id))
    settle_host(table, at)
