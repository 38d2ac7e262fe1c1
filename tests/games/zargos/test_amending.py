"""A referee's corrections of a position of Zargos."""

from typing import Any

import pytest

from server.games.api import BadScenario
from server.games.dice import Dice
from server.games.zargos import ZARGOS
from tests.kit.zargos import at_turn_one, check_position, state_of

UNITS = {"K": {"BZ1": 3, "BZ2": 2}, "S": {"TA1": 3}, "W": {"OZ1": 2}}


def attack(**scenario: Any) -> Any:
    return state_of(phase="attack", units=UNITS, **scenario)


def test_units_boats_kingdoms_and_order_are_set() -> None:
    """Z-TABLE-3"""
    lines = ("k bz1 5", "X ZAC 10", "S TA1 0", "S TA2 4", "BOATS K 2", "KINGDOM BZ K", "ORDER W S K")
    state = ZARGOS.amend(attack(), lines)
    assert state.units["K"] == {"BZ1": 5, "BZ2": 2}
    assert (state.units["X"], state.units["S"]) == ({"ZAC": 10}, {"TA2": 4})
    assert (state.boats, state.kingdoms, state.order) == ({"K": 2}, {"BZ": "K"}, ("W", "S", "K"))
    assert ZARGOS.amend(state, ("KINGDOM BZ -",)).kingdoms == {}


def test_a_hand_is_set_and_every_card_stays_in_one_place() -> None:
    """Z-TABLE-3: the only DEMON is in another hand, which gets another card for it."""
    before = attack(hands={"S": ["DEMON", "WAR"], "K": ["MAD"]})
    state = ZARGOS.amend(before, ("HAND K DEMON ICE GLACE",))
    assert state.hands["K"] == ("ICE", "ICE", "DEMON")
    assert len(state.hands["S"]) == 2
    check_position(state)
    assert ZARGOS.amend(before, ("HAND S",)).hands == {"K": ("MAD",)}


def test_a_turn_begins_with_its_window_and_combats_are_dropped() -> None:
    """Z-TABLE-3"""
    combats = [{"at": "TA1", "by": "K", "with": 2}]
    before = state_of(phase="defence", units=UNITS, combats=combats, hands={"S": ["WAR"]}, winds=["ICE OZ"])
    state = ZARGOS.amend(before, ("TURN 3 W",))
    assert (state.stage, state.turn, state.active, state.combats, state.winds) == ("winds", 3, "W", (), ())
    assert ZARGOS.amend(attack(), ("TURN 3 W",)).stage == "attack"


def test_who_loses_the_last_unit_is_out_and_comes_back_with_one() -> None:
    state = ZARGOS.amend(attack(boats={"S": 1}, hands={"S": ["WAR"]}), ("S TA1 0",))
    assert (state.out, state.boats, state.hands) == (("S",), {}, {})
    assert ZARGOS.amend(state, ("S TA1 1",)).out == ()


def test_a_correction_that_leaves_nobody_to_write_begins_the_own_turn_anew() -> None:
    """The fight would need dice, and a referee throws none."""
    combats = [{"at": "TA1", "by": "K", "with": 2}]
    before = state_of(phase="defence", units=UNITS, combats=combats, hands={"S": ["WAR"]})
    state = ZARGOS.amend(before, ("HAND S",))
    assert ZARGOS.phase(state).owing == {"1": ("K",)}
    assert (state.stage, state.combats) == ("attack", ())


def test_a_game_that_is_over_goes_on() -> None:
    start = at_turn_one(3, 1)
    over = ZARGOS.resolve(start, {}, Dice(1), last=True).state
    assert ZARGOS.outcome(over) is not None
    again = ZARGOS.amend(over, ("BOATS K 1",))
    assert ZARGOS.outcome(again) is None
    assert ZARGOS.phase(again).owing


@pytest.mark.parametrize(
    "line",
    [
        *("?", "K", "K BZ1", "K BZ1 x", "Q BZ1 1", "K QQ1 1", "K NN 1", "M BZ3 1", "K BZ1 101", "BOATS K 16"),
        *("HAND K XX", "HAND K DEMON DEMON", "KINGDOM ZA K", "KINGDOM QQ K", "ORDER K", "ORDER K K S W"),
        *("TURN 0 K", "TURN 3 M", "TURN 3", "S BZ1 1", "HAND M WAR"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(line: str) -> None:
    with pytest.raises(BadScenario) as refused:
        ZARGOS.amend(attack(), (line,))
    assert not refused.value.text("fr").startswith("scenario.")


def test_nobody_may_be_left() -> None:
    with pytest.raises(BadScenario):
        ZARGOS.amend(attack(), ("K BZ1 0", "K BZ2 0", "S TA1 0", "W OZ1 0"))
