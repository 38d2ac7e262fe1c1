"""The map, the pieces and the tables of Zargo's Lords."""

from collections import Counter, deque

import pytest

from protocol.views.zargos_lords.board import (
    COAST,
    CONSTANTS,
    HEXES,
    MAP,
    NEIGHBOURS,
    PIECES,
    STEPS,
    TERRAIN,
    distance,
    line_between,
    ray,
)
from protocol.views.zargos_lords.words import KINDS, PEOPLES
from server.games.zargos_lords import ZARGOS_LORDS
from server.games.zargos_lords.launches import flight_of, hits_of
from server.games.zargos_lords.strength import result_of
from tests.kit.zargos_lords import codes, play


def test_what_the_original_gives_is_kept() -> None:
    """L-FACT-1"""
    assert PIECES["M"]["F"].combat == 4
    assert PIECES["W"]["H"].combat == 5
    assert result_of(7, 4) == "D3"
    assert PIECES["D"]["D"].resistance == 6
    assert (CONSTANTS.arrow_range, CONSTANTS.flame_range, CONSTANTS.vision_range) == (8, 5, 5)


def test_figures_are_data_and_a_change_of_them_is_another_version() -> None:
    """L-FACT-2"""
    assert MAP.game == ZARGOS_LORDS.name
    assert ZARGOS_LORDS.rules_version >= 1


def test_a_hex_may_be_written_with_one_digit() -> None:
    """L-MAP-1"""
    outcome = play(turn="K", pieces={"K": {"g4": "F"}, "M": {"S20": "O"}}, orders={"K": ["f g4 f5"]})
    assert outcome["pieces"]["K"] == {"F05": "F"}


def test_the_six_directions_depend_on_the_number() -> None:
    """L-MAP-2"""
    assert STEPS["F14"] == ("E14", "E15", "F15", "G14", "F13", "E13")
    assert STEPS["F13"] == ("E13", "F14", "G14", "G13", "G12", "F12")


def test_numbers_go_round_and_letters_do_not() -> None:
    """L-MAP-3"""
    assert STEPS["E35"][1:3] == ("E00", "F00")
    assert STEPS["A10"][0] is None
    assert STEPS["X11"][3] is None


def steps_by_search(start: str) -> dict[str, int]:
    found, waiting = {start: 0}, deque([start])
    while waiting:
        here = waiting.popleft()
        for beside in NEIGHBOURS[here]:
            if beside not in found:
                found[beside] = found[here] + 1
                waiting.append(beside)
    return found


@pytest.mark.parametrize("start", ["A00", "M17", "X35", "K01"])
def test_distances_are_the_least_steps_through_the_seam_too(start: str) -> None:
    """L-MAP-4"""
    searched = steps_by_search(start)
    assert all(distance(start, end) == distance(end, start) == searched[end] for end in HEXES)


def test_a_straight_line_repeats_one_direction() -> None:
    """L-MAP-4"""
    assert ray("E35", 2)[:4] == ("F00", "F01", "G02", "G03")
    assert line_between("E35", "G03") == (2, 4)
    assert line_between("F14", "H13") is None


def test_every_hex_has_one_terrain_and_land_is_four_of_them() -> None:
    """L-MAP-5"""
    assert set(TERRAIN.values()) == set(".f^@~12345678")
    assert len(TERRAIN) == len(HEXES) == 24 * 36


def test_continents_are_congruent_and_bridges_touch_land_at_their_ends_only() -> None:
    """L-MAP-6"""
    for hexes in MAP.continents.values():
        assert Counter(TERRAIN[at] for at in hexes) == {".": 82, "f": 12, "^": 8, "@": 2}
    land = {at: name for name, hexes in MAP.continents.items() for at in hexes}
    for number, bridge in MAP.bridges.items():
        touched = [{land[n] for n in NEIGHBOURS[at] if n in land} for at in bridge.hexes]
        assert {*touched[0], *touched[-1]} == set(bridge.joins)
        assert not any(touched[1:-1])
        beside = {TERRAIN[n] for at in bridge.hexes for n in NEIGHBOURS[at]}
        assert {sign for sign in beside if sign.isdigit()} == {number}


