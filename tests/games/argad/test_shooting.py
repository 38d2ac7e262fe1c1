"""Volleys of Argad: who shoots, what is needed, who is hit, and how the target takes it."""

from typing import Any

import pytest

from tests.kit.argad import FAR, FOE, codes, kinds, order, told, unit


def shot(
    shooters: str = "4LB", target: str = "4SP", at: str = "H8", dice: str = "1111", **scenario: Any
) -> dict[str, Any]:
    """A volley from C8 at a unit five hexes away, or elsewhere."""
    marks, aimed = scenario.pop("marks", {}), scenario.pop("aimed", {})
    units = {
        "1S": unit("C8", shooters, **marks),
        "1H": unit(at, target, **aimed),
        **scenario.pop("units", {}),
    }
    return order(scenario.pop("line", "S 1 1H"), units=units, dice=[int(die) for die in dice], **scenario)


def need(**scenario: Any) -> int:
    return int(told(shot(**scenario), "volley")[0]["need"])


@pytest.mark.parametrize(
    ("shooters", "at", "number"),
    [
        *(("4JV", "E8", 5), ("4JV", "H8", 6), ("4SL", "H8", 7), ("4SL", "M8", 8), ("4SL", "R8", 9)),
        *(("4SB", "H8", 5), ("4SB", "M8", 6), ("4SB", "R8", 7), ("4LB", "H8", 5), ("4LB", "R8", 7)),
        *(("4CB", "H8", 5), ("4CB", "M8", 6), ("4HG", "E8", 6), ("4HG", "H8", 7), ("4HG", "J8", 8)),
        *(("4EN", "G8", 6), ("4EN", "R8", 6), ("4EN", "W8", 7)),
    ],
)
def test_the_number_needed_grows_with_the_distance(shooters: str, at: str, number: int) -> None:
    """A-SHOOT-1, A-SHOOT-2"""
    dice = "11111" if shooters == "4EN" else "1111"
    assert need(shooters=shooters, at=at, dice=dice) == number


@pytest.mark.parametrize(
    ("shooters", "at"),
    [("4JV", "I8"), ("4SL", "S8"), ("4LB", "S8"), ("4HG", "K8"), ("4EN", "F8"), ("4EN", "X8")],
)
def test_beyond_its_range_no_weapon_shoots(shooters: str, at: str) -> None:
    """A-SHOOT-1: a war machine has a least distance too."""
    assert codes(shot(shooters, at=at)) == ["out_of_range"]


@pytest.mark.parametrize(
    ("changed", "number"),
    [
        ({}, 5),
        ({"target": "4SA"}, 5),
        ({"target": "4MA"}, 6),
        ({"shooters": "4SB", "target": "4SA"}, 6),
        ({"shooters": "4SB", "target": "4MA"}, 7),
        ({"terrain": {"H8": "%"}}, 6),
        ({"terrain": {"H8": "#"}}, 6),
        ({"terrain": {"H8": '"'}}, 6),
        ({"terrain": {"H8": "="}}, 6),
        ({"terrain": {"H8": "="}, "target": "4MS"}, 5),
        ({"terrain": {"F8": "%"}}, 6),
        ({"terrain": {"F8": "%", "H8": "%"}}, 6),
        ({"shooters": "4LA"}, 6),
        ({"target": "4CB"}, 6),
        ({"target": "4CB", "aimed": {"moved": True}}, 5),
        ({"target": "2CB 2SP"}, 5),
        ({"aimed": {"state": "demoralised"}}, 4),
        ({"shooters": "4SL", "target": "6SP"}, 6),
        ({"shooters": "4SL", "target": "5SP"}, 7),
        ({"shooters": "4LB", "target": "6SP"}, 5),
    ],
    ids=str,
)
def test_armour_cover_class_group_and_pavises_change_the_number(changed: dict[str, Any], number: int) -> None:
    """A-SHOOT-2"""
    assert need(**changed) == number


