"""Our own cases, rule by rule: sheets, moves, exchanges, missiles, idleness."""

import pytest

from protocol.views.power import Exchanged, Launched, Lost, Moved, Penalised, Struck
from server.games.power import POWER
from tests.kit.factories import PAIRS, play, position, resolve

GROUPS = [("S", "R"), ("T", "A"), ("C", "B"), ("D", "CR")]


@pytest.mark.parametrize(("small", "big"), GROUPS)
def test_three_of_group_1_make_their_one_of_group_2(small: str, big: str) -> None:
    """P-PIECE-1, P-EXCH-2"""
    done = play({"V": {"V0": f"4{small}"}}, {"V": [f"3{small} EV0 {big}"]})
    assert done.pieces == {"V": {"V0": f"1{small} 1{big}"}}


@pytest.mark.parametrize("big", ["R", "A", "B", "CR", "M"])
def test_three_of_group_2_make_nothing_but_missiles_by_power(big: str) -> None:
    """P-PIECE-1"""
    done = play({"V": {"V0": "3R 1S"}}, {"V": [f"3R EV0 {big}", "S V0 V4"]})
    assert done.pieces == {"V": {"V0": "3R", "V4": "1S"}}


def test_an_army_may_have_more_pieces_than_any_box_holds() -> None:
    """P-PIECE-2"""
    done = play({"V": {"V0": "4000T", "RVV": "900CR 5P"}}, {"V": ["T V0 V1", "5P ERV C"]})
    assert done.pieces == {"V": {"V0": "3999T", "V1": "1T", "RVV": "1C 900CR"}}


def test_the_sixth_line_and_all_below_are_lost() -> None:
    """P-SHEET-1"""
    done = play({"V": {"V0": "9S"}}, {"V": ["S V0 V4"] * 9})
    assert done.fates("V") == [None] * 5 + ["sixth"] * 4
    assert done.pieces == {"V": {"V0": "4S", "V4": "5S"}}


def test_a_lost_line_and_a_blank_one_take_up_room_on_the_sheet() -> None:
    """P-SHEET-1"""
    done = play({"V": {"V0": "9S"}}, {"V": ["", "what?", "S V0 V4", "S V0 V4", "", "S V0 V4"]})
    assert done.fates("V") == ["blank", "three-words", None, None, "blank", "sixth"]


@pytest.mark.parametrize("place", ["HQ", "HQV", "VHQ", "hq", "vHq"])
def test_an_hq_has_three_spellings_in_any_case(place: str) -> None:
    """P-SHEET-2"""
    done = play({"V": {"V8": "1S", "RVV": "1T"}}, {"V": [f"S V8 {place}", f"t rv {place}"]})
    assert done.pieces == {"V": {"HQV": "1S 1T"}}


LETTERS = {
    "T QG V8": "T HQ V8",
    "c VQG v1": "C HQ V1",
    "F HQ V1": "C HQ V1",
    "h v4 v2": "A V4 V2",
    "D S4 IO": "D S4 IW",
    "3f EIN b": "3C EIN B",
    "H+2F+3CR ES3 M": "A+2C+3CR ES3 M",
    "M RV QGB": "M RV HQB",
}


@pytest.mark.parametrize("line", LETTERS)
def test_an_order_may_be_written_in_the_letters_of_any_set(line: str) -> None:
    """P-SHEET-2"""
    pieces = {"HQV": "1T 1C", "V4": "1A", "S4": "1D", "IN": "3C", "S3": "1A 2C 3CR", "RVV": "1M"}
    done, usual = (play({"V": pieces}, {"V": [each]}) for each in (line, LETTERS[line]))
    assert done.fates("V") == [None]
    assert done.pieces == usual.pieces


@pytest.mark.parametrize("place", ["RVB", "BRV", "rvb", "brv"])
def test_a_foreign_reserve_has_two_spellings(place: str) -> None:
    """P-SHEET-2"""
    done = play({"V": {"V8": "1M"}, "B": {"RVB": "8P"}}, {"V": [f"M V8 {place}"]})
    assert [event.target for event in done.told(Struck)] == ["RVB"]


def test_plain_hq_and_rv_are_those_of_the_army_whose_sheet_it_is() -> None:
    """P-SHEET-2"""
    done = play({"J": {"RVJ": "1S"}, "R": {"RVR": "1T"}}, {"J": ["S RV HQ"], "R": ["T RV HQ"]})
    assert done.pieces == {"J": {"HQJ": "1S"}, "R": {"HQR": "1T"}}


