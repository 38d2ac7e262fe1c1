"""A turn's sheet: offers, reinforcements, mutations, moves, and who controls what."""

import pytest

from protocol.views.strategiksa import (
    Answered,
    BattleBegun,
    Clashed,
    Ended,
    Moved,
    Mutated,
    Offered,
    Reinforced,
    TurnBegun,
    TurnEnded,
)
from server.games.strategiksa import STRATEGIKSA
from tests.kit.strategiksa import Step, position, start, text, turn

HOME = {"A1": "1R", "B1": "2I", "B2": "2C"}
"""A zone under control, with a king."""


def test_an_offer_is_put_to_the_other_player_before_the_turn_goes_on() -> None:
    """K-TURN-1"""
    asked = turn({"V": HOME}, "vassal B")
    assert asked.told(Offered) == [Offered("V", 0, "vassal B", "B")]
    assert asked.owes == ("answer", "B", "B")
    refused = asked.write("no")
    assert refused.told(Answered) == [Answered("V", "B", None)]
    assert refused.owes == ("turn", "V", "V")
    assert refused.pieces["V"] == HOME


def test_an_accepted_offer_takes_the_king_off_and_the_turn_goes_on_without_reinforcements() -> None:
    """K-TURN-1"""
    sworn = turn({"V": HOME}, "vassal B").write("yes")
    assert sworn.told(Answered) == [Answered("V", "B", "A1")]
    assert "A1" not in sworn.pieces["V"]
    assert (sworn.after.lords["V"], sworn.after.directors["V"], sworn.after.vassals) == ("B", "V", ("V",))
    assert sworn.owes == ("turn", "V", "V")
    moved = sworn.write("+I B1", "I B1 C2", "vassal J")
    assert moved.lost == ["fallen-colour", "vassal-already"]
    assert moved.at("C2") == {"V": "1I"}


def test_a_wounded_king_is_taken_off_too() -> None:
    """K-TURN-1"""
    assert turn({"V": {"A1": "1R*", "B1": "1I"}}, "vassal B").write("yes").pieces["V"] == {"B1": "1I"}


def test_the_turn_of_a_player_who_had_only_a_king_ends_with_the_oath() -> None:
    """K-TURN-1"""
    sworn = turn({"V": {"A1": "1R"}}, "vassal B").write("yes")
    assert sworn.told(TurnEnded) == [TurnEnded("V", 1, {"B": 0, "J": 0})]
    assert sworn.owes == ("turn", "B", "B")
    assert (sworn.after.lords["V"], sworn.after.vassals, sworn.after.asked) == ("B", ("V",), None)
    assert turn({"V": {"A1": "1R"}}, "vassal B").write("no").owes == ("turn", "V", "V")


def test_a_suzerain_offers_nothing_in_the_turn_of_a_fallen_colour() -> None:
    """K-TURN-1"""
    pieces = {"V": HOME, "O": {"E5": "3I"}}
    assert turn(pieces, "vassal B", of="O", suzerains={"O": "V"}, vassals=[]).lost == ["offer-own-turn"]
    assert turn(pieces, "vassal B", of="O", suzerains={"O": "V"}).lost == ["vassal-already"]


def test_a_suzerain_who_offers_takes_the_vassals_along() -> None:
    """K-TURN-1"""
    pieces = {"V": HOME, "O": {"E5": "3I"}}
    sworn = turn(pieces, "vassal B", suzerains={"O": "V"}).write("yes")
    assert sworn.after.lords == {"V": "B", "B": "B", "J": "J", "O": "B"}
    assert set(sworn.after.vassals) == {"V", "O"}


def test_an_unanswered_offer_is_declined() -> None:
    """K-TURN-1"""
    assert turn({"V": HOME}, "vassal B").write().told(Answered) == [Answered("V", "B", None)]


@pytest.mark.parametrize(
    ("lines", "codes"),
    [
        (["vassal V"], ["no-such-suzerain"]),
        (["vassal O"], ["no-such-suzerain"]),
        (["vassal T"], ["no-such-suzerain"]),
        (["vassal X"], ["no-such-colour"]),
        (["I B1 C1", "vassal B"], ["offer-first"]),
        (["vassal B", "I B1 C1", "vassal J"], ["after-offer", "after-offer"]),
    ],
    ids=str,
)
def test_an_offer_is_the_first_and_only_line_and_goes_to_a_king(lines: list[str], codes: list[str]) -> None:
    """K-TURN-1"""
    assert turn({"V": HOME, "O": {"E5": "1I"}}, *lines, suzerains={"O": "B"}).lost == codes


