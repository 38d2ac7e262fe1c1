"""Help at the desk of Zargo's Lords: reviews, suggestions with figures, what happens instead."""

from random import Random

import pytest

from protocol.texts import catalogue
from protocol.views.zargos_lords import LordsView
from server.games.dice import Dice
from server.games.zargos_lords import ZARGOS_LORDS
from tests.kit.contract import suggested_line
from tests.kit.zargos_lords import state_of

SAY = catalogue("zargos_lords", "en").say


def view_of(seat: str, **scenario: object) -> LordsView:
    return ZARGOS_LORDS.view(state_of(**scenario), seat)


def offers(view: LordsView, text: str, *above: str) -> dict[str, str]:
    assert view.seat is not None
    found = ZARGOS_LORDS.suggest(view, view.seat, above, text)
    return {each.text: SAY(each.gloss) for each in found}


KNIGHTS = {
    "turn": "K",
    "pieces": {"K": {"C14": "C", "D14": "F", "C15": "A", "E18": "F+G"}, "D": {"G14": "F", "S20": "D"}},
    "cities": {"K": {"I18": "2F 1A"}, "D": {"P24": "1F"}},
}


def test_each_order_of_a_line_is_judged_by_itself() -> None:
    """L-SHEET-6"""
    view = view_of("K", **KNIGHTS)
    faults = ZARGOS_LORDS.review(view, "K", ["F D14 I14 ; C C14 D13", "", "C D13 D12"])
    assert [(fault.line, fault.column, fault.code) for fault in faults] == [
        (0, 0, "too-far"),
        (2, 0, "moved"),
    ]
    assert SAY(faults[0].note) == "6 points, has 4"


def test_lines_that_the_whole_sheet_makes_strong_enough_are_no_faults() -> None:
    """L-FIGHT-4"""
    pieces = {"M": {"F13": "F", "G14": "F"}, "K": {"G13": "C"}}
    view = view_of("M", turn="M", pieces=pieces)
    assert [fault.code for fault in ZARGOS_LORDS.review(view, "M", ["F F13 x G13"])] == ["too-weak"]
    assert not ZARGOS_LORDS.review(view, "M", ["F F13 x G13", "F G14 x G13"])


def test_pieces_that_may_still_act_are_offered() -> None:
    """L-SHEET-1"""
    view = view_of("K", **KNIGHTS)
    assert set(offers(view, "")) >= {"F", "C", "A", "G", "F+G", "retreat", "push", "more"}
    assert "C" not in offers(view, "", "C C14 D13")
    assert set(offers(view, "f ")) == {"F D14", "F E18", "F I18"}
    assert offers(view, "C ")["C C14"] == "moves 8, fights 9"


def test_hexes_in_reach_are_offered_with_their_cost_and_zones_with_a_warning() -> None:
    """L-ZONE-2"""
    found = offers(view_of("K", **KNIGHTS), "C C14 ")
    assert found["C C14 D13"] == "clear, 2 points"
    assert found["C C14 F14"] == "clear, 3 points; in a zone: attack from there"
    assert "C C14 C12" in found
    assert "C C14 A14" not in found


def test_targets_are_offered_with_the_difference_and_the_chances() -> None:
    """L-TABLE-1"""
    found = offers(view_of("K", **KNIGHTS), "C C14 F14 x ")
    assert found == {"C C14 F14 x G14": "foot, +9: D1 1/6, D2 1/6, D3 1/6, D4 1/6, DE 2/6"}


def test_launches_are_offered_with_the_chance_of_a_kill() -> None:
    """L-TABLE-2"""
    view = view_of("K", **KNIGHTS)
    assert offers(view, "A C15 C14 * ", "C C14 D13") == {"A C15 C14 * G14": "foot, 4 away: 33 % to kill"}


def test_another_order_may_follow_on_the_same_line() -> None:
    """L-PHASE-3"""
    found = offers(view_of("K", **KNIGHTS), "C C14 D13 ; F D1")
    assert set(found) == {"C C14 D13 ; F D14"} or all(each.startswith("C C14 D13 ; F D14") for each in found)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_suggested_is_carried_out(seed: int) -> None:
    """L-SHEET-3"""
    random, lines = Random(seed), list[str]()
    view = view_of("K", **KNIGHTS)
    for _ in range(5):
        line = suggested_line(ZARGOS_LORDS, view, "K", lines, random)
        assert line is not None
        lines.append(line)
        assert not [f for f in ZARGOS_LORDS.review(view, "K", lines) if f.line == len(lines) - 1], lines


