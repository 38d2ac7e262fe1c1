"""Battles: a duel of open choices."""

import pytest

from protocol.views.strategiksa import (
    BattleBegun,
    BattleEnded,
    Choice,
    Chosen,
    Cured,
    Duelled,
    KingFell,
    Slain,
    TurnEnded,
    Vanished,
)
from server.games.strategiksa import STRATEGIKSA
from tests.kit.strategiksa import Step, battle, position, text, turn


def test_the_defender_chooses_first_and_the_attacker_answers() -> None:
    """K-BATTLE-1"""
    fight = battle("2I 2C", "1I 1A")
    assert fight.told(BattleBegun)[0].stacks.keys() == {"V", "B"}
    assert fight.owes == ("battle", "B", "B")
    chosen = fight.write("A")
    assert chosen.told(Chosen) == [Chosen("E5", Choice("B", "A"))]
    assert chosen.owes == ("battle", "V", "V")
    answered = chosen.write("C")
    assert [(duel.first, duel.second) for duel in answered.told(Duelled)] == [
        (Choice("B", "A"), Choice("V", "C"))
    ]


def test_the_initiative_goes_to_and_fro_until_one_side_has_nothing_left() -> None:
    """K-BATTLE-1"""
    fight = battle("2I 2C", "3I 2A")
    seats = []
    while fight.owes[0] == "battle":
        seats.append(fight.owes[1])
        fight = fight.write()
    # Foot against foot twice; then blue has a choice of foot or archer, and green only cavalry.
    assert seats == ["B", "V", "V", "B", "B", "B"]
    assert fight.owes == ("turn", "B", "B")


def test_where_there_is_only_one_way_nobody_is_asked() -> None:
    """K-BATTLE-1"""
    done = battle("3I", "1C")
    assert done.owes == ("turn", "B", "B")
    assert done.at("E5") == {"V": "2I 1I*"}


@pytest.mark.parametrize(
    ("attacker", "defender", "left"),
    [
        ("1I", "1C", {"V": "1I*"}),
        ("1C", "1I", {"B": "1I*"}),
        ("1C", "1A", {"V": "1C*"}),
        ("1A", "1C", {"B": "1C*"}),
        ("1A", "1I", {"V": "1A*"}),
        ("1I", "1A", {"B": "1A*"}),
        ("1R", "1I", {"V": "1R*"}),
        ("1R", "1C", {"V": "1R*"}),
        ("1R", "1A", {"V": "1R*"}),
        ("1I", "1I", {}),
        ("1C", "1C", {}),
        ("1A", "1A", {}),
        ("1I*", "1I", {}),
        ("1I*", "1C", {}),
        ("1I", "1C*", {"V": "1I*"}),
        ("1A", "1I*", {"V": "1A*"}),
    ],
)
def test_each_kind_beats_the_kinds_that_the_rules_name(
    attacker: str, defender: str, left: dict[str, str]
) -> None:
    """K-BATTLE-2"""
    done = battle(attacker, defender)
    assert done.at("E5") == left
    winner = next(iter(left), None)
    assert done.told(BattleEnded) == [BattleEnded("E5", winner, {})]


def test_a_wounded_winner_is_gone_with_the_beaten() -> None:
    """K-BATTLE-2"""
    done = battle("1I*", "1C")
    assert [text(stack) for stack in done.told(Duelled)[0].lost.values()] == ["1C", "1I*"]


def test_a_wounded_king_falls_in_winning() -> None:
    """K-BATTLE-2"""
    fight = battle("1R*", "1I 1C").write("I")
    assert fight.told(KingFell) == [KingFell("V", "B", "E5", ("V",))]
    assert fight.at("E5") == {"B": "1C"}


def test_two_kings_both_fall() -> None:
    """K-BATTLE-2"""
    fight = battle("1R", "1R")
    assert fight.told(Duelled)[0].winner == 0
    assert fight.told(Vanished) == [Vanished(("V", "B"))]


HEALING = "2I* 1A 1S"


