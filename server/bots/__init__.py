"""Players that the server runs: they see the view of their seat and write its sheets, as a person would.

To give a game bots, add what it says of them to `_BOTS`.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

from protocol.ids import Lines, SheetKey
from server.bots import argad, power, strategiksa, zargos, zargos_lords
from server.bots.assignment import NO_BOTS, Assignment, Bots, PastPhase, Roster

_BOTS: Mapping[str, Bots] = {
    "power": power.BOTS,
    "strategiksa": strategiksa.BOTS,
    "zargos": zargos.BOTS,
    "zargos_lords": zargos_lords.BOTS,
    "argad": argad.BOTS,
}

_ROSTERS: Mapping[str, Roster] = {game: bots.roster for game, bots in _BOTS.items()}

LEVELS: dict[str, tuple[str, ...]] = {game: known.levels for game, known in _ROSTERS.items()}
"""The levels of each game, the weakest first."""

CHARACTERS: dict[str, dict[str, tuple[str, ...]]] = {
    game: known.characters for game, known in _ROSTERS.items() if known.characters
}
"""For each game whose bots have characters: those of each level that has any."""

SLOW = frozenset({"general", "marshal"})
"""The levels that use all the time they get; the server lets them think in another process."""


def roster(game: str) -> Roster:
    """What a table needs to know of the bots of this game."""
    return _ROSTERS.get(game, NO_BOTS)


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
    written = _BOTS[game].players[level](assignment)
    return {sheet: written.get(sheet, ()) for sheet in sheets}
