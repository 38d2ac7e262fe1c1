"""Help at the desk of Argad: advice, suggestions, usage and progress."""

from random import Random
from typing import Any

import pytest

from protocol.notes import Note, Progress
from protocol.texts import catalogue
from protocol.views.argad.view import ArgadView
from server.games.argad import ARGAD
from server.games.argad.odds import expected_hits
from server.games.argad.shots import Aim
from server.games.dice import Dice
from tests.kit.argad import FAR, battle, state_of, unit
from tests.kit.contract import suggested_line

UNITS: dict[str, Any] = {
    **{
        "1S": unit("K6", "4MS", acts=1),
        "2S": unit("C8", "4SB SB+b"),
        "3S": unit("M6", "5SP SP+g"),
        "4S": unit("M5", "3SP"),
    },
    **{"1H": unit("K10", "4SP"), "2H": unit("H8", "6LV"), "5S": unit("A1", "4JV")},
}


def card(seat: str = "S", **scenario: Any) -> ArgadView:
    return ARGAD.view(state_of(seat=seat, **{"units": UNITS, **scenario}), seat)


def offers(view: ArgadView, text: str, above: tuple[str, ...] = ()) -> dict[str, str]:
    """Whole lines as they are suggested, each with its sentence."""
    say = catalogue("argad", "en").say
    found = ARGAD.suggest(view, view.seat or "", above, text)
    return {each.text: say(each.gloss) for each in found}


def words(view: ArgadView, text: str, above: tuple[str, ...] = ()) -> list[str]:
    return [line.split()[-1] for line in offers(view, text, above)]


def test_the_orders_that_are_possible_come_first() -> None:
    """A-ACT-6"""
    assert words(card(), "") == ["M", "S", "C", "O", "U", "G", "P"]
    contact = card(units={"1S": unit("K6", "4SP"), "1H": unit("K7", "4SP")})
    assert words(contact, "") == ["F", "D", "P"]
    tired = card(
        units={
            "1S": unit("K6", "4SP", wear=4),
            "2S": unit("A1", "4CB", load=1),
            "3S": unit("C1", "3MF"),
            **FAR,
        }
    )
    assert words(tired, "") == ["M", "L", "O", "T", "B", "P"]
    broken = card(turn=2, units={"1S": unit("K6", "4SP", state="demoralised"), **FAR})
    assert words(broken, "") == ["R", "P"]


def test_a_unit_says_what_another_activation_costs_it() -> None:
    """A-ACT-3"""
    found = offers(card(), "M ")
    assert found["M 1"] == "4MS, 4 men, 0 worn; activation 2 this turn: +1 wear"
    assert found["M 2"] == "4SB SB+b, 5 men, 0 worn"


def test_a_retreat_that_would_break_the_unit_says_so() -> None:
    """A-FAT-3, A-DEM-1: a retreat costs 1 wear, and twice as much wear as figures breaks a unit."""
    units = {"1S": unit("K6", "3SP", wear=4), "2S": unit("C6", "3SP", wear=5), **FAR}
    found = offers(card(units=units), "T ")
    assert found["T 1"] == "3SP, 3 men, 4 worn; the retreat costs 1 wear"
    assert found["T 2"] == "3SP, 3 men, 5 worn; 1 wear more breaks it"


def test_hexes_in_reach_are_offered_with_slow_ground_marked() -> None:
    """A-MOVE-4"""
    found = offers(card(map="heath", units={"1S": unit("K4", "4MS"), **FAR}), "M 1 ")
    assert found["M 1 K5"] == "open, 1 away"
    assert found["M 1 G6"] == "wood, 5 away; very difficult ground: half the rate, dice"
    slow = offers(card(units={"1S": unit("K4", "4SP"), **FAR}, terrain={"K4": '"'}), "M 1 K5")
    assert slow["M 1 K5"] == "open, 1 away; difficult ground: dice"


def test_targets_are_offered_with_distance_number_and_expected_hits() -> None:
    """A-SHOOT-3"""
    assert offers(card(), "S 2 ") == {
        "S 2 1H": "4SP, 9 away: needs 6, 5 dice, about 0.8 hits",
        "S 2 2H": "6LV, 5 away: needs 5, 5 dice, about 1.7 hits",
    }
    assert "S 2 2H C7" in offers(card(), "S 2 2H ")
    assert words(card(), "M 2 C7 ") == [">"]
    assert offers(card(), "M 2 C7 > ")["M 2 C7 > 2H"] == "6LV, 6 away: needs 7, 5 dice, about 0.2 hits"


