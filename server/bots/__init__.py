"""Players that the server runs: they see the view of their seat and write its sheets, as a person would.

To give a game bots, name them in `ROSTERS`, and let `BOTS` of the folder of that game hold the players.
"""

from contextlib import nullcontext
from random import Random
from typing import Any

from protocol.ids import Lines, SheetKey
from protocol.on_demand import OnDemand
from server.bots.assignment import NO_BOTS, Assignment, Bots, PastPhase, Roster
from server.garbage import unsearched

OF_POWER = ("bold", "wary", "greedy", "patient", "fiery", "steady")
"""The characters of POWER. Recruits have none: they hardly know what they do."""

ROSTERS: dict[str, Roster] = {
    "power": Roster(
        ("recruit", "captain", "general", "marshal"),
        characters=dict.fromkeys(("captain", "general", "marshal"), OF_POWER),
        remembered=12,
    ),
    "strategiksa": Roster(("recruit", "captain", "general")),
    "zargos": Roster(("recruit", "captain")),
    "zargos_lords": Roster(("recruit", "captain")),
    "argad": Roster(("recruit", "captain")),
}

PLAYERS: OnDemand[Bots] = OnDemand({game: f"server.bots.{game}:BOTS" for game in ROSTERS})
"""The players of each game. They are loaded when one of them is to write for the first time."""

LEVELS: dict[str, tuple[str, ...]] = {game: known.levels for game, known in ROSTERS.items()}
"""The levels of each game, the weakest first."""

CHARACTERS: dict[str, dict[str, tuple[str, ...]]] = {
    game: known.characters for game, known in ROSTERS.items() if known.characters
}
"""For each game whose bots have characters: those of each level that has any."""

SLOW = frozenset({"general", "marshal"})
"""The levels that use all the time they get; the server lets them think in another process."""


def roster(game: str) -> Roster:
    """What a table needs to know of the bots of this game."""
    return ROSTERS.get(game, NO_BOTS)


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
    player = PLAYERS[game][level]
    with unsearched() if level in SLOW else nullcontext():
        written = player(assignment)
    return {sheet: written.get(sheet, ()) for sheet in sheets}
