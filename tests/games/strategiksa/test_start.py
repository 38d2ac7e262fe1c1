"""Options, the dice that choose who begins, and placement."""

from typing import Any

import pytest

from protocol.views.strategiksa import COLOURS, KINDS, Placed, TurnBegun
from server.games.api import BadOptions
from server.games.dice import Dice, LoadedDice
from server.games.strategiksa import STRATEGIKSA
from server.games.strategiksa.board import CELLS_OF, ZONE_OF, ZONES, distance, total_weight
from server.games.strategiksa.placement import Placing
from server.games.strategiksa.state import throw
from tests.kit.strategiksa import Step, position, start


def test_the_highest_throw_begins_and_the_circle_goes_clockwise() -> None:
    """K-SETUP-1"""
    options = STRATEGIKSA.read_options({"players": 4})
    state = STRATEGIKSA.setup(options, LoadedDice([1, 1, 2, 2, 6, 5, 3, 3]))
    assert state.order == ("J", "O", "V", "B")
    assert state.throws == ({"V": 2, "B": 4, "J": 11, "O": 6},)
    assert state.active == "J"


def test_those_who_share_the_highest_throw_roll_again() -> None:
    """K-SETUP-1"""
    throws = throw(("V", "B", "J"), LoadedDice([6, 6, 1, 1, 6, 6, 3, 3, 3, 3, 2, 1, 1, 1]))
    assert throws == ({"V": 12, "B": 2, "J": 12}, {"V": 6, "J": 6}, {"V": 3, "J": 2})


def test_every_colour_may_begin() -> None:
    """K-SETUP-1"""
    assert {start(6, seed).order[0] for seed in range(80)} == set(COLOURS)


def test_players_place_in_turn_and_then_the_first_turn_begins() -> None:
    """K-SETUP-2"""
    step = Step(start(3))
    order = step.after.order
    for colour, cells in zip(order, ("A1", "C1", "E1"), strict=True):
        assert step.owes == ("placement", colour, colour)
        assert step.after.turn == 0
        step = step.write(f"R {cells}", f"10I {cells}")
    assert step.owes == ("turn", order[0], order[0])
    assert step.told(TurnBegun) == [TurnBegun(order[0], 1, order[0], 0)]
    assert step.pieces[order[1]] == {"C1": "1R 10I"}


def test_a_king_and_ten_with_cavalry_for_two_stand_on_the_cells_of_one_zone() -> None:
    """K-SETUP-2"""
    step = Step(start(3)).write("R E5", "4I E5", "2C F6", "2A E6")
    (placed,) = step.told(Placed)
    assert (placed.zone, placed.completed) == ("E5", False)
    assert step.pieces[placed.colour] == {"E5": "1R 4I", "E6": "2A", "F6": "2C"}


@pytest.mark.parametrize(
    ("lines", "codes"),
    [
        (["R A1", "R A2"], ["one-king"]),
        (["2R A1"], ["one-king"]),
        (["11I A1"], ["too-much"]),
        (["6C A1"], ["too-much"]),
        (["5C A1", "S A1"], ["too-much"]),
        (["R A1", "I C1"], ["other-zone"]),
        (["I E1"], ["mountain"]),
        (["I I1"], ["zone-taken"]),
        (["I A0"], ["no-such-cell"]),
        (["I K1"], ["no-such-cell"]),
        (["I* A1"], ["no-such-piece"]),
        (["0I A1"], ["no-such-piece"]),
        (["X A1"], ["no-such-piece"]),
        (["I"], ["placing-words"]),
        (["I A1 A2"], ["placing-words"]),
        (["I A1 " + " " * 120], ["too-long"]),
        (["I A1"] + [""] * 199 + ["I A1"], ["sheet-full"]),
    ],
    ids=str,
)
def test_what_breaks_the_rules_of_placement_is_lost(lines: list[str], codes: list[str]) -> None:
    """K-SETUP-2"""
    before = Step(position({}, stage="placement", map="peaks", order=["V", "B", "J"], number=0))
    assert before.write(*lines).lost == codes


