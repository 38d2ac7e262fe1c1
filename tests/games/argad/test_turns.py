"""Turns, cards, phases and endings of Argad."""

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from protocol.views.argad import events as e
from server.games.api import Private
from server.games.argad import ARGAD
from server.games.argad.turns import deck_of
from server.games.dice import Dice
from tests.kit.argad import FAR, battle, codes, kinds, order, play, state_of, told, unit

TWO = {"1S": unit("K3", "4SP"), "1H": unit("K14", "4SP")}


def test_the_deck_has_a_card_for_each_unit_and_a_joker() -> None:
    """A-DECK-1: demoralised units too; a lone general brings none."""
    units = {"1S": unit("K3", "4SP"), "2S": unit("M3", "4SP", state="demoralised"), "1C": unit("O3", "3SP")}
    state = state_of(phase="start", units={**units, "GS": unit("A1", "SP+g"), "1D": unit("K14", "3SP")})
    assert deck_of(state) == {"S": 2, "C": 1, "D": 1, "J": 1}
    started = battle()
    assert sum(started.deck.values()) + 1 + started.jokers == 11


def test_cards_are_drawn_at_random_among_those_left_and_alike_ones_without_a_die() -> None:
    """A-DECK-2"""
    state = battle(2)
    drawn: list[str] = []
    for seed in range(30):
        done = ARGAD.resolve(state, {}, Dice(seed))
        drawn += [part.seat for part in done.story if isinstance(part, e.CardDrawn)][:1]
    assert set(drawn) == {"S", "H"}
    last = replace(state, deck={"H": 2})
    dice = Dice(1)
    ARGAD.resolve(replace(last, stage="card", playing="S", choosing=("S",), jokers=0), {"S": ("P",)}, dice)
    assert dice.rolled == []


def test_a_turn_has_every_card_once() -> None:
    """A-DECK-1, A-DECK-4, A-TURN-2"""
    state, cards = battle(5), Counter[str]()
    first = state.playing
    while state.turn == 1:
        done = ARGAD.resolve(state, {}, Dice(len(cards) + sum(cards.values())))
        before_end = True
        for part in done.story:
            before_end &= not isinstance(part, e.TurnEnded)
            if isinstance(part, e.CardDrawn) and before_end:
                cards[part.seat] += 1
        state = done.state
    cards[first] += 1
    assert cards == {"S": 5, "H": 5}


def test_a_split_and_a_loss_change_only_the_next_deck() -> None:
    """A-DECK-4"""
    outcome = play(
        seat="S",
        deck={"S": 2, "H": 1},
        start={"black": 3},
        units={"1S": unit("K3", "8SP"), "1H": unit("K14", "4SP")},
        sheets=[{"seat": "S", "lines": ["X 1 4SP K4"]}],
        dice=[1],
    )
    assert sum(outcome["deck"].values()) == 2


def test_cards_nobody_can_use_jokers_and_ends_of_turns_ask_nobody() -> None:
    """A-PHASE-3, A-DECK-5: one resolution goes on to the next question."""
    units = {**TWO, "GH": unit("A16", "SP+g")}
    outcome = play(seat="S", deck=["D", "J", "C", "H"], units=units, sheets=[{"seat": "S", "lines": ["P"]}])
    assert kinds(outcome) == ["passed", "card", "card_lost", "joker_drawn", "card", "card_lost", "card"]
    assert outcome["next"] == {"phase": "joker", "seat": "H"}


def test_a_lone_general_can_use_a_card() -> None:
    """A-DECK-5"""
    units = {"1S": unit("K3", "4SP"), "GC": unit("A1", "SP+g"), "1H": unit("K14", "4SP")}
    outcome = play(
        seat="S",
        deck=["C"],
        units=units,
        sheets=[{"seat": s, "lines": [t]} for s, t in (("S", "P"), ("C", "G A3"))],
    )
    assert outcome["units"]["GC"]["at"] == "A3"


