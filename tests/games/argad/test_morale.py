"""Wear, morale, rout and rally of Argad; units that unite and split."""

from typing import Any

import pytest

from tests.kit.argad import FAR, codes, kinds, order, play, told, unit


def rally(figs: str = "4SP", die: int = 1, **marks: Any) -> dict[str, Any]:
    given = {"state": "demoralised", **marks}
    return order("R 1", turn=2, units={"1S": unit("K6", figs, **given), **FAR}, dice=[die])


@pytest.mark.parametrize(
    ("figs", "need"),
    [
        ("4SP", 2),
        ("4SP SP+m", 3),
        ("3SP SP+b SP+m", 4),
        ("3SP SP+g", 5),
        ("2SP SP+b SP+m SP+g", 7),
        ("3LV MA", 3),
    ],
)
def test_the_number_is_the_best_class_with_banner_and_general(figs: str, need: int) -> None:
    """A-MORALE-1, A-BAN-1, A-GEN-2: a rally without a musician has one less."""
    assert told(rally(figs), "test")[0]["need"] == need


@pytest.mark.parametrize(
    ("figs", "die", "passed"),
    [("4LV", 1, True), ("2SP SP+b SP+m SP+g", 6, False), ("4SP", 2, True), ("4SP", 3, False)],
)
def test_a_one_always_passes_and_a_six_never(figs: str, die: int, passed: bool) -> None:
    """A-MORALE-1"""
    assert told(rally(figs, die), "test")[0]["passed"] == passed


def test_a_rally_makes_a_unit_fatigued_and_a_failed_one_lets_it_flee() -> None:
    """A-RALLY-2: a failed rally gives no wear."""
    good, bad = rally(die=1), rally(die=6)
    assert (good["units"]["1S"]["state"], good["units"]["1S"]["wear"]) == ("fatigued", 4)
    assert kinds(good) == ["test", "rallied"]
    assert kinds(bad) == ["test", "routed"]
    assert (bad["units"]["1S"]["state"], bad["units"]["1S"]["routed"], bad["units"]["1S"]["wear"]) == (
        "demoralised",
        True,
        0,
    )


def test_a_failed_test_wears_and_all_causes_of_a_moment_are_one_roll() -> None:
    """A-MORALE-2, A-MORALE-3: two or more causes take one from the number, and never more."""
    units = {"1S": unit("K6", "4MK"), "1H": unit("K7", "2LV", attacked=1), "2S": unit("K8", "3LV"), **FAR}
    outcome = order("F 1 1H", units=units, dice=[6, 1, 1, 1, 1, 1])
    first = told(outcome, "test")[0]
    assert first == {
        "unit": "1H",
        "causes": ["cavalry", "double", "flank", "class", "several"],
        **{"need": 1, "die": 6, "passed": False},
    }
    assert told(outcome, "wear")[0] == {"unit": "1H", "by": 1, "why": "test", "now": 1}


@pytest.mark.parametrize(
    ("attacker", "defender", "marks", "causes"),
    [
        ("4SP", "4SP", {}, []),
        ("4MS", "4SP", {}, ["cavalry"]),
        ("4MS", "4MS", {}, []),
        ("4MF", "4SP", {}, []),
        ("8SP", "4SP", {}, ["double"]),
        ("4MA", "4SP", {}, ["class"]),
        ("4SP", "4SP", {"attacked": 2}, ["several"]),
    ],
)
def test_the_causes_of_a_reaction(
    attacker: str, defender: str, marks: dict[str, Any], causes: list[str]
) -> None:
    """A-MORALE-3, A-MORALE-6"""
    units = {"1S": unit("K6", attacker), "1H": unit("K7", defender, **marks)}
    outcome = order("F 1 1H", units=units, dice=[1] * 17)
    assert [each["causes"] for each in told(outcome, "test")][:1] == ([causes] if causes else [])
    assert outcome["units"]["1H"]["attacked"] == marks.get("attacked", 0) + 1


