"""The state of a game of Strategiksa between two phases, and its options."""

from collections.abc import Mapping
from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from protocol.ids import Seat
from protocol.views.strategiksa import COLOURS, Colour, Event, Position
from protocol.views.strategiksa_options import STRATEGIKSA_OPTIONS
from protocol.views.strategiksa_steps import step
from server.games.api import Options, convert_options, times_of
from server.games.dice import Roller

TIMES = {"turn": 180.0, "choice": 60.0}
"""Seconds for a turn or for placing, and for one choice in a battle or one answer."""
INTERLUDE = 20.0
TURN_LIMIT = 66
"""K-END-2: how many turns each colour has at most, if the table does not say."""
PLAYERS = range(3, len(COLOURS) + 1)

PositionT = TypeVar("PositionT", bound=Position)


class StrategiksaOptions(Options, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    players: int = 4
    map: Literal["classic", "peaks"] = "classic"
    wounds: Literal["lasting", "battle"] = "lasting"
    """Whether a wound lasts until it is cured, or ends with the battle."""
    turns: Annotated[int, Meta(ge=1, le=10_000)] = TURN_LIMIT
    """The number of turns that each colour has at most; this is a number of circles."""
    choice_seconds: float | UnsetType | None = UNSET
    """Seconds for a choice in a battle or an answer; `seconds` is for a turn or a placement."""
    interlude: float | None = INTERLUDE


class StrategiksaState(Position, frozen=True, kw_only=True):
    seconds: float | None = TIMES["turn"]
    choice_seconds: float | None = TIMES["choice"]


class Course(Generic[PositionT]):
    """A position that changes while a sheet is resolved. Only events of the story change its pieces."""

    def __init__(self, position: PositionT) -> None:
        self.position = position
        self.story: list[Event] = []

    def tell(self, event: Event) -> None:
        self.story.append(event)
        self.change(pieces=step(self.position.pieces, event))

    def change(self, **fields: object) -> None:
        self.position = msgspec.structs.replace(self.position, **fields)


def read_options(given: Mapping[str, Any]) -> StrategiksaOptions:
    return convert_options(STRATEGIKSA_OPTIONS, given, StrategiksaOptions)


def seating(options: StrategiksaOptions) -> tuple[Seat, ...]:
    STRATEGIKSA_OPTIONS.check({"players": options.players})
    return COLOURS[: options.players]


def set_up(options: StrategiksaOptions, dice: Roller) -> StrategiksaState:
    STRATEGIKSA_OPTIONS.check(msgspec.structs.asdict(options))
    seats = seating(options)
    throws = throw(seats, dice)
    best = max(throws[-1].values())
    start = seats.index(next(seat for seat, sum_ in throws[-1].items() if sum_ == best))
    order = seats[start:] + seats[:start]
    times = times_of(options, TIMES)
    return StrategiksaState(
        map=options.map,
        wounds=options.wounds,
        limit=options.turns,
        order=order,
        throws=throws,
        stage="placement",
        active=order[0],
        pieces={},
        lords={colour: colour for colour in order},
        directors={colour: colour for colour in order},
        seconds=times["turn"],
        choice_seconds=times["choice"],
    )


def imagine(position: Position, options: StrategiksaOptions) -> StrategiksaState:
    """Nothing is secret, so a position and the options of the table hold the whole state."""
    times = times_of(options, TIMES)
    return StrategiksaState(
        **{field: getattr(position, field) for field in Position.__struct_fields__},
        seconds=times["turn"],
        choice_seconds=times["choice"],
    )


def throw(seats: tuple[Seat, ...], dice: Roller) -> tuple[dict[Colour, int], ...]:
    """K-SETUP-1: each player throws two dice; those with the same highest sum throw again."""
    throws = [{seat: dice.roll(6) + dice.roll(6) for seat in seats}]
    while True:
        best = max(throws[-1].values())
        leading = [seat for seat, shown in throws[-1].items() if shown == best]
        if len(leading) == 1:
            return tuple(throws)
        throws.append({seat: dice.roll(6) + dice.roll(6) for seat in leading})


def is_free(position: Position, player: Seat) -> bool:
    """Whether this player has a king and is not a vassal."""
    return position.lords.get(player) == player and player not in position.gone


def has_pieces(position: Position, colour: Colour) -> bool:
    return bool(position.pieces.get(colour))