def test_without_enemies_the_rest_of_the_deck_is_void() -> None:
    """A-DECK-5, A-JOK-5: promised activations too."""
    units = {"1S": unit("C8", "4LB"), "1H": unit("H8", "LV"), "GH": unit("A16", "SP+g")}
    sheets = [{"seat": "S", "lines": [line]} for line in ("X 1", "S 1 1H")]
    outcome = play(
        phase="joker", seat="S", jokers=1, deck=["S", "H", "J"], units=units, sheets=sheets, dice=[6, 1, 1, 1]
    )
    assert kinds(outcome)[-2:] == ["turn_end", "broken"]
    assert (outcome["winner"], outcome["deck"], outcome["next"]) == ("black", [], None)


def test_phases_are_strict_short_and_open_at_once_but_for_the_first_of_a_turn() -> None:
    """A-PHASE-1, A-PHASE-3, A-PHASE-4"""
    state = battle(1)
    first = ARGAD.phase(state)
    assert (first.strict, first.first_counts, first.lines, first.at_once) == (True, True, 3, False)
    assert first.waiting == tuple(seat for seat in "SH" if seat not in first.owing)
    assert first.about is not None
    for _ in range(4):
        state = ARGAD.resolve(state, {}, Dice(2)).state
        assert ARGAD.phase(state).at_once
    while state.turn == 1:
        state = ARGAD.resolve(state, {}, Dice(3)).state
    assert not ARGAD.phase(state).at_once


def test_every_phase_has_its_room_and_its_time() -> None:
    """A-PHASE-1"""
    state = battle(1)
    expected = {"card": (3, 60), "extra": (3, 60), "joker": (3, 30), "reserve": (3, 20), "plan": (20, 240)}
    for stage, (lines, seconds) in expected.items():
        phase = ARGAD.phase(replace(state, stage=stage))
        assert (phase.lines, phase.seconds) == (lines, seconds)
        assert phase.strict == (stage != "plan")
        assert phase.first_counts == (stage != "plan")


def test_blind_orders_are_one_phase_a_turn() -> None:
    """A-PHASE-5: everybody with troops plans, and everything resolves in one step."""
    state = battle(1, orders="blind", players=4)
    phase = ARGAD.phase(state)
    assert (phase.key, set(phase.owing), phase.strict, phase.at_once) == ("plan", set("SCHD"), False, False)
    done = ARGAD.resolve(state, {"S": ("M 1 D4", "M 1 D5")}, Dice(1))
    assert (done.state.stage, done.state.turn) == ("plan", 2)
    assert done.state.units["1S"].at == "D5"


def test_a_plan_is_judged_line_by_line_as_it_is_played() -> None:
    """A-PHASE-5: beyond cards and Jokers is too many, what is never reached is unused."""
    lines = ["M 1 K4", "J X 1", "M 1 K5", "hello", "J W 2", "J N", "M 1 K6"]
    outcome = play(
        phase="plan",
        deck=["J", "S", "S"],
        units={**TWO, "2S": unit("A1", "3SP")},
        sheets=[{"seat": "S", "lines": lines}],
    )
    assert codes(outcome) == [None, None, None, "syntax", "unused", "too_many", "too_many"]
    assert outcome["units"]["1S"]["at"] == "K5"
    assert [line["phase"] for line in outcome["lines"]] == ["plan"] * 7


def test_a_help_for_a_unit_that_is_not_next_is_lost_and_the_line_waits() -> None:
    """A-PHASE-5"""
    units = {**TWO, "2S": unit("A1", "3SP")}
    outcome = play(
        phase="plan",
        deck=["J", "S", "S"],
        units=units,
        sheets=[{"seat": "S", "lines": ["J X 2", "M 1 K4", "P"]}],
    )
    assert codes(outcome) == [None] * 3
    assert kinds(outcome) == ["joker_drawn", "card", "joker", "moved", "card", "passed", "turn_end"]
    wrong = play(
        phase="plan", deck=["J", "S"], units=units, sheets=[{"seat": "S", "lines": ["J W 1", "M 1 K4"]}]
    )
    assert codes(wrong) == ["no_wear", None]
    assert told(wrong, "joker") == [{"seat": "S", "benefit": "NONE"}]


