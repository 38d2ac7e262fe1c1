"""Fallen kings, vassals and directors; and how the game ends."""

from typing import Any

import pytest

from protocol.views.strategiksa import Crowned, Directed, Ended, KingFell, Served, TurnBegun, Vanished
from server.games.api import Outcome
from server.games.strategiksa import STRATEGIKSA
from server.games.strategiksa.board import CELLS_OF, ZONES
from tests.kit.strategiksa import Step, position, turn


def regicide(*crown: str, **more: Any) -> Step:
    """Blue's wounded king beats a green foot soldier, and falls in doing so; blue has more elsewhere."""
    pieces = {
        "V": {"A1": "1R", "E4": "1I"},
        "B": {"E5": "1R* 1C", "G7": "4I"},
        "O": {"I9": "1R"},
        **more.pop("pieces", {}),
    }
    fight = turn(pieces, "I E4 E5", **more).write("R")
    return fight.write(*crown) if crown else fight


def test_who_destroys_a_king_chooses_whether_its_player_serves() -> None:
    """K-VASSAL-1"""
    fallen = regicide()
    assert fallen.told(KingFell) == [KingFell("B", "V", "E5", ("B",))]
    assert fallen.owes == ("crown", "V", "V")
    taken = fallen.write("take")
    assert taken.told(Crowned) == [Crowned("B", "V", True, "B")]
    assert (taken.after.vassals, taken.after.directors["B"]) == (("B",), "B")
    left = fallen.write("leave")
    assert left.told(Crowned) == [Crowned("B", "V", False, "V")]
    assert (left.after.vassals, left.after.directors["B"]) == ((), "V")


def test_the_other_pieces_of_a_fallen_colour_stay_and_are_of_the_victors_side() -> None:
    """K-VASSAL-1"""
    done = regicide("take")
    assert done.after.lords["B"] == "V"
    assert done.pieces["B"] == {"E5": "1C", "G7": "4I"}
    assert done.after.battles == ()


def test_a_victor_who_says_nothing_takes_the_player_on() -> None:
    """K-VASSAL-1"""
    assert regicide("").after.vassals == ("B",)
    assert regicide("perhaps").lost == ["crown-words"]


def test_time_that_runs_out_as_a_king_falls_leaves_its_player_a_vassal() -> None:
    """K-VASSAL-1, K-END-1"""
    pieces = {"V": {"A1": "1R", "A2": "1I", "E4": "1I"}, "B": {"E5": "1R*", "G7": "4I"}}
    over = Step(position(pieces)).write("I E4 E5", last=True)
    assert [type(event) for event in over.story[-3:]] == [KingFell, Crowned, Ended]
    assert over.told(Crowned) == [Crowned("B", "V", True, "B")]
    assert STRATEGIKSA.outcome(over.after) == Outcome(("V",), "time", ("B",))
    assert (over.after.vassals, over.after.fallen) == (("B",), None)
    assert Step(STRATEGIKSA.amend(over.after, ("J A9 1R 2I",))).owes == ("turn", "V", "V")


def test_a_victor_who_chooses_as_time_runs_out_is_heard() -> None:
    """K-VASSAL-1"""
    left = regicide().write("leave", last=True)
    assert left.told(Crowned) == [Crowned("B", "V", False, "V")]
    assert left.after.vassals == ()


def test_an_attacker_whose_king_falls_becomes_the_defenders() -> None:
    """K-VASSAL-1"""
    pieces = {"V": {"E4": "1R*", "C3": "2I"}, "B": {"E5": "1C", "I1": "1R"}}
    fallen = turn(pieces, "R E4 E5")
    assert fallen.owes == ("crown", "B", "B")
    assert fallen.write("take").after.lords == {"V": "B", "B": "B", "J": "J"}


def test_battles_between_those_who_have_become_friends_are_not_fought() -> None:
    """K-VASSAL-1"""
    pieces = {
        "V": {"E4": "1I", "C3": "1I", "G8": "1I", "A1": "1R"},
        "B": {"E5": "1R*", "C4": "1C"},
        "J": {"G9": "1C", "A9": "1R"},
    }
    fallen = turn(pieces, "I E4 E5", "I C3 C4", "I G8 G9")
    assert fallen.at("G9") == {"V": "1I", "J": "1C"}  # the victor chooses before the next battle
    done = fallen.write("take")
    assert done.at("C4") == {"V": "1I", "B": "1C"}
    assert done.at("G9") == {"V": "1I*"}


