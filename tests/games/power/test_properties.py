"""What holds of every POWER round, whatever the position and whatever is written."""

import re
from collections import Counter
from functools import reduce

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.views.power import (
    ARMIES,
    KINDS,
    Army,
    Collected,
    Event,
    Exchanged,
    Launched,
    Lost,
    OrderEvent,
    Penalised,
    Pieces,
    Place,
    Stack,
    Struck,
    note_of,
    reserve,
    stack_of,
    step,
)
from server.games.api import Resolution
from server.games.dice import Dice
from server.games.power import POWER
from server.games.power.board import GRID, RESERVES, SPELLINGS
from server.games.power.state import PowerState, readers
from tests.kit.long import examples, long
from tests.kit.strategies import Given, rounds

pytestmark = [pytest.mark.slow, long]

TURNED_ARMY: dict[Army, Army] = dict(zip("VBJR", "BJRV", strict=True))
TURNED_PLACE: dict[Place, Place] = {
    **{GRID[row][column]: GRID[column][8 - row] for row in range(9) for column in range(9)},
    **{reserve(army): reserve(turned) for army, turned in TURNED_ARMY.items()},
}


def resolve(asked: Given) -> Resolution:
    return POWER.resolve(asked.state, asked.sheets, Dice(0), last=asked.last)


def story_of(asked: Given) -> tuple[Event, ...]:
    return resolve(asked).story


@examples(50)
@given(rounds())
def test_nothing_raises_and_the_input_stays_as_it_was(asked: Given) -> None:
    """P-SHEET-3"""
    before = msgspec.msgpack.encode(asked.state)
    sheets = repr(asked.sheets)
    for event in story_of(asked):
        note_of(event)
    assert msgspec.msgpack.encode(asked.state) == before
    assert repr(asked.sheets) == sheets


@examples(50)
@given(rounds(), st.dictionaries(st.text(max_size=3), st.lists(st.text(), max_size=7).map(tuple)))
def test_sheets_of_nobody_change_nothing(asked: Given, strangers: dict[str, tuple[str, ...]]) -> None:
    """P-SHEET-4"""
    extra = {key: lines for key, lines in strangers.items() if key not in ARMIES}
    assert resolve(asked) == resolve(asked._replace(sheets={**extra, **asked.sheets}))


@examples(50)
@given(rounds())
def test_no_sector_ends_with_two_sides_on_it(asked: Given) -> None:
    """P-FIGHT-1, P-TIE-2"""
    after: PowerState = resolve(asked).state
    holders: dict[Place, set[str]] = {}
    for army, places in after.pieces.items():
        for place in places:
            holders.setdefault(place, set()).add(after.sides[army])
    assert all(len(sides) == 1 for sides in holders.values())


@examples(50)
@given(rounds())
def test_reserves_hold_their_own_and_sectors_no_power(asked: Given) -> None:
    """P-MOVE-6, P-PIECE-1"""
    after: PowerState = resolve(asked).state
    for army, places in after.pieces.items():
        assert places
        for place, stack in places.items():
            assert any(stack)
            assert min(stack) >= 0
            assert place == reserve(army) or (place not in RESERVES and stack[KINDS.index("P")] == 0)


def total(pieces: Pieces) -> Counter[str]:
    counts: Counter[str] = Counter()
    for places in pieces.values():
        for stack in places.values():
            counts += count(stack)
    return counts


def count(stack: Stack) -> Counter[str]:
    return Counter(dict(zip(KINDS, stack, strict=True)))


def made_and_destroyed(event: Event) -> tuple[Counter[str], Counter[str]]:
    """What an event adds to the world and what it takes from it; all other events only move and recolour."""
    match event:
        case Exchanged():
            return Counter([event.made]), count(event.used)
        case Launched():
            return Counter(), Counter("M")
        case Penalised():
            return count(event.kept), Counter([event.broken or "P"])
        case Struck():
            return Counter(), sum(map(count, event.destroyed.values()), Counter())
        case Collected():
            return Counter({"P": len(event.territories)}), Counter()
    return Counter(), Counter()


@examples(50)
@given(rounds())
def test_pieces_and_power_are_conserved_but_for_what_the_story_makes_and_destroys(asked: Given) -> None:
    """P-EXCH-1, P-EXCH-3, P-MISS-2, P-IDLE-2, P-POW-1, P-FLAG-2"""
    made, gone = Counter[str](), Counter[str]()
    resolution = resolve(asked)
    for event in resolution.story:
        more, less = made_and_destroyed(event)
        made += more
        gone += less
    assert total(asked.state.pieces) + made == total(resolution.state.pieces) + gone


@examples(50)
@given(rounds())
def test_reading_a_round_twice_gives_the_same_bytes(asked: Given) -> None:
    """P-SHEET-3"""
    copy: PowerState = msgspec.msgpack.decode(msgspec.msgpack.encode(asked.state), type=PowerState)
    again = asked._replace(state=copy, sheets=dict(reversed(asked.sheets.items())))
    first, second = resolve(asked), resolve(again)
    assert msgspec.msgpack.encode(first.state) == msgspec.msgpack.encode(second.state)
    assert msgspec.msgpack.encode(first.story) == msgspec.msgpack.encode(second.story)