def test_an_empty_sheet_says_who_fights_by_duty() -> None:
    """L-ZONE-6"""
    pieces = {"K": {"F14": "F"}, "D": {"G14": "F", "S20": "F"}}
    view = view_of("K", turn="K", pieces=pieces)
    instead = ZARGOS_LORDS.progress(view, "K", ()).otherwise
    assert instead is not None
    assert SAY(instead) == "Units that do nothing beside an enemy must attack: F14."
    assert ZARGOS_LORDS.progress(view, "K", ("F F14 E14",)).otherwise is None


def test_the_help_works_on_a_view_and_knows_no_garrison() -> None:
    """L-CITY-3"""
    scene = {"turn": "D", "pieces": {"D": {"E14": "D", "E13": "D"}, "K": {"S20": "F"}}}
    found = [
        offers(view_of("D", **scene, cities={"K": {"F14": garrison}}), "D E14 x ")
        for garrison in ("1F", "4C")
    ]
    assert found[0] == found[1]
    assert "garrison unknown" in found[0]["D E14 x F14"]


def test_the_setup_is_helped_line_by_line() -> None:
    """L-SETUP-7"""
    state = ZARGOS_LORDS.setup(ZARGOS_LORDS.read_options({"skirmish": True}), Dice(1))
    view = ZARGOS_LORDS.view(state, "K")
    assert {"ok", "city", "swap", "F", "C"} <= set(offers(view, ""))
    line = suggested_line(ZARGOS_LORDS, view, "K", (), Random(1))
    assert line is not None
    assert not ZARGOS_LORDS.review(view, "K", [line])


def test_the_usage_has_an_example_that_can_be_written() -> None:
    """L-PHASE-2"""
    view = view_of("K", **KNIGHTS)
    usage = ZARGOS_LORDS.usage(view, "K")
    assert usage is not None
    assert not ZARGOS_LORDS.review(view, "K", [str(usage.args["example"])])


MONKS = {
    "turn": "M",
    "pieces": {"M": {"F14": "O", "D14": "R"}, "K": {"G14": "A", "S20": "F"}},
    "vanished": {"I14": 1},
}


def test_a_vanished_monk_is_offered_at_his_marker_with_the_hexes_where_he_can_come_back() -> None:
    """L-VAN-2"""
    alone = view_of("M", **{**MONKS, "pieces": {"M": {"D14": "R"}, "K": {"S20": "F"}}})
    assert "O" in offers(alone, "")
    view = view_of("M", **MONKS)
    assert offers(view, "O I")["O I14"] == "a monk vanished here"
    back = offers(view, "O I14 = ")
    assert "O I14 = I14" in back
    assert "O I14 = I12" not in back  # a whirlpool
    assert not ZARGOS_LORDS.review(view, "M", ["O I14 = I14", "O F14 ?"])
    assert "O F14 ?" in offers(view, "O F14 ")


BARGAIN = {
    "turn": "K",
    "pacts": ["KD"],
    "homes": {"K": ["I"], "D": ["II"], "W": ["III"]},
    "pieces": {"K": {"F14": "C"}, "D": {"J14": "F"}, "W": {"S04": "F"}},
    "cities": {"K": {"I18": "1F"}},
    "hostages": {"I18": {"W": "1H 1F"}},
}


def test_bargains_are_offered_word_by_word() -> None:
    """L-PACT-1, L-PACT-4, L-HOST-1, L-HOST-4"""
    view = view_of("K", **BARGAIN)
    assert set(offers(view, "ally ")) == {"ally W"}
    assert set(offers(view, "break ")) == {"break D"}
    assert set(offers(view, "kill ")) == {"kill H", "kill F"}
    assert set(offers(view, "kill H ")) == {"kill H I18"}
    assert not offers(view, "kill H I18 ")
    assert not offers(view, "kill H ", "kill F I18")
    assert set(offers(view, "give C ")) == {"give C F14"}


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Q ", id="no kind of piece"),
        pytest.param("C+A ", id="a pair without a foot"),
        pytest.param("C C14 Z99 ", id="no hex"),
        pytest.param("C C14 F14 x * ", id="two marks"),
        pytest.param("C C14 V20 x ", id="a way that is too long to fight from"),
        pytest.param("T C14 * G14 ", id="only dragons go on after a launch"),
        pytest.param("A C15 * G14 H14 ", id="nobody goes on after arrows"),
        pytest.param("C" * 400, id="more than a line holds"),
        pytest.param("é", id="letters that no order has"),
    ],
)
def test_nothing_is_offered_behind_what_is_no_order(text: str) -> None:
    """L-SHEET-3"""
    assert not offers(view_of("K", **KNIGHTS), text)


