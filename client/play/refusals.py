"""When an action is refused. Each function returns the code of the reason, or an empty text if it is not."""

from client.games import has_declarations
from client.state.client_state import FILE, ClientState
from protocol.vocabulary import BETWEEN, CLOSED, GATHERING, OVER, WATCHER, WRITING


def never(state: ClientState) -> str:
    return ""


def unless_writing(state: ClientState) -> str:
    return "" if state.may_write else why_not_writing(state)


def why_not_writing(state: ClientState) -> str:
    """The reason why nothing can be written now."""
    if not state.seat:
        return "no-sheet"
    if state.sealed and state.stage == WRITING:
        return "sealed-by-another" if state.is_sealed_by_another else "sealed"
    if state.held and state.stage == CLOSED:
        return "held"
    if state.stage == WRITING and state.game and has_declarations(state.game):
        return "writing-words"
    return state.stage or "connecting"


def unless_sealed(state: ClientState) -> str:
    if state.sealed and state.stage == WRITING and not state.is_sealed_by_another:
        return ""
    return "open" if state.may_write else why_not_writing(state)


def unless_awaited(state: ClientState) -> str:
    """The table must wait for the players: before the game, or between two rounds."""
    return "" if state.stage in (GATHERING, BETWEEN) else "not-between"


def unless_decides(state: ClientState) -> str:
    """Only the host decides, or the referee of a tournament."""
    if state.decides:
        return ""
    return "not-referee" if state.tournament else "not-host" if state.host else "no-host"


def if_over(state: ClientState) -> str:
    return "over" if state.stage == OVER else ""


def unless_over(state: ClientState) -> str:
    """The game must be over. In a tournament the referee decides what comes next."""
    if state.tournament:
        return "no-rematch"
    return "" if state.stage == OVER else "not-over"


def unless_on(state: ClientState) -> str:
    """The game must have begun and not be over, and no closed sheets may wait to be read."""
    return "" if state.stage in (WRITING, BETWEEN) else why_not_writing(state)


def unless_running(state: ClientState) -> str:
    """There must be an hourglass, and it must be running."""
    if state.clock.paused_by:
        return "stopped"
    return "no-hourglass" if state.clock.left is None else ""


def unless_stopped(state: ClientState) -> str:
    return "" if state.clock.paused_by else "not-stopped"


def unless_supposable(state: ClientState) -> str:
    """There must be sheets to guess: those of the open phase, or in a replay those of a round."""
    if state.is_supposed:
        return ""
    if state.link == FILE:
        return "" if state.rounds else "no-rounds"
    if not state.seat:
        return "no-sheet"
    return "" if state.stage == WRITING else why_not_writing(state)


def unless_seen(state: ClientState) -> str:
    """There must be a position to look at."""
    return "no-board" if state.view is None else ""


def unless_told(state: ClientState) -> str:
    """At least one round must have been read."""
    return "" if state.rounds else "no-rounds"


def while_watching(state: ClientState) -> str:
    return "watchers-do-not-talk" if state.role in ("", WATCHER) else ""