def test_the_coast_has_sea_or_a_bridge_beside_it() -> None:
    """L-MAP-7"""
    land = {at for hexes in MAP.continents.values() for at in hexes}
    wet = {at for at in land if any(TERRAIN[n] in "~12345678" for n in NEIGHBOURS[at])}
    assert wet == COAST


def test_every_piece_has_its_three_figures() -> None:
    """L-PIECE-1"""
    knight, serpent = PIECES["K"]["C"], PIECES["D"]["S"]
    assert (knight.movement, knight.combat, knight.resistance) == (8, 9, 5)
    assert (serpent.movement, serpent.combat, serpent.resistance) == (8, 7, 5)
    assert [sum(piece.count for piece in PIECES[people].values()) for people in PEOPLES] == [50, 62, 55, 57]


def test_kinds_have_an_order_for_lists_and_ties() -> None:
    """L-PIECE-2"""
    assert "".join(KINDS) == "FACGLHDTSORI"
    outcome = play(turn="K", cities={"K": {"F14": "1C 1A 2F"}, "D": {"P20": "1F"}}, orders={})
    assert outcome["cities"]["K"] == {"F14": "2F 1A 1C"}


COMBAT = {
    -4: "AE AE A3 A2 A1 D1",
    -1: "AE AE A3 A2 A1 D1",
    0: "A3 A2 A1 D1 D2 D3",
    3: "A3 A2 A1 D1 D2 D3",
    4: "A1 D1 D2 D3 D4 DE",
    7: "A1 D1 D2 D3 D4 DE",
    8: "D1 D2 D3 D4 DE DE",
    11: "D1 D2 D3 D4 DE DE",
    12: "D2 D3 D4 DE DE DE",
    40: "D2 D3 D4 DE DE DE",
}


@pytest.mark.parametrize("difference", COMBAT)
def test_the_combat_table(difference: int) -> None:
    """L-TABLE-1"""
    assert " ".join(result_of(difference, die) for die in range(1, 7)) == COMBAT[difference]


def test_the_table_of_arrows() -> None:
    """L-TABLE-2"""
    rows = [[hits_of("arrows", die, far) for far in (1, 2, 3, 4, 5, 6, 7, 8)] for die in (1, 3, 6)]
    assert rows == [[1, 1, 0, 0, 0, 0, 0, 0], [2, 2, 1, 1, 1, 1, 0, 0], [5, 5, 4, 4, 3, 3, 2, 2]]


def test_the_table_of_flames() -> None:
    """L-TABLE-3"""
    rows = [[hits_of("flames", die, far) for far in (1, 2, 3, 4, 5)] for die in (1, 4, 6)]
    assert rows == [[1, 1, 0, 0, 0], [3, 2, 2, 1, 1], [5, 4, 3, 2, 2]]


def test_the_table_of_visions_is_a_formula() -> None:
    """L-TABLE-4"""
    for die in range(1, 7):
        for far in range(1, 6):
            assert flight_of(die, far) == max(0, die - far + 1)


def test_the_constants() -> None:
    """L-TABLE-5"""
    assert (CONSTANTS.months, CONSTANTS.cities_per_people, CONSTANTS.city_min_distance) == (25, 4, 4)
    assert (CONSTANTS.garrison_max, CONSTANTS.hostages_per_city, CONSTANTS.whirlpool_moves) == (4, 2, 3)
    assert (CONSTANTS.wood_cost, CONSTANTS.wood_defence, CONSTANTS.mountain_defence) == (2, 1, 3)
    assert (CONSTANTS.charge_front, CONSTANTS.charge_side, CONSTANTS.aura) == (3, 1, 2)
    assert CONSTANTS.min_difference == -4


def test_the_sea_and_what_lies_beyond_the_map_are_no_way() -> None:
    """L-MAP-3, L-MAP-5"""
    outcome = play(
        turn="K",
        pieces={"K": {"B13": "C"}, "M": {"S20": "O"}},
        orders={"K": ["C B13 A13", "C B13 A36", "C B13 Y13"]},
    )
    assert codes(outcome, "K") == ["no-way", "unreadable", "unreadable"]
