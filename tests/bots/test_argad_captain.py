"""How a captain of Argad deploys, plans, shoots and rests, and that no level throws a battle away."""

from typing import Any

import pytest

from protocol.ids import Lines
from protocol.views.argad.board import MAPS, PLACE, TABLES, distance
from protocol.views.argad.figures import JAVELIN, has_general, is_mounted, missile_of
from protocol.views.argad.view import Unit
from protocol.views.argad.words import ENEMY_OF, SIDE_OF
from server.bots import LEVELS, think
from server.games.argad import ARGAD
from server.games.argad.state import ArgadState
from server.games.dice import Dice
from tests.kit.argad import FAR, state_of, unit

GAME = "argad"


def write(state: ArgadState, seat: str, level: str = "captain", seed: int = 1) -> Lines:
    """What a seat hands in, found to be without fault."""
    view = ARGAD.view(state, seat)
    lines = think(GAME, level, view, (seat,), seed)[seat]
    assert ARGAD.review(view, seat, lines) == (), (state.stage, seat, lines)
    return lines


def line(**scenario: Any) -> str:
    """What a captain of spades does in a scenario."""
    (written,) = write(state_of(**{"seat": "S", **scenario}), "S")
    return written


def deployed(army: str, map_: str, players: int = 2) -> dict[str, Unit]:
    """The units of both sides where captains put them; both sides have the same army."""
    state = ARGAD.setup(ARGAD.read_options({"map": map_, "players": players}), Dice(1))
    state = ARGAD.resolve(state, {"S": (f"TAKE {army}",), "H": (f"TAKE {army}",)}, Dice(1)).state
    sheets = {seat: write(state, seat) for seat in state.seats}
    assert all(len(lines) == len({each.split()[0] for each in lines}) for lines in sheets.values())
    after: ArgadState = ARGAD.resolve(state, sheets, Dice(1)).state
    return after.units


@pytest.mark.parametrize("army", TABLES.armies)
@pytest.mark.parametrize("map_", MAPS)
def test_a_captain_deploys_close_together_with_horse_outside_and_the_general_behind(
    army: str, map_: str
) -> None:
    units = deployed(army, map_)
    for seat, rear in (("S", 0), ("H", 15)):
        own = {name: each for name, each in units.items() if name[-1] == seat}
        column = {name: PLACE[each.at][0] for name, each in own.items()}
        for name, each in own.items():
            friends = [distance(each.at, other.at) for key, other in own.items() if key != name]
            assert min(friends) <= 4
            is_behind = PLACE[each.at][1] == rear
            assert is_behind == has_general(each.figs)
        inside = sorted(column, key=column.__getitem__)[1:-1]
        assert not any(is_mounted(own[name].figs) for name in inside)
        shooters = [name for name in own if missile_of(own[name].figs) not in ("", JAVELIN)]
        assert all(name in inside for name in shooters)


def test_captains_who_share_a_side_deploy_in_their_halves() -> None:
    """A-SETUP-5"""
    units = deployed("normans", "ford", players=4)
    assert all((PLACE[each.at][0] < 13) == (name[-1] in "SD") for name, each in units.items())


def test_a_captain_plans_an_order_for_every_card_and_names_no_hex_for_a_contact() -> None:
    """A-PHASE-5: nobody knows where the enemy will stand by then."""
    units = {
        "1S": unit("K6", "8SP"),
        "2S": unit("M3", "6SP", wear=3),
        "1H": unit("K10", "3LV", wear=1),
    }
    written = write(state_of(phase="plan", deck=["S", "S", "S", "H"], units=units), "S")
    orders = [each for each in written if not each.startswith("J")]
    assert len(orders) == 3
    assert orders[0] == "C 1 1H +"
    assert [each for each in written if each.startswith("J")] == ["J W 2"]


