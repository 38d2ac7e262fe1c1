"""Our own cases, rule by rule: ties, fights, Power, flags, and the end."""

import pytest

from protocol.views.power import Captured, Collected, Eliminated, Ended, FellBack, FlagTaken, Fought
from tests.kit.factories import PAIRS, play

HOME = {"V": "V0", "B": "B0", "J": "J0", "R": "R0"}


def test_movers_fall_back_and_the_resident_stays() -> None:
    """P-TIE-1, P-TIE-5"""
    done = play(
        {"V": {"IX": "1S", "V0": "1T"}, "J": {"J0": "1C"}},
        {"V": ["T V0 IX"], "J": ["C J0 IX"]},
    )
    assert done.pieces == {"V": {"IX": "1S", "V0": "1T"}, "J": {"J0": "1C"}}
    assert done.told(FellBack)[0].strengths == {"V": 5, "J": 5}


def test_movers_fall_back_each_to_where_it_came_from() -> None:
    """P-TIE-1"""
    done = play(
        {"V": {"V0": "1S", "R0": "1T"}, "B": {"B0": "1C"}},
        {"V": ["S V0 IX", "T R0 IX"], "B": ["C B0 IX"]},
    )
    assert done.pieces == {"V": {"V0": "1S", "R0": "1T", "RVV": "1P"}, "B": {"B0": "1C"}}


def test_a_deployed_piece_falls_back_into_its_reserve() -> None:
    """P-TIE-1"""
    done = play({"B": {"RVB": "1R"}, "V": {"B4": "1R"}}, {"B": ["R RV HQ"], "V": ["R B4 HQB"]})
    assert done.pieces == {"B": {"RVB": "1R"}, "V": {"B4": "1R", "RVV": "1P"}}
    assert done.after.flags["B"] == "B"


def test_ties_standing_at_once_fall_back_at_once() -> None:
    """P-TIE-2"""
    swap = {"V": ["T V0 IX"], "B": ["T IX V0"], "J": ["T J0 IX"], "R": ["T V1 V0"]}
    done = play({"V": {"V0": "1T"}, "B": {"IX": "1T"}, "J": {"J0": "1T"}, "R": {"V1": "1T"}}, swap)
    assert [(event.place, event.wave) for event in done.told(FellBack)] == [("V0", 1), ("IX", 1)]
    assert done.pieces["V"] == {"V0": "1T"}
    assert done.pieces["B"] == {"IX": "1T"}


def test_strengths_are_counted_anew_with_what_fell_back() -> None:
    """P-TIE-2"""
    done = play(
        {"V": {"V0": "1T 1S"}, "B": {"B0": "1T"}, "J": {"V1": "1C"}},
        {"V": ["T V0 IX"], "B": ["T B0 IX"], "J": ["C V1 V0"]},
    )
    assert [(event.place, event.wave) for event in done.told(FellBack)] == [("IX", 1), ("V0", 2)]
    assert done.pieces["V"] == {"V0": "1S 1T"}
    assert done.pieces["J"] == {"V1": "1C", "RVJ": "1P"}


def test_swapped_places_are_no_conflict() -> None:
    """P-TIE-2"""
    done = play({"V": {"V0": "1T"}, "B": {"IX": "1T"}}, {"V": ["T V0 IX"], "B": ["T IX V0"]})
    assert done.pieces == {"V": {"IX": "1T"}, "B": {"V0": "1T", "RVB": "1P"}}


def test_a_chain_of_ties_goes_home_link_by_link() -> None:
    """P-TIE-2, P-TIE-3"""
    done = play(
        {army: {home: "1C"} for army, home in HOME.items()},
        {"V": ["C V0 IX"], "J": ["C J0 IX"], "B": ["C B0 V0"], "R": ["C R0 B0"]},
    )
    waves = done.told(FellBack)
    assert [(event.place, event.wave) for event in waves] == [("IX", 1), ("V0", 2), ("B0", 3)]
    assert [[back.army for back in event.withdrawals] for event in waves] == [["V", "J"], ["B"], ["R"]]
    assert done.pieces == {army: {home: "1C"} for army, home in HOME.items()}
    assert not done.told(Captured)


def test_a_chain_breaks_where_one_link_is_stronger() -> None:
    """P-TIE-2, P-FIGHT-1"""
    done = play(
        {"V": {"V0": "1C"}, "J": {"J0": "1C"}, "B": {"B0": "1B"}, "R": {"R0": "1C"}},
        {"V": ["C V0 IX"], "J": ["C J0 IX"], "B": ["B B0 V0"], "R": ["C R0 B0"]},
    )
    assert done.pieces == {
        "B": {"V0": "1B", "RVB": "1C 1P"},
        "J": {"J0": "1C"},
        "R": {"B0": "1C", "RVR": "1P"},
    }


