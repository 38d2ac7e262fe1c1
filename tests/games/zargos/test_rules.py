"""Rules of Zargos that the shared cases do not name, on small positions."""

from protocol.views.zargos.events import LineLost
from protocol.views.zargos.words import PEOPLES
from server.games.api import Private
from server.games.dice import Dice
from server.games.zargos import ZARGOS
from server.games.zargos.peoples import FIGURES
from server.games.zargos.state import ZargosState
from tests.kit.zargos import codes, events, play, state_of


def test_cards_are_numbered_and_work_as_they_are_read_from_the_active_people_on() -> None:
    """Z-CARD-3: the active people's Death comes before Madness, which throws for what is left."""
    outcome = play(
        phase="winds",
        units={"K": {"BZ1": 9}, "S": {"TA1": 3}},
        order=["S", "K"],
        active="K",
        hands={"K": ["DEATH"], "S": ["MAD"]},
        sheets=[{"S": ["MAD BZ"], "K": ["DEATH"]}],
        dice=[6],
    )
    assert [event["kind"] for event in outcome["events"]] == ["played", "played", "lost", "rolled", "lost"]
    assert [event["why"] for event in events(outcome, "lost")] == ["DEATH", "MAD"]
    assert outcome["units"]["K"] == {"BZ1": 4}


def test_a_second_illusion_counts_after_the_first() -> None:
    """Z-CARD-20"""
    outcome = play(
        phase="illusion",
        units={"K": {"BZ1": 5}, "S": {"TA1": 3}, "W": {"OZ1": 9}},
        played=[["S", "ICE BZ"]],
        hands={"W": ["ILL"], "K": ["ILL"]},
        sheets=[{"W": ["ILL 1 KO"], "K": ["ILL 1 OZ"]}],
    )
    assert outcome["winds"] == ["ICE KO"]
    assert outcome["hands"] == {}
    assert outcome["pile"][-2:] == ["ILL", "ILL"]


def test_ice_stops_cards_too_and_mist_minds_nothing_else() -> None:
    """Z-CARD-23"""
    outcome = play(
        phase="reorganise",
        units={"D": {"BZ1": 4, "OZ1": 2, "NN": 3}, "K": {"KO1": 1}},
        winds=["ICE BZ", "STORM NN NE"],
        curse="POWERS",
        hands={"D": ["MIST"]},
        order=["D", "K"],
        sheets=[{"D": ["MIST", "1 BZ1 OZ1", "2 NN OZ1", "1 OZ1 NN", "ELSE 1 OZ1 BZ1"]}],
    )
    assert codes(outcome) == {"D": [None, "frozen", None, None, "not-now"]}
    assert outcome["units"]["D"] == {"BZ1": 4, "OZ1": 3, "NN": 2}
    frozen = play(
        phase="attack",
        units={"W": {"BZ1": 4}, "K": {"KO1": 1}},
        winds=["ICE KO"],
        hands={"W": ["ELSE"]},
        active="W",
        sheets=[{"W": ["ELSE 2 BZ1 KO1"]}],
    )
    assert codes(frozen) == {"W": ["frozen"]}


def test_a_combat_goes_from_cards_to_spiders_to_ramparts_to_rounds() -> None:
    """Z-COMBAT-1"""
    outcome = play(
        phase="attack",
        units={"W": {"BZ3": 8}, "S": {"BZ1": 1, "OH3": 3}},
        hands={"W": ["WAR"], "S": ["WAR"]},
        active="W",
        sheets=[{"W": ["7 BZ3 BZ1", "WAR BZ1"]}, {"S": ["VORTEX 2 OH3 BZ1", "WAR BZ1"]}],
        dice=[6, 6, 6, 6, 1, 1],
    )
    kinds = [event["kind"] for event in outcome["events"]]
    assert kinds == ["moved", "war", "war", "joined", "round", "captured"]
    assert [event["people"] for event in events(outcome, "war")] == ["W", "S"]
    volley = play(
        phase="attack",
        units={"D": {"TA1": 8}, "A": {"TAC": 4}},
        active="D",
        order=["D", "A"],
        sheets=[{"D": ["7 TA1 TAC"]}],
        dice=[6, 6, 6, 6, 1, 1],
    )
    assert [event["kind"] for event in volley["events"]] == ["moved", "volley", "rampart", "held"]


