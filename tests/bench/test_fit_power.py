"""The weights of POWER's evaluation are fitted to who won in the end."""

from random import Random

import pytest

from bench.fit_power import (
    PIECES,
    Example,
    accuracy,
    chances,
    fit_groups,
    like_those_in_use,
    loss,
    played,
    scaled,
)
from server.bots.power.gauge import FEATURES, FLAGS
from server.bots.power.weights import BY_HAND


def won_by_flags(count: int) -> list[Example]:
    """Games of two that are won by whoever has more flags, and by nothing else."""
    random = Random(1)
    found = []
    for _ in range(count):
        sides = [[random.random() for _ in FEATURES] for _ in range(2)]
        winner = int(sides[1][FLAGS] > sides[0][FLAGS])
        found.append(Example((tuple(sides[0]), tuple(sides[1])), winner))
    return found


def test_a_fit_learns_what_wins() -> None:
    """Also in games that it has not seen; the pieces keep their worth in relation to each other."""
    seen, unseen = won_by_flags(150), won_by_flags(300)[150:]
    start = scaled(seen, BY_HAND)
    fitted = fit_groups(seen, start)
    assert loss(fitted, unseen) < 0.8 * loss(start, unseen)
    assert accuracy(fitted, unseen) > accuracy(start, unseen)
    factor = fitted[0] / BY_HAND[0]
    assert fitted[:PIECES] == pytest.approx([factor * weight for weight in BY_HAND[:PIECES]])


def test_the_chances_of_all_sides_add_up_to_one() -> None:
    for example in won_by_flags(5):
        assert sum(chances(BY_HAND, example)) == pytest.approx(1.0)


def test_fitted_weights_count_pieces_as_those_in_use_do() -> None:
    assert like_those_in_use((2.0, -1.0), (3.0, 5.0)) == (3.0, -1.5)


@pytest.mark.slow
def test_each_round_of_a_game_is_an_example_with_the_winner_of_the_end() -> None:
    examples = played(0.0, 2, 0)
    assert len(examples) > 5
    assert len({example.winner for example in examples}) == 1
    assert all(len(side) == len(FEATURES) for example in examples for side in example.sides)
