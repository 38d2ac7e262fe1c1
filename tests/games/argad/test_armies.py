"""Figures and armies of Argad: what they are, what they cost, and which lists may be taken."""

import pytest

from protocol.texts import catalogue
from protocol.views.argad.board import TABLES
from protocol.views.argad.figures import (
    armour_of,
    class_of,
    cost_of,
    fighting_order,
    figure,
    is_heavy,
    kind_of,
    missile_of,
    mount_of,
    rate_of,
)
from protocol.views.argad.ready_armies import ready_army
from protocol.views.argad.words import read_figures, tidy_figures, write_figures, write_in_order
from server.games.argad import ARGAD
from server.games.argad.armies import list_faults, parse_unit
from server.games.flaw import Flaw
from tests.kit.argad import play

GOOD = ["UNIT 4MA MA+b MA+g", "UNIT 6SA SA+m", "UNIT 8LB", "UNIT 7BI", "UNIT 5HB"]


def figures(text: str) -> tuple[str, ...]:
    return read_figures(tidy_figures(text)) or ()


def army(*lines: str, seat: str = "S", **fields: object) -> dict[str, object]:
    """What becomes of a sheet of the phase `army`: codes, name, cost and faults."""
    outcome = play(phase="army", sheets=[{"seat": seat, "lines": list(lines)}], **fields)
    side = {"S": "black", "H": "red"}[seat]
    return {
        "codes": [line["code"] for line in outcome["lines"]],
        "faults": outcome["faults"][side],
        **outcome["armies"][side],
    }


def test_a_figure_is_its_type_and_a_general_is_of_class_5() -> None:
    """A-FIG-1"""
    knight, general = figure("KN"), figure("KN+g!")
    assert (knight.rank, knight.armour, knight.mount, knight.melee, knight.missile) == (
        4,
        5,
        "cavalry",
        "spear",
        "",
    )
    assert (general.rank, general.armour, general.role) == (5, 5, "g!")
    assert figure("MD").is_medic
    assert len(TABLES.types) == 24


@pytest.mark.parametrize(
    ("text", "written"),
    [("7SP SP+m", "7SP SP+m"), ("sp SP+M 2sp", "3SP SP+m"), ("1LB", "LB"), ("KN+g! kn", "KN+g! KN")],
)
def test_figures_are_written_with_equal_codes_counted_at_the_first(text: str, written: str) -> None:
    """A-FIG-2"""
    assert write_figures(figures(text)) == written


@pytest.mark.parametrize("text", ["0SP", "100SP", "03SP", "SPX", "SP+x", "SP+bm", "3", "+g", ""])
def test_what_is_no_list_of_figures_is_not_read(text: str) -> None:
    """A-FIG-2: a count is 1 to 99 without a leading zero."""
    assert not figures(text)


def test_the_order_of_a_list_survives_writing_it_in_order() -> None:
    """A-FIG-2"""
    mixed = ("SP", "SP", "LB", "SP", "SP+m")
    assert write_in_order(mixed) == "2SP LB SP SP+m"
    assert figures(write_in_order(mixed)) == mixed
    assert write_figures(mixed) == "3SP LB SP+m"


def test_a_unit_is_what_most_of_its_figures_are() -> None:
    """A-FIG-3: of equally many the higher; the rate is that of the slowest."""
    assert (class_of(figures("3BI 2MA")), armour_of(figures("3BI 2MA"))) == (2, 0)
    assert (class_of(figures("2BI 2MA")), armour_of(figures("2BI 2MA"))) == (4, 5)
    assert (rate_of(figures("7SP MA")), rate_of(figures("4MS KN"))) == (12, 32)
    assert (mount_of(figures("3MF KN+g")), mount_of(figures("2MK 2MF"))) == ("mounted_foot", "cavalry")
    assert missile_of(figures("2SB 2LB")) == "longbow"
    assert (is_heavy(figures("4MS")), is_heavy(figures("4MS KN")), is_heavy(figures("MA"))) == (
        False,
        True,
        False,
    )
    assert [kind_of(figures(text)) for text in ("8SP", "8SB", "4MS", "4MF", "3EN", "7JV")] == list("iacmei")


