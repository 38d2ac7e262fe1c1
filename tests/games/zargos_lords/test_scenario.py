"""Scenarios that are none, corrections of a referee, and scenarios that are written down."""

import json
from typing import Any

import pytest

from server.games.api import BadScenario
from server.games.dice import Dice, LoadedDice
from server.games.zargos_lords import ZARGOS_LORDS
from server.games.zargos_lords.scenario import written_position
from tests.kit.zargos_lords import play, state_of

GOOD: dict[str, Any] = {
    "turn": "K",
    "pieces": {"K": {"F14": "C"}, "D": {"K14": "F"}, "M": {"S20": "F"}},
    "cities": {"K": {"I11": "2F"}, "D": {"P24": ""}},
}
BAD: dict[str, dict[str, Any]] = {
    "a city in the sea": {"cities": {"K": {"A14": "1F"}}},
    "a city in a whirlpool": {"cities": {"K": {"I12": "1F"}}},
    "a unit at sea": {"pieces": {"K": {"A14": "F"}}},
    "two units on a hex": {"pieces": {"K": {"F14": "C"}, "D": {"F14": "F"}}},
    "a unit on a city": {"pieces": {"K": {"I11": "C"}}},
    "no such hex": {"pieces": {"K": {"Z99": "C"}}},
    "no such piece": {"pieces": {"K": {"F14": "D"}}},
    "a pair without a foot": {"pieces": {"K": {"F14": "C+G"}}},
    "five in a garrison": {"cities": {"K": {"I11": "4F 1A"}}},
    "no such garrison": {"cities": {"K": {"I11": "many"}}},
    "three hostages": {"hostages": {"I11": {"D": "3F"}}},
    "hostages in no city": {"hostages": {"F16": {"D": "1F"}}},
    "no such people": {"pieces": {"Z": {"F14": "F"}}},
    "nobody on move": {"turn": "W"},
    "a pact with oneself": {"pacts": ["KK"]},
    "a month too late": {"month": 11, "options": {"months": 10}},
    "held on dry land": {"stuck": {"F14": 2}},
    "nothing offered": {"offered": ["F16"]},
    "acted in the first part": {"acted": ["C F14"]},
    "no such act": {"part": 2, "acted": ["dance"]},
    "an answer of nobody": {"phase": "answer"},
    "no such option": {"options": {"speed": 3}},
    "no such phase": {"phase": "night"},
    "a setup without homes": {"phase": "setup"},
    "a setup on homes that no deployment has": {
        "phase": "setup",
        "homes": {"K": ["I", "II"], "D": ["III"], "M": ["IV"]},
    },
    "too many players": {"options": {"players": 9}},
    "orders of a people that does not play": {"orders": {"W": ["more"]}},
    "no people at all": {"pieces": {}, "cities": {}},
    "a home of a people that does not play": {"homes": {"W": ["I"]}},
    "one home for two": {"homes": {"K": ["I"], "D": ["I"]}},
    "one hex written in two ways": {"pieces": {"K": {"F14": "C", "f14": "F"}}},
    "two cities on a hex": {"cities": {"K": {"I11": ""}, "D": {"I11": ""}}},
    "free in the first part": {"pieces": {"K": {"I12": "C"}}, "stuck": {"I12": -1}},
    "somebody asked in a move": {"asked": ["D"]},
    "a monk that vanished at sea": {"vanished": {"A14": 1}},
    "a monk of nobody": {"players": ["K", "D"], "pieces": {}, "vanished": {"F16": 1}},
    "standing words of nobody": {"standing": {"W": {"push": "never"}}},
}


@pytest.mark.parametrize("name", BAD)
def test_a_malformed_scenario_is_refused_with_one_sentence(name: str) -> None:
    with pytest.raises(BadScenario) as refused:
        play(**{**GOOD, **BAD[name]})
    for language in ("en", "fr"):
        text = refused.value.text(language)
        assert text
        assert "\n" not in text
        assert not text.startswith("scenario.")


