"""The sentences of the log, which tell what happens at the table. Most are in `protocol/texts/table`."""

from collections.abc import Callable, Sequence

from client.state.client_state import ClientState, LogLine
from client.state.levels import bot_name
from protocol import events, vocabulary
from protocol.events import TableEvent
from protocol.ids import Seat
from protocol.messages import SeatLine, Told
from protocol.notes import Arg, Note
from protocol.texts import DEFAULT
from protocol.views import NOTES, read_story

RULINGS = (
    "event.rolled_back",
    "event.position_amended",
    "event.position_amended-hidden",
    "event.annotated",
    "event.time_granted",
    "event.time_granted-less",
)
OWN = "client"
"""The subject of the sentences that are in the client's own catalogue."""


def lines_for(before: ClientState, after: ClientState, told: Told) -> tuple[LogLine, ...]:
    """The new lines of the log for an event that leads from one state to the next."""
    if passed := _passed_on(before, told):
        return passed
    label = before.label if isinstance(told.event, events.SeatLeft) else after.label
    note = note_of(told.event, label, before.host, after.game, after.language)
    lines: tuple[LogLine, ...] = (LogLine(told.at, note),) if note else ()
    if isinstance(told.event, events.PhaseOpened) and told.event.about:
        lines += (LogLine(told.at, told.event.about, after.game),)
    if isinstance(told.event, events.Declared) and (say := NOTES.get(after.game)):
        came = read_story(after.game, told.event.story)
        lines += tuple(LogLine(told.at, say(event), after.game) for event in came)
    if isinstance(told.event, events.GameEnded) and told.event.text:  # what the referee said about the end
        lines += (LogLine(told.at, text=told.event.text),)
    return lines


def _passed_on(before: ClientState, told: Told) -> tuple[LogLine, ...]:
    """The lines about a seat that another player had before. Everybody reads the same about its sheet."""
    event = told.event
    had = before.line(event.seat) if isinstance(event, events.SeatTaken) else None
    if not isinstance(event, events.SeatTaken) or had is None or not had.name:
        return ()
    lines: tuple[LogLine, ...] = (LogLine(told.at, _passed_note(event, had, before), OWN),)
    owing = before.phase.owing if before.phase and before.stage == vocabulary.WRITING else {}
    if event.seat in owing and changes_hands(event, had):
        lines += (LogLine(told.at, Note("passed.sheet", {"seat": event.seat}), OWN),)
    return lines


def _passed_note(event: events.SeatTaken, had: SeatLine, before: ClientState) -> Note:
    label = before.label
    args: dict[str, Arg] = {"name": event.name, "who": before.name_of(had), "seat": event.seat}
    if event.bot:
        return _by("passed.bot", event.by, label, {**args, "level": event.bot})
    if had.name != event.name:
        return _by("passed.person", event.by, label, args)
    return _by("passed.back" if had.bot and not event.by else "passed.key", event.by, label, args)


def changes_hands(event: events.SeatTaken, had: SeatLine) -> bool:
    """Whether somebody else now plays at the seat. A player who joins again only gets a new key."""
    return bool(had.name) and bool(event.by or event.bot or had.bot)


def _by(code: str, by: str, label: Callable[[str], str], args: dict[str, Arg]) -> Note:
    """The note with who did it; without `by`, it is about the person who did it."""
    if by == vocabulary.REFEREE:
        return Note(f"{code}-referee", args)
    return Note(f"{code}-by", {**args, "by": label(by)}) if by else Note(code, args)


