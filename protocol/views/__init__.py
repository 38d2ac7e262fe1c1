"""What one seat may know of a game. Each game has a module here."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from protocol.notes import Note
from protocol.options import GameOptions
from protocol.views import argad, power, strategiksa, zargos, zargos_lords
from protocol.views.argad_options import ARGAD_OPTIONS
from protocol.views.power_options import POWER_OPTIONS
from protocol.views.strategiksa_options import STRATEGIKSA_OPTIONS
from protocol.views.zargos_lords_options import ZARGOS_LORDS_OPTIONS
from protocol.views.zargos_options import ZARGOS_OPTIONS

VIEWS: dict[str, tuple[Any, Any]] = {
    "power": (power.PowerView, power.Event),
    "strategiksa": (strategiksa.StrategiksaView, strategiksa.Event),
    "zargos": (zargos.ZargosView, zargos.Event),
    "zargos_lords": (zargos_lords.LordsView, zargos_lords.Event),
    "argad": (argad.ArgadView, argad.Event),
}
"""For each game: the type of its views, and the type of the events in its stories."""

NOTES: dict[str, Callable[[Any], Note]] = {
    "power": power.note_of,
    "strategiksa": strategiksa.note_of,
    "zargos": zargos.note_of,
    "zargos_lords": zargos_lords.note_of,
    "argad": argad.note_of,
}
"""For each game: the function that turns an event of a story into a note of its catalogue."""

OPTIONS: dict[str, GameOptions] = {
    each.game: each
    for each in (POWER_OPTIONS, STRATEGIKSA_OPTIONS, ZARGOS_OPTIONS, ZARGOS_LORDS_OPTIONS, ARGAD_OPTIONS)
}
"""For each game: the options of a table."""
DEFAULT_GAME = next(iter(OPTIONS))
"""The game that is played if nobody names one."""


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
