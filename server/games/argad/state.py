"""The state of a game between two phases, and the options of a table."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec import UnsetType

from protocol.ids import Seat
from protocol.views.argad.board import DEFAULT_MAP
from protocol.views.argad.view import Position
from protocol.views.argad.words import SEATED, SIDE_OF, Side
from protocol.views.argad_options import ARGAD_OPTIONS, CARD_SECONDS
from server.games.api import Options, convert_options

PLAYERS = range(2, 5)
TIMES = {
    "card": CARD_SECONDS,
    "extra": 60.0,
    "joker": 30.0,
    "reserve": 20.0,
    "army": 180.0,
    "deploy": 180.0,
    "plan": 240.0,
}
"""A-PHASE-1: seconds for each kind of phase, if a card has its usual time."""
ROOM = {"army": 7, "deploy": 8, "joker": 3, "card": 3, "extra": 3, "reserve": 3, "plan": 20}
"""How many lines the sheets of each phase have room for."""
INTERLUDE = 20.0


class ArgadOptions(Options, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    players: int = 2
    seconds: float | UnsetType | None = CARD_SECONDS
    """The time for a card; the times of the other phases are in proportion to it."""
    limit: float | UnsetType | None = None
    interlude: float | None = INTERLUDE
    map: str = DEFAULT_MAP
    turns: int = 12
    armies: Literal["even", "ready", "bought"] = "ready"
    """The value of tables that were stored without one: they were opened before there were even armies."""
    orders: Literal["card", "blind"] = "card"
    reserve: Literal["open", "secret"] = "open"


class ArgadState(Position, frozen=True, kw_only=True):
    seconds: float | None = CARD_SECONDS
    """The time for a card."""


def read_options(given: Mapping[str, Any]) -> ArgadOptions:
    """The options of a new table. A-ARMY-6: its armies are even if nothing else is asked for."""
    usual = {"armies": ARGAD_OPTIONS.defaults["armies"]}
    return convert_options(ARGAD_OPTIONS, {**usual, **given}, ArgadOptions)


def seating(options: ArgadOptions) -> tuple[Seat, ...]:
    ARGAD_OPTIONS.check({"players": options.players})
    return SEATED[options.players]


def card_seconds(options: ArgadOptions) -> float | None:
    return CARD_SECONDS if isinstance(options.seconds, UnsetType) else options.seconds


def seconds_of(state: ArgadState) -> float | None:
    """A-PHASE-1: the time of the phase that is on, in proportion to that of a card."""
    if state.seconds is None:
        return None
    return TIMES[state.stage] * state.seconds / CARD_SECONDS


def seats_of(position: Position, side: Side) -> tuple[Seat, ...]:
    """The seats of a side, in seat order."""
    return tuple(seat for seat in position.seats if SIDE_OF[seat] == side)


def has_troops(position: Position, seat: Seat) -> bool:
    """Whether a seat has a unit or its general on the table."""
    return any(name[-1] == seat for name in position.units)


def owing_of(position: Position) -> dict[Seat, tuple[str, ...]]:
    """Who owes a sheet now; its key is the seat."""
    return {seat: (seat,) for seat in position.choosing}


def change(state: ArgadState, **fields: object) -> ArgadState:
    return msgspec.structs.replace(state, **fields)