def test_after_a_melee_losses_and_defeat_are_tested_by_both() -> None:
    """A-MORALE-4: more than a quarter, not just a quarter."""
    units = {"1S": unit("K6", "4LV"), "1H": unit("K7", "4LV")}
    one = order("F 1 1H", units=units, dice=[3, 1, 1, 1, 1, 1, 1, 1, 1])
    assert [(each["unit"], each["causes"]) for each in told(one, "test")] == [("1H", ["lost"])]
    both = order("F 1 1H", units=units, dice=[3, 3, 1, 1, 3, 3, 3, 1, 1, 1])
    assert [(each["unit"], each["causes"]) for each in told(both, "test")] == [
        *(("1S", ["losses", "lost"]), ("1H", ["losses"]))
    ]


def test_a_war_cry_is_a_cause_alone() -> None:
    """A-MORALE-7, A-JOK-6: enemies in reach test in order, then their states are checked."""
    units = {
        **{"1S": unit("K6", "4SP"), "1H": unit("K11", "4SP"), "2H": unit("K10", "4LV", wear=7)},
        **{"3H": unit("K13", "4SP"), "4H": unit("J10", "4SP", state="demoralised"), "GH": unit("L9", "SP+g")},
    }
    outcome = play(
        seat="S", phase="joker", jokers=1, units=units, sheets=[{"seat": "S", "lines": ["C 1"]}], dice=[3, 6]
    )
    assert [(each["unit"], each["need"]) for each in told(outcome, "test")] == [("1H", 3), ("2H", 2)]
    assert kinds(outcome) == ["joker", "test", "test", "wear", "demoralised", "routed"]


def test_wear_takes_men_out_of_the_fight_and_all_can_see_it() -> None:
    """A-WEAR-4, A-WEAR-5, A-FAT-1"""
    units = {"1S": unit("K6", "4LV", wear=3), "1H": unit("K7", "4LV", wear=4)}
    outcome = order("F 1 1H", units=units, dice=[1])
    assert [each["by"] for each in told(outcome, "blow")] == ["1S"]
    assert {name: each["wear"] for name, each in outcome["units"].items()} == {"1S": 4, "1H": 5}


def test_demoralised_units_and_lone_generals_get_no_wear() -> None:
    """A-WEAR-3, A-DEM-2: nor do they test, strike or recoil."""
    units = {"1S": unit("K6", "4LV"), "1H": unit("K7", "4LV", state="demoralised", attacked=1), **FAR}
    outcome = order("F 1 1H", units=units, dice=[1, 1, 1, 1])
    assert "test" not in kinds(outcome)
    assert outcome["units"]["1H"] == {
        **unit("K7", "4LV", wear=0, state="demoralised", acts=0),
        **{"attacked": 2, "fought": True},
    }
    assert "recoiled" not in kinds(outcome)
    assert not [each for each in told(outcome, "wear") if each["unit"] == "1H"]


def test_units_out_of_reach_rest_at_the_start_of_a_turn() -> None:
    """A-TURN-1, A-WEAR-2: all are looked at first."""
    units = {
        **{
            "1S": unit("K3", "4SP", wear=2, acts=2, fought=True, closed=True),
            "2S": unit("K9", "4SP", wear=2),
        },
        **{
            "1H": unit("K14", "4SP", wear=1, reserve=True, die=True, march=3),
            "2H": unit("A14", "3LV", state="demoralised", routed=True),
        },
    }
    outcome = play(phase="start", turn=2, units=units)
    assert outcome["events"] == [
        {"e": "turn", "number": 2},
        {"e": "wear", "unit": "1S", "by": -1, "why": "rest", "now": 1},
    ]
    assert outcome["units"]["1S"] == unit("K3", "4SP", wear=1, state="ready", acts=0)
    assert outcome["units"]["1H"] == unit("K14", "4SP", wear=1, state="ready", acts=0)
    assert outcome["units"]["2H"] == unit("A14", "3LV", wear=0, state="demoralised", acts=0)


