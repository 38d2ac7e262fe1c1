"""The state of a POWER game between two rounds, and its options."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, field

from protocol.ids import Seat
from protocol.views.power import ARMIES, Army, Pieces, PowerView, Side, headquarters, stack_of
from protocol.views.power_options import POWER_OPTIONS
from server.games.api import BadOptions, Options, convert_options, times_of
from server.games.dice import Roller

_ARMY_PATTERN = r"\A[VBJR]\Z"
ArmyCode = Annotated[Army, Meta(pattern=_ARMY_PATTERN)]
HOURGLASS = 180.0
GAME_LIMIT = 7200.0
OPENING = stack_of({"S": 2, "T": 2, "C": 2, "D": 2})


def explain(error: msgspec.ValidationError) -> str:
    """What is wrong with a scenario, in words that the referee understands."""
    return str(error).replace(
        f"Expected `str` matching regex {_ARMY_PATTERN!r}", "expected an army: V, B, J or R"
    )


class PowerOptions(Options, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    players: int = 4
    pairs: Literal["VB-JR", "BJ-RV"] = "VB-JR"
    """With two players: the neighbouring armies that play together."""
    mercenary: ArmyCode = "R"
    """With three players: the army that nobody leads."""
    referee: ArmyCode | None = None
    """The referee of the first round. If there is none, lots decide."""
    prefer: dict[str, ArmyCode] = field(default_factory=dict)
    """With two players: the army that takes captured pieces if both fought with equal power."""


class PowerState(Struct, frozen=True):
    round: int
    referee: Army
    sides: dict[Army, Side]
    mercenary: Army | None
    pieces: Pieces
    flags: dict[Army, Army]
    eliminated: tuple[Army, ...] = ()
    preference: dict[Side, Army] = {}
    seconds: float | None = HOURGLASS
    over: bool = False
    winner: Side | None = None
    ending: str = ""


def read_options(given: Mapping[str, Any]) -> PowerOptions:
    options = convert_options(POWER_OPTIONS, given, PowerOptions)
    check(options, seating(options))
    return options


def seating(options: PowerOptions) -> tuple[Seat, ...]:
    POWER_OPTIONS.check({"players": options.players})
    match options.players:
        case 2:
            return tuple(options.pairs.split("-"))
        case 3:
            return tuple(army for army in ARMIES if army != options.mercenary)
    return ARMIES


def set_up(options: PowerOptions, dice: Roller) -> PowerState:
    """P-SETUP-1."""
    seats = seating(options)
    check(options, seats)
    playing = [army for army in ARMIES if any(army in seat for seat in seats)]
    return PowerState(
        round=1,
        referee=options.referee or playing[dice.roll(len(playing)) - 1],
        sides={army: next((seat for seat in seats if army in seat), army) for army in ARMIES},
        mercenary=options.mercenary if options.players == 3 else None,
        pieces={army: {headquarters(army): OPENING} for army in ARMIES},
        flags={army: army for army in ARMIES},
        preference=dict(options.prefer),
        seconds=_seconds(options),
    )


def _seconds(options: PowerOptions) -> float | None:
    hourglass = HOURGLASS * 2 if options.players == 2 else HOURGLASS  # P-TIME-1
    return times_of(options, {"orders": hourglass})["orders"]


def rebuild(view: PowerView) -> PowerState:
    """The position of a view, as a state with the usual times and no preferences.

    P-SHEET-9: a view holds all of the position; only unread sheets are secret.
    """
    return PowerState(
        round=view.round,
        referee=view.referee,
        sides=view.sides,
        mercenary=view.mercenary,
        pieces=view.pieces,
        flags=view.flags,
        eliminated=view.eliminated,
    )


def imagine(view: PowerView, options: PowerOptions) -> PowerState:
    """P-SHEET-9: nothing is secret, so a view and the options of the table hold the whole state."""
    return msgspec.structs.replace(
        rebuild(view),
        preference=dict(options.prefer),
        seconds=_seconds(options),
        over=view.over,
        winner=view.winner,
    )


def check(options: PowerOptions, seats: Sequence[Seat]) -> None:
    POWER_OPTIONS.check(msgspec.structs.asdict(options))
    if options.players == 3 and options.referee == options.mercenary:
        army = options.mercenary
        raise BadOptions("together", name="referee", value=army, other="mercenary", other_value=army)
    for seat in options.prefer:
        if seat not in seats:
            raise BadOptions("no-seat", name="prefer", seat=seat, seats=", ".join(seats))


def reading_order(referee: Army, without_sheet: Sequence[Army | None]) -> tuple[Army, ...]:
    """P-SHEET-4: the armies clockwise from the referee, without those that have no sheet."""
    start = ARMIES.index(referee)
    return tuple(army for army in ARMIES[start:] + ARMIES[:start] if army not in without_sheet)


def readers(state: PowerState) -> tuple[Army, ...]:
    """The armies that have a sheet, in the order in which they are read."""
    return reading_order(state.referee, (*state.eliminated, state.mercenary))
