"""The pages for players tell Zargos as it is played, and tell the same in both languages."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from protocol.letters import letters_of
from protocol.views.zargos.board import HOME, KINGDOMS
from protocol.views.zargos.words import CARDS, DEMONS, GREEN, PEOPLES, PHASES
from server.games.flaw import Flaw
from server.games.zargos.notation import parse
from server.games.zargos.peoples import FIGURES
from server.games.zargos.trial import ROOM
from tests.kit.rules_pages import before_the_scenario, rows, scenario_of, text_of
from tests.kit.zargos import events, play

every_page = pytest.mark.parametrize("page", ["zargos.md", "zargos.fr.md"])


def half(dice: list[int], figure: int, result: int) -> str:
    """A sum as the page writes it."""
    return f"({'+'.join(map(str, dice))} + {figure}x{len(dice)})/2 = {result}"


def sums_of(combat: dict[str, Any]) -> Iterator[str]:
    """The sums of one round of the example, in which Amazons invade."""
    one, other = combat["dice"]
    if combat["striker"] is None:
        for dice, people, n in ((one, "A", 0), (other, DEMONS, 1)):
            yield half(dice, FIGURES[people].attack, combat["strike"][n])
            yield half(dice, FIGURES[people].defence, combat["parry"][n])
    else:
        parrier = "K" if combat["striker"] == "A" else "A"
        yield half(one, FIGURES[combat["striker"]].attack, combat["strike"])
        yield half(other, FIGURES[parrier].defence, combat["parry"])


@every_page
def test_the_example_turn_comes_out_as_the_page_says(page: str) -> None:
    given, expected = scenario_of(page)
    outcome = play(**given)
    assert {key: outcome[key] for key in expected} == expected


@every_page
def test_the_example_turn_tells_every_line_and_every_sum(page: str) -> None:
    given, _ = scenario_of(page)
    told = before_the_scenario(page)
    lines = [line for phase in given["sheets"] for sheet in phase.values() for line in sheet]
    sums = [each for combat in events(play(**given), "round") for each in sums_of(combat)]
    assert (len(lines), len(sums)) == (14, 10)
    assert [line for line in lines if f"`{line}`" not in told] == []
    assert [each for each in sums if each not in told] == []


@every_page
def test_what_to_write_is_readable_in_its_phase(page: str) -> None:
    """Both tables of phases show lines of every phase."""
    shown = [
        (cells[0].strip("`"), line)
        for cells in rows(page)
        for line in re.findall(r"`([^`]+)`", " ".join(cells[1:]))
        if cells[0].strip("`") in PHASES
    ]
    assert {phase for phase, _ in shown} == set(PHASES)
    unreadable = [
        (phase, line)
        for phase, line in shown
        if line != "2SWORD" and all(isinstance(parse(phase, people, line), Flaw) for people in PEOPLES)
    ]
    assert unreadable == []


@every_page
def test_rooms_values_and_figures_are_those_of_the_game(page: str) -> None:
    table = {cells[0]: cells[1:] for cells in rows(page)}
    assert {phase: int(table[f"`{phase}`"][1]) for phase in PHASES} == ROOM
    assert {code: table[code][-1] for code in KINGDOMS if code != HOME} == {
        code: str(land.value) for code, land in KINGDOMS.items() if code != HOME
    }
    figures = {name[0]: cells for name, cells in table.items() if re.match(r"[KMADSWX] \w", name)}
    assert set(figures) == set(FIGURES)
    for people in PEOPLES:
        each = FIGURES[people]
        units = [each.allotment[players] for players in (6, 5, 4, 3, 2)]
        numbers = [int(number) for cell in figures[people] for number in re.findall(r"[0-9]+", cell)]
        assert numbers == [each.speed, each.attack, each.defence, each.price, *units]


@every_page
def test_every_card_is_named_in_both_languages_with_its_number_and_colour(page: str) -> None:
    french = letters_of("zargos", "fr")
    colours = {True: "green|vertes?", False: "red|rouges?"}
    for card, number in CARDS.items():
        named = rf"{card} \({french.line(card).upper()}\), {number} [a-z ]*(?:{colours[card in GREEN]})"
        assert re.search(named, text_of(page)), card