def test_melees_are_offered_with_what_may_be_expected() -> None:
    """A-MELEE-7, A-MORALE-3"""
    found = offers(card(), "C 1 ")
    assert found["C 1 1H"] == "4SP: tests (1-3); kills ~2.0, loses ~1.3; then both test"
    assert words(card(), "C 1 1H ") == ["K9", "L9", "J10", "L10", "K11", "L11", "+"]
    assert words(card(), "C 1 1H K9 ") == ["+"]
    assert words(card(), "C 1 1H + ") == []
    throw = card(units={"1S": unit("K6", "4JV"), "1H": unit("K10", "4SP")})
    assert words(throw, "C 1 1H K9 ") == ["J", "+"]
    assert words(throw, "C 1 1H K9 J ") == ["+"]
    fight = card(units={"1S": unit("K6", "4SP"), "1H": unit("K7", "4SP")})
    assert offers(fight, "F 1 ") == {"F 1 1H": "4SP: kills ~2.0, loses ~2.0; then both test"}
    assert words(fight, "F 1 1H ") == ["+"]
    assert offers(fight, "F 1 2H ") == offers(fight, "M 1 ") == offers(card(), "D 1 ") == {}
    slow = card(units={"1S": unit("K6", "4SP"), "1H": unit("K10", "4SP")}, terrain={"K6": '"'})
    assert offers(slow, "C 1 ")["C 1 1H"].startswith("4SP: slow; ")


def test_hexes_for_a_contact_are_offered_with_slow_ground_last_and_what_the_melee_brings() -> None:
    """A-MOVE-3, A-MELEE-8: from the slope the blows are better, but the way there takes dice."""
    units = {"1S": unit("K6", "4SP"), "1H": unit("K10", "4SP")}
    found = offers(card(units=units, terrain={"K9": "^"}), "C 1 1H ")
    assert next(iter(found)) == "C 1 1H L9"
    assert found["C 1 1H L9"] == "open, 3 away: kills ~2.0, loses ~2.0; then both test"
    assert found["C 1 1H K9"] == "slope, 3 away: slow ground; kills ~2.7, loses ~2.0; then both test"
    assert list(found).index("C 1 1H K9") > list(found).index("C 1 1H L9")


@pytest.mark.parametrize(
    ("own", "enemy", "expected"),
    [
        ("3LV", "12SP", "then you test"),
        ("9KN", "9SP", "then it tests"),
        ("8SP", "8SP", "then both test"),
        ("8LV", "8MA", "then you test"),
        ("12KN", "12KN", "no test after"),
    ],
)
def test_a_melee_is_offered_with_those_who_would_test_after_it(own: str, enemy: str, expected: str) -> None:
    """A-MORALE-4: who would lose the melee, or more than a quarter of the figures."""
    fight = card(units={"1S": unit("K6", own), "1H": unit("K7", enemy)})
    assert offers(fight, "F 1 ")["F 1 1H"].endswith(f"; {expected}")


def test_a_melee_is_offered_with_the_dice_that_pass_the_test_before_it() -> None:
    """A-MORALE-1, A-MORALE-3: levies of class 2 whom knights of a better class attack pass with a 1 alone."""
    fight = card(units={"1S": unit("K6", "3KN"), "1H": unit("K7", "3LV")})
    assert offers(fight, "F 1 ")["F 1 1H"].startswith("3LV: tests (1); ")
    even = card(units={"1S": unit("K6", "12MA"), "1H": unit("K7", "6HS HS+b")})
    assert offers(even, "F 1 ")["F 1 1H"].startswith("6HS HS+b: kills")


def test_a_demoralised_unit_is_offered_without_a_test() -> None:
    """A-DEM-2: it does not test, neither before the blows nor after them."""
    broken = unit("K7", "8LV", state="demoralised")
    fight = card(units={"1S": unit("K6", "8KN"), "1H": broken})
    assert "test" not in offers(fight, "F 1 ")["F 1 1H"].replace("no test after", "")


def test_the_first_hexes_offered_lead_to_the_enemy_over_easy_ground() -> None:
    """A-MOVE-1, A-MOVE-4"""
    ahead = card(units={"1S": unit("D2", "4SP"), "1H": unit("D15", "4SP")}, terrain={"D7": "%"})
    found = offers(ahead, "M 1 ")
    assert next(iter(found)) == "M 1 C7"
    assert list(found)[-1] == "M 1 D7"
    behind = card("H", units={"1S": unit("D2", "4SP"), "1H": unit("D15", "4SP")})
    assert words(behind, "M 1 ")[0] == "D10"


