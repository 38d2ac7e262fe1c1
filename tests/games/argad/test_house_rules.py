"""The house rules of the pages for players, each shown by a small position."""

from pathlib import Path
from typing import Any

import pytest

from protocol.views.argad.ready_armies import ready_army
from server.games.argad import ARGAD
from server.games.dice import Dice
from server.games.scenario_dice import ScenarioDice
from tests.kit.argad import play, state_of
from tests.kit.argad_orders import code, events, give, kinds, unit
from tests.kit.rules_pages import house_rules_of

FAR = {"9H": unit("Z16", "3LV")}
"""An enemy who reaches nobody in the north."""


def lines_of(outcome: dict[str, Any]) -> list[str | None]:
    return [line["code"] for line in outcome["lines"]]


def deployed(*lines: str) -> dict[str, Any]:
    sheets = [{"seat": "S", "lines": [*lines]}]
    return play(phase="deploy", armies={"black": "vikings", "red": "vikings"}, sheets=sheets)


def bought(*lines: str) -> dict[str, Any]:
    return play(phase="army", sheets=[{"seat": "S", "lines": [*lines]}])


def test_the_general_may_be_named_with_the_unit_that_lists_him() -> None:
    """A-SETUP-3"""
    outcome = deployed("G 1")
    assert (lines_of(outcome), outcome["units"]["1S"]["figs"]) == ([None], "4HS HS+b HS+g")


def test_an_extra_activation_is_lost_when_the_enemies_are_gone() -> None:
    """A-DECK-5"""
    units = {"1S": unit("K5", "8LB"), "1H": unit("K8", "3LV")}
    sheets = [{"seat": "S", "lines": [line]} for line in ("X 1", "S 1 1H")]
    outcome = play(phase="joker", jokers=1, seat="S", units=units, sheets=sheets, deck=["S"], dice=[6] * 8)
    assert (outcome["deck"], outcome["over"]) == ([], True)
    assert events(outcome, "card") == []


def test_a_card_is_played_although_a_war_cry_drove_the_last_enemy_off() -> None:
    """A-DECK-5: three men with 5 wear fail, break on row 16, and leave."""
    units = {"1S": unit("K12", "4SP"), "1H": unit("K16", "3LV", wear=5)}
    sheets = [{"seat": "S", "lines": [line]} for line in ("C 1", "M 1 K14")]
    outcome = play(phase="joker", jokers=1, seat="S", units=units, sheets=sheets, deck=["H"], dice=[6])
    assert (outcome["gone"], outcome["units"]["1S"]["at"]) == ({"1H": "left"}, "K14")
    assert (outcome["deck"], outcome["over"], events(outcome, "card")) == ([], True, [])


def test_a_unit_shifts_before_it_rests() -> None:
    """A-REORG-2"""
    outcome = give("O 1 K4", {"1S": unit("K5", "4SP", wear=2), **FAR})
    assert kinds(outcome) == ["shifted", "reorganised"]


def test_a_rally_is_told_without_the_fatigue_it_leaves() -> None:
    """A-RALLY-2"""
    units = {"1S": unit("K5", "4SP", state="demoralised", broke=1), **FAR}
    outcome = give("R 1", units, [1], turn=3)
    assert kinds(outcome) == ["test", "rallied"]
    assert outcome["units"]["1S"]["state"] == "fatigued"


def test_fatigue_is_told_again_only_after_the_unit_was_ready() -> None:
    """A-ACT-4: the retreat of a unit that is known to be fatigued does not tell it again."""
    units = {"1S": unit("K9", "3SP", wear=2, acts=1), **FAR}
    sheets = [{"seat": "S", "lines": [line]} for line in ("M 1 K8", "T 1")]
    outcome = give("", units, sheets=sheets, deck=["S"])
    assert [event["unit"] for event in events(outcome, "fatigued")] == ["1S"]
    assert outcome["units"]["1S"]["wear"] == 4


def test_a_lone_general_is_ordered_by_g_only() -> None:
    """A-ACT-5"""
    units = {"1S": unit("K5", "4SP"), "GS": unit("K3", "SP+g"), **FAR}
    assert code(give("M GS K4", units)) == "syntax"
    assert code(give("G K4", units)) is None


def test_an_unknown_type_of_figures_is_no_line() -> None:
    """A-ACT-5"""
    assert code(give("X 1 3QQ K6", {"1S": unit("K5", "8SP"), **FAR})) == "syntax"
    assert lines_of(bought("UNIT 5QQ")) == ["syntax"]


def test_only_a_unit_of_mounted_foot_dismounts() -> None:
    """A-ACT-6: a knight among them is no mounted foot."""
    assert code(give("B 1", {"1S": unit("K5", "4MF MK"), **FAR})) == "wrong_kind"
    assert give("B 1", {"1S": unit("K5", "4MF"), **FAR})["units"]["1S"]["figs"] == "4SP"


