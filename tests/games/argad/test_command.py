"""Generals, banners, musicians and medics of Argad."""

from typing import Any

import pytest

from tests.kit.argad import FAR, codes, kinds, order, play, told, unit


def shoot(target: dict[str, Any], dice: list[int], others: dict[str, Any] | None = None) -> dict[str, Any]:
    units = {"1S": unit("C8", "4LB"), "1H": target, **(others or {})}
    return order("S 1 1H", units=units, dice=dice)


def test_a_general_has_two_lives() -> None:
    """A-GEN-1: the first hit only hurts him."""
    hurt = shoot(unit("H8", "3SP SP+g"), [5, 1, 1, 1, 4])
    assert told(hurt, "losses") == [{"unit": "1H", "figs": "SP+g", "left": 4}]
    assert kinds(hurt) == ["volley", "losses", "general_hurt"]
    assert hurt["units"]["1H"]["figs"] == "3SP SP+g!"
    assert hurt["vp"] == {"black": 0, "red": 0}
    killed = shoot(unit("H8", "3SP SP+g!"), [5, 1, 1, 1, 4])
    assert killed["units"]["1H"] == {**unit("H8", "3SP", wear=1, state="ready", acts=0), "attacked": 1}
    assert killed["vp"]["black"] == 18 + 20


def test_who_sees_the_general_fall_wears() -> None:
    """A-GEN-3, A-WEAR-1: his own unit too; demoralised units not."""
    others = {"2H": unit("J8", "4SP"), "3H": unit("L8", "4SP", state="demoralised"), "4D": unit("H12", "4SP")}
    outcome = shoot(unit("H8", "3SP SP+g!"), [5, 1, 1, 1, 4], others)
    assert [(each["unit"], each["why"]) for each in told(outcome, "wear")] == [
        *(("1H", "general"), ("2H", "general"), ("4D", "general"))
    ]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("G K5", None),
        ("G K9", "too_far"),
        ("G A1", "too_far"),
        ("G K4", "occupied"),
        ("G L3", "no_entry"),
        ("G 2", None),
        ("G 1", "wrong_kind"),
        ("G 3", "wrong_kind"),
        ("G 4", "demoralised"),
        ("G 5", "in_contact"),
        ("G 6", "wrong_kind"),
        ("G 7", "no_such_unit"),
        ("G 2H", "not_yours"),
    ],
)
def test_the_general_goes_alone_or_joins_another_unit(line: str, code: str | None) -> None:
    """A-GEN-4"""
    units = {
        **{"1S": unit("K3", "3SP SP+g"), "2S": unit("K4", "4SP"), "3S": unit("I3", "4MS")},
        **{"4S": unit("M3", "4SP", state="demoralised"), "5S": unit("M5", "4SP"), "6S": unit("I5", "12SP")},
        **{"1H": unit("M6", "4SP")},
    }
    outcome = order(line, units=units, terrain={"L3": "o"})
    assert codes(outcome) == [code]


def test_the_general_does_not_join_a_unit_where_he_may_not_enter() -> None:
    """A-BOARD-6"""
    units = {"1S": unit("K3", "3MK MK+g"), "2S": unit("K5", "4MS"), **FAR}
    assert codes(order("G 2", units=units, terrain={"K5": "#"})) == ["no_entry"]


def test_the_general_falls_short_on_slow_ground() -> None:
    """A-GEN-4: he stands alone where he stopped, or is still in his unit."""
    units = {"1S": unit("K3", "3SP SP+g"), "2S": unit("K7", "4SP"), **FAR}
    slow = dict.fromkeys(("J6", "K6", "L6", "I6", "M6"), '"')
    short = order("G 2", units=units, terrain=slow, dice=[6])
    assert kinds(short) == ["slowed", "general_leaves", "moved"]
    assert short["units"]["GS"]["figs"] == "SP+g"
    stays = order("G K5", units=units, terrain={"K3": '"'}, dice=[6])
    assert kinds(stays) == ["slowed", "stayed"]
    assert stays["units"]["1S"]["figs"] == "3SP SP+g"


def test_the_general_is_no_activation_of_any_unit() -> None:
    """A-GEN-4: dice, he leaves, moves, joins; the unit left may be found fatigued."""
    units = {"1S": unit("K3", "3SP SP+g", wear=3), "2S": unit("K6", "4SP"), **FAR}
    outcome = order("G 2", units=units)
    assert kinds(outcome) == ["general_leaves", "moved", "general_joins", "fatigued"]
    assert [each["acts"] for each in outcome["units"].values()] == [0, 0, 0]
    assert outcome["units"]["2S"]["figs"] == "4SP SP+g"
    back = order("G 1", units={"1S": unit("K3", "3SP"), "GS": unit("K5", "SP+g!"), **FAR})
    assert back["units"]["1S"]["figs"] == "3SP SP+g!"
    assert "GS" not in back["units"]


def test_the_fatigue_of_a_unit_is_told_again_after_its_general_was_there() -> None:
    """A-ACT-4, A-GEN-4"""
    lines = ("G K5", "G 1", "G K5")
    outcome = play(
        seat="S",
        deck=["S", "S"],
        units={"1S": unit("K3", "3SP SP+g", wear=3), **FAR},
        sheets=[{"seat": "S", "lines": [line]} for line in lines],
    )
    assert kinds(outcome).count("fatigued") == 2