def test_a_healer_cures_instead_and_the_initiative_passes() -> None:
    """K-BATTLE-3"""
    fight = battle("2I 2C", HEALING).write("heal I")
    assert fight.told(Cured) == [Cured("E5", "B", "I")]
    assert fight.at("E5")["B"] == "1I 1A 1S 1I*"
    assert fight.owes == ("battle", "V", "V")
    answer = fight.write("C")
    assert answer.told(Chosen) == [Chosen("E5", Choice("V", "C"))]
    assert answer.owes == ("battle", "B", "B")


def test_a_healer_heals_once_a_battle() -> None:
    """K-BATTLE-3"""
    fight = battle("2I 2C", HEALING).each("heal I", "C", "A")
    assert fight.owes == ("battle", "B", "B")
    again = fight.write("heal I")
    assert again.lost == ["no-cure"]
    two = battle("2I 2C", "2I* 1A 2S").each("heal I", "C", "A", "heal I")
    assert len(two.told(Cured)) == 2


def test_both_sides_may_heal_in_turn() -> None:
    """K-BATTLE-3"""
    fight = battle("1I* 1C 1S", HEALING).each("heal I", "heal I")
    assert [cured.colour for cured in fight.told(Cured)] == ["B", "V"]
    assert fight.owes == ("battle", "B", "B")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("heal C", "not-wounded"),
        ("heal S", "not-wounded"),
        ("heal X", "no-such-piece"),
        ("heal", "pick-words"),
        ("S", "never-fights"),
        ("C", "not-there"),
        ("A*", "not-there"),
        ("I V", "not-there"),
        ("I X", "no-such-colour"),
        ("I B B", "pick-words"),
        ("2I", "no-such-piece"),
        ("x" * 200, "too-long"),
    ],
)
def test_an_impossible_choice_is_lost(line: str, code: str) -> None:
    """K-BATTLE-3"""
    fight = battle("2I 2C", HEALING)
    assert fight.write(line).lost == [code]


def test_the_answer_to_a_choice_is_no_time_to_heal() -> None:
    """K-BATTLE-3"""
    fight = battle("1I* 1C 1S", HEALING).write("A")
    assert fight.write("heal I").lost == ["no-initiative"]


def test_a_side_with_only_healers_left_loses_them() -> None:
    """K-BATTLE-4"""
    done = battle("1I", "1C 3S")
    assert [text(stack) for stack in done.told(Slain)[0].stacks.values()] == ["3S"]
    assert done.at("E5") == {"V": "1I*"}
    assert battle("2S", "1C").at("E5") == {"B": "1C"}


def test_healers_against_healers_are_all_lost() -> None:
    """K-BATTLE-4"""
    assert battle("2S", "1S").at("E5") == {}
    assert battle("1I 1S", "1I 2S").at("E5") == {}


def test_wounds_last_until_they_are_cured() -> None:
    """K-BATTLE-5"""
    done = battle("1I", "1C")
    assert done.at("E5") == {"V": "1I*"}
    assert done.write().write().write("I* E5 E6").at("E6") == {"V": "1I*"}


def test_a_table_may_let_wounds_end_with_the_battle() -> None:
    """K-BATTLE-5"""
    done = battle("1I 1A*", "1C", wounds="battle").write("I")
    assert {c: text(s) for c, s in done.told(BattleEnded)[0].recovered.items()} == {"V": "1I* 1A*"}
    assert done.at("E5") == {"V": "1I 1A"}


ALLIES = {"V": {"A1": "1R", "E4": "3I 3C"}, "B": {"J1": "1R", "E5": "2I"}, "O": {"E5": "3A"}}


def test_the_director_of_the_colour_with_most_pieces_chooses_for_the_side() -> None:
    """K-BATTLE-6"""
    fight = turn(ALLIES, "3I E4 E5", "3C E4 E5", suzerains={"O": "B"})
    assert fight.owes == ("battle", "O", "O")
    directed = turn(ALLIES, "3I E4 E5", "3C E4 E5", suzerains={"O": "B"}, vassals=[])
    assert directed.owes == ("battle", "B", "O")


