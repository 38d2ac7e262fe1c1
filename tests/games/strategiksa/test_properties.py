"""What holds in every game of Strategiksa, whatever is written."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.ids import Lines
from protocol.views.strategiksa import (
    UNITS,
    Answered,
    Duelled,
    Event,
    Lost,
    Moved,
    Mutated,
    Placed,
    Reinforced,
    Slain,
    Stack,
    Vanished,
)
from protocol.views.strategiksa_steps import step
from server.games.api import Resolution
from server.games.dice import Dice
from server.games.strategiksa import STRATEGIKSA
from server.games.strategiksa.board import CELLS, RANGE, ZONE_OF, distance, weight
from server.games.strategiksa.scenario import position as read_position
from server.games.strategiksa.scenario import read_scenario
from server.games.strategiksa.state import StrategiksaState
from tests.kit.contract import pack, suggested_line
from tests.kit.long import examples, long
from tests.kit.strategiksa import crowded, lively_sheets, start

pytestmark = [pytest.mark.slow, long]

brisk = examples(16)
chances = st.randoms(use_true_random=True)
Counts = Counter[tuple[str, str]]


def phases(random: Random, most: int = 12) -> Iterator[tuple[StrategiksaState, Resolution]]:
    """Some phases of a crowded game, each with the state before it."""
    state = crowded(random)
    for _ in range(most):
        if not STRATEGIKSA.phase(state).owing:
            return
        resolution = STRATEGIKSA.resolve(state, lively_sheets(state, random), Dice(0))
        yield state, resolution
        state = resolution.state


def census(state: StrategiksaState) -> Counts:
    """How many of each kind every colour has; wounds left aside."""
    found: Counts = Counter()
    for colour, cells in state.pieces.items():
        for stack in cells.values():
            found += counted(colour, stack)
    return found


def counted(colour: str, stack: Stack) -> Counts:
    found: Counts = Counter()
    for unit, number in zip(UNITS, stack, strict=True):
        found[colour, unit[0]] += number
    return found


def gains(event: Event) -> Counts:
    found: Counts = Counter()
    match event:
        case Placed():
            for stack in event.stacks.values():
                found += counted(event.colour, stack)
        case Reinforced():
            found = counted(event.colour, event.stack)
        case Mutated():
            found = counted(event.colour, event.made)
    return found


def losses(event: Event, state: StrategiksaState) -> Counts:
    found: Counts = Counter()
    match event:
        case Mutated():
            found = counted(event.colour, event.used)
        case Answered() if event.cell:
            found = Counter({(event.colour, "R"): 1})
        case Duelled() | Slain():
            for colour, stack in (event.lost if isinstance(event, Duelled) else event.stacks).items():
                found += counted(colour, stack)
        case Vanished():
            found = Counter({key: count for key, count in census(state).items() if key[0] in event.colours})
    return found


@brisk
@given(chances)
def test_no_piece_comes_from_nowhere_and_a_story_folded_gives_the_new_position(random: Random) -> None:
    """K-TURN-2: pieces come by placement and reinforcement, and go in battle and with their kings."""
    for before, resolution in phases(random):
        state, count = before, census(before)
        for event in resolution.story:
            count = count + gains(event) - losses(event, state)
            state = msgspec.structs.replace(state, pieces=step(state.pieces, event))
            assert +census(state) == +count, event
        assert resolution.story
        assert state.pieces == resolution.state.pieces
        stacks = [stack for cells in state.pieces.values() for stack in cells.values()]
        assert all(any(stack) and min(stack) >= 0 for stack in stacks)


@brisk
@given(chances)
def test_every_position_is_sound(random: Random) -> None:
    """K-BOARD-3, K-TURN-6, K-BATTLE-3, K-VASSAL-2, K-VASSAL-3"""
    for _, resolution in phases(random):
        state: StrategiksaState = resolution.state
        check_kings(state)
        check_service(state)
        check_cells(state)
        check_zones(state)
        check_healers(state)


@brisk
@given(chances)
def test_every_position_can_be_written_down_and_corrected(random: Random) -> None:
    """K-VASSAL-1: also when time runs out, nobody's fate is left open."""
    for before, resolution in phases(random):
        written = STRATEGIKSA.write_scenario(before, {}, last=False)
        again = msgspec.structs.replace(read_position(read_scenario(written)), throws=before.throws)
        assert again == before
        assert STRATEGIKSA.amend(before, ()) == before
        assert resolution.state.stage == "crown" or resolution.state.fallen is None
        ended = STRATEGIKSA.resolve(before, lively_sheets(before, random), Dice(0), last=True).state
        assert (ended.stage, ended.fallen) == ("over", None)
        assert set(ended.partial) <= set(ended.vassals)


def check_kings(state: StrategiksaState) -> None:
    """A colour has one king exactly while it is its own suzerain."""
    kings = {colour: census(state)[colour, "R"] for colour in state.order}
    free = {c: int(state.lords[c] == c and c not in state.gone) for c in state.order}
    assert state.turn == 0 or kings == free


def check_service(state: StrategiksaState) -> None:
    """Service has one level, so no circles; directors serve their own side."""
    for colour, lord in state.lords.items():
        assert state.lords[lord] == lord
        director = state.directors[colour]
        falling = state.fallen is not None and director == state.fallen.colour
        serves = director in state.vassals and state.lords[director] == lord
        assert director == lord or (colour != lord and (serves or falling))
    assert not set(state.gone) & {*state.vassals, *state.pieces}
    assert list(state.gone) == [colour for colour in state.order if colour in state.gone]
    assert all(state.lords[seat] != seat for seat in state.vassals)