def test_only_one_offer_is_made_in_a_turn() -> None:
    """K-TURN-1"""
    again = turn({"V": HOME}, "vassal B").write("no").write("vassal J", "I B1 C1")
    assert again.lost == ["asked-already"]
    assert again.owes == ("turn", "B", "B")


def test_the_last_rival_who_swears_ends_the_game() -> None:
    """K-TURN-1, K-END-1"""
    done = Step(position({"V": HOME, "J": {}}, gone=["J"])).write("vassal B").write("yes")
    assert done.told(Ended) == [Ended("supremacy", "B", ("V",), {"B": 1})]


def test_each_zone_brings_one_reinforcement_and_cavalry_takes_two() -> None:
    """K-TURN-2"""
    pieces = {"V": {**HOME, "C1": "1I", "C2": "1I", "E1": "1I", "E2": "1I"}}
    done = turn(pieces, "+C A2", "+S E1", "+I E1")
    assert done.lost == ["too-few-left"]
    assert [(event.cell, text(event.stack)) for event in done.told(Reinforced)] == [
        ("A2", "1C"),
        ("E1", "1S"),
    ]
    assert done.at("E1") == {"V": "1I 1S"}


def test_reinforcements_may_stand_on_any_cell_of_a_zone_a_vassal_holds() -> None:
    """K-TURN-2"""
    pieces = {"V": HOME, "O": {"E5": "1I", "F5": "1I", "G5": "1I"}}
    done = turn(pieces, "+I F6", "+A G5", suzerains={"O": "V"})
    assert done.lost == ["not-friendly"]
    assert done.at("F6") == {"V": "1I"}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("+R A1", "no-new-king"),
        ("+I C1", "not-friendly"),
        ("+2I A1", "too-few-left"),
        ("+C A1", "too-few-left"),
        ("+I* A1", "no-such-piece"),
        ("+I K1", "no-such-cell"),
        ("+ A1", "no-such-piece"),
        ("+I", "turn-words"),
    ],
)
def test_an_impossible_reinforcement_is_lost(line: str, code: str) -> None:
    """K-TURN-2"""
    assert turn({"V": HOME}, line).lost == [code]


def test_reinforcements_that_are_not_used_are_lost() -> None:
    """K-TURN-2"""
    circle = turn({"V": HOME}).write().write()
    assert circle.owes == ("turn", "V", "V")
    assert circle.told(TurnBegun) == [TurnBegun("V", 4, "V", 1)]


def test_cavalry_new_and_old_turns_into_foot_or_archers() -> None:
    """K-TURN-3"""
    pieces = {"V": {**HOME, "C1": "1I", "C2": "1I"}}
    done = turn(pieces, "+C B2", "2C>A B2", "C>I B2")
    assert done.at("B2") == {"V": "1I 2A"}
    assert [text(event.used) for event in done.told(Mutated)] == ["2C", "1C"]


def test_a_wounded_horseman_makes_a_wounded_foot_soldier() -> None:
    """K-TURN-3"""
    pieces = {"V": {"A1": "1R 1C 2C*"}}
    assert turn(pieces, "C*>I A1").at("A1") == {"V": "1R 1C 1I* 1C*"}
    assert turn(pieces, "3C>A A1").at("A1") == {"V": "1R 1A 2A*"}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("I>C B1", "no-such-mutation"),
        ("C>S B2", "no-such-mutation"),
        ("C>R B2", "no-such-mutation"),
        ("3C>I B2", "not-enough"),
        ("C*>I B2", "no-piece"),
        ("C>I B1", "no-piece"),
        ("C>I Z1", "no-such-cell"),
        ("0C>I B2", "no-such-piece"),
        (">I B2", "no-such-piece"),
    ],
)
def test_an_impossible_mutation_is_lost(line: str, code: str) -> None:
    """K-TURN-3"""
    assert turn({"V": HOME}, line).lost == [code]


def test_parts_of_a_sheet_that_come_too_late_are_lost() -> None:
    """K-TURN-3, K-TURN-4"""
    done = turn({"V": HOME}, "C>I B2", "+I A1", "I B1 C1", "C>I B2", "+I A1")
    assert done.lost == ["too-late-put", "too-late-mutation", "too-late-put"]


