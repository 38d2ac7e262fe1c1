"""Players that the server runs: they see the view of their seat and write its sheets, as a person would.

To give a game bots, add the module of its players to `_PLAYERS`.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, Protocol

from protocol.ids import Lines, SheetKey
from server.bots import argad, power, strategiksa, zargos, zargos_lords
from server.bots.assignment import Assignment, PastPhase, Roster


class Player(Protocol):
    """One level of play of one game. The views of its assignments are views of that game."""

    def __call__(self, assignment: Assignment, /) -> dict[SheetKey, Lines]: ...


_PLAYERS: Mapping[str, Mapping[str, Player]] = {
    "power": power.PLAYERS,
    "strategiksa": strategiksa.PLAYERS,
    "zargos": zargos.PLAYERS,
    "zargos_lords": zargos_lords.PLAYERS,
    "argad": argad.PLAYERS,
}

LEVELS: dict[str, tuple[str, ...]] = {game: tuple(players) for game, players in _PLAYERS.items()}
"""The levels of each game, the weakest first."""

CHARACTERS: dict[str, dict[str, tuple[str, ...]]] = {"power": power.CHARACTERS}
"""For each game whose bots have characters: those of each level that has any."""

_REMEMBERED: Mapping[str, int] = {"power": power.REMEMBERED}
"""How many past phases the bots of a game are given; none if the game is not named here."""

SLOW = frozenset({"general", "marshal"})
"""The levels that use all the time they get; the server lets them think in another process."""


def roster(game: str) -> Roster:
    """What a table needs to know of the bots of this game."""
    return Roster(LEVELS.get(game, ()), CHARACTERS.get(game, {}), _REMEMBERED.get(game, 0))


def think(
    game: str,
    level: str,
    view: Any,
    sheets: tuple[SheetKey, ...],
    seed: int,
    seconds: float = 2.0,
    character: str | None = None,
    past: tuple[PastPhase, ...] = (),
) -> dict[SheetKey, Lines]:
    """The sheets of a bot of that level. The same seed gives the same sheets.

    Only a level that searches until `seconds` are over may give other sheets the next time.
    """
    assignment = Assignment(view, sheets, Random(seed), seconds, character, past)
    written = _PLAYERS[game][level](assignment)
    return {sheet: written.get(sheet, ()) for sheet in sheets}
