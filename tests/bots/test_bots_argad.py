"""The bots of Argad write sheets that a person could hand in."""

from typing import Any

import pytest

from bench.battles import lot_of, play_battle
from protocol.ids import Lines
from protocol.views.argad.words import BLACK, RED
from server.bots import LEVELS, think
from server.games.argad import ARGAD
from server.games.argad.state import ArgadState
from server.games.dice import Dice
from tests.kit.argad import FAR, state_of, unit
from tests.kit.long import TIMES, long, some_pairs

GAME = "argad"


def write(state: ArgadState, level: str = "recruit", seed: int = 1) -> dict[str, Lines]:
    """What everybody who owes a sheet hands in, found to be without fault."""
    sheets: dict[str, Lines] = {}
    for seat, owed in ARGAD.phase(state).owing.items():
        view = ARGAD.view(state, seat)
        written = think(GAME, level, view, owed, seed)
        for sheet, lines in written.items():
            assert ARGAD.review(view, sheet, lines) == (), (state.stage, sheet, lines)
        sheets |= written
    return sheets


def line(**scenario: Any) -> str:
    """What a recruit of spades does in a scenario."""
    (written,) = write(state_of(**{"seat": "S", **scenario}))["S"]
    return written


TABLES: list[dict[str, Any]] = [
    {},
    {"orders": "blind", "map": "hamlet"},
    {"players": 3, "map": "ford"},
    {"players": 4, "reserve": "secret"},
]


@long
@pytest.mark.slow
@pytest.mark.parametrize(("level", "options"), some_pairs(LEVELS[GAME], TABLES), ids=str)
def test_no_line_would_be_lost_and_games_end(level: str, options: dict[str, Any]) -> None:
    state: ArgadState = ARGAD.setup(ARGAD.read_options(options), Dice(3))
    count = 0
    while ARGAD.phase(state).owing:
        count += 1
        state = ARGAD.resolve(state, write(state, level, count), Dice(count)).state
        assert count < 400
    assert state.ending


@pytest.mark.parametrize(
    ("scenario", "written"),
    [
        ({"turn": 2, "units": {"1S": unit("K6", "4SP", state="demoralised"), **FAR}}, "R 1"),
        ({"units": {"1S": unit("K6", "6SP"), "1H": unit("K10", "3SP")}}, "C 1 1H +"),
        ({"units": {"1S": unit("C8", "4LB"), "1H": unit("H8", "8SP")}}, "S 1 1H"),
        ({"units": {"1S": unit("K6", "6SP"), "1H": unit("K7", "3SP")}}, "F 1 1H +"),
        ({"units": {"1S": unit("K3", "4SP", wear=2), **FAR}}, "O 1"),
        ({"units": {"1S": unit("C3", "4CB", load=1, acts=1), **FAR}}, "L 1"),
        ({"units": {"1S": unit("K3", "4SP", acts=1), **FAR}}, "P"),
        ({"units": {"1S": unit("K6", "4SP", wear=3, acts=1), "1H": unit("K10", "2SP")}}, "P"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_recruit_rallies_attacks_shoots_fights_rests_and_loads(
    scenario: dict[str, Any], written: str
) -> None:
    assert line(**scenario) == written


def test_a_recruit_walks_towards_the_enemy_and_shooters_keep_off() -> None:
    far = {"1H": unit("K15", "8SP")}
    assert line(units={"1S": unit("K3", "4SP"), **far}).startswith("M 1 ")
    assert line(units={"1S": unit("K6", "4SL"), "1H": unit("K14", "8SP")}) == "P"


def test_a_recruit_uses_the_joker_and_lets_its_reserve_shoot() -> None:
    joker = {"phase": "joker", "jokers": 1}
    assert line(**joker, units={"1S": unit("K3", "4SP", wear=2), **FAR}) == "W 1"
    assert line(**joker, units={"1S": unit("K6", "6SP"), "1H": unit("K10", "3SP")}) == "D 1"
    assert line(**joker, units={"1S": unit("K3", "4SP"), **FAR}) == "N"
    order = {"seat": "H", "text": "M 1 H9"}
    reserve = {"phase": "reserve", "order": order}
    units = {"1S": unit("C8", "4LB", reserve=True), "1H": unit("H8", "4SP")}
    assert line(**reserve, units=units) == "S 1 1H"
    assert line(**reserve, units={**units, "1S": unit("C8", "4SP", reserve=True)}) == "HOLD"
    assert line(**reserve, reserve="secret", asked=["S"], units={**units, "1S": unit("C8", "4LB")}) == "HOLD"


def test_a_recruit_plans_an_order_for_every_card() -> None:
    units = {"1S": unit("K3", "4SP"), "2S": unit("M3", "4SP"), "1H": unit("K15", "8SP")}
    written = write(state_of(phase="plan", deck=["S", "S", "S", "H"], units=units))["S"]
    assert len(written) == 3
    assert {each.split()[1] for each in written[:2]} == {"1", "2"}


@long
@pytest.mark.slow
def test_captains_beat_recruits() -> None:
    """`make arena` plays more battles. The captain is black in half of them."""
    sides = [("captain", "recruit"), ("recruit", "captain")]
    won = [
        play_battle(lot_of(900 + 2 * number + side), levels).winner == (BLACK, RED)[side]
        for number in range(TIMES)
        for side, levels in enumerate(sides)
    ]
    assert sum(won) > 0.6 * len(won)


def test_a_captain_lets_a_tired_unit_rest_where_nobody_reaches_it() -> None:
    """A-REORG-1"""
    tired = state_of(seat="S", units={"1S": unit("K2", "6SP", wear=4), **FAR})
    assert write(tired, "captain")["S"] == ("O 1",)


def test_a_captain_shoots_at_an_enemy_who_would_win_a_melee() -> None:
    """A-SHOOT-1: archers stay away from knights."""
    units = {"1S": unit("K5", "8LB"), "2S": unit("Z1", "6SP"), "1H": unit("K9", "5HS"), **FAR}
    for seed in range(4):
        assert write(state_of(seat="S", units=units), "captain", seed)["S"] == ("S 1 1H",)


def test_a_captain_shoots_before_it_charges() -> None:
    """A-SHOOT-1, A-MELEE-1: with two cards the bowmen have the first, and the riders the next."""
    riders = {"2S": unit("F8", "4MS"), "3S": unit("Z1", "6SP"), "1H": unit("K11", "6SP"), **FAR}
    for seed in range(4):
        fresh = state_of(seat="S", units={"1S": unit("K5", "8LB"), **riders}, deck=["S", "S", "H"])
        assert write(fresh, "captain", seed)["S"] == ("S 1 1H",)
        shot = state_of(
            seat="S", units={"1S": unit("K5", "8LB", acts=1, shots=1), **riders}, deck=["S", "S", "H"]
        )
        assert write(shot, "captain", seed)["S"][0].startswith("C 2 ")
