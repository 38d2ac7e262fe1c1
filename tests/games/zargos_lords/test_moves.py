"""Moves, zones, fights and launches of Zargo's Lords, each rule that no stored case names."""

from tests.kit.zargos_lords import codes, events, play

FAR = {"S20": "F"}
"""Somebody far away, so that the game goes on."""


def test_peoples_move_in_order_and_one_without_pieces_is_passed_over() -> None:
    """L-TURN-1"""
    pieces = {"K": {"F14": "F"}, "M": {"S20": "F"}}
    outcome = play(turn="K", players=["K", "D", "W", "M"], pieces=pieces, orders={})
    assert outcome["next"]["turn"] == "M"


def test_periods_come_in_their_order_whatever_the_lines_say() -> None:
    """L-TURN-3"""
    outcome = play(
        turn="W",
        pieces={
            "W": {"E13": "F", "C14": "A", "C18": "H"},
            "D": {"F13": "F", "H14": "F", "E18": "F", **FAR},
        },
        orders={"W": ["F E13 x F13", "A C14 * H14", "H C18 D18 ! E18", "push never"]},
        dice=[6, 1, 1],
    )
    assert codes(outcome, "W") == [None] * 4
    told = [event["event"] for event in events(outcome, "moved", "fought", "volley")]
    assert told == ["moved", "fought", "volley", "fought"]
    assert outcome["standing"]["W"]["push"] == "never"


def test_nobody_else_moves_but_for_what_the_actions_cause() -> None:
    """L-TURN-4"""
    pieces = {"K": {"F14": "F"}, "D": {"K14": "F", "I16": "D"}}
    outcome = play(turn="K", pieces=pieces, orders={"K": ["F F14 G14"], "D": ["F K14 J14"]})
    assert outcome["pieces"] == {"K": {"G14": "F"}, "D": {"I16": "D", "K14": "F"}}


def test_who_acts_is_the_attacker_wherever_he_stands() -> None:
    """L-TURN-5"""
    outcome = play(
        turn="K",
        pieces={"D": {"E14": "F", **FAR}},
        cities={"K": {"F14": "1F"}},
        orders={"K": ["F F14 x E14"]},
        dice=[1],
    )
    (fought,) = events(outcome, "fought")
    assert (fought["attackers"], fought["attack"], fought["result"]) == (["F14"], 4, "A3")


def test_lines_see_the_board_as_those_before_left_it_and_a_piece_acts_once() -> None:
    """L-SHEET-2"""
    outcome = play(
        turn="K",
        pieces={"K": {"F14": "C", "E14": "F"}, "D": FAR},
        orders={"K": ["C F14 G14", "F E14 F14", "C G14 H14"]},
    )
    assert codes(outcome, "K") == [None, None, "moved"]


def test_nobody_is_asked_during_a_move() -> None:
    """L-SHEET-4"""
    outcome = play(
        turn="K",
        pieces={"K": {"F14": "C"}, "D": {"G14": "F", **FAR}, "W": {"T20": "F"}},
        orders={"K": ["C F14 x G14"]},
        dice=[2],
    )
    assert events(outcome, "retreated")
    assert outcome["next"] == {"phase": "turn", "seats": ["D"], "turn": "D", "month": 1, "part": 1}


def test_a_piece_goes_as_far_as_its_movement() -> None:
    """L-MOVE-1"""
    outcome = play(
        turn="K",
        pieces={"K": {"C14": "F", "D16": "F"}, "D": FAR},
        orders={"K": ["F D16 D11", "F C14 G14"]},
    )
    assert codes(outcome, "K") == ["too-far", None]
    assert events(outcome, "moved")[0]["cost"] == 4


def test_what_hexes_cost() -> None:
    """L-MOVE-4"""
    outcome = play(
        turn="K",
        pieces={"K": {"J17": "F", "H12": "F", "E14": "C"}, "D": FAR},
        cities={"K": {"F14": "1F"}},
        orders={"K": ["F J17 L17", "F H12 I12", "C E14 G14"]},
    )
    assert [event["cost"] for event in events(outcome, "moved")] == [2, 1, 2]


def test_own_cities_are_passed_and_no_others() -> None:
    """L-MOVE-8"""
    scene = {"pieces": {"K": {"E14": "F"}, "D": FAR, "W": {"T20": "F"}}, "pacts": ["KW"]}
    orders = {"K": ["F E14 F14 G14", "F E14 F14"]}
    found = {}
    for owner, garrison in (("K", ""), ("W", ""), ("D", "1F"), ("D", "")):
        outcome = play(turn="K", **scene, cities={owner: {"F14": garrison}}, orders=orders)
        found[owner, garrison] = codes(outcome, "K")
    assert found == {
        ("K", ""): [None, "no-piece"],
        ("W", ""): ["no-way", "occupied"],
        ("D", "1F"): ["no-way", "occupied"],
        ("D", ""): ["no-way", None],
    }