def test_moves_are_made_in_the_order_written_and_a_piece_moves_once() -> None:
    """K-TURN-4"""
    done = turn({"V": {"A1": "1R 1I", "B1": "1I"}}, "I A1 B1", "2I B1 C1", "I B1 C1", "I B1 C1")
    assert done.lost == ["not-enough", "moved-already"]
    assert done.pieces["V"] == {"A1": "1R", "B1": "1I", "C1": "1I"}


def test_a_reinforcement_may_move_in_its_turn() -> None:
    """K-TURN-4"""
    assert turn({"V": HOME}, "+A A1", "A A1 B1").at("B1") == {"V": "2I 1A"}


def test_a_plain_letter_takes_the_unwounded_first_and_a_star_the_wounded_only() -> None:
    """K-TURN-4"""
    pieces = {"V": {"A1": "1R 2I 2I*"}}
    done = turn(pieces, "3I A1 B1")
    assert done.at("B1") == {"V": "2I 1I*"}
    starred = turn(pieces, "I* A1 B1", "2I* A1 B2")
    assert starred.lost == ["not-enough"]
    assert starred.at("B1") == {"V": "1I*"}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("I B1 D1", "too-far"),
        ("C B2 E2", "too-far"),
        ("I B1 B1", "same-cell"),
        ("A B1 C1", "no-piece"),
        ("3I B1 C1", "not-enough"),
        ("I I1 I2", "no-piece"),
        ("I B1 K1", "no-such-cell"),
        ("I Ｂ1 C1", "no-such-cell"),
        ("Q B1 C1", "no-such-piece"),
        ("I B1", "turn-words"),
        ("attack at dawn", "no-such-piece"),
        ("x" * 121, "too-long"),
        ("C B2 D4", "no-way"),
    ],
)
def test_an_impossible_move_is_lost(line: str, code: str) -> None:
    """K-TURN-4"""
    assert turn({"V": HOME, "B": {"I1": "1R 1I", "C3": "1I"}}, line).lost == [code]


def test_entering_an_enemys_cell_opens_one_battle_however_many_come() -> None:
    """K-TURN-4"""
    pieces = {"V": {"A1": "1R", "E4": "2I", "D5": "1A"}, "B": {"I1": "1R", "E5": "2C"}}
    done = turn(pieces, "I E4 E5", "A D5 E5", "I E4 E5", "I E5 E6")
    assert done.told(Clashed) == [Clashed("E5", "V", "B")]
    assert done.lost == ["moved-already"]
    assert [move.to for move in done.told(Moved)] == ["E5", "E5", "E5"]


def test_battles_are_fought_after_all_moves_in_the_order_in_which_they_were_opened() -> None:
    """K-TURN-5"""
    pieces = {
        "V": {"A1": "1R", "E4": "1I", "H8": "1I", "C9": "1I"},
        "B": {"I1": "1R", "E5": "1C", "H9": "1C", "C10": "1C"},
    }
    done = turn(pieces, "I H8 H9", "I C9 C10", "I E4 E5")
    assert [event.cell for event in done.told(BattleBegun)] == ["H9", "C10", "E5"]
    kinds = [type(event) for event in done.story]
    assert kinds.index(BattleBegun) > max(at for at, kind in enumerate(kinds) if kind is Moved)
    assert done.owes == ("turn", "B", "B")


def test_control_is_told_at_the_end_of_every_turn() -> None:
    """K-TURN-6"""
    done = turn({"V": HOME}, "C B2 D1", "I B1 C2")
    assert done.told(TurnEnded) == [TurnEnded("V", 1, {"V": 2, "B": 0, "J": 0})]
    assert done.view.zones == {"A1": "V", "C1": "V"}


def test_who_directs_more_than_fifty_receives_nothing() -> None:
    """K-TURN-7"""
    just = turn({"V": {"A1": "1R 39I", "B1": "4C", "C1": "1I", "D1": "1C"}}, "+I A1", "+I A1")
    assert not just.lost
    over = turn({"V": {"A1": "1R 40I", "B1": "5C 1S"}}, "+I A1")
    assert over.lost == ["over-fifty"]
    assert Step(position({"V": {"A1": "1R 51I", "B1": "1I"}})).view.reinforcements == 0


def test_pieces_that_vassals_direct_do_not_count_but_those_one_directs_oneself_do() -> None:
    """K-TURN-7"""
    pieces = {"V": HOME, "O": {"E5": "50I"}}
    assert not turn(pieces, "+I A1", suzerains={"O": "V"}).lost
    assert turn(pieces, "+I A1", suzerains={"O": "V"}, vassals=[]).lost == ["over-fifty"]