def test_a_planned_extra_is_not_played_without_an_enemy() -> None:
    """A-DECK-5, A-PHASE-5"""
    units = {"1S": unit("C8", "4LB"), "1H": unit("H8", "LV")}
    lines = ["J X 1", "S 1 1H", "M 1 C7"]
    outcome = play(
        phase="plan",
        deck=["J", "S", "S"],
        units=units,
        sheets=[{"seat": "S", "lines": lines}],
        dice=[6, 1, 1, 1],
    )
    assert codes(outcome) == [None, None, "unused"]
    assert kinds(outcome)[-3:] == ["gone", "turn_end", "broken"]


def test_a_side_is_broken_by_more_than_two_thirds() -> None:
    """A-END-1: merged units are no loss, and a side that has nobody steady is broken too."""

    def winner(gone: dict[str, str], **units: Any) -> str | None:
        given = {"1S": unit("K3", "4SP"), **units, "1H": unit("K14", "4SP")}
        return str(play(phase="end", units=given, gone=gone, start={"black": 5})["winner"])

    three = dict.fromkeys(("2S", "3S", "4S"), "destroyed")
    assert winner(three, **{"5S": unit("A1", "3SP")}) == "None"
    assert winner({**three, "5S": "left"}) == "red"
    assert winner({**three, "5S": "merged"}) == "None"
    assert winner(three, **{"5S": unit("A6", "3SP", state="demoralised")}) == "red"
    shaken = {"1S": unit("K6", "4SP", state="demoralised"), "GS": unit("A1", "SP+g"), **FAR}
    assert play(phase="end", units=shaken, start={"black": 9})["winner"] == "red"


def test_if_both_are_broken_or_the_turns_are_over_points_decide() -> None:
    """A-END-1, A-END-2, A-END-3: a lead of 28 or more wins."""
    both = {"1S": unit("K6", "4SP", state="demoralised"), "1H": unit("K11", "9SP", state="demoralised")}
    outcome = play(phase="end", units=both)
    assert kinds(outcome)[-3:] == ["broken", "broken", "decided"]
    assert (outcome["vp"], outcome["winner"]) == ({"black": 45, "red": 20}, None)
    for lost, winner in ((28, "black"), (27, None)):
        end = play(phase="end", turn=12, units=TWO, losses={"red": lost})
        assert (end["winner"], end["over"]) == (winner, True)
        assert told(end, "decided") == [{"why": "turns"}]


def test_points_count_losses_flight_generals_and_banners() -> None:
    """A-END-3"""
    outcome = play(
        phase="end",
        units={**TWO, "2H": unit("A10", "3SP", state="demoralised")},
        losses={"red": 7, "black": 3},
        generals_lost={"red": "killed"},
        held={"black": 2},
        start={"red": 5},
    )
    assert outcome["vp"] == {"black": 7 + 15 + 20 + 20, "red": 3}


def test_when_time_is_over_the_phase_that_is_on_is_the_last() -> None:
    """A-END-2: nothing is drawn after it; an order that waits for a reserve is carried out."""
    state = battle(1)
    done = ARGAD.resolve(state, {}, Dice(1), last=True)
    assert [type(part) for part in done.story][-2:] == [e.Decided, e.Ended]
    assert not any(isinstance(part, e.CardDrawn) for part in done.story)
    units = {"1S": unit("C8", "4LB", reserve=True), "1H": unit("H8", "4LB")}
    waiting = play(seat="H", last=True, units=units, sheets=[{"seat": "H", "lines": ["M 1 H9"]}])
    assert waiting["units"]["1H"]["at"] == "H9"
    assert kinds(waiting) == ["moved", "decided"]
    blind = battle(1, orders="blind")
    end = ARGAD.resolve(blind, {}, Dice(1), last=True)
    assert end.state.turn == 1
    assert any(isinstance(part, e.TurnEnded) for part in end.story)
    assert not ARGAD.phase(end.state).owing
    assert ARGAD.resolve(end.state, {}, Dice(1)).story == ()


