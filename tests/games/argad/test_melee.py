"""Melees of Argad: who strikes, what a blow comes to, who wins, and what follows."""

from typing import Any

import pytest

from tests.kit.argad import FAR, codes, kinds, order, play, told, unit


def fight(
    one: str = "4SP", other: str = "4SP", dice: str = "", line: str = "F 1 1H", **scenario: Any
) -> dict[str, Any]:
    """1S on K6 fights 1H on K7."""
    marks, theirs = scenario.pop("marks", {}), scenario.pop("theirs", {})
    units = {"1S": unit("K6", one, **marks), "1H": unit("K7", other, **theirs), **scenario.pop("units", {})}
    return order(line, units=units, dice=[int(die) for die in dice], **scenario)


def blows(outcome: dict[str, Any]) -> list[tuple[str, int, str]]:
    return [(each["by"], each["mod"], each["result"]) for each in told(outcome, "blow")]


def strikers(outcome: dict[str, Any]) -> list[str]:
    return [each["by"] for each in told(outcome, "blow")]


@pytest.mark.parametrize(
    ("struck", "die", "result"),
    [
        *(("SP", 2, "miss"), ("SP", 3, "recoil"), ("SP", 4, "kill"), ("LV", 1, "miss"), ("LV", 3, "kill")),
        *(
            ("SA", 3, "recoil"),
            ("SA", 4, "recoil"),
            ("SA", 5, "kill"),
            ("MA", 4, "recoil"),
            ("MA", 5, "recoil"),
        ),
        *(("MA", 6, "kill"), ("MK", 4, "recoil"), ("MK", 5, "kill")),
    ],
)
def test_a_blow_is_measured_by_class_and_then_by_armour(struck: str, die: int, result: str) -> None:
    """A-MELEE-7: the lone striker of 1S against one figure, which is fatigued and does not strike."""
    one = {"MK": "MS", "LV": "LV"}.get(struck, "SP")
    outcome = fight(one, struck, f"{die}1111", theirs={"wear": 1}, units=FAR)
    assert blows(outcome) == [("1S", 0, result)]


def test_a_natural_one_never_kills() -> None:
    """A-MELEE-7: great arms against levy in a rout would kill with 1 + 2."""
    outcome = fight("HS", "LV", "1", theirs={"state": "demoralised"}, units=FAR)
    assert blows(outcome) == [("1S", 2, "recoil")]


def test_each_blow_falls_on_a_figure_not_yet_struck_in_the_step() -> None:
    """A-MELEE-6: alike figures need no die; when all have been struck it begins anew."""
    outcome = fight("4LV", "2LV", "1" + "33", theirs={"wear": 2}, units=FAR)
    assert [each["result"] for each in told(outcome, "blow")] == ["kill", "kill"]
    assert outcome["gone"] == {"1H": "destroyed"}
    again = fight("4LV", "2LV", "1" + "2222" + "1", theirs={"wear": 2}, units=FAR)
    assert len(told(again, "blow")) == 4
    picked = fight("2LV", "2LV LV+m", "31" + "21" + "1", theirs={"wear": 3}, units=FAR)
    assert picked["dice_left"] == 1
    assert len(told(picked, "blow")) == 2


def test_strikers_are_figures_not_worn_and_at_most_twice_the_enemy() -> None:
    """A-MELEE-3: medics never strike."""
    assert strikers(fight("5LV", "2LV", "1" + "1111", theirs={"wear": 2})) == ["1S"] * 4
    assert strikers(fight("5LV", "4LV", "111", marks={"wear": 2}, theirs={"wear": 4})) == ["1S"] * 3
    assert strikers(fight("2LV MD", "4LV", "11", theirs={"wear": 4})) == ["1S"] * 2
    assert codes(fight("MD", "4LV")) == ["no_fighters"]


def test_longer_arms_strike_first_and_who_falls_does_not_strike_later() -> None:
    """A-MELEE-4: spears before bills before swords before knives."""
    outcome = fight("2SP", "2BI", "1" + "44", units=FAR)
    assert strikers(outcome) == ["1S", "1S"]
    assert outcome["gone"] == {"1H": "destroyed"}


def test_the_fallen_of_a_kind_are_counted_first_among_those_who_do_not_strike() -> None:
    """A-MELEE-4: one of 2 worn levies falls to spears; both strikers still strike."""
    outcome = fight("2SP", "3LV", "1" + "31" + "11" + "1", theirs={"wear": 1}, units=FAR)
    assert strikers(outcome) == ["1S", "1S", "1H", "1H"]


