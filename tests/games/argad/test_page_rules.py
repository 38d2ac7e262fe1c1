"""Rules of the page that no stored case names, each shown by a small position."""

from typing import Any

import pytest

from protocol.views.argad.board import HEXES, NEIGHBOURS, distance, zone_of
from server.games.argad import ARGAD
from server.games.argad.state import ArgadState
from server.games.argad.turns import deck_of
from server.games.dice import Dice
from server.games.scenario_dice import ScenarioDice
from tests.kit.argad import play, state_of
from tests.kit.argad_orders import code, events, give, kinds, unit

FAR = {"9H": unit("Z16", "3LV")}
"""An enemy who reaches nobody in the north."""


def armies(*lines: str) -> dict[str, Any]:
    """What comes of the lines of spades in the phase `army`."""
    return play(phase="army", sheets=[{"seat": "S", "lines": [*lines]}])


def deployed(*lines: str, black: str = "vikings") -> dict[str, Any]:
    sheets = [{"seat": "S", "lines": [*lines]}]
    return play(phase="deploy", armies={"black": black, "red": "vikings"}, sheets=sheets)


def lost_lines(outcome: dict[str, Any]) -> list[str]:
    return [line["code"] for line in outcome["lines"] if line["code"]]


def table(**options: Any) -> ArgadState:
    return ARGAD.setup(ARGAD.read_options(options), Dice(1))


def position(units: dict[str, Any]) -> ArgadState:
    return state_of(seat="S", units=units)


def test_the_board_has_26_columns_and_16_rows() -> None:
    """A-BOARD-1"""
    assert (len(HEXES), HEXES[0], HEXES[-1]) == (26 * 16, "A1", "Z16")


def test_the_six_neighbours_stand_in_direction_order() -> None:
    """A-BOARD-2: E, SE, SW, W, NW, NE, from an odd row and from an even one."""
    assert NEIGHBOURS["K9"] == ("L9", "K10", "J10", "J9", "J8", "K8")
    assert NEIGHBOURS["K10"] == ("L10", "L11", "K11", "J10", "K9", "L9")
    assert (distance("K9", "K10"), distance("A1", "Z1"), distance("A1", "A16")) == (1, 25, 15)


def test_a_hex_holds_one_unit_and_a_lone_general_is_one() -> None:
    """A-BOARD-3"""
    units = {"1S": unit("K5", "4SP"), "2S": unit("K6", "4SP"), "GS": unit("L5", "SP+g"), **FAR}
    assert code(give("M 1 K6", units)) == "occupied"
    assert code(give("M 1 L5", units)) == "occupied"
    assert code(give("M 1 K4", units)) is None


def test_black_deploys_in_the_two_northern_rows_and_red_in_the_two_southern_ones() -> None:
    """A-BOARD-4"""
    assert zone_of("S", "black", False) == HEXES[: 2 * 26]
    assert zone_of("H", "red", False) == HEXES[-2 * 26 :]
    assert lost_lines(deployed("1 A3")) == ["not_in_zone"]
    assert lost_lines(deployed("1 A1")) == []


def test_figures_that_are_alike_are_written_together_where_the_first_stands() -> None:
    """A-FIG-2: small letters are read, a zero in front is not."""
    outcome = armies("UNIT sp 3sp SP+B 2Sp", "UNIT 07SP", "UNIT 8SP sp+G", "UNIT 3LV", "UNIT 3LV")
    assert lost_lines(outcome) == ["syntax"]
    whole = armies("UNIT sp 3sp SP+B 2Sp", "UNIT 8SP sp+G", "UNIT 3LV", "UNIT 3LV")
    assert whole["armies"]["black"]["units"] == ["6SP SP+b", "8SP SP+g", "3LV", "3LV"]


def test_higher_classes_strike_when_wear_leaves_few() -> None:
    """A-FIG-4: two of four are worn out, and the two men-at-arms with great weapons (+1) fight."""
    units = {"1S": unit("K5", "2SP 2MA", wear=2), "1H": unit("K8", "4SP", wear=4)}
    outcome = give("C 1 1H", units, [1, 1, 1])
    assert [blow["mod"] for blow in events(outcome, "blow") if blow["by"] == "1S"] == [1, 1]