def test_shortbows_shoot_worse_in_an_order_with_hexes_whether_they_move_or_not() -> None:
    """A-SHOOT-2"""
    assert need(shooters="4SB", line="S 1 1H C7") == 6
    assert need(shooters="4SB", line="M 1 C7 > 1H") == 7
    assert need(shooters="4JV", line="M 1 D8 > 1H") == 6


@pytest.mark.parametrize(("dice", "hits"), [("1456", 2), ("5555", 4), ("1234", 0)])
def test_up_to_six_each_die_of_the_number_hits(dice: str, hits: int) -> None:
    """A-SHOOT-3"""
    rest = "1" if 4 * hits > 8 else ""
    assert told(shot(target="8SP", dice=dice + rest), "volley")[0]["hits"] == hits


def test_a_one_never_hits() -> None:
    """A-SHOOT-3"""
    aimed = {"state": "demoralised"}
    assert told(shot("4JV", at="E8", aimed=aimed, dice="1111"), "volley")[0] == {
        **{"unit": "1S", "target": "1H", "weapon": "javelin", "dice": [1, 1, 1, 1], "need": 4, "hits": 0}
    }


@pytest.mark.parametrize(("at", "dice", "hits"), [("R8", "6666", 2), ("R8", "6665", 1), ("R8", "6555", 0)])
def test_from_seven_on_several_sixes_make_a_hit(at: str, dice: str, hits: int) -> None:
    """A-SHOOT-3"""
    rest = "1" if hits > 1 else ""
    assert told(shot(target="7SP", at=at, dice=dice + rest), "volley")[0]["hits"] == hits


def test_hits_go_to_different_figures_and_surplus_is_lost() -> None:
    """A-SHOOT-4: of alike figures none is picked by a die."""
    outcome = shot("8LB", "2SP", dice="66666666")
    assert told(outcome, "losses") == [{"unit": "1H", "figs": "2SP", "left": 0}]
    assert outcome["gone"] == {"1H": "destroyed"}
    picked = shot("2LB", "2SP SP+b 3SP", dice="66" + "31" + "1", units=FAR)
    assert told(picked, "losses")[0]["figs"] == "SP+b SP"
    assert picked["banners"] == {"H8": "H"}


def test_worn_figures_do_not_shoot_and_mixed_units_shoot_with_one_weapon() -> None:
    """A-SHOOT-1, A-WEAR-5: wear falls first on those who could not take part."""
    assert len(told(shot("4LB", marks={"wear": 3}, dice="1"), "volley")[0]["dice"]) == 1
    assert len(told(shot("4SP 3LB", marks={"wear": 4}, dice="111"), "volley")[0]["dice"]) == 3
    assert told(shot("2SB 2LB 3SP", dice="11"), "volley")[0]["weapon"] == "longbow"


def test_nobody_shoots_into_a_melee_of_friends() -> None:
    """A-SHOOT-5"""
    assert codes(shot(units={"2S": unit("I8", "4SP")})) == ["target_in_melee"]
    assert codes(shot(units={"2S": unit("J8", "4SP")})) == [None]


def test_foot_in_bushes_is_hidden_until_it_acts() -> None:
    """A-SHOOT-6"""
    bushes: dict[str, Any] = {"terrain": {"I8": '"'}, "at": "I8"}
    assert codes(shot(**bushes)) == ["hidden"]
    assert codes(shot(**bushes, aimed={"acts": 1})) == [None]
    assert codes(shot(**bushes, target="4MS")) == [None]
    assert codes(shot(terrain={"H8": '"'})) == [None]


def test_crossbows_reload_step_by_step_and_lose_the_steps_by_moving() -> None:
    """A-SHOOT-7"""
    assert shot("4CB")["units"]["1S"]["load"] == 1
    assert shot("4HG")["units"]["1S"]["load"] == 2
    half = {"1S": unit("C8", "4HG", load=1), **FAR}
    assert "load" not in order("L 1", units=half)["units"]["1S"]
    assert order("M 1 C7", units=half)["units"]["1S"]["load"] == 2
    assert codes(order("L 1", units={"1S": unit("C8", "4HG"), **FAR})) == ["loaded"]
    melee = {"1S": unit("K6", "4HG", load=1), "1H": unit("K7", "4LV")}
    assert order("F 1 1H", units=melee, dice=[1] * 9)["units"]["1S"]["load"] == 2
    bare = {"1S": unit("K6", "4SP", load=1), "1H": unit("K7", "4LV")}
    assert "load" not in order("F 1 1H", units=bare, dice=[1] * 9)["units"]["1S"]


