"""What only the outside referee of a tournament may do. Everybody is told of each act."""

from protocol import messages
from protocol.messages import (
    Done,
    ServerMessage,
)
from protocol.vocabulary import BETWEEN, CLOSED, FAULT, GATHERING, OVER, REFEREE, WRITING
from server import tokens
from server.errors import TableError
from server.games.api import BadScenario
from server.names import clean_chat
from server.table import facts
from server.table.acts.writing import check_lines
from server.table.audience import Peer
from server.table.table import Table


def hold(table: Table, peer: Peer, message: messages.Hold, at: float) -> ServerMessage:
    _check_in_play(table)
    if not table.state.held:
        table.give_reason(peer, message, at)
        table.emit(facts.ReadingHeld(), at)
    return Done()


def release(table: Table, peer: Peer, message: messages.Release, at: float) -> ServerMessage:
    if not table.state.held:
        raise TableError("not-closed")
    table.give_reason(peer, message, at)
    table.emit(facts.ReadingReleased(), at)
    if table.state.stage == CLOSED:
        table.read(at, is_released=True)
    return Done()


def stop_clock(table: Table, peer: Peer, message: messages.StopClock, at: float) -> ServerMessage:
    _check_in_play(table)
    if table.state.stopped_by != REFEREE:
        table.give_reason(peer, message, at)
        table.emit(facts.ClockStopped(REFEREE), at)
    return Done()


def start_clock(table: Table, peer: Peer, message: messages.StartClock, at: float) -> ServerMessage:
    if not table.state.stopped_by:
        raise TableError("not-paused")
    table.give_reason(peer, message, at)
    table.emit(facts.ClockStarted(REFEREE), at)
    return Done()


def grant(table: Table, peer: Peer, message: messages.Grant, at: float) -> ServerMessage:
    _check_in_play(table)
    if table.state.glass.length is None:
        raise TableError("no-clock")
    table.give_reason(peer, message, at)
    table.emit(facts.TimeGranted(message.seconds), at)
    return Done()


def ring(table: Table, peer: Peer, message: messages.Ring, at: float) -> ServerMessage:
    _check_in_play(table)
    if table.state.stage != WRITING:
        raise TableError("phase-not-open")
    if message.phase != table.state.phase_no:
        raise TableError("phase-closed", phase=message.phase)
    table.give_reason(peer, message, at)
    table.close(at)
    return Done()


def annotate(table: Table, peer: Peer, message: messages.Annotate, at: float) -> ServerMessage:
    table.emit(facts.Annotated(clean_chat(message.text)), at)
    return Done()


def roll_back(table: Table, peer: Peer, message: messages.RollBack, at: float) -> ServerMessage:
    _check_ruling(table)
    if message.phase not in table.state.opened_phases():
        raise TableError("no-such-phase", phase=message.phase, most=table.state.phase_no)
    table.give_reason(peer, message, at)
    table.emit(facts.RolledBack(message.phase), at)
    return Done()


def reread(table: Table, peer: Peer, message: messages.Reread, at: float) -> ServerMessage:
    _check_ruling(table)
    if table.state.read_phase != table.state.phase_no:
        raise TableError("no-ruling")  # sheets that were not read stay secret, for the referee too
    sheets = table.state.handed_in()
    for lines in message.sheets.values():
        check_lines(lines)
    unknown = [sheet for sheet in message.sheets if sheet not in sheets]
    if unknown:
        raise TableError("no-such-sheet", sheet=unknown[0], sheets=", ".join(sheets))
    table.give_reason(peer, message, at)
    table.read_again({**sheets, **message.sheets}, at)
    return Done()


def amend(table: Table, peer: Peer, message: messages.Amend, at: float) -> ServerMessage:
    _check_ruling(table)
    try:
        table.state.game.amend(table.state.position, message.lines)
    except BadScenario as error:
        raise TableError("bad-amendment", text=error.text(peer.language)) from None
    table.give_reason(peer, message, at)
    table.emit(facts.PositionAmended(message.lines, tokens.new_salt()), at)
    return Done()


def _check_ruling(table: Table) -> None:
    """A ruling is possible after the sheets were read and before the next phase opens, or after the game."""
    state = table.state
    if state.stage not in (BETWEEN, OVER) or (state.outcome and state.outcome.reason == FAULT):
        raise TableError("no-ruling")
    if not state.opened_phases():
        raise TableError("not-started")
    if state.stage == OVER and state.game.has_secrets:
        raise TableError("all-is-open")  # everybody may have exported the hidden cards by now


def finish(table: Table, peer: Peer, message: messages.Finish, at: float) -> ServerMessage:
    _check_in_play(table)
    for seat in message.winners:
        table.state.chair(seat)
    text = clean_chat(message.text) if message.text.strip() else ""
    table.end(facts.GameEnded(message.winners, REFEREE, (), text), at)
    return Done()


def _check_in_play(table: Table) -> None:
    if table.state.stage in (GATHERING, OVER):
        raise TableError("not-started" if table.state.stage == GATHERING else "game-over")