@pytest.mark.parametrize(
    "line",
    [
        "CR+A+R EB4 M",
        "1CR+1A+1R EB4 M",
        "cr+a+r eb4 m",
        "R+A+CR EB4 M",
        "  CR+A+R   EB4  M  ",
        "CR+A+R\tEB4\tM",
    ],
)
def test_exchanges_join_kinds_with_plus_in_any_order(line: str) -> None:
    """P-SHEET-2, P-EXCH-3"""
    done = play({"B": {"B4": "1R 1A 1CR"}}, {"B": [line]})
    assert done.pieces == {"B": {"B4": "1M"}}


def test_a_kind_named_twice_is_added_up() -> None:
    """P-SHEET-2"""
    done = play({"V": {"V4": "3T"}}, {"V": ["T+2T EV4 A"]})
    assert done.pieces == {"V": {"V4": "1A"}}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("2S V0 V4", "count-on-move"),
        ("1S V0 V4", "count-on-move"),
        ("S V0", "three-words"),
        ("S V0 V4 V8", "three-words"),
        ("S V9 V4", "no-such-place"),
        ("S V0 V9", "no-such-place"),
        ("S V0 S13", "no-such-place"),
        ("X V0 V4", "no-such-piece"),
        ("0P ERV S", "no-such-piece"),
        ("-2P ERV S", "no-such-piece"),
        ("2.0P ERV S", "no-such-piece"),
        ("99999999999999999999P ERV M", "no-such-piece"),
        ("² ERV S", "no-such-piece"),
        ("٢P ERV S", "no-such-piece"),
        ("ſ V0 V4", "no-such-piece"),
        ("S+ EV0 R", "no-such-piece"),
        ("3S EV9 R", "no-such-place"),
        ("3S E R", "no-such-place"),
        ("3S EV0 X", "no-such-piece"),
        ("2P ERV P", "cannot-make"),
        ("S V0 V4" + " " * 200, "too-long"),
    ],
)
def test_what_cannot_be_read_is_lost_and_changes_nothing(line: str, code: str) -> None:
    """P-SHEET-3"""
    before = {"V": {"V0": "5S", "RVV": "7P"}}
    done = play(before, {"V": [line, "2P ERV S"]})
    assert done.fates("V") == [code, None]
    assert done.pieces == {"V": {"V0": "5S", "RVV": "1S 5P"}}


def test_orders_are_executed_line_by_line() -> None:
    """P-SHEET-3"""
    too_early = play({"V": {"RVV": "2P"}}, {"V": ["S RV HQ", "2P ERV S"]})
    assert too_early.fates("V") == ["no-piece", None]
    in_turn = play({"V": {"RVV": "2P"}}, {"V": ["2P ERV S", "S RV HQ"]})
    assert in_turn.fates("V") == [None, None]


@pytest.mark.parametrize("referee", "VBJR")
@pytest.mark.parametrize("sides", [None, PAIRS], ids=["four", "two"])
def test_sheets_are_read_from_the_referee_clockwise(referee: str, sides: dict[str, str] | None) -> None:
    """P-SHEET-4"""
    pieces = {army: {f"HQ{army}": "1S"} for army in "VBJR"}
    orders = {army: [f"S HQ {army}8", "?"] for army in "RJBV"}
    done = play(pieces, orders, referee=referee, sides=sides)
    clockwise = "VBJRVBJR"["VBJR".index(referee) :][:4]
    assert [(e.army, e.line) for e in done.read] == [(a, n) for a in clockwise for n in (0, 1)]


def test_an_order_takes_a_piece_that_may_still_move() -> None:
    """P-SHEET-5"""
    orders = ["T V8 V4", "T V8 V4", "T V4 V0", "T V4 V0", "T V4 V0"]
    done = play({"V": {"V8": "2T", "V4": "2T"}}, {"V": orders})
    assert done.fates("V") == [None, None, None, None, "moved-already"]
    assert done.pieces == {"V": {"V4": "2T", "V0": "2T"}}


