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
from server.resolve import resolve_lines, resolve_one
from tests.kit.languages import english_in
from tests.kit.strategiksa import FAR, crowded, lively_sheets, turn

PAGES = Path(__file__).parents[3] / "docs" / "rules"
GIVEN: dict[str, Any] = {
    "game": "strategiksa",
    "turn": "V",
    "pieces": {"V": {"E4": "2I 2C", "A1": "1R"}, "B": {"E5": "1I 1A", "I1": "1R"}, "J": {"A9": "1R"}},
    "orders": {"V": ["2I E4 E5", "2C E4 E5"]},
}


@pytest.mark.parametrize(("page", "language"), [("strategiksa.md", "en"), ("strategiksa.fr.md", "fr")])
def test_the_example_of_the_page_comes_out_as_the_page_says(page: str, language: str) -> None:
    told = (PAGES / page).read_text("utf-8")
    given, expected = map(json.loads, re.findall(r"```json\n(.*?)```", told, re.S))
    outcome = STRATEGIKSA.scenario(given, language)
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
    given = {**GIVEN, "turn": "J", "orders": {}, "limit": 3, "circle": 3}
    outcome = STRATEGIKSA.scenario(given, "en")
    assert (outcome["winner"], outcome["next"], outcome["partial"]) == (None, None, [])
    last = STRATEGIKSA.scenario({**GIVEN, "last": True}, "en")
    assert last["next"] is None


BAD: list[dict[str, Any]] = [
    {"turn": "X"},
    {"turn": "O"},
    {"pieces": 7},
    {"pieces": {**FAR, "V": {"K1": "1R"}}},
    {"pieces": {**FAR, "V": {"A1": "R"}}},
    {"pieces": {**FAR, "V": {"A1": "1Q"}}},
    {"pieces": {**FAR, "V": {"A1": "2R"}}},
    {"pieces": {**FAR, "V": {"A1": "1I"}}},
    {"pieces": {**FAR, "V": {"A1": "1R"}, "B": {"A1": "1R"}}},
    {"pieces": {**FAR, "V": {"D4": "1R"}}, "map": "peaks"},
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
BAD += [{"fallen": {"colour": "Z\n", "victor": "Q"}}, {"orders": {"B": ["R I1 I2"]}}]
FIGHT = {"V": {"E5": "1I", "A1": "1R"}, "B": {"E5": "1A", "I1": "1R"}, "J": {"A9": "1R"}}
FOUGHT: dict[str, Any] = {"cell": "E5", "attacker": "V", "begun": True}
BAD += [
    {"stage": "battle", "pieces": FIGHT, "battles": [{**FOUGHT, **more}]}
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
        "battles": [FOUGHT],
    },
    {"stage": "battle", "pieces": {**FIGHT, "J": {"E5": "1R"}}, "battles": [FOUGHT]},
]


@pytest.mark.parametrize("changes", BAD, ids=lambda changes: json.dumps(changes)[:60])
def test_what_is_no_position_is_refused_in_one_line(changes: dict[str, Any]) -> None:
    with pytest.raises(BadScenario) as refused:
        STRATEGIKSA.scenario({**GIVEN, "orders": {}, **changes}, "en")
    assert "\n" not in str(refused.value)


QUIET = {**GIVEN, "orders": {}}
TWO_FIGHTS = {"V": {"E5": "1I 1S", "C3": "1I", "A1": "1R"}, "B": {"E5": "1A", "C3": "1A 1S", "I1": "1R"}}
WAITING = {"cell": "C3", "attacker": "V"}
BATTLE = {**QUIET, "stage": "battle", "pieces": {**FIGHT, **TWO_FIGHTS}, "battles": [FOUGHT, WAITING]}
CROWN = {
    **QUIET,
    "stage": "crown",
    "pieces": {"V": {"E5": "1I", "A1": "1R"}, "B": {"I1": "1I"}, "J": {"E5": "1I 1S", "A9": "1R"}},
    "suzerains": {"B": "V"},
    "fallen": {"colour": "B", "victor": "V"},
    "battles": [FOUGHT],
}
PLACING = {
    **QUIET,
    "stage": "placement",
    "pieces": {"B": {"I1": "1R"}, "J": {"A9": "1R"}},
    "order": ["V", "B", "J"],
}
SERVED = {**QUIET, "pieces": {**GIVEN["pieces"], "B": {"E5": "1I"}}, "suzerains": {"B": "V"}}


@pytest.mark.parametrize(
    "given", [QUIET, BATTLE, CROWN, PLACING, SERVED], ids=lambda given: given.get("stage")
)
def test_a_position_of_every_phase_is_taken_as_it_is_written(given: dict[str, Any]) -> None:
    assert len(STRATEGIKSA.scenario({**given, "until": "phase"}, "en")["sheets"]) == 1


def battles(*changes: dict[str, Any]) -> dict[str, Any]:
    """The two battles with something else in them."""
    return {"battles": [{**on, **more} for on, more in zip((FOUGHT, WAITING), changes, strict=False)]}


