"""`qg-server resolve` as a referee runs it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from server.cli import main
from server.games import GAMES
from tests.kit.commands import called

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
SCENARIO: dict[str, Any] = {
    "game": "power",
    "referee": "J",
    "pieces": {"J": {"J0": "1T", "RVJ": "5P"}, "R": {"R0": "1S 1T"}},
    "orders": {"J": ["T J0 IX", "5P ERV C", "C RV HQ"], "R": ["T R0 IX", "S R0 J1"]},
}


def run(*args: str, given: str | bytes = b"") -> tuple[int, str, str]:
    """Exit status, standard output and standard error."""
    text = given.encode() if isinstance(given, str) else given
    done = called(main, "resolve", *args, given=text)
    return done.returncode, done.stdout, done.stderr


def scenario(**changes: Any) -> str:
    return json.dumps({**SCENARIO, **changes})


def test_a_scenario_from_a_file_is_resolved(tmp_path: Path) -> None:
    file = tmp_path / "dispute.json"
    file.write_text(scenario(), "utf-8")
    status, out, err = run(str(file))
    outcome = json.loads(out)
    assert (status, err) == (0, "")
    assert list(outcome) == ["orders", "pieces", "flags", "eliminated", "winner", "events"]
    assert list(outcome["orders"]) == ["J", "R", "V", "B"]
    assert outcome["pieces"] == {"J": {"HQJ": "1C", "J0": "1T"}, "R": {"R0": "1S 1T"}}
    assert [order["executed"] for order in outcome["orders"]["R"]] == [True, False]
    assert outcome["orders"]["J"][0] == {"text": "T J0 IX", "executed": True, "reason": None}
    assert outcome["events"][0]["type"] == "moved"


def test_standard_input_gives_the_same_as_a_file_and_as_the_game(tmp_path: Path) -> None:
    file = tmp_path / "dispute.json"
    file.write_text(scenario(), "utf-8")
    piped = run(given=scenario())
    assert piped == run(str(file))
    assert json.loads(piped[1]) == json.loads(json.dumps(GAMES["power"].scenario(SCENARIO, "en")))


def test_reasons_come_in_the_language_asked_for() -> None:
    said = {language: json.loads(run("--lang", language, given=scenario())[1]) for language in ("en", "fr")}
    assert said["en"]["orders"]["R"][1]["reason"].startswith("a soldier")
    assert said["fr"]["orders"]["R"][1]["reason"].startswith("un soldat")


def test_lines_are_answered_in_order_and_a_bad_one_in_its_place() -> None:
    asked = {referee: scenario(referee=referee) for referee in "VBX"}
    status, out, err = run(
        "--lines", given="\n".join([asked["V"], "{", asked["B"], "[]", asked["X"], scenario()])
    )
    answers = [json.loads(line) for line in out.splitlines()]
    firsts = [next(iter(answer.get("orders", answer))) for answer in answers]
    assert (status, err) == (0, "")
    assert firsts == ["V", "error", "B", "error", "error", "J"]
    assert all(len(answer) == 1 and answer["error"] for answer in answers if "error" in answer)


def test_lines_are_read_from_a_file_too(tmp_path: Path) -> None:
    file = tmp_path / "disputes.jsonl"
    file.write_text(scenario() + "\n" + scenario(referee="R") + "\n", "utf-8")
    status, out, _ = run("--lines", str(file))
    assert status == 0
    assert [next(iter(json.loads(line)["orders"])) for line in out.splitlines()] == ["J", "R"]


def test_a_line_is_answered_before_the_next_one_is_given() -> None:
    command = [sys.executable, "-m", "server", "resolve", "--lines"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdin
        assert process.stdout
        for referee in "VB":
            process.stdin.write(scenario(referee=referee).encode() + b"\n")
            process.stdin.flush()
            assert next(iter(json.loads(process.stdout.readline())["orders"])) == referee
        process.stdin.close()
        assert process.wait(timeout=60) == 0


def test_no_lines_give_no_answers() -> None:
    assert run("--lines") == (0, "", "")


MALFORMED = {
    "bad JSON": "{",
    "nothing": "",
    "no text": b"\xff\xfe\xfd",
    "not an object": "[1, 2]",
    "a number": "7",
    "no game": json.dumps({key: value for key, value in SCENARIO.items() if key != "game"}),
    "unknown game": scenario(game="chess"),
    "a game that is no name": scenario(game=["power"]),
    "no referee": json.dumps({key: value for key, value in SCENARIO.items() if key != "referee"}),
    "unknown referee": scenario(referee="X"),
    "unknown army": scenario(pieces={"X": {"V4": "1S"}}),
    "small army": scenario(pieces={"v": {"V4": "1S"}}),
    "army with a newline": scenario(referee="V\n"),
    "orders of an unknown army": scenario(orders={"X": []}),
    "unknown place": scenario(pieces={"V": {"V9": "1S"}}),
    "place with a newline": scenario(pieces={"V": {"V9\n\nV8": "1S"}}),
    "bad count": scenario(pieces={"V": {"V4": "S"}}),
    "negative count": scenario(pieces={"V": {"V4": "-1S"}}),
    "huge count": scenario(pieces={"V": {"V4": "9" * 5000 + "S"}}),
    "no piece": scenario(pieces={"V": {"V4": "1X"}}),
    "count that is no text": scenario(pieces={"V": {"V4": 1}}),
    "unknown key": scenario(wings=2),
    "Power on a sector": scenario(pieces={"V": {"V4": "1P"}}),
    "other army's reserve": scenario(pieces={"V": {"RVB": "1S"}}),
    "orders that are no list": scenario(orders={"V": "T V8 V4"}),
    "an order that is no text": scenario(orders={"V": [None]}),
    "unknown flag": scenario(flags={"X": "V"}),
    "unknown holder": scenario(flags={"V": "X"}),
    "last that is no truth": scenario(last="yes"),
    "everybody eliminated": scenario(eliminated=["V", "B", "J", "R"]),
    "preference of a stranger": scenario(capture_preference={"north": "V"}),
    "teams and mercenary": scenario(teams={"V": "north"}, mercenary="R"),
    "deep nesting": "[" * 200_000,
    "deep nesting in a scenario": '{"game": "power", "referee": "V", "pieces": ' + '{"V":' * 100_000,
    "deep nesting that closes": '{"game": "power", "referee": ' + "[" * 900 + "]" * 900 + "}",
    "endless number": '{"game": "power", "referee": ' + "9" * 10_000 + "}",
}


@pytest.mark.parametrize("given", MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_scenario_gets_one_line_and_status_2(given: str | bytes) -> None:
    status, out, err = run(given=given)
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert err.endswith("\n")
    assert "Traceback" not in err


KINGS = {"V": {"A1": "1R"}, "B": {"J1": "1R"}, "J": {"A9": "1R"}}
UNSOUND: dict[str, dict[str, Any]] = {
    "one colour": {"pieces": {"V": {"A1": "1R"}}},
    "two colours": {"pieces": {"V": {"A1": "1R"}, "B": {"J1": "1R"}}},
    "an order with a stranger": {"order": ["V", "B", "J", "T"]},
    "choices of an absent player": {"choices": {"T": ["I"]}},
    "then without its colour": {"then": ["R A1 A2"]},
    "then of another colour": {"then": {"B": ["R J1 J2"]}},
}


@pytest.mark.parametrize("changes", UNSOUND.values(), ids=UNSOUND)
def test_a_position_of_strategiksa_that_cannot_be_gets_one_line_and_status_2(changes: dict[str, Any]) -> None:
    given = {"game": "strategiksa", "turn": "V", "pieces": KINGS}
    assert run(given=json.dumps(given))[0] == 0
    status, out, err = run(given=json.dumps(given | changes))
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("given", ["[1, 2]", "7", "null", '"referee"'])
def test_what_is_no_object_is_told_of_no_field_of_one_game(given: str) -> None:
    status, out, err = run(given=given)
    assert (status, out) == (2, "")
    assert "a scenario is a JSON object" in err
    assert "referee" not in err


@pytest.mark.parametrize("path", ["no/such/file.json", "."])
def test_a_file_that_cannot_be_read_gets_one_line_and_status_2(path: str) -> None:
    status, out, err = run(path)
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert path in err


@pytest.mark.parametrize("lines", [(), ("--lines",)], ids=["one", "lines"])
def test_half_a_surrogate_pair_does_no_harm(lines: tuple[str, ...]) -> None:
    given = '{"game": "power", "referee": "V", "orders": {"V": ["\\ud800"]}}'
    status, _, err = run(*lines, given=given)
    assert status in (0, 2)
    assert "Traceback" not in err


def test_a_sheet_of_ten_thousand_lines_is_read_without_delay() -> None:
    status, out, _ = run(given=scenario(orders={"J": ["T J0 IX"] * 10_000}))
    orders = json.loads(out)["orders"]["J"]
    assert status == 0
    assert [order["executed"] for order in orders] == [True] + [False] * 9_999


@pytest.mark.parametrize(
    "line",
    ["x" * 1_000_000, "T J0 IX" + " " * 1_000_000, "1S+" * 300_000, "9" * 1_000_000 + "P ERV S"],
    ids=len,
)
def test_a_line_of_a_megabyte_is_lost_without_delay(line: str) -> None:
    status, out, _ = run(given=scenario(orders={"J": [line, "T J0 IX"]}))
    assert status == 0
    assert [order["executed"] for order in json.loads(out)["orders"]["J"]] == [False, True]


def test_junk_orders_are_lost_with_a_reason() -> None:
    junk = ["é→", "\x00", "T\nJ0\nIX", "", "🚀 RV HQ"]
    status, out, _ = run(given=scenario(orders={"J": junk}))
    orders = json.loads(out)["orders"]["J"]
    assert status == 0
    assert [order["text"] for order in orders] == junk
    assert [bool(order["reason"]) for order in orders] == [True, True, False, True, True]


def test_help_is_a_page_and_an_unknown_option_is_status_2() -> None:
    assert run("--help")[0] == 0
    assert run("--wings")[0] == 2


def test_a_round_of_an_unfinished_game_is_answered_with_when_it_can_be_told() -> None:
    """A record has its scenarios, which hold all secrets, only when the game is over."""
    status, out, err = run("--round", "1", given=json.dumps({"rounds": [{"phase": 1}]}))
    assert (status, out) == (2, "")
    assert "round 1 of this record has no scenario; an export made when the game is over" in err
