"""What one seat may know of a state, and a state that looks so to it."""

from msgspec import structs

from protocol.ids import Seat
from protocol.views.argad.view import ArgadView, Position, Unit
from protocol.views.argad.words import SIDE_OF, UnitName, side_of
from server.games.argad.state import ArgadOptions, ArgadState, card_seconds, owing_of

_OPEN = tuple(name for name in Position.__struct_fields__ if name != "units")


def view(state: ArgadState, seat: Seat | None) -> ArgadView:
    """A-SECRET-1: only a secret reserve is hidden, from everybody but its own side."""
    return ArgadView(
        **{name: getattr(state, name) for name in _OPEN},
        units=_shown(state, seat),
        seat=seat,
        owing=owing_of(state),
    )


def _shown(state: ArgadState, seat: Seat | None) -> dict[UnitName, Unit]:
    if not state.hides_reserve or not any(unit.reserve for unit in state.units.values()):
        return state.units
    side = SIDE_OF.get(seat or "")
    return {
        name: structs.replace(unit, reserve=False) if unit.reserve and side_of(name) != side else unit
        for name, unit in state.units.items()
    }


def imagine(seen: ArgadView, options: ArgadOptions) -> ArgadState:
    """Where a reserve may be hidden, none is imagined."""
    fields = {name: getattr(seen, name) for name in Position.__struct_fields__}
    return ArgadState(**fields, seconds=card_seconds(options))
