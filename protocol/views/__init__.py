"""What one seat may know of a game. Each game has a module here."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from protocol.notes import Note
from protocol.on_demand import OnDemand, found_at
from protocol.options import GameOptions

OPTIONS: OnDemand[GameOptions] = OnDemand(
    {
        game: f"protocol.views.{game}_options:{game.upper()}_OPTIONS"
        for game in ("power", "strategiksa", "zargos", "zargos_lords", "argad")
    }
)
"""For each game: the options of a table."""
DEFAULT_GAME = next(iter(OPTIONS))
"""The game that is played if nobody names one."""


def _view_and_event(place: str) -> tuple[Any, Any]:
    return found_at(place), found_at(f"{place.partition(':')[0]}:Event")


VIEWS: OnDemand[tuple[Any, Any]] = OnDemand(
    {
        "power": "protocol.views.power:PowerView",
        "strategiksa": "protocol.views.strategiksa:StrategiksaView",
        "zargos": "protocol.views.zargos:ZargosView",
        "zargos_lords": "protocol.views.zargos_lords:LordsView",
        "argad": "protocol.views.argad:ArgadView",
    },
    _view_and_event,
)
"""For each game: the type of its views, and the type of the events in its stories."""

NOTES: OnDemand[Callable[[Any], Note]] = OnDemand(
    {game: f"protocol.views.{game}:note_of" for game in OPTIONS}
)
"""For each game: the function that turns an event of a story into a note of its catalogue."""


def title_of(game: str) -> str:
    """The name of a game as people write it."""
    return OPTIONS[game].title if game in OPTIONS else game.upper()


def read_view(game: str, plain: Any) -> Any:
    """A view as the struct of its game. The view of an unknown game stays as it is."""
    if plain is None or game not in VIEWS:
        return plain
    return msgspec.convert(plain, VIEWS[game][0])


def read_story(game: str, plain: Iterable[Any]) -> tuple[Any, ...]:
    if game not in VIEWS:
        return tuple(plain)
    return tuple(msgspec.convert(event, VIEWS[game][1]) for event in plain)