@pytest.mark.parametrize(
    ("line", "serves", "director"),
    [("take V", True, "V"), ("take T", True, "T"), ("leave T", False, "T"), ("leave V", False, "V")],
)
def test_the_victor_may_give_the_troops_to_another_who_has_fallen(
    line: str, serves: bool, director: str
) -> None:
    """K-VASSAL-2"""
    done = regicide(line, pieces={"T": {"H1": "1I"}}, suzerains={"T": "V"}, vassals=[])
    assert done.told(Crowned) == [Crowned("B", "V", serves, director)]
    assert ("T" in done.after.vassals) == (director == "T")


@pytest.mark.parametrize("line", ["take O", "leave B", "take J", "leave P"])
def test_nobody_else_can_be_given_the_troops(line: str) -> None:
    """K-VASSAL-2"""
    assert regicide(line).lost == ["not-your-player"]


SERVICE = {"V": {"A1": "1R"}, "B": {"E5": "3I"}, "O": {"G7": "3I"}}
FALLEN = {"B": "V", "O": "V"}


def test_a_suzerain_changes_directors_on_any_sheet_of_their_own() -> None:
    """K-VASSAL-2"""
    done = turn(SERVICE, "R A1 A2", "direct B O", "direct O V", suzerains=FALLEN)
    assert [event.director for event in done.told(Directed)] == ["O", "V"]
    assert done.after.directors == {"V": "V", "B": "O", "O": "V", "J": "J"}
    assert done.owes == ("turn", "O", "B")
    other = turn(SERVICE, "direct O O", of="O", suzerains=FALLEN, directors={"O": "V"})
    assert other.after.directors["O"] == "O"


def test_a_vassal_may_direct_several_colours() -> None:
    """K-VASSAL-2"""
    state = position(SERVICE, "B", suzerains=FALLEN, directors={"O": "B"})
    assert STRATEGIKSA.view(state, "B").colours == ("B", "O")
    step = Step(state).write("I E5 E6").write()
    assert step.owes == ("turn", "B", "O")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("direct V B", "not-your-colour"),
        ("direct J B", "not-your-colour"),
        ("direct B J", "not-your-player"),
        ("direct B B", "directs-already"),
        ("direct B", "turn-words"),
        ("direct B Z", "no-such-colour"),
        ("direct Z B", "no-such-colour"),
        ("dismiss J", "not-your-player"),
        ("dismiss V", "not-your-player"),
        ("dismiss O", "serves-not"),
        ("recall B", "serves-already"),
        ("recall J", "not-your-player"),
        ("recall Q", "no-such-colour"),
    ],
)
def test_impossible_orders_about_vassals_are_lost(line: str, code: str) -> None:
    """K-VASSAL-2"""
    assert turn(SERVICE, line, suzerains=FALLEN, vassals=["B"]).lost == [code]


@pytest.mark.parametrize("line", ["direct O B", "dismiss O", "recall O"])
def test_a_vassal_gives_no_such_orders(line: str) -> None:
    """K-VASSAL-2"""
    assert turn(SERVICE, line, of="B", suzerains=FALLEN).lost == ["no-suzerain"]


def test_a_king_destroyed_by_a_vassals_pieces_falls_to_the_suzerain() -> None:
    """K-VASSAL-3"""
    pieces = {"V": {"A1": "1R"}, "B": {"E4": "1I"}, "J": {"E5": "1R*", "G7": "1I"}, "O": {"I9": "1R"}}
    fallen = turn(pieces, "I E4 E5", of="B", suzerains={"B": "V"})
    assert fallen.told(KingFell) == [KingFell("J", "V", "E5", ("J",))]
    assert fallen.owes == ("crown", "V", "V")
    assert fallen.write("take").after.lords == {"V": "V", "B": "V", "J": "V", "O": "O"}


def test_the_vassals_of_a_conquered_suzerain_pass_to_the_conqueror() -> None:
    """K-VASSAL-3"""
    more = {"pieces": {"T": {"H1": "1I"}, "P": {"H10": "1I"}}, "suzerains": {"T": "B", "P": "B"}}
    fallen = regicide(vassals=["T"], **more)
    assert fallen.told(KingFell)[0].passed == ("B", "P", "T")
    taken = fallen.write("take")
    assert {taken.after.lords[colour] for colour in "BTP"} == {"V"}
    assert taken.after.vassals == ("B", "T")
    # What blue directed for itself blue goes on directing, as a vassal.
    assert taken.after.directors == {"V": "V", "B": "B", "J": "J", "O": "O", "P": "B", "T": "T"}
    assert fallen.write("leave").after.directors["P"] == "V"