@pytest.mark.parametrize("stage", ["army", "deploy"])
def test_a_battle_may_be_called_off_before_it_begins(stage: str) -> None:
    """A-END-2"""
    state = ARGAD.setup(ARGAD.read_options({}), Dice(1))
    if stage == "deploy":
        state = ARGAD.resolve(state, {}, Dice(1)).state
    end = ARGAD.resolve(state, {}, Dice(1), last=True).state
    assert (end.stage, end.winner, end.ending) == ("over", None, "time")


def test_the_bell_never_blocks() -> None:
    """A-ENDS-1, A-PHASE-2: empty sheets lead through a whole game to its end."""
    for options in ({"turns": 3}, {"players": 4, "turns": 2, "reserve": "secret"}, {"orders": "blind"}):
        state = ARGAD.setup(ARGAD.read_options(options), Dice(4))
        count = 0
        while ARGAD.phase(state).owing:
            state = ARGAD.resolve(state, {}, Dice(count)).state
            count += 1
            assert count < 200
        assert (state.ending, state.winner) == ("turns", None)


def test_a_seat_without_troops_waits_and_owes_nothing() -> None:
    """A-SETUP-5"""
    state = state_of(
        phase="start",
        units={"1S": unit("K3", "4SP"), "1C": unit("M3", "3SP"), "1H": unit("K14", "4SP")},
        gone={"1D": "destroyed"},
    )
    assert state.seats == ("S", "C", "H", "D")
    blind = replace(
        state, is_blind=True, stage="plan", choosing=("S", "C", "H"), deck={"S": 1, "C": 1, "H": 1}
    )
    done = ARGAD.resolve(blind, {}, Dice(1))
    assert set(ARGAD.phase(done.state).owing) == {"S", "C", "H"}
    assert ARGAD.phase(done.state).waiting == ("D",)


def test_lines_that_are_lost_are_told_with_their_reason_and_place() -> None:
    """A-PHASE-2"""
    state = state_of(seat="S", units=TWO)
    done = ARGAD.resolve(state, {"S": ("M 1 Z9", "M 1 K4")}, Dice(1))
    lost = [part for part in done.story if isinstance(part, e.LineLost)]
    assert [(part.line, part.column, part.reason.code) for part in lost] == [(0, 4, "too_far--named")]
    assert [part.text for part in done.story if isinstance(part, e.Ordered)] == ["M 1 K4"]
    assert not any(isinstance(part, Private) for part in done.story)


def test_a_forced_march_needs_a_ready_unit_and_a_move_is_measured_in_whole_hexes() -> None:
    """A-MOVE-1"""
    assert codes(order("M 1 K8", "M 1 K7", units={"1S": unit("K3", "4SA"), **FAR})) == ["too_far", None]


def test_words_are_refused_outside_sheets() -> None:
    state = battle(1)
    assert getattr(ARGAD.declare(state, "S", "hello", Dice(1)), "code", "") == "no-words"
    assert ARGAD.suggest_words(ARGAD.view(state, "S"), "") == ()


def test_a_battle_that_is_decided_is_not_decided_again_by_time() -> None:
    """A-END-2"""
    outcome = play(phase="end", turn=12, last=True, units=TWO)
    assert kinds(outcome) == ["turn_end", "decided"]
    assert told(outcome, "decided") == [{"why": "turns"}]


def test_a_list_that_is_void_is_told_with_its_faults() -> None:
    """A-PHASE-6"""
    state = ARGAD.setup(ARGAD.read_options({"armies": "bought"}), Dice(1))
    done = ARGAD.resolve(state, {"S": ("UNIT 8SP",)}, Dice(1))
    assert [part.faults for part in done.story if isinstance(part, e.ListVoid)] == [("units", "general")]
