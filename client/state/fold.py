"""Make the next state of the client from a message of the server. Pure: the time is an argument."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from client.state.client_state import ChatLine, ClientState, ClockFace, OwnSheet, RoundTold
from client.state.history import WITH_HEAD, followed
from client.state.log import changes_hands, lines_for
from client.state.snapshot import apply_snapshot, phase_number
from client.words import sentence
from protocol import events
from protocol.events import GameEnded, PhaseOpened, TableEvent
from protocol.ids import Seat, SheetKey
from protocol.messages import (
    Clock,
    Closing,
    Health,
    Missed,
    Presence,
    Refused,
    SeatLine,
    ServerMessage,
    Snapshot,
    Standings,
    Told,
    Usage,
    Waiting,
    Welcome,
    Written,
)
from protocol.seals import seal_hash
from protocol.views import read_story, read_view
from protocol.vocabulary import BETWEEN, CLOSED, GATHERING, OVER, WRITING


def fold(state: ClientState, message: ServerMessage, now: float) -> ClientState:
    """The state after one message that came at our own time `now`."""
    match message:
        case Told():
            return _apply_event(state, message, now)
        case Missed():
            state = replace(state, gap=False)
            for told in message.told:
                state = _apply_event(state, told, now)
            return state
        case Snapshot():
            return apply_snapshot(state, message)
        case Clock():
            return _apply_clock(state, message)
        case Presence():
            return _apply_presence(state, message)
        case Health():
            return replace(state, health=message)
        case Standings():
            return replace(state, standings=message)
        case Written():
            return _acknowledge(state, message)
        case Usage():
            return _take_usage(state, message)
        case Waiting():
            return replace(state, is_waiting=True)
        case Welcome():
            return set_clock_offset(state, message.now - now)
        case Refused():
            return tell(state, sentence(message.text))
        case Closing():
            return replace(
                tell(state, sentence(message.text)), is_closed=True, clock=state.clock.stopped_at(now)
            )
        case _:  # answers belong to those who asked; the link itself tells TakenOver when it ends
            return state


def tell(state: ClientState, text: str) -> ClientState:
    return replace(state, notice=text)


def dismiss(state: ClientState) -> ClientState:
    """Take the notice away, because the player has read it."""
    return replace(state, notice="")


def set_clock_offset(state: ClientState, offset: float) -> ClientState:
    """Store how far the server's clock is ahead of ours."""
    return replace(state, clock=replace(state.clock, offset=offset))


def _apply_event(state: ClientState, told: Told, now: float) -> ClientState:
    """Take every event of the stream once and in order. If a number is missing, note that there is a gap."""
    if told.seq <= state.seq:
        return state
    if told.seq > state.seq + 1:
        return replace(state, gap=bool(state.stage))  # before the first snapshot nothing is missing
    heard = _APPLIED_BY.get(type(told.event))
    after = heard(state, told.event, told, now) if heard else state
    chain = followed(state.chain, told)
    # The head behind such an event covers the event itself too.
    head = chain if isinstance(told.event, WITH_HEAD) else after.head
    return replace(after, seq=told.seq, head=head, chain=chain, log=after.log + lines_for(state, after, told))


def _apply_clock(state: ClientState, clock: Clock) -> ClientState:
    face = ClockFace(
        left=clock.left,
        running=clock.running,
        now=clock.now,
        offset=state.clock.offset,
        paused_by=clock.paused_by,
        pause_left=clock.pause_left,
        length=clock.length,
        game_left=clock.game_left,
        phase=clock.phase,
    )
    return replace(state, clock=face)


def _apply_presence(state: ClientState, presence: Presence) -> ClientState:
    seats = tuple(
        replace(line, connected=line.seat in presence.connected, ready=line.seat in presence.ready)
        for line in state.seats
    )
    return replace(
        state,
        seats=seats,
        watchers=presence.watchers,
        referee=presence.referee,
        waiting=presence.waiting,
    )


def _acknowledge(state: ClientState, written: Written) -> ClientState:
    sheet = state.sheets.get(written.sheet)
    if sheet is None or written.revision < sheet.acked or written.revision > sheet.revision:
        return state
    acked = replace(sheet, acked=written.revision)
    if written.revision == sheet.revision:  # else its lines are gone, and advice on them does not help
        acked = replace(acked, stored=sheet.lines, advice=written.advice, progress=written.progress)
    return replace(state, sheets={**state.sheets, written.sheet: acked})


def _take_usage(state: ClientState, usage: Usage) -> ClientState:
    if usage.phase != phase_number(state.phase):
        return state
    sheets = {}
    for key, sheet in state.sheets.items():
        progress = usage.progress.get(key, sheet.progress) if not sheet.lines else sheet.progress
        sheets[key] = replace(sheet, usage=usage.sheets.get(key, ""), progress=progress)
    return replace(state, sheets=sheets)


