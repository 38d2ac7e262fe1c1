"""Review and suggestions, from a seat's view."""

import pytest

from protocol.notes import Fault
from protocol.texts import catalogue
from protocol.views.strategiksa import Duelled
from server.games.strategiksa import STRATEGIKSA, notation
from tests.kit.strategiksa import Step, battle, position, start, turn

HOME = {"A1": "1R", "B1": "2I 1I*", "B2": "2C"}
SERVICE = {"V": HOME, "O": {"G7": "3I"}, "P": {"G9": "3I"}}


def offered(step: Step, text: str = "", *above: str) -> list[str]:
    _, _, sheet = step.owes
    return [offer.text for offer in STRATEGIKSA.suggest(step.view, sheet, above, text)]


def meant(step: Step, text: str = "") -> dict[str, str]:
    """What each offer means, in English."""
    found = STRATEGIKSA.suggest(step.view, step.owes[2], (), text)
    return {offer.text: catalogue("strategiksa", "en").say(offer.gloss) for offer in found}


def about(step: Step) -> str:
    note = STRATEGIKSA.phase(step.after).about
    return catalogue("strategiksa", "en").say(note) if note else ""


def faults(step: Step, *lines: str) -> list[Fault]:
    return list(STRATEGIKSA.review(step.view, step.owes[2], lines))


def test_a_review_points_to_line_and_word() -> None:
    step = Step(position({"V": HOME}))
    found = faults(step, "I B1 C1", "", "I B1 J9", "+I A1", "fly")
    assert [(fault.line, fault.column, fault.code) for fault in found] == [
        (2, 5, "too-far"),
        (3, 0, "too-late-put"),
        (4, 0, "turn-words"),
    ]


def test_each_line_is_judged_after_those_above_it() -> None:
    step = Step(position({"V": HOME}))
    assert faults(step, "+I A2", "I A2 A3") == []
    assert [fault.code for fault in faults(step, "3I B1 C1", "I B1 C1")] == ["no-piece"]


def test_a_review_says_nothing_of_sheets_that_are_not_owed() -> None:
    step = Step(position({"V": HOME}))
    for seat in ("B", "J", None, "nobody"):
        view = STRATEGIKSA.view(step.after, seat)
        assert STRATEGIKSA.review(view, "V", ["junk"]) == ()
        assert STRATEGIKSA.suggest(view, "V", (), "") == ()
    assert STRATEGIKSA.review(step.view, "B", ["junk"]) == ()


def test_a_director_is_helped_with_the_sheet_of_the_colour_whose_turn_it_is() -> None:
    """K-VASSAL-5"""
    step = Step(position(SERVICE, "O", suzerains={"O": "V", "P": "V"}, directors={"O": "P"}))
    assert step.owes == ("turn", "P", "O")
    assert "I" in offered(step)
    assert [fault.code for fault in faults(step, "I G9 G8")] == ["no-piece"]


def test_placing_is_suggested_word_by_word_within_what_is_left() -> None:
    """K-SETUP-2"""
    step = Step(start(3))
    assert offered(step) == ["R", "I", "10I", "C", "5C", "A", "10A", "S", "10S"]
    assert len(offered(step, "R ")) == 100
    assert offered(step, "", "R A1", "9I A2") == ["I", "A", "S"]
    assert offered(step, "I", "R A1", "9I A2") == ["I A1", "I B1", "I A2", "I B2"]
    assert offered(step, "", "R A1", "10I A2") == []


def test_a_choice_says_what_it_comes_to_against_the_piece_put_forward() -> None:
    """K-BATTLE-2"""
    step = battle("1I 1C 1A 1R 1I*", "2I 1C").write("I")
    assert about(step) == "E5: blue puts forward a foot soldier."
    assert meant(step) == {
        "I": "and I both fall",
        "I*": "and I both fall",
        "C": "is beaten by I",
        "A": "beats I, is wounded",
        "R": "beats I, is wounded",
    }
    for unit, told in meant(step).items():
        (duel,) = step.write(unit).told(Duelled)
        assert (duel.winner == 2) == told.startswith("beats")
        assert (duel.winner == 0) == ("both fall" in told)


