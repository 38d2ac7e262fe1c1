"""What a rival of a marshal gains by time, by sheets that it has seen, and by knowing everything."""

from random import Random

import pytest

from bench.reading import Gains, drawn, gains, lines, of_one
from bench.search import after


@pytest.mark.slow
def test_who_knows_all_mixtures_gains_more_than_who_has_seen_some_sheets() -> None:
    found = gains(after(4, players=2), "VB", 1, 0.15)
    assert found.by_knowledge > max(0.0, found.by_samples)


def test_the_shares_of_each_marshal_are_one_together() -> None:
    assert [share for _, share in of_one([((), 0.1), ((), 0.3)])] == pytest.approx([0.25, 0.75])


def test_what_is_never_played_is_never_drawn() -> None:
    assert drawn([((), 1.0), (None, 0.0)], Random(1)) == ()  # type: ignore[list-item]


def test_the_report_names_each_player() -> None:
    told = lines([Gains(0.01, 0.02, 0.03), Gains(0.03, 0.04, 0.05)])
    assert [line.split("gains ")[1] for line in told] == [
        "0.0200 ± 0.0100",
        "0.0300 ± 0.0100",
        "0.0400 ± 0.0100",
    ]
