"""The measure of whether a seat is favoured."""

import pytest

from bench.fairness import Contest, play, report
from bench.fairness import _first_out as first_out
from bench.intervals import chance_of_spread


@pytest.mark.parametrize(
    ("counts", "chance"),
    [
        ((50, 50), 1.0),
        ((60, 40), 0.0455),
        ((167, 155, 96, 82), 2.67e-9),
        ((40, 30, 30), 0.3679),
        ((30, 20, 25, 25, 25), 0.7358),
        ((0, 0, 0), 1.0),
        ((7,), 1.0),
    ],
)
def test_the_chance_of_a_spread_is_that_of_the_tables(counts: tuple[int, ...], chance: float) -> None:
    """The values of the chi-square distribution, as they are printed in books."""
    assert chance_of_spread(counts) == pytest.approx(chance, rel=0.01)


def test_the_first_out_are_those_who_leave_before_the_end() -> None:
    three = ("1", "2", "3")
    assert first_out(three, [{"1", "2", "3"}, {"1", "2"}, {"1", "2"}, {"1"}]) == ("3",)
    assert first_out(three, [{"1", "2", "3"}, {"1"}, {"1"}, {"1"}]) == ("2", "3")
    assert first_out(three, [{"1", "2", "3"}, {"1", "2", "3"}, {"1"}]) == (), "the end came for all at once"


def test_one_level_plays_itself_and_every_seat_is_counted() -> None:
    contest = Contest("power", "recruit", 3, {}, 0.0, 3)
    games = [play(contest, lot) for lot in range(2)]
    assert [game.phases for game in games] == [3, 3]
    text = report(contest, games, 1.0)
    assert "power recruit, 3 players, 2 games" in text
    assert "last-round 100%" in text
    assert "V 0  B 0  J 0" in text.splitlines()[2]
