"""The board recomputed from its picture, and how far each piece reaches on it."""

from collections.abc import Iterator
from itertools import product

import pytest

from protocol.views.power import ARMIES, Kind, Place
from server.games.power.board import GRID, GROUND, NEIGHBOURS, PLACES, REACH, SECTORS

RANGES = {"S": 2, "T": 3, "C": 5, "D": 1, "R": 2, "A": 3, "B": 5, "CR": 1}
LAND, AIR, SEA = ("S", "T", "R", "A"), ("C", "B"), ("D", "CR")
ISLANDS = {"IN", "IE", "IS", "IW", "IX"}


def is_sea(place: Place) -> bool:
    return place[0] == "S"


def is_hq(place: Place) -> bool:
    return place.startswith("HQ")


def is_inland(place: Place) -> bool:
    return place in ("V4", "B4", "J4", "R4")


def touching() -> Iterator[tuple[Place, Place]]:
    """Every pair of cells that meet, at a side or a corner."""
    for row, column, down, right in product(range(9), range(9), (-1, 0, 1), (-1, 0, 1)):
        if 0 <= row + down < 9 and 0 <= column + right < 9:
            yield GRID[row][column], GRID[row + down][column + right]


def expected_neighbours() -> dict[Place, set[Place]]:
    found: dict[Place, set[Place]] = {place: set() for line in GRID for place in line}
    for one, other in touching():
        if one != other and not (is_sea(one) and is_sea(other)):
            found[one].add(other)
    return found


def walk(kind: Kind, start: Place) -> set[Place]:
    """Where a piece may end, by trying every path of its range step by step."""
    neighbours = expected_neighbours()
    ends: set[Place] = set()
    edge = {start}
    for _ in range(RANGES[kind]):
        # P-MOVE-3: a land piece goes no further from an island or an HQ it has entered.
        halted = {p for p in edge if kind in LAND and p != start and (is_hq(p) or p in ISLANDS)}
        edge = {to for place in edge - halted for to in neighbours[place] if is_open(kind, to)}
        ends |= edge
    return ends - {start}


def is_open(kind: Kind, place: Place) -> bool:
    return not is_inland(place) if kind in SEA else not is_sea(place)


def test_neighbours_are_the_sectors_whose_cells_touch_but_two_sea_lanes() -> None:
    """P-BOARD-1"""
    assert {place: set(others) for place, others in NEIGHBOURS.items()} == expected_neighbours()
    assert all(len(others) == len(set(others)) for others in NEIGHBOURS.values())


def test_neighbours_are_mutual_and_nobody_neighbours_itself() -> None:
    """P-BOARD-1"""
    for place, others in NEIGHBOURS.items():
        assert place not in others
        assert all(place in NEIGHBOURS[other] for other in others)


def test_there_are_57_sectors_and_4_reserves() -> None:
    """P-BOARD-2"""
    assert len(SECTORS) == len(set(SECTORS)) == 57
    assert set(SECTORS) == {place for line in GRID for place in line}
    assert set(PLACES) - set(SECTORS) == {"RVV", "RVB", "RVJ", "RVR"}
    assert len(PLACES) == 61


@pytest.mark.parametrize("army", ARMIES)
def test_a_territory_is_nine_sectors_of_which_number_4_has_no_shore(army: str) -> None:
    """P-BOARD-2"""
    territory = [place for place in SECTORS if place[0] == army]
    assert territory == [f"{army}{number}" for number in range(9)]
    assert [place for place in territory if not any(map(is_sea, NEIGHBOURS[place]))] == [f"{army}4"]
    assert {place: GROUND[place] for place in territory} == {
        place: "inland" if is_inland(place) else "coast" for place in territory
    }


@pytest.mark.parametrize("army", ARMIES)
def test_an_hq_touches_its_territory_and_is_no_part_of_it(army: str) -> None:
    """P-BOARD-2"""
    assert GROUND["HQ" + army] == "hq"
    assert {place for place in NEIGHBOURS["HQ" + army] if not is_sea(place)} == {army + "8"}


def test_lane_3_has_eight_neighbours() -> None:
    """P-BOARD-3"""
    assert set(NEIGHBOURS["S3"]) == {"IX", "IS", "R0", "R2", "R5", "J0", "J1", "J3"}


@pytest.mark.parametrize("army", ARMIES)
def test_a_soldier_steps_into_an_hq_from_exactly_4_6_7_and_8(army: str) -> None:
    """P-BOARD-3"""
    starts = {place for place in SECTORS if is_open("S", place) and "HQ" + army in REACH["S"][place]}
    assert starts == {army + number for number in "4678"}


@pytest.mark.parametrize(
    ("army", "abroad"),
    [
        ("V", {"J0", "B0", "B5", "R0", "R3"}),
        ("B", {"R0", "J0", "J5", "V0", "V3"}),
        ("J", {"V0", "R0", "R5", "B0", "B3"}),
        ("R", {"B0", "V0", "V5", "J0", "J3"}),
    ],
)
def test_a_fighter_from_its_hq_reaches_zero_everywhere_and_the_near_corners(
    army: str, abroad: set[str]
) -> None:
    """P-BOARD-3"""
    assert {place for place in REACH["C"]["HQ" + army] if place[0] in set(ARMIES) - {army}} == abroad


@pytest.mark.parametrize("kind", RANGES)
def test_reach_is_what_walking_the_board_finds(kind: Kind) -> None:
    """P-MOVE-1, P-MOVE-2, P-MOVE-3, P-MOVE-4, P-MOVE-5"""
    for start in SECTORS:
        if is_open(kind, start):
            assert set(REACH[kind][start]) == walk(kind, start), start


@pytest.mark.parametrize("kind", RANGES)
@pytest.mark.parametrize("army", ARMIES)
def test_from_a_reserve_every_piece_reaches_its_own_hq_and_nothing_else(kind: Kind, army: str) -> None:
    """P-MOVE-6"""
    assert set(REACH[kind]["RV" + army]) == {"HQ" + army}


@pytest.mark.parametrize(("small", "big"), [("S", "R"), ("T", "A"), ("C", "B"), ("D", "CR")])
def test_big_pieces_travel_as_their_small_ones_do(small: Kind, big: Kind) -> None:
    """P-PIECE-1"""
    assert REACH[small] == REACH[big]


def test_missiles_and_power_reach_nothing() -> None:
    """P-MISS-1"""
    assert set(REACH) == set(RANGES)
