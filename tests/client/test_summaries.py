"""A round in three sentences: what the reader lost, what the reader won, where the reader stands."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from client.games import GAMES
from client.games.api import RoundRead
from client.state.client_state import RoundTold
from protocol.views.power import Event, Struck
from protocol.views.strategiksa import COLOURS
from server.games.power import POWER
from server.games.strategiksa import STRATEGIKSA
from tests.kit.factories import position, resolve
from tests.kit.strategiksa import Step, battle, crowded, lively_sheets
from tests.kit.strategiksa import position as strategiksa_position

IN = {game: {language: GAMES[game].words(language) for language in ("en", "fr")} for game in GAMES}


def power_round(
    pieces: Mapping[str, Mapping[str, str]], orders: Mapping[str, Sequence[str]], **more: Any
) -> RoundTold:
    before = position(pieces, **more)
    read = resolve(before, orders)
    return told_round(read.story, POWER.view(before, None), POWER.view(read.after, None))


def told_round(story: tuple[Any, ...], before: Any, after: Any) -> RoundTold:
    return RoundTold(1, {}, {}, {}, story, before, after, True)


def said(game: str, told: RoundRead, seat: str, language: str = "en") -> list[str]:
    return list(GAMES[game].speech.summary(told, seat, IN[game][language]))


def test_who_loses_a_fight_and_who_wins_it_read_different_lines() -> None:
    pieces = {"V": {"V0": "1T", "HQV": "2S"}, "J": {"J0": "1S 1T"}, "B": {"HQB": "1S"}, "R": {"HQR": "1S"}}
    told = power_round(pieces, {"V": ("T V0 IX",), "J": ("S J0 IX", "S J0 V8"), "B": ("S HQ B8",), "R": ()})
    assert said("power", told, "V") == [
        "You lost nothing.",
        "You won: 1S of yellow on IX.",
        "You stand at a total strength of 9 (+2): place 1 of 4. Flags: V.",
    ]
    assert said("power", told, "J") == [
        "You lost: 1S on IX, taken by green; 1 order that could not be carried out.",
        "You won nothing.",
        "You stand at a total strength of 3 (-2): place 2 of 4. Flags: J.",
    ]
    assert said("power", told, "R", "fr")[0] == "Vous perdez : 1 Power pour n'avoir rien fait."


def test_somebody_without_a_seat_is_told_about_everybody() -> None:
    pieces = {"V": {"V0": "1T"}, "J": {"J0": "1S"}, "B": {"HQB": "1S"}, "R": {"HQR": "1S"}}
    orders = {"V": ("T V0 IX",), "J": ("S J0 IX",), "B": ("S HQ B8",), "R": ("S HQ R8",)}
    assert said("power", power_round(pieces, orders), "") == [
        "Lost: J 1S on IX, taken by green.",
        "Won: V 1S of yellow on IX.",
        "Total strength: V 5, B 2, R 2, J 0.",
    ]


def test_a_seat_with_two_armies_reads_about_both() -> None:
    sides = {"V": "VB", "B": "VB", "J": "JR", "R": "JR"}
    pieces = {"V": {"V0": "1S"}, "B": {"B0": "1S"}, "J": {"J0": "1T", "IX": "1T"}, "R": {"R0": "1S"}}
    told = power_round(pieces, {"V": ("S V0 IX",), "B": ("S B0 S2",), "J": (), "R": ()}, sides=sides)
    lost, _, stands = said("power", told, "VB")
    assert lost.startswith("You lost: 1 Power for doing nothing; 1S on IX, taken by yellow; 1 order")
    assert stands.endswith("place 2 of 2. Flags: V, B.")


def test_a_flag_that_is_lost_is_the_end() -> None:
    pieces = {"V": {"B8": "1S"}, "B": {"B3": "1T"}, "J": {"HQJ": "1S"}, "R": {"HQR": "1S"}}
    told = power_round(pieces, {"V": ("S B8 HQB",), "B": (), "J": (), "R": ()})
    assert "your flag and all you had, to green" in said("power", told, "B")[0]
    assert said("power", told, "B")[2] == "You are out of the game."
    assert "the flag of blue" in said("power", told, "V")[1]


def test_a_missile_is_a_loss_to_whom_it_strikes_and_a_gain_to_who_fires_it() -> None:
    before = POWER.view(position({"V": {"HQV": "1S"}, "B": {"IX": "2T"}}), None)
    struck: tuple[Event, ...] = (Struck("IX", ("V",), {"B": before.pieces["B"]["IX"]}),)
    told = told_round(struck, before, before)
    assert said("power", told, "B")[0] == "You lost: 2T on IX, by a missile."
    assert said("power", told, "V")[1] == "You destroyed: 2T of blue on IX, by your missile."


def test_a_duel_is_told_to_both_sides() -> None:
    before = battle("2I 1A", "2C")
    after = before.write("I")
    told = told_round(after.story, before.view, after.view)
    assert said("strategiksa", told, "V")[:2] == ["You lost nothing.", "You destroyed: 1C of blue on E5."]
    assert said("strategiksa", told, "B")[:2] == ["You lost: 1C on E5.", "You won nothing."]
    assert said("strategiksa", told, "J")[:2] == ["You lost nothing.", "You won nothing."]
    assert said("strategiksa", told, "")[0] == "Lost: B 1C on E5."


def test_zones_are_won_and_lines_are_lost() -> None:
    step = Step(strategiksa_position({"V": {"A1": "1R 2I"}}))
    after = step.write("I A1 A2", "I A1 D9")
    told = told_round(after.story, step.view, after.view)
    assert said("strategiksa", told, "V") == [
        "You lost: 1 line that could not be carried out.",
        "You won: 1 zone.",
        "Your zones: 1 (+1); your pieces: 3; place 1 of 3.",
    ]
    assert said("strategiksa", told, "", "fr")[1:] == ["Gains : V 1 zone.", "Zones : V 1, B 0, J 0."]


def test_a_king_that_falls_is_named_to_both() -> None:
    before = battle("2I 2A", "1R*")
    after = before.write("I")
    told = told_round(after.story, before.view, after.view)
    assert "the king of blue on E5" in said("strategiksa", told, "V")[1]
    assert "your king on E5, to green" in said("strategiksa", told, "B")[0]


def test_nobody_is_out_before_the_victor_has_chosen() -> None:
    """K-VASSAL-1"""
    before = battle("2I 2A", "1R*")
    fallen = before.write("I")
    assert fallen.owes[0] == "crown"
    told = told_round(fallen.story, before.view, fallen.view)
    assert said("strategiksa", told, "B")[2] == (
        "Your king has fallen: the victor (green) decides whether you serve."
    )
    assert GAMES["strategiksa"].board.plays(fallen.view, "B")
    for choice, plays in (("take", True), ("leave", False)):
        chosen = fallen.write(choice)
        assert GAMES["strategiksa"].board.plays(chosen.view, "B") == plays


@pytest.mark.parametrize("language", ["en", "fr"])
def test_three_whole_sentences_whatever_happens(language: str) -> None:
    """U10: over crowded positions, for every seat and for nobody."""
    for seed in range(30):
        random = Random(seed)
        state = crowded(random)
        resolution = STRATEGIKSA.resolve(state, lively_sheets(state, random), None, last=False)  # type: ignore[arg-type]  # no dice
        before, after = STRATEGIKSA.view(state, None), STRATEGIKSA.view(resolution.state, None)
        told = told_round(resolution.story, before, after)
        for seat in ("", *COLOURS):
            lines = said("strategiksa", told, seat, language)
            assert len(lines) == 3
            assert all(line.endswith(".") and "summary." not in line and "?" not in line for line in lines)
