"""The general tries several sheets, looks at what captains would reply to each, and takes the best."""

from collections.abc import Iterator
from random import Random
from time import perf_counter

from protocol.ids import Lines, SheetKey
from protocol.views.strategiksa import StrategiksaView
from server.bots.assignment import Assignment
from server.bots.strategiksa.captain import campaign, write
from server.bots.strategiksa.foresight import Foresight, TimeIsUp
from server.bots.strategiksa.temper import BOLD, CAREFUL, SPREADING, USUAL, Temper

SHARE_OF_TIME = 0.9
MOST_SHEETS = 24
KEPT = 0.4
"""The share of the sheets that are looked at again, with other replies."""
MOST_LOTS = 8


def general(assignment: Assignment) -> dict[SheetKey, Lines]:
    view: StrategiksaView = assignment.view
    if view.sheet not in assignment.sheets or view.writer != view.seat:
        return {}
    lines = write(view, view.sheet, assignment.random)
    if view.stage == "turn" and not (lines and lines[0].startswith("vassal")):
        deadline = perf_counter() + SHARE_OF_TIME * assignment.seconds
        lines = _best_sheet(view, lines, assignment.random, deadline)
    return {view.sheet: lines}


def _best_sheet(view: StrategiksaView, usual: Lines, random: Random, deadline: float) -> Lines:
    """Look at all sheets with the same replies, then again at the best of them, as long as there is time."""
    foresight = Foresight(view, lambda: perf_counter() >= deadline)
    values: dict[Lines, list[float]] = {}
    lot = random.randrange(1_000_000)
    try:
        for lines in _sheets(view, usual, random):
            if lines not in values:
                values[lines] = [foresight.value(lines, lot)]
        for another in range(1, MOST_LOTS):
            ranked = sorted(values, key=lambda each: -_mean(values[each]))
            values = {lines: values[lines] for lines in ranked[: max(2, int(KEPT * len(ranked)))]}
            for seen in [*values]:
                values[seen].append(foresight.value(seen, lot + another))
    except TimeIsUp:
        pass
    return max(values, key=lambda each: _mean(values[each]), default=usual)


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)


def _sheets(view: StrategiksaView, usual: Lines, random: Random) -> Iterator[Lines]:
    """The sheets of captains of several tempers, and against each rival. Lots make some of them differ."""
    assert view.sheet is not None
    yield usual
    tempers = _tempers(view)
    for number in range(MOST_SHEETS):
        yield campaign(view, view.sheet, random, tempers[number % len(tempers)])


def _tempers(view: StrategiksaView) -> list[Temper]:
    own = view.lords[view.active]
    rivals = [lord for lord in dict.fromkeys(view.lords.values()) if lord != own and lord not in view.gone]
    usual = [BOLD, CAREFUL, SPREADING, USUAL]
    return usual + [Temper(rival=lord, risk=0.7) for lord in rivals]
