"""What a rival gains who knows the mixture of a marshal."""

from bench import best_reply
from bench.best_reply import gain, mixture, report
from bench.search import after
from server.bots.power.marshal import IN_DUELS


def test_knowing_the_mixture_is_worth_something() -> None:
    assert gain(after(4, players=2), "VB", 1, 0.6) > 0.0


def test_a_marshal_draws_from_several_plans() -> None:
    found = mixture(after(6, players=2), "VB", 1, 0.6)
    assert len(found) > 1
    assert all(share >= IN_DUELS.rare for _, share in found)


def test_the_report_says_how_sure_it_is() -> None:
    assert report([0.1, 0.2]) == "2 positions, gains 0.1500 ± 0.0500"


def test_openings_are_left_out_because_a_marshal_opens_from_a_mixture_of_its_own() -> None:
    assert best_reply.ROUNDS[0] > 0