@pytest.mark.parametrize(
    ("lines", "lost", "faults"),
    [
        (("UNIT 8SP", "UNIT 3LV", "UNIT 3LV", "UNIT 3LV"), [], ["general"]),
        (("UNIT 8SP SP+g", "UNIT 8SP SP+g", "UNIT 3LV", "UNIT 3LV"), [], ["general"]),
        (("UNIT 8SP SP+g SP+g", "UNIT 3LV", "UNIT 3LV", "UNIT 3LV"), ["bad_command"], None),
        (("UNIT 8SP SP+g", "UNIT 8SP 2SP+b", "UNIT 3LV", "UNIT 3LV"), ["bad_command"], None),
        (("UNIT 8SP SP+g", "UNIT 8SP 2MD", "UNIT 3LV", "UNIT 3LV"), ["bad_command"], None),
    ],
)
def test_an_army_has_one_general_and_a_unit_no_role_twice(
    lines: tuple[str, ...], lost: list[str], faults: list[str] | None
) -> None:
    """A-ARMY-4"""
    outcome = armies(*lines)
    assert lost_lines(outcome) == lost
    assert faults is None or outcome["faults"]["black"] == faults
    assert outcome["armies"]["black"]["name"] == "normans"


def test_both_sides_may_take_the_same_army_and_each_has_one_by_default() -> None:
    """A-ARMY-7"""
    chosen = play(phase="army", sheets=[{"seat": seat, "lines": ["TAKE welsh"]} for seat in "SH"])["armies"]
    assert [chosen[side]["name"] for side in ("black", "red")] == ["welsh", "welsh"]
    by_default = play(phase="army", sheets=[])["armies"]
    assert [by_default[side]["name"] for side in ("black", "red")] == ["normans", "vikings"]


def test_both_sides_choose_and_deploy_at_the_same_time() -> None:
    """A-SETUP-1, A-PHASE-4: there is time to read before the deployment and the first card only."""
    state = table(players=2)
    assert (ARGAD.phase(state).key, set(ARGAD.phase(state).owing)) == ("army", {"S", "H"})
    state = ARGAD.resolve(state, {"S": ("TAKE welsh",)}, Dice(1)).state
    deploy = ARGAD.phase(state)
    assert (deploy.key, set(deploy.owing), deploy.at_once) == ("deploy", {"S", "H"}, False)
    state = ARGAD.resolve(state, {}, ScenarioDice([1])).state
    assert (ARGAD.phase(state).key, ARGAD.phase(state).at_once) == ("card", False)
    state = ARGAD.resolve(state, {"S": ("P",)}, ScenarioDice([1])).state
    assert (ARGAD.phase(state).key, ARGAD.phase(state).at_once) == ("card", True)


def test_a_general_may_begin_in_another_unit_of_his_kind_or_alone() -> None:
    """A-SETUP-3"""
    joined = deployed("G 2")["units"]
    assert (joined["1S"]["figs"], joined["2S"]["figs"]) == ("4HS HS+b", "6SA SA+m HS+g")
    assert deployed("G K1")["units"]["GS"]["at"] == "K1"
    assert lost_lines(deployed("G 3", black="normans")) == ["wrong_kind"]


def test_a_turn_has_a_card_for_each_unit_and_a_joker_and_each_draw_is_a_throw() -> None:
    """A-DECK-1, A-DECK-2: cards lie in the order S, C, H, D, Joker, and the throw counts them."""
    deploy = ARGAD.resolve(table(), {}, Dice(1)).state
    first_spade = ARGAD.resolve(deploy, {}, ScenarioDice([5])).state
    assert (first_spade.playing, first_spade.deck) == ("S", {"S": 4, "H": 5, "J": 1})
    first_heart = ARGAD.resolve(deploy, {}, ScenarioDice([6])).state
    assert (first_heart.playing, first_heart.deck) == ("H", {"S": 5, "H": 4, "J": 1})
    after_joker = ARGAD.resolve(deploy, {}, ScenarioDice([11, 10])).state
    assert (ARGAD.phase(after_joker).key, after_joker.playing) == ("joker", "H")


def test_a_merged_unit_takes_its_card_out_of_the_next_deck() -> None:
    """A-DECK-4: the card of this turn stays good for another unit."""
    units = {"1S": unit("K2", "4SP"), "2S": unit("L2", "4SP"), "9H": unit("Z16", "3LV")}
    sheets = [{"seat": "S", "lines": [line]} for line in ("U 1 2", "M 1 K4")]
    outcome = give("", units, deck=["S"], sheets=sheets)
    assert [line["executed"] for line in outcome["lines"]] == [True, True]
    assert (outcome["gone"], outcome["units"]["1S"]["at"]) == ({"2S": "merged"}, "K4")
    assert deck_of(position(units)) == {"S": 2, "H": 1, "J": 1}
    assert deck_of(position(outcome["units"])) == {"S": 1, "H": 1, "J": 1}


