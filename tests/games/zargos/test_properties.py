"""Whole games of Zargos at random: what stays true in every position, and what nobody learns."""

from collections import Counter
from random import Random

import msgspec
import pytest

from protocol.codec import encode
from protocol.events import SheetsRead
from protocol.ids import Lines
from protocol.messages import Told
from protocol.views.zargos.events import Round
from protocol.views.zargos.story import step
from protocol.views.zargos.words import PHASES
from protocol.vocabulary import WATCHER
from server.bots import think
from server.games.api import Private, Resolution
from server.games.dice import Dice, LoadedDice
from server.games.zargos import ZARGOS
from server.games.zargos.state import ZargosState
from tests.kit import secrets
from tests.kit.contract import (
    Turn,
    check_imagined,
    check_outcome,
    check_progress,
    check_replay,
    check_reviews,
    check_round_trips,
    check_suggestions,
    check_views,
    options,
    random_sheets,
)
from tests.kit.long import some
from tests.kit.zargos import at_turn_one, check_position, conceal, deal_anew, state_of

pytestmark = pytest.mark.slow

FOLDED = ("units", "combats", "boats", "kingdoms", "order", "reroll", "seats")
PERSONAL = frozenset({"seat", "hands", "cards", "offers"})


def play_on(state: ZargosState, random: Random, phases: int) -> list[Turn]:
    """Some phases of a game in which suggested lines and junk are written."""
    turns: list[Turn] = []
    while ZARGOS.phase(state).owing and len(turns) < phases:
        state = deal_anew(state, random)
        sheets = random_sheets(ZARGOS, state, random)
        dice = Dice(random.randrange(1 << 30))
        turns.append(Turn(state, sheets, dice.rolled, False, ZARGOS.resolve(state, sheets, dice)))
        state = turns[-1].resolution.state
    return turns


@pytest.fixture(scope="module")
def turns() -> list[Turn]:
    """Games of two to six, deep enough that every kind of phase comes."""
    tables = [(players, {"zargos_powers": players % 2 == 0}) for players in (2, 3, 4, 5, 6)]
    starts = [at_turn_one(players, 7 + players, turns=4, **more) for players, more in tables]
    return [turn for n, start in enumerate(starts) for turn in play_on(start, Random(n), 60)]


def test_every_position_is_one_that_can_be(turns: list[Turn]) -> None:
    """Z-MAP-6, Z-PEOPLE-1: one people a territory, supplies, and each card in one place."""
    for turn in turns:
        check_position(turn.resolution.state)
    stages = Counter(turn.before.stage for turn in turns)
    assert {*PHASES[6:]} - {"shelter"} <= {*stages}


def test_the_story_folds_into_the_next_position(turns: list[Turn]) -> None:
    for turn in turns:
        state = turn.before
        for part in turn.resolution.story:
            state = state if isinstance(part, Private) else step(state, part)
        after = turn.resolution.state
        for name in FOLDED:
            if name != "combats" or not after.combats:
                one, other = getattr(state, name), getattr(after, name)
                if name == "units":
                    one = {people: held for people, held in one.items() if held}
                    other = {people: held for people, held in other.items() if held}
                if name == "order":
                    one = tuple(people for people in one if people not in after.out)
                    other = tuple(people for people in other if people not in after.out)
                assert one == other, name


def test_the_contract_holds_in_the_middle_of_a_game(turns: list[Turn]) -> None:
    """The general tests play only the first phases, which are those of the set-up."""
    for number, turn in enumerate(turns):
        check_replay(ZARGOS, turn)
        check_round_trips(ZARGOS, turn)
        check_imagined(ZARGOS, turn, options(ZARGOS, 6))
        check_suggestions(ZARGOS, turn, Random(number))
        check_reviews(ZARGOS, turn)
        check_progress(ZARGOS, turn)
        check_views(ZARGOS, turn.resolution.state, PERSONAL)
        check_outcome(ZARGOS, turn.resolution.state)
        assert turn.resolution.story


def test_nobody_is_told_what_they_may_not_know_in_the_middle_of_a_game(turns: list[Turn]) -> None:
    """Z-SECRET-2, Z-SECRET-3: two states that look the same to a role have the same phase and story."""
    for number, turn in enumerate(some(turns, 3)):
        random = Random(number)
        role = random.choice((*ZARGOS.phase(turn.before).owing, WATCHER, "1"))
        secrets.check_position(ZARGOS, turn.before, role, conceal, random)
        secrets.check_reading(ZARGOS, turn.before, role, conceal, random)


def test_all_dice_but_those_of_shuffles_are_told() -> None:
    """Z-SECRET-4: the dice of the set-up are those of the order, and no event has the faces of a shuffle."""
    state = at_turn_one(6, 5)
    assert len(state.pile) == 40
    dice = Dice(3)
    told = ZARGOS.resolve(state, {}, dice).story
    faces = [event.die for event in told if hasattr(event, "die")]
    assert faces == dice.rolled