@examples(50)
@given(rounds())
def test_stepping_through_the_story_leads_from_the_old_position_to_the_new(asked: Given) -> None:
    """P-SHEET-7"""
    resolution = resolve(asked)
    assert reduce(step, resolution.story, asked.state.pieces) == resolution.state.pieces


@examples(50)
@given(rounds())
def test_each_line_of_each_sheet_is_told_once_and_in_reading_order(asked: Given) -> None:
    """P-SHEET-4, P-SHEET-7"""
    told = [(e.army, e.line, e.text) for e in story_of(asked) if isinstance(e, OrderEvent)]
    assert told == [
        (army, number, text)
        for army in readers(asked.state)
        for number, text in enumerate(asked.sheets.get(army, ()))
    ]


@examples(50)
@given(rounds())
def test_idle_armies_pay_and_busy_ones_do_not(asked: Given) -> None:
    """P-IDLE-1, P-THREE-4"""
    story = story_of(asked)
    busy = {
        event.army
        for event in story
        if isinstance(event, OrderEvent) and not (isinstance(event, Lost) and not event.cancelled)
    }
    paid = [event.army for event in story if isinstance(event, Penalised)]
    assert len(paid) == len(set(paid))
    assert not busy & set(paid)
    for army in set(readers(asked.state)) - busy - set(paid):
        stacks = asked.state.pieces.get(army, {}).values()
        assert not any(stack[: KINDS.index("M")] != (0,) * 8 or stack[KINDS.index("P")] for stack in stacks)


def turn_word(match: re.Match[str]) -> str:
    """A place as the next army round the board would write it; any other word as it is."""
    word = match[0]
    plain = word.upper()
    bare = plain[1:] if plain[0] == "E" else plain
    place = SPELLINGS["V"].get(bare)
    if place is None or bare in ("HQ", "RV"):
        return word
    turned = plain[: -len(bare)] + TURNED_PLACE[place]
    return turned if word == plain else turned.lower()


def turn(pieces: Pieces) -> Pieces:
    return {
        TURNED_ARMY[army]: {TURNED_PLACE[place]: stack for place, stack in places.items()}
        for army, places in pieces.items()
    }


def turn_flags(flags: dict[Army, Army]) -> dict[Army, Army]:
    return {TURNED_ARMY[flag]: TURNED_ARMY[holder] for flag, holder in flags.items()}


def turn_state(state: PowerState) -> PowerState:
    names = {side: "".join(TURNED_ARMY[army] for army in side) for side in state.sides.values()}
    return PowerState(
        round=state.round,
        referee=TURNED_ARMY[state.referee],
        sides={TURNED_ARMY[army]: names[side] for army, side in state.sides.items()},
        mercenary=TURNED_ARMY[state.mercenary] if state.mercenary else None,
        pieces=turn(state.pieces),
        flags=turn_flags(state.flags),
        eliminated=tuple(army for army in ARMIES if army in [TURNED_ARMY[out] for out in state.eliminated]),
        preference={names[side]: TURNED_ARMY[army] for side, army in state.preference.items()},
        over=state.over,
        winner=names[state.winner] if state.winner else None,
        ending=state.ending,
    )


def without_fixed_orders(state: PowerState) -> PowerState:
    """Power for everybody (P-IDLE-3 asks for no sector) and a preference for every side (P-TWO-3)."""
    pieces = {army: dict(state.pieces.get(army, {})) for army in ARMIES if army not in state.eliminated}
    for army, places in pieces.items():
        stack = places.get(reserve(army), stack_of({}))
        places[reserve(army)] = (*stack[:-1], stack[-1] + 1)
    preference = {side: army for army, side in state.sides.items()}
    return msgspec.structs.replace(state, pieces=pieces, preference=preference)


@examples(50)
@given(rounds())
def test_a_quarter_turn_of_the_board_gives_the_turned_outcome(asked: Given) -> None:
    """P-BOARD-1, P-SHEET-4"""
    asked = asked._replace(state=without_fixed_orders(asked.state))
    turned = Given(
        turn_state(asked.state),
        {
            TURNED_ARMY[army]: tuple(re.sub(r"\S+", turn_word, line) for line in lines)
            for army, lines in asked.sheets.items()
        },
        asked.last,
    )
    straight, round_the_corner = resolve(asked), resolve(turned)
    expected = turn_state(straight.state)
    after: PowerState = round_the_corner.state
    assert after.pieces == expected.pieces
    assert after.flags == expected.flags
    assert set(after.eliminated) == set(expected.eliminated)
    assert (after.winner, after.over, after.referee) == (expected.winner, expected.over, expected.referee)
    assert [type(event) for event in straight.story if isinstance(event, OrderEvent)] == [
        type(event) for event in round_the_corner.story if isinstance(event, OrderEvent)
    ]


def test_the_turn_takes_every_place_round_in_four() -> None:
    """P-BOARD-1"""
    assert len(set(TURNED_PLACE.values())) == len(TURNED_PLACE) == 61
    assert TURNED_PLACE["HQV"] == "HQB"
    assert TURNED_PLACE["S6"] == "S8"
    assert TURNED_PLACE["V3"] == "B3"