@pytest.mark.parametrize(
    ("units", "code"),
    [
        ({"1S": unit("K3", "3SP SP+g", state="demoralised")}, "demoralised"),
        ({"1S": unit("K3", "3SP SP+g"), "1H": unit("K4", "3SP")}, "in_contact"),
        ({"1S": unit("K3", "SP+g")}, "bad_split"),
        ({"1S": unit("K3", "3SP")}, "no_general"),
        ({"1S": unit("K3", "3SP"), "GC": unit("K5", "SP+g")}, "no_general"),
    ],
    ids=["routed", "held", "alone", "none", "ally's"],
)
def test_why_a_general_cannot_go(units: dict[str, Any], code: str) -> None:
    """A-GEN-4"""
    assert codes(order("G K6", units={**units, **FAR})) == [code]


def test_a_fallen_banner_lies_where_it_fell() -> None:
    """A-BAN-2, A-WEAR-1"""
    outcome = shoot(unit("H8", "3SP SP+b"), [5, 1, 1, 1, 4])
    assert told(outcome, "banner_down") == [{"unit": "1H", "at": "H8"}]
    assert outcome["banners"] == {"H8": "H"}
    assert outcome["units"]["1H"]["wear"] == 1


@pytest.mark.parametrize(
    ("marks", "is_up"),
    [
        ({}, True),
        ({"figs": "3SP SP+b"}, False),
        ({"at": "K6"}, False),
        ({"figs": "3SP+m"}, False),
        ({"figs": "MD SP"}, True),
    ],
)
def test_a_unit_beside_a_banner_of_its_side_picks_it_up_as_it_acts(
    marks: dict[str, Any], is_up: bool
) -> None:
    """A-BAN-3"""
    units = {"1S": {**unit("K3", "3SP SP+m"), **marks}, **FAR}
    outcome = order("M 1 J3" if "at" not in marks else "M 1 J6", units=units, banners={"K4": "C"})
    assert ("banner_up" in kinds(outcome)) == is_up
    assert outcome["banners"] == ({} if is_up else {"K4": "C"})
    if not marks:
        assert outcome["units"]["1S"]["figs"] == "SP+b 2SP SP+m"


def test_one_banner_is_picked_up_that_on_the_own_hex_first_and_not_by_a_split() -> None:
    """A-BAN-3"""
    units = {"1S": unit("K3", "6SP"), **FAR}
    both = order("M 1 J3", units=units, banners={"L3": "S", "K3": "S"})
    assert both["banners"] == {"L3": "S"}
    assert order("X 1 3SP J3", units=units, banners={"L3": "S"}, start={"black": 2})["banners"] == {"L3": "S"}
    assert order("G J3", units={"1S": unit("K3", "3SP SP+g"), **FAR}, banners={"L3": "S"})["banners"] == {
        "L3": "S"
    }


def test_an_enemy_who_ends_a_move_on_a_banner_takes_it() -> None:
    """A-BAN-4, A-END-3: 10 points; recoil and rout take nothing."""
    units = {"1S": unit("K3", "4SP"), **FAR}
    outcome = order("M 1 K5", units=units, banners={"K5": "H"})
    assert told(outcome, "banner_taken") == [{"unit": "1S", "of": "H"}]
    assert outcome["vp"]["black"] == 10
    through = order("M 1 K6", units=units, banners={"K5": "H"})
    assert through["banners"] == {"K5": "H"}
    melee = {"1S": unit("K6", "4LV"), "1H": unit("K7", "4LV")}
    pushed = order("F 1 1H", units=melee, banners={"K8": "S"}, dice=[2, 1, 1, 1, 1, 1, 1, 1, 1])
    assert (pushed["units"]["1H"]["at"], pushed["banners"]) == ("K8", {"K8": "S"})
    followed = order("F 1 1H +", units=melee, banners={"K7": "H"}, dice=[2, 1, 1, 1, 1, 1, 1, 1, 1])
    assert followed["banners"] == {}


def test_a_musician_cancels_the_minus_of_a_rally_and_a_medic_only_heals() -> None:
    """A-BAN-1, A-BAN-5, A-JOK-8"""
    units = {"1S": unit("K6", "3SP MD", state="demoralised"), **FAR}
    assert told(order("R 1", turn=2, units=units, dice=[1]), "test")[0]["need"] == 2
    healed = play(
        **{"phase": "joker", "seat": "S", "jokers": 1, "losses": {"black": 13}},
        units={"1S": unit("K6", "3SP MD", wear=2, lost=["LV", "SP"]), **FAR},
        sheets=[{"seat": "S", "lines": ["H 1"]}],
    )
    assert healed["units"]["1S"] == {**unit("K6", "4SP MD", wear=2, state="ready", acts=0), "lost": ["LV"]}
    assert told(healed, "healed") == [{"unit": "1S", "fig": "SP"}]
    assert healed["vp"]["red"] == 8