def _change_seat(state: ClientState, seat: Seat, **changes: Any) -> ClientState:
    seats = tuple(replace(line, **changes) if line.seat == seat else line for line in state.seats)
    return replace(state, seats=seats)


def _open_table(state: ClientState, event: events.TableOpened, told: Told, now: float) -> ClientState:
    return replace(
        state,
        table_name=event.name,
        game=event.game,
        options=event.options,
        tournament=event.tournament,
        seats=tuple(SeatLine(seat=seat) for seat in event.seats),
        stage=GATHERING,
    )


def _take_seat(state: ClientState, event: events.SeatTaken, told: Told, now: float) -> ClientState:
    before = state.line(event.seat)
    state = _change_seat(state, event.seat, name=event.name, bot=event.bot, character=event.character)
    if event.bot:
        state = _change_seat(state, event.seat, host=False)
    if before is None or not changes_hands(event, before):
        return state
    kept = before.written and before.sealed
    state = _change_seat(state, event.seat, written=kept, wants_closing=False)
    if event.seat == state.seat:  # what we wrote before is not sent again; a snapshot has what still counts
        state = replace(state, sheets={key: OwnSheet(usage=own.usage) for key, own in state.sheets.items()})
    return state


def _leave_seat(state: ClientState, event: events.SeatLeft, told: Told, now: float) -> ClientState:
    return _change_seat(
        state, event.seat, name="", bot="", connected=False, ready=False, host=False, wants_closing=False
    )


def _choose_host(state: ClientState, event: events.HostChosen, told: Told, now: float) -> ClientState:
    seats = tuple(replace(line, host=line.seat == event.seat) for line in state.seats)
    return replace(state, seats=seats)


def _agree_to_close(state: ClientState, event: events.ClosingAgreed, told: Told, now: float) -> ClientState:
    return _change_seat(state, event.seat, wants_closing=True)


def _start(state: ClientState, event: events.GameStarted, told: Told, now: float) -> ClientState:
    return replace(state, view=read_view(state.game, event.view))


def _open_phase(state: ClientState, event: PhaseOpened, told: Told, now: float) -> ClientState:
    seats = tuple(replace(line, written=False, sealed=False, ready=False) for line in state.seats)
    return replace(
        state,
        stage=WRITING,
        phase=event,
        seats=seats,
        time_used={},
        sheets={sheet: OwnSheet() for sheet in event.owing.get(state.seat, ())},
        hashes={},
        closed=False,
        forged=(),
    )


def _write(state: ClientState, event: events.Wrote, told: Told, now: float) -> ClientState:
    return _change_seat(state, event.seat, written=True)


def _seal(state: ClientState, event: events.SheetSealed, told: Told, now: float) -> ClientState:
    sealed = _change_seat(_add_time_used(state, event.seat, now), event.seat, sealed=True)
    return replace(sealed, hashes={**state.hashes, **event.hashes})


def _add_time_used(state: ClientState, seat: Seat, now: float) -> ClientState:
    """The time that has run since the phase opened is what this seat has used in it."""
    left, length = state.clock.left_at(now), state.clock.length
    return _use_time(state, seat, length - left if left is not None and length is not None else 0.0)


def _use_time(state: ClientState, seat: Seat, used: float) -> ClientState:
    """What was added for this phase before is taken back."""
    line, before = state.line(seat), state.time_used.get(seat, 0.0)
    total = round((line.seconds_used if line else 0.0) + used - before, 1)
    return replace(
        _change_seat(state, seat, seconds_used=total), time_used={**state.time_used, seat: round(used, 1)}
    )


def _unseal(state: ClientState, event: events.SheetUnsealed, told: Told, now: float) -> ClientState:
    theirs = state.phase.owing.get(event.seat, ()) if state.phase else ()
    kept = {sheet: told for sheet, told in state.hashes.items() if sheet not in theirs}
    return replace(_change_seat(_use_time(state, event.seat, 0.0), event.seat, sealed=False), hashes=kept)


def _close_phase(state: ClientState, event: events.PhaseClosed, told: Told, now: float) -> ClientState:
    changed = tuple(s for s, hashed in state.hashes.items() if event.hashes.get(s) != hashed)
    for line in state.seats if state.phase and not state.phase.private else ():
        if state.phase and line.seat in state.phase.owing and not line.sealed:
            state = _add_time_used(state, line.seat, now)
    seats = tuple(replace(line, wants_closing=False) for line in state.seats)
    return replace(state, stage=CLOSED, seats=seats, hashes=event.hashes, closed=True, forged=changed)