def test_a_piece_back_home_stays_in_a_second_tie_and_the_other_withdraws() -> None:
    """P-TIE-3"""
    done = play(
        {"V": {"IX": "1T"}, "B": {"B0": "1T"}, "J": {"J0": "1T"}},
        {"V": ["T IX B2"], "B": ["T B0 B2"], "J": ["T J0 IX"]},
    )
    assert done.pieces == {"V": {"IX": "1T"}, "B": {"B0": "1T"}, "J": {"J0": "1T"}}


def test_four_tied_sides_all_fall_back() -> None:
    """P-TIE-4"""
    done = play(
        {army: {home: "1T"} for army, home in HOME.items()},
        {army: [f"T {home} IX"] for army, home in HOME.items()},
    )
    assert done.pieces == {army: {home: "1T"} for army, home in HOME.items()}
    assert len(done.told(FellBack)) == 1


def test_the_weaker_pair_falls_back_after_the_stronger_if_tied_too() -> None:
    """P-TIE-4"""
    kinds = {"V": "C", "B": "T", "J": "C", "R": "T"}
    done = play(
        {army: {HOME[army]: f"1{kind}"} for army, kind in kinds.items()},
        {army: [f"{kind} {HOME[army]} IX"] for army, kind in kinds.items()},
    )
    assert [set(event.strengths) for event in done.told(FellBack)] == [{"V", "B", "J", "R"}, {"B", "R"}]
    assert done.pieces == {army: {HOME[army]: f"1{kind}"} for army, kind in kinds.items()}


def test_two_tied_below_a_stronger_one_are_both_taken() -> None:
    """P-TIE-4, P-FIGHT-1"""
    done = play(
        {"V": {"V0": "1A"}, "B": {"B0": "1T"}, "R": {"R0": "1T"}},
        {"V": ["A V0 IX"], "B": ["T B0 IX"], "R": ["T R0 IX"]},
    )
    assert done.pieces == {"V": {"IX": "1A", "RVV": "2T"}}
    assert not done.told(FellBack)


def test_what_stays_of_a_tied_side_is_counted_anew_against_the_rest() -> None:
    """P-TIE-5"""
    done = play(
        {"V": {"IX": "1T", "V0": "1S"}, "B": {"B0": "1C"}, "J": {"J0": "1T"}},
        {"V": ["S V0 IX"], "B": ["C B0 IX"], "J": ["T J0 IX"]},
    )
    assert [event.strengths for event in done.told(FellBack)] == [{"V": 5, "B": 5, "J": 3}, {"V": 3, "J": 3}]
    assert done.pieces == {"V": {"IX": "1T", "V0": "1S"}, "B": {"B0": "1C"}, "J": {"J0": "1T"}}


def test_what_stays_of_a_tied_side_may_be_taken_by_a_third() -> None:
    """P-TIE-5"""
    done = play(
        {"V": {"IX": "1S", "V0": "1A"}, "B": {"B0": "1A 1S"}, "J": {"J0": "1T"}},
        {"V": ["A V0 IX"], "B": ["A B0 IX", "S B0 IX"], "J": ["T J0 IX"]},
    )
    assert done.pieces == {"V": {"V0": "1A"}, "B": {"B0": "1S 1A"}, "J": {"IX": "1T", "RVJ": "1S"}}


def test_missiles_alone_tie_at_nothing_and_the_newer_falls_back() -> None:
    """P-TIE-1, P-MISS-4"""
    done = play(
        {"V": {"IX": "1M", "V0": "1S"}, "B": {"B0": "1R 1A", "S2": "1CR"}},
        {"V": ["S V0 V4"], "B": ["R B0 IX", "A B0 IX", "CR S2 IX", "R+A+CR EIX M"]},
    )
    assert [event.strengths for event in done.told(FellBack)] == [{"V": 0, "B": 0}]
    assert done.pieces == {"V": {"IX": "1M", "V4": "1S"}, "B": {"S2": "1M"}}


def test_prisoners_of_all_kinds_change_colour_and_go_to_the_reserve() -> None:
    """P-FIGHT-1"""
    done = play(
        {"V": {"V0": "1B"}, "B": {"IX": "1S 1M", "HQB": "1S"}, "J": {"J0": "1D"}, "R": {"R0": "1T"}},
        {"V": ["B V0 IX"], "B": ["S HQ B8"], "J": ["D J0 IX"], "R": ["T R0 IX"]},
    )
    assert done.pieces == {"V": {"IX": "1B", "RVV": "1S 1T 1D 1M"}, "B": {"B8": "1S"}}
    assert [event.winner for event in done.told(Fought)] == ["V"]


