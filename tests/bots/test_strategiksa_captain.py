"""What a captain of Strategiksa looks after: king, reinforcements, kinds, and the place to begin."""

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from server.bots import think
from server.bots.strategiksa.land import muster
from server.bots.strategiksa.placing import CORNERS, RING, SIDES, choose_zone
from server.bots.strategiksa.staff import Staff
from server.games.dice import Dice
from server.games.strategiksa import STRATEGIKSA
from server.games.strategiksa.board import ZONE_OF
from server.games.strategiksa.scenario import position as read_position
from server.games.strategiksa.scenario import read_scenario
from server.games.strategiksa.state import StrategiksaState, is_free
from tests.kit.strategiksa import position, start

GAME = "strategiksa"
KINGS: list[dict[str, Any]] = json.loads(
    Path(__file__).parents[1].joinpath("cases", "bots", "strategiksa_kings.json").read_text("utf-8")
)
"""Positions of real games between earlier captains. Whoever is to move lost the king before the next turn."""


def step(state: StrategiksaState, seed: int) -> StrategiksaState:
    """After the next sheet, written by a captain."""
    ((seat, (sheet,)),) = STRATEGIKSA.phase(state).owing.items()
    sheets = think(GAME, "captain", STRATEGIKSA.view(state, seat), (sheet,), seed)
    after: StrategiksaState = STRATEGIKSA.resolve(state, sheets, Dice(0)).state
    return after


@pytest.mark.parametrize("number", range(len(KINGS)))
def test_a_king_is_not_left_to_an_attack_that_can_be_seen(number: int) -> None:
    """Every rival attacks a king wherever it can, and still the king stands when its turn comes again."""
    before = read_position(read_scenario(KINGS[number]))
    for seed in range(2):
        state = step(before, seed)
        while state.stage != "over" and not (state.stage == "turn" and state.active == before.active):
            state = step(state, seed)
        assert is_free(state, before.active), seed


def lines_of(state: StrategiksaState, seed: int = 1) -> tuple[str, ...]:
    ((seat, (sheet,)),) = STRATEGIKSA.phase(state).owing.items()
    return think(GAME, "captain", STRATEGIKSA.view(state, seat), (sheet,), seed)[sheet]


@pytest.mark.parametrize(("blue", "is_lost"), [("9I 9A 9C", True), ("1I", False)])
def test_no_reinforcements_go_to_a_cell_that_is_lost_anyway(blue: str, is_lost: bool) -> None:
    """The zone of E5 is nearest to blue's king, but a great army takes all that stands there."""
    green = {"A1": "1R 3I 3A 1S", "B1": "1I", "C1": "1I", "D1": "1A", "E5": "1I", "F5": "1I"}
    pieces = {"V": green, "B": {"G6": blue, "J10": "1R 9I"}, "J": {"A10": "1R 1I"}}
    for seed in range(5):
        staff = Staff(STRATEGIKSA.view(position(pieces), "V"), "V", Random(seed))
        muster(staff)
        put = {ZONE_OF[line.split()[1]] for line in staff.draft.lines()}
        assert ("E5" in put) != is_lost, put


def test_reinforcements_are_of_the_kinds_that_are_missing_where_they_come() -> None:
    """K-BATTLE-2: an army of one kind is beaten by another kind, whatever its size."""
    green = {"A1": "1R 2I 1A 1S", "B2": "1I"} | {f"{column}3": "4I" for column in "ABCD"}
    state = position({"V": green, "B": {"J10": "1R 9I"}, "J": {"J1": "1R 9I"}})
    added = Counter[str]()
    for line in lines_of(state):
        if line.startswith("+"):
            added[line.split()[0][-1]] += int(line.split()[0][1:-1])
    assert added["A"] > 0
    assert added["A"] + added["C"] > added["I"]


def test_the_kinds_are_sent_that_beat_the_defenders() -> None:
    """K-BATTLE-2: archers and foot are there; against foot soldiers archers go first."""
    state = position({"V": {"A1": "1R 2I", "D4": "5I 5A"}, "B": {"E5": "3I", "J1": "1R 3I"}})
    sent = [line.split()[0] for line in lines_of(state) if line.endswith(" E5")]
    numbers = {word.strip("0123456789"): int("".join(filter(str.isdigit, word))) for word in sent}
    assert numbers.get("A", 0) > numbers.get("I", 0)


def places(players: int, seed: int) -> list[str]:
    """The zones in which captains begin, in the order of turns."""
    state = start(players, seed)
    for number in range(players):
        state = step(state, 10 * seed + number)
    return [ZONE_OF[next(iter(state.pieces[colour]))] for colour in state.order]


def test_those_who_move_last_of_six_begin_in_the_corners() -> None:
    """K-SETUP-2: who moves first takes the free land first, and needs less of it for itself."""
    for seed in range(8):
        zones = places(6, seed)
        assert set(zones[:2]) in ({"A5", "I5"}, {"E1", "E9"})
        assert set(zones[2:]) == {*CORNERS}


def test_five_stand_in_a_ring_each_by_lot() -> None:
    """K-SETUP-2: nobody is left with the middle of the board, between four others."""
    first = set()
    for seed in range(12):
        zones = places(5, seed)
        assert "E5" not in zones
        assert min(_apart(one, other) for one in zones for other in zones if one != other) == 2
        first.add(zones[0])
    assert len(first) > 4


def _apart(one: str, other: str) -> int:
    columns = abs("ACEGI".index(one[0]) - "ACEGI".index(other[0]))
    return max(columns, abs(int(one[1:]) - int(other[1:])) // 2)


def test_a_captain_makes_room_if_somebody_does_not_stand_in_the_ring() -> None:
    """A person has begun in the middle of the board; captains begin far from there."""
    state = start(5, 1)
    first = state.active
    lines = ("R E5", "5I E5", "5A F6")
    state = STRATEGIKSA.resolve(state, {first: lines}, Dice(0)).state
    view = STRATEGIKSA.view(state, state.active)
    assert {choose_zone(view, Random(seed)) for seed in range(20)} <= {*CORNERS}
    assert not {*RING, *SIDES} & {*CORNERS}


def test_no_part_of_the_board_is_favoured_among_equal_cells() -> None:
    """Each of the three cells with which the zone of E5 is held is taken now and then."""
    state = position({"V": {"E5": "1I", "A1": "1R 1I 1A 1S"}, "B": {"J1": "1R 1I"}, "J": {"A10": "1R 1I"}})
    lines = [line for seed in range(30) for line in lines_of(state, seed)]
    assert {line.split()[2] for line in lines if line.startswith("1I E5")} == {"E6", "F5", "F6"}