def test_whoever_comes_upon_one_who_has_fought_strikes_first() -> None:
    """A-MELEE-5: all steps of A, then those of B's survivors."""
    units = {"1S": unit("K4", "4LV"), "1H": unit("K7", "4SP", fought=True)}
    outcome = order("C 1 1H", units=units, dice=[5, 5, 5, 1, 1, 1, 6])
    assert strikers(outcome) == ["1S"] * 4 + ["1H"]
    units["1H"] = unit("K7", "4SP")
    assert strikers(order("C 1 1H", units=units, dice=[1] * 9))[:4] == ["1H"] * 4


def test_others_in_contact_help_the_defender() -> None:
    """A-MELEE-2: those who are ready; a lone general is no helper."""
    helpers = {"2H": unit("L6", "3LV"), "3H": unit("J6", "3LV", wear=3), "GH": unit("L5", "MA+g")}
    outcome = fight("4LV", "4LV", "1" * 12, units=helpers)
    assert strikers(outcome) == ["1S"] * 4 + ["1H"] * 4 + ["2H"] * 3
    assert (outcome["units"]["2H"]["fought"], outcome["units"]["2H"]["wear"]) == (True, 1)
    assert "attacked" not in outcome["units"]["2H"]
    assert "fought" not in outcome["units"]["3H"]


@pytest.mark.parametrize(
    ("changed", "mods"),
    [
        ({}, (0, 0)),
        ({"one": "HS", "other": "GD"}, (1, 1)),
        ({"other": "MS"}, (-1, 0)),
        ({"terrain": {"K6": "="}}, (1, 0)),
        ({"terrain": {"K6": "#", "K7": "="}}, (0, 0)),
        ({"terrain": {"K6": "="}, "other": "MS"}, (1, 0)),
        ({"terrain": {"K7": "^"}}, (0, 1)),
        ({"terrain": {"K6": "^", "K7": "^"}}, (0, 0)),
        ({"terrain": {"K6": "~"}}, (-1, 0)),
        ({"theirs": {"state": "demoralised"}}, (1, None)),
    ],
    ids=str,
)
def test_the_modifiers_of_a_blow(changed: dict[str, Any], mods: tuple[int, int | None]) -> None:
    """A-MELEE-8, A-MELEE-11"""
    given = {"one": "SP", "other": "SP", **changed}
    outcome = fight(dice="1" * 9, units=FAR, **given)
    found = {by: mod for by, mod, _ in blows(outcome)}
    assert (found["1S"], found.get("1H")) == mods


@pytest.mark.parametrize(
    ("figs", "start", "terrain", "mod"),
    [
        ("4MS", "K3", {}, 1),
        ("4MF", "K3", {}, 0),
        ("4MS", "K5", {}, 0),
        ("4MS", "K3", {"K7": "="}, 0),
        ("4MS", "K3", {"K7": '"'}, 1),
        ("4MS", "K3", {"J6": '"', "K6": '"', "L6": '"', "J7": "o", "L7": "o", "K8": "o", "J8": "o"}, 0),
    ],
    ids=str,
)
def test_cavalry_charges_over_two_open_hexes(
    figs: str, start: str, terrain: dict[str, str], mod: int
) -> None:
    """A-MELEE-9"""
    units = {"1S": unit(start, figs), "1H": unit("K7", "4LV", moved=True)}
    outcome = order("C 1 1H", units=units, terrain=terrain, dice=[1] * 14)
    assert {mod for by, mod, _ in blows(outcome) if by == "1S"} == {mod}


def test_set_spears_of_foot_that_has_stood_stop_riders() -> None:
    """A-MELEE-10: foot -1 and set +1 on one side, charge +1 and against spears -1 on the other."""
    units = {"1S": unit("K3", "4MS"), "1H": unit("K7", "4SP")}
    stood = {mod for _, mod, _ in blows(order("C 1 1H", units=units, dice=[1] * 10))}
    assert stood == {0}
    units["1H"] = unit("K7", "4SP", moved=True)
    moved = {by: mod for by, mod, _ in blows(order("C 1 1H", units=units, dice=[1] * 10))}
    assert moved == {"1S": 1, "1H": -1}


