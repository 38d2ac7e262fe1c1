"""The pages for players tell Zargo's Lords as it is played, and tell the same in both languages."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from protocol.views.zargos_lords.board import CONSTANTS, MAP
from protocol.views.zargos_lords.words import KINDS, PEOPLES, PHASES
from server.games.flaw import Flaw
from server.games.zargos_lords.notation import parse_answer, parse_setup, parse_turn
from server.games.zargos_lords.sheet import ROOM
from tests.kit.rules_pages import before_the_scenario, house_rules_of, rows, rules_of, scenario_of, text_of
from tests.kit.zargos_lords import codes, events, play

every_page = pytest.mark.parametrize("page", ["zargos_lords.md", "zargos_lords.fr.md"])

POSITION = ("pieces", "cities", "standing")

SETUP = ("C P16 T20", "A O17 S20")
MONTHS: tuple[tuple[str, tuple[str, ...], tuple[int, ...]], ...] = (
    ("K", ("C U20 U22", "C T20 T22", "G V19 U21", "A S20 S21", "F U19 V21", "F V20 V25"), ()),
    ("D", ("S O25 R21 ! S21", "D T27 V24 * U22"), (1, 3)),
    ("K", ("F V21 V23", "C U22 U23 x V24", "C T22 U24 x V24", "A S21 * Q21", "G U21 T23 * Q21"), (4, 5, 3)),
    ("D", ("F U26 V25",), ()),
    ("K", ("C U24 U25 x U26", "G T23 U24", "C U23 V24 x V25", "F V21 V23"), (2, 4)),
    ("D", (), ()),
    ("K", ("C U25 U26",), ()),
)
"""The moves of the first skirmish: whose each is, its lines, and the dice that are thrown."""


def skirmish() -> list[dict[str, Any]]:
    """What came of each phase of the first skirmish."""
    homes = {"K": ["first"], "D": ["second"]}
    options = {"skirmish": True}
    played = [play(phase="setup", options=options, homes=homes, orders={"K": [*SETUP], "D": ["ok"]})]
    for people, lines, dice in MONTHS:
        before, ahead = played[-1], played[-1]["next"]
        assert ahead["turn"] == people
        position = {name: before[name] for name in POSITION}
        played.append(
            play(
                turn=people,
                month=ahead["month"],
                options=options,
                orders={people: [*lines]},
                dice=[*dice],
                **position,
            )
        )
    return played


def test_the_first_skirmish_comes_out_as_the_pages_tell() -> None:
    setup, first, flames, second, bar, third, _, taken = skirmish()
    assert codes(setup, "K") == [None, None]
    assert codes(first, "K") == [None] * 5 + ["too-far"]
    assert first["lines"]["K"][-1]["reason"] == "5 points, has 4"
    assert [event["result"] for event in events(flames, "fought")] == ["A1"]
    assert [(event["hits"], event["needed"]) for event in events(flames, "volley")] == [(2, 5)]
    assert flames["pieces"]["D"]["Q21"] == "S"
    assert codes(second, "K") == ["zone", None, None, None, None]
    assert [event["cause"] for event in events(second, "eliminated")] == ["no-retreat"]
    assert (bar["cities"]["D"]["U26"], bar["pieces"]["D"]["V25"]) == ("1F", "F")
    told = [event["cause"] for event in events(third, "eliminated")]
    assert (told, third["cities"]["D"]["U26"]) == (["pushed", "no-retreat"], "")
    assert taken["count"] == {"K": 5, "D": 3}


def sums_of(outcome: dict[str, Any]) -> Iterator[str]:
    for fight in events(outcome, "fought"):
        for number in (fight["attack"], fight["defence"]):
            yield rf"\b{number}\b"
        yield rf"\b{fight['result']}\b"
    for vision in events(outcome, "vision"):
        yield re.escape(f"{vision['die']} - {vision['distance']} + 1 = {vision['flight']}")


@every_page
def test_the_first_skirmish_tells_every_line_and_every_sum(page: str) -> None:
    told = before_the_scenario(page)
    lines = [*SETUP, *(line for _, sheet, _ in MONTHS for line in sheet)]
    sums = [each for outcome in skirmish() for each in sums_of(outcome)]
    assert len(sums) > 10
    assert [line for line in lines if f"`{line}`" not in told] == []
    assert [each for each in sums if not re.search(each, told)] == []


@every_page
def test_the_scenario_is_the_move_of_the_skirmish_and_comes_out_as_the_page_says(page: str) -> None:
    given, expected = scenario_of(page)
    outcome = play(**given)
    assert {key: outcome[key] for key in expected} == expected
    _, _, before, told, *_ = skirmish()
    assert {name: given[name] for name in ("pieces", "cities")} == {
        name: before[name] for name in ("pieces", "cities")
    }
    assert outcome["events"] == told["events"]


@every_page
def test_pieces_tables_and_rooms_are_those_of_the_game(page: str) -> None:
    cells = list(rows(page))
    pieces = [
        [each.people, each.code, each.count, each.movement, each.combat, each.resistance]
        for each in MAP.pieces
    ]
    shown = [[*row[:2], *map(int, row[3:7])] for row in cells if len(row) == 8 and row[0] in PEOPLES]
    assert sorted(shown) == sorted(pieces)
    tables = (MAP.tables.combat, MAP.tables.arrows, MAP.tables.flames, MAP.tables.visions)
    wanted = [[die, *map(str, row)] for table in tables for die, row in table.rows.items()]
    assert [row for row in cells if re.fullmatch("[1-6]", row[0])] == wanted
    rooms = {row[0].strip("`"): int(row[2]) for row in cells if row[0].strip("`") in PHASES}
    assert rooms == ROOM


@every_page
def test_the_constants_are_those_of_the_game(page: str) -> None:
    told = rules_of(page)
    each = CONSTANTS
    assert [int(number) for number in re.findall(r"-?[0-9]+", told["L-TABLE-5"])] == [
        each.months,
        each.cities_per_people,
        each.city_min_distance,
        each.garrison_max,
        each.hostages_per_city,
        each.arrow_range,
        each.flame_range,
        each.vision_range,
        each.whirlpool_moves,
        each.wood_cost,
        each.wood_defence,
        each.mountain_defence,
        each.charge_front,
        each.charge_side,
        each.aura,
        each.min_difference,
    ]
    listed = re.findall(rf"\b[0-9]+[{''.join(KINDS)}]\b", told["L-SKIR-1"])
    assert listed == [f"{piece.skirmish_count}{piece.code}" for piece in MAP.pieces]


@every_page
def test_what_to_write_is_readable(page: str) -> None:
    """Every line of the tables that show orders, of the setup and of the answers."""
    told = text_of(page)
    shown = re.findall(r"`([^`]+)`", "\n".join(re.findall(r"^\| (`[^|]+) \|.*\|$", told, re.M)))
    orders = [line for line in shown if re.match(r"[A-Z](?:\+[A-Z])? |[a-z]+ [a-zA-Z]|more$", line)]
    assert len(orders) > 35
    assert [line for line in orders if isinstance(parse_turn(line), Flaw)] == []
    setup = re.findall(r"`((?:city|swap|F) [A-X0-9 ]+)`", rules_of(page)["L-SETUP-7"])
    assert len(setup) == 3
    assert [line for line in setup if isinstance(parse_setup(line), Flaw)] == []
    assert [word for word in ("yes", "no", "si", "oui") if isinstance(parse_answer(word), Flaw)] == []


def test_every_house_rule_is_tested() -> None:
    readings = (Path(__file__).parent / "test_readings.py").read_text("utf-8")
    named = {rule for rule, _ in house_rules_of("zargos_lords.md")}
    assert len(named) >= 10
    assert {rule for rule in named if rule not in readings} == set()