def test_a_dismissed_player_directs_nothing_and_is_out_until_called_back() -> None:
    """K-VASSAL-4"""
    done = turn(SERVICE, "dismiss B", suzerains=FALLEN, directors={"O": "B"})
    assert [(event.player, event.serves) for event in done.told(Served)] == [("B", False)]
    assert done.after.directors == {"V": "V", "B": "V", "O": "V", "J": "J"}
    assert done.after.vassals == ("O",)
    assert done.owes == ("turn", "V", "B")
    assert STRATEGIKSA.phase(done.after).waiting == ("J", "O")
    back = turn(SERVICE, "recall B", suzerains=FALLEN, vassals=["O"])
    assert back.after.vassals == ("B", "O")
    assert back.after.directors["B"] == "B"


def test_giving_troops_to_a_dismissed_player_calls_them_back() -> None:
    """K-VASSAL-4"""
    done = turn(SERVICE, "direct O B", suzerains=FALLEN, vassals=[])
    assert done.after.vassals == ("B",)
    assert done.after.directors == {"V": "V", "B": "V", "O": "B", "J": "J"}


def test_a_suzerain_to_whom_a_colour_has_come_may_call_its_player_back() -> None:
    """K-VASSAL-4: blue did not beat orange, who had fallen to green and been dismissed."""
    pieces = {"V": {"A1": "1R 1I"}, "O": {"E5": "3I"}}
    step = Step(position(pieces, suzerains={"O": "V"}, vassals=[])).write("vassal B").write("yes").write()
    assert step.owes == ("turn", "B", "B")
    back = step.write("recall O")
    assert not back.lost
    assert (back.after.vassals, back.after.directors["O"]) == (("V", "O"), "O")


def test_colours_keep_their_turn_whoever_directs_them() -> None:
    """K-VASSAL-5"""
    step = Step(position(SERVICE, order=["V", "O", "J", "B"], suzerains=FALLEN, directors={"O": "B"}))
    seen = []
    for _ in range(5):
        seen.append(step.owes[1:])
        step = step.write()
    assert seen == [("V", "V"), ("B", "O"), ("J", "J"), ("B", "B"), ("V", "V")]


def test_a_colour_without_pieces_has_no_turn() -> None:
    """K-VASSAL-5"""
    pieces = {"V": {"A1": "1R"}, "B": {}}
    assert turn(pieces, order=["V", "B", "J"], suzerains={"B": "V"}).owes == ("turn", "J", "J")


def test_two_kings_that_destroy_each_other_take_both_colours_off_the_board() -> None:
    """K-VASSAL-6"""
    pieces = {"V": {"E4": "1R", "A1": "3I"}, "B": {"E5": "1R", "C3": "3I"}, "O": {"I9": "1R"}}
    done = turn(pieces, "R E4 E5")
    assert done.told(Vanished) == [Vanished(("V", "B"))]
    assert set(done.pieces) == {"J", "O"}
    assert done.after.gone == ("V", "B")
    assert done.after.vassals == ()
    assert done.owes == ("turn", "J", "J")
    assert done.write().owes == ("turn", "O", "O")


def test_the_fallen_colours_of_both_leave_with_them() -> None:
    """K-VASSAL-6"""
    pieces = {
        "V": {"E4": "1R"},
        "B": {"E5": "1R"},
        "O": {"C3": "3I"},
        "P": {"G7": "3I"},
        "T": {"I9": "1R"},
    }
    done = turn(pieces, "R E4 E5", suzerains={"O": "V", "P": "B"})
    assert set(done.pieces) == {"J", "T"}
    assert done.after.vassals == ()


def test_the_only_side_left_wins_by_supremacy() -> None:
    """K-END-1"""
    pieces = {"V": {"E4": "1R"}, "B": {"E5": "1R"}, "O": {"C3": "3I"}}
    done = turn(pieces, "R E4 E5", suzerains={"O": "J"})
    assert done.told(Ended) == [Ended("supremacy", "J", ("O",), {"J": 0})]
    assert STRATEGIKSA.outcome(done.after) == Outcome(("J",), "supremacy", ("O",))
    assert STRATEGIKSA.phase(done.after).owing == {}


def test_a_player_taken_as_the_game_ends_has_a_share_in_it_if_troops_are_left() -> None:
    """K-END-1"""
    pieces = {"V": {"A1": "1R", "E4": "1I"}, "B": {"E5": "1R*", "G7": "4I"}, "J": {}}
    fallen = turn(pieces, "I E4 E5", gone=["J"])
    assert fallen.owes == ("crown", "V", "V")
    assert STRATEGIKSA.outcome(fallen.write("take").after) == Outcome(("V",), "supremacy", ("B",))
    assert STRATEGIKSA.outcome(fallen.write("leave").after) == Outcome(("V",), "supremacy")
    alone = turn({**pieces, "B": {"E5": "1R*"}}, "I E4 E5", gone=["J"]).write("take")
    assert STRATEGIKSA.outcome(alone.after) == Outcome(("V",), "supremacy")


