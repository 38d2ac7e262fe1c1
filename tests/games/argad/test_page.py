"""The pages for players tell Argad as it is played: the first battle, what to write, and every table."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from tests.kit.argad import play
from tests.kit.argad_orders import events
from tests.kit.rules_pages import before_the_scenario, scenario_of, text_of

every_page = pytest.mark.parametrize("page", ["argad.md", "argad.fr.md"])

ARMIES = {"S": "TAKE normans", "H": "TAKE vikings"}
DEPLOYMENT = ("1 W2", "2 D2")


class Turn(NamedTuple):
    """A turn of the first battle: each card with the lines of its sheets, and the dice that are thrown."""

    cards: tuple[tuple[str, tuple[tuple[str, ...], ...]], ...]
    dice: tuple[int, ...] = ()


def card(seat: str, *sheets: str) -> tuple[str, tuple[tuple[str, ...], ...]]:
    """A card, and what is written for it; a stroke parts a line from the one that stands below it."""
    return seat, tuple(tuple(sheet.split(" | ")) for sheet in sheets)


MARCH = Turn(
    (
        card("S", "M 3 J7"),
        card("H", "M 5 H11"),
        card("H", "M 1 O11"),
        card("S", "M 2 D8"),
        card("J"),
        card("H", "M 3", "M 3 J10"),
        card("S", "M 4 L7"),
        card("S", "M 5 P7"),
        card("H", "M 2 R11"),
        card("S", "M 1 V6"),
        card("H", "M 4 W10"),
    ),
    (5, 4),
)
VOLLEY_AT_SPEARMEN = (5, 1, 6, 2, 3, 4, 2, 3, 5)
CHARGE = (5, 2, 4, 6, 3, 2, 5, 1, 3, 4)
VOLLEY_AT_AXEMEN = (6, 2, 3, 6, 1, 5, 4, 2, 3)
REVENGE = (4, 6, 4, 5, 1, 2, 3, 5, 2, 3)
CLASH = Turn(
    (
        card("H", "S 5 3S"),
        card("S", "C 2 5H +"),
        card("J"),
        card("S", "D 4", "S 4 3H"),
        card("H", "C 3 2S"),
        card("S", "T 2"),
        card("H", "M 1 N9"),
        card("S", "M 3 J8"),
        card("H", "M 3 J11"),
        card("S", "S 4 1H | M 5 P8"),
        card("H", "M 4 X8"),
    ),
    (*VOLLEY_AT_SPEARMEN, *CHARGE, *VOLLEY_AT_AXEMEN, *REVENGE, 2, 3),
)
REST = Turn((card("S", "O 2"), card("H")))


def play_turn(number: int, units: dict[str, Any], turn: Turn) -> dict[str, Any]:
    return play(
        phase="start",
        turn=number,
        map="heath",
        units=units,
        deck=[seat for seat, _ in turn.cards],
        sheets=[{"seat": seat, "lines": [*lines]} for seat, sheets in turn.cards for lines in sheets],
        dice=[*turn.dice],
    )


def first_battle() -> list[dict[str, Any]]:
    """What came of the deployment, and of each turn."""
    armies = play(phase="army", sheets=[{"seat": seat, "lines": [line]} for seat, line in ARMIES.items()])
    chosen = {side: army["name"] for side, army in armies["armies"].items()}
    sheets = [{"seat": "S", "lines": [*DEPLOYMENT]}]
    played = [play(phase="deploy", armies=chosen, sheets=sheets)]
    for number, turn in enumerate((MARCH, CLASH, REST), 1):
        played.append(play_turn(number, played[-1]["units"], turn))
    return played


def standing(outcome: dict[str, Any], name: str) -> tuple[str, str, int, str]:
    unit = outcome["units"][name]
    return unit["at"], unit["figs"], unit["wear"], unit["state"]


def test_the_first_battle_comes_out_as_the_pages_tell() -> None:
    """A-TURN-1, A-TURN-2, A-DECK-3, A-ACT-3, A-JOK-1, A-REORG-1"""
    deployed, march, clash, rest = first_battle()
    assert [deployed["units"][name]["at"] for name in ("1S", "2S", "1H", "5H")] == ["W2", "D2", "N15", "F15"]
    assert [march["units"][name]["at"] for name in ("5H", "3H", "2S")] == ["G12", "J10", "D8"]
    assert [line["code"] for line in clash["lines"] if line["code"]] == ["already_shot"]
    assert standing(clash, "2S") == ("B1", "3MS", 4, "fatigued")
    assert standing(clash, "3H") == ("J11", "5AX", 2, "ready")
    assert standing(clash, "5H") == ("H13", "4SB", 3, "ready")
    assert standing(clash, "3S") == ("J8", "6SP SP+m", 0, "ready")
    assert (march["dice_left"], clash["dice_left"], clash["next"]) == (0, 0, {"phase": "start", "turn": 3})
    assert standing(rest, "2S") == ("B1", "3MS", 1, "ready")
    assert rest["units"]["2S"]["closed"]


def throws_of(outcome: dict[str, Any]) -> Iterator[str]:
    """How the pages write the dice of volleys and melees, of tests and of a forced march."""
    for volley in events(outcome, "volley"):
        yield ", ".join(map(str, volley["dice"]))
    blows: dict[tuple[str, str], list[int]] = {}
    for blow in events(outcome, "blow"):
        blows.setdefault((blow["by"], blow["on"]), []).append(blow["die"])
    for dice in blows.values():
        yield ", ".join(map(str, dice))
    for test in events(outcome, "test"):
        yield rf"(?:die shows|dé montre) {test['die']}\b"
    for march in events(outcome, "march"):
        yield rf"(?:die shows|dé montre) {march['cm']}\b"
    for slowed in events(outcome, "slowed"):
        yield rf"\b{slowed['dice'][0]}\b"


def results_of(outcome: dict[str, Any]) -> Iterator[str]:
    """How the pages write scores, your own first, points, and hexes where units were driven."""
    for melee in events(outcome, "melee"):
        own, other = melee["score"] if melee["attacker"].endswith("S") else reversed(melee["score"])
        yield rf"\b{own} (?:to|à) {other}\b"
    for driven in events(outcome, "recoiled", "followed"):
        yield rf"\b{driven['to']}\b"
    for fled in events(outcome, "retreated"):
        yield rf"\b{fled['path'][-1]}\b"


@every_page
def test_the_first_battle_tells_every_line_every_throw_and_every_result(page: str) -> None:
    told = before_the_scenario(page)
    _, march, clash, rest = first_battle()
    sheets = [lines for turn in (MARCH, CLASH, REST) for _, each in turn.cards for lines in each]
    written = [*ARMIES.values(), *DEPLOYMENT, *(line for lines in sheets for line in lines)]
    assert [line for line in written if f"`{line}`" not in told] == []
    facts = [each for outcome in (march, clash, rest) for each in (*throws_of(outcome), *results_of(outcome))]
    assert len(facts) == 20
    assert [each for each in facts if not re.search(each, told)] == []
    points = clash["vp"]
    assert re.search(rf"\b{points['black']} (?:to|à) {points['red']}\b", told)


@every_page
def test_the_scenario_is_the_charge_of_the_first_battle(page: str) -> None:
    given, expected = scenario_of(page)
    outcome = play(**given)
    assert {key: value for key, value in outcome.items() if key != "events"} == expected
    told = first_battle()[2]["events"]
    start = next(number for number, event in enumerate(told) if event.get("unit") == "2S")
    assert outcome["events"] == told[start : start + len(outcome["events"])]


@every_page
def test_the_notice_stands_before_everything_else(page: str) -> None:
    """A-LIC-1"""
    first = text_of(page).partition("\n## ")[0]
    assert first.count("- **A-LIC-1** ") == 1
    for words in ("Luc Philippe", "Bruno Riouat", "*Argad", "[ANO]*"):
        assert words in first
    conditions = {
        "argad.md": (
            "non-official Argad! rules modification",
            "same conditions",
            "Commercial use is forbidden",
        ),
        "argad.fr.md": (
            "modification non officielle de la règle Argad",
            "mêmes conditions",
            "usage commercial",
        ),
    }
    assert [words for words in conditions[page] if words not in first] == []
