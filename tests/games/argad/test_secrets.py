"""Nobody is told what they may not know of a battle with a secret reserve."""

import pytest

from server.games.argad import ARGAD
from tests.kit.argad import conceal
from tests.kit.secrets import check_game


@pytest.mark.slow
@pytest.mark.parametrize(("players", "seed"), [(2, 29), (4, 57)])
def test_a_secret_reserve_stays_secret_at_a_table(players: int, seed: int) -> None:
    """A-SECRET-1, S1, S14: the same bytes for two states that look the same, also in private phases.

    With these seeds a Joker comes early, and somebody is asked for a reserve. With some others a war cry that
    nobody hears is given by two units: the story names the unit, which is open, and the view does not.
    """
    private = check_game(ARGAD, conceal, players=players, seed=seed, phases=9, reserve="secret", turns=2)
    assert private > 1


@pytest.mark.slow
def test_blind_plans_stay_secret_until_they_are_read() -> None:
    """A-PHASE-5, S1"""
    assert check_game(ARGAD, conceal, players=2, seed=3, phases=4, orders="blind") == 0