def test_the_story_shows_every_sheet_with_what_was_lost_and_why() -> None:
    """P-SHEET-7"""
    done = play({"V": {"V8": "1T"}}, {"V": [" t v8  b0 "], "B": ["boo"]})
    assert [(lost.army, lost.text, lost.column, lost.reason.code) for lost in done.told(Lost)] == [
        ("V", " t v8  b0 ", 7, "too-far"),
        ("B", "boo", 0, "three-words"),
    ]


def test_no_view_and_no_state_holds_a_sheet() -> None:
    """P-SHEET-7"""
    done = play({"V": {"V8": "1T"}}, {"V": ["T V8 V4"]})
    fields = {*POWER.view_type.__struct_fields__, *POWER.state_type.__struct_fields__}
    assert not fields & {"orders", "sheets", "lines", "story"}
    assert "T V8 V4" not in repr(done.after)


def test_pieces_on_the_way_block_nobody() -> None:
    """P-MOVE-1"""
    walls = {"V7": "9A", "V6": "9A", "V4": "9A"}
    done = play({"V": {"HQV": "1T"}, "B": {"V8": "9A", **walls}}, {"V": ["T HQ V5"]})
    assert done.fates("V") == [None]
    assert done.pieces["V"] == {"V5": "1T"}


@pytest.mark.parametrize(
    ("kind", "near", "far"),
    [
        ("S", "V4", "V0"),
        ("T", "V0", "IX"),
        ("R", "V6", "V3"),
        ("A", "V3", "IN"),
        ("C", "IX", "J1"),
        ("D", "S6", "V4"),
    ],
)
def test_a_piece_goes_as_far_as_its_range_and_no_farther(kind: str, near: str, far: str) -> None:
    """P-MOVE-1"""
    pieces = {"V": {"HQV": f"1{kind}", "RVV": "1P"}}
    assert play(pieces, {"V": [f"{kind} HQ {near}"]}).fates("V") == [None]
    lost = play(pieces, {"V": [f"{kind} HQ {far}"]})
    assert lost.fates("V") != [None]
    assert lost.pieces == {"V": {"HQV": f"1{kind}"}}


@pytest.mark.parametrize("kind", ["S", "T", "R", "A"])
def test_land_pieces_never_enter_a_sea_lane(kind: str) -> None:
    """P-MOVE-2"""
    done = play({"V": {"V0": f"1{kind}", "RVV": "1P"}}, {"V": [f"{kind} V0 S1"]})
    assert done.fates("V") == ["land-ground"]


@pytest.mark.parametrize("kind", ["S", "T", "R", "A"])
def test_land_pieces_stop_where_they_enter_an_island(kind: str) -> None:
    """P-MOVE-3"""
    done = play({"V": {"V0": f"2{kind}"}}, {"V": [f"{kind} V0 B0", f"{kind} V0 IX"]})
    assert done.fates("V") == ["must-stop", None]


def test_land_pieces_stop_where_they_enter_an_hq() -> None:
    """P-MOVE-3"""
    lanes = play({"V": {"B8": "1D", "B7": "1T"}}, {"V": ["T B7 HQB", "T HQB B6", "D B8 HQB"]})
    assert lanes.fates("V") == [None, "moved-already", None]


@pytest.mark.parametrize(("kind", "to"), [("S", "B4"), ("R", "J4"), ("T", "R6"), ("A", "V8")])
def test_land_pieces_leave_an_island_with_their_full_range(kind: str, to: str) -> None:
    """P-MOVE-3"""
    assert play({"V": {"IX": f"1{kind}"}}, {"V": [f"{kind} IX {to}"]}).fates("V") == [None]


@pytest.mark.parametrize("kind", ["C", "B"])
def test_air_pieces_fly_over_an_island_that_counts_as_one_sector(kind: str) -> None:
    """P-MOVE-4"""
    done = play({"V": {"V4": f"3{kind}"}}, {"V": [f"{kind} V4 HQB", f"{kind} V4 B8", f"{kind} V4 S1"]})
    assert done.fates("V") == ["too-far", None, "air-ground"]


@pytest.mark.parametrize("kind", ["D", "CR"])
def test_ships_use_lanes_coasts_islands_and_hqs_but_no_inland_sector(kind: str) -> None:
    """P-MOVE-5"""
    moves = {
        "S6": ("HQV", "V6", "IN"),
        "V6": ("V3", "S6", "V8"),
        "IN": ("S1", "S7", "V3"),
        "HQV": ("S5", "V8"),
    }
    for start, ends in moves.items():
        for end in ends:
            assert play({"V": {start: f"1{kind}"}}, {"V": [f"{kind} {start} {end}"]}).fates("V") == [None]
    for start, end in (("V6", "V4"), ("S6", "S5"), ("S6", "S1"), ("V6", "V5")):
        assert play({"V": {start: f"1{kind}"}}, {"V": [f"{kind} {start} {end}"]}).fates("V") != [None]


