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


def test_a_correction_neither_counts_nor_ends_the_game() -> None:
    """Z-SECRET-2: at the end all hands are open, and a referee could let the game go on afterwards."""
    before = state_of(phase="reorganise", units=UNITS, turn=15, active="W", hands={"K": ["WAR"]})
    state = ZARGOS.amend(before, ("W OZ1 0",))
    assert (state.stage, state.turn, state.active) == ("winds", 15, "K")
    assert ZARGOS.outcome(state) is None
    assert ZARGOS.view(state, None).hands == {}


@pytest.mark.parametrize("curse", ["STORM BZ2", "LEGION"])
def test_a_correction_draws_no_curse(curse: str) -> None:
    """Z-SECRET-2: whether the next curse needs a die would tell what it is."""
    before = state_of(phase="buy", units=UNITS, turn=1, active="W", points={"W": 4}, curses=[curse])
    state = ZARGOS.amend(before, ("W OZ1 0",))
    assert (state.stage, state.turn, state.curses) == ("attack", 1, before.curses)


def test_a_correction_does_not_tell_whose_hand_it_set() -> None:
    """Z-SECRET-2: a map keeps the order in which it was filled."""
    before = attack(hands={"K": ["WAR"], "S": ["ICE"], "W": ["MAD"]})
    set_anew = [ZARGOS.amend(before, (line,)) for line in ("HAND K WAR", "HAND S ICE")]
    for state in set_anew:
        assert list(ZARGOS.view(state, None).hand_sizes) == list(ZARGOS.view(before, None).hand_sizes)


@pytest.mark.parametrize("line", ["HAND K WAR ICE", "TURN 3 K", "K BZ1 5"])
def test_before_the_first_turn_a_correction_is_told_to_wait(line: str) -> None:
    """Z-TABLE-3: the line is well written, but nobody has a hand or units yet."""
    start = ZARGOS.setup(ZARGOS.read_options({"players": 3}), Dice(1))
    with pytest.raises(BadScenario) as refused:
        ZARGOS.amend(start, (line,))
    assert "wait for turn 1" in refused.value.text("en")
