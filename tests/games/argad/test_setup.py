"""Armies are shown, deployed and led by one or two seats of a side."""

from typing import Any

import msgspec
import pytest

from protocol.views.argad.events import Chosen, Placed
from server.games.api import BadOptions
from server.games.argad import ARGAD
from server.games.argad.state import ArgadOptions, ArgadState, read_options
from server.games.dice import Dice
from tests.kit.argad import battle, play


def deploy(seat: str = "S", *lines: str, **fields: Any) -> dict[str, Any]:
    return play(phase="deploy", sheets=[{"seat": seat, "lines": list(lines)}], **fields)


def start(**options: Any) -> ArgadState:
    return ARGAD.setup(read_options(options), Dice(1))


def test_both_sides_choose_at_once_and_then_deploy_at_once() -> None:
    """A-SETUP-1: what was chosen is shown when both sheets are read, not before."""
    state = start()
    phase = ARGAD.phase(state)
    assert (phase.key, set(phase.owing), state.armies) == ("army", {"S", "H"}, {})
    chosen = ARGAD.resolve(state, {"S": ("TAKE blois",), "H": ("TAKE welsh",)}, Dice(1))
    shown = [part.army.name for part in chosen.story if isinstance(part, Chosen)]
    assert shown == ["blois", "welsh"]
    assert not chosen.state.units
    deployment = ARGAD.phase(chosen.state)
    assert (deployment.key, set(deployment.owing), deployment.at_once) == ("deploy", {"S", "H"}, False)
    placed = ARGAD.resolve(chosen.state, {}, Dice(1))
    assert sum(isinstance(part, Placed) for part in placed.story) == 10


@pytest.mark.parametrize(
    ("lines", "codes", "places"),
    [
        (["1 A1", "3S Z2"], [None, None], {"1S": "A1", "3S": "Z2"}),
        (["1 D3"], ["not_in_zone"], {"1S": "D2"}),
        (["1 J2", "2 J2"], [None, "occupied"], {"1S": "J2", "2S": "W2", "3S": "J1"}),
        (["1 A1", "1 B1"], [None, "already_placed"], {"1S": "A1"}),
        (["7 A1", "1H A1", "0 A1"], ["no_such_unit"] * 3, {}),
        (["A1 1", "1", "", "1 A1 B1", "12 A1"], ["syntax"] * 5, {}),
        (["G A1"], [None], {"GS": "A1", "1S": "D2"}),
        (["G 1"], [None], {"1S": "D2"}),
        (["G 3", "G 7", "G X", "G D3"], ["wrong_kind", "no_such_unit", "syntax", "not_in_zone"], {}),
        (["G 2", "G A1"], [None, "already_placed"], {}),
        (["1 A1"] * 9, [None, *["occupied"] * 7, "too_many"], {}),
    ],
    ids=lambda value: str(value)[:30],
)
def test_units_are_put_on_free_hexes_of_the_own_zone(
    lines: list[str], codes: list[str | None], places: dict[str, str]
) -> None:
    """A-SETUP-2, A-SETUP-3, A-PHASE-6"""
    outcome = deploy("S", *lines)
    assert [line["code"] for line in outcome["lines"]] == codes
    assert {name: outcome["units"][name]["at"] for name in places} == places


def test_what_is_left_out_stands_at_its_usual_hex_turned_for_red() -> None:
    """A-SETUP-2, A-BOARD-5"""
    units = deploy()["units"]
    assert {name: each["at"] for name, each in units.items() if name[0] == "1"} == {"1S": "D2", "1H": "N15"}


def test_the_general_starts_where_he_is_put() -> None:
    """A-SETUP-3"""
    units = deploy("S", "G 2")["units"]
    assert (units["1S"]["figs"], units["2S"]["figs"]) == ("3MK MK+b", "4MS MK+g")
    alone = deploy("H", "G K16")["units"]
    assert (alone["GH"], alone["1H"]["figs"]) == (
        {"at": "K16", "figs": "HS+g", "wear": 0, "state": "ready", "acts": 0},
        "4HS HS+b",
    )
    full = ["4HS HS+b HS+g", "12SP", "8SP", "8SP"]
    assert deploy("S", "G 2", armies={"black": full})["lines"][0]["code"] == "wrong_kind"