def test_leaving_the_reserve_is_the_one_move_of_the_round() -> None:
    """P-MOVE-6"""
    done = play({"V": {"RVV": "1C"}}, {"V": ["C RV HQ", "C HQ V8"]})
    assert done.fates("V") == [None, "moved-already"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("S RV HQB", "reserve-to-hq"),
        ("S RV RVB", "into-reserve"),
        ("S HQ RV", "into-reserve"),
        ("S RVB HQB", "no-piece"),
        ("P RV HQ", "never-moves"),
    ],
)
def test_reserves_open_on_their_own_hq_only_and_take_nobody_back(line: str, code: str) -> None:
    """P-MOVE-6"""
    done = play({"V": {"RVV": "1S 3P", "HQV": "1S"}, "B": {"RVB": "1S 1P"}}, {"V": [line, "2P ERV S"]})
    assert done.fates("V") == [code, None]


@pytest.mark.parametrize(("kind", "place"), [("S", "V0"), ("C", "IX"), ("D", "S4"), ("A", "HQV")])
def test_a_piece_is_not_ordered_to_where_it_stands(kind: str, place: str) -> None:
    """P-MOVE-7"""
    done = play({"V": {place: f"1{kind}", "RVV": "1P"}}, {"V": [f"{kind} {place} {place}"]})
    assert done.fates("V") == ["same-place"]


@pytest.mark.parametrize(("kind", "price"), [("S", 2), ("T", 3), ("C", 5), ("D", 10)])
def test_power_buys_each_group_1_piece_for_its_power(kind: str, price: int) -> None:
    """P-EXCH-1"""
    done = play({"V": {"RVV": f"{price}P"}}, {"V": [f"{price}P ERV {kind}"]})
    assert done.pieces == {"V": {"RVV": f"1{kind}"}}


@pytest.mark.parametrize(
    "line",
    ["20P ERV R", "30P ERV A", "25P ERV B", "50P ERV CR", "4P ERV S", "1P ERV S", "2P EHQ S", "2P ERVB S"],
)
def test_an_exchange_at_another_price_or_place_is_lost(line: str) -> None:
    """P-EXCH-1"""
    done = play({"V": {"RVV": "60P", "HQV": "1S"}, "B": {"RVB": "9P"}}, {"V": [line, "S HQ V8"]})
    assert done.fates("V")[0] is not None
    assert done.pieces["V"] == {"RVV": "60P", "V8": "1S"}


@pytest.mark.parametrize("line", ["2S EV4 R", "4S EV4 R", "3S EV4 A", "3S EV4 B", "3S+3T EV4 R"])
def test_an_exchange_takes_exactly_three_of_the_right_kind(line: str) -> None:
    """P-EXCH-2"""
    done = play({"V": {"V4": "5S 5T"}}, {"V": [line, "S V4 V8"]})
    assert done.fates("V") == ["three-of", None]


def test_a_missile_takes_a_hundred_or_more_and_gives_no_change() -> None:
    """P-EXCH-3"""
    done = play({"V": {"RVV": "3CR 20P"}}, {"V": ["3CR+5P ERV M", "2P ERV S"]})
    assert done.pieces == {"V": {"RVV": "1S 1M 13P"}}


def test_pieces_of_two_places_make_no_missile() -> None:
    """P-EXCH-3"""
    done = play({"V": {"V4": "1CR", "RVV": "50P 1CR"}}, {"V": ["2CR EV4 M", "CR+50P EV4 M", "CR+50P ERV M"]})
    assert done.fates("V") == ["not-enough", "not-enough", None]


def test_old_missiles_may_go_into_a_new_one() -> None:
    """P-EXCH-3"""
    done = play({"V": {"V4": "2CR 1M"}}, {"V": ["2CR+M EV4 M"]})
    assert done.pieces == {"V": {"V4": "1M"}}


