"""Ratings: the strengths are those of the model, and the intervals hold what they say."""

from random import Random

import pytest

from bench.ratings import Score, middle, ratings, strengths, together, values


def test_the_strengths_of_a_published_example_are_found() -> None:
    """Bradley and Terry's model, with the games of four players that every textbook computes alike."""
    won = {("A", "B"): (2, 3), ("A", "D"): (1, 4), ("B", "C"): (5, 3), ("C", "D"): (1, 3)}
    scores = [Score(a, b, 2, mine + theirs, mine) for (a, b), (mine, theirs) in won.items()]
    found = strengths(scores, prior=0)
    total = sum(found.values())
    shares = {name: round(each / total, 3) for name, each in found.items()}
    assert shares == {"A": 0.139, "B": 0.226, "C": 0.143, "D": 0.492}


def test_three_wins_of_four_are_three_times_the_strength() -> None:
    found = values(strengths([Score("a", "b", 2, 4, 3)], prior=0))
    assert found["a"] - found["b"] == pytest.approx(190.85, abs=0.01)


def test_one_win_in_four_among_three_equals_is_the_same_strength() -> None:
    """Luce's choice: alone at a table of four, an equal player wins every fourth game."""
    equal = strengths([Score("a", "b", 4, 400, 100)], prior=0)
    assert equal["a"] == pytest.approx(equal["b"])
    better = strengths([Score("a", "b", 4, 400, 200)], prior=0)
    assert better["a"] / better["b"] == pytest.approx(3.0)


def test_a_draw_is_half_a_win_for_each() -> None:
    drawn = strengths([Score("a", "b", 2, 7, 3.5)], prior=0)
    assert drawn["a"] == pytest.approx(drawn["b"])


def test_who_won_every_game_has_a_rating_all_the_same() -> None:
    found = values(strengths([Score("a", "b", 2, 10, 10)]))
    assert 100 < found["a"] < 1000
    assert found["a"] == pytest.approx(-found["b"])


def test_games_of_the_same_pairing_are_added_up() -> None:
    games = [Score("a", "b", 2, 1, 1), Score("a", "b", 2, 1, 0.5), Score("a", "b", 3, 1, 0)]
    assert together(games) == [Score("a", "b", 2, 2, 1.5), Score("a", "b", 3, 1, 0)]


def test_the_middle_leaves_out_the_outermost_values() -> None:
    assert middle([*range(200)], 0.0) == (5, 194)
    assert middle([], 7.0) == (7.0, 7.0)


@pytest.mark.slow
def test_intervals_cover_the_true_rating() -> None:
    """Of ten intervals that hold 95 %, two may well miss, but not three."""
    true = {"a": 4.0, "b": 1.0, "c": 0.5}
    wanted, missed = values(true), 0
    for season in range(10):
        random = Random(season)
        games = [
            Score(one, other, 2, 1, float(random.random() < true[one] / (true[one] + true[other])))
            for one, other in (("a", "b"), ("b", "c"), ("c", "a"))
            for _ in range(30)
        ]
        found = ratings(games, random, resampled=40)
        missed += not found["a"].low <= wanted["a"] <= found["a"].high
        assert all(each.low < each.value < each.high for each in found.values())
    assert missed <= 2
