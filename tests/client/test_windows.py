"""The part of a large board that is seen."""

from hypothesis import given
from hypothesis import strategies as st

from client.games.api import Spot, Window
from client.games.windows import centred, first_seen, look

sizes = st.integers(1, 40)
firsts = st.integers(-50, 90)


@given(firsts, sizes, sizes, st.integers(0, 39))
def test_what_is_wanted_is_seen_and_the_window_lies_on_the_board(
    first: int, shown: int, total: int, wanted: int
) -> None:
    wanted %= total
    found = first_seen(first, shown, total, wanted)
    assert 0 <= found <= max(0, total - shown)
    assert found <= wanted < found + shown


@given(firsts, sizes, sizes, st.integers(0, 39))
def test_on_a_round_board_what_is_wanted_is_seen_across_the_seam(
    first: int, shown: int, total: int, wanted: int
) -> None:
    wanted %= total
    found = first_seen(first, shown, total, wanted, wraps=True)
    assert 0 <= found < total
    assert (wanted - found) % total < shown


@given(sizes, sizes, st.integers(0, 39), st.booleans())
def test_a_window_that_shows_the_spot_does_not_move(shown: int, total: int, wanted: int, wraps: bool) -> None:
    wanted %= total
    found = first_seen(0, shown, total, wanted, wraps=wraps)
    assert first_seen(found, shown, total, wanted, wraps=wraps) == found


def test_a_window_moves_no_farther_than_it_must() -> None:
    assert first_seen(5, 10, 40, 7) == 5
    assert first_seen(5, 10, 40, 15) == 7
    assert first_seen(5, 10, 40, 2) == 1
    assert first_seen(35, 10, 40, 2, wraps=True) == 35
    assert first_seen(0, 10, 40, 38, wraps=True) == 37
    assert first_seen(0, 10, 40, 12, wraps=True) == 4


def test_without_a_spot_a_window_only_comes_back_to_the_board() -> None:
    window = Window(column=-3, row=99, zoom=1, follows=False)
    assert look(window, (5, 5), (20, 20), None) == Window(0, 15, 1, follows=False)
    assert look(window, (5, 5), (20, 20), None, (True, True)) == Window(17, 19, 1, follows=False)
    assert look(window, (5, 5), (20, 20), Spot("x", 9, 9)) == Window(6, 8, 1, follows=False)


def test_a_new_window_has_the_spot_in_its_middle_as_far_as_the_board_goes() -> None:
    spot = Spot("x", 2, 1)
    on_flat = Window(0, 0, is_new=False)
    assert centred(Window(), (5, 7), (20, 20), spot) == on_flat
    assert centred(Window(), (5, 7), (20, 20), spot, (False, True)) == Window(0, 18, is_new=False)
    assert centred(Window(), (5, 7), (20, 20), Spot("x", 19, 10)) == Window(15, 7, is_new=False)