def _read_sheets(state: ClientState, event: events.SheetsRead, told: Told, now: float) -> ClientState:
    after = read_view(state.game, event.view)
    broken = () if event.ruled else _broken_seals(state, event)
    told_round = RoundTold(
        phase=event.phase,
        sheets=event.sheets,
        salts=event.salts,
        hashes=state.hashes,
        story=read_story(state.game, event.story),
        before=_before(state, event.phase) if event.ruled else state.view,
        after=after,
        seals_hold=not broken if state.closed and not event.ruled else None,
        broken=broken,
        ruled=event.ruled,
        owing=_owing(state, event.phase),
    )
    return replace(_set_position(state, after), rounds=(*state.rounds, told_round))


def _declare(state: ClientState, event: events.Declared, told: Told, now: float) -> ClientState:
    """A declared word has changed the position at once, and perhaps which seat owes which sheet."""
    state = replace(state, view=read_view(state.game, event.view))
    if event.phase is None or state.phase is None:
        return state
    before, owing = state.phase.owing, event.phase.owing
    moved = {seat for seat in before.keys() | owing.keys() if before.get(seat) != owing.get(seat)}
    for seat in moved:
        state = _change_seat(state, seat, written=False, sealed=False)
    void = {sheet for seat in moved for sheet in before.get(seat, ())}
    state = replace(state, hashes={key: hashed for key, hashed in state.hashes.items() if key not in void})
    if state.seat in moved:
        state = replace(state, sheets={sheet: OwnSheet() for sheet in owing.get(state.seat, ())})
    return replace(state, phase=event.phase)


def _owing(state: ClientState, phase: int) -> dict[Seat, tuple[SheetKey, ...]]:
    """Which seat owed which sheets in that phase."""
    if state.phase and state.phase.phase == phase:
        return state.phase.owing
    return next((told.owing for told in state.rounds if told.phase == phase), {})


def _before(state: ClientState, phase: int) -> Any:
    """The position at the beginning of that phase."""
    return next((told.before for told in state.rounds if told.phase == phase), state.view)


def _set_position(state: ClientState, view: Any) -> ClientState:
    """Put a new position on the board; the players look at it before the next phase opens."""
    return replace(state, stage=BETWEEN, held=False, view=view, outcome=None)


def _rule(
    state: ClientState, event: events.RolledBack | events.PositionAmended, told: Told, now: float
) -> ClientState:
    return _set_position(state, read_view(state.game, event.view))


def _broken_seals(state: ClientState, event: events.SheetsRead) -> tuple[str, ...]:
    """The sheets that are not the ones that were sealed, or that the server had at the bell."""
    if not state.closed:
        return ()
    return tuple(
        sheet
        for sheet, lines in event.sheets.items()
        if sheet in state.forged
        or seal_hash(event.phase, sheet, lines, event.salts.get(sheet, "")) != state.hashes.get(sheet)
    )


def _pause(state: ClientState, event: events.PauseBegun, told: Told, now: float) -> ClientState:
    return _change_seat(state, event.seat, pause_left=False)


def _hold(state: ClientState, event: events.ReadingHeld, told: Told, now: float) -> ClientState:
    return replace(state, held=True)


def _release(state: ClientState, event: events.ReadingReleased, told: Told, now: float) -> ClientState:
    return replace(state, held=False)


def _chat(state: ClientState, event: events.Chatted, told: Told, now: float) -> ClientState:
    whom = state.label(event.to) if event.to else ""
    line = ChatLine(told.at, event.sender, event.text, event.to, state.label(event.sender), whom)
    return replace(state, chat=(*state.chat, line))


def _end(state: ClientState, event: GameEnded, told: Told, now: float) -> ClientState:
    return replace(state, stage=OVER, outcome=event)


def _play_again(state: ClientState, event: events.RematchOpened, told: Told, now: float) -> ClientState:
    return replace(state, rematch=event.table)


_APPLIED_BY: dict[type[TableEvent], Callable[[ClientState, Any, Told, float], ClientState]] = {
    events.TableOpened: _open_table,
    events.SeatTaken: _take_seat,
    events.SeatLeft: _leave_seat,
    events.HostChosen: _choose_host,
    events.ClosingAgreed: _agree_to_close,
    events.GameStarted: _start,
    events.PhaseOpened: _open_phase,
    events.Wrote: _write,
    events.SheetSealed: _seal,
    events.SheetUnsealed: _unseal,
    events.PhaseClosed: _close_phase,
    events.SheetsRead: _read_sheets,
    events.Declared: _declare,
    events.RolledBack: _rule,
    events.PositionAmended: _rule,
    events.PauseBegun: _pause,
    events.ReadingHeld: _hold,
    events.ReadingReleased: _release,
    events.Chatted: _chat,
    events.GameEnded: _end,
    events.RematchOpened: _play_again,
}
