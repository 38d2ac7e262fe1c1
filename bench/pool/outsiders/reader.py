"""Two who guess what the others write and answer it, within the time they get.

The reader of captains lets the captain of November 2026 write for all others. The prober guesses plans of
every sort, but no captain: it expects to meet strangers.
"""

from collections.abc import Sequence
from random import Random
from time import perf_counter

import msgspec

from bench.pool.outsiders.answer import Answer
from bench.pool.outsiders.attackers import all_in, rusher
from bench.pool.outsiders.greedy import greedy
from bench.pool.outsiders.planner import besieger, planner
from bench.pool.power_2026_11 import PLAYERS
from protocol.ids import Lines, Seat, SheetKey
from protocol.views.power import PowerView
from server.games.api import Sheets

GUESSES = 4
STRANGERS = (planner, besieger, greedy, rusher, greedy, all_in)
PLANS = (planner, besieger, greedy)
"""What the search begins with."""


def captain_reader(
    view: PowerView, sheets: tuple[SheetKey, ...], random: Random, seconds: float, past: Sequence[Sheets]
) -> dict[SheetKey, Lines]:
    end = perf_counter() + 0.95 * seconds
    guesses = [_as_captains(view, random) for _ in range(GUESSES)]
    return _answer(view, sheets, guesses, random, end)


def prober(
    view: PowerView, sheets: tuple[SheetKey, ...], random: Random, seconds: float, past: Sequence[Sheets]
) -> dict[SheetKey, Lines]:
    end = perf_counter() + 0.95 * seconds
    guesses: list[Sheets] = [{}]  # perhaps nobody does anything
    for number in range(GUESSES):
        written: dict[SheetKey, Lines] = {}
        for at, seen in enumerate(_others(view)):
            stranger = STRANGERS[(number + at) % len(STRANGERS)]
            written |= stranger(seen, seen.armies, random, 0.0, past)
        guesses.append(written)
    return _answer(view, sheets, guesses[1:] + guesses[:1], random, end)


def _answer(
    view: PowerView, sheets: tuple[SheetKey, ...], guesses: Sequence[Sheets], random: Random, end: float
) -> dict[SheetKey, Lines]:
    answer = Answer(view, sheets, guesses)
    for plan in PLANS:
        answer.offer(plan(view, sheets, random, 0.0, ()))
    return answer.improve(random, lambda: perf_counter() >= end)


def _as_captains(view: PowerView, random: Random) -> Sheets:
    written: dict[SheetKey, Lines] = {}
    for seen in _others(view):
        written |= PLAYERS["captain"](seen, seen.armies, random, 0.0)
    return written


def _others(view: PowerView) -> list[PowerView]:
    """The same position as each of the other sides sees it."""
    seats: dict[Seat, tuple[SheetKey, ...]] = {}
    for army in view.reading:
        seats[view.sides[army]] = (*seats.get(view.sides[army], ()), army)
    return [
        msgspec.structs.replace(view, seat=seat, armies=armies)
        for seat, armies in seats.items()
        if seat != view.seat
    ]