def test_an_empty_sheet_is_placed_in_the_zone_farthest_from_the_others() -> None:
    """K-SETUP-2"""
    step = Step(position({"J": {"A9": "1R"}}, stage="placement", order=["V", "B", "J"], number=0)).write()
    (placed,) = step.told(Placed)
    assert placed.completed
    assert placed.zone == "I9"
    assert total_weight(step.after.pieces, ("V",)) == 10
    assert step.pieces["V"] == {"I9": "1R 2I", "J9": "1I 1S", "I10": "2C", "J10": "2A"}


def test_how_far_a_zone_is_is_told_by_its_nearest_cell() -> None:
    """K-SETUP-2: the corner of A1 is as far from both as that of I9, but two of its cells are nearer."""
    before = position({"J": {"A9": "1R"}}, stage="placement", order=["V", "B", "J"])
    near = {zone: min(distance(cell, at) for cell in CELLS_OF[zone] for at in ("I1", "A9")) for zone in ZONES}
    assert (near["A1"], near["I9"], max(near.values())) == (7, 8, 8)
    assert Placing(before).finish().zone == "I9"


@pytest.mark.parametrize("lines", [["R E5"], ["junk", "R E5"]], ids=str)
def test_a_king_alone_is_given_the_usual_mix(lines: list[str]) -> None:
    """K-SETUP-2"""
    (placed,) = Step(start(3)).write(*lines).told(Placed)
    counts = [sum(column) for column in zip(*placed.stacks.values(), strict=True)]
    assert dict(zip(KINDS, counts, strict=False)) == {"R": 1, "I": 3, "C": 2, "A": 2, "S": 1}


@pytest.mark.parametrize("lines", [["R C3"], ["4C C3"], ["junk", "I D4"], ["R C3", "C C3", "7A C3"]], ids=str)
def test_a_sheet_that_places_too_little_is_completed_in_its_zone(lines: list[str]) -> None:
    """K-SETUP-2"""
    step = Step(start(3)).write(*lines)
    (placed,) = step.told(Placed)
    assert placed.completed
    assert {ZONE_OF[cell] for cell in placed.stacks} == {"C3"}
    assert total_weight(step.after.pieces, (placed.colour,)) == 10
    assert sum(stack[0] for stack in placed.stacks.values()) == 1


def test_the_options_have_defaults_and_bounds() -> None:
    """K-END-2"""
    options = STRATEGIKSA.read_options({})
    assert (options.players, options.map, options.wounds, options.turns) == (4, "classic", "lasting", 66)
    assert STRATEGIKSA.limit(options) is None
    assert STRATEGIKSA.limit(STRATEGIKSA.read_options({"limit": 3600})) == 3600
    state = STRATEGIKSA.setup(options, Dice(1))
    assert (state.seconds, state.choice_seconds) == (180.0, 60.0)


@pytest.mark.parametrize(
    "given",
    [
        {"players": 2},
        {"players": 7},
        {"map": "moon"},
        {"wounds": "none"},
        {"turns": 0},
        {"turns": None},
        {"seconds": 0},
        {"choice_seconds": -1},
        {"interlude": 10**9},
        {"pairs": "VB-JR"},
    ],
    ids=str,
)
def test_impossible_options_are_refused(given: dict[str, Any]) -> None:
    with pytest.raises(BadOptions):
        STRATEGIKSA.read_options(given)


@pytest.mark.parametrize(
    ("given", "seconds"),
    [
        ({}, (180.0, 60.0)),
        ({"seconds": 30}, (30.0, 60.0)),
        ({"seconds": None}, (None, None)),
        ({"seconds": None, "choice_seconds": 5}, (None, 5.0)),
        ({"choice_seconds": None}, (180.0, None)),
    ],
    ids=str,
)
def test_turns_and_choices_have_their_own_hourglass(
    given: dict[str, Any], seconds: tuple[float | None, float | None]
) -> None:
    state = start(3, **given)
    assert (state.seconds, state.choice_seconds) == seconds
    assert STRATEGIKSA.phase(state).seconds == seconds[0]