def test_of_equal_colours_the_suzerain_chooses() -> None:
    """K-BATTLE-6"""
    equal = {**ALLIES, "O": {"E5": "2A"}}
    order = ["V", "O", "B", "J"]
    fight = turn(equal, "3I E4 E5", "3C E4 E5", suzerains={"O": "B"}, order=order)
    assert fight.owes == ("battle", "B", "B")


def test_the_chooser_may_name_the_colour_and_else_the_leading_one_goes_first() -> None:
    """K-BATTLE-6"""
    allies = {**ALLIES, "O": {"E5": "2I 3A"}}
    fight = turn(allies, "3I E4 E5", "3C E4 E5", suzerains={"O": "B"})
    assert fight.write("I").told(Chosen) == [Chosen("E5", Choice("O", "I"))]
    assert fight.write("I B").told(Chosen) == [Chosen("E5", Choice("B", "I"))]


def test_an_unwounded_piece_of_any_colour_goes_before_a_wounded_one_of_the_leading_colour() -> None:
    """K-BATTLE-7: kind and wound come first, then the colour that leads."""
    allies = {**ALLIES, "O": {"E5": "2I* 3A"}}
    fight = turn(allies, "3I E4 E5", "3C E4 E5", suzerains={"O": "B"})
    assert fight.owes == ("battle", "O", "O")
    for step in (fight.write("I"), fight.write()):
        assert step.told(Chosen) == [Chosen("E5", Choice("B", "I"))]
    assert fight.write("I O").told(Chosen) == [Chosen("E5", Choice("O", "I*"))]


def test_the_choice_passes_on_as_colours_shrink() -> None:
    """K-BATTLE-6"""
    fight = turn(ALLIES, "3I E4 E5", "3C E4 E5", suzerains={"O": "B"}).each("A", "C")
    # Now two pieces each: the suzerain answers green's choice.
    assert fight.write("I").owes == ("battle", "B", "B")


@pytest.mark.parametrize(
    ("defenders", "unit"),
    [
        ("1A 1C 1I", "I"),
        ("1A 1C 1I*", "I*"),
        ("1I* 1I 1A", "I"),
        ("1A 1C", "C"),
        ("1A 1R", "A"),
        ("1A* 1A 1R", "A"),
    ],
)
@pytest.mark.parametrize("lines", [[], [""], ["surrender"]], ids=str)
def test_who_does_not_choose_plays_the_first_in_the_order(
    defenders: str, unit: str, lines: list[str]
) -> None:
    """K-BATTLE-7"""
    done = battle("3I 3C", defenders).write(*lines)
    assert done.told(Chosen)[0].choice.unit == unit


def test_the_first_line_that_will_do_counts_and_the_others_are_lost() -> None:
    """K-BATTLE-7"""
    done = battle("3I 3C", "1A 1C 1I").write("X", "A", "I")
    assert done.lost == ["no-such-piece", "one-line"]
    assert done.told(Chosen)[0].choice.unit == "A"


def test_the_turn_ends_when_all_battles_are_fought() -> None:
    """K-TURN-5"""
    pieces = {"V": {"A1": "1R", "E4": "2I 2A"}, "B": {"I1": "1R", "E5": "1I 1C", "D3": "1I 1C"}}
    fight = turn(pieces, "I E4 D3", "A E4 D3", "I E4 E5", "A E4 E5")
    cells = []
    while fight.owes[0] == "battle":
        cells.append(fight.view.battles[0].cell)
        assert not fight.told(TurnEnded)
        fight = fight.write()
    assert cells == sorted(cells, key=["D3", "E5"].index)
    assert set(cells) == {"D3", "E5"}
    assert len(fight.told(TurnEnded)) == 1


def test_battle_phases_are_one_strict_line_each_and_follow_at_once() -> None:
    phase = STRATEGIKSA.phase(battle("2I 2C", "1I 1A").after)
    assert (phase.strict, phase.lines, phase.at_once, phase.seconds) == (True, 1, True, 60.0)
    assert phase.waiting == ("V", "J")
    assert not STRATEGIKSA.phase(position({"V": {"A1": "1R"}})).at_once
    assert Step(position({"V": {"A1": "1R"}})).owes == ("turn", "V", "V")
