"""Scenarios of Zargos: what is malformed, junk, and the same outcome as at the table."""

import io
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from protocol.views.zargos.board import ORDER
from protocol.views.zargos.words import CARDS, PEOPLES, PHASES
from server.cli import main
from server.games.api import BadScenario
from server.games.dice import Dice
from server.games.scenario_dice import ScenarioDice
from server.games.zargos import ZARGOS
from server.games.zargos.scenario import written_units
from server.resolve import resolve_in_words
from tests.kit.contract import random_sheets
from tests.kit.zargos import deal_anew, play

UNITS = {"S": {"BZ5": 9}, "K": {"TA1": 1}}
GOOD: dict[str, Any] = {"phase": "attack", "units": UNITS, "sheets": [{"S": ["3 BZ5 TA1"]}], "active": "S"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"phase": "war"},
        {"units": {"Q": {"BZ1": 1}}},
        {"units": {"S": {"QQ1": 1}, "K": {"TA1": 1}}},
        {"units": {"S": {"BZ5": 1}, "K": {"BZ5": 1}}},
        {"units": {"S": {"NN": 1}, "K": {"BZ5": 1}}},
        {"units": {"S": {"BZ5": 101}, "K": {"TA1": 1}}},
        {"units": {"S": {"BZ5": -1}, "K": {"TA1": 1}}},
        {"units": {"S": {}, "K": {}}},
        {"units": {}},
        {"order": ["S"]},
        {"order": ["S", "K", "M"]},
        {"order": ["S", "S", "K"]},
        {"active": "M"},
        {"hands": {"S": ["FIRE"]}},
        {"hands": {"Z": ["WAR"]}},
        {"pile": ["FIRE"]},
        {"curse": "STORM ZA1"},
        {"curses": ["PLAGUE"]},
        {"winds": ["MAD BZ"]},
        {"winds": ["ICE QQ"]},
        {"winds": ["STORM NN"]},
        {"kingdoms": {"QQ": "S"}},
        {"reroll": [8, 0]},
        {"options": {"turns": 0}},
        {"options": {"buying": "later"}},
        {"options": {"colour": 1}},
        {"sheets": [{"Q": ["x"]}]},
        {"sheets": "PASS"},
        {"sheets": [["PASS"]]},
        {"seats": {"S": "1"}},
        {"seats": {"S": "1", "K": "9"}},
        {"attacked": ["NN"]},
        {"unknown": 1},
        {"dice": [7]},
        {"dice": []},
    ],
    ids=repr,
)
def test_a_malformed_scenario_is_refused_with_one_line(wrong: dict[str, Any]) -> None:
    """Z-MAP-6, Z-PEOPLE-1"""
    with pytest.raises(BadScenario) as refused:
        play(**{**GOOD, **wrong})
    for language in ("en", "fr"):
        text = refused.value.text(language)
        assert "\n" not in text
        assert not text.startswith("scenario.")


@pytest.mark.parametrize(
    "wrong",
    [
        {"phase": "people", "seating": ["1"]},
        {"phase": "people", "seating": ["1", "1"]},
        {"phase": "people", "seating": ["1", "2"], "taken": {"Q": "1"}},
        {"phase": "draft", "choosing": ["K", "K"]},
        {"phase": "draft", "choosing": ["K", "S"], "cards": {"M": ["BZ1"]}},
        {"phase": "draft", "choosing": ["K", "S"], "blue": ["ZA1"]},
        {"phase": "offer", "choosing": ["K", "S"], "cards": {"K": ["BZ1"], "S": ["BZ1"]}},
        {"phase": "reply", "choosing": ["K", "S"], "offers": [["K", "K", [], []]]},
        {"phase": "defence", "units": UNITS, "combats": [{"at": "BZ5", "by": "S", "with": 1}]},
        {"phase": "defence", "units": UNITS, "combats": [{"at": "TA1", "by": "S", "with": 99}]},
        {"phase": "defence", "units": UNITS, "combats": [{"at": "TA1", "by": "S", "with": 1}] * 2},
        {"phase": "defence", "units": UNITS, "combats": [{"at": "NN", "by": "S", "with": 1}]},
    ],
    ids=repr,
)
def test_a_malformed_phase_is_refused_with_one_line(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadScenario):
        play(**wrong)