def test_spears_are_short_in_woods_and_villages() -> None:
    """A-MELEE-12: then they strike together with swords."""
    outcome = fight("2SP", "2LV", "1" + "44" + "11", terrain={"K7": "%"}, units=FAR)
    assert strikers(outcome) == ["1S", "1S", "1H", "1H"]


@pytest.mark.parametrize(
    ("dice", "score", "winner"),
    [("1211", [0, 0], None), ("2211", [2, 0], "1S"), ("3121", [2, 1], "1S"), ("1133", [0, 4], "1H")],
)
def test_a_kill_counts_two_and_a_recoil_one(dice: str, score: list[int], winner: str | None) -> None:
    """A-MELEE-13, A-MELEE-17"""
    one = fight("2LV", "2LV", dice.replace("1211", "1111") + "11", units=FAR)
    found = told(one, "melee")[0]
    assert (found["score"], found["winner"]) == (score, winner)
    if winner is None:
        assert {name: one["units"][name]["at"] for name in ("1S", "1H")} == {"1S": "K6", "1H": "K7"}


def test_a_destroyed_unit_loses_whatever_the_score() -> None:
    """A-MELEE-13"""
    outcome = fight("LV", "4LV", "6" + "6", units={**FAR, "9S": unit("A1", "3LV")})
    assert told(outcome, "melee")[0]["winner"] == "1H"
    assert outcome["gone"] == {"1S": "destroyed"}


def test_after_the_blows_come_losses_wear_tests_checks_and_the_recoil() -> None:
    """A-MELEE-14"""
    outcome = fight("4LV", "4LV", "3331" + "2111" + "6", theirs={"wear": 0})
    assert kinds(outcome) == [
        *(["blow"] * 8), "losses", "melee", "wear", "wear", "test", "wear", "demoralised", "routed"
    ]  # fmt: skip
    assert told(outcome, "test")[0]["causes"] == ["losses", "lost"]


def test_the_loser_goes_back_towards_its_edge_away_from_the_winner() -> None:
    """A-MELEE-15"""
    assert told(fight("4LV", "4LV", "2111" + "1111" + "1"), "recoiled") == [{"unit": "1H", "to": "K8"}]
    assert told(fight("4LV", "4LV", "1111" + "2111" + "1"), "recoiled") == [{"unit": "1S", "to": "K5"}]
    side = fight("4LV", "4LV", "2111" + "1111" + "1", units={"2H": unit("K8", "3LV")})
    assert told(side, "recoiled") == [{"unit": "1H", "to": "J8"}]


def test_a_loser_that_cannot_go_back_is_pinned_and_wears() -> None:
    """A-MELEE-15"""
    water = dict.fromkeys(("K8", "J8", "J7"), "o")
    outcome = fight("4LV", "4LV", "2111" + "1111" + "1", terrain=water)
    assert kinds(outcome)[-2:] == ["pinned", "wear"]
    assert (outcome["units"]["1H"]["at"], outcome["units"]["1H"]["wear"]) == ("K7", 2)


def test_only_a_winner_who_was_told_so_follows() -> None:
    """A-MELEE-16"""
    for line, at in (("F 1 1H", "K6"), ("F 1 1H +", "K7")):
        assert fight("4LV", "4LV", "2111" + "1111" + "1", line=line)["units"]["1S"]["at"] == at
    assert fight("4LV", "4LV", "1111" + "1111", line="F 1 1H +")["units"]["1S"]["at"] == "K6"
    village = fight("4MS", "4LV", "1" + "2" * 4 + "1" * 5, line="F 1 1H +", terrain={"K7": "#"})
    assert village["units"]["1S"]["at"] == "K6"


def test_a_winner_who_breaks_does_not_follow() -> None:
    """A-MELEE-16"""
    outcome = fight("2LV", "LV", "1" + "3" + "3" + "1", line="F 1 1H +", marks={"wear": 1}, units=FAR)
    assert told(outcome, "melee")[0]["winner"] == "1S"
    assert kinds(outcome)[-3:] == ["demoralised", "routed", "gone"]
    assert "followed" not in kinds(outcome)


def test_a_defender_who_breaks_before_the_blows_is_not_struck() -> None:
    """A-MELEE-1, A-MORALE-3: the attacker has fought, wears and may follow."""
    outcome = fight("4MS", "4LV", "6", line="F 1 1H +", theirs={"wear": 7})
    assert kinds(outcome) == ["test", "wear", "demoralised", "routed", "wear", "followed"]
    assert outcome["units"]["1S"]["fought"]
    assert outcome["units"]["1H"]["attacked"] == 1
    assert "fought" not in outcome["units"]["1H"]


