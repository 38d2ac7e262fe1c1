"""What holds in every game of Zargo's Lords, and for every place of the map."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from protocol.views.zargos_lords import note_of, step
from protocol.views.zargos_lords.board import LETTERS, MAP, NUMBERS, PIECES, TERRAIN
from protocol.views.zargos_lords.words import PEOPLES, Hex
from server.bots import think
from server.games.api import Private
from server.games.dice import Dice
from server.games.zargos_lords import ZARGOS_LORDS
from server.games.zargos_lords.state import LordsState
from tests.kit.contract import random_sheet
from tests.kit.long import TIMES
from tests.kit.zargos_lords import check_sound, numbers, play, state_of

CASES: list[dict[str, Any]] = json.loads(
    Path(__file__).parents[2].joinpath("cases").joinpath("zargos_lords.json").read_text("utf-8")
)
FOLDED = (
    *("pieces", "cities", "hostages", "vanished", "stuck", "pacts", "offered", "standing", "month"),
    *("winner", "fleeing"),
)
ROOM = 8


def sheets_of(state: LordsState, random: Random, number: int) -> dict[str, tuple[str, ...]]:
    """Some sheets of suggestions and junk, and most of recruits."""
    sheets: dict[str, tuple[str, ...]] = {}
    for seat, keys in ZARGOS_LORDS.phase(state).owing.items():
        view = ZARGOS_LORDS.view(state, seat)
        if random.random() < 0.3:
            sheets |= {key: random_sheet(ZARGOS_LORDS, view, key, ROOM, random) for key in keys}
        else:
            sheets |= think("zargos_lords", "recruit", view, keys, number)
    return sheets


GAMES = [
    {"skirmish": True, "peoples": "KW"},
    {"skirmish": True, "peoples": "DM"},
    {"players": 4, "months": 2},
]


@pytest.mark.slow
@pytest.mark.parametrize("options", GAMES, ids=["KW", "DM", "four"])
def test_every_game_ends_and_its_stories_lead_from_position_to_position(options: dict[str, object]) -> None:
    """L-END-4: no unit from nowhere, one unit a hex, at most four in a city, and the months are finite."""
    random = Random(3)
    state = ZARGOS_LORDS.setup(ZARGOS_LORDS.read_options(options), Dice(3))
    number = 0
    while ZARGOS_LORDS.phase(state).owing:
        number += 1
        read = ZARGOS_LORDS.resolve(state, sheets_of(state, random, number), Dice(number))
        after: LordsState = read.state
        if state.stage != "setup":
            check_story(state, after, read.story)
        check_sound(after)
        assert all(many <= numbers(state)[piece] for piece, many in numbers(after).items())
        state = after
    assert state.month <= state.months
    assert number < 8 * len(state.peoples) * state.months


def check_story(before: LordsState, after: LordsState, story: tuple[Any, ...]) -> None:
    """Folding the story gives the new position, for those who know all and for every seat."""
    seats = (*before.peoples, None)
    views = {seat: ZARGOS_LORDS.view(before, seat) for seat in seats}
    folded = before
    for part in story:
        event = part.event if isinstance(part, Private) else part
        assert note_of(event).code
        folded = step(folded, event)
        views = {seat: step(view, event) for seat, view in views.items()}
    assert all(getattr(folded, name) == getattr(after, name) for name in FOLDED)
    for seat in seats:
        known = ZARGOS_LORDS.view(after, seat)
        assert (views[seat].pieces, views[seat].cities) == (known.pieces, known.cities)


def shifted(at: Hex) -> Hex:
    """The hex of continent I that is congruent with one of continent II, half round the world."""
    return f"{at[0]}{(int(at[1:]) + NUMBERS // 2) % NUMBERS:02}"


def turned(at: Hex) -> Hex:
    """The hex of continent III that is congruent with one of continent II, turned by half a circle."""
    return f"{LETTERS[len(LETTERS) - 1 - LETTERS.index(at[0])]}{(17 - int(at[1:])) % NUMBERS:02}"


def moved(change: Callable[[Hex], Hex], value: Any) -> Any:
    """Scenarios and outcomes with all hexes changed."""
    match value:
        case str():
            return re.sub(r"(?i)[A-X][0-3][0-9]", lambda found: change(found[0].upper()), value)
        case dict():
            return {moved(change, key): moved(change, each) for key, each in value.items()}
        case list():
            return [moved(change, each) for each in value]
    return value


def compared(outcome: dict[str, Any]) -> dict[str, Any]:
    """Without the texts of lines, and without the order in which places are listed."""
    lines = {people: [line["code"] for line in found] for people, found in outcome["lines"].items()}
    listed = {name: sorted(outcome[name]) for name in ("offered", "acted")}
    return {**outcome, "lines": lines, **listed}


ANYWHERE = [
    case
    for case in CASES
    if not case["expect"].get("error")
    and case["scenario"].get("phase", "turn") == "turn"
    and not {"homes", "options"} & set(case["scenario"])
    and case["name"] != "spaces_and_capitals_do_not_matter"  # some of its hexes have one digit
]
"""The stored cases that do not name a part of the map."""
TIED = {
    "a_beaten_hawk_goes_no_further",
    "unbidden_he_returns_where_he_was",
    "a_second_attacker_may_stand_in_a_neighbours_zone",
    "out_of_the_pair_to_strike_alone",
    "unbidden_monks_keep_out_of_zones_by_letter_and_number",
    "two_of_the_garrison_sally_together",
}
"""In these a tie is broken by directions, or by letter and number, and so otherwise on a turned map."""


@pytest.mark.parametrize("case", ANYWHERE, ids=[case["name"] for case in ANYWHERE])
def test_a_stored_case_comes_out_alike_half_round_the_world_and_turned(case: dict[str, Any]) -> None:
    """L-MAP-3, L-MAP-6: across the seam, and on the continents that are congruent."""
    scenario = {name: value for name, value in case["scenario"].items() if name != "game"}
    first = play(**scenario)
    for change in (shifted,) if case["name"] in TIED else (shifted, turned):
        second = play(**moved(change, scenario))
        assert compared(second) == compared(moved(change, first))


UPPER = [at for at in sorted(MAP.continents["II"]) if int(at[1:]) < NUMBERS // 2]
"""The hexes of continent II that keep their order of letters and numbers half round the world."""


@pytest.mark.long
@pytest.mark.parametrize("seed", range(12 * TIMES))
def test_a_move_at_random_comes_out_alike_half_round_the_world(seed: int) -> None:
    """L-MAP-3, L-MAP-6"""
    random = Random(seed)
    people, foe = random.sample(PEOPLES, 2)
    places = random.sample(UPPER, 24)
    scenario = {
        "turn": people,
        "cities": {people: {places[0]: "2F"} if TERRAIN[places[0]] != "@" else {}, foe: {}},
        "pieces": {
            people: {at: random.choice(list(PIECES[people])) for at in places[1:12]},
            foe: {at: random.choice(list(PIECES[foe])) for at in places[12:]},
        },
    }
    state = state_of(**scenario)
    lines = list(random_sheet(ZARGOS_LORDS, ZARGOS_LORDS.view(state, people), people, 12, random))
    scenario |= {"orders": {people: [line for line in lines if line.isascii()]}}
    dice = [random.randint(1, 6) for _ in range(200)]
    first = play(**scenario, dice=dice)
    second = play(**moved(shifted, scenario), dice=dice)
    assert compared(second) == compared(moved(shifted, first))
