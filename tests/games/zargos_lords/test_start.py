"""The start of Zargo's Lords: seats, homes, deployments, the skirmish, phases and what views show."""

import pytest

from protocol.options import BadOptions
from protocol.views.zargos_lords.board import COAST, MAP, PIECES, TERRAIN, distance, home_hexes
from protocol.views.zargos_lords.events import LineLost, Placed
from protocol.views.zargos_lords.words import PEOPLES, read_garrison
from server.games.api import Private
from server.games.dice import Dice, LoadedDice
from server.games.zargos_lords import ZARGOS_LORDS
from server.games.zargos_lords.state import LordsState
from tests.kit.zargos_lords import events, numbers, play, state_of


def started(**options: object) -> LordsState:
    return ZARGOS_LORDS.setup(ZARGOS_LORDS.read_options(options), Dice(1))


@pytest.mark.parametrize(("players", "seats"), [(2, "KD"), (3, "KDW"), (4, "KDWM")])
def test_seats_are_the_first_peoples_in_order(players: int, seats: str) -> None:
    """L-SETUP-1"""
    assert "".join(ZARGOS_LORDS.seating(ZARGOS_LORDS.read_options({"players": players}))) == seats


def test_an_option_names_other_peoples_and_gives_their_number() -> None:
    """L-SETUP-1"""
    assert ZARGOS_LORDS.seating(ZARGOS_LORDS.read_options({"peoples": "DWM"})) == ("D", "W", "M")
    for wrong in ({"peoples": "KD", "players": 3}, {"peoples": "KK"}, {"skirmish": True, "players": 3}):
        with pytest.raises(BadOptions):
            ZARGOS_LORDS.read_options(wrong)


def test_continents_fall_by_lot() -> None:
    """L-SETUP-2"""
    options = ZARGOS_LORDS.read_options({"players": 4})
    homes = ZARGOS_LORDS.setup(options, LoadedDice([2, 3, 1])).homes
    assert homes == {"K": ("II",), "D": ("IV",), "W": ("I",), "M": ("III",)}
    three = ZARGOS_LORDS.setup(ZARGOS_LORDS.read_options({"players": 3}), LoadedDice([4, 3, 2])).homes
    assert three == {"K": ("IV",), "D": ("III",), "W": ("II",)}
    two = ZARGOS_LORDS.setup(ZARGOS_LORDS.read_options({"players": 2}), LoadedDice([2])).homes
    assert two == {"K": ("II", "IV"), "D": ("I", "III")}


@pytest.mark.parametrize("name", MAP.deployments)
def test_default_deployments_keep_the_rules_of_the_setup(name: str) -> None:
    """L-SETUP-3, L-SETUP-4, L-SETUP-6"""
    for people in PEOPLES:
        for home, deployment in MAP.deployments[name][people].items():
            land = home_hexes(tuple(home.split("+")))
            cities = list(deployment.cities)
            assert len(cities) == 4
            assert {*cities, *deployment.pieces} <= land
            assert not COAST.intersection(cities)
            assert all(TERRAIN[at] != "@" for at in cities)
            assert all(distance(a, b) >= 4 for a in cities for b in cities if a != b)
            assert all(len(read_garrison(text)) <= 4 for text in deployment.cities.values())
            assert not set(cities) & set(deployment.pieces)


@pytest.mark.parametrize("is_skirmish", [False, True])
def test_every_piece_is_placed(is_skirmish: bool) -> None:
    """L-SETUP-4, L-SKIR-1"""
    state = started(skirmish=is_skirmish, peoples="WM")
    counts = {
        (people, kind): piece.skirmish_count if is_skirmish else piece.count
        for people in "WM"
        for kind, piece in PIECES[people].items()
    }
    assert numbers(state) == counts


def test_others_are_told_no_more_than_that_a_setup_is_done() -> None:
    """L-SETUP-5, L-SHEET-7"""
    state = started(players=3)
    phase = ZARGOS_LORDS.phase(state)
    assert (set(phase.owing), phase.private, phase.quiet) == (set("KDW"), True, True)
    story = ZARGOS_LORDS.resolve(state, {"K": ("junk", "ok")}, Dice(1)).story
    lost = [part for part in story if isinstance(part, Private)]
    assert [(part.seats, type(part.event), part.instead) for part in lost] == [(("K",), LineLost, None)]
    assert [part.people for part in story if isinstance(part, Placed)] == ["K", "D", "W"]


def test_a_turns_sheet_is_open_once_read() -> None:
    """L-SHEET-7"""
    phase = ZARGOS_LORDS.phase(state_of(turn="K", pieces={"K": {"F14": "C"}, "D": {"K14": "F"}}))
    assert (phase.key, phase.private, phase.quiet, phase.at_once) == ("turn", False, False, False)


def test_the_skirmish_is_short_and_has_one_bridge() -> None:
    """L-SKIR-1, L-SKIR-2"""
    state = started(skirmish=True)
    assert (state.months, state.peoples) == (10, ("K", "D"))
    assert sorted(state.homes.values()) == [("first",), ("second",)]
    outcome = play(
        turn="K",
        options={"skirmish": True},
        pieces={"K": {"J17": "C", "F09": "C", "I09": "C"}, "D": {"S20": "F"}},
        orders={"K": ["C J17 N18", "C F09 F07", "C I09 K09"]},
    )
    assert [line["code"] for line in outcome["lines"]["K"]] == [None, "no-way", "no-way"]