def test_a_fight_is_one_sector_and_strengths_do_not_carry_over() -> None:
    """P-FIGHT-1"""
    done = play(
        {"V": {"IX": "1S", "V0": "9A"}, "B": {"B0": "1T"}},
        {"V": ["A V0 V4"], "B": ["T B0 IX"]},
    )
    assert done.pieces["B"] == {"IX": "1T", "RVB": "1S"}


def test_each_enemy_territory_pays_once_and_three_are_the_most() -> None:
    """P-POW-1"""
    pieces = {"V": {"B0": "3S", "B1": "1S", "J0": "1M", "R0": "1D", "V4": "2S"}}
    done = play(pieces, {"V": ["S V4 V8"]})
    assert [(event.army, event.territories) for event in done.told(Collected)] == [("V", ("B", "J", "R"))]
    assert done.pieces["V"]["RVV"] == "3P"


def test_power_is_collected_after_captures() -> None:
    """P-POW-1"""
    done = play({"V": {"B0": "1S"}, "B": {"B1": "1T"}}, {"V": ["S B0 B2"], "B": ["T B1 B2"]})
    assert not done.told(Collected)


def test_a_flag_lost_this_round_still_pays_for_its_territory() -> None:
    """P-POW-1, P-FLAG-2"""
    done = play({"V": {"B4": "1S", "B0": "1T"}}, {"V": ["S B4 HQB"]})
    assert done.pieces == {"V": {"HQB": "1S", "B0": "1T", "RVV": "1P"}}


@pytest.mark.parametrize("place", ["V0", "HQB", "HQV", "IX", "IN", "S1"])
def test_nothing_is_paid_at_home_at_sea_on_islands_and_in_hqs(place: str) -> None:
    """P-POW-2"""
    assert not play({"V": {place: "2D"}}, {}).told(Collected)


def test_the_land_of_an_eliminated_army_pays_nobody() -> None:
    """P-POW-2, P-FLAG-4"""
    done = play({"V": {"B0": "1S"}, "J": {"B3": "1S"}}, {}, eliminated=("B",), flags={"B": "J"})
    assert not done.told(Collected)


@pytest.mark.parametrize(
    ("kind", "taken"), [("S", True), ("R", True), ("T", False), ("A", False), ("C", False)]
)
def test_only_foot_soldiers_take_a_flag(kind: str, taken: bool) -> None:
    """P-FLAG-1"""
    done = play({"V": {"B8": f"1{kind}"}}, {"V": [f"{kind} B8 HQB"]})
    assert (done.after.flags["B"] == "V") is taken


def test_tanks_that_win_an_hq_open_it_to_a_soldier_beside_them() -> None:
    """P-FLAG-1"""
    done = play(
        {"V": {"B8": "1A 1S"}, "B": {"HQB": "2D", "B0": "1T"}},
        {"V": ["A B8 HQB", "S B8 HQB"], "B": ["T B0 B1"]},
    )
    assert done.pieces == {"V": {"HQB": "1S 1A", "RVV": "1T 2D"}}
    assert done.after.eliminated == ("B",)


def test_a_soldier_already_there_takes_the_flag_once_it_stands_alone() -> None:
    """P-FLAG-1"""
    done = play({"V": {"HQB": "1R", "V0": "1S"}, "B": {"RVB": "3P"}}, {"V": ["S V0 V4"]})
    assert done.after.flags["B"] == "V"


def test_the_captor_gets_board_reserve_power_and_flags_of_the_loser() -> None:
    """P-FLAG-2"""
    done = play(
        {"V": {"B4": "1S"}, "B": {"RVB": "3P 1M", "IX": "1CR", "V5": "2T"}},
        {"V": ["S B4 HQB"], "B": ["T V5 V2"]},
        eliminated=("J",),
        flags={"J": "B"},
    )
    taken = done.told(FlagTaken)[0]
    assert (taken.captor, taken.loser, taken.flags) == ("V", "B", ("B", "J"))
    assert done.pieces == {"V": {"HQB": "1S", "RVV": "2T 1CR 1M 4P"}}
    assert [event.army for event in done.told(Eliminated)] == ["B"]
    assert done.after.flags == {"V": "V", "B": "V", "J": "V", "R": "R"}


