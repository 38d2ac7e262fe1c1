"""The tables on the pages for players are those by which Argad is played."""

import re
from typing import Any

import pytest

from protocol.texts import catalogue
from protocol.views.argad.board import TABLES
from protocol.views.argad.ready_armies import EVEN_FIGURES
from protocol.views.argad.words import BENEFITS, CAUSES, PHASES, read_figures
from protocol.views.argad_options import ARGAD_OPTIONS
from server.games.argad import ARGAD
from server.games.argad.notation import VERBS, parse_help, parse_order
from server.games.argad.state import ROOM, TIMES
from server.games.flaw import Flaw
from tests.kit.argad import battle
from tests.kit.rules_pages import rows, rules_of, text_of

every_page = pytest.mark.parametrize("page", ["argad.md", "argad.fr.md"])

KEY_OF = {
    **{"-": "", "non": "no", "mounted foot": "mounted_foot"},
    **{"à pied": "foot", "cavalerie": "cavalry", "infanterie montée": "mounted_foot"},
    **{"lance": "spear", "guisarme": "bill", "épée": "sword", "grande arme": "great", "couteau": "knife"},
    **{"aucune": "none", "javelot": "javelin", "fronde": "sling", "arc court": "shortbow"},
    **{"grand arc": "longbow", "arbalète": "crossbow", "couleuvrine": "handgun", "engin": "engine"},
}
"""What the tables of the game call a word of the pages, where it is not the same."""
MOVING = {
    **{"freely": "free", "at -1": "minus1", "no": "still"},
    **{"librement": "free", "à -1": "minus1", "non": "still"},
}
"""Whether a weapon shoots when its unit moves, as the pages and the tables of the game say it."""


def key_of(cell: str) -> str:
    return KEY_OF.get(cell, cell)


def numbers_in(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"-?[0-9]+", text)]


def rows_of(page: str, cells: int, first: str) -> list[list[str]]:
    """The rows with so many cells whose first cell looks like this."""
    return [row for row in rows(page) if len(row) == cells and re.fullmatch(first, row[0])]


def lines_in(cells: list[str]) -> list[str]:
    return re.findall(r"`([^`]+)`", " ".join(cells))


@every_page
def test_every_type_of_troops_is_on_the_page_as_it_is_played(page: str) -> None:
    """A-FIG-1, A-ARMY-5"""
    shown = {
        row[0]: (*map(int, row[2:4]), *map(key_of, row[4:7]), *map(int, row[7:]))
        for row in rows_of(page, 9, "[A-Z]{2}")
    }
    assert shown == {
        code: (each.rank, each.armour, each.mount, each.melee, each.missile, each.rate_cm, each.cost)
        for code, each in TABLES.types.items()
    }


@every_page
def test_every_ground_is_on_the_page_as_it_is_played(page: str) -> None:
    """A-BOARD-6"""
    shown = {
        row[0].strip("`"): [key_of(cell) or "open" for cell in row[2:5]] for row in rows_of(page, 6, "`.`")
    }
    assert shown == {sign: [each.foot, each.mounted, each.heavy] for sign, each in TABLES.terrain.items()}


@every_page
def test_every_missile_weapon_is_on_the_page_as_it_is_played(page: str) -> None:
    """A-SHOOT-2, A-SHOOT-7"""
    found = [
        row for row in rows(page) if len(row) == 6 and key_of(row[0]) in TABLES.missile and "/" in row[2]
    ]
    assert [key_of(row[0]) for row in found] == list(TABLES.missile)
    for name, bands, armour, moving, reload, other in found:
        each = TABLES.missile[key_of(name)]
        least = [each.min] if each.min else []
        assert numbers_in(bands) == [*least, *(number for band in each.bands for number in band)]
        assert numbers_in(armour) == [each.armour[4], each.armour[5]]
        assert MOVING[moving] == each.move
        assert numbers_in(reload) == ([each.reload] if each.reload else [])
        assert numbers_in(other) == [number for number in (each.ammo, each.group) if number]