def test_the_fighting_order_has_roles_first_then_class_then_armour() -> None:
    """A-FIG-4: medics are not in it."""
    unit = figures("2LV SP SP+m MA BK MD SP+b HS+g")
    assert [unit[place] for place in fighting_order(unit)] == [
        *("HS+g", "SP+b", "SP+m", "MA", "BK", "SP", "LV", "LV")
    ]


@pytest.mark.parametrize(
    ("code", "cost"),
    [("KN", 17), ("KN+b", 33), ("KN+g", 33), ("SP+m", 10), ("HS+g", 20), ("MF+b", 15), ("MD", 6), ("EN", 8)],
)
def test_the_cost_of_a_figure_follows_its_class_arms_and_role(code: str, cost: int) -> None:
    """A-ARMY-5"""
    assert figure(code).cost == cost


@pytest.mark.parametrize("name", TABLES.armies)
def test_ready_made_armies_keep_the_rules_of_armies(name: str) -> None:
    """A-ARMY-6, A-ARMY-1, A-ARMY-3"""
    made = TABLES.armies[name]
    units = [figures(unit.figs) for unit in made.units]
    assert sum(map(cost_of, units)) == made.cost
    assert list_faults(units) == ()
    assert army(f"take {name}") == {
        **{"codes": [None], "faults": [], "name": name, "cost": made.cost},
        "units": [unit.figs for unit in made.units],
    }


@pytest.mark.parametrize("name", TABLES.armies)
def test_even_armies_differ_in_their_figures_only(name: str) -> None:
    """A-ARMY-6: more or fewer of the same figures, whatever they cost, and all other rules of armies."""
    usual, even = ready_army(name), ready_army(name, is_even=True)
    for one, other in zip(usual.units, even.units, strict=True):
        assert (one.number, one.wing, one.default) == (other.number, other.wing, other.default)
        assert set(figures(one.figs)) == set(figures(other.figs))
    units = [figures(unit.figs) for unit in even.units]
    assert set(list_faults(units)) <= {"budget"}
    assert all(not isinstance(parse_unit([unit.figs]), Flaw) for unit in even.units)
    taken = army(f"take {name}", even=True)
    assert (taken["name"], taken["cost"]) == (name, even.cost)
    assert taken["units"] == [unit.figs for unit in even.units]


def test_without_a_choice_black_are_normans_and_red_vikings() -> None:
    """A-ARMY-7: both may take the same army."""
    assert (army()["name"], army(seat="H")["name"]) == ("normans", "vikings")
    both = [{"seat": seat, "lines": ["TAKE welsh"]} for seat in "SH"]
    assert {each["name"] for each in play(phase="army", sheets=both)["armies"].values()} == {"welsh"}


def test_a_good_list_is_taken() -> None:
    """A-ARMY-1, A-ARMY-4"""
    taken = army(*GOOD)
    assert (taken["name"], taken["cost"], taken["codes"]) == ("bought", 276, [None] * 5)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("UNIT", "syntax"),
        ("UNIT 3ZZ", "syntax"),
        ("UNIT 3SP SP+g!", "syntax"),
        ("BUY 3SP", "syntax"),
        ("", "syntax"),
        ("TAKE", "syntax"),
        ("UNIT 2SP", "unit_size"),
        ("UNIT 13SP", "unit_size"),
        ("UNIT 3SP 2MS", "mixed_unit"),
        ("UNIT 3MS 2MF", "mixed_unit"),
        ("UNIT 3EN SP", "mixed_unit"),
        ("UNIT 3SP 2SP+b", "bad_command"),
        ("UNIT 3SP 2MD", "bad_command"),
        ("UNIT 3SP MD+b", "bad_command"),
        ("UNIT 2SP SP+g SP+g", "bad_command"),
    ],
)
def test_any_line_with_a_fault_voids_the_list(line: str, code: str) -> None:
    """A-ARMY-2, A-ARMY-4, A-PHASE-6"""
    taken = army(*GOOD, line)
    assert (taken["codes"][-1], taken["name"]) == (code, "normans")  # type: ignore[index]  # a list of codes