def junk_scenario(random: Random) -> dict[str, Any]:
    """A position that may be impossible, with junk on its sheets."""
    peoples = random.sample(PEOPLES, random.randrange(1, 6))
    places = [place for place in random.sample(ORDER, 30) if len(place) == 3]
    units: dict[str, Any] = {people: {} for people in peoples}
    for place in places:
        units[random.choice(peoples)][place] = random.randrange(1, 12)
    words = [
        "ALL",
        "3",
        "1",
        "WAR",
        "LAND",
        "ELSE",
        "MIST",
        "ORDER",
        "REROLL",
        "PASS",
        "7",
        *places,
        *peoples,
    ]
    words += [*CARDS, "NN", "NE", "BZ", "ILL", "BOAT", "YES", "FOR", "VORTEX", "é"]
    sheets = [
        {p: [" ".join(random.choices(words, k=random.randrange(1, 6))) for _ in range(8)] for p in peoples}
        for _ in range(4)
    ]
    hands = {people: random.choices(list(CARDS), k=random.randrange(4)) for people in peoples}
    return {
        **{"phase": random.choice((*PHASES[5:], "count", "turn")), "units": units, "order": peoples},
        **{"active": random.choice(peoples), "sheets": sheets, "hands": hands, "boats": {peoples[0]: 3}},
        **{"dice": [random.randrange(1, 7) for _ in range(600)], "curses": ["TRIBUTE", "HALF"]},
        **{"points": {people: random.randrange(20) for people in peoples}},
        **{"played": [[peoples[0], "MAD BZ"]], "winds": random.sample(["ICE BZ", "STORM NN NE", "QUAKE"], 1)},
        **{"last": random.random() < 0.2, "options": {"zargos_powers": random.random() < 0.5}},
    }


@pytest.mark.parametrize("seed", range(60))
def test_junk_resolves_or_is_refused_with_a_sentence(seed: int) -> None:
    """Z-PHASE-8"""
    outcome, refused = None, ""
    try:
        outcome = play(**junk_scenario(Random(seed)))
    except BadScenario as error:
        refused = str(error)
    assert "\n" not in refused
    if outcome is not None:
        assert outcome["next"] is not None or outcome["events"][-1]["kind"] == "won"


@pytest.mark.slow
@pytest.mark.parametrize("players", ZARGOS.players)
def test_a_phase_written_down_as_a_scenario_comes_out_as_at_the_table(players: int) -> None:
    random = Random(players)
    options = ZARGOS.read_options({"players": players, "turns": 2})
    state = ZARGOS.setup(options, Dice(players))
    while ZARGOS.phase(state).owing:
        state = deal_anew(state, random)
        sheets = {key: lines for key, lines in random_sheets(ZARGOS, state, random).items() if len(key) == 1}
        dice = Dice(random.randrange(1 << 30))
        resolution = ZARGOS.resolve(state, sheets, dice)
        written = json.loads(json.dumps(ZARGOS.write_scenario(state, sheets, last=False)))
        outcome = ZARGOS.scenario(written, "en", ScenarioDice(dice.rolled))
        state = resolution.state
        assert outcome["units"] == written_units(state)
        assert outcome["pile"] == list(state.pile)
        assert outcome["boats"] == state.boats
        assert outcome["winner"] == state.winner
        assert (outcome["next"] or {"phase": "over"})["phase"] == ZARGOS.phase(state).key


def test_an_outcome_is_told_in_words_with_the_lines_that_were_lost() -> None:
    scenario = {"game": "zargos", **GOOD, "sheets": [{"S": ["9 BZ5 TA1", "3 BZ5 TA1"]}], "dice": [6, 1]}
    told = io.StringIO()
    resolve_in_words(io.BytesIO(json.dumps(scenario).encode()), told, "en")
    lines = told.getvalue().splitlines()
    assert lines[0] == "S: line lost, 9 BZ5 TA1 (from BZ5 you can send 8 at most)"
    assert "The Spiders take TA1 from the Knights, 3 left" in lines
    assert lines[-1].endswith("BZ5 6; TA1 3")


def test_the_command_refuses_a_malformed_scenario_with_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "scenario.json"
    file.write_text(json.dumps({"game": "zargos", **GOOD, "dice": []}), "utf-8")
    assert main(["resolve", str(file)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
