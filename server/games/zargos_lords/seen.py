"""What one seat may know of a state, and a state that looks so to it. L-VIEW, L-CITY-3."""

from protocol.ids import Seat
from protocol.views.zargos_lords.board import deployment_of
from protocol.views.zargos_lords.view import LordsView, Position
from protocol.views.zargos_lords.words import HIDDEN, SETUP, Hex, People
from server.games.api import times_of
from server.games.zargos_lords.state import TIMES, LordsOptions, LordsState, city_count, owing_of

_OPEN = tuple(name for name in Position.__struct_fields__ if name != "cities")
SOMEBODY = "1F"
"""The garrison that is imagined where one is hidden."""


def view(state: LordsState, seat: Seat | None) -> LordsView:
    """Of the cities of others a seat knows whether anybody is inside."""
    return LordsView(
        **{name: getattr(state, name) for name in _OPEN},
        cities={people: _shown(cities, people == seat) for people, cities in state.cities.items()},
        seat=seat,
        owing=owing_of(state),
        count=city_count(state),
    )


def _shown(cities: dict[Hex, str], is_own: bool) -> dict[Hex, str]:
    if is_own:
        return cities
    return {at: HIDDEN if garrison else "" for at, garrison in cities.items()}


def imagine(seen: LordsView, options: LordsOptions) -> LordsState:
    """In a hidden garrison there is one foot; in the setup it is that of the default deployment."""
    times = times_of(options, TIMES)
    return LordsState(
        **{name: getattr(seen, name) for name in _OPEN},
        cities={people: _imagined(seen, people, cities) for people, cities in seen.cities.items()},
        seconds=times["turn"],
        setup_seconds=times["setup"],
        answer_seconds=times["answer"],
    )


def _imagined(seen: LordsView, people: People, cities: dict[Hex, str]) -> dict[Hex, str]:
    usual = deployment_of(people, seen.homes[people]).cities if seen.stage == SETUP else {}
    return {
        at: (usual.get(at) or SOMEBODY) if garrison == HIDDEN else garrison for at, garrison in cities.items()
    }