def test_broken_units_rout_at_the_end_of_a_turn_once() -> None:
    """A-TURN-3"""
    broken = {"state": "demoralised", "broke": 1}
    units = {
        "1S": unit("K8", "4SP", **broken),
        "2S": unit("C8", "4SP", routed=True, **broken),
        "3S": unit("A5", "4SP"),
        **FAR,
    }
    outcome = play(phase="end", turn=2, units=units)
    assert [event["unit"] for event in events(outcome, "routed")] == ["1S"]
    assert kinds(outcome)[-1] == "turn_end"


@pytest.mark.parametrize(("at", "found"), [("K12", "in_reach"), ("K13", None)])
def test_foot_of_20_cm_reaches_six_hexes_far(at: str, found: str | None) -> None:
    """A-REACH-1: the distance less one is at most five hexes."""
    units = {"1S": unit("K6", "4SP", wear=2), "1H": unit(at, "4SP")}
    assert code(give("O 1", units)) == found


def test_a_fatigued_enemy_reaches_nobody() -> None:
    """A-REACH-1"""
    units = {"1S": unit("K6", "4SP", wear=2), "1H": unit("K9", "4SP", wear=4)}
    assert code(give("O 1", units)) is None


def test_a_state_check_finds_a_unit_fatigued_or_breaks_it() -> None:
    """A-ACT-4: at W = F it is fatigued, at W = 2F it breaks, and its wear is gone."""
    tired = give("M 1 K7", {"1S": unit("K6", "3SP", wear=2, acts=1), **FAR})
    assert (kinds(tired)[-1], tired["units"]["1S"]["state"]) == ("fatigued", "fatigued")
    broken = give("T 1", {"1S": unit("K14", "3SP", wear=5), **FAR})
    assert [kind for kind in kinds(broken) if kind in ("demoralised", "routed")] == ["demoralised", "routed"]
    assert (broken["units"]["1S"]["wear"], broken["units"]["1S"]["state"]) == (0, "demoralised")


def test_the_march_of_a_unit_is_noted_and_its_recoil_is_not() -> None:
    """A-MOVE-7"""
    units = {"1S": unit("K5", "8SP"), "1H": unit("K8", "4LV")}
    outcome = give("C 1 1H", units, [1, *[6] * 2, *[1] * 6, 1, 1, 1])
    assert events(outcome, "recoiled")[0]["unit"] == "1H"
    assert [outcome["units"][name].get("moved", False) for name in ("1S", "1H")] == [True, False]


def test_a_crowd_strikes_with_all_its_men() -> None:
    """A-MOVE-8: no rank stands behind another, so twelve men against six strike twelve blows."""
    units = {"1S": unit("K5", "12SP"), "1H": unit("K8", "6SP")}
    outcome = give("C 1 1H", units, [1, *[1] * 12, *[1] * 6])
    assert len([blow for blow in events(outcome, "blow") if blow["by"] == "1S"]) == 12


def test_more_hits_than_figures_are_lost() -> None:
    """A-SHOOT-4"""
    units = {"1S": unit("K5", "8LB"), "1H": unit("K8", "3LV"), **FAR}
    outcome = give("S 1 1H", units, [6] * 8)
    assert (events(outcome, "volley")[0]["hits"], events(outcome, "losses")[0]["figs"]) == (8, "3LV")
    assert outcome["gone"] == {"1H": "destroyed"}


def test_a_hit_general_loses_a_life_and_stays() -> None:
    """A-SHOOT-4: of two figures the throw picks the second, the general."""
    units = {"1S": unit("K5", "3LB"), "1H": unit("K8", "SP SP+g"), **FAR}
    outcome = give("S 1 1H", units, [6, 1, 1, 2])
    assert (outcome["units"]["1H"]["figs"], kinds(outcome)[:3]) == (
        "SP SP+g!",
        ["volley", "losses", "general_hurt"],
    )


def test_javelins_fly_before_the_melee_and_may_end_it() -> None:
    """A-SHOOT-8: 5 is needed at contact; if nobody is left, there is no melee and no wear for one."""
    units = {"1S": unit("K5", "4JV"), "1H": unit("K8", "3LV"), **FAR}
    outcome = give("C 1 1H J +", units, [5, 6, 4, 5])
    assert [event["need"] for event in events(outcome, "volley")] == [5]
    assert events(outcome, "blow", "melee", "followed") == []
    assert (outcome["units"]["1S"]["wear"], outcome["units"]["1S"]["ammo"]) == (0, 1)