@every_page
def test_every_melee_weapon_is_on_the_page_as_it_is_played(page: str) -> None:
    """A-MELEE-4, A-MELEE-8"""
    table = [(key_of(re.split("[,:]", row[0])[0].strip()), row) for row in rows(page) if len(row) == 3]
    shown = {key: numbers_in(" ".join(row[1:])) for key, row in table if key in TABLES.melee}
    assert shown == {
        key: [each.length, *([each.modifier] if each.modifier else [])]
        for key, each in TABLES.melee.items()
        if key != "none"
    }


def armies_on(page: str) -> dict[str, list[Any]]:
    """The units of each army on the page, and then its number of figures and its cost."""
    shown: dict[str, list[Any]] = {}
    for name, number, _, figures, wing, at, cost in rows_of(page, 7, "`[a-z]+`|"):
        units = shown.setdefault(name.strip("`"), []) if name else [*shown.values()][-1]
        is_unit = number.isdigit()
        units.append(
            (int(number), figures.strip("`"), int(wing), at) if is_unit else (int(figures), int(cost))
        )
    return shown


@every_page
def test_every_army_is_on_the_page_as_it_is_played(page: str) -> None:
    """A-ARMY-6"""
    expected = {
        key: [
            *((unit.number, unit.figs, unit.wing, unit.deploy) for unit in army.units),
            (sum(len(read_figures(unit.figs) or ()) for unit in army.units), army.cost),
        ]
        for key, army in TABLES.armies.items()
    }
    assert armies_on(page) == expected


@every_page
def test_the_figures_of_even_armies_are_on_the_page_as_they_are_played(page: str) -> None:
    """A-ARMY-6"""
    shown: dict[str, dict[int, str]] = {}
    for name, number, _, figs in rows_of(page, 4, "`[a-z]+`|"):
        shown.setdefault(name.strip("`") or list(shown)[-1], {})[int(number)] = figs.strip("`")
    assert shown == EVEN_FIGURES


@every_page
def test_the_costs_of_units_add_up_to_those_of_their_armies(page: str) -> None:
    """A-ARMY-6"""
    sums: list[int] = []
    for _, number, *_, cost in rows_of(page, 7, "`[a-z]+`|"):
        if number == "1":
            sums.append(0)
        if number.isdigit():
            sums[-1] += int(cost)
    assert sums == [army.cost for army in TABLES.armies.values()]


@every_page
def test_every_map_is_on_the_page_as_it_is_played(page: str) -> None:
    """A-BOARD-5"""
    names, *lines = re.findall(r"```\n(heath.*?)```", text_of(page), re.S)[0].splitlines()
    drawn = zip(*(line.split() for line in lines), strict=True)
    shown = dict(zip(names.split(), drawn, strict=True))
    assert shown == {name: each.rows for name, each in TABLES.maps.items() if name != "plain"}
    assert set("".join(TABLES.maps["plain"].rows)) == {"."}


@every_page
def test_the_scale_of_prices_is_that_of_the_game(page: str) -> None:
    """A-ARMY-1, A-ARMY-3, A-ARMY-5"""
    rules, costs, limits = rules_of(page), TABLES.costs, TABLES.limits
    told = numbers_in(rules["A-ARMY-5"])
    assert told[:10] == [*(costs.rank[rank] for rank in range(1, 6)), *range(1, 6)]
    assert told[10:12] == [costs.armour[4], costs.armour[5]]
    weapons = [TABLES.melee[name].cost for name in ("spear", "goedendag")]
    missiles = [TABLES.missile[name].cost for name in ("javelin", "shortbow", "longbow", "engine")]
    assert told[12:18] == [*weapons, *missiles]
    assert told[19] == costs.medic
    assert numbers_in(rules["A-ARMY-1"]) == [
        *limits.units,
        *limits.unit_size,
        limits.unit_size[1],
        limits.budget,
    ]
    shares = numbers_in(rules["A-ARMY-3"])
    assert (shares[0:2], shares[4:6], shares[6:8]) == ([*limits.elite], [*limits.cavalry], [*limits.missile])


