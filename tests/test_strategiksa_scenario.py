"""`qg-server resolve` for Strategiksa: a position, a turn and its battle choices in, the outcome out."""

import io
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from server.games.api import BadScenario
from server.games.dice import Dice
from server.games.strategiksa import STRATEGIKSA
from server.games.strategiksa.scenario import written_pieces
from server.resolve import resolve_one
from tests.strategiksa import crowded, lively_sheets

PAGE = Path(__file__).parents[1] / "docs" / "rules" / "strategiksa.md"
GIVEN: dict[str, Any] = {
    "game": "strategiksa",
    "turn": "V",
    "pieces": {"V": {"E4": "2I 2C", "A1": "1R"}, "B": {"E5": "1I 1A", "I1": "1R"}, "J": {"A9": "1R"}},
    "orders": {"V": ["2I E4 E5", "2C E4 E5"]},
}


def test_the_example_of_the_page_comes_out_as_the_page_says() -> None:
    given, expected = map(json.loads, re.findall(r"```json\n(.*?)```", PAGE.read_text("utf-8"), re.S))
    outcome = STRATEGIKSA.scenario(given, "en")
    assert {**outcome, "events": []} == expected
    assert outcome["events"][0]["type"] == "moved"


def test_the_referees_command_reads_it() -> None:
    out = io.StringIO()
    resolve_one(io.BytesIO(json.dumps(GIVEN).encode()), out, "fr")
    assert json.loads(out.getvalue()) == json.loads(json.dumps(STRATEGIKSA.scenario(GIVEN, "fr")))


def test_choices_are_taken_in_the_order_in_which_they_are_asked() -> None:
    """K-BATTLE-1"""
    outcome = STRATEGIKSA.scenario({**GIVEN, "choices": {"B": ["A"], "V": ["C", "I"]}}, "en")
    asked = [(sheet["player"], [line["text"] for line in sheet["lines"]]) for sheet in outcome["sheets"][1:]]
    assert asked == [("B", ["A"]), ("V", ["C"]), ("V", ["I"])]
    assert outcome["pieces"]["V"]["E5"] == "1I 1C 1C*"
    assert outcome["next"] == {"phase": "turn", "player": "B", "colour": "B"}


def test_where_choices_are_wanting_or_wrong_the_rules_choose() -> None:
    """K-BATTLE-7"""
    outcome = STRATEGIKSA.scenario({**GIVEN, "choices": {"B": ["R"]}}, "en")
    first = outcome["sheets"][1]["lines"][0]
    assert not first["executed"]
    assert first["reason"].startswith("your side has no such piece")
    assert outcome["sheets"][2]["lines"] == []
    assert STRATEGIKSA.scenario(GIVEN, "en")["pieces"] == outcome["pieces"]


def test_reasons_come_in_the_language_asked_for() -> None:
    given = {**GIVEN, "orders": {"V": ["I A1 A2"]}}
    reasons = [STRATEGIKSA.scenario(given, lang)["sheets"][0]["lines"][0]["reason"] for lang in ("en", "fr")]
    assert reasons == ["this colour has no foot soldiers on A1", "cette couleur n'a pas de fantassin en A1"]


def test_an_offer_is_answered_and_the_turn_goes_on() -> None:
    """K-TURN-1"""
    given = {**GIVEN, "orders": {"V": ["vassal J"]}, "choices": {"J": ["yes"]}, "then": {"V": ["I E4 E3"]}}
    outcome = STRATEGIKSA.scenario(given, "en")
    assert outcome["suzerains"] == {"V": "J", "B": "B", "J": "J"}
    assert outcome["vassals"] == ["V"]
    assert outcome["pieces"]["V"] == {"E3": "1I", "E4": "1I 2C"}


def test_a_fallen_king_is_dealt_with() -> None:
    """K-VASSAL-1"""
    pieces = {**GIVEN["pieces"], "B": {"E5": "1R*", "G7": "1I"}}
    outcome = STRATEGIKSA.scenario({**GIVEN, "pieces": pieces, "choices": {"V": ["I", "leave"]}}, "en")
    assert outcome["directors"]["B"] == "V"
    assert [sheet["phase"] for sheet in outcome["sheets"]] == ["turn", "battle", "crown"]


def test_a_game_that_ends_says_so() -> None:
    """K-END-2"""
    outcome = STRATEGIKSA.scenario({**GIVEN, "orders": {}, "limit": 3, "number": 3}, "en")
    assert (outcome["winner"], outcome["next"], outcome["partial"]) == (None, None, [])
    last = STRATEGIKSA.scenario({**GIVEN, "last": True}, "en")
    assert last["next"] is None