def test_what_is_made_on_the_board_waits_and_what_is_made_in_the_reserve_does_not() -> None:
    """P-EXCH-4"""
    board = play({"V": {"HQV": "3C"}}, {"V": ["3C EHQ B", "B HQ V8"]})
    assert board.fates("V") == [None, "made-here"]
    home = play({"V": {"RVV": "3C"}}, {"V": ["3C ERV B", "B RV HQ", "B HQ V8"]})
    assert home.fates("V") == [None, None, "moved-already"]


def test_what_is_made_on_the_board_may_be_exchanged_again() -> None:
    """P-EXCH-4"""
    done = play({"V": {"V0": "6D"}}, {"V": ["3D EV0 CR", "3D EV0 CR", "2CR EV0 M", "M V0 IX"]})
    assert done.fates("V") == [None] * 4
    assert done.pieces == {}


@pytest.mark.parametrize(("small", "big"), GROUPS)
def test_no_order_breaks_group_2(small: str, big: str) -> None:
    """P-EXCH-5"""
    done = play({"V": {"RVV": f"1{big} 1P"}}, {"V": [f"{big} ERV {small}", f"1{big} ERV 3{small}"]})
    assert done.fates("V") == ["price", "no-such-piece"]
    assert done.pieces == {"V": {"RVV": f"1{big}"}}


def test_an_exchange_uses_the_piece_that_moved_and_falls_back_to_where_it_came_from() -> None:
    """P-EXCH-6"""
    done = play(
        {"V": {"V4": "3S", "V7": "1S"}, "B": {"V0": "1R 1S"}},
        {"V": ["S V7 V4", "3S EV4 R"], "B": ["R V0 V4", "S V0 V4"]},
    )
    assert done.pieces == {"V": {"V4": "1S", "V7": "1R"}, "B": {"V0": "1S 1R", "RVB": "1P"}}


def test_an_exchange_uses_the_latest_moved_first() -> None:
    """P-EXCH-6"""
    moves = ["S V7 V4", "S V6 V4", "S V8 V4", "S V1 V4"]
    done = play(
        {"V": {"V7": "1S", "V6": "1S", "V8": "1S", "V1": "1S"}, "B": {"V0": "1R 1S"}},
        {"V": [*moves, "3S EV4 R"], "B": ["R V0 V4", "S V0 V4"]},
    )
    assert done.pieces["V"] == {"V7": "1S", "V1": "1R"}


def test_of_several_kinds_used_the_latest_moved_decides_where_the_missile_falls_back() -> None:
    """P-EXCH-6"""
    done = play(
        {"B": {"B1": "1CR 1T", "B4": "1R", "B2": "1A"}, "V": {"B0": "1T"}},
        {"B": ["R B4 B1", "A B2 B1", "CR+R+A EB1 M"], "V": ["T B0 B1"]},
    )
    assert done.pieces == {"B": {"B1": "1T", "B2": "1M"}, "V": {"B0": "1T", "RVV": "1P"}}


def test_a_piece_made_of_a_made_one_remembers_its_journey() -> None:
    """P-EXCH-6"""
    orders = ["D S1 V0", "3D EV0 CR", "2CR EV0 M"]
    done = play(
        {"V": {"V0": "2D 1CR 1T", "S1": "1D"}, "B": {"IX": "1T"}},
        {"V": orders, "B": ["T IX V0"]},
    )
    assert done.pieces == {"V": {"V0": "1T", "S1": "1M"}, "B": {"IX": "1T"}}


def test_a_piece_made_of_pieces_that_did_not_move_does_not_fall_back() -> None:
    """P-EXCH-6"""
    done = play({"V": {"V4": "3T"}, "B": {"V0": "1A"}}, {"V": ["3T EV4 A"], "B": ["A V0 V4"]})
    assert done.pieces == {"V": {"V4": "1A"}, "B": {"V0": "1A", "RVB": "1P"}}


def test_a_missile_is_launched_and_never_moved() -> None:
    """P-MISS-1"""
    done = play({"V": {"RVV": "1M", "V4": "1S"}}, {"V": ["M RV HQ", "S V4 V8"]})
    assert done.told(Launched)[0].target == "HQV"
    assert done.pieces == {"V": {"V8": "1S"}}