def test_a_choice_says_that_a_wounded_winner_falls_too() -> None:
    """K-BATTLE-2"""
    step = battle("1I 1C 1A*", "1I* 1C").write("I*")
    assert meant(step) == {
        "I": "and I* both fall",
        "C": "is beaten by I*, both are gone",
        "A*": "beats I*, both are gone",
    }


def test_the_first_choice_of_a_duel_says_what_the_piece_may_meet() -> None:
    """K-BATTLE-1"""
    step = battle("1C 1A", "1I 1R")
    assert about(step) == "E5: blue puts a piece forward first."
    assert meant(step) == {
        "I": "beats C, falls to A R",
        "R": "beats I, C and A; two kings fall together",
    }


def test_an_offer_says_whose_it_is() -> None:
    """K-TURN-1"""
    assert about(turn({"V": HOME}, "vassal B")) == "Green offers to serve blue."
    assert about(Step(position({"V": HOME}))) == ""


def test_a_full_zone_is_not_suggested() -> None:
    """K-SETUP-2"""
    step = Step(start(3)).write("R A1", "10I A1")
    assert offered(step, "R A") == [f"R A{row}" for row in range(3, 11)]


def test_a_turn_is_suggested_in_the_order_of_its_parts() -> None:
    """K-TURN-2, K-TURN-3, K-TURN-4"""
    step = Step(position({"V": HOME}))
    first = offered(step)
    assert {"vassal", "+I", "C>I", "2C>A", "R", "I", "3I", "I*", "C", "2C"} <= set(first)
    assert "+C" not in first  # one zone: cavalry is too dear
    after_a_mutation = offered(step, "", "C>I B2")
    assert not [word for word in after_a_mutation if word[0] in "+v"]
    assert not [word for word in offered(step, "", "C>I B2", "I B1 C1") if ">" in word]


def test_a_count_that_was_begun_is_offered_if_there_are_so_many() -> None:
    step = Step(position({"V": HOME}))
    assert offered(step, "2") == ["2C>I", "2C>A", "2I", "2C"]
    assert offered(step, "2I ") == ["2I B1"]
    assert offered(step, "4") == []
    assert offered(step, "1I") == ["1I B1", "1I*"]


def test_a_complete_word_is_followed_by_what_may_come_next() -> None:
    step = Step(position({"V": HOME}))
    assert offered(step, "i b1") == [f"I B1 {cell}" for cell in ("A1", "C1", "A2", "B2", "C2")]
    assert offered(step, "i b1 c") == ["I B1 C1", "I B1 C2"]
    assert offered(step, "I B1 C1 ") == []
    assert offered(step, "dawn") == []
    assert offered(step, "é") == []
    assert offered(step, " " * 121) == []


def test_targets_tell_who_stands_there() -> None:
    step = Step(position({"V": HOME, "B": {"I1": "1R", "C2": "3A"}}))
    found = STRATEGIKSA.suggest(step.view, "V", (), "I B1 ")
    glosses = {offer.text.split()[-1]: offer.gloss for offer in found}
    assert {cell: gloss.code for cell, gloss in glosses.items()} == {
        "A1": "gloss.occupied",
        "C1": "gloss.free",
        "A2": "gloss.free",
        "B2": "gloss.occupied",
        "C2": "gloss.attack",
    }
    assert glosses["C2"].args == {"cell": "C2", "stacks": "B 3A"}