BAD: list[dict[str, Any]] = [
    {"turn": "X"},
    {"turn": "O"},
    {"pieces": 7},
    {"pieces": {"V": {"K1": "1R"}}},
    {"pieces": {"V": {"A1": "R"}}},
    {"pieces": {"V": {"A1": "1Q"}}},
    {"pieces": {"V": {"A1": "2R"}}},
    {"pieces": {"V": {"A1": "1I"}}},
    {"pieces": {"V": {"A1": "1R"}, "B": {"A1": "1R"}}},
    {"pieces": {"V": {"D4": "1R"}}, "map": "peaks"},
    {"suzerains": {"B": "V"}},
    {"suzerains": {"V": "B", "B": "V"}},
    {"directors": {"B": "V"}},
    {"directors": {"T": "V"}},
    {"vassals": ["V"]},
    {"order": ["V", "B"]},
    {"order": ["V", "B", "J", "V"]},
    {"gone": ["V"]},
    {"gone": ["T"], "order": ["V", "B", "J"]},
    {"stage": "placement"},
    {"stage": "answer"},
    {"stage": "answer", "asked": "V"},
    {"stage": "answer", "asked": "T"},
    {"stage": "battle"},
    {"stage": "battle", "battles": [{"cell": "E5", "attacker": "V"}]},
    {"stage": "battle", "battles": [{"cell": "Z5", "attacker": "V"}]},
    {"stage": "battle", "battles": [{"cell": "E5", "attacker": "Q"}]},
    {"stage": "crown"},
    {"stage": "crown", "fallen": {"colour": "B", "victor": "V"}},
    {"stage": "crown", "fallen": {"colour": "V", "victor": "V"}},
    {"battles": [{"cell": "E5", "attacker": "V"}]},
    {"stage": "over"},
    {"number": -1},
    {"referee": "V"},
    {"game": "power"},
]
FIGHT = {"V": {"E5": "1I", "A1": "1R"}, "B": {"E5": "1A", "I1": "1R"}, "J": {"A9": "1R"}}
BAD += [
    {"stage": "battle", "pieces": FIGHT, "battles": [{"cell": "E5", "attacker": "V", **more}]}
    for more in (
        {"initiative": "nobody"},
        {"attacker": "J"},
        {"cures": {"nobody": 1}},
        {"chosen": {"colour": "V", "unit": "I"}},
        {"chosen": {"colour": "B", "unit": "S"}},
        {"chosen": {"colour": "Q", "unit": "A"}},
    )
]
BAD += [
    {
        "stage": "battle",
        "pieces": {**FIGHT, "V": {"E5": "1S", "A1": "1R"}},
        "battles": [{"cell": "E5", "attacker": "V"}],
    },
    {"stage": "battle", "pieces": {**FIGHT, "J": {"E5": "1R"}}, "battles": [{"cell": "E5", "attacker": "V"}]},
]


@pytest.mark.parametrize("changes", BAD, ids=lambda changes: json.dumps(changes)[:60])
def test_what_is_no_position_is_refused_in_one_line(changes: dict[str, Any]) -> None:
    with pytest.raises(BadScenario) as refused:
        STRATEGIKSA.scenario({**GIVEN, **changes}, "en")
    assert "\n" not in str(refused.value)


def test_a_position_in_mid_battle_goes_on_from_there() -> None:
    """K-BATTLE-1"""
    battles = [{"cell": "E5", "attacker": "V", "begun": True, "chosen": {"colour": "B", "unit": "A"}}]
    given = {
        **GIVEN,
        "stage": "battle",
        "pieces": {**FIGHT, "V": {"E5": "1I 1C", "A1": "1R"}},
        "battles": battles,
    }
    outcome = STRATEGIKSA.scenario({**given, "orders": {"V": ["C"]}}, "en")
    assert outcome["pieces"]["V"]["E5"] == "1I 1C*"


def test_every_phase_of_a_game_can_be_written_as_a_scenario_and_comes_out_the_same() -> None:
    """What a record holds of a phase is what the referee's tool resolves."""
    seen = set()
    for seed in range(12):
        random, state = Random(seed), crowded(Random(seed))
        for _ in range(25):
            if not STRATEGIKSA.phase(state).owing:
                break
            seen.add(state.stage)
            sheets = lively_sheets(state, random)
            after = STRATEGIKSA.resolve(state, sheets, Dice(0))
            written = STRATEGIKSA.write_scenario(state, sheets, last=False)
            outcome = STRATEGIKSA.scenario(json.loads(json.dumps(written)), "en")
            state = after.state
            assert outcome["pieces"] == written_pieces(state.pieces)
            assert outcome["winner"] == state.winner
            assert (outcome["suzerains"], outcome["directors"]) == (state.lords, state.directors)
            assert len(outcome["events"]) == len(after.story)
    assert seen == {"placement", "turn", "answer", "battle", "crown"}