def test_units_to_unite_with_and_figures_to_split_off_are_offered() -> None:
    """A-UNITE-1, A-UNITE-2"""
    assert list(offers(card(), "U 3 ")) == ["U 3 4"]
    split = card(units={"1S": unit("K3", "8SP"), **FAR}, start={"black": 2})
    assert words(split, "X 1 ") == ["3SP", "4SP", "5SP"]
    assert words(split, "X 1 4SP ") == ["J2", "K2", "J3", "L3", "J4", "K4"]
    assert words(split, "X 1 4SP K4 ") == []


def test_the_general_may_join_units_or_stand_alone() -> None:
    """A-GEN-4"""
    found = words(card(), "G ")
    assert found[0] == "4"
    assert "M9" in found
    assert words(card(), "G K9 ") == []
    fleeing = card(units={"1S": unit("K3", "3SP SP+g", state="demoralised"), **FAR})
    assert "G" not in words(fleeing, "")


def test_a_half_typed_word_is_completed_and_a_whole_one_goes_on() -> None:
    assert list(offers(card(), "m 1 k5")) == ["M 1 K5"]
    assert list(offers(card(), "M")) == ["M 1", "M 2", "M 3", "M 4", "M 5"]
    assert offers(card(), "Q") == {}
    assert offers(card(), "M 9 ") == {}
    assert offers(card(), "M 1 é") == {}
    assert offers(card(), "L 1 ") == offers(card(), "P ") == offers(card(), "M 1 K5 K6 ") == {}
    assert offers(card(), "M 1 " + "K5 " * 50) == {}


def test_what_is_suggested_for_a_second_or_third_line_is_legal_too() -> None:
    """A-PHASE-2"""
    view, random = card(), Random(1)
    for number in range(30):
        line = suggested_line(ARGAD, view, "S", ("M 1 K5", "junk")[: number % 3], random)
        assert line is not None
        assert ARGAD.review(view, "S", (line,)) == ()
    assert ARGAD.suggest(view, "S", ("P",) * 3, "") == ()


def test_faults_are_advised_with_their_place() -> None:
    faults = ARGAD.review(card(), "S", ("M 1 Z1", "M 1 K5", "hello", "P"))
    assert [(fault.line, fault.column, fault.code) for fault in faults] == [
        *((0, 4, "too_far--named"), (2, 0, "syntax"), (3, 0, "too_many"))
    ]
    assert ARGAD.review(card(), "H", ("hello",)) == ()


def test_the_joker_offers_the_helps_that_may_be_chosen() -> None:
    """A-JOK-1"""
    units = {"1S": unit("K3", "3SP MD", wear=1, lost=["SP"]), "GS": unit("A1", "SP+g"), **FAR}
    view = card(phase="joker", jokers=1, units=units)
    assert words(view, "") == ["W", "M", "D", "X", "C", "H", "R", "N"]
    assert list(offers(view, "W ")) == ["W 1"]
    assert list(offers(view, "J W ")) == ["J W 1"]
    assert offers(view, "N ") == offers(view, "W 1 ") == offers(view, "Z ") == {}
    assert [fault.code for fault in ARGAD.review(view, "S", ("W 1", "W 9", "?"))] == [
        "no_such_unit--named",
        "syntax--joker",
    ]
    assert progress(view) == "Without a line 1 wear is taken off 1S."
    assert progress(card(phase="joker", jokers=1)) == "Without a line no help is chosen."


def test_a_reserve_may_hold_move_shoot_or_attack() -> None:
    """A-JOK-7"""
    order = {"seat": "H", "text": "M 2 H9"}
    units = {**UNITS, "2S": unit("C8", "4SB", reserve=True)}
    view = card(phase="reserve", order=order, units=units)
    assert words(view, "") == ["M", "S", "C", "HOLD"]
    assert list(offers(view, "S ")) == ["S 2"]
    assert [fault.code for fault in ARGAD.review(view, "S", ("M 1 K5", "L 2", "H"))] == [
        "other_unit",
        "syntax--reserve",
    ]
    assert progress(view) == "Without a line the reserve holds."
    empty = card(phase="reserve", order=order, reserve="secret", asked=["S"])
    assert words(empty, "") == ["HOLD"]