@pytest.mark.parametrize(
    ("lines", "faults"),
    [
        (GOOD[:3], ["units", "elite", "shooters"]),
        (["UNIT 8SP"] * 4, ["general"]),
        (["UNIT 8SP SP+g", "UNIT 8SP SP+g", "UNIT 8SP", "UNIT 8SP"], ["general"]),
        (["UNIT 11SP SP+g", "UNIT 12SP", "UNIT 12SP", "UNIT 12SP", "UNIT 12SP"], ["budget"]),
        (["UNIT 3MA MA+g", "UNIT 5SP", "UNIT 5SP", "UNIT 5SP"], ["elite"]),
        (["UNIT 8MS MS+g", "UNIT 5LV", "UNIT 5LV", "UNIT 5LV"], ["cavalry"]),
        (["UNIT 6LV LV+g", "UNIT 6LB", "UNIT 5LV", "UNIT 5LV"], ["shooters"]),
        (["UNIT 6LV LV+g", "UNIT 6JV", "UNIT 5LV", "UNIT 5LV"], []),
        (["UNIT 6LV LV+g", "UNIT 6MF", "UNIT 5LV", "UNIT 5LV"], []),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_list_that_breaks_a_limit_counts_as_nothing(lines: list[str], faults: list[str]) -> None:
    """A-ARMY-1, A-ARMY-3, A-ARMY-4, A-PHASE-6"""
    taken = army(*lines)
    assert (taken["faults"], taken["name"]) == (faults, "normans" if faults else "bought")


def test_lines_beyond_the_room_void_a_list_and_do_not_hurt_a_ready_army() -> None:
    """A-PHASE-2, A-PHASE-6"""
    many = army(*GOOD, "UNIT 3LV", "UNIT 3LV", "UNIT 3LV")
    assert (many["codes"][-1], many["name"]) == ("too_many", "normans")  # type: ignore[index]  # a list of codes
    taken = army("?", "TAKE blois", *GOOD, "UNIT 3LV")
    assert (taken["codes"], taken["name"]) == (["syntax", None, *["unused"] * 5, "too_many"], "blois")


def test_a_table_of_ready_armies_takes_no_list() -> None:
    """A-PHASE-6"""
    assert army(*GOOD, bought=False)["codes"] == ["syntax"] * 5


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("non-official", "Argad! [ANO]", "Commercial use is forbidden")),
        ("fr", ("non officielle", "Argad ! [ANO]", "usage commercial est interdit")),
    ],
)
def test_what_the_game_says_about_itself_has_the_notice_of_its_licence(
    language: str, words: tuple[str, ...]
) -> None:
    """A-LIC-1"""
    about = " ".join(catalogue("argad", language).tables["credits"]["about"])
    for word in ("Luc Philippe", "Bruno Riouat", *words):
        assert word in about


def test_a_list_is_checked_outside_a_game() -> None:
    """A-ARMY-5: what it costs, and what is wrong with it."""
    say = catalogue("argad", "en").say
    good = ARGAD.check_sheet(GOOD)
    assert good.is_good
    assert say(good.told[-1]) == "5 units, 33 men, 276 points of 280"
    bad = ARGAD.check_sheet([*GOOD[:3], "UNIT 2SP"])
    assert not bad.is_good
    assert [fault.code for fault in bad.faults] == ["unit_size--named"]
    assert [note.code for note in bad.flaws] == [
        "list-fault.units",
        "list-fault.elite",
        "list-fault.shooters",
    ]
    assert ARGAD.check_sheet(["TAKE welsh"]).is_good
    assert not ARGAD.check_sheet(["TAKE romans"]).is_good
    assert not ARGAD.check_sheet([]).is_good
