"""The army as its sheet is written: what it costs so far, and the limits it has to keep. A-ARMY."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from client.games.argad.notation import bare
from protocol.ids import Lines, SheetKey
from protocol.views.argad.board import TABLES
from protocol.views.argad.figures import CAVALRY, cost_of, figure, is_known
from protocol.views.argad.ready_armies import ready_army
from protocol.views.argad.view import ArgadView, Army, ArmyUnit
from protocol.views.argad.words import (
    LEADER_OF,
    SIDES,
    FigureCode,
    read_figures,
    tidy_figures,
    write_figures,
)

TAKE, UNIT = "TAKE ", "UNIT "
BOUGHT = "bought"
ELITE = 4
"""A-ARMY-3: figures of this class and above are elite."""


class Limit(Struct, frozen=True):
    """How many figures of a kind an army has, and how many it may have."""

    name: str
    count: int
    most: int


def with_written_army(view: ArgadView, sheets: Mapping[SheetKey, Lines]) -> ArgadView:
    """The view with the armies as far as they are written on these sheets."""
    written = {side: written_army(sheets.get(LEADER_OF[side], ()), is_even=view.is_even) for side in SIDES}
    return replace(view, armies={side: army for side, army in written.items() if army})


def written_army(lines: Lines, *, is_even: bool = False) -> Army | None:
    """The army that is taken, or the units that are bought so far; None if there is neither."""
    texts = [bare(line) for line in lines]
    taken = [text.removeprefix(TAKE).lower() for text in texts if text.startswith(TAKE)]
    known = [key for key in taken if key in TABLES.armies]
    if known:
        return ready_army(known[0], is_even=is_even)
    bought = [_figures(text.removeprefix(UNIT)) for text in texts if text.startswith(UNIT)]
    units = [figures for figures in bought if figures]
    made = tuple(ArmyUnit(number, write_figures(each), 1, "") for number, each in enumerate(units, 1))
    return Army(BOUGHT, sum(map(cost_of, units)), made) if made else None


def _figures(text: str) -> tuple[FigureCode, ...]:
    found = read_figures(tidy_figures(text)) or ()
    return found if all(is_known(code) for code in found) else ()


def figures_in(army: Army) -> tuple[FigureCode, ...]:
    return tuple(code for unit in army.units for code in read_figures(unit.figs) or ())


def limits_of(army: Army) -> tuple[Limit, ...]:
    """A-ARMY-3: the elite, the cavalry and the shooters among all figures."""
    all_of_it, limits = figures_in(army), TABLES.limits
    figures = [figure(code) for code in all_of_it]
    elite = sum(each.rank >= ELITE for each in figures)
    riders = sum(each.mount == CAVALRY for each in figures)
    shooters = sum(bool(each.missile) and TABLES.missile[each.missile].counts for each in figures)
    shares = {"elite": (elite, limits.elite), "cavalry": (riders, limits.cavalry)}
    shares["shooters"] = (shooters, limits.missile)
    return tuple(
        Limit(name, count, len(figures) * part // whole) for name, (count, (part, whole)) in shares.items()
    )


def has_leader(army: Army) -> bool:
    """A-ARMY-4: whether it has its general."""
    return sum(figure(code).is_general for code in figures_in(army)) == 1
