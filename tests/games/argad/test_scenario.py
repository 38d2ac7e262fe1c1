"""Scenarios that are none, corrections of a referee, and scenarios that are written down."""

import json
from io import BytesIO, StringIO
from random import Random
from typing import Any

import pytest

from protocol.views.argad.view import Unit
from server.games.api import BadScenario
from server.games.argad import ARGAD
from server.games.argad.scenario import written_unit
from server.games.dice import Dice, LoadedDice
from server.resolve import resolve_in_words
from tests.kit.argad import FAR, battle, kinds, order, play, state_of, unit
from tests.kit.contract import random_sheets

GOOD: dict[str, Any] = {"seat": "S", "units": {"1S": unit("K3", "4SP"), "1H": unit("K14", "4SP")}}
BAD: dict[str, dict[str, Any]] = {
    "no such hex": {"units": {"1S": unit("K17", "4SP")}},
    "no such unit": {"units": {"XS": unit("K3", "4SP")}},
    "a unit without number": {"units": {"0S": unit("K3", "4SP")}},
    "no such figures": {"units": {"1S": unit("K3", "4ZZ")}},
    "nobody": {"units": {"1S": unit("K3", "")}},
    "a hundred men": {"units": {"1S": unit("K3", "99SP 2SP")}},
    "two units on a hex": {"units": {"1S": unit("K3", "4SP"), "2S": unit("K3", "4SP")}},
    "one unit twice": {"units": {"1S": unit("K3", "4SP"), "1s": unit("K4", "4SP")}},
    "a lone general who is none": {"units": {"GS": unit("K3", "4SP")}},
    "two generals": {"units": {"1S": unit("K3", "3SP SP+g"), "GS": unit("K4", "SP+g")}},
    "gone and there": {"gone": {"1S": "destroyed"}},
    "no such map": {"map": "moon"},
    "no such terrain": {"terrain": {"K3": "?"}},
    "terrain nowhere": {"terrain": {"K99": "."}},
    "negative wear": {"units": {"1S": unit("K3", "4SP", wear=-1)}},
    "a word for wear": {"units": {"1S": unit("K3", "4SP", wear="much")}},
    "an unknown mark": {"units": {"1S": unit("K3", "4SP", mood="good")}},
    "lost with a role": {"units": {"1S": unit("K3", "4SP", lost=["SP+b"])}},
    "an unknown field": {"weather": "rain"},
    "no such phase": {"phase": "night"},
    "no such seat": {"seat": "X"},
    "a card of nobody": {"phase": "card", "seat": ...},
    "a Joker that is not there": {"phase": "joker"},
    "no such card": {"deck": ["Q"]},
    "a deck of unknown cards": {"deck": {"Q": 1}},
    "an extra of nobody": {"phase": "extra", "extra": "7S"},
    "an extra of another seat": {"phase": "extra", "extra": "1H"},
    "a reserve without an order": {"phase": "reserve"},
    "a reserve against an own order": {"phase": "reserve", "order": {"seat": "S", "text": "P"}},
    "a sheet of the wrong seat": {"sheets": [{"seat": "H", "lines": []}]},
    "a sheet too many": {"sheets": [{"seat": "S", "lines": ["P"]}, {"seat": "S", "lines": []}]},
    "a sheet at the end of a turn": {"phase": "end", "sheets": [{"seat": "S", "lines": []}]},
    "two sheets of a plan": {"phase": "plan", "deck": [], "sheets": [{"seat": "S", "lines": []}] * 2},
    "a plan of nobody": {"phase": "plan", "deck": [], "sheets": [{"seat": "D", "lines": []}]},
    "an army of an ally": {"phase": "army", "sheets": [{"seat": "C", "lines": []}]},
    "no such army": {"phase": "deploy", "armies": {"black": "romans"}},
    "an army of nobody": {"phase": "deploy", "armies": {"black": []}},
    "an army of eight units": {"phase": "deploy", "armies": {"black": ["3SP"] * 8}},
    "a deployment of five": {"phase": "deploy", "players": 5},
    "lines that are none": {"sheets": [{"seat": "S", "lines": [1]}]},
}


def given(name: str) -> dict[str, Any]:
    return {key: value for key, value in {**GOOD, **BAD[name]}.items() if value is not ...}


@pytest.mark.parametrize("name", BAD)
def test_a_malformed_scenario_is_refused_with_one_sentence(name: str) -> None:
    with pytest.raises(BadScenario) as refused:
        play(**given(name))
    for language in ("en", "fr"):
        text = refused.value.text(language)
        assert text
        assert "\n" not in text
        assert not text.startswith("scenario.")