def test_medics_alone_attack_nobody() -> None:
    """A-ACT-6"""
    assert code(give("C 1 1H", {"1S": unit("K5", "3MD"), "1H": unit("K8", "3LV")})) == "no_fighters"
    assert code(give("F 1 1H", {"1S": unit("K5", "3MD"), "1H": unit("K6", "3LV")})) == "no_fighters"


def test_a_hex_may_be_named_twice_and_all_hexes_are_looked_at_first() -> None:
    """A-MOVE-3: the enemy on K9 is farther away than the steps, and is found all the same."""
    units = {"1S": unit("K5", "4SP"), "1H": unit("K14", "3LV")}
    assert events(give("M 1 K6 K6", units), "moved")[0]["path"] == ["K5", "K6"]
    assert code(give("M 1 K6 K13", units)) == "next_to_enemy"
    assert code(give("M 1 K6 K14", units)) == "occupied"
    assert code(give("M 1 K6 K12", units, terrain={"K12": "o"})) == "no_entry"


def test_contact_is_too_far_if_every_hex_beside_the_enemy_is() -> None:
    """A-MOVE-3"""
    assert code(give("C 1 1H", {"1S": unit("K5", "4SP"), "1H": unit("K12", "3LV")})) == "too_far"
    assert code(give("C 1 1H", {"1S": unit("K5", "4LV"), "1H": unit("K11", "3LV")}, [1] * 7)) is None


def test_javelins_are_thrown_at_contact_into_a_melee_of_friends() -> None:
    """A-SHOOT-8"""
    units = {"1S": unit("K5", "4JV"), "2S": unit("J8", "4SP"), "1H": unit("K8", "8LV")}
    assert code(give("S 1 1H", units)) == "target_in_melee"
    outcome = give("C 1 1H J", units, [1] * 17)
    assert [event["unit"] for event in events(outcome, "volley")] == ["1S"]


@pytest.mark.parametrize(("figures", "mod"), [("2MK 2MF", 1), ("2MF 2MK", 0)])
def test_a_unit_of_two_kinds_is_what_most_of_its_figures_are(figures: str, mod: int) -> None:
    """A-MELEE-9, A-MORALE-3: of equally many, what the first listed is."""
    units = {"1S": unit("K3", figures), "1H": unit("K8", "4LV", wear=4), **FAR}
    outcome = give("C 1 1H", units, [1] * (5 + mod))
    assert {blow["mod"] for blow in events(outcome, "blow")} == {mod}
    assert ("cavalry" in events(outcome, "test")[0]["causes"]) == bool(mod)


def test_a_winner_follows_onto_the_hex_of_the_blows() -> None:
    """A-MELEE-16: a defender who broke before the blows has left the hex on which it stood."""
    units = {"1S": unit("K3", "4MS"), "1H": unit("K8", "3LV", wear=5), **FAR}
    outcome = give("C 1 1H +", units, [6])
    assert [event["unit"] for event in events(outcome, "demoralised")] == ["1H"]
    assert (events(outcome, "blow"), outcome["units"]["1S"]["at"]) == ([], "K8")


def test_a_new_unit_lists_its_figures_as_the_line_names_them() -> None:
    """A-UNITE-2"""
    units = {"1S": unit("K5", "7SP SP+m"), **FAR}
    outcome = give("X 1 SP+m 3SP K6", units, start={"black": 2, "red": 1})
    assert (outcome["units"]["1S"]["figs"], outcome["units"]["2S"]["figs"]) == ("4SP", "SP+m 3SP")


def test_a_second_banner_on_a_hex_covers_the_first() -> None:
    """A-BAN-2"""
    units = {"1S": unit("K5", "3LB"), "1H": unit("K8", "SP SP+b"), **FAR}
    outcome = give("S 1 1H", units, [6, 6, 1, 1], banners={"K8": "S"})
    assert (outcome["gone"], outcome["banners"]) == ({"1H": "destroyed"}, {"K8": "H"})


def test_a_forced_march_is_used_up_by_a_way_that_is_blocked() -> None:
    """A-JOK-3: foot that rolls a 6 on the slope stays, and its march is gone."""
    units = {"1S": unit("K5", "4SP", march=4), **FAR}
    outcome = give("M 1 K7", units, [6], terrain={"K5": "^"})
    assert kinds(outcome) == ["slowed", "stayed"]
    assert "march" not in outcome["units"]["1S"]


def test_a_reserve_that_was_not_ready_for_a_moment_is_no_reserve_any_more() -> None:
    """A-JOK-7: a volley leaves as many men as wear, and a Joker's help comes too late."""
    units = {"1S": unit("K5", "6LB"), "1H": unit("K8", "4LV", wear=2, reserve=True), **FAR}
    sheets = [
        {"seat": "S", "lines": ["S 1 1H"]},
        {"seat": "H", "lines": ["HOLD"]},
        {"seat": "H", "lines": ["W 1"]},
    ]
    outcome = play(seat="S", units=units, sheets=sheets, deck=["J", "H"], dice=[6, 6, 1, 1, 1, 1, 1])
    assert (outcome["units"]["1H"]["state"], outcome["units"]["1H"]["wear"]) == ("ready", 1)
    assert "reserve" not in outcome["units"]["1H"]