def test_the_example_of_the_rules() -> None:
    """Z-COMBAT-10"""
    outcome = play(
        phase="attack",
        units={"W": {"BZ5": 2}, "K": {"TA1": 1}},
        active="W",
        sheets=[{"W": ["1 BZ5 TA1"]}],
        dice=[5, 3, 6, 1],
    )
    first = events(outcome, "round")[0]
    assert (first["strike"], first["parry"], first["loss"]) == (4, 4, 0)


def test_dragons_without_their_power_stay_at_sea() -> None:
    """Z-D-5"""
    position = {"D": {"NN": 3, "BZ2": 2}, "W": {"KO1": 1}}
    common = {"units": position, "curse": "POWERS", "order": ["D", "W"]}
    attack = play(phase="attack", sheets=[{"D": ["3 NN KO1"]}], **common)
    swim = play(phase="reorganise", sheets=[{"D": ["1 NN NE", "1 BZ2 NN", "1 NN SS"]}], **common)
    assert codes(attack) == {"D": ["power-off"]}
    assert codes(swim) == {"D": ["power-off", "power-off", "too-far"]}


def test_knights_ship_units_from_a_coast_they_have_just_taken() -> None:
    """Z-K-3"""
    outcome = play(
        phase="attack",
        units={"K": {"BZ1": 9}, "W": {"OZ1": 1}},
        boats={"K": 1},
        sheets=[{"K": ["8 BZ1 BZ2"]}, {"K": ["5 BZ2 NN KO1"]}],
    )
    assert codes(outcome, 1) == {"K": [None]}
    assert outcome["units"]["K"] == {"BZ1": 1, "BZ2": 3, "KO1": 5}
    off = play(
        phase="attack",
        units={"K": {"BZ1": 9}, "W": {"OZ1": 1}},
        winds=["FLOOD"],
        sheets=[{"K": ["8 BZ1 BZ2"]}],
    )
    assert off["next"] == {"phase": "reorganise", "owing": ["K"]}


def test_monks_reroll_in_the_strike_from_the_ramparts_and_not_in_a_volley() -> None:
    """Z-M-1"""
    outcome = play(
        phase="attack",
        units={"W": {"PA1": 2}, "M": {"PAC": 1}},
        active="W",
        sheets=[{"W": ["1 PA1 PAC"]}],
        dice=[1, 6, 1],
    )
    assert events(outcome, "rampart")[0]["rerolled"] == {"people": "M", "was": 1, "now": 6}
    shot = play(
        phase="attack",
        units={"M": {"TA2": 2}, "A": {"TA1": 7}},
        active="M",
        order=["M", "A"],
        sheets=[{"M": ["1 TA2 TA1"]}],
        dice=[1, 1, 1],
    )
    assert events(shot, "volley")[0] == {"kind": "volley", "at": "TA1", "dice": [1, 1, 1], "loss": 1}


def test_demons_fight_by_the_usual_rules_and_do_not_come_back() -> None:
    """Z-MASTER-1, Z-PEOPLE-2"""
    outcome = play(
        phase="attack",
        units={"W": {"ZA1": 8}, "K": {"OZ1": 1}, "X": {"ZA2": 1}},
        active="W",
        sheets=[{"W": ["7 ZA1 ZA2"]}, {"W": ["6 ZA2 ZA1"]}],
        dice=[6, 6, 6, 1],
    )
    assert outcome["units"] == {"K": {"OZ1": 1}, "W": {"ZA1": 7, "ZA2": 1}}