def test_who_has_no_zone() -> None:
    """L-ZONE-1"""
    outcome = play(
        turn="K",
        pieces={"K": {"H11": "F", "E17": "F", "E13": "F"}, "D": {"I12": "F", "G17": "F", **FAR}},
        cities={"D": {"F14": ""}, "K": {"F17": ""}},
        stuck={"I12": 2},
        orders={"K": ["F H11 H12", "F E13 E14", "F E17 F17"]},
    )
    assert codes(outcome, "K") == [None, None, None]


def test_a_launch_does_not_switch_a_zone_off_but_a_fight_does() -> None:
    """L-ZONE-3"""
    pieces = {"K": {"E13": "F", "D13": "A", "F15": "F"}, "D": {"G13": "F", **FAR}}
    shot = play(turn="K", pieces=pieces, orders={"K": ["A D13 * G13", "F F15 G14"]}, dice=[1])
    assert codes(shot, "K") == [None, "zone"]
    lines = ["F E13 F13 x G13", "F F15 G14"]
    fought = play(turn="K", pieces=pieces, orders={"K": lines}, dice=[6])
    assert codes(fought, "K") == [None, None]


def test_leaving_a_zone_is_free_and_stepping_within_zones_is_entering() -> None:
    """L-ZONE-4"""
    pieces = {"K": {"F13": "F"}, "D": {"G13": "D", **FAR}}
    outcome = play(turn="K", pieces=pieces, orders={"K": ["F F13 G14", "F F13 E12"]})
    assert codes(outcome, "K") == ["zone", None]


def test_a_single_attack_knows_no_zones() -> None:
    """L-ZONE-5"""
    pieces = {"D": {"C14": "S"}, "K": {"D13": "A", "F14": "A", **FAR}}
    single = play(turn="D", pieces=pieces, orders={"D": ["S C14 E14 ! F14"]}, dice=[6])
    assert events(single, "moved")[0]["cost"] == 2
    walked = play(turn="D", pieces=pieces, orders={"D": ["S C14 E14 x F14"]}, dice=[6])
    assert events(walked, "moved")[0]["cost"] > 2


def test_a_fight_needs_a_neighbour_and_those_with_the_same_targets_fight_together() -> None:
    """L-FIGHT-1"""
    outcome = play(
        turn="M",
        pieces={"M": {"F14": "R", "H14": "R", "C14": "R"}, "W": {"G14": "L", "T22": "F"}},
        orders={"M": ["R F14 x G14", "R H14 x G14", "R C14 x G14"]},
        dice=[6],
    )
    assert codes(outcome, "M") == [None, None, "not-adjacent"]
    (fought,) = events(outcome, "fought")
    assert (fought["attackers"], fought["attack"]) == (["F14", "H14"], 10)


def test_a_result_strikes_a_garrison_in_type_order() -> None:
    """L-FIGHT-8"""
    outcome = play(
        turn="D",
        pieces={"D": {"E14": "D", "E13": "D", "G14": "D"}, "K": FAR},
        cities={"K": {"F14": "1C 1A 1F"}},
        orders={"D": ["D E14 x F14", "D E13 x F14", "D G14 x F14"]},
        dice=[6],
    )
    assert [event["unit"] for event in events(outcome, "eliminated")] == ["F", "A", "C"]


def test_a_fight_lapses_if_its_target_is_gone() -> None:
    """L-FIGHT-9"""
    outcome = play(
        turn="K",
        pieces={"K": {"C14": "A", "F14": "C"}, "D": {"G14": "F", **FAR}},
        orders={"K": ["C F14 x G14", "A C14 * G14"]},
        dice=[6],
    )
    (lapsed,) = events(outcome, "lapsed")
    assert lapsed == {"event": "lapsed", "kind": "fight", "reason": "gone", "targets": ["G14"]}
    assert outcome["dice_used"] == 1


def test_nobody_advances_after_a_fight() -> None:
    """L-FIGHT-10"""
    pieces = {"K": {"F14": "C"}, "D": {"G14": "F", **FAR}}
    outcome = play(turn="K", pieces=pieces, orders={"K": ["C F14 x G14"]}, dice=[6])
    assert outcome["pieces"] == {"K": {"F14": "C"}, "D": FAR}


def test_who_could_strike_singly_may_fight_with_others() -> None:
    """L-SINGLE-4"""
    outcome = play(
        turn="W",
        pieces={"W": {"F14": "H", "H14": "F"}, "D": {"G14": "S", **FAR}},
        orders={"W": ["H F14 x G14", "F H14 x G14"]},
        dice=[6],
    )
    assert events(outcome, "fought")[0]["attack"] == 8


def test_launches_out_of_a_city_and_a_pair_is_hit_as_its_escort() -> None:
    """L-ARROW-4"""
    outcome = play(
        turn="K",
        pieces={"D": {"H14": "F+D", **FAR}, "W": {"T24": "F"}},
        cities={"K": {"F14": "1A"}, "D": {"J14": "1F"}},
        orders={"K": ["A F14 * J14", "A F14 * H14"]},
        dice=[4],
    )
    assert codes(outcome, "K") == ["city", None]
    (volley,) = events(outcome, "volley")
    assert (volley["from"], volley["needed"], volley["eliminated"]) == (["F14"], 3, True)
    assert events(outcome, "retreated", "eliminated")[0]["unit"] == "F"