def test_another_game_is_refused() -> None:
    with pytest.raises(BadScenario):
        ARGAD.scenario({"game": "power"}, "en")


@pytest.mark.parametrize("dice", [[], [1, 2, 3], [7, 1, 1, 1], ["x"], 3, [True]])
def test_dice_that_run_out_or_do_not_fit_are_refused(dice: Any) -> None:
    units = {"1S": unit("C8", "4LB"), "1H": unit("H8", "4SP")}
    with pytest.raises(BadScenario):
        order("S 1 1H", units=units, dice=dice)


def test_junk_on_every_sheet_changes_nothing() -> None:
    """A-PHASE-2"""
    junk = ["?", "x x x", "9" * 200, "é", "M 1 > > >", "\x00", "J J J", ""] * 3
    outcome = order(*junk, **{"units": GOOD["units"]})
    assert kinds(outcome) == ["passed"]
    assert not any(line["executed"] for line in outcome["lines"])
    assert {line["code"] for line in outcome["lines"]} == {"syntax", "too_many"}


def test_the_marks_of_units_are_read_and_written() -> None:
    marks = {
        **{"wear": 1, "broke": 2, "acts": 1, "attacked": 1, "shots": 1, "load": 1, "march": 2, "ammo": 1},
        **{"fought": True, "moved": True, "closed": True, "reserve": True, "routed": True, "die": True},
    }
    state = state_of(seat="S", units={"1S": unit("K3", "2JV SP JV", **marks, lost=["JV"]), **FAR})
    assert written_unit(state.units["1S"], in_order=True) == {
        **unit("K3", "2JV SP JV", state="ready", **marks),
        "lost": ["JV"],
    }
    assert written_unit(state.units["1S"])["figs"] == "3JV SP"
    assert state.units["9H"] == Unit("A16", ("LV",) * 3)


def test_the_default_start_counts_units_and_losses_but_no_merged_ones_nor_generals() -> None:
    state = state_of(
        phase="end",
        units={"1S": unit("K3", "4SP"), "GS": unit("K4", "SP+g"), **FAR},
        gone={"2S": "left", "3S": "merged", "GH": "captured"},
    )
    assert state.start == {"black": 2, "red": 1}


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"players": 4, "reserve": "secret"},
        {"orders": "blind"},
        {"armies": "bought", "map": "hamlet"},
        {"armies": "even"},
    ],
    ids=["usual", "four", "blind", "bought", "even"],
)
def test_a_phase_that_is_written_down_plays_the_same(options: dict[str, Any]) -> None:
    random = Random(5)
    state = ARGAD.setup(ARGAD.read_options({**options, "turns": 3}), Dice(4))
    number = 0
    while ARGAD.phase(state).owing:
        number += 1
        sheets = random_sheets(ARGAD, state, random)
        dice, last = Dice(number), number % 9 == 0
        done = ARGAD.resolve(state, sheets, dice, last=last)
        written = json.loads(json.dumps(ARGAD.write_scenario(state, sheets, last=last)))
        outcome = ARGAD.scenario(written, "en", LoadedDice(dice.rolled))
        if state.stage == "army":
            chosen = {side: army.cost for side, army in done.state.armies.items()}
            assert {side: army["cost"] for side, army in outcome["armies"].items()} == chosen
        else:
            after = {name: written_unit(each) for name, each in done.state.units.items()}
            assert outcome["units"] == after, (number, state.stage)
        state = done.state if not last else ARGAD.resolve(state, sheets, Dice(number)).state


CORRECTIONS = [
    (("1S K9",), ("1s k9",)),
    (("1S K9 3SP SP+b",), ("1S K9 3sp sp+b",)),
    (("2S OFF",), ("2S HORS",)),
    (("WEAR 1S 3",), ("USURE 1S 3",)),
    (("BREAK 1S",), ("ROMPRE 1S",)),
    (("LOAD 4S 1",), ("CHARGE 4S 1",)),
    (("BANNER K9 S",), ("BANNIÈRE K9 S",)),
    (("LOST red 30",), ("PERDU rouges 30",)),
    (("TURN 4",), ("TOUR 4",)),
    (("CARD H",), ("CARTE H",)),
]


@pytest.mark.parametrize(("english", "french"), CORRECTIONS, ids=lambda lines: lines[0])
def test_a_referee_corrects_in_either_language(english: tuple[str, ...], french: tuple[str, ...]) -> None:
    state = ARGAD.resolve(ARGAD.setup(ARGAD.read_options({}), Dice(1)), {"S": ("TAKE blois",)}, Dice(1)).state
    state = ARGAD.resolve(state, {}, Dice(1)).state
    state = ARGAD.amend(state, ("4S A5 8CB",)) if english[0].startswith("LOAD") else state
    amended = ARGAD.amend(state, english)
    assert ARGAD.amend(state, french) == amended
    other = "CARD S" if state.playing == "H" else "CARD H"
    assert amended != state or ARGAD.amend(state, (other,)) != state