def test_homes_of_the_skirmish_are_congruent_quarters() -> None:
    """L-SKIR-2"""
    first, second = (MAP.skirmish.quarters[name] for name in ("first", "second"))
    assert len(first) == len(second)
    assert not set(first) & set(second)
    options = ZARGOS_LORDS.read_options({"skirmish": True})
    assert ZARGOS_LORDS.setup(options, LoadedDice([2])).homes == {"K": ("second",), "D": ("first",)}


def test_a_skirmish_is_played_like_the_full_game() -> None:
    """L-SKIR-3"""
    scene = {"turn": "M", "pieces": {"M": {"F13": "F"}, "W": {"G13": "H"}}, "orders": {"M": ["F F13 x G13"]}}
    full, small = (play(**scene, options={"skirmish": each}, dice=[6]) for each in (False, True))
    assert full["events"] == small["events"]


def test_phases_say_who_writes_and_who_waits() -> None:
    """L-PHASE-1"""
    state = started(players=3)
    assert ZARGOS_LORDS.phase(state).owing == {"K": ("K",), "D": ("D",), "W": ("W",)}
    first = ZARGOS_LORDS.resolve(state, {}, Dice(1)).state
    phase = ZARGOS_LORDS.phase(first)
    assert (phase.owing, phase.waiting, phase.at_once) == ({"K": ("K",)}, ("D", "W"), False)
    second = ZARGOS_LORDS.phase(ZARGOS_LORDS.resolve(first, {}, Dice(1)).state)
    assert (second.owing, second.at_once) == ({"D": ("D",)}, True)


def test_a_sheet_with_faults_may_be_sealed_and_has_64_lines() -> None:
    """L-PHASE-2, L-PHASE-3"""
    phase = ZARGOS_LORDS.phase(started(players=2))
    assert (phase.strict, phase.lines) == (False, 64)
    sheet = ["F F14 F13"] + ["junk ; ; nonsense"] * 63 + ["F F13 F12"]
    outcome = play(turn="K", pieces={"K": {"F14": "F"}, "D": {"S20": "F"}}, orders={"K": sheet})
    assert outcome["pieces"]["K"] == {"F13": "F"}
    assert len(outcome["lines"]["K"]) == 1 + 2 * 63 + 1
    assert outcome["lines"]["K"][-1]["code"] == "unreadable"


def test_views_differ_in_garrisons_and_in_the_seat_alone() -> None:
    """L-VIEW-1, L-CITY-3"""
    state = state_of(
        turn="K",
        pieces={"K": {"F14": "F+C"}, "D": {"S20": "F"}},
        cities={"K": {"I11": "2F 1A"}, "D": {"P24": "1F 1T", "V20": ""}},
    )
    own, other, nobody = (ZARGOS_LORDS.view(state, seat) for seat in ("K", "D", None))
    assert own.cities == {"K": {"I11": "2F 1A"}, "D": {"P24": "?", "V20": ""}}
    assert other.cities == {"K": {"I11": "?"}, "D": {"P24": "1F 1T", "V20": ""}}
    assert nobody.cities == {"K": {"I11": "?"}, "D": {"P24": "?", "V20": ""}}
    assert own.pieces == other.pieces == nobody.pieces


def test_pieces_that_leave_a_city_are_named_in_the_story() -> None:
    """L-VIEW-2"""
    outcome = play(
        turn="K",
        pieces={"D": {"S20": "F"}},
        cities={"K": {"F14": "1C 1F", "I11": ""}},
        orders={"K": ["C F14 H13", "F F14 F13"]},
    )
    assert [event["unit"] for event in events(outcome, "moved")] == ["C", "F"]


def test_an_order_that_would_tell_who_is_in_a_city_gives_its_reason_to_the_writer_alone() -> None:
    """L-CITY-3"""
    state = state_of(turn="K", pieces={"K": {"B13": "F"}, "D": {"S20": "F"}}, cities={"K": {"F14": "1F"}})
    sheet = {"K": ("C F14 F13", "F B13 A13")}
    hidden, plain = ZARGOS_LORDS.resolve(state, sheet, Dice(1)).story[:2]
    assert isinstance(hidden, Private)
    assert (hidden.seats, hidden.event.reason.code, hidden.instead.reason.code) == (
        ("K",),
        "no-piece",
        "unseen",
    )
    assert plain.reason.code == "no-way"


def test_with_the_limit_of_time_cities_are_counted_as_they_stand() -> None:
    """L-END-4"""
    scene = {"pieces": {"K": {"F14": "F"}, "D": {"S20": "F"}}, "cities": {"D": {"P24": "", "V20": ""}}}
    outcome = play(turn="K", **scene, orders={"K": ["more"]}, last=True)
    assert (outcome["over"], outcome["winner"], outcome["next"]) == (True, "D", None)


def test_with_fewest_pieces_wins_if_the_table_says_so() -> None:
    """L-END-2"""
    scene = {
        "pieces": {"K": {"F14": "F", "F16": "C"}, "M": {"S20": "F"}},
        "cities": {"K": {"I11": ""}, "M": {"P24": ""}},
        "vanished": {"S04": 1},
    }
    for tie, winner in (("draw", None), ("fewest", None)):
        outcome = play(turn="K", month=25, players=["K", "M"], **scene, options={"tie": tie}, last=True)
        assert outcome["winner"] == winner
    scene["pieces"] = {"K": {"F14": "F"}, "M": {"S20": "F"}}
    outcome = play(turn="K", month=25, players=["K", "M"], **scene, options={"tie": "fewest"}, last=True)
    assert outcome["winner"] == "K"
