"""Players that do not change, so that progress can be seen and nobody is measured against itself alone.

The packages named after a month are the bots of the server as they were in that month: copies, which stand
here a second time on purpose. Nobody improves or mends them, for then an old result would mean something
else; `tests/bench/test_pool.py` keeps a fingerprint of every file. They use the rules of `server/games`, and
nothing of `server/bots`. `outsiders` are players of POWER that share no code with any of our levels, and
`any_legal_sheet` is a player of every game that leaves all to chance.

A new month is a new package and new lines in `MEMBERS`; no line is ever taken away.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Protocol

from bench.pool import (
    argad_2026_11,
    power_2026_11,
    strategiksa_2026_11,
    strategiksa_wanderer,
    zargos_2026_11,
    zargos_lords_2026_11,
)
from bench.pool.any_legal_sheet import wanderer
from bench.pool.outsiders import OUTSIDERS
from protocol.ids import Lines, SheetKey
from server.games.api import Sheets


class Member(Protocol):
    """A player of the pool. `past` has the sheets that were read in this game, the oldest first."""

    def __call__(
        self,
        view: Any,
        sheets: tuple[SheetKey, ...],
        random: Random,
        seconds: float,
        past: Sequence[Sheets],
        /,
    ) -> Mapping[SheetKey, Lines]: ...


class Frozen(Protocol):
    """A bot of the server as it was."""

    def __call__(
        self, view: Any, sheets: tuple[SheetKey, ...], random: Random, seconds: float, /
    ) -> Mapping[SheetKey, Lines]: ...


def _without_past(player: Frozen) -> Member:
    def write(
        view: Any, sheets: tuple[SheetKey, ...], random: Random, seconds: float, past: Sequence[Sheets]
    ) -> Mapping[SheetKey, Lines]:
        return player(view, sheets, random, seconds)

    return write


def _of_month(month: str, players: Mapping[str, Frozen]) -> dict[str, Member]:
    return {f"{level}_{month}": _without_past(player) for level, player in players.items()}


MEMBERS: Mapping[str, Mapping[str, Member]] = {
    "power": {
        "wanderer": wanderer("power"),
        **_of_month("2026_11", power_2026_11.PLAYERS),
        **OUTSIDERS,
    },
    "strategiksa": {
        "wanderer": _without_past(strategiksa_wanderer.wanderer),
        **_of_month("2026_11", strategiksa_2026_11.PLAYERS),
    },
    "zargos": {
        "wanderer": wanderer("zargos"),
        **_of_month("2026_11", zargos_2026_11.PLAYERS),
    },
    "zargos_lords": {
        "wanderer": wanderer("zargos_lords"),
        **_of_month("2026_11", zargos_lords_2026_11.PLAYERS),
    },
    "argad": {
        "wanderer": wanderer("argad"),
        **_of_month("2026_11", argad_2026_11.PLAYERS),
    },
}
"""By game, the members of its pool."""


def think_as(
    game: str,
    member: str,
    view: Any,
    sheets: tuple[SheetKey, ...],
    seed: int,
    seconds: float = 2.0,
    past: Sequence[Sheets] = (),
) -> dict[SheetKey, Lines]:
    """The sheets of a member of the pool, as `server.bots.think` gives those of a level."""
    written = MEMBERS[game][member](view, sheets, Random(seed), seconds, past)
    return {sheet: written.get(sheet, ()) for sheet in sheets}