def test_a_master_who_is_driven_out_hands_over_all_cards() -> None:
    """Z-MASTER-3"""
    outcome = play(
        phase="attack",
        units={"W": {"ZI1": 9}, "K": {"ZAC": 1, "OZ1": 1}},
        active="W",
        hands={"K": ["MIST", "ICE", "LAND"]},
        sheets=[{"W": ["8 ZI1 ZAC"]}, {}],
        dice=[1, 6, 6, 6, 6, 6, 6, 1],
    )
    assert outcome["master"] == "W"
    assert outcome["hands"] == {"W": ["LAND", "MIST", "ICE"]}
    assert events(outcome, "gathered") == [{"kind": "gathered", "people": "K", "number": 3}]


def test_an_empty_city_has_no_master_who_then_comes_down_to_three_cards() -> None:
    """Z-MASTER-6"""
    outcome = play(
        phase="winds",
        units={"W": {"ZAC": 2, "OZ1": 1}, "K": {"BZ1": 1}},
        hands={"W": ["WAR", "WAR", "ICE", "MIST", "LAND"], "K": ["DEMON"]},
        sheets=[{"K": ["DEMON ZAC"]}, {}],
    )
    assert (outcome["master"], events(outcome, "master")) == (None, [{"kind": "master", "people": None}])
    counted = play(
        phase="count",
        units={"W": {"OZ1": 1}, "K": {"BZ1": 1, "BZ2": 1}},
        hands={"W": ["WAR", "WAR", "ICE", "MIST", "LAND"]},
        sheets=[{"W": ["ICE"]}],
    )
    assert counted["hands"] == {"W": ["WAR", "WAR", "ICE"]}


def test_a_shipped_group_is_of_one_origin() -> None:
    """Z-MOVE-6: two groups to one coast are two voyages, each with its own boats."""
    outcome = play(
        phase="attack",
        units={"W": {"BZ2": 3, "BZ4": 3}, "K": {"OZ1": 1}},
        boats={"W": 2},
        active="W",
        sheets=[{"W": ["2 BZ2 NN KO1", "2 BZ4 NN KO1"]}],
    )
    assert outcome["units"]["W"] == {"BZ2": 1, "BZ4": 1, "KO1": 4}
    assert [event["boats"] for event in events(outcome, "spent")] == [1, 1]


def test_each_line_is_carried_out_on_what_the_lines_above_have_left() -> None:
    """Z-MOVE-9"""
    outcome = play(
        phase="attack",
        units={"W": {"BZ2": 3}, "K": {"OZ1": 1}},
        boats={"W": 1},
        active="W",
        sheets=[{"W": ["9 BZ2 BZ1", "1 BZ2 NN KO1", "1 BZ2 NN KOC", "1 BZ2 BZ1"]}],
    )
    assert codes(outcome) == {"W": ["too-few", None, "no-boats", None]}


def test_reorganisation_lines_of_every_kind() -> None:
    """Z-PHASE-5"""
    outcome = play(
        phase="reorganise",
        units={"K": {"BZ1": 5, "BZ2": 5, "KO1": 1, "OH3": 1}, "W": {"OZ1": 1}},
        boats={"K": 1},
        hands={"K": ["LAND", "ELSE", "MIST"]},
        sheets=[
            {
                "K": [
                    *("2 BZ1 BZ2", "MIST", "ELSE 2 BZ2 OH3", "1 OH3 BZ1", "ELSE 1 BZ1 KO1"),
                    *("LAND 4 BZ2 NN KO1", "1 BZ1 BZ2"),
                ]
            }
        ],
    )
    expected = [None, "not-now", None, "too-far", "no-card", None, "no-steps"]
    assert codes(outcome) == {"K": expected}


def test_halving_comes_before_order_and_purchases() -> None:
    """Z-POINT-4"""
    outcome = play(
        phase="count",
        units={"W": {"BZ1": 1, "BZ2": 1, "BZ3": 1}, "S": {"TA1": 1, "TA2": 1}, "K": {"ZA1": 1}},
        curse="HALF",
        exempt=["S", "K"],
        sheets=[],
    )
    assert outcome["points"] == {"S": 2, "W": 1, "K": 3}
    assert outcome["order"] == ["K", "S", "W"]


