"""Which lines are orders, and why an order cannot be given."""

from typing import Any

import pytest

from tests.kit.argad import FAR, codes, kinds, order, play, unit

SP4 = "4SP"
NEAR: dict[str, Any] = {"1S": unit("K6", SP4), "1H": unit("K7", SP4)}
"""Two units in contact."""
APART: dict[str, Any] = {
    "1S": unit("K6", SP4),
    "2S": unit("K7", "4MS"),
    "1H": unit("K12", SP4),
    "2H": unit("K13", SP4),
}


@pytest.mark.parametrize(
    "line",
    [
        *("M 1 K4", "MOVE 1 K4", "move 1s k4", "  m   1   K4  "),
        *("L 2", "RELOAD 2", "O 1", "REORGANISE 1 K4", "PASS", "p"),
    ],
)
def test_words_may_be_written_out_and_blanks_and_case_do_not_matter(line: str) -> None:
    """A-ACT-5"""
    units = {"1S": unit("K3", SP4), "2S": unit("C3", "4CB", load=1), **FAR}
    assert codes(order(line, units=units)) == [None]


@pytest.mark.parametrize(
    "line",
    [
        *(
            "",
            "?",
            "M",
            "M 1",
            "M K4",
            "M 1 K17",
            "M 1 K0",
            "M 1 K04",
            "M 10 K4",
            "M GS K4",
            "M 1 K4 >",
            "M 1 > 1H",
        ),
        *(
            "S 1",
            "S 1 K4",
            "C 1",
            "C 1 1H + J",
            "C 1 1H K6 K7",
            "F 1",
            "F 1 1H J",
            "D 1",
            "D 1 K4 K5",
            "L",
            "L 1 2",
        ),
        *(
            "O 1 K4 K5",
            "T",
            "R 1 1",
            "U 1",
            "U 1 2 3",
            "X 1 K4",
            "X 1 3SP",
            "X 1 3ZZ K4",
            "B",
            "G",
            "G K4 K5",
            "G GS",
        ),
        *("P 1", "HOLD", "W 1", "M 1 K4" + " K4" * 60, "M 1 é4", "TAKE normans"),
    ],
)
def test_what_is_no_order_is_told_so(line: str) -> None:
    """A-ACT-5, A-ACT-6"""
    assert codes(order(line, units={"1S": unit("K3", SP4), "GS": unit("A1", "SP+g"), **FAR})) == ["syntax"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("M 3 K4", "no_such_unit"),
        ("M 0 K4", "no_such_unit"),
        ("M 1H K4", "not_yours"),
        ("M 7C K4", "not_yours"),
        ("S 1 9H", "no_such_unit"),
        ("S 1 2S", "not_an_enemy"),
        ("S 1 2C", "no_such_unit"),
        ("S 1 G", "no_such_unit"),
        ("C 1 3", "no_such_unit"),
        ("M 1 K7", "occupied"),
        ("M 1 K6", "occupied"),
        ("M 1 K11 > 1H", "no_weapon"),
        ("M 1 A1", "too_far"),
        ("M 3 K5 > 1H", "no_such_unit"),
        ("M 1 K5 > 9H", "no_such_unit"),
        ("F 1 9H", "not_in_contact"),
        ("S 1 1H", "no_weapon"),
        ("C 1 1H J", "no_weapon"),
        ("C 1 1H K8", "not_next_to_target"),
        ("C 1 1H K12", "occupied"),
        ("C 1 1H J11 J", "no_weapon"),
        ("F 1 1H", "not_in_contact"),
        ("D 1 K4", "not_in_contact"),
        ("L 1", "no_weapon"),
        ("T 1", "not_fatigued"),
        ("R 1", "not_demoralised"),
        ("U 1 2", "bad_merge"),
        ("U 1 1", "bad_merge"),
        ("X 1 3SP K5", "bad_split"),
        ("B 1", "wrong_kind"),
        ("B 2", "wrong_kind"),
        ("G K5", "no_general"),
        ("O 1 K6", "in_reach"),
    ],
)
def test_an_order_that_cannot_be_given_is_lost_with_its_code(line: str, code: str) -> None:
    """A-ACT-6"""
    outcome = order(line, units={**APART, "1H": unit("L11", SP4), "2H": unit("K12", SP4)})
    assert codes(outcome) == [code]
    assert kinds(outcome) == ["passed"]