A = {"colour": "B", "unit": "A"}
UNSOUND: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    (BATTLE, battles({"begun": False}, {}), "battles: the first of them is not being fought"),
    (BATTLE, battles({}, {"cell": "E5"}), "battles: each is on a cell of its own"),
    (BATTLE, battles({}, {"attacker": "B"}), "battles: the attacker is"),
    (BATTLE, battles({}, {"initiative": "nobody"}), "battles: only the first can have begun"),
    (BATTLE, battles({}, {"begun": True}), "battles: only the first can have begun"),
    (BATTLE, battles({}, {"chosen": A}), "battles: only the first can have begun"),
    (BATTLE, battles({}, {"cures": {"defender": 1}}), "battles: only the first can have begun"),
    (BATTLE, battles({"begun": False, "chosen": A}, {}), "battles: only the first can have begun"),
    (BATTLE, battles({"initiative": "nobody"}, {}), "battles: the two sides are called"),
    (BATTLE, battles({"cures": {"nobody": 1}}, {}), "battles: the two sides are called"),
    (BATTLE, battles({"cures": {"attacker": -1}}, {}), "battles: the attacker on E5 has no healers"),
    (BATTLE, battles({"cures": {"attacker": 2}}, {}), "battles: the attacker on E5 has no healers"),
    (BATTLE, battles({"cures": {"defender": 1}}, {}), "battles: the defender on E5 has no healers"),
    (BATTLE, {"fallen": {"colour": "B", "victor": "V"}}, "fallen: only in the phase crown"),
    (CROWN, battles({"initiative": "nobody"}), "battles: the two sides are called"),
    (CROWN, battles({"cures": {"defender": 2}}), "battles: the defender on E5 has no healers"),
    (CROWN, battles({"chosen": {"colour": "J", "unit": "I"}}), "battles: no piece is put forward"),
    (CROWN, battles({"chosen": {"colour": "Q", "unit": "Z"}}), "battles: no piece is put forward"),
    (CROWN, battles({"attacker": "J"}), "battles: the attacker is"),
    (CROWN, {"fallen": {"colour": "Q", "victor": "V"}}, "fallen: names"),
    (CROWN, {"fallen": {"colour": "B", "victor": "J"}, "directors": {"B": "V"}}, "fallen: names"),
    (CROWN, {"vassals": ["B"]}, "vassals: whether B serves is still open"),
    (CROWN, {"directors": {"J": "B"}}, "directors: B cannot direct J"),
    (QUIET, {"fallen": {"colour": "B", "victor": "V"}}, "fallen: only in the phase crown"),
    (QUIET, {"number": 0}, "number and circle: the first turn"),
    (QUIET, {"circle": 0}, "number and circle: the first turn"),
    (QUIET, {"pieces": {"V": {"A1": "1R"}}}, "order: a game has at least 3 colours"),
    (QUIET, {"pieces": {"V": {"A1": "1R"}, "B": {"I1": "1R"}}}, "order: a game has at least 3 colours"),
    (QUIET, {"order": ["V", "B", "J", "O"]}, "order: the scenario says nothing else of O"),
    (QUIET, {"choices": {"P": ["I"]}}, "choices: there is no player P"),
    (QUIET, {"gone": ["P"], "choices": {"P": ["I"]}}, "choices: there is no player P"),
    (QUIET, {"then": {"B": ["R I1 I2"]}}, "then: the sheet that follows an offer is that of V, not of B"),
    (QUIET, {"asked": "V"}, "asked:"),
    (QUIET, {"orders": {"B": ["R I1 I2"]}}, "orders: the sheet of this phase is that of V, not of B"),
    (QUIET, {"pieces": {**FAR, "V": {"A1": "1R 9999I"}}}, "pieces of V: more than"),
    (QUIET, {"pieces": {**FAR, "V": {"A1": "1R 5000I 5000I"}}}, "pieces of V: more than"),
    (QUIET, {"pieces": {**FAR, "V": {"A1": "1R 5000I", "C3": "5000A"}}}, "pieces of V: more than"),
    (SERVED, {"vassals": ["B", "B"]}, "vassals: each is named once"),
    (SERVED, {"directors": {"V": "B"}}, "directors: B cannot direct V"),
    (SERVED, {"stage": "answer", "asked": "J", "battles": [FOUGHT]}, "battles: none is on"),
    (SERVED, {"pieces": GIVEN["pieces"] | {"B": {}}, "gone": ["B"]}, "suzerains: V cannot be"),
    (PLACING, {"number": 1}, "number and circle: placement comes before"),
    (PLACING, {"circle": 1}, "number and circle: placement comes before"),
    (PLACING, {"gone": ["V"]}, "suzerains: nobody has fallen"),
    (PLACING, {"suzerains": {"V": "B"}}, "suzerains: nobody has fallen"),
    (PLACING, {"asked": "B"}, "asked, battles and fallen"),
    (PLACING, {"battles": [{**FOUGHT, "begun": False}]}, "asked, battles and fallen"),
    (PLACING, {"fallen": {"colour": "B", "victor": "V"}}, "asked, battles and fallen"),
]