def test_javelins_are_thrown_at_contact_before_the_blows() -> None:
    """A-SHOOT-8"""
    units = {"1S": unit("K6", "4JV"), "1H": unit("K10", "6LV")}
    outcome = order("C 1 1H J", units=units, dice=[5, 1, 1, 1, 1] + [1] * 9)
    assert kinds(outcome)[:3] == ["moved", "volley", "losses"]
    assert told(outcome, "volley")[0]["need"] == 5
    assert outcome["units"]["1S"]["ammo"] == 1
    assert outcome["units"]["1S"]["shots"] == 1
    assert codes(order("C 1 1H J", units={**units, "1S": unit("K6", "4JV", shots=1)})) == ["already_shot"]
    assert codes(order("C 1 1H J", units={**units, "1S": unit("K6", "4JV", ammo=0)})) == ["no_ammo"]


def test_no_melee_follows_if_the_javelins_were_enough() -> None:
    """A-SHOOT-8: no melee, no melee wear and no follow-up."""
    units = {"1S": unit("K6", "4JV"), "1H": unit("K10", "LV"), **FAR}
    outcome = order("C 1 1H J +", units=units, dice=[5, 1, 1, 1])
    assert kinds(outcome) == ["moved", "volley", "losses", "gone"]
    assert outcome["units"]["1S"]["wear"] == 0
    assert "fought" not in outcome["units"]["1S"]


def test_a_volley_is_told_in_the_order_of_the_rules() -> None:
    """A-SHOOT-9: dice, figures off, banner and general wear, the test, then state checks."""
    units = {
        "1S": unit("C8", "6LB"),
        "1H": unit("H8", "3SP SP+b SP+g!", wear=3),
        "2H": unit("J8", "4SP", wear=3),
    }
    outcome = order("S 1 1H", units=units, dice=[6, 6, 6, 1, 1, 1, 4, 4, 6])
    assert kinds(outcome) == [
        *("volley", "losses", "banner_down", "wear", "general", "wear", "wear", "test", "wear"),
        *("demoralised", "routed", "fatigued"),
    ]
    assert told(outcome, "losses") == [{"unit": "1H", "figs": "SP+b SP+g! SP", "left": 2}]
    assert [each["why"] for each in told(outcome, "wear")] == ["banner", "general", "general", "test"]


def test_being_shot_at_counts_as_an_attack() -> None:
    """A-MORALE-5, A-MORALE-6"""
    outcome = shot(aimed={"attacked": 1}, dice="11111")
    assert told(outcome, "test")[0]["causes"] == ["several"]
    assert outcome["units"]["1H"]["attacked"] == 2
    assert outcome["units"]["1S"].get("attacked") is None


def test_a_war_machine_frightens_whether_it_hits_or_not() -> None:
    """A-MORALE-5"""
    assert told(shot("3EN", at="M8", dice="1111"), "test")[0]["causes"] == ["engine"]


def test_a_move_before_the_shot_may_end_short_of_it() -> None:
    """A-MOVE-4, A-MOVE-6"""
    units = {"1S": unit("C8", "4SB"), "1H": unit("V8", "4SP")}
    short = order("M 1 H8 > 1H", units=units, terrain={"G8": '"', "G7": '"', "G9": '"'}, dice=[5])
    assert codes(short) == [None]
    assert told(short, "no_shot") == [{"unit": "1S", "code": "out_of_range"}]


def test_sight_is_needed() -> None:
    """A-SIGHT-2"""
    assert codes(shot(units={"2H": unit("F8", "3SP")})) == ["no_sight"]
    assert codes(
        order(
            "S 1 1S", seat="H", units={"1H": unit("C8", "4LB"), **FOE, "1S": unit("H8", "4SP")}, dice=[1] * 4
        )
    ) == [None]
