"""How long rules and help of Argad may take."""

from statistics import median

import pytest

from bench.argad import melee_times, play, suggest_times


@pytest.mark.timing
def test_a_charge_with_tests_and_helpers_takes_less_than_3_milliseconds() -> None:
    assert median(melee_times()) < 3


@pytest.mark.timing
def test_every_phase_of_a_battle_takes_less_than_3_milliseconds_and_the_battle_5_seconds() -> None:
    battle = play(1, "recruit")
    assert median(battle.activations) < 3
    assert battle.seconds < 5


@pytest.mark.timing
def test_a_battle_of_two_captains_takes_less_than_5_seconds_and_a_sheet_less_than_a_fifth() -> None:
    battle = play(1, "captain")
    assert battle.seconds < 5
    assert max(battle.sheets) < 200


@pytest.mark.timing
def test_suggestions_take_less_than_20_milliseconds() -> None:
    assert median(suggest_times()) < 20


def test_a_battle_of_two_recruits_is_short_enough_for_an_hour() -> None:
    """A-ENDS-1: a card is one short phase, and nobody is asked twice for it without need."""
    battle = play(2, "recruit")
    assert 20 < battle.phases < 150
    assert battle.turns <= 12
