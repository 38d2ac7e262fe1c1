"""Writing a sheet and sealing it."""

from collections.abc import Iterable

from protocol import messages
from protocol.ids import Lines, SheetKey
from protocol.messages import (
    Done,
    ServerMessage,
    Written,
)
from protocol.vocabulary import WRITING
from server import tokens
from server.errors import TableError
from server.names import is_visible
from server.table import facts
from server.table.audience import Peer
from server.table.table import Table

LONGEST_SHEET = 4000
"""How many characters a sheet may have."""


def _own_sheets(table: Table, peer: Peer, phase: int) -> tuple[SheetKey, ...]:
    if not peer.seat:
        raise TableError("not-seated")
    if phase < table.state.phase_no or (phase == table.state.phase_no and table.state.stage != WRITING):
        raise TableError("phase-closed", phase=phase)
    if phase != table.state.phase_no:
        raise TableError("phase-not-open")
    sheets = table.state.owed_by(peer.seat)
    if not sheets:
        raise TableError("owes-nothing")
    if table.state.is_sealed_by_another(peer.seat):
        raise TableError("sealed-by-another")
    return sheets


def _check_own(named: Iterable[SheetKey], own: tuple[SheetKey, ...]) -> None:
    for sheet in named:
        if sheet not in own:
            raise TableError("no-such-sheet", sheet=sheet, sheets=", ".join(own))


def write(table: Table, peer: Peer, message: messages.Write, at: float) -> ServerMessage:
    sheets = _own_sheets(table, peer, message.phase)
    _check_own((message.sheet,), sheets)
    stored = table.state.draft(message.sheet)
    lines = _trimmed(message.lines)
    check_sheet(lines)
    if message.revision != stored.revision or lines != stored.lines:
        if peer.seat in table.state.sealed:
            raise TableError("sealed")
        if message.revision <= stored.revision:
            raise TableError("stale-revision", given=message.revision, stored=stored.revision)
        assert peer.seat
        table.draft(peer.seat, message.sheet, message.revision, lines, at)
    return Written(
        sheet=message.sheet,
        revision=message.revision,
        advice=table.advice(peer, message.sheet, lines),
        progress=table.progress(peer, message.sheet, lines),
    )


def check_sheet(lines: Lines) -> None:
    check_lines(lines)
    if sum(map(len, lines)) > LONGEST_SHEET:
        raise TableError("sheet-too-long", most=LONGEST_SHEET)


def check_lines(lines: Lines) -> None:
    """Refuse lines with characters that cannot be seen or printed, which could mislead their readers."""
    for number, line in enumerate(lines, 1):
        if not line.isprintable() or not (line.isascii() or all(map(is_visible, line))):
            raise TableError("bad-line", line=number)


def seal(table: Table, peer: Peer, message: messages.Seal, at: float) -> ServerMessage | None:
    sheets = _own_sheets(table, peer, message.phase)
    _check_own(message.revisions, sheets)
    for sheet in sheets:
        stored, given = table.state.draft(sheet).revision, message.revisions.get(sheet, 0)
        if stored != given:
            raise TableError("revision-mismatch", sheet=sheet, stored=stored, given=given)
    assert peer.seat
    if peer.seat in table.state.sealed:
        return Done()
    _check_faults(table, peer, sheets)
    table.emit(facts.SheetSealed(peer.seat, {sheet: tokens.new_salt() for sheet in sheets}), at)
    table.reply(peer, Done(re=message.id))  # before the phase closes, if this is the last seal
    table.show_own_seal(peer)
    table.close_if_sealed(at)
    return None


def _check_faults(table: Table, peer: Peer, sheets: tuple[SheetKey, ...]) -> None:
    if table.state.phase is None or not table.state.phase.strict:
        return
    for sheet in sheets:
        advice = table.advice(peer, sheet, table.state.draft(sheet).lines)
        if advice:
            raise TableError("faulty-sheet", text=advice[0].text)


def unseal(table: Table, peer: Peer, message: messages.Unseal, at: float) -> ServerMessage:
    _own_sheets(table, peer, message.phase)
    if peer.seat in table.state.sealed:
        table.emit(facts.SheetUnsealed(peer.seat), at)
        table.show_own_seal(peer)
    return Done()


def _trimmed(lines: Lines) -> Lines:
    """The lines without the blank ones at the end, which are no orders."""
    kept = len(lines)
    while kept and not lines[kept - 1].strip():
        kept -= 1
    return tuple(lines[:kept])