@every_page
def test_every_phase_has_the_room_and_the_time_that_the_page_says(page: str) -> None:
    """A-PHASE-1"""
    table = {row[0].strip("`"): row for row in rows(page) if row[0].strip("`") in PHASES and len(row) == 6}
    assert {phase: int(row[2]) for phase, row in table.items()} == ROOM
    army, plan, one, joker, reserve = numbers_in(rules_of(page)["A-PHASE-1"])
    told = {"army": army, "deploy": army, "plan": plan, "card": one, "extra": one, "joker": joker}
    assert {**told, "reserve": reserve} == TIMES


@every_page
def test_every_option_is_on_the_page_with_its_default(page: str) -> None:
    table = {name: row[2] for row in rows(page) if len(row) == 3 for name in lines_in(row[:1])}
    for option in ARGAD_OPTIONS.options:
        default = option.default
        if isinstance(default, int | float):
            assert table[option.name] == f"{default:.0f}", option.name
        elif isinstance(default, str):
            assert table[option.name] == f"`{default}`"
        else:
            assert table[option.name]


@every_page
def test_what_to_write_is_readable(page: str) -> None:
    """A-ACT-5, A-ACT-6: every line in the table of orders, and in the one for newcomers."""
    orders = [line for row in rows_of(page, 4, "[^`]+") for line in lines_in(row[1:2])]
    assert {line[0] for line in orders} == set(VERBS.values())
    assert [line for line in orders if isinstance(parse_order(line), Flaw)] == []
    first = [line for row in rows_of(page, 2, "`[A-Z]( .*)?`") for line in lines_in(row[:1])]
    assert len(first) == 16
    assert [line for line in first if not is_readable(line)] == []
    words = {word for word in VERBS if len(word) > 1}
    assert {*re.findall(r"\b[A-Z]{4,}\b", rules_of(page)["A-ACT-5"])} == words


def is_readable(line: str) -> bool:
    """Whether it is an order, or a help of the Joker."""
    return not all(isinstance(parse(line), Flaw) for parse in (parse_order, parse_help))


@every_page
def test_every_help_of_the_joker_is_on_the_page(page: str) -> None:
    """A-JOK-1"""
    lines = [row[0].strip("`") for row in rows_of(page, 3, "`[A-Z](?: 3)?`")]
    assert [line[0] for line in lines] == list(BENEFITS)
    assert [line for line in lines if isinstance(parse_help(line), Flaw)] == []
    assert ", ".join(BENEFITS.values()) in text_of(page)


@every_page
def test_every_cause_of_a_morale_test_is_on_the_page(page: str) -> None:
    """A-MORALE-3, A-MORALE-4, A-MORALE-5"""
    shown = [row[1].strip("`") for row in rows(page) if len(row) == 3 and row[1].strip("`") in CAUSES]
    assert len(shown) == 13
    assert set(shown) == set(CAUSES)


@every_page
def test_every_code_of_a_lost_line_is_on_the_page(page: str) -> None:
    """A-PHASE-6: codes of orders are in a table, those of armies and deployments in the rule."""
    shown = {
        line
        for row in rows(page)
        if len(row) == 2
        for line in lines_in(row[:1])
        if re.match("[a-z_]{2}", line)
    }
    told = {line for line in lines_in([rules_of(page)["A-PHASE-6"]]) if line.islower()}
    sentences = catalogue("argad").tables
    codes = {name for name in sentences["fault"] if "-" not in name}
    assert codes - shown == {
        "unknown_army",
        "unit_size",
        "mixed_unit",
        "bad_command",
        "not_in_zone",
        "already_placed",
    }
    assert shown - codes == set()
    assert (codes - shown) - told == set()
    assert set(sentences["list-fault"]) - told == {"lines"}


@every_page
def test_the_lines_of_a_referee_are_understood(page: str) -> None:
    (lines,) = re.findall(r"^(?:A referee corrects|Un arbitre corrige) .*$", text_of(page), re.M)
    given = re.findall(r"`([^`]+)`", lines)
    assert len(given) == 12
    state = battle()
    changed = [line for line in given if ARGAD.amend(state, (line,)) != state]
    assert len(changed) == 9
