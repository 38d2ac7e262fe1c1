"""Boards of hexes: six neighbours, walks there and back, and where each hex is drawn."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.games.api import ARROWS, DOWN, LEFT, RIGHT, UP, UP_LEFT, UP_RIGHT, Arrow, Window
from client.games.hexes import SIX, FoldedMesh, Hex, HexGrid, HexMesh

grids = st.builds(
    lambda columns, rows, *wraps: HexGrid(columns, 2 * rows, *wraps),
    *(st.integers(1, 12), st.integers(1, 8), st.booleans(), st.booleans()),
)


@st.composite
def on_grid(draw: st.DrawFn) -> tuple[HexGrid, Hex]:
    grid = draw(grids)
    return grid, (draw(st.integers(0, grid.columns - 1)), draw(st.integers(0, grid.rows - 1)))


def back(arrow: Arrow) -> Arrow:
    return -arrow[0], -arrow[1]


@given(on_grid(), st.sampled_from(ARROWS))
def test_a_walk_there_leads_back(at: tuple[HexGrid, Hex], arrow: Arrow) -> None:
    grid, start = at
    there = grid.step(start, arrow)
    assert there is None or grid.step(there, back(arrow)) == start


@given(on_grid())
def test_neighbours_are_each_other_s(at: tuple[HexGrid, Hex]) -> None:
    grid, start = at
    for other in grid.neighbours(start):
        assert start in grid.neighbours(other)


@given(on_grid())
def test_every_hex_is_reached_with_four_keys(at: tuple[HexGrid, Hex]) -> None:
    grid, start = at
    seen, edge = {start}, [start]
    while edge:
        here = edge.pop()
        new = {there for arrow in (UP, DOWN, LEFT, RIGHT) if (there := grid.step(here, arrow))} - seen
        seen |= new
        edge += new
    assert seen == set(grid.hexes)


@given(on_grid())
def test_up_and_down_lead_to_a_neighbour(at: tuple[HexGrid, Hex]) -> None:
    grid, start = at
    for arrow in (UP, DOWN):
        there = grid.step(start, arrow)
        assert there is None or there in grid.neighbours(start)


def test_a_hex_inside_has_six_neighbours_in_their_order() -> None:
    grid = HexGrid(24, 36)
    assert grid.neighbours((4, 2)) == ((3, 2), (3, 3), (4, 3), (5, 2), (4, 1), (3, 1))
    assert grid.neighbours((4, 3)) == ((3, 3), (4, 4), (5, 4), (5, 3), (5, 2), (4, 2))
    assert len(SIX) == 6


def test_a_round_board_goes_on_at_its_other_end() -> None:
    grid = HexGrid(24, 36, wraps_rows=True)
    assert grid.step((4, 35), (-1, 1)) == (4, 0)
    assert grid.step((4, 35), (1, 1)) == (5, 0)
    assert grid.step((4, 0), UP_LEFT) == (3, 35)
    assert grid.step((4, 0), UP_RIGHT) == (4, 35)
    assert grid.step((0, 4), LEFT) is None
    assert HexGrid(24, 36, wraps_columns=True).step((0, 4), LEFT) == (23, 4)


def test_an_odd_ring_of_rows_is_refused() -> None:
    with pytest.raises(ValueError, match="35 rows"):
        HexGrid(24, 35, wraps_rows=True)


meshes = st.builds(HexMesh, st.integers(1, 5), st.integers(1, 3), st.integers(0, 1), st.integers(0, 3))


@given(grids, meshes, st.integers(0, 90), st.integers(0, 40), st.integers(0, 30), st.integers(0, 30))
def test_what_is_seen_lies_in_the_room_and_never_twice(
    grid: HexGrid, mesh: HexMesh, width: int, height: int, column: int, row: int
) -> None:
    window = Window(column % grid.columns, row % grid.rows)
    seen = list(mesh.seen(grid, (width, height), window))
    assert len({hex_ for hex_, _, _ in seen}) == len(seen)
    cells = {
        (x + across, y + down)
        for _, x, y in seen
        for across in range(mesh.width)
        for down in range(mesh.height)
    }
    assert len(cells) == len(seen) * mesh.width * mesh.height
    assert all(0 <= x < width and 0 <= y < height for x, y in cells)


def test_neighbours_touch_on_the_screen() -> None:
    """Two each above and below, half a hex to both sides."""
    grid, mesh = HexGrid(6, 6), HexMesh(2, 1, 1)
    at = {hex_: (x, y) for hex_, x, y in mesh.seen(grid, mesh.size(6, 6), Window())}
    assert len(at) == 36
    for start in grid.hexes:
        for other in grid.neighbours(start):
            across, down = at[other][0] - at[start][0], at[other][1] - at[start][1]
            assert (abs(across), abs(down)) in ((2, 0), (1, 1))


@given(grids, st.integers(0, 90), st.integers(0, 40), st.integers(0, 30), st.integers(0, 15))
def test_a_folded_mesh_has_a_cell_of_its_own_for_every_hex(
    grid: HexGrid, width: int, height: int, column: int, pair: int
) -> None:
    window = Window(column % grid.columns, 2 * pair % grid.rows)
    seen = list(FoldedMesh(left=3, top=1).seen(grid, (width, height), window))
    cells = {(x, y) for _, x, y in seen}
    assert len(cells) == len(seen) == len({hex_ for hex_, _, _ in seen})
    assert all(0 <= x < width and 0 <= y < height for x, y in cells)


def test_a_folded_mesh_draws_two_rows_in_one_line_between_each_other() -> None:
    grid, mesh = HexGrid(24, 36), FoldedMesh(left=3, top=1)
    assert mesh.size(24, 36) == (51, 19)
    at = {hex_: (x, y) for hex_, x, y in mesh.seen(grid, mesh.size(24, 36), Window())}
    assert len(at) == 24 * 36
    assert (at[0, 0], at[0, 1], at[1, 0], at[0, 2]) == ((3, 1), (4, 1), (5, 1), (3, 2))
