"""Cells, zones and mountains; how far pieces go and who controls what."""

import pytest

from protocol.views.strategiksa import cured, hurt, stack_of
from server.games.strategiksa.board import (
    CELLS,
    CELLS_OF,
    MOUNTAINS,
    NEIGHBOURS,
    ZONE_OF,
    ZONES,
    controlled,
    reach,
    weight,
    zone_counts,
)
from tests.kit.strategiksa import position, turn


def test_a_hundred_cells_form_25_zones_named_by_their_top_left_cell() -> None:
    """K-BOARD-1"""
    assert (len(CELLS), CELLS[0], CELLS[-1]) == (100, "A1", "J10")
    assert len(ZONES) == 25
    assert ZONES[:2] == ("A1", "C1")
    assert ZONES[-1] == "I9"
    assert CELLS_OF["C3"] == ("C3", "D3", "C4", "D4")
    assert {ZONE_OF[cell] for cell in ("I9", "J9", "I10", "J10")} == {"I9"}


def test_steps_go_to_the_eight_cells_around() -> None:
    """K-BOARD-1"""
    assert set(NEIGHBOURS["E5"]) == {"D4", "E4", "F4", "D5", "F5", "D6", "E6", "F6"}
    assert set(NEIGHBOURS["J10"]) == {"I9", "J9", "I10"}
    assert all(cell in NEIGHBOURS[other] for cell in CELLS for other in NEIGHBOURS[cell])


def test_the_peaks_stand_on_eight_cells_of_eight_zones() -> None:
    """K-BOARD-2"""
    assert MOUNTAINS["peaks"] == {"D4", "G4", "D7", "G7", "E1", "F10", "A6", "J5"}
    assert len({ZONE_OF[cell] for cell in MOUNTAINS["peaks"]}) == 8
    assert not MOUNTAINS["classic"]


def test_nothing_enters_a_mountain() -> None:
    """K-BOARD-2"""
    done = turn({"V": {"C3": "1R 2I"}}, "I C3 D4", "I C3 C4", map="peaks")
    assert done.lost == ["mountain"]
    assert done.pieces["V"] == {"C3": "1R 1I", "C4": "1I"}


def test_a_zone_with_a_mountain_is_held_with_two_of_its_other_cells() -> None:
    """K-BOARD-2"""
    assert controlled(position({"V": {"C3": "1R", "D3": "1I"}}, map="peaks")) == {"C3": "V"}


def test_any_number_of_one_side_stands_on_a_cell() -> None:
    """K-BOARD-3"""
    pieces = {"V": {"C3": "1R 40I"}, "B": {"C4": "60A"}}
    done = turn(pieces, "40I C3 C4", suzerains={"B": "V"})
    assert done.at("C4") == {"V": "40I", "B": "60A"}
    assert not done.lost


@pytest.mark.parametrize(("kind", "cells"), [("I", 8), ("A", 8), ("S", 8), ("C", 24), ("R", 24)])
def test_kings_and_cavalry_go_two_cells_the_others_one(kind: str, cells: int) -> None:
    """K-TURN-4"""
    assert len(reach(position({"V": {"E5": "1R"}}), "V", kind, "E5")) == cells


def test_a_way_leads_round_a_mountain_but_not_through_it() -> None:
    """K-TURN-4"""
    state = position({"V": {"C3": "1R"}}, map="peaks")
    assert "E5" not in reach(state, "V", "C", "C3")  # D4 is the only cell between
    assert {"E4", "C5"} <= set(reach(state, "V", "C", "C3"))
    assert "D4" not in reach(state, "V", "C", "C3")


def test_an_enemy_bars_the_way_and_can_be_entered_itself() -> None:
    """K-TURN-4"""
    state = position({"V": {"C3": "1R"}, "B": {"I1": "1R", "D4": "1I"}})
    found = reach(state, "V", "C", "C3")
    assert "D4" in found
    assert "E5" not in found


def test_friends_and_vassals_do_not_bar_the_way() -> None:
    """K-TURN-4"""
    state = position({"V": {"C3": "1R"}, "B": {"D4": "1I"}}, suzerains={"B": "V"})
    assert "E5" in reach(state, "V", "C", "C3")


def test_a_zone_needs_one_side_alone_on_two_cells() -> None:
    """K-TURN-6"""
    pieces = {
        "V": {"A1": "1R", "B2": "1I", "C1": "9I", "E1": "1I", "F1": "1I", "H1": "1I"},
        "B": {"F2": "1I", "G1": "1I", "J1": "1R"},
    }
    state = position(pieces)
    assert controlled(state) == {"A1": "V"}
    assert zone_counts(state) == {"V": 1, "B": 0, "J": 0}


def test_a_zone_of_a_suzerain_and_a_vassal_is_the_suzerains() -> None:
    """K-TURN-6"""
    pieces = {"V": {"A1": "1R", "C1": "1I"}, "B": {"D1": "1I", "E1": "1I", "E2": "1I"}}
    state = position(pieces, suzerains={"B": "V"})
    assert controlled(state) == {"C1": "V", "E1": "V"}
    assert zone_counts(state) == {"V": 2, "J": 0}


def test_cavalry_counts_two_and_kings_nothing() -> None:
    stack = stack_of({"R": 1, "I": 3, "C": 2, "A": 1, "S": 1, "C*": 1})
    assert weight(stack) == weight(hurt(stack)) + 1 == weight(cured(stack)) == 11
