"""The fast path of the search gives the same position as the rules, whatever is on the sheets."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.views.power import ARMIES, Army, Pieces, stack_of
from server.bots.power.outcome import Outcome, Position
from server.bots.power.packed import Sheet, order_of, pack, typed, unpack, unpack_armies
from server.games.api import Sheets
from server.games.dice import Dice
from server.games.power import POWER
from server.games.power.notation import Exchange, Flaw, Move, parse
from server.games.power.orders import MOST_ORDERS
from server.games.power.scenario import position as position_of
from server.games.power.scenario import read_scenario
from server.games.power.state import PowerState, readers
from tests.kit.long import TIMES, examples, long
from tests.kit.strategies import Given, rounds

CASES: list[dict[str, Any]] = json.loads(
    Path(__file__).parents[1].joinpath("cases").joinpath("power.json").read_text("utf-8")
)


def packed_sheet(army: Army, lines: tuple[str, ...]) -> Sheet:
    orders = [parse(text, army) for text in lines[:MOST_ORDERS]]
    return tuple(typed(order) for order in orders if not isinstance(order, Flaw))


def resolve_packed(state: PowerState, sheets: Sheets, *, last: bool) -> Outcome:
    position = Position(state, state.preference)
    read = [
        position.read(ARMIES.index(army), packed_sheet(army, tuple(sheets.get(army, ()))))
        for army in readers(state)
    ]
    return position.resolve(read, last=last)


def standing(pieces: Pieces) -> Pieces:
    """Without places and armies that have nothing."""
    kept = {army: {place: s for place, s in places.items() if any(s)} for army, places in pieces.items()}
    return {army: places for army, places in kept.items() if places}


def check_same(state: PowerState, sheets: Sheets, *, last: bool) -> None:
    after = POWER.resolve(state, sheets, Dice(0), last=last).state
    found = resolve_packed(state, sheets, last=last)
    assert standing(unpack_armies(found.pieces())) == standing(after.pieces)
    assert {army: ARMIES[found.flags[n]] for n, army in enumerate(ARMIES)} == after.flags
    assert tuple(army for n, army in enumerate(ARMIES) if found.out >> n & 1) == after.eliminated
    assert found.over == after.over
    assert (found.start.names[found.winner] if found.winner >= 0 else None) == after.winner


CORNERS: dict[str, dict[str, Any]] = {
    "P-EXCH-6: a piece made of a moved piece falls back": {
        "pieces": {"V": {"IX": "2T", "V0": "1T"}, "B": {"B0": "1A"}},
        "orders": {"V": ["T V0 IX", "3T EIX A"], "B": ["A B0 IX"]},
    },
    "P-MISS-2: what a missile destroyed does not fall back in a later tie on its target": {
        "pieces": {"V": {"V0": "1T", "V1": "1T"}, "B": {"V0": "1T"}, "J": {"RVJ": "1M"}},
        "orders": {"V": ["T V0 IX", "T V1 V0"], "B": ["T V0 IX"], "J": ["M RV V0"]},
    },
    "P-END-1: nobody takes the flag of the last side": {
        "pieces": {"V": {"HQB": "1S", "RVV": "5P"}, "B": {"B0": "1T"}, "R": {"HQV": "1S"}},
        "mercenary": "R",
        "eliminated": ["J"],
        "flags": {"J": "V"},
    },
    "P-THREE-3: an order that agrees with a rival's counts as executed": {
        "pieces": {"V": {"RVV": "5P"}, "B": {"RVB": "5P"}, "R": {"R0": "1T"}},
        "orders": {"V": ["T R0 IX"], "B": ["T R0 IX"]},
        "mercenary": "R",
    },
    "P-TWO-3: the preferred army takes the prisoners": {
        "pieces": {"V": {"IX": "1A", "RVV": "1P"}, "B": {"IX": "1A", "RVB": "1P"}, "J": {"J0": "1T"}},
        "orders": {"J": ["T J0 IX"]},
        "teams": {"V": "north", "B": "north", "J": "south", "R": "south"},
        "capture_preference": {"north": "B"},
    },
}


@pytest.mark.parametrize("corner", CORNERS.values(), ids=list(CORNERS))
def test_the_fast_path_knows_the_corner(corner: dict[str, Any]) -> None:
    asked = read_scenario({"game": "power", "referee": "V", **corner})
    check_same(position_of(asked), asked.orders, last=asked.last)


@pytest.mark.slow
@long
@examples(150 if TIMES == 1 else 500)
@given(rounds(), st.sampled_from(ARMIES))
def test_the_fast_path_resolves_every_round_as_the_rules_do(asked: Given, preferred: Army) -> None:
    """All P-rules. `make long` plays 10,000 rounds."""
    preference = {asked.state.sides[preferred]: preferred}
    check_same(msgspec.structs.replace(asked.state, preference=preference), asked.sheets, last=asked.last)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_fast_path_resolves_the_stored_case_as_the_rules_do(case: dict[str, Any]) -> None:
    asked = read_scenario(case["scenario"])
    check_same(position_of(asked), asked.orders, last=asked.last)


@pytest.mark.parametrize(
    "order",
    [
        Move("T", "HQV", "V8"),
        Move("M", "RVB", "RVJ"),
        Exchange(stack_of({"P": 3}), "RVV", "T"),
        Exchange(stack_of({"CR": 1, "A": 1, "P": 20}), "RVR", "M"),
    ],
)
def test_an_order_is_the_same_after_packing(order: Move | Exchange) -> None:
    assert order_of(typed(order)) == order


def test_a_stack_is_the_same_after_packing_and_holds_its_strength() -> None:
    stack = stack_of({"S": 2, "CR": 1, "M": 1, "P": 300})
    assert unpack(pack(stack)) == stack
    assert pack(stack) & 0xFFFFFF == 2 * 2 + 50 + 300


def test_more_pieces_than_any_game_has_do_not_spill_into_other_kinds() -> None:
    """A referee may put a million soldiers on a sector."""
    assert unpack(pack(stack_of({"S": 1_000_000, "T": 1})))[1:] == stack_of({"T": 1})[1:]