def test_a_captain_shoots_before_it_charges() -> None:
    """A-SHOOT-5: once the riders are in contact, nobody can shoot at their enemy any more."""
    units = {
        "1S": unit("K8", "8LB"),
        "2S": unit("H8", "4MS"),
        "3S": unit("Z1", "6SP"),
        "1H": unit("K13", "8LV"),
        **FAR,
    }
    first = state_of(seat="S", units=units, deck={"S": 3, "H": 1})
    written = [write(first, "S", seed=seed) for seed in range(6)]
    assert written.count(("S 1 1H",)) >= 5
    shot = {"1S": unit("K8", "8LB", acts=1, shots=1), "1H": unit("K13", "6LV", attacked=1)}
    (then,) = write(state_of(seat="S", units={**units, **shot}, deck={"S": 2, "H": 1}), "S")
    assert then.startswith("C 2 1H ")


def test_a_captain_uses_its_card_for_the_unit_that_gains_most() -> None:
    """A-DECK-3: riders who have acted charge archers whom they ride down; the others could only walk."""
    units = {
        "1S": unit("C3", "8SP"),
        "2S": unit("K8", "6MS", acts=1),
        "1H": unit("K12", "8LA", wear=5, moved=True),
    }
    assert line(units=units, deck={"S": 1, "H": 2}).startswith("C 2 1H ")


def test_the_unit_of_the_general_does_not_lead_the_advance() -> None:
    """A-GEN-3: he is worth more behind a unit than before it."""
    units = {
        "1S": unit("J2", "7SP SP+g"),
        "2S": unit("M2", "8SP"),
        "1H": unit("K15", "8SP"),
        "2H": unit("M15", "8SP"),
    }
    state = state_of(seat="S", units=units, deck=["S", "S", "S"])
    for number in range(4):
        state = ARGAD.resolve(state, {"S": write(state, "S", seed=number)}, Dice(number)).state
        if state.stage != "card":
            break
    to_go = {name: distance(state.units[name].at, "L15") for name in ("1S", "2S")}
    assert to_go["2S"] < to_go["1S"]


LAST_CARD = {
    "a retreat that breaks the unit": {
        "1S": unit("K6", "3SP", wear=5),
        "2S": unit("C3", "6SP"),
        "1H": unit("K9", "6SP"),
    },
    "a hopeless attack": {
        "1S": unit("K6", "2LV", wear=1),
        "2S": unit("C3", "6SP"),
        "1H": unit("K9", "12MA"),
    },
    "tired archers beside a fight that is lost": {
        "1S": unit("K6", "3LA", wear=2),
        "2S": unit("C3", "6SP"),
        "1H": unit("K7", "8HS"),
    },
}
GONE = {f"{number}S": "destroyed" for number in (3, 4, 5)}


@pytest.mark.parametrize("level", LEVELS[GAME])
@pytest.mark.parametrize("units", LAST_CARD.values(), ids=LAST_CARD.keys())
def test_no_level_gives_the_last_order_of_a_turn_that_breaks_its_own_side(
    level: str, units: dict[str, Any]
) -> None:
    """A-END-1: one more unit would be four of five. To pass holds, whatever the dice."""
    state = state_of(seat="S", units=units, gone=GONE, start={"black": 5, "red": 5}, deck=[])
    written = write(state, "S", level)
    for seed in range(12):
        assert ARGAD.resolve(state, {"S": ("P",)}, Dice(seed)).state.stage != "over"
        after = ARGAD.resolve(state, {"S": written}, Dice(seed)).state
        assert after.winner != ENEMY_OF[SIDE_OF["S"]], (written, seed)


@pytest.mark.parametrize("level", LEVELS[GAME])
def test_every_level_rallies_the_unit_without_which_the_battle_is_lost(level: str) -> None:
    """A-RALLY-1, A-END-1: four of five are gone or have broken, and the turn ends with this card."""
    units = {
        "1S": unit("K2", "6SP SP+m", state="demoralised", broke=1),
        "2S": unit("C3", "6SP"),
        **FAR,
    }
    state = state_of(seat="S", turn=3, units=units, gone=GONE, start={"black": 5, "red": 5}, deck=[])
    assert write(state, "S", level) == ("R 1",)
