"""What holds in every game of Zargo's Lords, and for every place of the map."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from protocol.views.zargos_lords import note_of, step
from protocol.views.zargos_lords.board import LETTERS, NUMBERS
from protocol.views.zargos_lords.words import Hex
from server.bots import think
from server.games.api import Private
from server.games.dice import Dice
from server.games.zargos_lords import ZARGOS_LORDS
from server.games.zargos_lords.state import LordsState
from tests.kit.contract import random_sheet
from tests.kit.zargos_lords import check_sound, numbers, play

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


Placed = dict[str, dict[str, str]]
SCENES: list[tuple[Placed, str, int]] = [
    ({"K": {"C14": "C"}, "D": {"G14": "F"}}, "C C14 F14 x G14", 5),
    ({"K": {"E14": "F+G"}, "D": {"S04": "F"}}, "F+G E14 H14", 1),
    ({"K": {"D13": "A"}, "D": {"G13": "D"}}, "A D13 * G13", 6),
    ({"K": {"D14": "G"}, "D": {"E14": "F"}}, "G D14 * E14", 5),
]


@pytest.mark.parametrize("change", [shifted, turned])
@pytest.mark.parametrize("number", range(len(SCENES)))
def test_a_scene_on_a_congruent_continent_comes_out_alike(number: int, change: Callable[[Hex], Hex]) -> None:
    """L-MAP-3, L-MAP-6: shifted half round the world, or turned by half a circle."""
    pieces, line, die = SCENES[number]

    def changed(placed: Placed) -> Placed:
        return {
            people: dict(sorted((change(at), unit) for at, unit in units.items()))
            for people, units in placed.items()
        }

    words = [change(word) if word[1:].isdecimal() else word for word in line.split()]
    first = play(turn="K", pieces=pieces, orders={"K": [line]}, dice=[die])
    second = play(turn="K", pieces=changed(pieces), orders={"K": [" ".join(words)]}, dice=[die])
    assert second["pieces"] == changed(first["pieces"])
    assert [event["event"] for event in first["events"]] == [event["event"] for event in second["events"]]
