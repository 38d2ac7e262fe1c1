"""The board of Zargos, as the data give it."""

from itertools import pairwise

from protocol.views.zargos.board import (
    ARMS,
    CAPITALS,
    KINGDOMS,
    MAP,
    ORDER,
    PROVINCES,
    SEAS,
    TERRITORIES,
    VOLCANOES,
    Sea,
    Territory,
)
from protocol.views.zargos.words import CARDS, GREEN
from server.games.zargos.curses import all_curses
from tests.kit.zargos import play, state_of


def test_ten_kingdoms_have_37_provinces_and_10_capitals() -> None:
    """Z-MAP-1"""
    assert (len(PROVINCES), len(CAPITALS), len(KINGDOMS)) == (37, 10, 11)
    assert all(place[-1].isdigit() for place in PROVINCES)
    assert all(place.endswith("C") for place in CAPITALS)
    assert KINGDOMS["ZA"].capital == "ZAC"


def test_all_borders_go_both_ways_and_are_as_many_as_written() -> None:
    """Z-MAP-2"""
    land = [(place, near) for place, each in TERRITORIES.items() for near in each.neighbours]
    sea = [(cell, near) for cell, each in SEAS.items() for near in each.neighbours]
    coasts = {(place, cell) for place, each in TERRITORIES.items() for cell in each.seas}
    assert all((near, place) in land for place, near in land)
    assert all((near, cell) in sea for cell, near in sea)
    assert coasts == {(place, cell) for cell, each in SEAS.items() for place in each.coasts}
    assert (len(land), len(coasts), len(sea)) == (2 * 100, 85, 2 * 20)
    assert not any(TERRITORIES[place].seas for place in ("ZI1", "ZI2", "ZI3", "ZAC"))


def test_four_steps_lead_from_ocean_to_ocean() -> None:
    """Z-MAP-4"""
    steps = {
        frozenset((cell, near))
        for cell, each in SEAS.items()
        for near in each.neighbours
        if SEAS[near].ocean != each.ocean
    }
    assert steps == {frozenset(step.split("-")) for step in ("TN-W1", "TN-E1", "TS-W4", "TS-E5")}


def test_volcanoes_and_arms_are_where_the_rules_have_them() -> None:
    """Z-MAP-5"""
    assert {place for place, each in TERRITORIES.items() if each.volcano} == VOLCANOES
    assert sorted(VOLCANOES) == ["AK1", "BZ1", "IT2", "KA1", "KO2", "OH3", "TA3"]
    assert {end: others[0] for end, others in ARMS.items()} == {
        **{"BZ2": "KO1", "KO1": "BZ2", "AK3": "OH6"},
        **{"OH6": "AK3", "BZ3": "OZ1", "OZ1": "BZ3"},
    }


def test_an_empty_territory_counts_for_nobody() -> None:
    """Z-MAP-7"""
    outcome = play(phase="count", units={"W": {"OZ1": 1}, "S": {"BZ1": 1, "BZ2": 1}}, sheets=[])
    assert outcome["points"] == {"S": 2, "W": 1}


def test_no_label_of_a_board_lies_on_another() -> None:
    """Z-MAP-8"""
    places: list[Territory | Sea] = [*TERRITORIES.values(), *SEAS.values()]
    assert [*TERRITORIES, *SEAS] == list(ORDER)
    for rows, columns, width, spots in (
        (17, 80, 6, [each.at80 for each in places]),
        (34, 118, 7, [each.at120 for each in places]),
    ):
        assert len(set(spots)) == len(spots) == 75
        assert all(0 <= row < rows and 0 <= column < columns for row, column in spots)
        for row in range(rows):
            line = sorted(column for at, column in spots if at == row)
            assert all(b - a >= width - 1 for a, b in pairwise(line))
    assert MAP.canvas == (1000, 920)


def test_there_are_forty_cards_and_fifty_eight_curses() -> None:
    """Z-CARD-22"""
    assert sum(CARDS.values()) == 40
    assert sum(CARDS[card] for card in GREEN) == 20
    assert len(all_curses()) == 58
    state = state_of(phase="turn", units={"W": {"OZ1": 1}}, hands={"W": ["WAR"]}, winds=["QUAKE"])
    assert len(state.pile) == 38