def test_corrections_do_what_they_say() -> None:
    state = battle(1)
    moved = ARGAD.amend(state, ("1S K9 3SP SP+g", "WEAR 1S 4", "", "BANNER K8 S", "TURN 3"))
    assert (moved.units["1S"].at, moved.units["1S"].figs) == ("K9", ("SP", "SP", "SP", "SP+g"))
    assert moved.units["1S"].is_fatigued
    assert (moved.banners, moved.turn) == ({"K8": "S"}, 3)
    assert ARGAD.amend(moved, ("BANNER K8",)).banners == {}
    off = ARGAD.amend(state, ("2S OFF",))
    assert ("2S" in off.units, off.gone) == (False, {"2S": "destroyed"})
    back = ARGAD.amend(off, ("2S K5 3LV",))
    assert (list(back.units)[:3], back.gone) == (["1S", "2S", "3S"], {})
    broken = ARGAD.amend(state, ("BREAK 1S",))
    assert broken.units["1S"].is_demoralised
    assert not ARGAD.amend(broken, ("RALLY 1S",)).units["1S"].is_demoralised
    assert ARGAD.amend(state, ("LOAD 4S 2",)).units["4S"].load == 0
    assert ARGAD.amend(state, ("LOAD 3S 2",)).units["3S"].load == 0
    over = ARGAD.resolve(state, {}, Dice(1), last=True).state
    again = ARGAD.amend(over, ("CARD S",))
    assert set(ARGAD.phase(again).owing) == {"S"}
    assert ARGAD.outcome(again) is None


@pytest.mark.parametrize(
    "line",
    [
        *(
            "?",
            "1S",
            "1S K99",
            "1S K9 ZZ",
            "9S K9",
            "7S OFF",
            "1C K9 3SP",
            "WEAR 1S x",
            "WEAR 9S 1",
            "WEAR 1S 100",
        ),
        *(
            "BREAK",
            "BREAK GS",
            "LOAD 1S 3",
            "BANNER Q",
            "BANNER K9 C",
            "LOST blue 3",
            "TURN 0",
            "TURN 13",
            "CARD C",
        ),
        *("1S W2", "2S K9 3MS MS+g", "GS K9 3SP"),
    ],
)
def test_a_correction_that_cannot_be_is_refused_with_a_sentence(line: str) -> None:
    with pytest.raises(BadScenario) as refused:
        ARGAD.amend(battle(1), (line,))
    for language in ("en", "fr"):
        assert not refused.value.text(language).startswith("scenario.")


def test_nothing_is_corrected_before_the_battle_and_no_card_given_to_nobody() -> None:
    state = ARGAD.setup(ARGAD.read_options({}), Dice(1))
    with pytest.raises(BadScenario):
        ARGAD.amend(state, ("TURN 2",))
    assert ARGAD.amend(state, ("", " ")) == state
    empty = ARGAD.amend(battle(1), tuple(f"{number}H OFF" for number in range(1, 6)))
    with pytest.raises(BadScenario):
        ARGAD.amend(empty, ("CARD H",))


def test_a_turn_of_blind_orders_begins_with_plans() -> None:
    """A-PHASE-5"""
    outcome = play(phase="start", turn=2, blind=True, deck={"S": 1, "H": 1}, units=GOOD["units"])
    assert outcome["next"] == {"phase": "plan", "seat": "S"}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "scenario",
    [
        {"seat": "S", "sheets": [{"seat": "S", "lines": ["M 1 Z9", "M 1 K4"]}], "units": GOOD["units"]},
        {"phase": "army", "sheets": [{"seat": "S", "lines": ["TAKE romans"]}]},
        {"phase": "deploy", "sheets": [{"seat": "S", "lines": ["1 K9"]}]},
    ],
    ids=["card", "army", "deploy"],
)
def test_an_outcome_is_told_in_words(scenario: dict[str, Any], language: str) -> None:
    """Lost lines with their reasons, what happened, and every unit in a sentence."""
    out = StringIO()
    resolve_in_words(BytesIO(json.dumps({"game": "argad", **scenario}).encode()), out, language)
    lines = out.getvalue().splitlines()
    assert "?" not in out.getvalue()
    assert {"en": "line lost", "fr": "ligne perdue"}[language] in lines[0]
    if scenario.get("phase") != "army":
        assert any(("1S" in line and "SP" in line) or "MK" in line for line in lines[1:])
