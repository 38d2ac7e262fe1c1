"""No level of Zargos hands the game to a rival who needs only one more place. Z-END-1."""

from random import Random
from typing import Any

import pytest

from protocol.ids import Lines
from protocol.views.zargos.board import INNER_FOUR
from server.bots import LEVELS, think
from server.games.zargos import ZARGOS
from server.games.zargos.state import ZargosState
from tests.kit.zargos import state_of

GAME = "zargos"
OUTER = ("ZA1", "ZA2", "ZA3", "ZA4", "ZA5", "ZA6")
ELSEWHERE = ("BZ1", "BZ2", "TA1", "TA2", "OH1", "OH3", "KO1")
POSITIONS = 25


def at_the_gate(random: Random, phase: str) -> tuple[ZargosState, str]:
    """Spiders hold three of the four places and Amazons the last one, which is returned as well."""
    gate = random.choice(INNER_FOUR)
    spiders = {place: random.randrange(3, 15) for place in INNER_FOUR if place != gate}
    amazons = {gate: random.randrange(2, 20)}
    for place in random.sample((*OUTER, *ELSEWHERE), 6):
        random.choice((spiders, amazons)).setdefault(place, random.randrange(1, 9))
    more: dict[str, Any] = {"points": {"A": 9, "S": 5, "K": 1}} if phase == "buy" else {}
    units = {"S": spiders, "A": amazons, "K": {"PA1": 4}}
    return state_of(phase=phase, active="A", order=["A", "S", "K"], units=units, turn=3, **more), gate


def sheet_of(state: ZargosState, level: str, seed: int = 1) -> Lines:
    view = ZARGOS.view(state, state.seats["A"])
    lines = think(GAME, level, view, ("A",), seed)["A"]
    assert ZARGOS.review(view, "A", lines) == ()
    return lines


@pytest.mark.parametrize("level", LEVELS[GAME])
@pytest.mark.parametrize("phase", ["attack", "reorganise"])
def test_nobody_leaves_the_last_gate(level: str, phase: str) -> None:
    """Z-END-1: whoever is there is needed there."""
    for seed in range(POSITIONS):
        state, gate = at_the_gate(Random(seed), phase)
        lines = sheet_of(state, level, seed)
        assert not any(f" {gate} " in line for line in lines), (seed, lines)


@pytest.mark.parametrize("level", LEVELS[GAME])
def test_new_units_go_to_the_last_gate(level: str) -> None:
    for seed in range(POSITIONS):
        state, gate = at_the_gate(Random(seed), "buy")
        lines = sheet_of(state, level, seed)
        assert any(line.endswith(f" {gate}") for line in lines), (seed, lines)


@pytest.mark.parametrize("level", LEVELS[GAME])
def test_units_next_to_the_last_gate_come_to_its_help(level: str) -> None:
    for seed in range(POSITIONS):
        random = Random(seed)
        spiders = {place: random.randrange(5, 15) for place in ("ZAC", "ZI1", "ZI2")}
        units = {"S": spiders, "A": {"ZI3": 2, "ZA5": random.randrange(2, 9), "OH1": 9}, "K": {"PA1": 4}}
        state = state_of(phase="reorganise", active="A", order=["A", "S", "K"], units=units, turn=3)
        assert any(line.endswith("ZA5 ZI3") for line in sheet_of(state, level, seed)), seed


@pytest.mark.parametrize("level", LEVELS[GAME])
def test_a_rival_before_the_last_gate_is_attacked_even_against_the_odds(level: str) -> None:
    """Nobody but demons, who will not hold, is between the Spiders and victory."""
    for seed in range(POSITIONS):
        random = Random(seed)
        spiders = {"ZAC": 12, "ZI1": 30, "ZI2": random.randrange(5, 10)}
        units = {"S": spiders, "A": {"ZA3": random.randrange(8, 11), "BZ1": 1}, "X": {"ZI3": 1}}
        state = state_of(phase="attack", active="A", order=["A", "S"], units=units, turn=3)
        lines = sheet_of(state, level, seed)
        assert any(line.split()[-1] in INNER_FOUR for line in lines), (seed, lines)


def test_a_player_does_not_bar_the_way_of_the_own_other_people() -> None:
    """Z-TWO-3: the player wins with either."""
    units = {"S": {"ZAC": 9, "ZI1": 9, "ZI2": 9}, "A": {"ZI3": 9, "ZA5": 2}, "K": {"ZA6": 1}}
    seats = {"S": "1", "A": "1", "K": "2"}
    state = state_of(phase="attack", active="A", order=["A", "S", "K"], units=units, seats=seats, turn=3)
    assert any(line.startswith(("7 ZI3", "8 ZI3")) for line in sheet_of(state, "captain"))