@pytest.mark.parametrize(
    ("marks", "line", "code"),
    [
        ({"closed": True}, "M 1 K5", "closed"),
        ({"closed": True, "wear": 4}, "T 1", "closed"),
        ({"wear": 4}, "M 1 K5", "fatigued"),
        ({"wear": 4}, "S 1 1H", "fatigued"),
        ({"wear": 4}, "C 1 1H", "fatigued"),
        ({"state": "demoralised"}, "M 1 K5", "demoralised"),
        ({"state": "demoralised"}, "O 1", "demoralised"),
        ({"state": "demoralised"}, "T 1", "demoralised"),
        ({"state": "demoralised", "broke": 1}, "R 1", "broke_this_turn"),
        ({"state": "demoralised", "routed": True}, "R 1", "already_routed"),
        ({"acts": 1}, "O 1", "already_active"),
    ],
)
def test_closed_comes_before_state_and_state_before_the_rest(
    marks: dict[str, Any], line: str, code: str
) -> None:
    """A-ACT-6, A-FAT-2, A-DEM-2, A-RALLY-1, A-REORG-1"""
    assert codes(order(line, units={"1S": unit("K6", SP4, **marks), "1H": unit("K14", SP4)})) == [code]


@pytest.mark.parametrize("line", ["M 1 K5", "S 1 1H", "C 1 1H", "L 1", "O 1", "U 1 2", "X 1 3SP K5", "B 1"])
def test_a_unit_in_contact_can_only_fight_or_leave(line: str) -> None:
    """A-ACT-6"""
    assert codes(order(line, units=NEAR)) == ["in_contact"]


def test_a_unit_may_fight_only_whom_it_is_in_contact_with() -> None:
    """A-ACT-6"""
    units = {**NEAR, "2H": unit("K12", SP4)}
    assert codes(order("F 1 2H", "F 1 2", units=units)) == ["not_in_contact"] * 2
    assert codes(order("F 1 1", units=NEAR, dice=[1] * 9)) == [None]


def test_reach_forbids_to_reorganise_and_to_rally() -> None:
    """A-REACH-1, A-REORG-1, A-RALLY-1: distance - 1 within the rate; tired enemies reach nobody."""

    def code(line: str, at: str, **enemy: Any) -> str | None:
        state = {"state": "demoralised"} if line[0] == "R" else {"wear": 2}
        units = {"1S": unit("K3", SP4, **state), "1H": unit(at, SP4, **enemy)}
        return codes(order(line, units=units, dice=[1] if line[0] == "R" else []))[0]

    assert code("O 1", "K9") == code("R 1", "K9") == "in_reach"
    assert code("O 1", "K10") is code("R 1", "K10") is None
    assert code("O 1", "K8", wear=4) is None
    assert code("O 1", "K8", state="demoralised") is None
    lone = {"1S": unit("K3", SP4, wear=2), "GH": unit("K6", "MK+g"), **FAR}
    assert codes(order("O 1", units=lone)) == [None]


@pytest.mark.parametrize(
    ("figs", "to", "code"),
    [
        ("4SP", "K7", None),
        ("4SP", "K8", "too_far"),
        ("4MS", "K8", None),
        ("4MA", "K7", "too_far"),
        ("4SP", "L6", None),
        ("4SP", "K5", "nearer"),
        ("4SP", "J6", "no_entry"),
        ("4SP", "L7", "occupied"),
    ],
)
def test_a_unit_that_reorganises_may_shift_a_little(figs: str, to: str, code: str | None) -> None:
    """A-REORG-2: a quarter of the rate, from open to open, not nearer to any enemy."""
    units = {"1H": unit("K6", figs, wear=3), "2H": unit("L7", SP4), "1S": unit("K2", "3MA", wear=3)}
    outcome = order(f"O 1 {to}", seat="H", units=units, terrain={"J6": '"'})
    assert codes(outcome) == [code]
    if code is None:
        assert outcome["units"]["1H"] == {
            **unit(to, figs, wear=1, state="ready", acts=1),
            **{"moved": True, "closed": True},
        }