def test_giving_a_colour_away_first_makes_room_for_reinforcements() -> None:
    """K-TURN-7"""
    pieces = {"V": HOME, "O": {"E5": "50I"}}
    assert not turn(pieces, "direct O O", "+I A1", suzerains={"O": "V"}, vassals=[]).lost


@pytest.mark.parametrize("word", ["direct O V", "direct P V", "dismiss O", "dismiss P"])
def test_who_has_been_reinforced_takes_no_troops_over_that_lift_them_above_fifty(word: str) -> None:
    """K-TURN-7"""
    pieces = {"V": HOME, "O": {"E5": "50I"}, "P": {"G7": "50I"}}
    service = {"O": "V", "P": "V"}
    late = turn(pieces, "+I A1", word, suzerains=service)
    assert late.lost == ["reinforced-already"]
    assert late.after.directors == {"V": "V", "B": "B", "J": "J", "O": "O", "P": "P"}
    assert not turn(pieces, word, suzerains=service).lost
    assert turn(pieces, word, "+I A1", suzerains=service).lost == ["over-fifty"]


def test_a_sheet_that_makes_room_cannot_take_it_back() -> None:
    """K-TURN-7"""
    pieces = {"V": HOME, "O": {"E5": "50I"}}
    trick = turn(pieces, "direct O O", "+I A1", "direct O V", suzerains={"O": "V"}, vassals=[])
    assert trick.lost == ["reinforced-already"]
    assert (trick.at("A1"), trick.after.directors["O"]) == ({"V": "1R 1I"}, "O")


def test_who_has_been_reinforced_may_take_over_what_there_is_room_for() -> None:
    """K-TURN-7: seven of one's own and forty-three of orange's are just fifty."""
    pieces = {"V": HOME, "O": {"E5": "43I"}, "P": {"G7": "1I"}}
    service = {"O": "V", "P": "V"}
    assert not turn(pieces, "+I A1", "direct O V", suzerains=service).lost
    over = turn(pieces, "+I A1", "direct O V", "direct P V", suzerains=service)
    assert over.lost == ["reinforced-already"]
    assert not turn(pieces, "+I A1", "direct O P", "dismiss O", "recall O", suzerains=service).lost


def test_talk_is_free_in_every_phase() -> None:
    """K-TURN-8"""
    steps = [
        Step(start(3)),
        turn({"V": HOME}),
        turn({"V": HOME}, "vassal B"),
        turn({"V": {"A1": "1R 1I 1C"}, "B": {"I1": "1R", "B1": "1I 1C"}}, "I A1 B1", "C A1 B1"),
        turn({"V": {"A1": "1R"}, "B": {"B1": "1R*"}, "J": {}}, "R A1 B1", gone=["J"]),
    ]
    phases = [STRATEGIKSA.phase(step.after) for step in steps if step.after.stage != "over"]
    assert [phase.key for phase in phases] == ["placement", "turn", "answer", "battle"]
    assert not any(phase.quiet for phase in phases)


def test_the_turn_of_a_fallen_colour_brings_no_reinforcements() -> None:
    """K-TURN-9"""
    pieces = {"V": HOME, "B": {"E5": "1I", "F5": "1I"}}
    done = turn(pieces, "+I E5", "+I A1", of="B", suzerains={"B": "V"})
    assert done.lost == ["fallen-colour", "fallen-colour"]


def test_zones_of_the_whole_side_bring_pieces_of_the_suzerains_colour() -> None:
    """K-TURN-9"""
    pieces = {"V": HOME, "B": {"E5": "1I", "F5": "1I"}}
    done = turn(pieces, "+2I E5", suzerains={"B": "V"})
    assert done.at("E5") == {"V": "2I", "B": "1I"}


def test_a_player_who_directs_two_colours_writes_a_sheet_for_each_in_its_turn() -> None:
    """K-VASSAL-5"""
    state = position({"V": HOME, "B": {"E5": "1I"}}, suzerains={"B": "V"}, vassals=[])
    first = Step(state).write("I B1 C1")
    assert first.owes == ("turn", "V", "B")
    assert first.view.colours == ("V", "B")
    assert first.write("I E5 E6").owes == ("turn", "J", "J")


def test_lines_beyond_the_sheet_are_lost_and_blank_ones_are_not() -> None:
    """K-TURN-4"""
    assert turn({"V": HOME}, "", "  ", "I B1 C1").lost == []
    assert turn({"V": HOME}, *[""] * 200, "I B1 C1").lost == ["sheet-full"]
