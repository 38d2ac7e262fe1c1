"""Boards of labels: which one comes next, and that each can be reached."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.games.api import ARROWS, DOWN, LEFT, RIGHT, UP, Arrow
from client.games.graph import ROW_HEIGHT, Label, next_label

spots = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 20)), min_size=1, max_size=25, unique=True)


def labels(at: list[tuple[int, int]]) -> list[Label]:
    return [Label(f"P{number:02}", column, row) for number, (column, row) in enumerate(at)]


@pytest.mark.slow
@given(spots)
def test_every_label_is_reached_from_every_other(at: list[tuple[int, int]]) -> None:
    all_labels = labels(at)
    for start in all_labels[:3]:
        seen, edge = {start}, [start]
        while edge:
            here = edge.pop()
            new = {next_label(all_labels, here, arrow) for arrow in ARROWS} - seen
            seen |= new
            edge += new
        assert seen == set(all_labels)


@given(spots, st.sampled_from(ARROWS))
def test_a_step_goes_the_way_of_the_key(at: list[tuple[int, int]], arrow: Arrow) -> None:
    all_labels = labels(at)
    start = all_labels[0]
    found = next_label(all_labels, start, arrow)
    across, down = found.middle[0] - start.middle[0], found.middle[1] - start.middle[1]
    assert found == start or across * arrow[0] + down * arrow[1] > 0


@given(st.integers(1, 6), st.integers(1, 6), st.sampled_from((UP, DOWN, LEFT, RIGHT)))
def test_in_even_rows_a_walk_there_leads_back(columns: int, rows: int, arrow: Arrow) -> None:
    all_labels = labels([(8 * column, 4 * row) for column in range(columns) for row in range(rows)])
    for start in all_labels:
        there = next_label(all_labels, start, arrow)
        if there != start:
            assert next_label(all_labels, there, (-arrow[0], -arrow[1])) == start


def test_the_nearest_in_the_direction_comes_first() -> None:
    here, near, far, aside = Label("H", 20, 10), Label("N", 28, 11), Label("F", 40, 10), Label("A", 22, 4)
    all_labels = (here, near, far, aside)
    assert next_label(all_labels, here, RIGHT) == near
    assert next_label(all_labels, here, UP) == aside
    assert next_label(all_labels, here, LEFT) == here
    assert next_label((here, aside), here, RIGHT) == aside


def test_a_label_is_found_by_its_middle() -> None:
    assert Label("ABC", 10, 3, 5).middle == (12.0, 3.0 * ROW_HEIGHT)
