"""When an action can be done: nothing, or the code of the sentence that refuses it (`refusal`)."""

from client.state.client_state import ClientState
from protocol.vocabulary import BETWEEN, CLOSED, WATCHER, WRITING


def at_any_time(state: ClientState) -> str:
    return ""


def is_writing(state: ClientState) -> str:
    return "" if state.may_write else why_not_writing(state)


def why_not_writing(state: ClientState) -> str:
    """Why nothing can be written now."""
    if not state.seat:
        return "no-sheet"
    if state.sealed and state.stage == WRITING:
        return "sealed"
    if state.held and state.stage == CLOSED:
        return "held"
    return state.stage or "connecting"


def is_sealed(state: ClientState) -> str:
    if state.sealed and state.stage == WRITING:
        return ""
    return "open" if state.may_write else why_not_writing(state)


def is_between(state: ClientState) -> str:
    return "" if state.stage == BETWEEN else "not-between"


def is_running(state: ClientState) -> str:
    """There is an hourglass, and nobody has stopped it."""
    if state.clock.paused_by:
        return "stopped"
    return "no-hourglass" if state.clock.left is None else ""


def is_stopped(state: ClientState) -> str:
    return "" if state.clock.paused_by else "not-stopped"


def is_known(state: ClientState) -> str:
    """There is a position to look at."""
    return "no-board" if state.view is None else ""


def is_told(state: ClientState) -> str:
    """A round has been read."""
    return "" if state.rounds else "no-rounds"


def is_not_watching(state: ClientState) -> str:
    return "watchers-do-not-talk" if state.role in ("", WATCHER) else ""
