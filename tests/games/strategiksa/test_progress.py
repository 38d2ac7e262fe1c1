"""How far a sheet is written, and what the rules do about what it leaves out."""

import pytest

from protocol.notes import Note, Progress
from protocol.views.strategiksa import Answered, Chosen, Crowned, Moved, Placed, Reinforced
from server.games.strategiksa import STRATEGIKSA
from tests.kit.strategiksa import Step, battle, position, start, turn

HOME = {"A1": "1R", "B1": "2I", "B2": "2C"}


def progress(step: Step, *lines: str) -> Progress:
    return STRATEGIKSA.progress(step.view, step.owes[2], lines)


def otherwise(step: Step, *lines: str) -> str:
    note = progress(step, *lines).otherwise
    return note.code if note else ""


@pytest.mark.parametrize(
    ("lines", "done", "code"),
    [
        ((), 0, "otherwise.placement-empty"),
        (("R A1",), 0, "otherwise.placement-army"),
        (("R A1", "3I A2", "2C B1"), 7, "otherwise.placement-army"),
        (("10I A2",), 10, "otherwise.placement-king"),
        (("2C A2",), 4, "otherwise.placement-both"),
        (("R A1", "10I A2"), 10, ""),
    ],
)
def test_placement_counts_the_army_and_says_what_is_added(
    lines: tuple[str, ...], done: int, code: str
) -> None:
    """K-SETUP-2"""
    step = Step(start(3))
    found = progress(step, *lines)
    assert (found.done, found.wanted) == (done, 10)
    assert otherwise(step, *lines) == code
    (placed,) = step.write(*lines).told(Placed)
    assert placed.completed == bool(code)


def test_a_turn_says_which_reinforcements_are_lost() -> None:
    """K-TURN-2"""
    step = Step(position({"V": HOME}))
    assert progress(step) == Progress(Note("otherwise.turn-lost", {"left": 1}))
    assert progress(step, "I B1 C1") == Progress(Note("otherwise.turn-unused", {"left": 1}))
    assert progress(step, "+I A1", "I B1 C1") == Progress()
    assert not step.write().told(Moved)
    assert not step.write().told(Reinforced)
    assert otherwise(Step(position({"V": {"A1": "1R"}}))) == "otherwise.turn"


def test_an_offer_leaves_the_reinforcements_for_the_sheet_after_the_answer() -> None:
    """K-TURN-1"""
    step = Step(position({"V": HOME}))
    assert progress(step, "vassal B") == Progress()


def test_the_piece_that_fights_unasked_is_the_one_that_is_named() -> None:
    """K-BATTLE-7"""
    step = battle("2C 1A", "1C 1A")
    assert step.owes[0] == "battle"
    assert progress(step) == Progress(Note("otherwise.battle", {"unit": "C"}))
    assert progress(step, "junk") == progress(step)
    assert progress(step, "A") == Progress()
    (chosen,) = step.write().told(Chosen)
    assert chosen.choice.unit == "C"


def test_an_offer_without_an_answer_is_declined() -> None:
    """K-TURN-1"""
    step = turn({"V": HOME}, "vassal B")
    assert progress(step) == Progress(Note("otherwise.answer", {"player": "V"}))
    assert progress(step, "yes") == Progress()
    (answered,) = step.write().told(Answered)
    assert answered.cell is None


def test_a_fallen_player_serves_if_the_victor_writes_nothing() -> None:
    """K-VASSAL-1"""
    step = battle("2C", "1R")
    while step.owes[0] == "battle":
        step = step.write()
    assert step.owes[0] == "crown"
    assert otherwise(step) == "otherwise.crown"
    assert otherwise(step, "leave") == ""
    (crowned,) = step.write().told(Crowned)
    assert crowned.serves
