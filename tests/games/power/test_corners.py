"""Corners of POWER where the rules leave a choice, held to what docs/rules/power.md says of them."""

from typing import Any

from server.games import GAMES

TEAMS = {"V": "north", "B": "north", "J": "south", "R": "south"}


def resolve(**scenario: Any) -> dict[str, Any]:
    return GAMES["power"].scenario({"game": "power", "referee": "V", **scenario}, "en")


def executed(outcome: dict[str, Any], army: str) -> list[bool]:
    return [order["executed"] for order in outcome["orders"][army]]


def test_nobody_takes_the_flag_of_a_side_that_has_won() -> None:
    """P-END-1, P-THREE-5: mercenary feet stand in the winner's HQ, and come too late."""
    outcome = resolve(
        mercenary="R",
        eliminated=["J"],
        flags={"V": "V", "B": "B", "J": "V", "R": "R"},
        pieces={"V": {"B4": "1S"}, "B": {"J3": "1T"}, "R": {"HQV": "1S", "R4": "1T"}},
        orders={"V": ["S B4 HQB"], "B": ["T J3 J6"]},
    )
    assert outcome["winner"] == "V"
    assert outcome["flags"]["V"] == "V"
    assert outcome["eliminated"] == ["B", "J"]


def test_the_winner_keeps_what_it_takes_in_the_same_round() -> None:
    """P-END-1"""
    outcome = resolve(
        mercenary="R",
        eliminated=["J"],
        flags={"V": "V", "B": "B", "J": "V", "R": "R"},
        pieces={"V": {"B4": "1S", "R4": "1S"}, "B": {"J3": "1T"}, "R": {"R0": "1D"}},
        orders={"V": ["S B4 HQB", "S R4 HQR"], "B": ["T J3 J6"]},
    )
    assert outcome["winner"] == "V"
    assert outcome["flags"]["R"] == "V"
    assert outcome["pieces"]["V"]["RVV"].startswith("1T")


def test_ones_own_pieces_are_exchanged_before_mercenaries_of_the_same_place() -> None:
    """P-THREE-2: green deploys three destroyers into its HQ, where a mercenary stood."""
    outcome = resolve(
        mercenary="R",
        pieces={"V": {"RVV": "3D"}, "R": {"HQV": "3D"}},
        orders={"V": ["D RV HQ", "D RV HQ", "D RV HQ", "3D EHQ CR"]},
    )
    assert executed(outcome, "V") == [True] * 4
    assert outcome["pieces"]["V"] == {"HQV": "1CR", "RVV": "3D"}


def test_equal_allies_on_a_taken_hq_are_settled_by_preference() -> None:
    """P-TWO-5, P-TWO-3"""
    pieces = {"V": {"J4": "1S"}, "B": {"J7": "1S"}, "J": {"RVJ": "2P"}, "R": {"HQR": "1S"}}
    orders = {"V": ["S J4 HQJ"], "B": ["S J7 HQJ"], "R": ["S HQ R8"]}
    first = resolve(teams=TEAMS, pieces=pieces, orders=orders)
    preferred = resolve(teams=TEAMS, pieces=pieces, orders=orders, capture_preference={"north": "B"})
    assert first["flags"]["J"] == "V"
    assert preferred["flags"]["J"] == "B"


def test_an_eliminated_army_has_no_flag_to_take_and_pays_nothing() -> None:
    """P-POW-2, P-FLAG-4: even if nobody says who holds its flag."""
    outcome = resolve(eliminated=["B"], pieces={"V": {"B4": "2S"}}, orders={"V": ["S B4 HQB"]})
    assert outcome["flags"]["B"] == "B"
    assert outcome["pieces"]["V"] == {"B4": "1S", "HQB": "1S"}


def test_a_missile_may_be_fired_at_where_it_lies() -> None:
    """P-MISS-1, P-MISS-2"""
    outcome = resolve(pieces={"V": {"V4": "1M 2S", "RVV": "1M 5P"}}, orders={"V": ["M V4 V4", "M RV RV"]})
    assert executed(outcome, "V") == [True, True]
    assert outcome["pieces"] == {}


def test_mercenaries_never_win_on_power() -> None:
    """P-END-3"""
    outcome = resolve(
        mercenary="R",
        last=True,
        pieces={"V": {"V4": "1T"}, "B": {"B4": "1S"}, "J": {"J4": "1S"}, "R": {"R4": "5A"}},
        orders={"V": ["T V4 V8"], "B": ["S B4 B8"], "J": ["S J4 J8"]},
    )
    assert outcome["winner"] == "V"


def test_an_exchange_of_mercenaries_is_settled_as_it_is_read() -> None:
    """P-THREE-3: no rival of a move, but the pieces are gone."""
    outcome = resolve(
        mercenary="R",
        pieces={"R": {"R4": "3S"}, "J": {"RVJ": "2P"}},
        orders={"V": ["3S ER4 R"], "J": ["S R4 R5"]},
    )
    assert executed(outcome, "V") == [True]
    assert executed(outcome, "J") == [False]
    assert outcome["pieces"]["J"] == {"RVJ": "1P"}
