"""Decides what a role may know. All that a table tells anybody goes through this module.

A role is a seat, the referee or a watcher. The referee and watchers may know what everybody may know; a seat
may also know its own secrets. Its view and its stories go with the seat to the next holder. Its unread and
private sheets do not, nor what a story quotes from those, nor what was said to a person alone. When a game
is over, everything is open, and the record holds it.
"""

from collections.abc import Collection
from typing import Any, TypeAlias

import msgspec

from protocol import events
from protocol.events import TableEvent
from protocol.ids import Seat, SheetKey
from protocol.messages import SeatLine
from protocol.vocabulary import OVER, REFEREE, WATCHER, WRITING
from server.bots.assignment import PastPhase
from server.games.api import AnyGame
from server.table.phase_history import ReadPhase
from server.table.sheets import Draft
from server.table.state import TableState
from server.table.stream import WITH_VIEW, Entry, Step

Role: TypeAlias = str


def seat_of(role: Role) -> Seat | None:
    """The seat whose secrets this role knows; None for those who have no seat."""
    return None if role in (REFEREE, WATCHER) else role


def view(game: AnyGame, position: Any, role: Role) -> Any:
    """The position as this role may know it."""
    return game.view(position, seat_of(role))


def story(steps: tuple[Step, ...], role: Role, own: Collection[SheetKey] = ()) -> tuple[Any, ...]:
    """The story as this role may know it, who has written its `own` private sheets."""
    told = []
    for step in steps:
        if step.sheet and step.sheet not in own:
            continue
        if step.seats is None or role in step.seats:
            told.append(step.event)
        elif step.instead is not None:
            told.append(step.instead)
    return tuple(told)


def told(state: TableState, entry: Entry, role: Role) -> TableEvent:
    """An event of the stream as this role may know it. Nothing else sends events of the stream to anybody."""
    if not _is_addressed(state, entry, role):
        return events.Masked()
    event = entry.event
    match event:
        case events.SheetsRead():
            event = _with_sheets(state, entry, event, role)
        case events.Declared():
            event = msgspec.structs.replace(event, story=story(entry.story, role))
        case events.PositionAmended(hidden=True) if role != REFEREE:
            event = msgspec.structs.replace(event, lines=())
    if isinstance(event, WITH_VIEW):
        seen = view(state.game, entry.position(state.game.state_type), role)
        told: TableEvent = msgspec.structs.replace(event, view=msgspec.to_builtins(seen))
        return told
    return event


def _is_addressed(state: TableState, entry: Entry, role: Role) -> bool:
    """Whether the event is for this role. What was said to a person is not for a later holder of the seat."""
    if entry.private_to is None:
        return True
    chair = state.chairs.get(role)
    return role in entry.private_to and (chair is None or entry.seq > chair.person)


def _with_sheets(state: TableState, entry: Entry, event: events.SheetsRead, role: Role) -> events.SheetsRead:
    """Add the story, and remove the sheets of a private phase that the holder of the seat has not written."""
    own: set[SheetKey] = set()
    if entry.writers is not None:
        own = _own_sheets(state, entry.writers, role)
        event = msgspec.structs.replace(
            event,
            sheets={sheet: lines for sheet, lines in event.sheets.items() if sheet in own},
            salts={sheet: salt for sheet, salt in event.salts.items() if sheet in own},
        )
    return msgspec.structs.replace(event, story=story(entry.story, role, own))


def _own_sheets(state: TableState, writers: dict[SheetKey, int], role: Role) -> set[SheetKey]:
    """The sheets of a private phase that the present holder of the seat has written."""
    chair = state.chairs.get(role)
    return {sheet for sheet, writer in writers.items() if chair and writer == chair.holder}


def past_phase(state: TableState, read: ReadPhase, seat: Seat) -> PastPhase:
    """A phase that was read, as this seat may know it."""
    own = read.sheets if read.writers is None else _own_sheets(state, read.writers, seat)
    sheets = {sheet: lines for sheet, lines in read.sheets.items() if sheet in own}
    return PastPhase(read.number, read.key, view(state.game, state.history.before(read.number), seat), sheets)


def seat_line(state: TableState, seat: Seat, role: Role, *, connected: bool, ready: bool) -> SeatLine:
    """A seat as this role may know it. In a private phase only the writer knows who has written or sealed."""
    chair = state.chairs[seat]
    may_know = not state.is_private or role == seat
    return SeatLine(
        seat=seat,
        name=chair.name,
        bot=chair.bot,
        character=chair.character,
        connected=connected,
        written=may_know and seat in state.sheets.written,
        sealed=may_know and seat in state.sealed,
        ready=ready,
        pause_left=chair.pause_left,
        host=seat == state.hosting.host,
        wants_closing=seat in state.hosting.wants_closing,
        seconds_used=round(chair.seconds_used, 1),
    )


def still_owing(state: TableState) -> tuple[Seat, ...]:
    """The seats that everybody knows to owe a sheet: in a private phase nobody knows who has sealed."""
    owing = state.phase.owing if state.phase and state.stage == WRITING else {}
    return tuple(seat for seat in owing if state.is_private or seat not in state.sealed)


def own_drafts(state: TableState, role: Role) -> dict[SheetKey, Draft]:
    """The sheets that this role owes, as they are now. Nobody sees the sheet of another before it is read.

    A sheet that a holder of the seat before this one has sealed looks empty.
    """
    is_hidden = state.is_sealed_by_another(role)
    return {sheet: Draft() if is_hidden else state.draft(sheet) for sheet in state.owed_by(role)}


def is_open(state: TableState) -> bool:
    """Whether everything may be known: the game has no secrets, or is over."""
    return state.stage == OVER or not state.game.has_secrets