@pytest.mark.parametrize("players", ZARGOS.players)
def test_a_game_of_recruits_ends_and_is_replayed_from_its_dice(players: int) -> None:
    """Z-TABLE-2"""
    state = ZARGOS.setup(ZARGOS.read_options({"players": players, "turns": 6}), Dice(players))
    phases = 0
    while owing := ZARGOS.phase(state).owing:
        sheets: dict[str, Lines] = {}
        for seat, keys in owing.items():
            view = ZARGOS.view(state, seat)
            sheets |= think("zargos", "recruit", view, keys, phases)
            assert all(ZARGOS.review(view, key, sheets[key]) == () for key in keys)
        dice = Dice(phases)
        after = ZARGOS.resolve(state, sheets, dice).state
        assert ZARGOS.resolve(state, sheets, LoadedDice(dice.rolled)).state == after
        state, phases = after, phases + 1
    assert ZARGOS.outcome(state) is not None
    assert phases < 400


def test_a_person_among_five_bots_writes_no_more_than_the_rules_need() -> None:
    """Z-TABLE-1: attack, reorganisation and purchase; more only with cards, in defence, or as Knights."""
    state = at_turn_one(6, 2, turns=4)
    seat = next(leader for people, leader in state.seats.items() if people not in "KMS")
    asked: Counter[tuple[int, str]] = Counter()
    phases: Counter[int] = Counter()
    while owing := ZARGOS.phase(state).owing:
        phases[state.turn] += 1
        asked[state.turn, state.stage] += seat in owing
        sheets: dict[str, Lines] = {}
        for each, keys in owing.items():
            sheets |= think("zargos", "recruit", ZARGOS.view(state, each), keys, sum(phases.values()))
        state = ZARGOS.resolve(state, sheets, Dice(sum(phases.values()))).state
    assert all(number <= 30 for number in phases.values())
    for turn in phases:
        for stage in ("attack", "reorganise", "buy", "curse", "keep"):
            assert asked[turn, stage] <= 1
        assert asked[turn, "winds"] + asked[turn, "defence"] <= 12
    assert asked[1, "winds"] == asked[1, "keep"] == 0


def test_no_message_of_a_long_game_has_more_than_64_kibibytes() -> None:
    """What six seats are told of each phase, with its story and the new position."""
    state, largest = at_turn_one(6, 3, turns=15), 0
    for phase in range(1000):
        owing = ZARGOS.phase(state).owing
        if not owing:
            break
        sheets: dict[str, Lines] = {}
        for seat, keys in owing.items():
            sheets |= think("zargos", "recruit", ZARGOS.view(state, seat), keys, phase)
        read = ZARGOS.resolve(state, sheets, Dice(phase))
        state = read.state
        largest = max(largest, *(message_size(read, sheets, str(seat)) for seat in range(1, 7)))
    assert state.turn > 5
    assert largest <= 65_536


def test_the_longest_battles_fit_a_message_of_64_kibibytes() -> None:
    """Every people has all its units, and one attacks in as many places as it can."""
    targets = {"BZ5": "TA1", "BZ4": "BZC", "BZ2": "BZ1", "KO1": "KO2", "LU1": "KO3", "KA1": "KA3"}
    units: dict[str, dict[str, int]] = {"K": dict.fromkeys(targets, 16)}
    for number, place in enumerate(targets.values()):
        units.setdefault("MADSW"[number % 5], {})[place] = 50
    lines = tuple(f"ALL {origin} {place}" for origin, place in targets.items())
    for seed in range(10):
        state = state_of(phase="attack", active="K", units=units)
        read = ZARGOS.resolve(state, {"K": lines}, Dice(seed))
        assert sum(isinstance(event, Round) for event in read.story) > 50
        assert message_size(read, {"K": lines}, "1") <= 65_536


def message_size(read: Resolution, sheets: dict[str, Lines], seat: str) -> int:
    """The bytes of the message in which this seat is told of the phase."""
    view = ZARGOS.view(read.state, seat)
    seals = dict.fromkeys(sheets, "0" * 64)
    event = SheetsRead(99, sheets, seals, read.story, msgspec.to_builtins(view), hashes=seals, head="0" * 64)
    return len(encode(Told(seq=4_000, at=1e9, event=event)))


def test_pass_all_closes_the_windows_until_the_count() -> None:
    """Z-PHASE-1"""
    state = deal_to_all(at_turn_one(6, 2))
    everybody = dict.fromkeys(state.order, ("PASS ALL",))
    windows = 0
    turn = state.turn
    while state.turn == turn:
        windows += state.stage == "winds"
        state = ZARGOS.resolve(state, everybody if state.stage == "winds" else {}, Dice(1)).state
    assert windows == 1


def deal_to_all(state: ZargosState) -> ZargosState:
    """Everybody has a card, and the own turn of the first people begins."""
    lines = [f"HAND {people} WAR" for people in state.order]
    return ZARGOS.amend(state, (*lines, f"TURN 1 {state.order[0]}"))