def test_offers_and_business_are_suggested_to_those_who_may() -> None:
    """K-TURN-1, K-VASSAL-2"""
    step = Step(position(SERVICE, suzerains={"O": "V", "P": "V"}, vassals=["O"]))
    verbs = [word for word in offered(step) if word.isalpha() and len(word) > 1]
    assert verbs == ["vassal", "direct", "dismiss", "recall"]
    assert offered(step, "vassal") == ["vassal B", "vassal J"]
    assert offered(step, "direct ") == ["direct O", "direct P"]
    assert offered(step, "direct O ") == ["direct O V", "direct O P"]
    assert offered(step, "dismiss ") == ["dismiss O"]
    assert offered(step, "recall ") == ["recall P"]
    assert offered(step, "", "vassal B") == []
    vassal = Step(position(SERVICE, "O", suzerains={"O": "V", "P": "V"}))
    assert not [word for word in offered(vassal) if word[0].islower() or word[0] == "+"]


def test_troops_that_lift_a_reinforced_player_above_fifty_are_not_suggested() -> None:
    """K-TURN-7"""
    pieces = {"V": HOME, "O": {"G7": "60I"}, "P": {"G9": "3I"}}
    step = Step(position(pieces, suzerains={"O": "V", "P": "V"}))
    assert offered(step, "direct O ", "direct P V") == ["direct O V", "direct O P"]
    assert offered(step, "direct O ", "+I A1") == ["direct O P"]
    assert offered(step, "dismiss ", "+I A1") == ["dismiss P"]
    assert [fault.code for fault in faults(step, "+I A1", "dismiss O")] == ["reinforced-already"]


def test_battle_choices_are_suggested() -> None:
    """K-BATTLE-1, K-BATTLE-3"""
    fight = battle("2I 2C", "1I* 1I 1A 1S")
    assert offered(fight) == ["I", "I*", "A", "heal"]
    assert offered(fight, "heal ") == ["heal I"]
    assert offered(fight, "", "I") == []
    assert offered(fight, "", "junk") == ["I", "I*", "A", "heal"]
    assert offered(fight.write("I")) == ["I", "C"]
    assert [fault.code for fault in faults(fight, "A", "I")] == ["one-line"]


def test_colours_are_suggested_where_several_have_such_a_piece() -> None:
    """K-BATTLE-6"""
    allies = {"V": {"A1": "1R", "E4": "3I"}, "B": {"J1": "1R", "E5": "2I"}, "O": {"E5": "3I 1A"}}
    fight = turn(allies, "3I E4 E5", suzerains={"O": "B"})
    assert offered(fight, "I ") == ["I O", "I B"]
    assert offered(fight, "A ") == []


def test_answers_and_the_fate_of_a_fallen_player_are_suggested() -> None:
    """K-TURN-1, K-VASSAL-1"""
    assert offered(turn({"V": HOME}, "vassal B")) == ["yes", "no"]
    pieces = {"V": {"E4": "1I", "A1": "1R"}, "B": {"E5": "1R*"}, "O": {"I9": "1I"}}
    fallen = turn(pieces, "I E4 E5", suzerains={"O": "V"})
    assert offered(fallen) == ["take", "leave"]
    assert offered(fallen, "take ") == ["take V", "take B", "take O"]
    assert offered(fallen, "leave ") == ["leave V", "leave O"]


@pytest.mark.parametrize("text", ["", "I", "heal ", "take", "R A1 "])
def test_nothing_is_suggested_when_the_game_is_over(text: str) -> None:
    done = turn({"V": {"A1": "1R"}}, of="J", limit=1)
    view = STRATEGIKSA.view(done.after, "V")
    assert STRATEGIKSA.suggest(view, "V", (), text) == ()
    assert STRATEGIKSA.review(view, "V", (text,)) == ()


@pytest.mark.parametrize(("french", "english"), sorted(notation.WORDS.items()))
def test_the_first_word_of_a_line_may_be_french(french: str, english: str) -> None:
    for parse in (notation.parse_turn, notation.parse_pick, notation.parse_answer, notation.parse_crowning):
        for rest in ("", " B", " I", " V B"):
            assert parse(french.lower() + rest) == parse(english.lower() + rest)
