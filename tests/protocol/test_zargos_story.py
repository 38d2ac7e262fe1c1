"""Every event of a story of Zargos has a sentence, whatever is left out of it."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from protocol.texts import catalogue
from protocol.views.zargos import events as e
from protocol.views.zargos.story import note_of, step
from server.resolve import resolve_text
from tests.kit.zargos import state_of

CASES: list[dict[str, Any]] = json.loads(
    Path(__file__).parents[1].joinpath("cases").joinpath("zargos.json").read_text("utf-8")
)
PLAYED = [case for case in CASES if not case["expect"].get("error")]


@pytest.mark.parametrize("case", PLAYED, ids=[case["name"] for case in PLAYED])
def test_every_event_of_a_stored_case_is_a_sentence(case: dict[str, Any]) -> None:
    """Z-PHASE-9"""
    outcome = resolve_text(json.dumps(case["scenario"]).encode(), "en")
    for event in msgspec.convert(outcome["events"], list[e.Event]):
        for language in ("en", "fr"):
            sentence = catalogue("zargos", language).say(note_of(event))
            assert not sentence.startswith("event."), event
            assert not set("{}") & set(sentence), sentence


SAID: list[tuple[e.Event, str]] = [
    (e.Captured("BZ1", "K", None, 3), "The Knights take BZ1, which was empty, with 3"),
    (e.Held("BZ1", "K", 0), "BZ1: nobody is left"),
    (e.Master(None), "Nobody is Master of the Winds any more"),
    (e.KingdomCard("BZ", None), "The card of Banzol goes back to the bank"),
    (e.Played("K", "DEATH", ""), "The Knights play Death"),
    (e.Won("1", "turns"), "The last turn is over: seat 1 wins"),
    (e.Won(None, "turns"), "The last turn is over: a draw"),
    (e.Passed("illusion", None), "Nobody turns a wind aside"),
    (e.Cursed("STORM NN"), "The curse of this turn: a storm over NN"),
]


@pytest.mark.parametrize(("event", "sentence"), SAID)
def test_what_is_left_out_of_an_event_changes_its_sentence(event: e.Event, sentence: str) -> None:
    """Z-PHASE-9"""
    assert catalogue("zargos", "en").say(note_of(event)) == sentence


def test_a_die_that_was_thrown_again_is_told_with_both_faces() -> None:
    """Z-M-1"""
    dice = ((3, 1), (2,))
    note = note_of(e.Round("BZ1", "K", dice, e.Rerolled("M", 1, 4), 3, 2, 1))
    assert (note.args["rerolled"], note.args["throw"], note.args["answer"]) == ("M 1>4", "3 1", "2")


def test_both_sides_of_a_deal_change_hands_in_the_story() -> None:
    """Z-TRADE-3"""
    state = state_of(phase="attack", units={"K": {"BZ1": 1, "BZ2": 1}, "S": {"TA1": 1}})
    after = step(state, e.Traded("K", "S", ("BZ1",), ("TA1",), (1, 0), (0, 2)))
    assert after.units == {"K": {"BZ2": 1, "TA1": 1}, "S": {"BZ1": 1}}
    note = note_of(e.Traded("K", "S", ("BZ1",), ("TA1",), (1, 0), (0, 2)))
    assert (note.args["given_secrets"], note.args["asked_secrets"]) == (1, 2)


def test_a_group_that_comes_to_the_place_of_a_combat_joins_it() -> None:
    """Z-MOVE-1"""
    state = state_of(phase="attack", units={"K": {"BZ5": 3, "BZ4": 2}, "S": {"TA1": 1}})
    for event in (e.Moved("K", 2, "BZ5", "TA1"), e.Moved("K", 1, "BZ4", "TA1")):
        state = step(state, event)
    assert [(combat.at, combat.number) for combat in state.combats] == [("TA1", 3)]
