"""The sentences of the log, which tell what happens at the table. Most are in `protocol/texts/table`."""

from collections.abc import Callable, Sequence

from client.state.client_state import LogLine
from protocol import events, vocabulary
from protocol.events import TableEvent
from protocol.messages import SeatLine
from protocol.notes import Arg, Note

RULINGS = (
    "event.rolled_back",
    "event.position_amended",
    "event.annotated",
    "event.time_granted",
    "event.time_granted-less",
)
OWN = "client"
"""The subject of the sentences that are in the client's own catalogue."""


def passed_on(event: TableEvent, before: SeatLine | None) -> Note | None:
    """The note that somebody now plays at a seat that another player had; None for any other event."""
    if not isinstance(event, events.SeatTaken) or before is None or not before.name:
        return None
    if event.bot and event.bot != before.bot:
        return Note("passed.bot", {"level": event.bot, "who": before.name, "seat": event.seat})
    if before.name == event.name:
        code = "passed.back" if before.bot else "passed.key"
        return Note(code, {"name": event.name, "seat": event.seat})
    return Note("passed.person", {"name": event.name, "who": before.name, "seat": event.seat})


def note_of(event: TableEvent, label: Callable[[str], str]) -> Note | None:
    """The note for the log, or None if the log does not tell the event. `label` names a seat's player."""
    code = str(type(event).__struct_config__.tag)
    match event:
        case events.SeatTaken():
            return _note(code, name=event.name, seat=event.seat)
        case events.SeatLeft():
            return _note(code, seat=event.seat)
        case events.Declared():
            return _note(code, seat=label(event.seat), text=event.text)
        case events.Wrote() | events.SheetSealed() | events.SheetUnsealed():
            return _note(code, seat=label(event.seat))
        case events.PauseBegun():
            return _note(code, seat=label(event.seat), seconds=round(event.seconds))
        case events.PhaseOpened():
            return _opened(code, event, label)
        case events.SheetsRead():
            return _note(f"{code}-ruled" if event.ruled else code, phase=event.phase)
        case events.RolledBack():
            return _note(code, phase=event.phase)
        case events.PositionAmended():
            return _note(code, lines=" / ".join(event.lines))
        case events.ClockStopped():
            return _note(f"{code}-{event.why}")
        case events.TimeGranted():
            return _note(code if event.seconds >= 0 else f"{code}-less", seconds=f"{abs(event.seconds):g}")
        case events.Annotated():
            return _note(code, text=event.text)
        case events.GameEnded(reason=vocabulary.FAULT):
            return _note(f"{code}-fault")
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


def _note(code: str, **args: Arg) -> Note:
    return Note(f"event.{code}", args)