def test_a_defender_who_breaks_and_cannot_get_away_is_struck_where_it_stands() -> None:
    """A-MELEE-1, A-MELEE-16, A-DEM-2: it does not strike, and the winner follows into its hex only."""
    walls = dict.fromkeys(("K8", "J8"), "o")
    outcome = fight("4MS", "2LV", "6" + "33", line="F 1 1H +", theirs={"wear": 3}, terrain=walls, units=FAR)
    assert strikers(outcome) == ["1S", "1S"]
    assert outcome["gone"] == {"1H": "destroyed"}
    assert outcome["units"]["1S"]["at"] == "K7"


def test_leaving_a_melee_costs_a_blow_of_each_ready_enemy() -> None:
    """A-DIS-1: no wear, nobody has fought; each enemy unit is a step of its own."""
    others = {"2H": unit("J6", "2LV", die=True), "3H": unit("L6", "2LV", wear=2), "GH": unit("L5", "MA+g")}
    outcome = fight("4SP", "3LV", "111" + "14", line="D 1 H4", units=others)
    assert strikers(outcome) == ["1H"] * 3 + ["2H"] * 2
    assert outcome["units"]["2H"]["die"]
    assert all("fought" not in each and "attacked" not in each for each in outcome["units"].values())
    assert outcome["units"]["1S"]["at"] == "H4"


def test_who_leaves_may_pass_enemies_and_not_end_beside_one() -> None:
    """A-DIS-2"""
    assert codes(fight(line="D 1 K8")) == ["next_to_enemy"]
    assert codes(fight(line="D 1 K2", dice="1111")) == [None]


def test_who_is_broken_by_the_blows_does_not_move_on() -> None:
    """A-DIS-2"""
    outcome = fight("4SP", "4LV", "4411" + "6", line="D 1 K3", marks={"wear": 3})
    assert "moved" not in kinds(outcome)
    assert kinds(outcome)[-2:] == ["demoralised", "routed"]
    tired = fight("4SP", "4LV", "4411" + "1", line="D 1 K3", marks={"wear": 2})
    assert (tired["units"]["1S"]["at"], tired["units"]["1S"]["state"]) == ("K6", "fatigued")


def test_a_lone_general_fights_for_himself_and_is_captured_if_he_loses() -> None:
    """A-GEN-5: he never attacks, helps or reaches."""
    units = {"1S": unit("K6", "4LV"), "GH": unit("K7", "MA+g"), **FAR}
    lost = order("F 1 GH", units=units, dice=[5, 5, 1, 1])
    assert kinds(lost)[-4:] == ["wear", "general", "wear", "gone"]
    assert lost["gone"] == {"GH": "captured"}
    assert told(lost, "general") == [{"seat": "H", "how": "captured"}]
    assert lost["vp"]["black"] == 22 + 20
    won = order("F 1 GH", units=units, dice=[1, 1, 6, 6])
    assert won["units"]["GH"]["at"] == "K7"


def test_the_die_of_the_joker_is_one_blow_more_and_comes_last_of_its_side() -> None:
    """A-JOK-4"""
    more = fight("2LV", "2LV", "111" + "11", marks={"die": True})
    assert strikers(more) == ["1S"] * 3 + ["1H"] * 2
    assert "die" not in more["units"]["1S"]
    helped = fight(
        "4LV", "2LV", "1" + "1111" + "11" + "11" + "1", theirs={"die": True}, units={"2H": unit("J6", "2LV")}
    )
    assert strikers(helped) == ["1S"] * 4 + ["1H", "1H", "2H", "2H", "1H"]
    kept = fight("2LV", "2LV", "11", theirs={"die": True, "wear": 2})
    assert kept["units"]["1H"]["die"]


def test_two_melees_are_fought_one_after_the_other() -> None:
    """A-MELEE-17: contact by itself does nothing until somebody is activated."""
    units = {"1S": unit("K6", "4LV"), "1H": unit("K7", "4LV"), "2S": unit("A1", "3SP")}
    sheets = [{"seat": "S", "lines": ["M 2 A2"]}, {"seat": "S", "lines": ["F 1 1H"]}]
    outcome = play(seat="S", deck=["S"], units=units, sheets=sheets, dice=[1] * 8)
    assert kinds(outcome)[:2] == ["moved", "card"]
    assert kinds(outcome).count("melee") == 1