def test_when_time_is_over_an_order_does_not_wait_for_a_reserve() -> None:
    """A-END-2"""
    units = {"1S": unit("K5", "4SP"), "1H": unit("K14", "4SP", reserve=True)}
    state = state_of(seat="S", units=units, phase="card")
    asked = ARGAD.resolve(state, {"S": ("M 1 K6",)}, Dice(1)).state
    assert ARGAD.phase(asked).key == "reserve"
    ended = ARGAD.resolve(asked, {}, ScenarioDice(), last=True).state
    assert (ended.units["1S"].at, ended.ending, ended.winner) == ("K6", "time", None)


def test_the_pause_of_a_turn_comes_before_its_first_question() -> None:
    """A-PHASE-4: the first card drawn is the Joker, then one of spades."""
    state = ARGAD.setup(ARGAD.read_options({}), Dice(1))
    state = ARGAD.resolve(state, {}, Dice(1)).state
    state = ARGAD.resolve(state, {}, ScenarioDice([11, 1])).state
    assert (ARGAD.phase(state).key, ARGAD.phase(state).at_once) == ("joker", False)
    state = ARGAD.resolve(state, {"S": ("N",)}, ScenarioDice()).state
    assert (ARGAD.phase(state).key, ARGAD.phase(state).at_once) == ("card", True)


def test_nobody_is_asked_for_a_reserve_with_blind_orders() -> None:
    """A-PHASE-5: although reserves are secret, the whole turn is read at once, and plans come again."""
    state = ARGAD.setup(ARGAD.read_options({"orders": "blind", "reserve": "secret"}), Dice(1))
    keys = []
    for number in range(4):
        keys.append(ARGAD.phase(state).key)
        state = ARGAD.resolve(state, {"S": ("M 3 J4",), "H": ()}, Dice(number)).state
    assert keys == ["army", "deploy", "plan", "plan"]


def test_a_sheet_without_a_unit_has_no_faults_of_a_list_and_nobody_buys_a_hurt_general() -> None:
    """A-PHASE-6"""
    outcome = bought("UNIT 8SP SP+g!", "nonsense")
    assert (lines_of(outcome), outcome["faults"]["black"]) == (["syntax", "syntax"], [])


def test_a_seat_without_a_general_is_told_so_first() -> None:
    """A-PHASE-6: diamonds have the second wing, and no general."""
    sheets = [{"seat": "D", "lines": ["G A1"]}, {"seat": "H", "lines": ["G N16", "G 2"]}]
    outcome = play(phase="deploy", players=3, armies={"black": "vikings", "red": "vikings"}, sheets=sheets)
    assert lines_of(outcome) == [None, "already_placed", "no_general"]


def test_a_seat_without_troops_is_not_asked_for_a_reserve() -> None:
    """A-SECRET-1: diamonds chose in secret, but have nobody left."""
    units = {"1S": unit("K5", "4SP"), "1H": unit("K14", "4SP")}
    asked = play(
        seat="S",
        units=units,
        reserve="secret",
        asked=["D"],
        gone={"2D": "destroyed"},
        sheets=[{"seat": "S", "lines": ["M 1 K6"]}],
    )
    assert (asked["next"], asked["units"]["1S"]["at"]) == ({"phase": "draw"}, "K6")


@pytest.mark.parametrize("phase", ["joker", "card"])
def test_secret_choices_are_private(phase: str) -> None:
    """A-SECRET-1: what is written for a Joker is shown to nobody, an order is."""
    state = state_of(
        seat="S", units={"1S": unit("K5", "4SP"), **FAR}, phase=phase, jokers=1, reserve="secret"
    )
    assert ARGAD.phase(state).private == (phase == "joker")


def test_a_table_of_even_armies_gives_them_to_everybody() -> None:
    """A-ARMY-6, A-ARMY-7"""
    state = ARGAD.setup(ARGAD.read_options({}), Dice(1))
    taken = ARGAD.resolve(state, {"S": ("take flemish",)}, Dice(1)).state.armies
    assert taken == {"black": ready_army("flemish", is_even=True), "red": ready_army("vikings", is_even=True)}
    assert ARGAD.review(ARGAD.view(state, "S"), "S", ("UNIT 7SP",))
    for armies in ("ready", "bought"):
        as_listed = ARGAD.setup(ARGAD.read_options({"armies": armies}), Dice(1))
        assert ARGAD.resolve(as_listed, {}, Dice(1)).state.armies["red"] == ready_army("vikings")


def test_every_house_rule_of_the_page_is_tested_here() -> None:
    told = Path(__file__).read_text("utf-8")
    named = {rule for rule, _ in house_rules_of("argad.md")}
    assert len(named) > 14
    assert {rule for rule in named if rule not in told} == set()
