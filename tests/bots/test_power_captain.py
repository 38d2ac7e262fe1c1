"""The captain of POWER: how it opens, guards and closes a game, and that no seat is favoured."""

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from protocol.views.power import ARMIES, headquarters, strength
from server.bots import think
from server.bots.assignment import Assignment, PastPhase
from server.bots.power.captain import campaign
from server.bots.power.draft import redraft
from server.bots.power.staff import Staff, Style
from server.bots.power.survey import ALL_SECTORS, Survey
from server.bots.power.symmetry import MIRRORED, TURNS, Symmetry, fair
from server.games.dice import Dice
from server.games.power import POWER
from server.games.power.board import GROUND, NEIGHBOURS, RANK
from server.games.power.state import PowerOptions, PowerState
from tests.bots.test_bots_power import position, sheets_of


def rounds(players: int, lot: int, most: int) -> Iterator[PowerState]:
    """The positions of a game between captains."""
    state = POWER.setup(PowerOptions(players=players), Dice(lot))
    while not state.over and state.round <= most:
        yield state
        state = POWER.resolve(state, sheets_of(state, "captain", lot * 100 + state.round), Dice(0)).state


@pytest.mark.parametrize("symmetry", [*TURNS, *MIRRORED])
def test_the_board_is_the_same_from_every_corner_and_in_the_mirror(symmetry: Symmetry) -> None:
    """P-BOARD-1."""
    assert sorted(symmetry.armies.values()) == sorted(ARMIES)
    assert set(symmetry.places.values()) == set(symmetry.places) == set(RANK)
    for place, others in NEIGHBOURS.items():
        assert GROUND[symmetry.places[place]] == GROUND[place]
        assert {symmetry.places[other] for other in others} == set(NEIGHBOURS[symmetry.places[place]])
    assert symmetry.places["RVB"] == "RV" + symmetry.armies["B"]


@pytest.mark.parametrize("symmetry", [*TURNS, *MIRRORED])
def test_what_is_turned_and_turned_back_is_as_before(symmetry: Symmetry) -> None:
    state = list(rounds(2, 3, 9))[-1]
    sheets = {"V": ("T HQ V4", "3T EV4 A", "M RVB IX", "no order"), "J": ("C HQ S3",)}
    past = PastPhase(1, "orders", POWER.view(state, "VB"), sheets)
    assert symmetry.back().past(symmetry.past(past)) == past
    assert symmetry.past(past).sheets != sheets or symmetry is TURNS[0]


@pytest.mark.slow
@pytest.mark.parametrize("level", ["recruit", "captain"])
@pytest.mark.parametrize("players", [2, 4])
def test_a_seat_on_a_turned_board_writes_the_turned_sheets(level: str, players: int) -> None:
    """No seat is favoured: with the same lots, what one seat does another does as well."""
    for turn in TURNS[2:3] if players == 2 else TURNS[1:]:
        for state in list(rounds(players, 5, 12))[::4]:
            for seat, owed in POWER.phase(state).owing.items():
                view = POWER.view(state, seat)
                written = think("power", level, view, owed, state.round)
                turned = tuple(turn.armies[army] for army in owed)
                assert think("power", level, turn.view(view), turned, state.round) == turn.sheets(written)


def test_rivals_are_not_listed_in_the_same_order_every_time() -> None:
    """Of two things that look alike, the first of a list is not always the same army's."""
    seen: set[str] = set()

    def note(assignment: Assignment) -> dict[str, tuple[str, ...]]:
        ((army, _),) = [
            (army, s) for army, s in assignment.view.pieces.items() if strength(s["HQ" + army]) == 2
        ]
        seen.add(f"{assignment.view.armies[0]}{army}")
        return {}

    state = position({"V": {"HQV": {"D": 2}}, "B": {"HQB": {"S": 1}}})
    for seed in range(60):
        fair(note)(Assignment(POWER.view(state, "V"), ("V",), Random(seed)))
    assert seen == {
        first + second for first in ARMIES for second in ARMIES if abs(ord(first) - ord(second))
    } - {
        *("VJ", "JV", "BR", "RB")  # V and B are neighbours however the board is turned
    }


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_captain_opens_with_all_five_orders(players: int) -> None:
    for lot in range(10):
        state = POWER.setup(PowerOptions(players=players), Dice(lot))
        for army, lines in sheets_of(state, "captain", lot).items():
            assert len(lines) == 5, (army, lines)


@pytest.mark.slow
@pytest.mark.parametrize("caution", [0.0, 0.5, 1.0])
def test_a_captain_never_empties_an_headquarters_that_foot_soldiers_reach(caution: float) -> None:
    """P-FLAG-1: a soldier alone takes an HQ that nobody defends."""
    guarded = 0
    for state in (state for lot in range(2) for state in rounds(4, lot, 25)):
        survey = Survey(state.pieces, state.sides, ALL_SECTORS)
        for seat, owed in POWER.phase(state).owing.items():
            view, home = POWER.view(state, seat), headquarters(seat)
            if not survey.siege(home, seat) or not state.pieces[seat].get(home):
                continue
            plan = campaign(view, owed, Style(caution=caution), Random(state.round))
            guarded += 1
            assert redraft(view, plan).field.strength(seat, home), (seat, state.round, plan)
    assert guarded > 20


WON = position(
    {
        "V": {
            **{"HQV": {"R": 2, "A": 6, "B": 1, "CR": 1}, "RVV": {"T": 1, "D": 1, "P": 5}, "B7": {"A": 1}},
            **{"HQB": {"R": 1, "A": 2}, "J8": {"A": 3}, "J0": {"A": 2}},
        },
        "B": {},
        "J": {
            **{"HQJ": {"T": 1, "A": 1}, "RVJ": {"R": 1, "A": 1, "P": 5}, "R7": {"A": 1}, "S9": {"D": 1}},
            **{"R4": {"A": 2, "B": 1}, "R1": {"A": 1}, "R5": {"A": 1}, "S10": {"D": 1}},
        },
        "R": {"HQR": {"D": 2}, "RVR": {"T": 2, "C": 1, "A": 1, "P": 6}, "J1": {"C": 1}},
    }
)
"""Green is twice as strong as yellow, and for many rounds it chased a red fighter with heavy tanks."""


@pytest.mark.parametrize("seed", range(6))
def test_a_captain_who_is_much_stronger_closes_the_game(seed: int) -> None:
    """It goes for an HQ with foot soldiers and an escort, and does not chase the fighter that hops about."""
    state = replace(WON, round=52, referee="J", flags={**WON.flags, "B": "V"}, eliminated=("B",))
    while not state.over and state.round < 90:
        state = POWER.resolve(state, sheets_of(state, "captain", seed * 100 + state.round), Dice(0)).state
    assert state.over


def test_a_captain_goes_for_the_weakest_rival_and_ignores_the_strong() -> None:
    state = position(
        {"V": {"HQV": {"R": 1, "A": 4}}, "B": {"HQB": {"A": 5, "CR": 3}}, "J": {"HQJ": {"D": 1}}}
    )
    staff = Staff(POWER.view(state, "V"), ("V",), Style(), Random(1))
    assert staff.prey in ("J", "R")
    assert Staff(POWER.view(state, "V"), ("V",), Style(aggression=0.0), Random(1)).prey in ("J", "R")
    assert Staff(POWER.view(state, "R"), ("R",), Style(aggression=0.0), Random(1)).prey is None
