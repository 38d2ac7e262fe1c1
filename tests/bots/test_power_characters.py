"""The characters of the bots of POWER: each can be told from the others by its orders."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random
from statistics import fmean

import pytest
from msgspec.structs import replace

from protocol.ids import Lines
from protocol.views.power import ARMIES, headquarters
from server.bots import CHARACTERS, LEVELS, think
from server.bots.assignment import Assignment
from server.bots.power.characters import STYLES, USUAL, style_of
from server.bots.power.families import read_lines
from server.bots.power.general import Search
from server.bots.power.habits import HABITS, LEAVING, Liking
from server.bots.power.marshal import Mixing
from server.bots.power.outcome import Position
from server.bots.power.study import Study
from server.bots.power.weights import BY_HAND
from server.games.dice import Dice
from server.games.power import POWER
from server.games.power.board import TERRITORY
from server.games.power.notation import Move, parse
from server.games.power.state import PowerOptions, PowerState
from tests.bots.test_bots_power import position
from tests.bots.test_power_search import ticking

NAMES = tuple(STYLES)


def write(state: PowerState, seat: str, character: str | None, seed: int) -> Lines:
    owed = POWER.phase(state).owing[seat]
    sheets = think("power", "captain", POWER.view(state, seat), owed, seed, character=character)
    return tuple(line for lines in sheets.values() for line in lines)


@cache
def games(character: str, most: int = 14, lots: int = 5) -> list[tuple[PowerState, str, Lines]]:
    """What captains of one character write in some games among themselves."""
    found = []
    for lot in range(lots):
        state = POWER.setup(PowerOptions(players=4), Dice(lot))
        while not state.over and state.round <= most:
            sheets = {}
            for seat in POWER.phase(state).owing:
                sheets[seat] = write(state, seat, character, lot * 100 + state.round)
                found.append((state, seat, sheets[seat]))
            state = POWER.resolve(state, sheets, Dice(0)).state
    return found


def moves(lines: Lines, seat: str) -> list[Move]:
    return [order for line in lines if isinstance(order := parse(line, seat), Move)]


def march_rounds(character: str) -> list[int]:
    """The rounds in which a regiment or a heavy tank first leaves its own territory, the soonest first."""
    firsts: dict[tuple[int, str], int] = {}
    game = -1
    for state, seat, lines in games(character):
        game += state.round == 1 and seat == next(iter(POWER.phase(state).owing))
        for move in moves(lines, seat):
            own = move.to == headquarters(seat) or TERRITORY.get(move.to) == seat
            if move.kind in ("R", "A") and not own:
                firsts.setdefault((game, seat), state.round)
    return sorted(firsts.values())


def chases(character: str) -> float:
    """How many orders of a sheet go where a rival has one small piece and nothing else."""
    chased = written = 0
    for state, seat, lines in games(character):
        small = {
            place
            for army, stacks in state.pieces.items()
            if army != seat
            for place, stack in stacks.items()
            if sum(stack) == 1 and not any(stack[4:])
        }
        chased += sum(move.to in small for move in moves(lines, seat))
        written += len(lines)
    return chased / written


def fires(character: str | None, prize: dict[str, int]) -> bool:
    state = position({"V": {"HQV": {"D": 2}, "RVV": {"CR": 2}}, "B": {"HQB": prize}})
    return any(" RV HQB" in line and line.startswith("M") for line in write(state, "V", character, 1))


def test_there_are_six_characters() -> None:
    assert len(NAMES) == len(set(STYLES.values())) == len(set(HABITS.values())) == 6
    assert tuple(HABITS) == NAMES
    assert set(CHARACTERS["power"]) <= set(LEVELS["power"])
    assert all(names == NAMES for names in CHARACTERS["power"].values())


@pytest.mark.slow
def test_the_greedy_chase_more_small_pieces_than_all_others() -> None:
    shares = {name: chases(name) for name in NAMES}
    assert shares.pop("greedy") > 1.5 * max(shares.values()), shares


def test_the_patient_stay_at_home_for_five_rounds_and_then_come() -> None:
    rounds = {name: march_rounds(name) for name in NAMES}
    patient = rounds.pop("patient")
    assert patient[0] == patient[len(patient) // 2] == 6, "half of them come at once"
    assert all(each[0] < 6 for each in rounds.values()), rounds
    assert all(fmean(patient) > fmean(rounds[name]) + 1 for name in ("bold", "steady"))


def test_the_fiery_fire_at_less_than_others_and_the_steady_at_much_only() -> None:
    """P-MISS-3."""
    assert {name for name in NAMES if fires(name, {"A": 2, "R": 1})} == {"fiery"}
    assert {name for name in NAMES if fires(name, {"A": 4, "R": 1})} == {*NAMES} - {"steady"}
    assert all(fires(name, {"A": 6, "R": 1}) for name in NAMES)


def test_the_bold_attack_where_the_wary_do_not() -> None:
    """P-FLAG-1: the HQ is weakly held now, and yellow could bring much more."""
    blue = {"HQB": {"D": 2}, "B3": {"A": 1}, "RVB": {"D": 1}}
    state = position({"V": {"HQV": {"D": 2, "A": 2}, "B4": {"R": 1, "A": 1}}, "B": blue})
    dared = {
        name: sum(any(line.endswith(" HQB") for line in write(state, "V", name, seed)) for seed in range(20))
        for name in ("bold", "wary")
    }
    assert dared["bold"] > 15
    assert dared["wary"] < 5


def test_without_a_character_a_captain_plays_as_usual_and_caution_changes_every_round() -> None:
    usual = [style_of(None, Random(seed)) for seed in range(20)]
    assert len({style.caution for style in usual}) == 20
    assert all(replace(each, caution=0.75) == USUAL for each in usual)
    assert style_of("of another game", Random(1)) == style_of(None, Random(1))
    assert all(0.0 <= style_of(name, Random(seed)).caution <= 1.0 for name in NAMES for seed in range(9))


@cache
def openings() -> list[tuple[PowerState, str]]:
    """Positions of the first rounds between captains, each with the seat whose turn it is to be looked at."""
    found = []
    for lot in range(7):
        state = POWER.setup(PowerOptions(players=4), Dice(lot))
        for number in range(1, 9):
            sheets = {seat: write(state, seat, None, lot * 100 + number) for seat in POWER.phase(state).owing}
            state = POWER.resolve(state, sheets, Dice(0)).state
            if number % 2 == 0 and not state.eliminated:
                found.append((state, "VBJR"[(lot + number // 2) % 4]))
    return found


def searched(level: str, state: PowerState, seat: str, character: str | None) -> list[Move]:
    """The moves of a level that searches, which looks at the clock so many times on any machine."""
    looks = 170.0
    view = POWER.view(state, seat)
    assignment = Assignment(view, (seat,), Random(1), looks, character)
    if level == "general":
        study = Study(assignment, BY_HAND, ticking())
        plan = Search(study).run()
    else:
        study = Study(assignment, clock=ticking(), is_experienced=True)
        mixing = Mixing(study)
        mixing.run()
        plan = mixing.drawn()
    return moves(study.lines(plan)[study.view.armies[0]], seat)


def is_home(state: PowerState, seat: str, move: Move) -> bool:
    return move.to == headquarters(seat)


def is_abroad(state: PowerState, seat: str, move: Move) -> bool:
    return TERRITORY.get(move.to, seat) != seat or (
        move.to.startswith("HQ") and move.to != headquarters(seat)
    )


def is_chase(state: PowerState, seat: str, move: Move) -> bool:
    return any(
        sum(stack) == 1 and not any(stack[4:])
        for army, stacks in state.pieces.items()
        if army != seat
        for place, stack in stacks.items()
        if place == move.to
    )


def leaves_early(state: PowerState, seat: str, move: Move) -> bool:
    away = TERRITORY.get(move.to) != seat and move.to != headquarters(seat)
    return state.round <= 5 and away


def counted(character: str | None) -> Counter[Callable[[PowerState, str, Move], bool]]:
    """How many moves of a general are of each sort."""
    found: Counter[Callable[[PowerState, str, Move], bool]] = Counter()
    for state, seat in openings():
        for move in searched("general", state, seat, character):
            found.update(
                sort for sort in (is_home, is_abroad, is_chase, leaves_early) if sort(state, seat, move)
            )
    return found


@pytest.mark.slow
def test_levels_that_search_have_the_same_characters() -> None:
    """Each gives up a little for what it likes, and nobody mistakes it for another."""
    bold, wary, greedy, patient, usual = map(counted, ("bold", "wary", "greedy", "patient", None))
    assert bold[is_abroad] > 1.15 * wary[is_abroad]
    assert wary[is_home] > 1.5 * bold[is_home]
    assert greedy[is_chase] > 1.4 * usual[is_chase]
    assert 3 * patient[leaves_early] < usual[leaves_early]


@pytest.mark.parametrize("level", ["general", "marshal"])
def test_the_fiery_and_the_steady_also_differ_where_they_search(level: str) -> None:
    """P-MISS-3, P-MISS-5: a marshal reckons that the owner takes five pieces away in time."""

    def fires_at(prize: dict[str, int], character: str | None) -> bool:
        state = position({"V": {"HQV": {"D": 2}, "RVV": {"CR": 2}}, "B": {"HQB": prize}})
        return any(move.kind == "M" for move in searched(level, state, "V", character))

    fired = {
        heavy: [fires_at({"A": heavy, "R": 1}, name) for name in ("fiery", None, "steady")]
        for heavy in (2, 5, 7, 18)
    }
    assert fired == {
        2: [False, False, False],
        5: [True, False, False],
        7: [True, True, False],
        18: [True, True, True],
    }


def test_nobody_has_likings_for_mercenaries() -> None:
    """P-THREE-2: the patient do not mind what mercenaries do, and the bold gain nothing by it."""
    start = Position(position({"V": {"HQV": {"T": 1}}, "R": {"R4": {"T": 1}}}, players=3))
    assert start.mercenary == ARMIES.index("R")
    for name, expected in (("patient", LEAVING), ("bold", HABITS["bold"].march)):
        likes = Liking(HABITS[name], start, 0, 1)
        hired, own = (start.read(0, read_lines((line,), "V")) for line in ("T R4 R5", "T HQ B4"))
        assert hired.kept
        assert likes((hired,)) == 0.0
        assert not own.kept or likes((own,)) == expected


@pytest.mark.parametrize("character", NAMES)
def test_a_bot_of_any_character_writes_orders_that_can_be_carried_out(character: str) -> None:
    for state, seat, lines in games(character, most=6, lots=1):
        assert POWER.review(POWER.view(state, seat), seat, lines) == (), lines