def test_a_word_that_is_whole_is_followed_by_the_next() -> None:
    """L-SHEET-1"""
    assert set(offers(view_of("K", **KNIGHTS), "c")) == {"C C14"}


def test_single_attacks_are_offered_with_where_they_may_go_on() -> None:
    """L-SINGLE-2"""
    pieces = {"W": {"C14": "H"}, "K": {"G14": "A", "S20": "F"}}
    view = view_of("W", turn="W", pieces=pieces)
    assert set(offers(view, "H C14 F14 ! ")) == {"H C14 F14 ! G14"}
    assert "H C14 F14 ! G14 J14" in offers(view, "H C14 F14 ! G14 ")
    assert not offers(view, "H C14 F14 ! D14 ")  # nobody is there
    assert not offers(view, "H C14 A14 ! ")  # no way leads to the sea
    beside = view_of("W", turn="W", pieces={"W": {"F14": "H"}, "K": {"G14": "A", "S20": "F"}})
    assert "H F14 ! G14 J14" in offers(beside, "H F14 ! G14 ")


def test_a_dragon_is_offered_hexes_behind_its_first_flame() -> None:
    """L-FLAME-3"""
    view = view_of("D", turn="D", pieces={"D": {"C14": "D", "C16": "T"}, "K": {"G14": "A", "G18": "F"}})
    assert "D C14 * G14 D14" in offers(view, "D C14 * G14 ")
    assert not offers(view, "T C16 * G14 ")


def test_nobody_else_is_helped() -> None:
    """L-PHASE-1"""
    view = view_of("D", **KNIGHTS)
    assert ZARGOS_LORDS.usage(view, "D") is None
    assert not ZARGOS_LORDS.review(view, "D", ["F G14 F14"])
    assert not ZARGOS_LORDS.suggest(view, "D", (), "")


def test_an_answer_is_helped_too() -> None:
    """L-PACT-2"""
    scene = {**BARGAIN, "phase": "answer", "asked": ["W"]}
    view = view_of("W", **scene)
    assert set(offers(view, "")) == {"yes", "no"}
    assert not offers(view, "y", "no")
    assert [fault.code for fault in ZARGOS_LORDS.review(view, "W", ["perhaps"])] == ["unreadable"]
    usage, progress = ZARGOS_LORDS.usage(view, "W"), ZARGOS_LORDS.progress(view, "W", ())
    assert usage is not None
    assert usage.args["example"] == "yes"
    assert progress.otherwise is not None
    assert ZARGOS_LORDS.progress(view, "W", ("yes",)).otherwise is None


def test_a_part_of_a_move_says_so() -> None:
    """L-SHEET-5"""
    view = view_of("K", **KNIGHTS)
    otherwise = ZARGOS_LORDS.progress(view, "K", ("more",)).otherwise
    assert otherwise is not None
    assert otherwise.code == "otherwise.part"
    assert not offers(view, "C C14 D13 x ", "more")
    assert not offers(view, "A C15 * ", "more")


def test_a_setup_sheet_has_64_lines_and_a_swap_needs_two_hexes() -> None:
    """L-SETUP-7, L-PHASE-3"""
    state = ZARGOS_LORDS.setup(ZARGOS_LORDS.read_options({"skirmish": True}), Dice(1))
    view = ZARGOS_LORDS.view(state, "K")
    at = next(iter(view.pieces["K"]))
    faults = ZARGOS_LORDS.review(view, "K", [f"swap {at} {at}", *["ok"] * 63, "ok"])
    assert [(fault.line, fault.code.partition("--")[0]) for fault in faults] == [
        (0, "occupied"),
        (64, "unreadable"),
    ]


def test_one_of_a_pair_may_be_set_elsewhere() -> None:
    """L-SETUP-7"""
    state = ZARGOS_LORDS.setup(ZARGOS_LORDS.read_options({"skirmish": True}), Dice(1))
    units = state.pieces["K"]
    foot, knight = (next(at for at, unit in units.items() if unit == kind) for kind in "FC")
    sheet = {"K": (f"F {foot} {knight}", f"C {knight} {foot}")}
    placed = ZARGOS_LORDS.resolve(state, sheet, Dice(1)).state.pieces["K"]
    assert (placed[foot], placed[knight]) == ("C", "F")
