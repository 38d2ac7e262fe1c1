"""The Joker of Argad, its helps, and the reserve, open or secret."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from protocol.texts import catalogue
from protocol.views.argad import events as e
from protocol.views.argad import note_of
from server.games.api import Private
from server.games.argad import ARGAD
from server.games.argad.state import ArgadState
from server.games.dice import Dice
from tests.kit.argad import FAR, battle, codes, conceal, kinds, play, state_of, told, unit

RESERVE = {"1S": unit("C8", "4LB", reserve=True), "1H": unit("H8", "4LB"), "2H": unit("K14", "4SP")}


def choose(*lines: str, **scenario: Any) -> dict[str, Any]:
    """What becomes of a Joker of S."""
    given = {"phase": "joker", "seat": "S", "jokers": 1, **scenario}
    return play(sheets=[{"seat": "S", "lines": list(lines)}], **given)


def answered(order: str, *reaction: str, **scenario: Any) -> dict[str, Any]:
    """An order of H, and what S, whose unit is in reserve, makes of it."""
    sheets = [{"seat": "H", "lines": [order]}, {"seat": "S", "lines": list(reaction)}]
    return play(**{"seat": "H", "units": RESERVE, "sheets": sheets, **scenario})


@pytest.mark.parametrize(
    ("line", "code"),
    [
        *(("W 1", "no_wear"), ("W 2", None), ("WEAR 2S", None), ("J W 2", None), ("j wear 2", None)),
        *(
            ("M 2", "fatigued"),
            ("D 3", "demoralised"),
            ("C 2", "fatigued"),
            ("R 2", "fatigued"),
            ("X 4", "closed"),
        ),
        *(("R 4", "closed"), ("W 3", "no_wear"), ("H 1", "no_medic"), ("H 4", "nobody_lost"), ("X 3", None)),
        *(("N", None), ("NONE", None), ("J N", None), ("N 1", "syntax"), ("W", "syntax"), ("J", "syntax")),
        *(
            ("Z 1", "syntax"),
            ("W 9", "no_such_unit"),
            ("W 1H", "not_yours"),
            ("W GS", "syntax"),
            ("", "syntax"),
        ),
    ],
)
def test_which_helps_may_be_chosen(line: str, code: str | None) -> None:
    """A-JOK-1, A-JOK-2"""
    units = {
        **{
            "1S": unit("K3", "4SP"),
            "2S": unit("M3", "4SP", wear=4),
            "3S": unit("O3", "4SP", state="demoralised"),
        },
        **{"4S": unit("Q3", "3SP MD", closed=True), **FAR},
    }
    assert codes(choose(line, units=units)) == [code]


def test_a_forced_march_is_rolled_at_once_and_used_by_the_next_way() -> None:
    """A-JOK-3: a second march replaces the first."""
    marched = choose("M 1", units={"1S": unit("K3", "4SP", march=2), **FAR}, dice=[5])
    assert marched["units"]["1S"]["march"] == 5
    assert kinds(marched) == ["joker", "march"]
    sheets = [{"seat": "S", "lines": ["M 1 K9"]}]
    outcome = play(seat="S", units={"1S": unit("K3", "4SP", march=4), **FAR}, sheets=sheets)
    assert outcome["units"]["1S"] == unit("K9", "4SP", wear=0, state="ready", acts=1, moved=True)


def test_one_more_activation_is_asked_after_the_card() -> None:
    """A-JOK-5: of that unit only, one after the other, and not if it is gone."""
    sheets = [
        *({"seat": "S", "lines": [line]} for line in ("X 1", "X 2", "M 1 K4")),
        {"seat": "S", "lines": ["M 2 M4", "G K9", "M 1 K5"]},
        {"seat": "S", "lines": ["P"]},
    ]
    units = {"1S": unit("K3", "3SP SP+g"), "2S": unit("M3", "4SP"), **FAR}
    outcome = play(phase="joker", seat="S", jokers=2, units=units, sheets=sheets)
    assert codes(outcome) == [None, None, None, "other_unit", "other_unit", None, None]
    assert [line["phase"] for line in outcome["lines"]] == [
        "joker",
        "joker",
        "card",
        "extra",
        "extra",
        "extra",
        "extra",
    ]
    assert outcome["units"]["1S"]["acts"] == 2
    gone = {"1S": unit("K3", "3SP"), "2S": unit("K4", "3SP"), **FAR}
    lines = [{"seat": "S", "lines": [line]} for line in ("X 2", "U 1 2")]
    assert play(phase="joker", seat="S", jokers=1, units=gone, sheets=lines)["next"] == {"phase": "draw"}


def test_the_owner_of_the_next_card_chooses_for_each_waiting_joker() -> None:
    """A-JOK-1"""
    outcome = play(
        seat="S",
        deck=["J", "J", "H"],
        units={"1S": unit("K3", "4SP"), "1H": unit("K14", "4SP", wear=2)},
        sheets=[{"seat": "S", "lines": ["P"]}, {"seat": "H", "lines": []}, {"seat": "H", "lines": ["N"]}],
    )
    assert [(each["benefit"], each.get("unit")) for each in told(outcome, "joker")] == [
        ("WEAR", "1H"),
        ("NONE", None),
    ]
    assert outcome["next"] == {"phase": "card", "seat": "H"}


def test_without_a_line_the_most_worn_unit_is_helped() -> None:
    """A-PHASE-2: of equally worn ones the lowest number; demoralised units not."""
    units = {"1S": unit("K3", "4SP", wear=2), "2S": unit("M3", "4SP", wear=2), **FAR}
    assert told(choose(units=units), "joker") == [{"seat": "S", "benefit": "WEAR", "unit": "1S"}]
    assert told(choose("?", units={"1S": unit("K3", "4SP"), **FAR}), "joker") == [
        {"seat": "S", "benefit": "NONE"}
    ]


def test_a_die_more_in_the_next_volley() -> None:
    """A-JOK-4"""
    units = {"1S": unit("C8", "4LB", die=True), "1H": unit("H8", "4SP")}
    outcome = play(seat="S", units=units, sheets=[{"seat": "S", "lines": ["S 1 1H"]}], dice=[1] * 5)
    assert len(told(outcome, "volley")[0]["dice"]) == 5
    assert "die" not in outcome["units"]["1S"]


@pytest.mark.parametrize("line", ["M 2 K13", "C 2 1S", "S 1 1S", "T 2", "G K16", "F 1 1S", "D 1 G11"])
def test_a_reserve_is_asked_after_every_enemy_order_that_moves_or_strikes(line: str) -> None:
    """A-JOK-7, A-PHASE-3"""
    verb = line[0]
    units = {**RESERVE, "2H": unit("K14", "3SP SP+g", wear=4 if verb == "T" else 0)}
    if verb == "C":
        units["2H"] = unit("C11", "3SP SP+g")
    if verb in "FD":
        units["1H"] = unit("D8", "4LB")
    outcome = play(seat="H", units=units, sheets=[{"seat": "H", "lines": [line]}])
    assert outcome["next"] == {"phase": "reserve", "seat": "S"}
    assert kinds(outcome) == []


@pytest.mark.parametrize("line", ["P", "L 1", "O 2", "U 2 3"])
def test_other_orders_ask_no_reserve(line: str) -> None:
    """A-JOK-7"""
    units = {
        **RESERVE,
        "1H": unit("H8", "4CB", load=1),
        "2H": unit("K14", "4SP", wear=1),
        "3H": unit("K13", "4SP"),
    }
    outcome = play(seat="H", units=units, sheets=[{"seat": "H", "lines": [line]}])
    assert outcome["next"] == {"phase": "draw"}
    assert codes(outcome) == [None]


def test_no_reserve_is_asked_that_is_not_ready_any_more() -> None:
    """A-JOK-7"""
    units = {**RESERVE, "1S": unit("C8", "4LB", reserve=True, wear=4)}
    assert play(seat="H", units=units, sheets=[{"seat": "H", "lines": ["M 2 K13"]}])["next"] == {
        "phase": "draw"
    }


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (("HOLD",), [None]),
        (("h",), [None]),
        ((), []),
        (("P", "L 1", "H 1", "M 9 C7"), ["syntax", "syntax", "syntax", "too_many"]),
        (("M 1 C7",), [None]),
        (("M 2 C7",), ["other_unit"]),
    ],
)
def test_a_reserve_holds_or_moves_shoots_or_attacks(lines: tuple[str, ...], found: list[str | None]) -> None:
    """A-JOK-7"""
    units = {**RESERVE, "2S": unit("A1", "3SP")}
    outcome = answered("M 2 K13", *lines, units=units)
    assert codes(outcome) == [None, *found]
    assert outcome["units"]["2H"]["at"] == "K13"
    assert ("reserve" in outcome["units"]["1S"]) == (lines[:1] != ("M 1 C7",))


def test_a_reserve_that_acts_first_may_frustrate_the_order() -> None:
    """A-JOK-7: the enemy order is judged anew, and is lost with its card."""
    wall = dict.fromkeys(("E7", "F7", "G7"), "#")
    hides = answered("S 1 1S", "M 1 C7", terrain=wall)
    assert kinds(hides) == ["reserve", "moved", "frustrated"]
    assert told(hides, "frustrated") == [{"seat": "H", "code": "no_sight"}]
    assert hides["units"]["1H"]["acts"] == 0
    gone = answered("M 1 H7", "S 1 1H", units={**RESERVE, "1H": unit("H8", "LV")}, dice=[6, 1, 1, 1])
    assert told(gone, "frustrated") == [{"seat": "H", "code": "no_such_unit"}]
    assert codes(gone) == [None, None]


def test_two_volleys_at_once_are_simultaneous_even_to_the_death() -> None:
    """A-JOK-7: shooters of both were counted before."""
    units = {
        **RESERVE,
        "1S": unit("C8", "LB", reserve=True, acts=1),
        "1H": unit("H8", "LB", acts=1),
        "9S": unit("A1", "3SP"),
    }
    outcome = answered("S 1 1S", "S 1 1H", units=units, dice=[6, 6])
    assert kinds(outcome) == ["reserve", "volley", "losses", "volley", "losses", "gone", "gone"]
    assert outcome["gone"] == {"1H": "destroyed", "1S": "destroyed"}
    both = answered("S 1 1S", "S 1 1H", dice=[1] * 8)
    assert {name: both["units"][name]["acts"] for name in ("1S", "1H")} == {"1S": 1, "1H": 1}


def test_a_reserve_counts_as_an_activation_like_any_other() -> None:
    """A-JOK-7, A-ACT-3"""
    units = {**RESERVE, "1S": unit("C8", "4LB", reserve=True, acts=1)}
    outcome = answered("M 2 K13", "M 1 C7", units=units)
    assert (outcome["units"]["1S"]["acts"], outcome["units"]["1S"]["wear"]) == (2, 1)


def test_two_allies_are_asked_in_seat_order_until_one_acts() -> None:
    """A-SECRET-1"""
    units = {**RESERVE, "1C": unit("C4", "4LB"), "1S": unit("C8", "4LB", reserve=True)}
    sheets = [{"seat": seat, "lines": [line]} for seat, line in (("H", "M 2 K13"), ("S", "HOLD"), ("C", "H"))]
    outcome = play(seat="H", reserve="secret", asked=["C", "S"], units=units, sheets=sheets)
    assert [line["seat"] for line in outcome["lines"]] == ["H", "S", "C"]
    sheets = [{"seat": "H", "lines": ["M 2 K13"]}, {"seat": "S", "lines": ["M 1 C7"]}]
    acted = play(seat="H", reserve="secret", asked=["C", "S"], units=units, sheets=sheets)
    assert acted["asked"] == ["C"]
    assert acted["units"]["2H"]["at"] == "K13"


def secret(**changes: Any) -> ArgadState:
    """S has chosen in secret, and an order of H waits."""
    state = state_of(
        **{"phase": "reserve", "seat": "S", "reserve": "secret", "asked": ["S"]},
        order={"seat": "H", "text": "M 2 K13"},
        units=RESERVE,
        deck={"S": 1, "H": 1},
    )
    return replace(state, **changes)


def test_only_the_own_side_sees_a_secret_reserve() -> None:
    """A-SECRET-1"""
    state = secret(seats=("S", "C", "H", "D"))
    seen = {seat: ARGAD.view(state, seat).units["1S"].reserve for seat in ("S", "C", "H", "D", None)}
    assert seen == {"S": True, "C": True, "H": False, "D": False, None: False}
    assert ARGAD.view(replace(state, hides_reserve=False), "H").units["1S"].reserve


@pytest.mark.parametrize("line", ["R 1", "N"])
def test_a_secret_reserve_and_none_are_told_alike(line: str) -> None:
    """A-SECRET-1"""
    units = {"1S": unit("C8", "4LB"), "1H": unit("H8", "4SP")}
    state = state_of(phase="joker", seat="S", jokers=1, reserve="secret", units=units)
    done = ARGAD.resolve(state, {"S": (line,)}, Dice(1))
    hidden = [part for part in done.story if isinstance(part, Private)]
    assert [(part.seats, part.instead) for part in hidden] == [(("S",), e.JokerHidden("S"))]
    assert ARGAD.phase(state).private
    assert done.state.asked == ("S",)
    told_to_all = [part for part in done.story if not isinstance(part, Private)]
    assert [type(part) for part in told_to_all] == [e.Asked]


def test_why_a_line_of_a_secret_choice_is_lost_is_told_to_its_writer_only() -> None:
    """A-SECRET-1"""
    done = ARGAD.resolve(secret(), {"S": ("M 1 A1", "H")}, Dice(1))
    lost = [part for part in done.story if isinstance(part, Private) and isinstance(part.event, e.LineLost)]
    assert [(part.seats, part.instead, part.sheet) for part in lost] == [(("S",), None, "S")]
    assert any(isinstance(part, e.Held) for part in done.story)


def test_an_order_that_waits_is_for_all_to_see() -> None:
    """A-JOK-7"""
    state = secret()
    note = ARGAD.phase(state).about
    assert note is not None
    assert catalogue("argad", "en").say(note) == "Hearts ordered: M 2 K13"
    assert ARGAD.view(state, None).order == state.order


def test_nobody_can_tell_which_unit_is_in_secret_reserve() -> None:
    """A-SECRET-1, S1: views and stories are the same for whoever may not know."""
    random = Random(3)
    for number in range(12):
        state = secret()
        other = conceal(state, "H", random)
        for seat in ("H", None):
            assert ARGAD.view(state, seat) == ARGAD.view(other, seat)
            assert ARGAD.phase(state) == ARGAD.phase(other)
        held = [ARGAD.resolve(each, {"S": ("HOLD",)}, Dice(number)) for each in (state, other)]
        assert ARGAD.view(held[0].state, "H") == ARGAD.view(held[1].state, "H")
        assert [note_of(part) for part in held[0].story] == [note_of(part) for part in held[1].story]


def test_the_next_card_is_decided_by_nobody_before_it_is_drawn() -> None:
    """A-DECK-2: the state holds only how many cards of each seat are left."""
    state = battle(3)
    drawn = {ARGAD.resolve(state, {}, Dice(seed)).state.playing for seed in range(12)}
    assert drawn == {"S", "H"}
    assert set(state.deck) <= {"S", "H", "J"}


def test_an_order_that_is_none_is_frustrated() -> None:
    """A-JOK-7"""
    units = {**RESERVE, "1S": unit("C8", "4LB", reserve=True)}
    outcome = play(
        **{"phase": "reserve", "seat": "S", "units": units, "order": {"seat": "H", "text": "hello"}},
        sheets=[{"seat": "S", "lines": ["HOLD"]}],
    )
    assert told(outcome, "frustrated") == [{"seat": "H", "code": "syntax"}]


def test_a_reserve_mark_falls_as_the_unit_tires() -> None:
    """A-JOK-7"""
    units = {**RESERVE, "1S": unit("C8", "4LB", reserve=True, wear=3, attacked=1)}
    sheets = [{"seat": "H", "lines": ["S 1 1S"]}, {"seat": "S", "lines": ["H"]}]
    outcome = play(seat="H", units=units, sheets=sheets, dice=[1, 1, 1, 1, 6])
    assert outcome["units"]["1S"]["state"] == "fatigued"
    assert "reserve" not in outcome["units"]["1S"]