@pytest.mark.parametrize(("given", "changes", "said"), UNSOUND, ids=lambda value: json.dumps(value)[:60])
def test_what_cannot_be_in_a_phase_is_refused_by_name(
    given: dict[str, Any], changes: dict[str, Any], said: str
) -> None:
    with pytest.raises(BadScenario) as refused:
        STRATEGIKSA.scenario({**given, **changes}, "en")
    assert str(refused.value).startswith(said)
    assert "\n" not in str(refused.value)
    assert not english_in(refused.value.text("fr"))


def test_a_bad_line_is_answered_in_its_place_and_the_next_is_resolved() -> None:
    """Each of these once broke off the whole run."""
    bad = [{**given, **changes} for given, changes, _ in UNSOUND]
    out = io.StringIO()
    resolve_lines([json.dumps(each).encode() for each in (*bad, GIVEN)], out, "en")
    *refused, last = map(json.loads, out.getvalue().splitlines())
    assert [list(answer) for answer in refused] == [["error"]] * len(bad)
    assert last == json.loads(json.dumps(STRATEGIKSA.scenario(GIVEN, "en")))


FED_BACK = ("pieces", "suzerains", "directors", "vassals", "gone", "order", "number", "circle")


@pytest.mark.parametrize(
    "pieces",
    [
        {"V": {"E4": "1R*"}, "B": {"E5": "1R*"}, "J": {"A9": "1R"}, "O": {"J1": "1R"}, "P": {"J9": "1R"}},
        {"V": {"E4": "2I", "A1": "1R"}, "B": {"E5": "1R*"}, "J": {"A9": "1R"}, "O": {"J1": "1R"}},
    ],
    ids=["two kings fall", "a king falls"],
)
def test_an_outcome_can_be_fed_back_as_the_position_of_the_next_turn(pieces: dict[str, Any]) -> None:
    """K-VASSAL-6: the colours that have left the board stay gone, and the order of turns stays too."""
    order = list(pieces)[1:] + list(pieces)[:1]
    given = {**QUIET, "pieces": pieces, "order": order, "orders": {"V": ["R E4 E5", "2I E4 E5"]}}
    first = STRATEGIKSA.scenario(given, "en")
    again = {key: first[key] for key in FED_BACK}
    second = STRATEGIKSA.scenario({"game": "strategiksa", "turn": first["next"]["colour"], **again}, "en")
    assert second["sheets"][0]["colour"] == first["next"]["colour"]
    kept = ("pieces", "suzerains", "directors", "vassals", "gone", "order")
    assert [second[key] for key in kept] == [first[key] for key in kept]
    assert (second["number"], second["circle"]) == (3, 2)


def test_a_blank_line_is_not_executed_and_says_why() -> None:
    given = {**GIVEN, "orders": {"V": ["", "  ", "R A1 A2"]}}
    lines = STRATEGIKSA.scenario(given, "en")["sheets"][0]["lines"]
    reason = "nothing is written on this line"
    assert [(line["executed"], line["reason"]) for line in lines] == [
        (False, reason),
        (False, reason),
        (True, None),
    ]


def test_the_largest_army_reads_back_wherever_it_goes() -> None:
    pieces = {**GIVEN["pieces"], "V": {"E4": "5000I", "E3": "4998I", "A1": "1R"}}
    given = {**GIVEN, "pieces": pieces, "orders": {"V": ["5000I E4 E3"]}}
    after = STRATEGIKSA.scenario(given, "en")["pieces"]
    assert after["V"] == {"A1": "1R", "E3": "9998I"}
    assert STRATEGIKSA.scenario({**QUIET, "pieces": after}, "en")["pieces"] == after


def test_the_player_whose_fate_is_open_directs_until_the_victor_has_chosen() -> None:
    """K-VASSAL-1"""
    taken = STRATEGIKSA.scenario(CROWN, "en")
    assert (taken["vassals"], taken["directors"]["B"]) == (["B"], "B")
    left = STRATEGIKSA.scenario({**CROWN, "orders": {"V": ["leave"]}}, "en")
    assert (left["vassals"], left["directors"]["B"]) == ([], "V")


def test_a_turn_goes_on_after_an_oath_that_left_no_pieces() -> None:
    """K-TURN-1: as older records have it."""
    given = {**QUIET, "pieces": {**GIVEN["pieces"], "V": {}}, "suzerains": {"V": "B"}}
    assert STRATEGIKSA.scenario({**given, "asked": "B"}, "en")["next"]["player"] == "B"
    with pytest.raises(BadScenario, match="turn: V has no pieces"):
        STRATEGIKSA.scenario(given, "en")


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


@pytest.mark.slow
def test_every_phase_of_a_game_can_be_written_as_a_scenario_and_comes_out_the_same() -> None:
    """What a record holds of a phase is what the referee's tool resolves."""
    seen = set()
    last_king = turn({"V": {"E4": "1R*"}, "B": {"E5": "1I", "J1": "1R"}}, "R E4 E5").after
    assert (last_king.stage, "V" in last_king.pieces) == ("crown", False)
    for seed, state in enumerate((last_king, *(crowded(Random(seed)) for seed in range(12)))):
        random = Random(seed)
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