def test_weapons_are_loaded_and_javelin_men_have_two_throws() -> None:
    """A-SETUP-4"""
    units = deploy(armies={"black": "welsh", "red": "flemish"})["units"]
    assert (units["5S"]["ammo"], units["1S"]["ammo"]) == (2, 2)
    assert "load" not in units["4H"]
    assert "ammo" not in units["4H"]


@pytest.mark.parametrize(
    ("players", "seats"),
    [(2, {"S": 5, "H": 5}), (3, {"S": 5, "H": 3, "D": 2}), (4, {"S": 2, "C": 3, "H": 3, "D": 2})],
)
def test_a_side_of_two_divides_its_army_into_wings(players: int, seats: dict[str, int]) -> None:
    """A-SETUP-5: the units keep their numbers and take the suit of their commander."""
    units = deploy(players=players)["units"]
    assert {seat: sum(name[-1] == seat for name in units) for seat in seats} == seats
    assert sorted(name[0] for name in units if name[-1] in "SC") == list("12345")
    state = battle(players=players)
    assert {seat: count for seat, count in _cards(state).items() if seat != "J"} == seats


def _cards(state: ArgadState) -> dict[str, int]:
    """The deck of the first turn, the cards that were drawn counted."""
    drawn = {state.playing: 1}
    whole = {card: count + drawn.get(card, 0) for card, count in state.deck.items()}
    return whole | {card: 1 for card in drawn if card not in whole}


def test_each_of_two_deploys_in_the_own_half_and_only_wing_1_has_the_general() -> None:
    """A-SETUP-5"""
    assert deploy("C", "2 A1", "2 N1", "G 2", "1 O1", players=4)["lines"] == [
        {"seat": "C", "phase": "deploy", "text": text, "executed": code is None, "code": code}
        for text, code in (
            ("2 A1", "not_in_zone"),
            ("2 N1", None),
            ("G 2", "no_general"),
            ("1 O1", "no_such_unit"),
        )
    ]


def test_victory_is_the_sides() -> None:
    """A-SETUP-5, A-END-2"""
    state = battle(players=4)
    end = ARGAD.resolve(ARGAD.amend(state, ("LOST red 30",)), {}, Dice(1), last=True).state
    outcome = ARGAD.outcome(end)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == (("S", "C"), "time")
    assert ARGAD.figures(end) == {
        **{seat: {"points": 30, "lost": 0} for seat in "SC"},
        **{seat: {"points": 0, "lost": 30} for seat in "HD"},
    }


def test_a_draw_is_between_all() -> None:
    """A-END-3"""
    end = ARGAD.resolve(battle(), {}, Dice(1), last=True).state
    outcome = ARGAD.outcome(end)
    assert outcome is not None
    assert (outcome.winners, outcome.drawn) == ((), ("S", "H"))
    assert not ARGAD.phase(end).owing


def test_the_options_of_a_table_are_kept() -> None:
    state = start(map="ford", turns=3, armies="bought", orders="blind", reserve="secret", seconds=30)
    assert (state.map, state.turns, state.is_bought, state.is_blind, state.hides_reserve) == (
        "ford",
        3,
        *[True] * 3,
    )
    assert start().is_even
    assert not start(armies="ready").is_even
    with pytest.raises(BadOptions):
        read_options({"map": "moon"})


def test_a_table_that_was_stored_before_there_were_even_armies_keeps_its_own() -> None:
    """A-ARMY-6: options that have their default are not stored, and new tables have another one."""
    assert ARGAD.setup(msgspec.convert({}, ArgadOptions), Dice(1)).is_even is False
    assert msgspec.to_builtins(read_options({})) == {"armies": "even"}
    assert msgspec.to_builtins(read_options({"armies": "ready"})) == {}


@pytest.mark.parametrize(
    ("seconds", "army", "deployment"), [(60, 180, 180), (30, 90, 90), (None, None, None)]
)
def test_the_times_are_in_proportion_to_that_of_a_card(
    seconds: float | None, army: float | None, deployment: float | None
) -> None:
    """A-PHASE-1"""
    state = start(seconds=seconds)
    assert ARGAD.phase(state).seconds == army
    state = ARGAD.resolve(state, {}, Dice(1)).state
    assert ARGAD.phase(state).seconds == deployment
    state = ARGAD.resolve(state, {}, Dice(1)).state
    usual = {"card": 60, "joker": 30}[state.stage]
    assert ARGAD.phase(state).seconds == (None if seconds is None else usual * seconds / 60)
    assert ARGAD.limit(read_options({})) is None
    assert ARGAD.limit(read_options({"limit": 100})) == 100