def check_cells(state: StrategiksaState) -> None:
    """One side stands on a cell, unless a battle is still to be fought there."""
    fought = {battle.cell for battle in state.battles}
    for cell in CELLS:
        sides = {state.lords[colour] for colour, cells in state.pieces.items() if cell in cells}
        assert len(sides) < 2 or (len(sides) == 2 and cell in fought)


def check_zones(state: StrategiksaState) -> None:
    expected = {}
    for zone in dict.fromkeys(ZONE_OF.values()):
        standing = {
            (state.lords[colour], cell)
            for colour, cells in state.pieces.items()
            for cell in cells
            if ZONE_OF[cell] == zone
        }
        sides, cells = {side for side, _ in standing}, {cell for _, cell in standing}
        if len(sides) == 1 and len(cells) >= 2:
            expected[zone] = sides.pop()
    assert STRATEGIKSA.view(state, None).zones == expected


def check_healers(state: StrategiksaState) -> None:
    """No more cures in a battle than there are healers."""
    for battle in state.battles:
        stacks = [cells.get(battle.cell) for cells in state.pieces.values()]
        healers = sum(stack[UNITS.index("S")] for stack in stacks if stack)
        assert sum(battle.cures.values()) <= healers
        assert battle.begun or not battle.cures


@brisk
@given(chances)
def test_reinforcements_are_no_more_than_zones_and_moves_no_farther_than_the_range(random: Random) -> None:
    """K-TURN-2, K-TURN-4, K-TURN-9"""
    for before, resolution in phases(random):
        view = STRATEGIKSA.view(before, None)
        new = [event for event in resolution.story if isinstance(event, Reinforced)]
        zones = list(view.zones.values()).count(before.active)
        assert sum(weight(event.stack) for event in new) <= zones
        assert not new or before.lords[before.active] == before.active
        for event in resolution.story:
            if isinstance(event, Moved):
                kinds = {unit[0] for unit, number in zip(UNITS, event.stack, strict=True) if number}
                assert len(kinds) == 1
                assert 1 <= distance(event.origin, event.to) <= RANGE[kinds.pop()]
                assert event.to not in view.mountains


@examples(12)
@given(chances, st.integers(3, 6), st.integers(1, 8))
def test_every_game_ends_by_its_limit_of_turns(random: Random, players: int, turns: int) -> None:
    """K-END-2"""
    state = start(players, random.randrange(1000), turns=turns)
    for _ in range(players + turns * players * 200):
        if not STRATEGIKSA.phase(state).owing:
            break
        state = STRATEGIKSA.resolve(state, lively_sheets(state, random), Dice(0)).state
    assert state.stage == "over"
    assert state.circle <= turns
    assert state.turn <= turns * players
    assert STRATEGIKSA.outcome(state) is not None


words = st.sampled_from(
    (
        "I",
        "3I",
        "+C",
        "C>I",
        "r",
        "I*",
        "vassal",
        "direct",
        "dismiss",
        "heal",
        "take",
        "yes",
        "V",
        "B",
        "E5",
        "d4",
    )
)
lines = st.one_of(
    st.text(max_size=12),
    st.lists(words, max_size=4).map(" ".join),
    st.sampled_from(
        ("9999I E5 E6", "00I E5 E6", "+9999C E5", "x" * 5000, "\u2028", "I\u00a0E5\u00a0E6", "ſ E5")
    ),
)


@examples(50)
@given(chances, st.lists(lines, max_size=8).map(tuple))
def test_nothing_raises_whatever_is_written_and_the_same_gives_the_same(random: Random, junk: Lines) -> None:
    for before, _ in phases(random, 4):
        sheet = STRATEGIKSA.view(before, None).sheet or ""
        first = STRATEGIKSA.resolve(before, {sheet: junk}, Dice(0))
        again = msgspec.msgpack.decode(pack(before), type=StrategiksaState)
        second = STRATEGIKSA.resolve(again, {"nobody": junk, sheet: junk}, Dice(1))
        assert pack(first) == pack(second)
        for seat in (*before.order, None):
            view = STRATEGIKSA.view(before, seat)
            faults = STRATEGIKSA.review(view, sheet, junk)
            assert all(fault.line < len(junk) for fault in faults)
            for text in junk:
                STRATEGIKSA.suggest(view, sheet, junk, text)


@brisk
@given(chances, st.lists(lines, max_size=3))
def test_suggested_lines_are_legal_below_whatever_was_written(random: Random, above: list[str]) -> None:
    for before, _ in phases(random, 4):
        (seat,) = STRATEGIKSA.phase(before).owing
        view = STRATEGIKSA.view(before, seat)
        assert view.sheet
        for _ in range(3):
            line = suggested_line(STRATEGIKSA, view, view.sheet, above, random)
            if line is not None:
                faults = STRATEGIKSA.review(view, view.sheet, [*above, line])
                assert not [fault for fault in faults if fault.line == len(above)], line


@brisk
@given(chances)
def test_a_line_is_lost_exactly_when_the_review_says_so(random: Random) -> None:
    for before, _ in phases(random, 5):
        (seat,) = STRATEGIKSA.phase(before).owing
        view = STRATEGIKSA.view(before, seat)
        assert view.sheet
        sheets = lively_sheets(before, random)
        told = STRATEGIKSA.resolve(before, sheets, Dice(0)).story
        lost = [(event.line, event.reason.code) for event in told if isinstance(event, Lost)]
        review = STRATEGIKSA.review(view, view.sheet, sheets.get(view.sheet, ()))
        assert lost == [(fault.line, fault.code) for fault in review]