@pytest.mark.parametrize("target", ["V4", "HQJ", "IX", "S12", "RVV", "RVJ"])
def test_a_missile_reaches_any_sector_and_any_reserve(target: str) -> None:
    """P-MISS-1"""
    pieces = {
        "V": {"V0": "1M", "RVV": "3P"},
        "J": {"J4": "1S", "HQJ": "1D", "RVJ": "2P", "S12": "1D", "IX": "1T"},
    }
    done = play(pieces, {"V": [f"M V0 {target}"], "J": ["S J4 J8"]})
    assert done.fates("V") == [None]
    assert all(target not in places for places in done.pieces.values())


def test_a_missile_is_launched_from_nowhere_but_its_place() -> None:
    """P-MISS-1"""
    done = play({"V": {"V4": "1M", "HQV": "1S"}, "B": {"B4": "1M"}}, {"V": ["M RV IX", "M B4 IX", "S HQ V8"]})
    assert done.fates("V") == ["no-piece", "no-piece", None]


def test_a_missile_at_its_own_sector_destroys_its_own_side() -> None:
    """P-MISS-2"""
    done = play({"V": {"V4": "2M 3S"}}, {"V": ["M V4 V4"]})
    assert done.pieces == {}
    assert done.told(Struck)[0].destroyed == {"V": (3, 0, 0, 0, 0, 0, 0, 0, 1, 0)}


def test_missiles_at_two_reserves_strike_together() -> None:
    """P-MISS-2"""
    done = play({"V": {"RVV": "1M 9P"}, "B": {"RVB": "1M 9P"}}, {"V": ["M RV RVB"], "B": ["M RV RVV"]})
    assert done.pieces == {}


def test_two_missiles_on_one_target_are_both_gone() -> None:
    """P-MISS-2"""
    done = play({"V": {"V4": "2M"}, "B": {"IX": "1S", "HQB": "1S"}}, {"V": ["M V4 IX"] * 2, "B": ["S HQ B8"]})
    assert [(s.target, s.launchers) for s in done.told(Struck)] == [("IX", ("V", "V"))]
    assert done.pieces == {"B": {"B8": "1S"}}


def test_missiles_strike_before_conflicts_and_flags_survive() -> None:
    """P-MISS-2"""
    done = play(
        {"V": {"RVV": "1M", "B4": "1S"}, "B": {"HQB": "9A", "B8": "1S"}},
        {"V": ["M RV HQB"], "B": ["S B8 B7"]},
    )
    assert done.pieces == {"V": {"B4": "1S", "RVV": "1P"}, "B": {"B7": "1S"}}
    assert done.after.flags["B"] == "B"


def test_what_falls_back_after_the_strike_is_safe() -> None:
    """P-MISS-2"""
    done = play(
        {"V": {"V0": "1T"}, "B": {"B0": "1T"}, "J": {"RVJ": "1M"}},
        {"V": ["T V0 IX"], "B": ["T B0 IX"], "J": ["M RV V0"]},
    )
    assert done.pieces == {"V": {"V0": "1T"}, "B": {"B0": "1T"}}


def test_making_and_launching_are_two_orders() -> None:
    """P-MISS-3"""
    done = play({"V": {"V4": "2CR"}, "B": {"IX": "1T", "RVB": "1P"}}, {"V": ["2CR EV4 M", "M V4 IX"]})
    assert [type(event) for event in done.read] == [Exchanged, Launched]
    assert done.pieces == {}


def test_a_waiting_missile_has_no_strength() -> None:
    """P-MISS-4"""
    done = play({"V": {"V4": "5M 1S"}, "B": {"V0": "1T"}}, {"V": ["S V4 V8"], "B": ["T V0 V4"]})
    assert done.pieces == {"V": {"V8": "1S"}, "B": {"V4": "1T", "RVB": "5M 1P"}}


def test_no_order_is_lost_to_a_missile() -> None:
    """P-MISS-5"""
    done = play(
        {"B": {"RVB": "1M"}, "V": {"HQV": "3S", "V8": "1T", "RVV": "2P"}},
        {"B": ["M RV HQV"], "V": ["3S EHQ R", "T V8 HQ", "2P ERV S", "S RV HQ"]},
    )
    assert done.fates("V") == [None] * 4
    assert done.pieces == {}


@pytest.mark.parametrize("lines", [[], [""], ["?"], ["T V8 B0"], ["S V0 V0", "2P ERV T"]])
def test_an_army_that_did_nothing_pays_1_power(lines: list[str]) -> None:
    """P-IDLE-1"""
    done = play({"V": {"V8": "1T", "V0": "1S", "RVV": "3P"}}, {"V": lines})
    assert done.pieces["V"]["RVV"] == "2P"