def test_nobody_left_is_a_draw() -> None:
    """K-END-1"""
    done = turn({"V": {"E4": "1R"}, "B": {"E5": "1R"}, "J": {}}, "R E4 E5", gone=["J"])
    assert STRATEGIKSA.outcome(done.after) == Outcome((), "supremacy")


def land(zones: int, king: str = "A1") -> dict[str, str]:
    """So many zones in the west held, but for the last one, where one cell is wanting."""
    cells = {cell: "1I" for zone in ZONES[: zones - 1] for cell in CELLS_OF[zone][:2]}
    return {**cells, CELLS_OF[ZONES[zones - 1]][0]: "2I", king: "1R 1I"}


@pytest.mark.parametrize(("zones", "over"), [(18, True), (17, False)])
def test_eighteen_zones_at_the_end_of_a_turn_win_by_terrain(zones: int, over: bool) -> None:
    """K-END-1"""
    last = CELLS_OF[ZONES[zones - 1]]
    pieces = {"V": land(zones), "B": {"J10": "1R"}, "J": {"I10": "1R"}}
    done = turn(pieces, f"I {last[0]} {last[1]}")
    assert bool(done.told(Ended)) == over
    assert STRATEGIKSA.outcome(done.after) == (Outcome(("V",), "terrain") if over else None)


def test_zones_of_vassals_count_and_any_turn_may_bring_the_victory() -> None:
    """K-END-1"""
    last = CELLS_OF[ZONES[17]]
    pieces = {"V": {"J9": "1R"}, "B": {**land(18), "A1": "1I"}, "J": {"I10": "1R"}}
    done = turn(pieces, f"I {last[0]} {last[1]}", of="B", suzerains={"B": "V"})
    assert STRATEGIKSA.outcome(done.after) == Outcome(("V",), "terrain", ("B",))


def test_after_the_last_circle_most_zones_win() -> None:
    """K-END-2"""
    pieces = {"V": {"A1": "1R", "A2": "1I"}}
    done = turn(pieces, of="J", limit=5, circle=5)
    assert done.told(Ended) == [Ended("turns", "V", (), {"V": 1, "B": 0, "J": 0})]
    assert turn(pieces, of="J", limit=5, circle=4, number=12).told(TurnBegun)[0].turn == 13


@pytest.mark.parametrize(
    ("order", "of", "circle"),
    [("VBJ", "V", 5), ("VBJ", "B", 5), ("VBJ", "J", 6), ("BJV", "J", 5), ("BJV", "V", 6)],
)
def test_a_circle_ends_with_the_last_colour_in_the_order_of_turns(order: str, of: str, circle: int) -> None:
    """K-END-2"""
    done = turn({"V": {"A1": "1R"}}, of=of, order=list(order), circle=5)
    assert (done.after.circle, done.told(Ended)) == (circle, [])


def test_in_the_last_circle_every_colour_has_its_turn() -> None:
    """K-END-2"""
    assert turn({"V": {"A1": "1R"}}, limit=1).told(Ended) == []
    assert turn({"V": {"A1": "1R"}}, of="B", limit=1).told(Ended) == []


def test_a_colour_without_pieces_keeps_no_circle_open() -> None:
    """K-END-2"""
    pieces = {"V": {"A1": "1R"}, "P": {"J10": "1R"}}
    done = turn(pieces, of="J", order=["V", "B", "J", "O", "P"], gone=["O"], limit=1)
    assert (done.after.active, done.after.circle) == ("P", 1)
    assert done.write().told(Ended)


def test_equal_zones_after_the_last_turn_are_a_draw() -> None:
    """K-END-2"""
    done = turn({"V": {"A1": "1R"}}, of="J", limit=1)
    assert STRATEGIKSA.outcome(done.after) == Outcome((), "turns", drawn=("V", "B", "J"))


def test_when_time_is_up_the_phase_that_is_on_is_the_last() -> None:
    """K-END-2"""
    pieces = {"V": {"A1": "1R 2I", "A2": "2I"}, "B": {"B1": "1I 1C", "I1": "1R"}}
    step = Step(position(pieces))
    done = step.write("I A1 B1", "I A2 B1", last=True)
    assert STRATEGIKSA.outcome(done.after) == Outcome((), "time", drawn=("V", "B", "J"))
    assert STRATEGIKSA.outcome(step.write("2I A2 A1", last=True).after) == Outcome(
        (), "time", drawn=("V", "B", "J")
    )
    early = Step(position({"J": {}}, stage="placement", order=["V", "B", "J"], number=0)).write(last=True)
    assert STRATEGIKSA.outcome(early.after) == Outcome((), "time", drawn=("V", "B", "J"))