def test_a_curse_comes_in_turn_one_and_cards_come_before_purchases() -> None:
    """Z-TURN-1"""
    outcome = play(
        phase="count",
        units={"W": {"OZ1": 1, "OZC": 1}, "S": {"BZ1": 1}},
        pile=["ICE"],
        curses=["HALF"],
        sheets=[{}, {}],
    )
    kinds = [event["kind"] for event in outcome["events"]]
    assert kinds.index("dealt") < kinds.index("bought") < kinds.index("cursed")
    assert outcome["turn"] == 2


def test_the_player_wins_with_one_of_two_peoples() -> None:
    """Z-TWO-3"""
    outcome = play(
        phase="count",
        turn=15,
        units={"W": {"OZ1": 1}, "S": {"OZC": 1, "BZ1": 1}, "K": {"KO1": 1, "KO2": 1}},
        seats={"W": "1", "S": "1", "K": "2"},
        sheets=[],
    )
    assert outcome["winner"] == "1"


def test_two_peoples_that_destroy_each_other_leave_a_draw() -> None:
    """Z-END-3"""
    outcome = play(
        phase="winds",
        units={"W": {"BZ1": 1}, "S": {"BZ2": 1}},
        hands={"W": ["MAD"]},
        sheets=[{"W": ["MAD BZ"]}],
        dice=[6, 6],
    )
    assert (outcome["winner"], outcome["next"], sorted(outcome["out"])) == (None, None, ["S", "W"])
    assert outcome["events"][-1] == {"kind": "won", "seat": None, "why": "nobody"}


def test_the_seats_throw_for_the_first_choice() -> None:
    """Z-SETUP-1"""

    class Faces:
        def __init__(self, *faces: int) -> None:
            self._left = list(faces)

        def roll(self, faces: int) -> int:
            return self._left.pop(0)

    state = ZARGOS.setup(ZARGOS.read_options({"players": 4}), Faces(2, 5, 5, 2, 1, 6, 3, 4))
    assert state.seating == ("3", "2", "4", "1")
    assert state.throws[4:] == (("2", 1), ("3", 6), ("1", 3), ("4", 4))


def set_up(players: int, seed: int) -> list[ZargosState]:
    """The states of a set-up in which nobody writes anything, up to turn 1."""
    states = [ZARGOS.setup(ZARGOS.read_options({"players": players}), Dice(seed))]
    while not states[-1].turn:
        states.append(ZARGOS.resolve(states[-1], {}, Dice(seed + len(states))).state)
    return states


def test_demons_stand_on_zargos_at_the_start_and_nobody_has_a_card() -> None:
    """Z-SETUP-3, Z-SETUP-9"""
    for players in ZARGOS.players:
        last = set_up(players, 1)[-1]
        assert sum(last.units["X"].values()) == 46
        assert not last.hands
        assert not last.kingdoms
        assert len(last.seats) == {2: 4, 3: 6}.get(players, players)


def test_drawn_territories_are_shown_and_other_cards_are_not() -> None:
    """Z-SETUP-5"""
    states = [state for state in set_up(6, 3) if state.stage in ("draft", "offer")]
    for state in states:
        for seat in state.seating:
            view = ZARGOS.view(state, seat)
            assert {state.seats[people] for people in view.cards} <= {seat}
            for people, cards in state.cards.items():
                places = [card for card in cards if card not in ("BOAT", "SWORD")]
                assert sorted(view.units.get(people, {})) == sorted(places)
                assert sum(view.backs[people]) == len(cards) - len(places)
    assert states[-1].stage == "offer"
    assert not states[-1].blue
    assert not states[-1].green


def test_a_people_without_territory_gets_one_by_lot() -> None:
    """Z-SETUP-6"""
    outcome = play(
        phase="draft",
        choosing=["K", "S"],
        seats={"K": "1", "S": "2"},
        cards={"K": ["TA1", "BZ2", "OZ1"], "S": ["SWORD"]},
        blue=[],
        green=["SWORD"],
        sheets=[],
        dice=[2],
    )
    assert outcome["cards"] == {"K": ["BZ2", "OZ1", "SWORD", "SWORD"], "S": ["TA1"]}
    assert events(outcome, "helped") == [
        {"kind": "helped", "people": "S", "from": "K", "place": "TA1", "back": "green"}
    ]


