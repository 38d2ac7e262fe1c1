"""What holds in every battle of Argad, whoever plays it."""

from random import Random
from typing import Any

import pytest

from protocol.texts import catalogue
from protocol.views.argad import Event, note_of, step
from protocol.views.argad.board import TABLES
from protocol.views.argad.events import BannerUp, Dismounted
from protocol.views.argad.figures import cost_of
from protocol.views.argad.points import points_of
from protocol.views.argad.words import SIDES, is_lone_general, side_of, unit_rank
from server.bots import think
from server.games.api import Private
from server.games.argad import ARGAD
from server.games.argad.state import ArgadState
from server.games.dice import Dice
from tests.kit.contract import random_sheets
from tests.kit.long import TIMES, long

TABLES_OF = [
    {},
    {"players": 3, "map": "hamlet"},
    {"players": 4, "reserve": "secret", "map": "ford"},
    {"orders": "blind", "turns": 6, "armies": "even"},
    {"armies": "bought", "reserve": "secret", "map": "plain"},
]


def sheets_of(state: ArgadState, random: Random, number: int) -> dict[str, tuple[str, ...]]:
    """Sheets of recruits, and now and then of suggestions and junk."""
    if random.random() < 0.4:
        return random_sheets(ARGAD, state, random)
    sheets: dict[str, tuple[str, ...]] = {}
    for seat, keys in ARGAD.phase(state).owing.items():
        sheets |= think("argad", "recruit", ARGAD.view(state, seat), keys, number)
    return sheets


def told_to(seat: str | None, story: tuple[Event | Private, ...]) -> list[Event]:
    """What this seat is told of a story."""
    found: list[Event] = []
    for part in story:
        if isinstance(part, Private):
            event = part.event if seat in part.seats else part.instead
            found += [event] if event is not None else []
        else:
            found.append(part)
    return found


def check_folded(before: ArgadState, after: ArgadState, story: tuple[Event | Private, ...]) -> None:
    """For everybody the story leads from the old view to the new one."""
    for seat in (*before.seats, None):
        view = ARGAD.view(before, seat)
        for event in told_to(seat, story):
            view = step(view, event)
        assert view == ARGAD.view(after, seat), seat


def check_sound(state: ArgadState) -> None:
    places = [unit.at for unit in state.units.values()]
    assert len(places) == len(set(places))
    assert list(state.units) == sorted(state.units, key=unit_rank)
    assert not set(state.units) & set(state.gone)
    for name, unit in state.units.items():
        assert unit.figs
        assert unit.wear >= 0
        assert not unit.is_demoralised or not unit.wear
        assert unit.wear < 2 * len(unit.figs)
        assert unit.found_fatigued == unit.is_fatigued
        assert not unit.reserve or unit.is_ready
        assert not is_lone_general(name) or len(unit.figs) == 1
    for side in SIDES:
        assert sum(unit.reserve for name, unit in state.units.items() if side_of(name) == side) <= 1


def check_cost(state: ArgadState) -> None:
    """A-END-3: what an army cost is on the table or counted as lost."""
    for side in SIDES:
        standing = sum(cost_of(unit.figs) for name, unit in state.units.items() if side_of(name) == side)
        assert standing + state.losses.get(side, 0) == state.armies[side].cost


@long
@pytest.mark.parametrize("options", TABLES_OF, ids=["usual", "three", "four", "blind", "bought"])
def test_stories_lead_from_view_to_view_and_positions_stay_sound(options: dict[str, Any]) -> None:
    """A-ENDS-1, A-SECRET-1, A-BOARD-3, A-ACT-4: in whole battles, for every seat and for watchers."""
    say = catalogue("argad", "en")
    for seed in range(TIMES):
        random = Random(seed + 11)
        state: ArgadState = ARGAD.setup(ARGAD.read_options(options), Dice(seed))
        number, is_changed = 0, False
        while ARGAD.phase(state).owing:
            number += 1
            done = ARGAD.resolve(state, sheets_of(state, random, number), Dice(random.randrange(1 << 30)))
            check_folded(state, done.state, done.story)
            # A banner that is picked up makes its bearer dearer, and who dismounts is cheaper.
            is_changed |= any(isinstance(part, BannerUp | Dismounted) for part in done.story)
            if done.state.units:
                check_sound(done.state)
                if not is_changed:
                    check_cost(done.state)
            for event in told_to(None, done.story):
                assert say.has(note_of(event).code), note_of(event).code
            state = done.state
        assert state.turn <= state.turns
        assert number < 400


@pytest.mark.parametrize("name", TABLES.armies)
def test_a_battle_of_two_recruits_ends_and_both_write_legal_lines(name: str) -> None:
    """A-ENDS-1"""
    state: ArgadState = ARGAD.setup(ARGAD.read_options({"turns": 8}), Dice(2))
    state = ARGAD.resolve(state, {"S": (f"TAKE {name}",), "H": ("TAKE vikings",)}, Dice(2)).state
    number = 0
    while owing := ARGAD.phase(state).owing:
        number += 1
        sheets: dict[str, tuple[str, ...]] = {}
        for seat, keys in owing.items():
            view = ARGAD.view(state, seat)
            written = think("argad", "recruit", view, keys, number)
            assert all(not ARGAD.review(view, key, lines) for key, lines in written.items())
            sheets |= written
        state = ARGAD.resolve(state, sheets, Dice(number)).state
    assert state.ending in ("broken", "turns")
    assert any(points_of(state).values())
