"""How a marshal opens a duel: from a mixture of which a rival who knows it cannot take much."""

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from bench.openings import Book
from protocol.ids import Lines
from protocol.views.power import stack_of
from server.bots import think
from server.bots.assignment import Assignment
from server.bots.power.openings import OPENINGS, Opening, opening, opens, plans_of
from server.bots.power.study import Study
from server.games.dice import Dice
from server.games.power import POWER
from server.games.power.state import PowerOptions, PowerState

SIDES = [("VB-JR", "VB"), ("VB-JR", "JR"), ("BJ-RV", "BJ"), ("BJ-RV", "RV")]


def begin(pairs: str = "VB-JR") -> PowerState:
    return POWER.setup(POWER.read_options({"players": 2, "pairs": pairs}), Dice(1))


def study_of(state: PowerState, seat: str, character: str | None = None) -> Study:
    view = POWER.view(state, seat)
    return Study(Assignment(view, view.armies, Random(1), 0.0, character))


@pytest.mark.parametrize(("pairs", "seat"), SIDES)
def test_every_opening_can_be_carried_out_by_every_side(pairs: str, seat: str) -> None:
    """P-SHEET-3: a line that is lost is not in the plan."""
    study = study_of(begin(pairs), seat)
    for each in OPENINGS:
        for plan, _ in plans_of(study, [each]):
            kept = [len(lines) for lines in study.lines(plan).values()]
            assert sorted(kept) == sorted((len(each.green), len(each.blue)))


def test_the_best_reply_to_the_openings_gains_little() -> None:
    """From who sends fighters out alone it gains much."""
    book, alone = Book({}, 0.4), ("C HQ V0", "C HQ B0")
    assert book.gain(OPENINGS) < 0.01
    assert book.gain([Opening(1.0, alone, alone)]) > 0.03


def test_the_shares_of_the_openings_are_those_of_their_draws() -> None:
    assert sum(each.share for each in OPENINGS) == pytest.approx(1.0, abs=0.01)
    study = study_of(begin(), "VB")
    drawn = Counter(str(study.lines(opening(study))) for _ in range(4000))
    for plan, share in plans_of(study, OPENINGS):
        assert drawn[str(study.lines(plan))] / 4000 == pytest.approx(share, abs=0.03)


@pytest.mark.parametrize(("pairs", "seat"), SIDES)
def test_a_marshal_opens_a_duel_with_one_of_them(pairs: str, seat: str) -> None:
    state = begin(pairs)
    view, study = POWER.view(state, seat), study_of(state, seat)
    known = [study.lines(plan) for plan, _ in plans_of(study, OPENINGS)]
    written: list[dict[str, Lines]] = [
        think("power", "marshal", view, view.armies, seed, 0.0) for seed in range(8)
    ]
    assert all(sheets in known for sheets in written)
    assert len({str(sheets) for sheets in written}) > 3


def test_characters_play_more_often_what_they_like() -> None:
    """The bold enter the territories of rivals; the patient stay at home."""

    def abroad(character: str) -> int:
        study = study_of(begin(), "VB", character)
        plans = [study.lines(opening(study)) for _ in range(400)]
        return sum(line.split()[-1][0] in "JR" for each in plans for lines in each.values() for line in lines)

    assert abroad("bold") > 1.5 * abroad("patient")


def test_no_other_position_is_an_opening() -> None:
    state = begin()
    assert opens(POWER.view(state, "VB"))
    moved = replace(state, pieces={**state.pieces, "R": {"R0": stack_of({"S": 2})}})
    assert not opens(POWER.view(moved, "VB"))
    among_four = POWER.setup(PowerOptions(players=4), Dice(1))
    assert not opens(POWER.view(among_four, "V"))
