"""Edit the player's own sheets. These functions are pure, and every edit can be undone."""

from msgspec.structs import replace

from client.state.client_state import ClientState, OwnSheet
from protocol.ids import Lines, SheetKey
from protocol.messages import Advice

MOST_UNDONE = 200


def write_sheet(state: ClientState, sheet: SheetKey, lines: Lines) -> ClientState:
    """Replace all lines of the sheet. Every other edit calls this function."""
    old = state.sheets.get(sheet)
    if old is None or not state.may_write or lines == old.lines:
        return state
    past = (*old.past, old.lines)[-MOST_UNDONE:]
    return _put(state, sheet, replace(old, lines=lines, revision=old.revision + 1, past=past, future=()))


def write_line(state: ClientState, sheet: SheetKey, text: str, at: int | None = None) -> ClientState:
    """Add a line, or replace line `at`, counted from 0. A sheet of one line has that line replaced."""
    lines = lines_of(state, sheet)
    if state.phase and state.phase.lines == 1:
        at = 0
    if at is None or at >= len(lines):
        return write_sheet(state, sheet, (*lines, text))
    return write_sheet(state, sheet, (*lines[:at], text, *lines[at + 1 :]))


def delete_line(state: ClientState, sheet: SheetKey, at: int) -> ClientState:
    lines = lines_of(state, sheet)
    return write_sheet(state, sheet, (*lines[:at], *lines[at + 1 :]))


def move_line(state: ClientState, sheet: SheetKey, at: int, by: int) -> ClientState:
    """Move a line up (by -1) or down (by 1), because lines are carried out in their order."""
    lines = lines_of(state, sheet)
    to = at + by
    if not (0 <= at < len(lines) and 0 <= to < len(lines)):
        return state
    rest = (*lines[:at], *lines[at + 1 :])
    return write_sheet(state, sheet, (*rest[:to], lines[at], *rest[to:]))


def clear(state: ClientState, sheet: SheetKey) -> ClientState:
    return write_sheet(state, sheet, ())


def undo(state: ClientState, sheet: SheetKey) -> ClientState:
    old = state.sheets.get(sheet)
    if old is None or not old.past:
        return state
    *past, lines = old.past
    return _step(state, sheet, replace(old, lines=lines, past=tuple(past), future=(old.lines, *old.future)))


def redo(state: ClientState, sheet: SheetKey) -> ClientState:
    old = state.sheets.get(sheet)
    if old is None or not old.future:
        return state
    lines, *future = old.future
    return _step(state, sheet, replace(old, lines=lines, past=(*old.past, old.lines), future=tuple(future)))


def _step(state: ClientState, sheet: SheetKey, new: OwnSheet) -> ClientState:
    """Put lines that were there before, or after, as a new revision."""
    return _put(state, sheet, replace(new, revision=new.revision + 1)) if state.may_write else state


def go_back_to_stored(state: ClientState, sheet: SheetKey) -> ClientState:
    """Go back to the lines that the server has stored, because it refuses the newer ones."""
    old = state.sheets.get(sheet)
    if old is None:
        return state
    return _put(state, sheet, replace(old, lines=old.stored, revision=old.acked))


def store_all(state: ClientState) -> ClientState:
    """All sheets count as stored, because no server keeps them."""
    stored = {
        key: replace(sheet, acked=sheet.revision, stored=sheet.lines, advice=still_true(sheet))
        for key, sheet in state.sheets.items()
    }
    return replace(state, sheets=stored)


def still_true(sheet: OwnSheet) -> tuple[Advice, ...]:
    """The advice on lines that have not changed, and above which nothing has changed."""
    return tuple(
        advice for advice in sheet.advice if sheet.lines[: advice.line + 1] == sheet.stored[: advice.line + 1]
    )


def lines_of(state: ClientState, sheet: SheetKey) -> Lines:
    return state.sheets[sheet].lines if sheet in state.sheets else ()


def _put(state: ClientState, sheet: SheetKey, new: OwnSheet) -> ClientState:
    return replace(state, sheets={**state.sheets, sheet: new})