def test_a_unit_next_to_a_tired_enemy_does_not_shift_beside_it() -> None:
    """A-REORG-2"""
    units = {"1S": unit("K4", SP4, wear=2), "1H": unit("K6", SP4, wear=4)}
    assert codes(order("O 1 K5", units=units)) == ["next_to_enemy"]


def test_one_order_a_card_and_the_first_legal_line_counts() -> None:
    """A-ACT-1, A-PHASE-2, A-DECK-3: lines before it are lost with their codes, those after it unused."""
    outcome = order("M 1 A1", "M 1 K4", "M 2 K8", "P", units=APART)
    assert codes(outcome) == ["too_far", None, "unused", "too_many"]
    assert outcome["units"]["1S"]["at"] == "K4"
    assert outcome["units"]["2S"]["at"] == "K7"


def test_a_card_may_be_passed_and_then_nobody_is_activated() -> None:
    """A-DECK-3"""
    outcome = order("P", units=APART)
    assert kinds(outcome) == ["passed"]
    assert all(each["acts"] == 0 for each in outcome["units"].values())


def test_a_unit_may_act_again_and_again_but_it_wears() -> None:
    """A-ACT-3, A-DECK-3, A-WEAR-1"""
    sheets = [{"seat": "S", "lines": [f"M 1 K{row}"]} for row in (4, 5, 6)]
    outcome = play(seat="S", deck=["S", "S"], units={"1S": unit("K3", SP4), **FAR}, sheets=sheets)
    assert outcome["units"]["1S"] == unit("K6", SP4, wear=2, state="ready", acts=3, moved=True)


def test_the_state_is_wear_against_figures_and_a_check_tells_it() -> None:
    """A-ACT-4: it is told as a check first finds it."""
    tired = order("M 1 K4", units={"1S": unit("K3", SP4, wear=3, acts=1), **FAR})
    assert kinds(tired) == ["moved", "wear", "fatigued"]
    assert tired["units"]["1S"]["state"] == "fatigued"
    again = order("T 1", units={"1S": unit("K3", SP4, wear=4), **FAR})
    assert kinds(again) == ["retreated", "wear"]


def test_orders_of_weapons_are_limited_by_the_activation() -> None:
    """A-ACT-1, A-ACT-2"""
    units = {"1S": unit("C8", "4CB", load=1), "1H": unit("H8", SP4)}
    assert codes(order("S 1 1H", "M 1 C7 > 1H", "M 1 C7", units=units)) == [
        "not_loaded",
        "must_stand_still",
        None,
    ]
    shot = {"1S": unit("C8", "4LB", shots=1), "1H": unit("H8", SP4)}
    assert codes(order("S 1 1H", "S 1 1H C7", units=shot)) == ["already_shot", "must_stand_still"]


def test_a_shot_after_a_move_needs_a_way_and_a_target() -> None:
    """A-MOVE-6"""
    units = {"1S": unit("C8", "4SB"), "1H": unit("H8", SP4)}
    assert codes(order("M 1 C7 > 9H", "M 1 C16 > 1H", "M 1 C4 > 1H", units=units, dice=[1] * 4)) == [
        *("no_such_unit", "too_far", None)
    ]
    touching = {"1S": unit("K6", SP4), "1H": unit("K7", SP4)}
    assert codes(order("F 1 9H", units=touching)) == ["no_such_unit"]


def test_a_hex_may_be_named_twice() -> None:
    """A-MOVE-3"""
    assert codes(order("M 1 K4 K4", units={"1S": unit("K3", SP4), **FAR})) == [None]


def test_an_enemy_is_named_by_its_number_if_no_other_has_it() -> None:
    """A-ACT-5"""
    units = {"1S": unit("C8", "4LB"), "2H": unit("H8", SP4), "3H": unit("H6", SP4), "3D": unit("H10", SP4)}
    assert codes(order("S 1 3", "S 1 2", units=units, dice=[1] * 4)) == ["no_such_unit", None]
    lone = {"1S": unit("C8", "4LB"), "GH": unit("H8", "SP+g"), **FAR}
    assert codes(order("S 1 G", units=lone, dice=[1] * 4)) == [None]
