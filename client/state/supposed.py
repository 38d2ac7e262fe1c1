"""What if: a state in which a player writes the sheets of all seats, to see what they would lead to."""

from typing import TypeAlias

from msgspec.structs import replace

from client.state.client_state import ClientState, OwnSheet
from client.state.fold import fold
from client.state.sheets import still_true
from protocol.events import PhaseOpened, SheetsRead
from protocol.ids import Lines, Seat, SheetKey
from protocol.messages import Supposed, Told
from protocol.vocabulary import WRITING

Owing: TypeAlias = dict[Seat, tuple[SheetKey, ...]]


def suppose(state: ClientState) -> ClientState:
    """The open phase as if the player wrote every sheet of it. The player's own lines stand on theirs.

    The advice on them stands there, too: a line that would be lost is marked until it is changed.
    """
    assert state.phase
    keys = [sheet for owed in state.phase.owing.values() for sheet in owed]
    own = {key: sheet.lines for key, sheet in state.sheets.items()}
    alone = _writing_alone(state, state.phase, {key: own.get(key, ()) for key in keys})
    advised = {
        key: replace(sheet, advice=still_true(state.sheets[key])) if key in state.sheets else sheet
        for key, sheet in alone.sheets.items()
    }
    return replace(alone, sheets=advised)


def suppose_round(state: ClientState, number: int) -> ClientState:
    """A round that was read long ago, as if somebody wrote its sheets anew."""
    told = state.rounds[number]
    phase = PhaseOpened(told.phase, key="", owing=told.owing)
    seat = next(iter(told.owing), "")
    before = replace(state, role=seat, view=told.before, rounds=state.rounds[:number], outcome=None)
    return _writing_alone(before, phase, dict(told.sheets))


def _writing_alone(state: ClientState, phase: PhaseOpened, lines: dict[SheetKey, Lines]) -> ClientState:
    sheets = {sheet: OwnSheet(lines=written, stored=written) for sheet, written in lines.items()}
    seats = tuple(
        replace(line, sealed=False, written=False) if line.seat == state.seat else line
        for line in state.seats
    )
    return replace(
        state,
        is_supposed=True,
        link="ok",
        stage=WRITING,
        phase=replace(phase, owing={state.seat: tuple(sheets)}, strict=False),
        sheets=sheets,
        seats=seats,
        hashes={},
        closed=False,
        notice="",
    )


def read_supposed(state: ClientState, answer: Supposed, owing: Owing, now: float) -> ClientState:
    """The state after the supposed sheets have been read, with their story as the last round.

    `owing` says which seat truly owes which sheets.
    """
    event = SheetsRead(answer.phase, answer.sheets, {}, answer.story, answer.view)
    after = fold(state, Told(seq=state.seq + 1, at=0.0, event=event), now)
    told = replace(after.rounds[-1], owing=owing, supposed=True)
    return replace(after, rounds=(*state.rounds, told))


def write_again(state: ClientState, begun: ClientState) -> ClientState:
    """Back to writing: the position and the rounds are those of `begun`, and the sheets stay."""
    return replace(begun, sheets=state.sheets, clock=state.clock, link=state.link, lost_at=state.lost_at)


def is_same_phase(state: ClientState, other: ClientState) -> bool:
    """Whether the table still waits, in the same position, for the sheets that were guessed."""
    number, other_number = (each.phase.phase if each.phase else 0 for each in (state, other))
    return number == other_number and state.stage == other.stage == WRITING and state.view == other.view