def test_an_extra_activation_offers_its_unit_only() -> None:
    """A-JOK-5"""
    view = card(phase="extra", extra="2S")
    assert list(offers(view, "M ")) == ["M 2"]
    assert "G" not in words(view, "")
    assert progress(view) == "Without a line the unit does not act."


def progress(view: ArgadView, *lines: str) -> str:
    """What happens instead, as a sentence; empty if nothing is missing."""
    found = ARGAD.progress(view, view.seat or "", lines).otherwise
    return catalogue("argad", "en").say(found) if found else ""


def test_progress_says_what_happens_at_the_bell() -> None:
    """A-PHASE-2"""
    assert progress(card()) == "Without a line the card is passed."
    assert progress(card(), "M 1 K5") == ""
    assert ARGAD.progress(card(), "H", ()) == Progress()


def army_view(**options: Any) -> ArgadView:
    return ARGAD.view(ARGAD.setup(ARGAD.read_options(options), Dice(1)), "S")


def test_armies_are_offered_and_a_list_is_followed_as_it_is_written() -> None:
    """A-PHASE-6, A-ARMY-5"""
    ready, bought = army_view(armies="ready"), army_view(armies="bought")
    assert (words(ready, ""), words(bought, "")) == (["TAKE"], ["TAKE", "UNIT"])
    assert offers(ready, "TAKE v") == {"TAKE vikings": "Vikings: 5 units, 270 points"}
    assert offers(army_view(), "TAKE v") == {"TAKE vikings": "Vikings: 5 units, 289 points"}
    assert offers(ready, "UNIT ") == {}
    assert offers(bought, "UNIT 7s")["UNIT 7SP"] == "spearmen, 5 points each"
    assert "UNIT 6SP" in offers(bought, "UNIT ")
    assert words(bought, "UNIT 7SP ") == ["SP+b", "SP+m", "SP+g"]
    assert words(bought, "UNIT 7SP ", ("UNIT 7SP SP+g",)) == ["SP+b", "SP+m"]
    assert words(bought, "", ("UNIT 7SP",)) == ["UNIT"]
    assert words(bought, "", ("TAKE welsh",)) == []
    assert words(bought, "TAKE ", ("UNIT 7SP",)) == []


def test_progress_of_an_army_says_cost_and_what_is_missing() -> None:
    """A-PHASE-6"""
    view = army_view(armies="bought")
    assert progress(view) == "Without a line your army is Normans."
    assert progress(view, "TAKE welsh") == ""
    assert progress(view, "UNIT 7SP").endswith("an army has 4 to 7 units. It costs 35 of 280.")
    good = ("UNIT 4MA MA+b MA+g", "UNIT 6SA SA+m", "UNIT 8LB", "UNIT 7BI", "UNIT 5HB")
    assert progress(view, *good) == ""
    assert "a line is wrong" in progress(view, *good, "hello")
    half = ARGAD.progress(view, "S", good[:2])
    assert (half.done, half.wanted) == (2, 4)
    assert [fault.code for fault in ARGAD.review(view, "S", ("UNIT 2SP", "UNIT 3SP"))] == ["unit_size--named"]


def deployment_view(**options: Any) -> ArgadView:
    state = ARGAD.setup(ARGAD.read_options(options), Dice(1))
    return ARGAD.view(ARGAD.resolve(state, {}, Dice(1)).state, "S")


def test_deployment_offers_free_hexes_of_the_zone() -> None:
    """A-SETUP-2, A-SETUP-3"""
    view = deployment_view()
    assert words(view, "") == ["1", "2", "3", "4", "5", "G"]
    assert len(offers(view, "1 ")) == 52
    assert len(offers(view, "1 ", ("2 A1",))) == 51
    assert words(view, "", ("1 A1", "G 2")) == ["2", "3", "4", "5"]
    assert words(view, "G ")[:2] == ["1", "2"]
    assert offers(view, "9 ") == offers(view, "1 A1 ") == offers(view, "1 ", ("1 A1",)) == {}
    assert progress(view, "1 A1", "2 B1") == "These stand at their usual places: 3S 4S 5S."
    done = ARGAD.progress(view, "S", ("1 A1", "2 B1"))
    assert (done.done, done.wanted) == (2, 5)
    assert [fault.code for fault in ARGAD.review(view, "S", ("1 A1", "2 A1"))] == ["occupied--named"]


