"""Whether there is something to do for a person at a table."""

from client.state.client_state import ClientState
from protocol.vocabulary import BETWEEN, CLOSED, GATHERING, OVER, REFEREE


def has_a_turn(state: ClientState) -> bool:
    """There is something for this person to do, or nothing will ever be."""
    if state.stage == OVER:
        return True
    if state.role == REFEREE:
        return (
            state.stage == BETWEEN
            or (state.stage == GATHERING and not state.free)
            or (state.stage == CLOSED and state.held)
        )
    if state.stage == BETWEEN:
        return bool(state.seat) and state.seat not in state.ready
    return state.may_write