def test_one_executed_order_is_enough() -> None:
    """P-IDLE-1"""
    done = play({"V": {"V0": "1S", "RVV": "3P"}}, {"V": ["?", "?", "S V0 V4"]})
    assert done.pieces["V"]["RVV"] == "3P"


def test_with_two_players_each_army_pays_for_itself() -> None:
    """P-IDLE-1"""
    pieces = {"V": {"V0": "1S", "RVV": "3P"}, "B": {"B0": "1S", "RVB": "3P"}}
    done = play(pieces, {"V": ["S V0 V4"]}, sides=PAIRS)
    assert done.pieces == {"V": {"V4": "1S", "RVV": "3P"}, "B": {"B0": "1S", "RVB": "2P"}}


def test_the_price_is_paid_at_the_end_of_the_own_sheet() -> None:
    """P-IDLE-1"""
    pieces = {"V": {"RVV": "1P"}, "B": {"RVB": "1P", "B0": "1S"}}
    done = play(pieces, {"V": ["?"], "B": ["S B0 B4"]})
    assert [event.army for event in done.story if isinstance(event, Moved | Penalised)] == ["V", "B"]


@pytest.mark.parametrize(
    ("kind", "kept"),
    [
        ("S", "1P"),
        ("T", "2P"),
        ("C", "4P"),
        ("D", "9P"),
        ("R", "2S 1P"),
        ("A", "2T 2P"),
        ("B", "2C 4P"),
        ("CR", "2D 9P"),
    ],
)
@pytest.mark.parametrize("place", ["RVV", "HQV", "V3"])
def test_the_smallest_piece_is_broken_when_there_is_no_power(kind: str, kept: str, place: str) -> None:
    """P-IDLE-2"""
    assert play({"V": {place: f"1{kind}"}}, {}).pieces == {"V": {"RVV": kept}}


def test_smallest_means_least_power() -> None:
    """P-IDLE-3"""
    by_power = ["S", "T", "C", "D", "R", "B", "A", "CR"]
    for at, kind in enumerate(by_power):
        stack = " ".join(f"1{other}" for other in reversed(by_power[at:]))
        done = play({"V": {"V3": stack, "RVV": "1M"}}, {})
        assert [event.broken for event in done.told(Penalised)] == [kind]


IDLE_ORDER = [
    *("RVJ", "HQJ", "HQV", "HQB", "HQR"),
    *("V0", "V1", "V2", "V3", "V4", "V5", "V6", "V7", "V8"),
    *("B0", "B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8"),
    *("J0", "J1", "J2", "J3", "J4", "J5", "J6", "J7", "J8"),
    *("R0", "R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8"),
    *("IN", "IE", "IS", "IW", "IX"),
    *("S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9", "S10", "S11", "S12"),
]


@pytest.mark.parametrize("at", range(len(IDLE_ORDER)), ids=IDLE_ORDER)
def test_among_equals_the_place_decides_which_piece_is_broken(at: int) -> None:
    """P-IDLE-3"""
    pieces = {"J": dict.fromkeys(reversed(IDLE_ORDER[at:]), "1D")}
    assert [event.place for event in play(pieces, {}).told(Penalised)] == [IDLE_ORDER[at]]


def test_power_is_paid_before_any_piece_is_broken() -> None:
    """P-IDLE-3"""
    done = play({"V": {"RVV": "1S 1P"}}, {})
    assert done.pieces == {"V": {"RVV": "1S"}}


@pytest.mark.parametrize("pieces", [{}, {"V": {"V4": "2M", "RVV": "1M"}}])
def test_who_has_nothing_but_missiles_pays_nothing(pieces: dict[str, dict[str, str]]) -> None:
    """P-IDLE-3"""
    done = play(pieces, {})
    assert done.pieces == pieces
    assert not done.told(Penalised)


def test_sheets_of_armies_without_one_are_not_read() -> None:
    """P-SHEET-4"""
    before = position({"V": {"V0": "1S"}, "R": {"R0": "1S"}}, mercenary="R", eliminated=("B",))
    done = resolve(before, {"R": ["S R0 R4"], "B": ["S B0 B4"], "X": ["S X0 X4"], "V": ["S V0 V4"]})
    assert [event.army for event in done.read] == ["V"]