def test_a_plan_has_room_for_its_cards_and_two_jokers() -> None:
    """A-PHASE-5"""
    view = ARGAD.view(battle(1, orders="blind"), "S")
    assert words(view, "")[-2:] == ["P", "J"]
    assert words(view, "J ") == ["M", "D", "X", "C", "N"]
    assert words(view, "", ("J N", "J N")) == ["M", "S", "O", "G", "P"]
    assert words(view, "", ("P",) * 5) == ["J"]
    assert progress(view, "P", "P") == "3 cards pass without an order."
    assert progress(view, *("P",) * 5) == ""
    lines = ("P",) * 5 + ("J R 1", "P", "?")
    assert [(fault.line, fault.code) for fault in ARGAD.review(view, "S", lines)] == [
        *((5, "syntax--joker"), (6, "too_many"), (7, "too_many"))
    ]


@pytest.mark.parametrize(
    "stage", ["army", "army-bought", "deploy", "card", "joker", "extra", "reserve", "plan"]
)
def test_every_sheet_says_how_it_is_written_with_an_example(stage: str) -> None:
    order = {"seat": "H", "text": "M 2 H9"}
    views = {
        **{
            "army": army_view(),
            "army-bought": army_view(armies="bought"),
            "deploy": deployment_view(),
            "card": card(),
        },
        **{"joker": card(phase="joker", jokers=1), "extra": card(phase="extra", extra="2S")},
        **{"reserve": card(phase="reserve", order=order), "plan": ARGAD.view(battle(1, orders="blind"), "S")},
    }
    view = views[stage]
    for language in ("en", "fr"):
        note = ARGAD.usage(view, "S")
        assert note is not None
        assert note.code == f"usage.{stage}"
        said = catalogue("argad", language).say(note)
        assert str(note.args["example"]) in said
        assert note.args["example"]
        assert ARGAD.review(view, "S", (str(note.args["example"]),)) == ()
    assert ARGAD.usage(view, "H") is None


@pytest.mark.parametrize(
    ("need", "dice", "hits"),
    [(5, 6, 2.0), (1, 6, 5.0), (6, 6, 1.0), (7, 2, 1 / 36), (7, 4, 0.1337), (8, 3, 1 / 216)],
)
def test_expected_hits_are_those_of_the_dice(need: int, dice: int, hits: float) -> None:
    """A-SHOOT-3"""
    assert expected_hits(Aim("longbow", dice, 5, need, {})) == pytest.approx(hits, abs=0.001)


@pytest.mark.parametrize(("seat", "example"), [("S", "M 1 I12"), ("H", "M 1 H5")])
def test_the_example_of_a_card_leads_to_the_enemy(seat: str, example: str) -> None:
    """A newcomer who copies the example advances, in the north as in the south."""
    units = {"1S": unit("D2", "4MS"), "1H": unit("M15", "4MS")}
    note = ARGAD.usage(card(seat, units=units), seat)
    assert note is not None
    assert note.args["example"] == example


def test_the_first_hex_offered_to_a_unit_that_deploys_is_its_usual_place() -> None:
    """A-SETUP-2"""
    assert words(deployment_view(), "3 ")[0] == "J2"


@pytest.mark.parametrize(
    ("view", "expected"),
    [
        (army_view(), "this names no army; write for example TAKE vikings"),
        (army_view(armies="bought"), "or for each unit UNIT 7SP SP+m"),
        (deployment_view(), "write a unit and a hex, as 3 K2"),
        (card(), "write for example M 3 K9"),
        (card(phase="joker", jokers=1), "write for example W 3, or N for none"),
        (card(phase="reserve", order={"seat": "H", "text": "M 2 H9"}), "or HOLD"),
    ],
)
def test_a_line_that_is_not_understood_is_answered_with_one_that_would_be(
    view: ArgadView, expected: str
) -> None:
    (fault,) = ARGAD.review(view, "S", ("hello",))
    assert expected in catalogue("argad", "en").say(Note(f"fault.{fault.code}", fault.args))


def test_a_hex_outside_the_zone_is_answered_with_the_zone() -> None:
    """A-BOARD-4"""
    (fault,) = ARGAD.review(deployment_view(), "S", ("3 K3",))
    said = catalogue("argad", "en").say(Note(f"fault.{fault.code}", fault.args))
    assert said == "K3 is not in your zone, A1 to Z2"