def note_of(
    event: TableEvent,
    label: Callable[[str], str],
    host: Seat = "",
    game: str = "",
    language: str = DEFAULT,
) -> Note | None:
    """The note for the log, or None if the log does not tell the event.

    `label` names a seat's player; `host` is the seat of the host before the event; in the words of `game`
    something may have been declared; bots have names in that language.
    """
    code = str(type(event).__struct_config__.tag)
    match event:
        case events.SeatTaken():
            name = bot_name(event, game, language) if event.bot else event.name
            return _by(f"event.{code}", event.by, label, {"name": name, "seat": event.seat})
        case events.SeatLeft():
            return _by(f"event.{code}", event.by, label, {"who": label(event.seat)})
        case events.HostChosen() if host:
            return _note(f"{code}-next", who=label(event.seat), old=label(host))
        case events.HostChosen() | events.ClosingAgreed():
            return _note(code, who=label(event.seat))
        case events.SeatRequested():
            return _note(code, name=event.name)
        case events.Declared():
            return _note(code, seat=label(event.seat), text=event.text, game=game)
        case events.Wrote() | events.SheetSealed() | events.SheetUnsealed():
            return _note(code, seat=label(event.seat))
        case events.PauseBegun():
            return _note(code, seat=label(event.seat), seconds=round(event.seconds))
        case events.PhaseOpened():
            return _opened(code, event, label)
        case events.SheetsRead():
            is_one = len(event.sheets) == 1
            return _note(code + ("-ruled" if event.ruled else "-one" if is_one else ""), phase=event.phase)
        case events.RolledBack():
            return _note(code, phase=event.phase)
        case events.PositionAmended() if not event.lines:
            return _note(f"{code}-hidden")
        case events.PositionAmended():
            return _note(code, lines=" / ".join(event.lines))
        case events.ClockStopped():
            return _note(f"{code}-{event.why}")
        case events.TimeGranted():
            return _note(code if event.seconds >= 0 else f"{code}-less", seconds=f"{abs(event.seconds):g}")
        case events.Annotated():
            return _note(code, text=event.text)
        case events.GameEnded(reason=vocabulary.FAULT | vocabulary.PUT_AWAY):
            return _note(f"{code}-{event.reason}")
        case events.RematchOpened():
            return _note(code, table=event.table, name=event.name)
        case events.GameEnded():
            return _ended(code, event, label)
        case events.TableOpened() | events.Chatted() | events.Masked():
            return None
        case _:
            return _note(code)


def _opened(code: str, event: events.PhaseOpened, label: Callable[[str], str]) -> Note:
    """If only one seat writes in the phase, the note names it."""
    if event.last:
        return _note(f"{code}-last", phase=event.phase)
    if len(event.owing) == 1:
        return _note(f"{code}-one", phase=event.phase, who=label(next(iter(event.owing))))
    return _note(code, phase=event.phase)


def _ended(code: str, event: events.GameEnded, label: Callable[[str], str]) -> Note:
    """Who has won, or between whom it is a draw."""
    if not event.winners and event.drawn:
        return _note(f"{code}-draw-between", drawn=", ".join(label(seat) for seat in event.drawn))
    many = {0: f"{code}-draw", 1: code}.get(len(event.winners), f"{code}-several")
    return _note(many, winners=", ".join(label(seat) for seat in event.winners))


def rulings_before(log: Sequence[LogLine], number: int) -> list[LogLine]:
    """The referee's rulings between the reading of that number, counted from 0, and the one before it.

    A number after the last reading gives the rulings since then.
    """
    found: list[LogLine] = []
    read = 0
    for entry in log:
        code = entry.note.code if entry.note else ""
        if code.startswith("event.sheets_read"):
            read += 1
            if read > number:
                break
            found = []
        elif not code or code in RULINGS or code.startswith(("passed.", "event.game_ended")):
            found.append(entry)
    return found


def ruling_of(state: ClientState) -> LogLine | None:
    """The referee's last change of the position since the sheets were read, or None."""
    if state.stage != vocabulary.BETWEEN:
        return None
    for entry in reversed(state.log):
        code = entry.note.code if entry.note else ""
        if code.startswith(("event.rolled_back", "event.position_amended")):
            return entry
        if code.startswith(("event.sheets_read", "event.phase_opened")):
            return None
    return None


def _note(code: str, **args: Arg) -> Note:
    return Note(f"event.{code}", args)