def test_after_a_volley_come_losses_banner_and_test_in_this_order() -> None:
    """A-SHOOT-9: of four figures the throw picks the bearer, then one of three spearmen falls."""
    units = {"1S": unit("K5", "4LB"), "1H": unit("K8", "3SP SP+b"), **FAR}
    outcome = give("S 1 1H", units, [6, 6, 1, 1, 4, 6])
    assert kinds(outcome) == ["volley", "losses", "banner_down", "wear", "test", "wear", "fatigued"]
    assert [event["why"] for event in events(outcome, "wear")] == ["banner", "test"]
    assert events(outcome, "test")[0]["causes"] == ["losses"]


def test_blows_spread_over_all_figures_before_one_is_struck_again() -> None:
    """A-MELEE-6: a throw picks among those not struck yet, comes before the blow, and the last needs none."""
    units = {"1S": unit("K5", "4SP"), "1H": unit("K8", "3LV LV+b", wear=4)}
    outcome = give("C 1 1H", units, [1, 2, 1, 1, 1, 2, 1, 1])
    assert [blow["result"] for blow in events(outcome, "blow")] == ["miss"] * 4


def test_after_the_blows_come_losses_wear_tests_and_recoil_in_this_order() -> None:
    """A-MELEE-14, A-MORALE-2: two causes are tested with one throw, which costs 1 wear."""
    units = {"1S": unit("K5", "8SP"), "1H": unit("K8", "4SP", wear=3)}
    outcome = give("C 1 1H", units, [1, 6, 6, 1, 1, 1, 1, 1, 1, 1, 6])
    told = [kind for kind in kinds(outcome) if kind not in ("blow", "moved")]
    assert told == ["test", "losses", "melee", "wear", "wear", "test", "wear", "demoralised", "routed"]
    assert [(test["causes"], test["passed"]) for test in events(outcome, "test")] == [
        (["double"], True),
        (["losses", "lost"], False),
    ]
    assert [event["by"] for event in events(outcome, "wear")] == [1, 1, 1]


def test_a_drawn_melee_leaves_both_in_contact() -> None:
    """A-MELEE-17: nothing more happens until one of them is activated."""
    units = {"1S": unit("K5", "3SP"), "1H": unit("K8", "3SP")}
    outcome = give("C 1 1H", units, [1] * 6)
    assert events(outcome, "melee")[0]["winner"] is None
    assert distance(outcome["units"]["1S"]["at"], outcome["units"]["1H"]["at"]) == 1
    assert code(give("M 1 K2", outcome["units"])) == "in_contact"
    assert code(give("F 1 1H", outcome["units"], [1] * 5)) is None


def test_rest_reorganising_and_the_joker_take_wear_off() -> None:
    """A-WEAR-2: 1 at the start of a turn, half by `O`, 1 by the Joker."""
    units = {"1S": unit("K5", "6SP", wear=5), **FAR}
    start = play(phase="start", turn=2, units=units, deck=["S"])
    assert start["units"]["1S"]["wear"] == 4
    assert give("O 1", units)["units"]["1S"]["wear"] == 2
    assert give("W 1", units, phase="joker", jokers=1)["units"]["1S"]["wear"] == 4


def test_a_demoralised_unit_that_is_struck_gets_no_wear() -> None:
    """A-WEAR-3"""
    units = {"1S": unit("K5", "3SP"), "1H": unit("K8", "6SP", state="demoralised", broke=1), **FAR}
    outcome = give("C 1 1H", units, [6, 1, 1], turn=3)
    assert [event["unit"] for event in events(outcome, "wear")] == ["1S"]
    assert (outcome["units"]["1H"]["figs"], outcome["units"]["1H"]["wear"]) == ("5SP", 0)


def test_everybody_sees_wear() -> None:
    """A-WEAR-4"""
    state = position({"1S": unit("K5", "6SP", wear=3), **FAR})
    assert [ARGAD.view(state, seat).units["1S"].wear for seat in ("S", "H", None)] == [3, 3, 3]


@pytest.mark.parametrize(
    ("figures", "hex_", "found"),
    [("4SP", "K6", None), ("4SP", "K7", "too_far"), ("4MS", "K7", None), ("4MA", "K6", "too_far")],
)
def test_a_resting_unit_shifts_by_a_quarter_of_its_rate(figures: str, hex_: str, found: str | None) -> None:
    """A-REORG-2; the enemies are in the north, so that the shift leads away from them."""
    units = {"1S": unit("K5", figures, wear=2), "9H": unit("A1", "3LV", wear=3)}
    assert code(give(f"O 1 {hex_}", units)) == found


