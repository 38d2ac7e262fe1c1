"""What a player does besides writing: be ready, declare, pause, chat, ask for missed events."""

from collections import deque

from protocol import messages
from protocol.messages import (
    Done,
    ServerMessage,
)
from protocol.texts import catalogue
from protocol.vocabulary import BETWEEN, FIRST_KEY, GATHERING, NOBODY, REFEREE, RESTART, WATCHER, WRITING
from server.errors import TableError
from server.names import clean_chat
from server.table import facts
from server.table.acts.writing import check_lines
from server.table.audience import MOST_RESENT, Peer
from server.table.clock import PAUSE_SECONDS
from server.table.table import CHAT_LINES, CHAT_SECONDS, Table


def ready(table: Table, peer: Peer, message: messages.Ready, at: float) -> ServerMessage:
    if not peer.seat:
        raise TableError("not-seated")
    if table.state.stage in (GATHERING, BETWEEN) and message.phase == table.state.phase_no:
        table.mark_ready(peer.seat)
        table.begin_if_ready(at)
        table.open_if_ready(at)
    return Done()


def declare(table: Table, peer: Peer, message: messages.Declare, at: float) -> ServerMessage:
    """Say a word that takes effect at once. It need not be the player's turn."""
    if not peer.seat:
        raise TableError("not-seated")
    if table.state.stage not in (WRITING, BETWEEN):
        raise TableError("not-now")
    check_lines((message.text,))
    refused = table.declare(peer.seat, message.text, at)
    if refused:
        raise TableError("bad-word", text=catalogue(table.state.opened.game, peer.language).say(refused))
    return Done()


def pause(table: Table, peer: Peer, message: messages.Pause, at: float) -> ServerMessage:
    """P-TIME-2."""
    if not peer.seat:
        raise TableError("not-seated")
    if table.state.stage != WRITING:
        raise TableError("phase-not-open")
    if table.state.stopped_by:
        if table.state.stopped_by == peer.seat:
            return Done()
        raise TableError("paused-already")
    if table.state.glass.length is None:
        raise TableError("no-clock")
    if not table.state.chairs[peer.seat].pause_left:
        raise TableError("no-pause-left")
    table.emit(facts.PauseBegun(peer.seat, PAUSE_SECONDS), at)
    table.pause_until = at + PAUSE_SECONDS
    return Done()


def end_pause(table: Table, peer: Peer, message: messages.Continue, at: float) -> ServerMessage:
    stopped = table.state.stopped_by
    if peer.role == WATCHER:
        raise TableError("not-seated")
    if not stopped:
        raise TableError("not-paused")
    allowed = stopped in (RESTART, NOBODY, FIRST_KEY, peer.seat) or peer.role == REFEREE
    if not allowed:
        raise TableError("not-your-pause")
    table.emit(facts.ClockStarted(peer.role), at)
    return Done()


def chat(table: Table, peer: Peer, message: messages.Chat, at: float) -> ServerMessage:
    """P-TIME-3: nobody chats while orders are written, if the phase is quiet."""
    if peer.role == WATCHER:
        raise TableError("not-seated")
    if table.state.stage == WRITING and table.state.phase and table.state.phase.quiet:
        raise TableError("quiet")
    if message.to and not table.state.chair(message.to).taken:
        raise TableError("nobody-sits", seat=message.to)
    text = clean_chat(message.text)
    spoken = table.chatted.setdefault(peer.role, deque(maxlen=CHAT_LINES))
    if len(spoken) == CHAT_LINES and at - spoken[0] < CHAT_SECONDS:
        raise TableError("chat-rate")
    spoken.append(at)
    table.emit(facts.Chatted(peer.role, text, message.to or None), at)
    return Done()


def sync(table: Table, peer: Peer, message: messages.Sync, at: float) -> ServerMessage:
    """Send events again, or a snapshot if there are too many of them. Each seat has a budget for that."""
    if peer.is_catching_up:
        raise TableError("rate")
    missing = table.state.seq - message.after
    if not 0 <= missing <= MOST_RESENT:
        table.reply(peer, table.snapshot(peer))
    elif table.may_resend(peer, message.after, at):
        table.resend(peer, message.after)
    else:
        raise TableError("rate")
    return Done()