def test_twice_as_much_wear_as_men_breaks_a_unit() -> None:
    """A-DEM-1: wear becomes 0, the turn is noted, and it flees at once."""
    outcome = order("T 1", turn=3, units={"1S": unit("K6", "4SP", wear=7), **FAR})
    assert kinds(outcome) == ["retreated", "wear", "demoralised", "routed", "gone"]
    assert outcome["gone"] == {"1S": "left"}
    units = {"1S": unit("C8", "4LB"), "1H": unit("H8", "4SP", wear=7)}
    broken = order("S 1 1H", turn=3, units=units, dice=[5, 1, 1, 1])
    assert broken["units"]["1H"] == {
        **unit("K13", "3SP", wear=0, state="demoralised", acts=0),
        **{"broke": 3, "attacked": 1, "routed": True, "lost": ["SP"]},
    }


def test_at_the_end_of_a_turn_those_flee_who_have_not_fled_yet() -> None:
    """A-DEM-3, A-TURN-3"""
    units = {
        **{
            "1S": unit("K6", "4SP", state="demoralised"),
            "2S": unit("A6", "4SP", state="demoralised", routed=True),
        },
        **{"3S": unit("Z1", "3SP"), "1H": unit("K14", "4SP", state="demoralised"), "2H": unit("A16", "3SP")},
    }
    outcome = play(phase="end", units=units)
    assert [each["unit"] for each in told(outcome, "routed")] == ["1S", "1H"]
    assert kinds(outcome)[-1] == "turn_end"
    assert outcome["next"] == {"phase": "start", "turn": 2}


def test_a_forced_move_goes_row_by_row_away_from_enemies_and_past_friends() -> None:
    """A-FORCE-1: it ends on the last free hex of its way."""
    friend = {"2S": unit("J3", "3SP"), "3S": unit("I2", "3SP")}
    units = {"1S": unit("K5", "4MA", wear=4), **friend, "1H": unit("Z5", "3SP")}
    outcome = order("T 1", units=units)
    assert told(outcome, "retreated")[0]["path"] == ["K5", "J4"]
    walled = {
        "1S": unit("K5", "4SP", wear=4),
        "1H": unit("K4", "3LV", wear=3),
        "2H": unit("J4", "3LV", wear=3),
    }
    stuck = order("T 1", units=walled)
    assert told(stuck, "retreated") == [{"unit": "1S", "path": ["K5"], "left": False}]
    assert "moved" not in stuck["units"]["1S"]


def test_fleeing_ends_off_the_table_and_a_retreat_at_the_edge() -> None:
    """A-FORCE-2, A-GEN-3: a general who flees is lost, and nobody wears for it."""
    units = {"1S": unit("K3", "3SP SP+g", state="demoralised"), "2S": unit("A3", "3SP"), **FAR}
    outcome = play(phase="end", units=units, turns=12)
    assert kinds(outcome) == ["routed", "general", "gone", "turn_end"]
    assert told(outcome, "routed")[0]["left"]
    assert told(outcome, "general") == [{"seat": "S", "how": "left"}]
    assert outcome["vp"] == {"black": 0, "red": 15 + 18 + 20}
    edge = order("T 1", units={"1S": unit("K2", "4SP", wear=4), **FAR})
    assert (edge["units"]["1S"]["at"], edge["units"]["1S"]["wear"]) == ("L1", 5)


def test_a_fatigued_unit_may_retreat_or_reorganise_and_nothing_else() -> None:
    """A-FAT-2, A-FAT-3: the wear of a retreat is all the wear of its activation."""
    units = {"1S": unit("K9", "4SP", wear=4, acts=1), **FAR}
    outcome = order("T 1", units=units)
    assert [each["why"] for each in told(outcome, "wear")] == ["retreat"]
    assert outcome["units"]["1S"]["acts"] == 2
    assert codes(order("M 1 K8", "C 1 9H", "L 1", "X 1 3SP K8", units=units)) == ["fatigued"] * 3 + [
        "too_many"
    ]


def test_reorganising_halves_wear_and_closes_the_unit() -> None:
    """A-REORG-1"""
    outcome = order("O 1", units={"1S": unit("K3", "4SP", wear=5), **FAR})
    assert (outcome["units"]["1S"]["wear"], outcome["units"]["1S"]["closed"]) == (2, True)
    assert kinds(outcome) == ["reorganised"]