@pytest.mark.parametrize(("referee", "captor", "loser"), [("V", "V", "B"), ("B", "B", "V"), ("J", "V", "B")])
def test_of_two_who_take_each_other_the_one_read_first_does(referee: str, captor: str, loser: str) -> None:
    """P-FLAG-3"""
    done = play(
        {"V": {"B4": "1S"}, "B": {"V4": "1S"}},
        {"V": ["S B4 HQB"], "B": ["S V4 HQV"]},
        referee=referee,
    )
    assert done.after.flags == {"V": "V", "B": "B", "J": "J", "R": "R"} | {loser: captor}


@pytest.mark.parametrize(("referee", "holder_of_j"), [("V", "J"), ("B", "V")])
def test_an_army_taken_earlier_takes_nothing(referee: str, holder_of_j: str) -> None:
    """P-FLAG-3"""
    done = play(
        {"V": {"B4": "1S"}, "B": {"J4": "1S"}, "J": {"J0": "1T"}},
        {"V": ["S B4 HQB"], "B": ["S J4 HQJ"], "J": ["T J0 J1"]},
        referee=referee,
    )
    assert done.after.flags["B"] == "V"
    assert done.after.flags["J"] == holder_of_j
    assert done.after.eliminated == (("B",) if referee == "V" else ("B", "J"))


def test_one_army_takes_two_flags_in_a_round() -> None:
    """P-FLAG-3"""
    done = play({"V": {"B4": "1S", "R4": "1S"}}, {"V": ["S B4 HQB", "S R4 HQR"]})
    assert done.after.flags == {"V": "V", "B": "V", "J": "J", "R": "V"}


def test_an_hq_without_its_flag_has_nothing_to_take() -> None:
    """P-FLAG-4"""
    done = play({"V": {"B4": "1S"}}, {"V": ["S B4 HQB"]}, eliminated=("B",), flags={"B": "R"})
    assert done.after.flags["B"] == "R"
    assert not done.told(FlagTaken)


def test_the_last_side_wins_at_once() -> None:
    """P-END-1"""
    done = play(
        {"V": {"R4": "1S", "J4": "1S"}, "R": {"R0": "1T"}},
        {"V": ["S R4 HQR", "S J4 HQJ"], "R": ["T R0 R4"]},
        eliminated=("B",),
        flags={"B": "V"},
    )
    assert done.after.winner == "V"
    assert done.after.over
    assert done.told(Ended)[0].reason == "last-side"


def test_the_game_goes_on_while_two_sides_stand() -> None:
    """P-END-1"""
    done = play({"V": {"B4": "1S"}}, {"V": ["S B4 HQB"]})
    assert not done.after.over
    assert not done.told(Ended)


def test_after_the_last_round_power_counts_one_and_missiles_nothing() -> None:
    """P-END-3"""
    done = play(
        {"V": {"V4": "1R", "RVV": "4P"}, "B": {"B4": "1R 9M", "RVB": "1T"}},
        {"V": ["R V4 V8"], "B": ["R B4 B8"]},
        last=True,
    )
    assert done.told(Ended)[0].powers == {"V": 24, "B": 23, "J": 0, "R": 0}
    assert done.after.winner == "V"


def test_equal_power_and_equal_flags_are_a_draw() -> None:
    """P-END-3"""
    done = play({"V": {"V4": "1T"}, "B": {"B4": "1T"}}, {"V": ["T V4 V8"], "B": ["T B4 B8"]}, last=True)
    assert done.after.over
    assert done.after.winner is None


@pytest.mark.parametrize(("holder", "winner"), [("B", "VB"), ("R", "JR"), ("V", "VB")])
def test_allies_add_up_their_power_and_their_flags_at_the_end(holder: str, winner: str) -> None:
    """P-END-3"""
    pieces = {"V": {"V4": "1T"}, "B": {"B4": "1S"}, "R": {"R4": "1C"}}
    orders = {"V": ["T V4 V8"], "B": ["S B4 B8"], "R": ["C R4 R8"]}
    done = play(pieces, orders, sides=PAIRS, last=True, eliminated=("J",), flags={"J": holder, "V": "V"})
    assert done.told(Ended)[0].powers == {"VB": 5, "JR": 5}
    if holder == "R":
        assert done.after.winner is None
    else:
        assert done.after.winner == winner


def test_mercenaries_do_not_win_by_the_clock() -> None:
    """P-END-3, P-THREE-1"""
    done = play(
        {"V": {"V4": "1T"}, "B": {"B4": "1S"}, "R": {"R4": "9CR"}},
        {"V": ["T V4 V8"], "B": ["S B4 B8"]},
        mercenary="R",
        last=True,
    )
    assert done.told(Ended)[0].powers == {"V": 3, "B": 2, "J": 0}
    assert done.after.winner == "V"
