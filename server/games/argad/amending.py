"""A referee's corrections of a position."""

from collections.abc import Sequence

from server.games.argad.state import ArgadState


def amend(state: ArgadState, lines: Sequence[str]) -> ArgadState:
    return state
