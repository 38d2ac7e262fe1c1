"""How a marshal opens a duel: a mixture of sheets that was found beforehand, in more time than a table has.

All duels begin in the same position, and who knows what a bot writes there could take much of it. The mixture
is found by `python -m bench.openings`, which also says what the best reply to it would gain.
"""

from collections.abc import Iterable
from math import exp
from typing import NamedTuple

from protocol.ids import Lines
from protocol.views.power import ARMIES, PowerView, headquarters
from server.bots.power.families import read_lines
from server.bots.power.study import Study
from server.bots.power.symmetry import MIRRORED, TURNS
from server.bots.power.variations import Plan
from server.games.power.state import OPENING

TILT = 0.01
"""A sheet that its character likes by so much more is played nearly three times as often as another."""


class Opening(NamedTuple):
    share: float
    """How often it is played by a bot without a character."""
    green: Lines
    blue: Lines
    """They stand for any two armies of one side, of which blue is the next one clockwise."""


def opens(view: PowerView) -> bool:
    """Whether this is the first position of a duel. P-SETUP-1."""
    return len(set(view.sides.values())) == 2 and all(
        view.pieces.get(army) == {headquarters(army): OPENING} and view.flags[army] == army for army in ARMIES
    )


def opening(study: Study) -> Plan:
    """One of the openings, drawn by lot, with sheets for the armies of this side."""
    plans = plans_of(study, OPENINGS)
    liked = [share * exp(study.liking(plan) / TILT) for plan, share in plans]
    ((plan, _),) = study.random.choices(plans, liked)
    return plan


def plans_of(study: Study, openings: Iterable[Opening]) -> list[tuple[Plan, float]]:
    """The openings for the armies that are asked for, as they stand and mirrored, each with its share."""
    asked, view = study.me.armies, study.view
    team = {army for army in ARMIES if view.sides[army] == view.sides[asked[0]]}
    fitting = [
        symmetry for symmetry in (*TURNS, *MIRRORED) if {symmetry.armies["V"], symmetry.armies["B"]} == team
    ]
    found = []
    for each in openings:
        for symmetry in fitting:
            written = symmetry.sheets({"V": each.green, "B": each.blue})
            sheets = [read_lines(written[army], army) for army in asked]
            found.append((study.me.variations.plan(sheets), each.share / len(fitting)))
    return found


OPENINGS = (
    Opening(
        0.273, ("C HQ B0", "C HQ V5", "T HQ V5", "T HQ V5"), ("C HQ B0", "C HQ B0", "T HQ B0", "T HQ B0")
    ),
    Opening(
        0.218, ("C HQ V0", "C HQ V0", "T HQ V0", "T HQ V0"), ("C HQ B3", "C HQ V0", "T HQ B3", "T HQ B3")
    ),
    Opening(
        0.173, ("C HQ V0", "C HQ V0", "T HQ V0", "T HQ V0"), ("C HQ B0", "C HQ V0", "T HQ B0", "T HQ B0")
    ),
    Opening(
        0.088, ("C HQ R3", "C HQ V0", "T HQ V0", "T HQ V0"), ("C HQ B0", "C HQ J5", "T HQ B0", "T HQ B0")
    ),
    Opening(0.061, ("C HQ B0", "C HQ B0"), ("C HQ B0", "C HQ B0", "T HQ B3", "T HQ B3")),
    Opening(0.061, ("C HQ B0", "C HQ B0", "D HQ S6"), ("C HQ B0", "C HQ B0", "T HQ B3", "T HQ B3")),
    Opening(
        0.044, ("C HQ B0", "C HQ B0", "T HQ V5", "T HQ V5"), ("C HQ B0", "C HQ J5", "T HQ B0", "T HQ B0")
    ),
    Opening(
        0.044, ("C HQ B0", "C HQ R3", "T HQ V5", "T HQ V5"), ("C HQ B0", "C HQ B0", "T HQ B0", "T HQ B0")
    ),
    Opening(0.02, ("C HQ R3", "C HQ R3"), ("C HQ J5", "C HQ J5", "T HQ B3", "T HQ B3")),
    Opening(0.02, ("C HQ B0", "C HQ B0", "T HQ V0", "T HQ V0"), ("C HQ B0", "C HQ V0", "T HQ B0", "T HQ B0")),
)
