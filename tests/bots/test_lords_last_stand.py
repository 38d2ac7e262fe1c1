"""No level of Zargo's Lords leaves a city to whoever walks in, or risks the last piece of its people."""

from random import Random

import pytest

from protocol.views.zargos_lords.board import CLEAR, NEIGHBOURS, distance, terrain_of
from server.bots import LEVELS, think
from server.games.dice import Dice
from server.games.zargos_lords import ZARGOS_LORDS
from server.games.zargos_lords.state import LordsState
from tests.kit.zargos_lords import state_of

GAME = "zargos_lords"
CITY = "E12"
LAND = [at for at, terrain in terrain_of(False).items() if terrain == CLEAR and 1 < distance(at, CITY) < 9]
POSITIONS = 15


def sheet_of(state: LordsState, people: str, level: str, seed: int) -> tuple[str, ...]:
    view = ZARGOS_LORDS.view(state, people)
    lines = think(GAME, level, view, (people,), seed)[people]
    assert ZARGOS_LORDS.review(view, people, lines) == ()
    return lines


def before_an_empty_city(random: Random, people: str, near: str) -> LordsState:
    """One unit beside the empty city can go into it; others are elsewhere, and enemies are about."""
    free = random.sample(LAND, 9)
    own = {random.choice([at for at in NEIGHBOURS[CITY] if at in TERRAIN]): near, free[0]: "F", free[1]: "F"}
    enemies = dict.fromkeys(free[2:6], "S" if people != "D" else "C")
    foe = "D" if people != "D" else "K"
    cities = {people: {CITY: "", "U20": "1F"}, foe: {"U26": "2F"}}
    return state_of(turn=people, pieces={people: own, foe: enemies}, cities=cities)


TERRAIN = {at for at, terrain in terrain_of(False).items() if terrain == CLEAR}


@pytest.mark.parametrize("level", LEVELS[GAME])
@pytest.mark.parametrize(("people", "near"), [("K", "F"), ("W", "H"), ("M", "R"), ("D", "S")])
def test_an_own_empty_city_is_not_left_to_enemies(level: str, people: str, near: str) -> None:
    """L-CITY-10. A hawk or a serpent that alone can reach the city goes there, and does not strike."""
    for seed in range(POSITIONS):
        state = before_an_empty_city(Random(seed), people, near)
        while state.turn == people and ZARGOS_LORDS.phase(state).owing.get(people):
            sheets = {people: sheet_of(state, people, level, seed)}
            state = ZARGOS_LORDS.resolve(state, sheets, Dice(seed)).state
        assert state.cities[people].get(CITY), (seed, sheets)


@pytest.mark.parametrize("level", LEVELS[GAME])
@pytest.mark.parametrize("kind", ["C", "F"])
def test_the_last_piece_attacks_nobody(level: str, kind: str) -> None:
    """L-END-3: a people without pieces has no part in the game any more."""
    for seed in range(POSITIONS):
        at = Random(seed).choice(sorted(TERRAIN & set(LAND)))
        beside = [each for each in NEIGHBOURS[at] if each in TERRAIN]
        if not beside:
            continue
        pieces = {"K": {at: kind}, "D": {beside[0]: "F", "U22": "F"}}
        state = state_of(turn="K", pieces=pieces, cities={"K": {}, "D": {"U26": "2F"}})
        assert not any(" x " in line for line in sheet_of(state, "K", level, seed)), seed