def test_a_shift_leads_to_open_ground_and_not_nearer_to_an_enemy() -> None:
    """A-REORG-2"""
    units = {"1S": unit("K5", "4SP", wear=2), **FAR}
    assert code(give("O 1 K6", units)) == "nearer"
    assert code(give("O 1 J5", units, terrain={"J5": "^"})) == "no_entry"


def test_a_rout_leads_row_by_row_to_the_own_edge_through_friends() -> None:
    """A-FORCE-1: NW and NE by turns away from the enemy in the west, past the friend on L7."""
    units = {
        "1S": unit("K9", "4SP", state="demoralised", broke=1),
        "2S": unit("K8", "4SP"),
        "9H": unit("A9", "3LV"),
    }
    outcome = play(phase="end", turn=2, units=units)
    (rout,) = events(outcome, "routed")
    assert rout["path"] == ["K9", "K8", "L7", "L6", "M5", "M4"]


@pytest.mark.parametrize(
    ("figures", "need"), [("8SP", 3), ("7SP SP+b", 4), ("7SP SP+g", 6), ("6SP SP+b SP+g", 7)]
)
def test_a_general_and_a_banner_raise_the_morale_number(figures: str, need: int) -> None:
    """A-GEN-2, A-BAN-1, A-MORALE-7: a war cry is one cause, also for a unit that was attacked before."""
    units = {"1S": unit("K5", "4SP"), "1H": unit("K8", figures, attacked=2)}
    outcome = give("C 1", units, [1], phase="joker", jokers=1)
    assert [(test["causes"], test["need"]) for test in events(outcome, "test")] == [(["cry"], need)]


@pytest.mark.parametrize(("figures", "need"), [("8SP", 2), ("7SP SP+m", 3)])
def test_a_musician_makes_a_rally_easier(figures: str, need: int) -> None:
    """A-BAN-1"""
    units = {"1S": unit("K5", figures, state="demoralised", broke=1), **FAR}
    outcome = give("R 1", units, [1], turn=3)
    assert [test["need"] for test in events(outcome, "test")] == [need]


def test_a_medic_never_fights_and_helps_only_a_joker() -> None:
    """A-BAN-5"""
    units = {"1S": unit("K5", "3SP MD", lost=["SP"]), "1H": unit("K8", "3SP", wear=3)}
    assert len(events(give("C 1 1H", units, [1, 1, 1]), "blow")) == 3
    healed = give("H 1", units, phase="joker", jokers=1)
    assert healed["units"]["1S"]["figs"] == "4SP MD"
    without = {**units, "1S": unit("K5", "3SP", lost=["SP"])}
    assert code(give("H 1", without, phase="joker", jokers=1)) == "no_medic"


def test_a_lone_general_who_loses_a_melee_is_captured() -> None:
    """A-GEN-5: he strikes back, and nobody can give him an order to attack."""
    units = {"1S": unit("K5", "3SP"), "2H": unit("Z16", "3LV"), "GH": unit("K8", "SP+g")}
    outcome = give("C 1 GH", units, [5, 1, 1])
    assert [blow["by"] for blow in events(outcome, "blow")] == ["1S", "1S", "GH"]
    assert [event["how"] for event in events(outcome, "general")] == ["captured"]
    assert outcome["gone"]["GH"] == "captured"


def test_nobody_is_asked_about_a_joker_or_a_card_of_no_use() -> None:
    """A-PHASE-3: the Joker waits, the card of the seat that is gone is lost, and spades are asked."""
    units = {"1S": unit("K5", "3SP"), "9H": unit("Z16", "3LV")}
    outcome = give("P", units, deck=["J", "D", "S"])
    assert kinds(outcome) == ["passed", "joker_drawn", "card", "card_lost", "card"]
    assert outcome["next"] == {"phase": "joker", "seat": "S"}


def test_a_battle_ends_though_nobody_writes_anything() -> None:
    """A-ENDS-1: five units each and a Joker make at most two questions a card."""
    state, dice, asked = table(turns=3), Dice(7), 0
    while ARGAD.outcome(state) is None:
        state = ARGAD.resolve(state, {}, dice).state
        asked += 1
    assert 2 + 3 * 10 <= asked <= 2 + 3 * 11