def test_somebody_must_be_on_move() -> None:
    """L-TURN-1"""
    with pytest.raises(BadScenario, match="turn"):
        play(pieces=GOOD["pieces"])


def test_a_pair_may_be_written_the_other_way_round_and_no_hostages_are_none() -> None:
    """L-SHEET, L-HOST-3"""
    outcome = play(
        **{**GOOD, "pieces": {"K": {"F14": "C+F"}, "D": {"K14": "F"}}, "hostages": {"I11": {"D": ""}}}
    )
    assert (outcome["pieces"]["K"], outcome["hostages"]) == ({"F14": "F+C"}, {})


def test_dice_that_run_out_or_have_too_many_faces_are_refused() -> None:
    for dice in ([], [7]):
        with pytest.raises(BadScenario):
            play(
                turn="K",
                pieces={"K": {"F14": "C"}, "D": {"G14": "F"}},
                orders={"K": ["C F14 x G14"]},
                dice=dice,
            )


def test_64_lines_of_junk_change_nothing() -> None:
    """L-SHEET-3"""
    junk = ["?", "x x x", "F", "9" * 200, "é", "C F14 F13 F12 * * *", "ally", "; ;"] * 8
    outcome = play(**{**GOOD, "orders": {"K": junk}})
    assert outcome["pieces"] == GOOD["pieces"]
    assert not any(line["executed"] for line in outcome["lines"]["K"])


def test_a_phase_that_is_written_down_plays_the_same() -> None:
    state = ZARGOS_LORDS.setup(ZARGOS_LORDS.read_options({"players": 3}), Dice(4))
    for number in range(5):
        (seat, *_), sheets = ZARGOS_LORDS.phase(state).owing, {}
        if state.stage == "turn":
            sheets = {seat: ("ally D" if seat != "D" else "ally K", "more")}
        written = json.loads(json.dumps(ZARGOS_LORDS.write_scenario(state, sheets, last=False)))
        dice = Dice(number)
        state = ZARGOS_LORDS.resolve(state, sheets, dice).state
        outcome = ZARGOS_LORDS.scenario(written, "en", LoadedDice(dice.rolled))
        assert {name: outcome[name] for name in written_position(state)} == written_position(state)


AMENDED = [
    ("K F14 F+C", "pieces", {"K": {"F14": "F+C"}, "D": {"K14": "F"}, "M": {"S20": "F"}}),
    ("K F14", "pieces", {"D": {"K14": "F"}, "M": {"S20": "F"}}),
    ("CITY D I11 1F 1T", "cities", {"D": {"I11": "1F 1T", "P24": ""}}),
    ("HOST I11 D 1F", "hostages", {"I11": {"D": "1F"}}),
    ("VANISHED F16 1", "vanished", {"F16": 1}),
    ("PACT DK", "pacts", ("KD",)),
    ("MONTH 4", "month", 4),
    ("TURN D", "turn", "D"),
]


@pytest.mark.parametrize(("line", "field", "value"), AMENDED, ids=[line for line, _, _ in AMENDED])
def test_a_referee_corrects_the_position(line: str, field: str, value: object) -> None:
    assert getattr(ZARGOS_LORDS.amend(state_of(**GOOD), (line,)), field) == value


def test_a_whirlpool_holds_whom_a_referee_puts_there() -> None:
    """L-WHIRL-1"""
    assert ZARGOS_LORDS.amend(state_of(**GOOD), ("K I12 C",)).stuck == {"I12": 3}
    assert ZARGOS_LORDS.amend(state_of(**GOOD), ("K I12 C", "STUCK I12 2")).stuck == {"I12": 2}


@pytest.mark.parametrize(
    "line", ["?", "K", "K A14 F", "K F14 D", "CITY K A14", "PACT KK", "MONTH 26", "TURN W"]
)
def test_a_correction_that_gives_no_position_is_refused(line: str) -> None:
    with pytest.raises(BadScenario):
        ZARGOS_LORDS.amend(state_of(**GOOD), (line,))