@pytest.mark.parametrize(
    ("second", "marks"),
    [
        ("4MS", {}),
        ("9SP", {}),
        ("4SP", {"wear": 4}),
        ("4SP", {"closed": True}),
        ("4SP", {"at": "K9"}),
        ("4SP", {"at": "L3"}),
    ],
)
def test_only_two_free_ready_neighbours_of_a_kind_unite(second: str, marks: dict[str, Any]) -> None:
    """A-UNITE-1: L3 is beside an enemy."""
    units = {"1S": unit("K3", "4SP"), "2S": {**unit("K4", second), **marks}, "1H": unit("M3", "3SP")}
    assert codes(order("U 1 2", units=units)) == ["bad_merge"]


def test_the_marks_of_both_hold_when_units_unite() -> None:
    """A-UNITE-1"""
    units = {
        "1S": unit("K3", "3JV", wear=1, ammo=2, lost=["JV"], shots=1),
        "2S": unit("K4", "3JV", wear=1, ammo=1, acts=1, moved=True, lost=["JV"], die=True, reserve=True),
        **FAR,
    }
    outcome = order("U 1 2", units=units)
    assert outcome["units"]["1S"] == {
        **unit("K3", "6JV", wear=3, state="ready", acts=2),
        **{"shots": 1, "moved": True, "die": True, "ammo": 1, "lost": ["JV", "JV"]},
    }
    assert outcome["gone"] == {"2S": "merged"}
    mixed = order("U 1 2", units={"1S": unit("K3", "3JV", ammo=1), "2S": unit("K4", "3SP"), **FAR})
    assert mixed["units"]["1S"]["ammo"] == 1


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("X 1 3SP K4", None),
        ("X 1 2SP SP+m K4", None),
        ("X 1 2SP K4", "bad_split"),
        ("X 1 6SP K4", "bad_split"),
        ("X 1 3LV K4", "bad_split"),
        ("X 1 2SP SP+g K4", "bad_split"),
        ("X 1 3SP K9", "too_far"),
        ("X 1 3SP J4", "occupied"),
        ("X 1 3SP L3", "no_entry"),
        ("X 1 3SP J3", "next_to_enemy"),
    ],
)
def test_a_unit_is_split_into_parts_of_three_at_least(line: str, code: str | None) -> None:
    """A-UNITE-2"""
    units = {"1S": unit("K3", "7SP SP+m"), "2S": unit("J4", "3SP"), "1H": unit("I3", "3SP", wear=3)}
    outcome = order(
        line, units={**units, "1S": unit("K3", "7SP SP+m")}, start={"black": 3}, terrain={"L3": "o"}
    )
    assert codes(outcome) == [code]


def test_a_part_gets_its_share_of_wear_and_the_marks() -> None:
    """A-UNITE-2, A-DECK-4: the lowest number never used; the general may go with it."""
    marks = {"wear": 4, "acts": 1, "moved": True, "march": 2, "die": True, "lost": ["SP"]}
    units = {"1S": unit("K3", "6SP SP+g!", **marks), **FAR}
    outcome = order("X 1 2SP SP+g K4", units=units, start={"black": 3}, gone={"2S": "destroyed"})
    assert outcome["units"]["3S"] == unit("K4", "2SP SP+g!", wear=2, state="ready", acts=2, moved=True)
    assert outcome["units"]["1S"] == {
        **unit("K3", "4SP", wear=4, state="fatigued", acts=2, moved=True),
        **{"march": 2, "die": True, "lost": ["SP"]},
    }
    whole = {"1S": unit("K3", "6SP SP+g"), **FAR}
    assert codes(order("X 1 2SP SP+g! K4", units=whole, start={"black": 3})) == ["bad_split"]
    used = {f"{number}S": "destroyed" for number in range(2, 10)}
    assert codes(
        order("X 1 3SP K4", units={"1S": unit("K3", "8SP"), **FAR}, start={"black": 9}, gone=used)
    ) == ["bad_split"]


def test_mounted_foot_dismounts_for_good() -> None:
    """A-ACT-6"""
    outcome = order("B 1", units={"1S": unit("K3", "3MF MF+b"), **FAR})
    assert outcome["units"]["1S"]["figs"] == "3SP SP+b"
    assert kinds(outcome) == ["dismounted"]