def test_gifts_and_several_cards_are_dealt_and_told_without_their_names() -> None:
    """Z-TRADE-1, Z-TRADE-4"""
    outcome = play(
        phase="offer",
        choosing=["K", "S", "W", "M"],
        cards={"K": ["BZ1", "SWORD", "SWORD"], "S": ["TAC", "OZ1"], "W": ["PA1"], "M": ["KO1"]},
        sheets=[{"K": ["S 2SWORD FOR TAC"], "W": ["W PA1 FOR -"]}, {"S": ["yes 1"]}],
    )
    assert codes(outcome) == {"K": [None], "W": ["bad-target"]}
    assert events(outcome, "traded") == [
        {
            **{"kind": "traded", "giver": "K", "taker": "S", "given": [], "asked": ["TAC"]},
            **{"given_secret": [0, 2], "asked_secret": [0, 0]},
        }
    ]
    assert outcome["units"]["K"] == {"BZ1": 1, "TAC": 1}


def test_trade_ends_after_three_rounds_or_a_round_without_an_offer() -> None:
    """Z-TRADE-2"""
    cards = {"K": ["BZ1", "BZ2", "BZ3", "BZ4"], "S": ["TAC"]}
    given = [{"K": ["S BZ1 FOR -"]}, {}]
    common = {"phase": "offer", "choosing": ["K", "S"], "cards": cards}
    assert play(sheets=given * 3, **common)["next"] == {"phase": "deploy", "owing": ["S"]}
    assert play(sheets=given, **common)["next"]["phase"] == "offer"
    assert play(sheets=[{}], **common)["next"]["phase"] == "deploy"


def test_a_seat_sees_its_own_hand_and_the_sizes_of_others() -> None:
    """Z-SECRET-1"""
    state = state_of(
        phase="winds",
        units={"K": {"BZ1": 1}, "S": {"TA1": 1}, "W": {"OZ1": 1}},
        seats={"K": "1", "S": "1", "W": "2"},
        hands={"K": ["WAR"], "S": ["ICE", "MAD"], "W": ["DEMON"]},
    )
    assert ZARGOS.view(state, "1").hands == {"K": ("WAR",), "S": ("MAD", "ICE")}
    assert ZARGOS.view(state, None).hands == {}
    assert ZARGOS.view(state, None).hand_sizes == {"K": 1, "S": 2, "W": 1}


def test_units_have_the_prices_of_the_rules() -> None:
    assert [FIGURES[people].price for people in PEOPLES] == [4, 4, 2, 2, 1, 1]


def test_why_a_card_line_is_lost_is_told_only_to_its_writer() -> None:
    """Z-SECRET-2: it would tell that the card is not in the hand."""
    state = state_of(phase="attack", units={"K": {"BZ5": 4}, "S": {"TA1": 3}})
    sheets = {"K": ("1 BZ5 TA3", "1 BZ5 TA1", "WAR TA1", "WAR QQ1")}
    story = ZARGOS.resolve(state, sheets, Dice(1)).story
    private = [part for part in story if isinstance(part, Private)]
    assert [(part.seats, part.event.reason.code) for part in private] == [(("1",), "no-card")]
    told = [part.reason.code for part in story if isinstance(part, LineLost)]
    assert told == ["too-far", "no-place"]


def test_the_outcome_names_the_winner_and_figures_are_points() -> None:
    """Z-END-1"""
    state = state_of(phase="attack", units={"K": {"BZ1": 3}, "S": {"TA1": 3}})
    figures = ZARGOS.figures(state)
    assert set(figures) == set(state.seats.values())
    assert all(figure["points"] > 0 for figure in figures.values())
    over = ZARGOS.resolve(state, {}, Dice(1), last=True).state
    outcome = ZARGOS.outcome(over)
    assert outcome is not None
    assert (len(outcome.winners) == 1) == (over.winner is not None)
    assert ZARGOS.resolve(over, {}, Dice(1)).state == over