def test_flames_reach_five_hexes_in_a_straight_line() -> None:
    """L-FLAME-1"""
    outcome = play(
        turn="D",
        pieces={"D": {"C14": "T", "D14": "T"}, "K": {"I14": "C", **FAR}},
        orders={"D": ["T C14 * I14", "T D14 * I14"]},
        dice=[6],
    )
    assert codes(outcome, "D") == ["range", None]
    assert events(outcome, "volley")[0]["hits"] == 2


def test_wood_bars_the_retreat_of_who_walks_and_not_of_who_flies() -> None:
    """L-RET-2"""
    ends = {}
    for kind in "HF":
        outcome = play(
            turn="M",
            pieces={"M": {"D16": "I"}, "W": {"E16": kind}},
            cities={"W": {"J16": "1F"}},
            orders={"M": ["I D16 * E16"]},
            dice=[1],
        )
        ends[kind] = events(outcome, "retreated")[0]["to"]
    assert ends == {"H": "F16", "F": "E17"}


def test_a_whirlpool_on_the_line_ends_the_retreat_and_holds() -> None:
    """L-RET-3"""
    outcome = play(
        turn="D",
        pieces={"D": {"D31": "F"}, "W": {"E30": "F+L"}},
        orders={"D": ["F D31 x E30"]},
        dice=[6],
    )
    assert (outcome["pieces"]["W"], outcome["stuck"]) == ({"I30": "L"}, {"I30": 3})


def test_a_pushed_pair_that_meets_the_sea_loses_its_escort_and_its_ward_flees_afterwards() -> None:
    """L-PUSH-2"""
    outcome = play(
        turn="M",
        pieces={"M": {"D14": "I"}, "W": {"E14": "F", "J14": "F+L"}},
        standing={"W": {"push": "always"}},
        orders={"M": ["I D14 * E14"]},
        dice=[6],
    )
    told = [
        (e["event"], e["unit"], e.get("at", e.get("from")))
        for e in events(outcome, "eliminated", "retreated")
    ]
    assert told[:2] == [("eliminated", "F", "J14"), ("retreated", "F", "E14")]
    assert told[2][1:] == ("L", "J14")


def test_the_escort_fights_as_if_alone() -> None:
    """L-ESC-1"""
    outcome = play(
        turn="K",
        pieces={"K": {"D14": "F+C"}, "D": {"G14": "F", **FAR}},
        orders={"K": ["F+C D14 F14 x G14"]},
        dice=[6],
    )
    assert events(outcome, "fought")[0]["attack"] == 4


def test_a_city_belongs_to_who_entered_it_last() -> None:
    """L-CITY-1"""
    city = {"D": {"F14": ""}}
    pieces = {"K": {"E14": "F"}, "D": {"H14": "F"}}
    taken = play(turn="K", pieces=pieces, cities=city, orders={"K": ["F E14 F14"]})
    assert (taken["cities"], taken["count"]) == ({"K": {"F14": "1F"}}, {"K": 1, "D": 0})
    left = play(turn="K", pieces={"D": {"H14": "F"}}, cities=taken["cities"], orders={"K": ["F F14 D14"]})
    back = play(turn="D", pieces=left["pieces"], cities=left["cities"], orders={"D": ["F H14 F14"]})
    assert back["count"] == {"K": 0, "D": 1}


def test_a_city_is_attacked_alone_and_from_beside_it() -> None:
    """L-CITY-4, L-CITY-5"""
    outcome = play(
        turn="D",
        pieces={"D": {"E14": "D", "C14": "D"}, "K": {"F13": "A", **FAR}},
        cities={"K": {"F14": "1F"}},
        orders={"D": ["D E14 x F14 F13", "D C14 x F14", "D E14 * F14"]},
    )
    assert codes(outcome, "D") == ["city", "not-adjacent", "city"]


def test_an_allys_pieces_are_passed_and_not_ended_on() -> None:
    """L-PACT-6"""
    outcome = play(
        turn="K",
        pacts=["KD"],
        pieces={"K": {"E14": "F"}, "D": {"F14": "F"}, "W": FAR},
        orders={"K": ["F E14 F14", "F E14 G14"]},
    )
    assert codes(outcome, "K") == ["occupied", None]
    assert events(outcome, "moved")[0]["cost"] == 2


def test_a_fight_lapses_if_its_attackers_have_left_their_hexes() -> None:
    """L-FIGHT-9: two feet are driven back by one fight before the other, by duty, comes up."""
    outcome = play(
        turn="K",
        pieces={"K": {"J16": "F", "K16": "F", "J15": "F"}, "D": {"J17": "F", "K15": "F"}, "M": {"S04": "O"}},
        orders={"K": ["F J16 x J17", "F K16 x J17"]},
        dice=[1],
    )
    assert [event["target"] for event in events(outcome, "duty")] == ["K15"]
    assert [event["reason"] for event in events(outcome, "lapsed")] == ["no-attackers"]
